#include "tread/fem/fortran_format.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "tread/core/letters.hpp"

namespace tread::fem {
namespace {

constexpr int k_max_number = 1000;  // more characters a line than any program writes

/// Reads a form from left to right; blanks are gone, letters small.
class FormatScanner {
 public:
  explicit FormatScanner(std::string_view text) {
    for (const char c : text) {
      if (c != ' ' && c != '\t') text_ += lower_case(c);
    }
  }

  bool take(char c) {
    if (position_ == text_.size() || text_[position_] != c) return false;
    ++position_;
    return true;
  }

  std::optional<char> take_one_of(std::string_view letters) {
    if (position_ == text_.size() || letters.find(text_[position_]) == std::string_view::npos) {
      return std::nullopt;
    }
    return text_[position_++];
  }

  /// Nothing: no digits here, or a number beyond k_max_number.
  std::optional<int> take_number() {
    const std::size_t begin = position_;
    int number = 0;
    while (position_ < text_.size() && text_[position_] >= '0' && text_[position_] <= '9') {
      number = std::min(10 * number + (text_[position_++] - '0'), k_max_number + 1);
    }
    if (position_ == begin || number > k_max_number) return std::nullopt;
    return number;
  }

  bool is_at_end() const { return position_ == text_.size(); }

 private:
  std::string text_;
  std::size_t position_ = 0;
};

bool is_sign(char c) { return c == '+' || c == '-'; }

}  // namespace

std::optional<FortranFormat> parse_fortran_format(std::string_view text) {
  FormatScanner scanner(text);
  FortranFormat format;
  if (!scanner.take('(')) return std::nullopt;
  const bool has_minus = scanner.take('-');
  std::optional<int> number = scanner.take_number();
  if (number && scanner.take('p')) {
    format.scale = has_minus ? -*number : *number;
    scanner.take(',');
    number = scanner.take_number();
  } else if (has_minus) {
    return std::nullopt;
  }
  format.n_per_line = number.value_or(1);
  const std::optional<char> letter = scanner.take_one_of("iedfg");
  if (!letter) return std::nullopt;
  format.kind = letter == 'i' ? FortranFormat::Kind::integer : FortranFormat::Kind::real;
  if (letter == 'e') scanner.take_one_of("sn");
  const std::optional<int> width = scanner.take_number();
  if (!width || *width == 0 || format.n_per_line == 0) return std::nullopt;
  format.width = *width;
  if (scanner.take('.') && !scanner.take_number()) return std::nullopt;
  if (scanner.take('e') && !scanner.take_number()) return std::nullopt;
  if (!scanner.take(')') || !scanner.is_at_end()) return std::nullopt;
  return format;
}

NumberRead read_fortran_number(std::string_view item, const FortranFormat& format) {
  if (format.kind == FortranFormat::Kind::integer) {
    const auto whole = read_integer(item);
    if (!whole) return {0, NumberFault::not_a_number};
    return {static_cast<double>(*whole), NumberFault::none};
  }
  std::array<char, 64> plain;
  std::size_t n = 0;
  bool has_point = false;
  bool has_exponent = false;
  for (std::size_t i = 0; i < item.size(); ++i) {
    if (n + 2 > plain.size()) return {0, NumberFault::not_a_number};
    const char c = lower_case(item[i]);
    const bool opens_exponent = c == 'e' || c == 'd' || (is_sign(c) && i > 0 && !has_exponent);
    if (opens_exponent && has_exponent) return {0, NumberFault::not_a_number};
    if (opens_exponent) plain[n++] = 'e';
    if (c != 'e' && c != 'd') plain[n++] = c;
    has_point = has_point || c == '.';
    has_exponent = has_exponent || opens_exponent;
  }
  const NumberRead read = read_number({plain.data(), n});
  const bool is_plain = has_point && (has_exponent || format.scale == 0);
  if (read.fault == NumberFault::none && !is_plain && read.value != 0) {
    return {0, NumberFault::not_a_number};
  }
  return read;
}

}  // namespace tread::fem
