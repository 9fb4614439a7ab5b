#include "tread/structure/mode_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

using std::numbers::pi;

/// What bounds the modes left out, for a mode number n = m - s.
struct TailBound {
  double bending = 0;  // over n^3
  double shear = 0;    // over n
  int offset = 0;      // s

  double after(double n) const { return bending / (n * n * n) + shear / n; }
};

bool is_held_at(const Beam& beam, double x) {
  return std::any_of(beam.supports.begin(), beam.supports.end(),
                     [&](const Support& s) { return s.x == x && std::isinf(s.vertical); });
}

bool is_clamped_at(const Beam& beam, double x) {
  return std::any_of(beam.supports.begin(), beam.supports.end(), [&](const Support& s) {
    return s.x == x && std::isinf(s.vertical) && s.rotational > 0;
  });
}

TailBound tail_bound(const Beam& beam) {
  check(beam);
  double bending = std::numeric_limits<double>::infinity();
  double shear = bending;
  for (const BeamSection& section : beam.sections) {
    bending = std::min(bending, section.bending_stiffness);
    shear = std::min(shear, section.shear_stiffness);
  }
  const double l2 = beam.length * beam.length;
  TailBound bound;
  bound.bending = l2 * l2 / (3 * std::pow(pi, 4) * bending);
  bound.shear = l2 / (pi * pi * shear);
  for (const double end : {0.0, beam.length}) {
    if (!is_held_at(beam, end)) ++bound.offset;
  }
  return bound;
}

double shape_bound(const Beam& beam) {
  double bound = 2;
  for (const double end : {0.0, beam.length}) {
    if (!is_held_at(beam, end)) {
      bound = 4;
    } else if (is_clamped_at(beam, end)) {
      bound = std::max(bound, 2.6);
    }
  }
  return bound;
}

int smallest_count(const TailBound& bound, double factor, double error, const char* unit) {
  if (!(error > 0 && std::isfinite(error))) {
    throw ModelError(
        fmt::format("the target error must be positive, got {} {}: no number of modes gives none",
                    error, unit));
  }
  constexpr int k_most = 100'000;
  int n = 1;
  while (n < k_most && factor * bound.after(n) > error) n = n < 64 ? n + 1 : n + n / 64;
  if (n >= k_most) {
    throw ModelError(fmt::format("the target error of {} {} needs more than {} modes: ask for less",
                                 error, unit, k_most));
  }
  return n + bound.offset;
}

}  // namespace

int modes_for_point_force(const Beam& beam, double force, double largest_error) {
  const double factor = shape_bound(beam) * std::abs(force) / beam.length;
  return smallest_count(tail_bound(beam), factor, largest_error, "m");
}

int modes_for_pressure(const Beam& beam, double pressure_norm, double l2_error) {
  return smallest_count(tail_bound(beam), std::abs(pressure_norm), l2_error, "m^(3/2)");
}

}  // namespace tread::structure
