#pragma once

#include <string>
#include <string_view>

namespace tread::fem {

/// The text of a file that another program wrote, read from its beginning, and what to call it in
/// messages. Reading stops at the first thing that is wrong: a hundred problems of a file that no
/// human wrote help nobody.
class TextSource {
 public:
  TextSource(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  std::string_view rest() const { return text_.substr(position_); }
  std::size_t position() const { return position_; }
  bool is_at_end() const { return position_ == text_.size(); }

  /// Without line feed and carriage return; throws CaseError, as if the file were cut off, if
  /// there is none.
  std::string_view next_line(std::string_view what);
  /// Up to the next blank or end of line, wherever it stands; empty at the end of the text.
  std::string_view next_word();
  /// Moves on; line feeds among the bytes count as lines.
  std::string_view next_bytes(std::size_t n);

  int line() const { return line_; }  // of what was read last, from 1

  /// Throws CaseError at the line that was read last, or about the file as a whole.
  [[noreturn]] void refuse(std::string reason, std::string value = "", std::string hint = "") const;
  [[noreturn]] void refuse_file(std::string reason, std::string value = "",
                                std::string hint = "") const;
  [[noreturn]] void refuse_end(std::string_view what) const;

  /// The number an item stands for; `what` opens the message if it is none.
  double number(std::string_view item, std::string_view what) const;
  /// Of a whole number between least and most.
  long long integer(std::string_view item, std::string_view what, long long least,
                    long long most) const;

  /// A count that a file announces: what it counts takes at least bytes_each of the rest of the
  /// file. Nothing may be allocated for counts that were not looked at.
  void check_count(long long count, std::size_t bytes_each, std::string_view what) const;

 private:
  std::string_view text_;
  std::string name_;
  std::size_t position_ = 0;
  int line_ = 0;
  bool line_is_open_ = false;  // something of it was read, not yet its end
};

/// The words of a line, at most as many as there are places; n counts all.
template <std::size_t n_places>
struct Words {
  std::string_view at[n_places];
  std::size_t n = 0;
};

template <std::size_t n_places>
Words<n_places> words_of(std::string_view line) {
  Words<n_places> words;
  const char* place = line.data();
  const char* const end = place + line.size();
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (true) {
    while (place != end && is_blank(*place)) ++place;
    if (place == end) return words;
    const char* const begin = place;
    while (place != end && !is_blank(*place)) ++place;
    if (words.n < n_places) {
      words.at[words.n] = {begin, static_cast<std::size_t>(place - begin)};
    }
    ++words.n;
  }
}

}  // namespace tread::fem
