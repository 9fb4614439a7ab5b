#include "tread/standards/dynamic_factors.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tread::standards {
namespace {

/// slope / (sqrt(L) - 0.2) + constant within [1, largest]; the largest where the formula has its
/// pole and to the left of it.
double dynamic_factor(double length, double slope, double constant, double largest) {
  assert(length > 0);
  const double root = std::sqrt(length) - 0.2;
  return root <= 0 ? largest : std::clamp(slope / root + constant, 1.0, largest);
}

double perfect_track(double k) { return k < 0.76 ? k / (1 - k + std::pow(k, 4)) : 1.325; }

double of_track_irregularities(double length, double first_frequency, double speed) {
  const double a = std::min(speed / 22, 1.0);
  const double of_short_spans = 56 * std::exp(-std::pow(length / 10, 2));
  const double of_frequency =
      50 * (length * first_frequency / 80 - 1) * std::exp(-std::pow(length / 20, 2));
  return std::max(a / 100 * (of_short_spans + of_frequency), 0.0);
}

}  // namespace

double phi_2(double length) { return dynamic_factor(length, 1.44, 0.82, 1.67); }

double phi_3(double length) { return dynamic_factor(length, 2.16, 0.73, 2.0); }

RealTrainFactors real_train_factors(double length, double first_frequency, double speed) {
  assert(length > 0 && first_frequency > 0 && speed >= 0);
  const double k = speed / (2 * length * first_frequency);
  return {k, perfect_track(k), of_track_irregularities(length, first_frequency, speed)};
}

double real_train_factor(const RealTrainFactors& factors, Maintenance maintenance) {
  const double share = maintenance == Maintenance::careful ? 0.5 : 1;
  return 1 + factors.perfect_track + share * factors.of_track_irregularities;
}

}  // namespace tread::standards
