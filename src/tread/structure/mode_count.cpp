#include "tread/structure/mode_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"
#include "tread/structure/classical_modes.hpp"

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

/// Modes of lowest frequency among which the first n half waves are. For a simply supported beam at
/// most one too many.
int with_second_frequencies(const Beam& beam, int n) {
  const BeamSection& section = beam.sections.front();
  if (section.rotary_inertia == 0 || std::isinf(section.shear_stiffness)) return n;
  const auto frequencies = [&](int wave) {
    return wave_frequencies(section, wave * pi / beam.length);
  };
  const double highest = frequencies(n).front();
  int n_second = 0;
  while (n_second < n && frequencies(n_second).back() <= highest) ++n_second;
  return n + n_second;
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
  return with_second_frequencies(beam,
                                 smallest_count(tail_bound(beam), factor, largest_error, "m"));
}

int modes_for_span(const Beam& beam, double longest_span, const LeftOut& left_out) {
  const double factor = shape_bound(beam) / beam.length;
  const double deflection = span_deflection(beam, longest_span);
  const TailBound both = tail_bound(beam);
  TailBound bending = both;
  bending.shear = 0;
  TailBound shear = both;
  shear.bending = 0;
  return with_second_frequencies(
      beam, std::max(smallest_count(bending, factor, left_out.bending * deflection, "m/N"),
                     smallest_count(shear, factor, left_out.shear * deflection, "m/N")));
}

double span_deflection(const Beam& beam, double span) {
  const BeamSection& section = beam.sections.front();
  return std::pow(span, 3) / (48 * section.bending_stiffness) +
         span / (4 * section.shear_stiffness);
}

int modes_for_pressure(const Beam& beam, double pressure_norm, double l2_error) {
  return with_second_frequencies(
      beam, smallest_count(tail_bound(beam), std::abs(pressure_norm), l2_error, "m^(3/2)"));
}

}  // namespace tread::structure
