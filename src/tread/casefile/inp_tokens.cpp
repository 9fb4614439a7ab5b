#include "tread/casefile/inp_tokens.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

#include "tread/core/letters.hpp"
#include "tread/core/problem_text.hpp"

namespace tread::casefile {
namespace {

constexpr std::string_view k_separators = " \t,=\f\v\x1A";  // the last one ends files of DOS
constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view k_minus_sign = "\xE2\x88\x92";  // U+2212
constexpr std::string_view k_en_dash = "\xE2\x80\x93";     // U+2013
constexpr std::size_t k_shown_length = 40;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool starts_with_typographic_minus(std::string_view text) {
  return text.starts_with(k_minus_sign) || text.starts_with(k_en_dash);
}

std::string with_plain_minus(std::string_view word) {
  std::string plain;
  while (!word.empty()) {
    const bool typographic = starts_with_typographic_minus(word);
    plain += typographic ? '-' : word.front();
    word.remove_prefix(typographic ? k_minus_sign.size() : 1);
  }
  return plain;
}

/// Moves the digits at the front of `from` to the end of `to`; how many there were.
std::size_t move_digits(std::string_view& from, std::string& to) {
  const auto end = std::find_if_not(from.begin(), from.end(), is_digit);
  const auto count = static_cast<std::size_t>(end - from.begin());
  to.append(from.substr(0, count));
  from.remove_prefix(count);
  return count;
}

void move_sign(std::string_view& from, std::string& to) {
  if (from.empty() || (from.front() != '-' && from.front() != '+')) return;
  if (from.front() == '-') to += '-';  // from_chars knows no plus sign
  from.remove_prefix(1);
}

/// A Fortran number in the form std::from_chars reads, or nothing.
std::optional<std::string> c_form(std::string_view word) {
  std::string number;
  move_sign(word, number);
  std::size_t n_digits = move_digits(word, number);
  if (word.starts_with('.')) {
    word.remove_prefix(1);
    number += '.';
    n_digits += move_digits(word, number);
  }
  if (n_digits == 0) return std::nullopt;
  if (word.empty()) return number;
  const char mark = lower_case(word.front());
  const bool has_letter = mark == 'e' || mark == 'd' || mark == 'q';
  if (!has_letter && mark != '-' && mark != '+') return std::nullopt;
  if (has_letter) word.remove_prefix(1);
  number += 'e';
  move_sign(word, number);
  if (move_digits(word, number) == 0 || !word.empty()) return std::nullopt;
  return number;
}

bool is_nan_or_infinity(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  std::string name(word);
  std::transform(name.begin(), name.end(), name.begin(), lower_case);
  return name == "inf" || name == "infinity" || name == "nan" || name.starts_with("nan(");
}

}  // namespace

InpWords::InpWords(std::string_view text) : text_(text) {
  if (text_.starts_with(k_byte_order_mark)) next_ = k_byte_order_mark.size();
}

bool InpWords::next_line() {
  while (next_ < text_.size()) {
    const std::size_t end = std::min(text_.find_first_of("\r\n", next_), text_.size());
    rest_ = text_.substr(next_, end - next_);
    rest_ = rest_.substr(0, rest_.find('%'));
    const bool two_bytes = text_.substr(std::min(end, text_.size())).starts_with("\r\n");
    next_ = std::min(end + (two_bytes ? 2 : 1), text_.size());
    ++line_;
    if (rest_.find_first_not_of(k_separators) != std::string_view::npos) return true;
  }
  rest_ = {};
  return false;
}

std::optional<InpWord> InpWords::next_word() {
  const std::size_t start = rest_.find_first_not_of(k_separators);
  if (start == std::string_view::npos) {
    rest_ = {};
    return std::nullopt;
  }
  rest_.remove_prefix(start);
  const std::size_t quote = rest_.front() == '\'' ? rest_.find('\'', 1) : std::string_view::npos;
  const bool is_quoted = quote != std::string_view::npos;
  const std::size_t length =
      is_quoted ? quote + 1 : std::min(rest_.find_first_of(k_separators), rest_.size());
  const InpWord word{rest_.substr(0, length), line_};
  rest_.remove_prefix(length);
  return word;
}

NumberRead<double> read_real(std::string_view word) {
  // Nearly all numbers of a large file have the form that C and Fortran share.
  double common = 0;
  const auto whole_word = std::from_chars(word.data(), word.data() + word.size(), common);
  const bool is_common =
      whole_word.ec == std::errc() && whole_word.ptr == word.data() + word.size();
  if (is_common && std::isfinite(common)) return {common, NumberFault::none};
  const std::string plain = with_plain_minus(word);
  if (is_nan_or_infinity(plain)) return {0, NumberFault::not_finite};
  const std::optional<std::string> number = c_form(plain);
  if (!number) return {0, NumberFault::text};
  double value = 0;
  const auto result = std::from_chars(number->data(), number->data() + number->size(), value);
  if (result.ec != std::errc()) return {0, NumberFault::out_of_range};
  return {value, NumberFault::none};
}

NumberRead<double> read_angle(std::string_view word) {
  const char unit = word.empty() ? '\0' : lower_case(word.back());
  if (unit != 'd' && unit != 'r') return read_real(word);
  NumberRead<double> angle = read_real(word.substr(0, word.size() - 1));
  if (unit == 'd') angle.value *= std::numbers::pi / 180;
  return angle;
}

NumberRead<int> read_whole(std::string_view word) {
  std::string plain = with_plain_minus(word);
  if (plain.starts_with('+')) plain.erase(0, 1);
  const bool whole =
      std::all_of(plain.begin() + (plain.starts_with('-') ? 1 : 0), plain.end(), is_digit);
  int value = 0;
  const auto result = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (whole && result.ec == std::errc()) return {value, NumberFault::none};
  if (whole && result.ec == std::errc::result_out_of_range) return {0, NumberFault::out_of_range};
  const NumberFault as_real = read_real(word).fault;
  return {0, as_real == NumberFault::text ? NumberFault::text : NumberFault::not_whole};
}

bool has_typographic_minus(std::string_view word) {
  return word.find(k_minus_sign) != std::string_view::npos ||
         word.find(k_en_dash) != std::string_view::npos;
}

std::string shown(std::string_view word) {
  return one_line(with_plain_minus(word.substr(0, 4 * k_shown_length)), k_shown_length);
}

}  // namespace tread::casefile
