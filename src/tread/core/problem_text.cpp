#include "tread/core/problem_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace tread {
namespace {

bool is_continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Bytes of the printable character text begins with; 0: a control character or no UTF-8.
std::size_t printable_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7F ? 1 : 0;
  const std::size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                             : (lead & 0xF0U) == 0xE0      ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
  if (length == 0 || text.size() < length) return 0;
  const bool is_complete =
      std::all_of(text.begin() + 1, text.begin() + static_cast<long>(length), is_continuation_byte);
  return is_complete ? length : 0;
}

}  // namespace

void ProblemList::add(Problem problem) {
  ++n_found_;
  if (listed_.size() < k_max_listed) listed_.push_back(std::move(problem));
}

void ProblemList::add(const CaseError& error) {
  for (const Problem& problem : error.problems()) add(problem);
}

void ProblemList::throw_all(const std::string& main_file, Rest rest) const {
  std::vector<Problem> sorted = listed_;
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Problem& a, const Problem& b) {
    const bool a_elsewhere = a.file != main_file;
    const bool b_elsewhere = b.file != main_file;
    return a_elsewhere != b_elsewhere ? b_elsewhere : a.line < b.line;
  });
  if (rest == Rest::unread && is_full()) {
    sorted.push_back({main_file, 0, "",
                      fmt::format("{} problems: the rest was not read", listed_.size()), "", ""});
  } else if (n_found_ > listed_.size()) {
    sorted.push_back(
        {main_file, 0, "",
         fmt::format("{} problems in all, {} of them listed", n_found_, listed_.size()), "", ""});
  }
  throw CaseError(std::move(sorted));
}

std::string one_line(std::string_view text, std::size_t max_bytes) {
  std::string line;
  while (!text.empty()) {
    const std::size_t length = printable_length(text);
    if (line.size() + std::max<std::size_t>(length, 1) > max_bytes) return line + "...";
    if (length == 0) {
      line += fmt::format("\\x{:02X}", static_cast<unsigned char>(text.front()));
    } else {
      line += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return line;
}

std::string quoted(std::string_view text) { return '"' + one_line(text) + '"'; }

std::string number_text(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::string either(std::span<const std::string> words) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  return fmt::format("{} or {}", fmt::join(words.first(words.size() - 1), ", "), words.back());
}

}  // namespace tread
