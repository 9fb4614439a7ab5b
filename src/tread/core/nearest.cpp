#include "tread/core/nearest.hpp"

#include <algorithm>
#include <vector>

#include "tread/core/letters.hpp"

namespace tread {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_before(b.size() + 1);
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) before[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool is_same = lower_case(a[i - 1]) == lower_case(b[j - 1]);
      now[j] = std::min({before[j] + 1, now[j - 1] + 1, before[j - 1] + (is_same ? 0 : 1)});
      const bool is_swap = i > 1 && j > 1 && lower_case(a[i - 1]) == lower_case(b[j - 2]) &&
                           lower_case(a[i - 2]) == lower_case(b[j - 1]);
      if (is_swap) now[j] = std::min(now[j], two_before[j - 2] + 1);
    }
    std::swap(two_before, before);
    std::swap(before, now);
  }
  return before[b.size()];
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string> known) {
  return nearest(word, known, std::max<std::size_t>(1, word.size() / 3));
}

std::string nearest(std::string_view word, std::span<const std::string> known,
                    std::size_t max_edits) {
  std::string best;
  std::size_t best_distance = max_edits + 1;
  for (const std::string& candidate : known) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    const std::size_t shorter = std::min(word.size(), candidate.size());
    if (longer - shorter >= best_distance) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace tread
