#include "tread/casefile/inp_source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tread/casefile/named_files.hpp"

namespace tread::casefile {
namespace {

std::string names_text(std::initializer_list<InpKey> keys) {
  std::string text;
  for (const InpKey& key : keys) text += (text.empty() ? "" : " ") + std::string(key.name);
  return text;
}

std::string reason_of(NumberFault fault, InpKey::Kind kind) {
  switch (fault) {
    case NumberFault::not_finite:
      return "must be a finite number";
    case NumberFault::out_of_range:
      return kind == InpKey::Kind::whole ? "must be a whole number below 2147483648"
                                         : "must be a number between 1e-308 and 1e308";
    case NumberFault::not_whole:
      return "must be a whole number";
    case NumberFault::text:
    case NumberFault::none:
      break;
  }
  return kind == InpKey::Kind::whole ? "must be a whole number" : "must be a number";
}

}  // namespace

InpSource::InpSource(std::string_view text, std::string file_name)
    : words_(text), file_(std::move(file_name)) {}

std::vector<InpValue> InpSource::group(std::initializer_list<InpKey> required,
                                       std::initializer_list<InpKey> optional) {
  const std::string due = names_text(required);
  words_.next_line();
  std::vector<InpValue> values;
  for (const InpKey& key : required) {
    const std::optional<InpWord> word = next_word_on_any_line();
    if (!word) stop_at_end(std::string(key.name), due);
    values.push_back(value_of(key, *word, due));
  }
  for (const InpKey& key : optional) {
    const InpWords before = words_;
    const std::optional<InpWord> word = words_.next_word();
    if (!word || read_real(word->text).fault == NumberFault::text) {
      words_ = before;
      break;
    }
    values.push_back(value_of(key, *word, due));
  }
  refuse_more(values.back().key, due);
  return values;
}

std::vector<double> InpSource::list(std::string_view name, int count) {
  const std::string due = fmt::format("{} values of {}", count, name);
  const auto key = [&](int i) { return fmt::format("{}({})", name, i + 1); };
  std::vector<double> values;
  // A value takes at least two bytes of the file: what is announced but not there takes no memory.
  values.reserve(std::min(static_cast<std::size_t>(count), words_.bytes_left() / 2 + 1));
  words_.next_line();
  places_[std::string(name)] = {file_, words_.line()};
  for (int i = 0; i < count; ++i) {
    const std::optional<InpWord> word = next_word_on_any_line();
    if (!word) stop_at_end(key(i), due);
    const NumberRead<double> number = read_real(word->text);
    if (number.fault != NumberFault::none) {
      tell_fault({key(i), *word, 0, 0, false}, InpKey::Kind::real, number.fault, due);
    }
    count_typographic_minus(*word);
    values.push_back(number.value);
  }
  refuse_more(key(count - 1), due);
  return values;
}

std::optional<InpWord> InpSource::first_word_of_next_line() {
  words_.next_line();
  return words_.next_word();
}

std::optional<InpWord> InpSource::next_word_on_any_line() {
  std::optional<InpWord> word = words_.next_word();
  if (!word && words_.next_line()) word = words_.next_word();
  return word;
}

void InpSource::stop_at_end(std::string key, std::string_view due) {
  problem({.file = {},
           .line = words_.line(),
           .key = std::move(key),
           .reason = "the file ends before this value",
           .value = {},
           .hint = fmt::format("due here: {}", due)});
  stop();
}

InpValue InpSource::value_of(const InpKey& key, const InpWord& word, std::string_view due) {
  InpValue value{std::string(key.name), word, 0, 0, false};
  if (key.kind == InpKey::Kind::file) return file_of(std::move(value), due);
  NumberFault fault = NumberFault::none;
  if (key.kind == InpKey::Kind::whole) {
    const NumberRead<int> number = read_whole(word.text);
    fault = number.fault;
    value.whole = number.value;
    value.real = number.value;
  } else {
    const bool is_angle = key.kind == InpKey::Kind::angle;
    const NumberRead<double> number = is_angle ? read_angle(word.text) : read_real(word.text);
    fault = number.fault;
    value.real = number.value;
  }
  value.usable = fault == NumberFault::none;
  if (!value.usable) tell_fault(value, key.kind, fault, due);
  count_typographic_minus(word);
  places_[value.key] = {file_, word.line};
  return value;
}

InpValue InpSource::file_of(InpValue value, std::string_view due) {
  const std::string_view text = value.word.text;
  places_[value.key] = {file_, value.word.line};
  if (text.size() < 2 || text.front() != '\'' || text.back() != '\'') {
    problem(value, "must be the name of a file, in single quotes",
            fmt::format("due here: {}", due));
    stop();  // no telling which numbers come next
  }
  value.word.text = text.substr(1, text.size() - 2);
  value.usable = value.word.text.find_first_not_of(' ') != std::string_view::npos;
  if (!value.usable) problem(value, "must be the name of a file");
  return value;
}

void InpSource::tell_fault(const InpValue& value, InpKey::Kind kind, NumberFault fault,
                           std::string_view due) {
  const bool text = fault == NumberFault::text;
  problem(value, reason_of(fault, kind), text ? fmt::format("due here: {}", due) : std::string());
  if (text) stop();  // no telling which numbers come next
}

void InpSource::count_typographic_minus(const InpWord& word) {
  if (has_typographic_minus(word.text) && n_typographic_++ == 0) typographic_line_ = word.line;
}

void InpSource::refuse_more(const std::string& last_key, std::string_view due) {
  const InpWords before = words_;
  const std::optional<InpWord> word = words_.next_word();
  words_ = before;
  if (!word || read_real(word->text).fault == NumberFault::text) return;
  problem({.file = {},
           .line = word->line,
           .key = last_key,
           .reason = "a value too many after it",
           .value = shown(word->text),
           .hint = fmt::format(
               "due here: {}; a remark that starts with a number needs a % before it", due)});
}

void InpSource::problem(const InpValue& value, std::string reason, std::string hint) {
  problem({.file = {},
           .line = value.word.line,
           .key = value.key,
           .reason = std::move(reason),
           .value = shown(value.word.text),
           .hint = std::move(hint)});
}

void InpSource::problem(Problem problem) {
  problem.file = file_;
  problems_.add(std::move(problem));
  if (problems_.is_full()) stop();
}

void InpSource::problem_of_file(const InpValue& name, Problem problem) {
  report_file(std::move(problem), {file_, name.word.line, name.key, "", "", ""}, problems_);
  if (problems_.is_full()) stop();
}

void InpSource::require(bool condition, const InpValue& value, std::string reason,
                        std::string hint) {
  if (value.usable && !condition) problem(value, std::move(reason), std::move(hint));
}

void InpSource::stop() const { problems_.throw_all(file_, ProblemList::Rest::unread); }

void InpSource::warn_of_typographic_minus() {
  if (n_typographic_ == 0) return;
  warn(fmt::format("typographic minus signs, first in line {}, were read as '-' in {} {}",
                   typographic_line_, n_typographic_, n_typographic_ == 1 ? "number" : "numbers"));
}

}  // namespace tread::casefile
