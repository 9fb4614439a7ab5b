#include "tread/casefile/toml_document.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <sstream>

#include "tread/casefile/problem_text.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {
namespace {

/// Finds text nested so deep that building or freeing the tree could exhaust the stack. The parser
/// has a limit for brackets but none for dotted keys (a.a.a.a ...), each of which is a table too.
/// Follows the lexical rules of TOML (strings, comments) just far enough to see brackets and dots
/// as the parser does.
class NestingScan {
 public:
  explicit NestingScan(std::string_view text) : text_(text) {}

  /// The line on which the nesting gets too deep; 0: nowhere.
  int line_of_too_deep() {
    while (at_ < text_.size()) {
      step();
      if (depth_ > k_max_nesting || dots_ > k_max_nesting) return line_;
    }
    return 0;
  }

 private:
  void step() {
    const char c = text_[at_];
    switch (c) {
      case '#':
        at_ = std::min(text_.find('\n', at_), text_.size());
        return;
      case '"':
      case '\'':
        skip_string(c);
        return;
      case '[':
      case '{':
        ++depth_;
        dots_ = 0;
        break;
      case ']':
      case '}':
        --depth_;
        dots_ = 0;
        break;
      case '.':
        ++dots_;
        break;
      case '=':
      case ',':
        dots_ = 0;
        break;
      case '\n':
        dots_ = 0;
        ++line_;
        break;
      default:
        break;
    }
    ++at_;
  }

  void skip_string(char quote) {
    const bool is_multi_line = text_.substr(at_).starts_with(std::string(3, quote));
    const std::string end(is_multi_line ? 3 : 1, quote);
    at_ += end.size();
    while (at_ < text_.size()) {
      if (text_.substr(at_).starts_with(end)) {
        at_ += end.size();
        // """ may follow up to two quotes that belong to the text.
        for (int i = 0; is_multi_line && i < 2 && at_ < text_.size() && text_[at_] == quote; ++i) {
          ++at_;
        }
        return;
      }
      if (text_[at_] == '\n') {
        if (!is_multi_line) return;  // unfinished: the parser will say so
        ++line_;
      }
      at_ += quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n'
                 ? 2
                 : 1;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  int depth_ = 0;
  int dots_ = 0;
};

int line_of(const toml::source_region& source) { return static_cast<int>(source.begin.line); }

TomlNode converted(const toml::node& node);

TomlTable converted_table(const toml::table& table) {
  TomlTable result;
  result.entries.reserve(table.size());
  for (const auto& [key, node] : table) {
    result.entries.push_back({std::string(key.str()), line_of(key.source()), converted(node)});
  }
  return result;
}

TomlArray converted_array(const toml::array& array) {
  TomlArray result;
  result.nodes.reserve(array.size());
  for (const toml::node& node : array) result.nodes.push_back(converted(node));
  return result;
}

template <class Time>
TomlDate converted_time(const Time& time) {
  std::ostringstream text;
  text << time;
  return {text.str()};
}

TomlNode converted(const toml::node& node) {
  TomlNode result;
  result.line = line_of(node.source());
  node.visit([&](const auto& value) {
    if constexpr (toml::is_table<decltype(value)>) {
      result.value = converted_table(value);
    } else if constexpr (toml::is_array<decltype(value)>) {
      result.value = converted_array(value);
    } else if constexpr (toml::is_date<decltype(value)> || toml::is_time<decltype(value)> ||
                         toml::is_date_time<decltype(value)>) {
      result.value = converted_time(value.get());
    } else {
      result.value = value.get();
    }
  });
  return result;
}

std::string syntax_hint(std::string_view description) {
  const auto says = [&](std::string_view words) {
    return description.find(words) != std::string_view::npos;
  };
  if (says("redefine")) return "each key and each [table] may be given once";
  if (says("saw ','")) return "decimals are written with a point";
  if (says("digit, saw '.'")) return "a number has a digit before its point";
  return "";
}

Problem syntax_problem(const toml::parse_error& error, const std::string& file_name) {
  const std::string_view description = error.description();
  return {file_name, line_of(error.source()), "", "not valid TOML: " + one_line(description, 300),
          "",        syntax_hint(description)};
}

}  // namespace

TomlTable parse_toml_document(std::string_view text, const std::string& file_name) {
  if (text.size() > k_max_case_bytes) {
    throw CaseError(
        Problem{file_name, 0, "",
                fmt::format("a case must be no larger than {} MB", k_max_case_bytes / 1'000'000),
                fmt::format("{} bytes", text.size()),
                "fields of heights belong in a CSV file of their own"});
  }
  if (const int line = NestingScan(text).line_of_too_deep(); line > 0) {
    throw CaseError(Problem{
        file_name, line, "",
        fmt::format("tables or lists are nested more than {} deep", k_max_nesting), "", ""});
  }
  try {
    return converted_table(toml::parse(text));
  } catch (const toml::parse_error& error) {
    throw CaseError(syntax_problem(error, file_name));
  }
}

}  // namespace tread::casefile
