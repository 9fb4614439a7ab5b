#include "tread/view/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "tread/core/read_number.hpp"
#include "tread/view/refusal.hpp"

namespace tread::view {
namespace {

constexpr int k_bad_request = 400;

enum class Plus { plus, space };  // what a "+" stands for

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

char decoded_byte(std::string_view digits) {
  unsigned value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, fault] = std::from_chars(digits.data(), end, value, 16);
  if (digits.size() != 2 || fault != std::errc() || stop != end) {
    throw Refusal(k_bad_request, "the address has a % without two hexadecimal digits");
  }
  return static_cast<char>(value);
}

std::string decoded(std::string_view text, Plus plus) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      c = decoded_byte(text.substr(i + 1, 2));
      i += 2;
    } else if (c == '+' && plus == Plus::space) {
      c = ' ';
    }
    if (is_control(c)) throw Refusal(k_bad_request, "the address has a control character");
    out += c;
  }
  return out;
}

std::string decoded_segment(std::string_view text) {
  std::string segment = decoded(text, Plus::plus);
  const bool leaves = segment.empty() || segment == "." || segment == "..";
  if (leaves || segment.find_first_of("/\\") != std::string::npos) {
    throw Refusal(k_bad_request, "the address has a part that is empty, '.', '..' or has a slash");
  }
  return segment;
}

/// Calls back with every part of the text between separators.
template <class Visit>
void split(std::string_view text, char separator, Visit&& visit) {
  for (;;) {
    const std::size_t end = text.find(separator);
    visit(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

Target::Target(std::string_view raw) {
  if (raw.empty() || raw.front() != '/') {
    throw Refusal(k_bad_request, "the address must begin with a slash");
  }
  const std::size_t mark = raw.find('?');
  const std::string_view path = raw.substr(1, mark == raw.npos ? raw.npos : mark - 1);
  if (!path.empty()) {
    split(path, '/', [&](std::string_view part) { segments_.push_back(decoded_segment(part)); });
  }
  if (mark != raw.npos) read_query(raw.substr(mark + 1));
}

void Target::read_query(std::string_view query) {
  split(query, '&', [&](std::string_view item) {
    if (item.empty()) return;
    const std::size_t equals = item.find('=');
    if (equals == item.npos) throw Refusal(k_bad_request, "the query has a name without a value");
    std::string name = decoded(item.substr(0, equals), Plus::space);
    if (find(name)) throw Refusal(k_bad_request, fmt::format("the query has '{}' twice", name));
    query_.emplace_back(std::move(name), decoded(item.substr(equals + 1), Plus::space));
  });
}

void Target::expect_only(std::initializer_list<std::string_view> names) const {
  for (const auto& [name, value] : query_) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string known =
        names.size() == 0
            ? "this address takes none"
            : fmt::format("known are {}", fmt::join(names.begin(), names.end(), ", "));
    throw Refusal(k_bad_request, fmt::format("unknown '{}' in the query: {}", name, known));
  }
}

std::optional<std::string> Target::find(std::string_view name) const {
  for (const auto& [key, value] : query_) {
    if (key == name) return value;
  }
  return std::nullopt;
}

std::string Target::get(std::string_view name) const {
  const std::optional<std::string> value = find(name);
  if (!value) throw Refusal(k_bad_request, fmt::format("'{}' is missing in the query", name));
  return *value;
}

std::optional<std::size_t> Target::find_count(std::string_view name, std::size_t least) const {
  const std::optional<std::string> text = find(name);
  if (!text) return std::nullopt;
  const std::optional<long long> value = read_integer(*text);
  if (!value || *value < 0 || static_cast<std::size_t>(*value) < least) {
    throw Refusal(k_bad_request,
                  fmt::format("'{}' must be a whole number >= {}, got '{}'", name, least, *text));
  }
  return static_cast<std::size_t>(*value);
}

std::optional<double> Target::find_number(std::string_view name) const {
  const std::optional<std::string> text = find(name);
  if (!text) return std::nullopt;
  const NumberRead read = read_number(*text);
  if (read.fault != NumberFault::none) {
    throw Refusal(k_bad_request, fmt::format("'{}' {}, got '{}'", name, wanted(read.fault), *text));
  }
  return read.value;
}

}  // namespace tread::view
