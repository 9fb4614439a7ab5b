#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "tread/profile/contact_search.hpp"

namespace tread::profile::test {

/// S1002 (UIC 510-2, flange 28 mm high and 32.5 mm thick), mm; s < 0 is the flange side, z grows
/// away from the axle. Sampled for tests of the contact search alone.
inline double s1002_mm(double s) {
  const auto polynomial = [s](std::initializer_list<double> coefficients) {
    double value = 0;
    double power = 1;
    for (const double c : coefficients) {
      value += c * power;
      power *= s;
    }
    return value;
  };
  if (s > 32.15796) return 1.364323640 - 0.066666667 * s;
  if (s > -26) {
    return polynomial({0, -3.358537058e-2, 1.565681624e-3, -2.810427944e-5, 5.844240864e-8,
                       -1.562379023e-8, 5.309217349e-15, -5.957839843e-12, 2.646656573e-13});
  }
  if (s > -35) {
    return -polynomial({4.320221063e3, 1.038384026e3, 1.065501873e2, 6.051367875, 2.054332446e-1,
                        4.169739389e-3, 4.687195829e-5, 2.252755540e-7});
  }
  if (s > -38.426669071) return 16.446 - std::sqrt(13.0 * 13 - std::pow(s + 26.210665, 2));
  if (s > -39.764473993) return -93.576667419 - 2.747477419 * s;
  if (s > -49.662510381) return 8.834924130 + std::sqrt(400 - std::pow(s + 58.558326413, 2));
  if (s > -62.764705882) return 16 + std::sqrt(144 - std::pow(s + 55, 2));
  return 9.519259302 + std::sqrt(20.5 * 20.5 - std::pow(s + 49.5, 2));
}

inline Profile s1002() {
  std::vector<ProfilePoint> points;
  for (double s = -69.75; s <= 60.0; s += 0.25) points.push_back({1e-3 * s, 1e-3 * s1002_mm(s)});
  return {ProfileKind::wheel, "S1002", points};
}

inline Profile cone_wheel(double slope) {
  std::vector<ProfilePoint> points;
  for (int i = -30; i <= 60; ++i) points.push_back({1e-3 * i, -slope * 1e-3 * i});
  return {ProfileKind::wheel, "cone", points};
}

/// UIC60, half head upright: arcs of 300, 80 and 13 mm and sides 1:20, by the angle of the normal.
inline ProfilePoint uic60_upright_mm(double y) {
  const double a = std::abs(y);
  if (a <= 10.5) return {y, 300 - std::sqrt(300.0 * 300 - a * a)};
  if (a <= 25.98802) return {y, 80.13479 - std::sqrt(80.0 * 80 - std::pow(a - 7.7, 2))};
  if (a <= 36.0) return {y, 14.90897 - std::sqrt(13.0 * 13 - std::pow(a - 23.01622, 2))};
  return {y, 14.25978 + 20 * (a - 36)};
}

inline Profile uic60(double inclination) {
  std::vector<double> places;
  for (double y = 0; y < 35.0; y += 0.25) places.push_back(y);
  // Towards the side in equal steps of the angle, then along the side.
  for (double angle = 68; angle < 87; angle += 1) {
    places.push_back(23.01622 + 13 * std::sin(angle * M_PI / 180));
  }
  for (double y = 36.0; y < 36.5; y += 0.025) places.push_back(y);
  std::vector<ProfilePoint> points;
  const double c = std::cos(inclination);
  const double s = std::sin(inclination);
  const auto add = [&](double y) {
    const ProfilePoint upright = uic60_upright_mm(y);
    points.push_back(
        {1e-3 * (c * upright.y + s * upright.z), 1e-3 * (c * upright.z - s * upright.y)});
  };
  std::sort(places.begin(), places.end());
  for (std::size_t i = places.size(); i-- > 1;) add(-places[i]);
  for (const double y : places) add(y);
  // The origin is the highest point: on the arc of 300 mm, right above its centre.
  const double top_y = 1e-3 * 300 * s;
  const double top_z = 1e-3 * 300 * (c - 1);
  for (ProfilePoint& point : points) {
    point.y -= top_y;
    point.z -= top_z;
  }
  return {ProfileKind::rail, "UIC60", points};
}

inline WheelRailPair benchmark_pair() { return {s1002(), uic60(std::atan(1.0 / 40)), {}, {}}; }

}  // namespace tread::profile::test
