#include "tread/structure/critical_speeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/structure/moving_loads.hpp"

namespace tread::structure {
namespace {

constexpr double k_same = 1e-9;

void add_speeds_of(const BeamModes::Part& part, const std::string& whose, const AxleTrain& train,
                   double frequency_limit, int n_divisors, std::vector<CriticalSpeed>& speeds) {
  int mode = 0;
  for (const double omega : part.omega) {
    if (omega == 0) continue;
    ++mode;
    if (mode == 1) {
      if (const std::optional<double> length = half_wave(part.beam)) {
        speeds.push_back({omega * *length / std::numbers::pi, mode, 0, 0,
                          fmt::format("single force, mode {}{}", mode, whose)});
      }
    }
    const double frequency = omega / (2 * std::numbers::pi);
    if (frequency > frequency_limit * (1 + k_same)) break;
    for (const double pitch : train.pitches) {
      for (int i = 1; i <= n_divisors; ++i) {
        speeds.push_back({frequency * pitch / i, mode, i, pitch,
                          fmt::format("n{} D/{}, D = {:g} m{}", mode, i, pitch, whose)});
      }
    }
  }
}

}  // namespace

std::optional<double> half_wave(const Beam& beam) {
  if (!is_uniform(beam) || beam.supports.size() < 2) return std::nullopt;
  std::vector<double> places;
  for (const Support& support : beam.supports) {
    if (!std::isinf(support.vertical) || support.rotational != 0) return std::nullopt;
    places.push_back(support.x);
  }
  std::ranges::sort(places);
  const double span = beam.length / static_cast<double>(places.size() - 1);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (std::abs(places[i] - static_cast<double>(i) * span) > k_same * beam.length) {
      return std::nullopt;
    }
  }
  return span;
}

std::vector<CriticalSpeed> critical_speeds(const BeamModes& modes, const AxleTrain& train,
                                           double frequency_limit, int n_divisors) {
  if (frequency_limit == 0) frequency_limit = deck_frequency(modes);
  std::vector<CriticalSpeed> speeds;
  std::vector<const BeamModes::Part*> different;
  for (const BeamModes::Part& part : modes.parts()) {
    const auto is_alike = [&](const BeamModes::Part* other) { return other->omega == part.omega; };
    if (std::ranges::any_of(different, is_alike)) continue;
    different.push_back(&part);
    const bool is_first = different.size() == 1;
    add_speeds_of(part, is_first ? "" : fmt::format(", beam at {:g} m", part.start), train,
                  frequency_limit, n_divisors, speeds);
  }
  std::ranges::stable_sort(speeds, {}, &CriticalSpeed::speed);
  return speeds;
}

}  // namespace tread::structure
