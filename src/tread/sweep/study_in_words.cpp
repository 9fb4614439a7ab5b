#include "tread/sweep/study_in_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/result/units.hpp"
#include "tread/study/case_in_words.hpp"
#include "tread/sweep/case_words.hpp"

namespace tread::sweep {
namespace {

std::string number_in_words(double value, const std::string& unit) {
  constexpr int k_digits = 4;
  if (unit == "m/s") return result::format_number(3.6 * value, k_digits) + " km/h";
  return result::format_si(value, unit, k_digits);
}

/// "speed (51 values, 150 km/h to 400 km/h)", "type (HSLM-A1, HSLM-A2)"
std::string variation_in_words(const casefile::StudyVariation& variation) {
  constexpr std::size_t k_most_named = 4;
  const std::string key = words_of_key(variation.key);
  const std::size_t n = variation.labels.size();
  if (variation.numbers.empty()) {
    return n <= k_most_named ? fmt::format("{} ({})", key, fmt::join(variation.labels, ", "))
                             : fmt::format("{} ({} values, {} to {})", key, n,
                                           variation.labels.front(), variation.labels.back());
  }
  const auto [low, high] = std::ranges::minmax(variation.numbers);
  const bool is_drawn = variation.origin == casefile::StudyVariation::Origin::drawn;
  return fmt::format("{} ({} value{}{}, {} to {})", key, n, n == 1 ? "" : "s",
                     is_drawn ? " drawn at random" : "", number_in_words(low, variation.unit),
                     number_in_words(high, variation.unit));
}

}  // namespace

std::string study_in_words(const casefile::StudyFile& study, const casefile::CaseFile& first) {
  std::vector<std::string> varied;
  for (const casefile::StudyVariation& variation : study.variations) {
    varied.push_back(variation_in_words(variation));
  }
  return fmt::format("A study of {} case{}, in which vary: {}. The first case: {}", study.n_cases(),
                     study.n_cases() == 1 ? "" : "s", fmt::join(varied, "; "),
                     study::case_in_words(first, {}));
}

}  // namespace tread::sweep
