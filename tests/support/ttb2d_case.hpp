#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "support/line_rows.hpp"
#include "tread/fem/track.hpp"
#include "tread/structure/finite_elements.hpp"

namespace tread::test {

/// The default example of the open program TTB-2D (D. Cantero): rail of 165.6 m with sleepers from
/// end to end, three layers on the ground, ballast lumped on a deck of 50.1 m.
namespace manchester {

inline constexpr double k_deck_start = 51.6;        // m
inline constexpr double k_wheel_load = 109092.105;  // N, (32000 + 2 2615 + 4 1813) 9.81 / 4
inline constexpr std::array k_wheels{0.0, 2.56, 19.0, 21.56};  // m behind the first
inline constexpr double k_start = 27.6;                        // m, the first wheel at t = 0
inline constexpr double k_step = 33.333333333333336 * 0.00099999988921965;  // m of a time step
inline constexpr int k_n_steps = 3961;

inline structure::RayleighDamping damping(double ratio) {
  // At the first two frequencies of the bare deck.
  return structure::rayleigh_through(2 * M_PI * 3.192365, ratio, 2 * M_PI * 12.76946, ratio);
}

inline structure::ElasticStructure deck() {
  return structure::elastic_structure(
      structure::simply_supported_beam(50.1, {0, 35e9 * 51.3, 69000}, damping(0.01)), 167);
}

inline fem::Track track() {
  fem::Track track;
  track.length = 165.6;
  track.element_length = 0.3;
  track.sleeper_spacing = 0.6;
  track.rail = {205.9e9 * 6.434e-05, 121.28, std::numeric_limits<double>::infinity(),
                damping(0.001)};
  track.pads = {65e6, 75e3};
  track.sleeper_mass = 251;
  track.ballast = {137.75e6, 58.8e3};
  track.ballast_mass = 531.4;
  track.subballast = {77.5e6, 31.15e3};
  track.lump_spacing = 0.3;
  return track;
}

/// Deflection of the middle of the deck as TTB-2D prints it: at 25 m, half of the length that was
/// asked for, linear between the nodes at 24.9 and 25.2 m.
inline Eigen::VectorXd middle_of_deck(int n_dofs) {
  const structure::LoadLine line = deck().line;
  return 2.0 / 3 * line_row(line, 24.9, n_dofs) + 1.0 / 3 * line_row(line, 25.2, n_dofs);
}

}  // namespace manchester

}  // namespace tread::test
