#include "tread/study/low_pass.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace tread::study {
namespace {

constexpr int k_order = 4;
constexpr double k_periods_ahead = 6;  // of the cut: what the filter remembers

/// Two poles and two zeros; states of the transposed direct form.
struct Section {
  double b0 = 0, b1 = 0, b2 = 0, a1 = 0, a2 = 0;

  /// In place, as if the first value had been there for ever.
  void run(std::vector<double>& values) const {
    const double first = values.front();  // the gain at rest is one
    double s1 = first * (1 - b0);
    double s2 = first * (b2 - a2);
    for (double& value : values) {
      const double x = value;
      value = b0 * x + s1;
      s1 = b1 * x - a1 * value + s2;
      s2 = b2 * x - a2 * value;
    }
  }
};

/// By the bilinear transform, the frequency prewarped.
std::array<Section, k_order / 2> butterworth(double interval, double corner) {
  const double k = std::tan(std::numbers::pi * corner * interval);
  std::array<Section, k_order / 2> sections;
  for (int i = 0; i < k_order / 2; ++i) {
    const double damping = 2 * std::sin(std::numbers::pi * (2 * i + 1) / (2.0 * k_order));
    const double norm = 1 / (1 + damping * k + k * k);
    Section& section = sections[static_cast<std::size_t>(i)];
    section = {k * k * norm, 2 * k * k * norm, k * k * norm, 2 * (k * k - 1) * norm,
               (1 - damping * k + k * k) * norm};
  }
  return sections;
}

}  // namespace

std::vector<double> low_passed(std::span<const double> values, double interval, double cut) {
  // twice through the filter: its own corner lies higher
  const double corner = cut * std::pow(std::numbers::sqrt2 - 1, -1.0 / (2 * k_order));
  if (values.size() < 2 || corner * interval >= 0.5) return {values.begin(), values.end()};
  const auto n_ahead = std::min(
      values.size() - 1, static_cast<std::size_t>(std::ceil(k_periods_ahead / (cut * interval))));
  std::vector<double> all;
  all.reserve(values.size() + 2 * n_ahead);
  for (std::size_t i = n_ahead; i > 0; --i) all.push_back(values[i]);
  all.insert(all.end(), values.begin(), values.end());
  for (std::size_t i = 1; i <= n_ahead; ++i) {
    all.push_back(values[values.size() - 1 - i]);
  }
  for (const Section& section : butterworth(interval, corner)) {
    for (int direction = 0; direction < 2; ++direction) {
      section.run(all);
      std::ranges::reverse(all);
    }
  }
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(n_ahead);
  return {begin, begin + static_cast<std::ptrdiff_t>(values.size())};
}

}  // namespace tread::study
