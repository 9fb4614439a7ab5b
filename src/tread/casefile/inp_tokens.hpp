#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tread::casefile {

/// The words of a CONTACT .inp file, line by line.
///
/// Words are separated by blanks, tabs, commas and '='; a word in single quotes, which are part of
/// it, may hold them; '%' starts a comment that runs to the end
/// of its line; lines end with LF, CR LF or CR and may be of any length (CONTACT cuts them at 256
/// characters). The text must outlive the words.
struct InpWord {
  std::string_view text;
  int line = 0;  // 1-based
};

class InpWords {
 public:
  explicit InpWords(std::string_view text);

  /// Goes to the next line that has a word on it, leaving the rest of the present one; false at the
  /// end of the file.
  bool next_line();

  /// The next word of the present line, or nothing. Before the first next_line() there is no
  /// present line.
  std::optional<InpWord> next_word();

  int line() const { return line_; }  // number of the present line
  std::size_t bytes_left() const { return text_.size() - next_; }

 private:
  std::string_view text_;
  std::string_view rest_;  // what has not been read of the present line
  std::size_t next_ = 0;   // where the line after the present one starts
  int line_ = 0;
};

/// What is wrong with a word that should be a number.
enum class NumberFault {
  none,
  text,        // no number at all
  not_finite,  // NaN or infinity
  out_of_range,
  not_whole,  // a real number where a whole one is due
};

template <class Number>
struct NumberRead {
  Number value = 0;
  NumberFault fault = NumberFault::none;
};

/// A real number in any form Fortran reads: 1, +3, .5, 5., 1e-3, 1.0D+02, 1.5-3 (an exponent
/// without letter).
NumberRead<double> read_real(std::string_view word);

/// An angle in rad: a real number, with an r behind it or not, or in degrees with a d (180d,
/// 180.d).
NumberRead<double> read_angle(std::string_view word);

/// A whole number that fits an int.
NumberRead<int> read_whole(std::string_view word);

/// Whether the word has a typographic minus sign (U+2212) or a dash (U+2013); both are read as '-'.
bool has_typographic_minus(std::string_view word);

/// The word as it can be shown in a message: of limited length, printable, typographic signs as
/// '-'.
std::string shown(std::string_view word);

}  // namespace tread::casefile
