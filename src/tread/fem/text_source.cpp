#include "tread/fem/text_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tread/core/errors.hpp"
#include "tread/core/problem_text.hpp"
#include "tread/core/read_number.hpp"

namespace tread::fem {
namespace {

bool is_white(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

std::string_view TextSource::next_line(std::string_view what) {
  if (is_at_end()) refuse_end(what);
  if (!line_is_open_) ++line_;
  line_is_open_ = false;
  const std::size_t end = std::min(text_.find('\n', position_), text_.size());
  std::string_view line = text_.substr(position_, end - position_);
  position_ = std::min(end + 1, text_.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view TextSource::next_word() {
  while (!is_at_end() && is_white(text_[position_])) {
    if (!line_is_open_) ++line_;
    line_is_open_ = text_[position_] != '\n';
    ++position_;
  }
  if (is_at_end()) return {};
  if (!line_is_open_) ++line_;
  line_is_open_ = true;
  const std::size_t begin = position_;
  while (!is_at_end() && !is_white(text_[position_])) ++position_;
  return text_.substr(begin, position_ - begin);
}

std::string_view TextSource::next_bytes(std::size_t n) {
  const std::string_view bytes = text_.substr(position_, n);
  if (bytes.empty()) return bytes;
  if (!line_is_open_) ++line_;
  line_ += static_cast<int>(std::count(bytes.begin(), bytes.end() - 1, '\n'));
  line_is_open_ = bytes.back() != '\n';
  position_ += bytes.size();
  return bytes;
}

void TextSource::refuse(std::string reason, std::string value, std::string hint) const {
  throw CaseError(Problem{name_, line_, "", std::move(reason), std::move(value), std::move(hint)});
}

void TextSource::refuse_file(std::string reason, std::string value, std::string hint) const {
  throw CaseError(Problem{name_, 0, "", std::move(reason), std::move(value), std::move(hint)});
}

void TextSource::refuse_end(std::string_view what) const {
  if (text_.empty()) refuse_file("is empty");
  refuse(fmt::format("the file ends where {} should be", what), "",
         "was it written or copied completely?");
}

double TextSource::number(std::string_view item, std::string_view what) const {
  const NumberRead read = read_number(item);
  if (read.fault == NumberFault::none) return read.value;
  if (item.empty() && is_at_end()) refuse_end(what);
  refuse(fmt::format("{} {}", what, wanted(read.fault)), shown(read.fault, item));
}

long long TextSource::integer(std::string_view item, std::string_view what, long long least,
                              long long most) const {
  const auto value = read_integer(item);
  if (value && *value >= least && *value <= most) return *value;
  if (item.empty() && is_at_end()) refuse_end(what);
  const std::string range = value && most < std::numeric_limits<long long>::max()
                                ? fmt::format(" from {} to {}", least, most)
                                : fmt::format(" >= {}", least);
  refuse(fmt::format("{} must be a whole number{}", what, range),
         value ? one_line(item) : quoted(item));
}

void TextSource::check_count(long long count, std::size_t bytes_each, std::string_view what) const {
  const std::size_t left = text_.size() - position_;
  // the last line may lack its line feed
  if (static_cast<unsigned long long>(count) <= (left + 1) / bytes_each) return;
  refuse(fmt::format("announces more {} than the {} bytes after it can hold", what, left),
         fmt::format("{}", count), "was the file written or copied completely?");
}

}  // namespace tread::fem
