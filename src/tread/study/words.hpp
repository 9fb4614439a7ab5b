#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/result/result.hpp"
#include "tread/result/units.hpp"

namespace tread::study {

/// Pieces of the sentences of case_in_words().

/// "80 kN", "460 mm".
inline std::string in_words(double value, std::string_view unit) {
  constexpr int k_digits = 4;
  return result::format_si(value, unit, k_digits);
}

inline std::string speed_in_words(double speed) {
  return result::format_number(3.6 * speed, 4) + " km/h";
}

inline std::string angle_in_words(double angle) {
  return result::format_number(1000 * angle, 4) + " mrad";
}

inline std::string percent(double share) { return result::format_number(100 * share, 3) + " %"; }

/// "1 axle", "32 axles"
template <class Number>
std::string count_of(Number n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

/// "a", "a and b", "a, b and c"
inline std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += i == 0 ? "" : i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

/// What is to be said of an extreme that a run was cut off at: " (the end of the run)", else "".
inline std::string if_at_an_end(double time, const std::vector<double>& times) {
  if (times.empty()) return "";
  if (time <= times.front()) return " (the start of the run)";
  return time >= times.back() ? " (the end of the run)" : "";
}

/// A number of a case; null: it does not tell it.
inline const result::Scalar* find_scalar(const result::CaseResult& one, std::string_view name) {
  const auto found = std::ranges::find(one.scalars, name, &result::Scalar::name);
  return found == one.scalars.end() ? nullptr : &*found;
}

/// The same of the first case of a run.
inline const result::Scalar* find_scalar(const std::vector<result::CaseResult>& results,
                                         std::string_view name) {
  return results.empty() ? nullptr : find_scalar(results.front(), name);
}

/// "steel" where numbers are those of steel, "rigid", else with Young's modulus.
std::string material_in_words(const Material& material);

/// "integrated in time by hht alpha"
std::string scheme_in_words(std::string_view scheme);

std::string in_words(const casefile::ContactCase& contact_case,
                     const std::vector<result::CaseResult>& results);
std::string in_words(const casefile::DropCase& drop);
std::string in_words(const casefile::ImpactCase& impact);
std::string in_words(const casefile::MovingLoadCase& moving_load,
                     const std::vector<result::CaseResult>& results);
std::string in_words(const casefile::TrainBridgeCase& train_bridge,
                     const std::vector<result::CaseResult>& results);
std::string in_words(const casefile::VehicleRunCase& vehicle_run);
std::string in_words(const casefile::WheelsetCase& wheelset);
std::string in_words(const casefile::WheelOnRailCase& wheel);

/// The body that a shape belongs to: "ball of 10 mm radius".
std::string in_words(const Shape& shape);

}  // namespace tread::study
