#include "tread/standards/bridge_dynamics.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tread::standards {
namespace {

constexpr double k_percent = 0.01;

}  // namespace

std::optional<FrequencyBand> usual_frequencies(double span) {
  if (!(span >= 4 && span <= 100)) return std::nullopt;
  const double lower = span <= 20 ? 80 / span : 23.58 * std::pow(span, -0.592);
  return FrequencyBand{lower, 94.76 * std::pow(span, -0.748)};
}

double frequency_of_deflection(double deflection) {
  assert(deflection > 0);
  return 17.75 / std::sqrt(1e3 * deflection);
}

double structural_damping(BridgeKind kind, double span) {
  const double shorter = std::max(20 - span, 0.0);
  switch (kind) {
    case BridgeKind::steel_or_composite:
      return k_percent * (0.5 + 0.125 * shorter);
    case BridgeKind::prestressed_concrete:
      return k_percent * (1.0 + 0.07 * shorter);
    case BridgeKind::reinforced_concrete:
      return k_percent * (1.5 + 0.07 * shorter);
  }
  assert(false);
  return 0;
}

double additional_damping(double span) {
  assert(span > 0);
  if (span >= 30) return 0;
  const double l = span;
  const double above = 0.0187 * l - 0.00064 * l * l;
  const double below = 1 - 0.0441 * l - 0.0044 * l * l + 0.000255 * l * l * l;
  return k_percent * std::max(above / below, 0.0);  // the formula is below zero from 29.2 m on
}

double deck_acceleration_frequency(double first_frequency, std::optional<double> third_frequency) {
  return std::max({k_least_deck_frequency, 1.5 * first_frequency, third_frequency.value_or(0)});
}

double deck_acceleration_frequency(std::span<const double> frequencies) {
  if (frequencies.empty()) return k_least_deck_frequency;
  return deck_acceleration_frequency(
      frequencies.front(), frequencies.size() < 3 ? std::nullopt : std::optional(frequencies[2]));
}

}  // namespace tread::standards
