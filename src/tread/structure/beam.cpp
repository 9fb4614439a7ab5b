#include "tread/structure/beam.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

constexpr double k_rigid = std::numeric_limits<double>::infinity();

bool is_positive(double value) { return value > 0 && std::isfinite(value); }

void check_section(const BeamSection& section) {
  if (!std::isfinite(section.x)) {
    throw ModelError(
        fmt::format("a cross-section lies at x = {} m: give a finite place", section.x));
  }
  const auto refuse = [&](std::string_view what, double value, std::string_view unit,
                          std::string_view remedy) {
    throw ModelError(fmt::format("the {} of the beam must be positive, got {} {} at x = {} m: {}",
                                 what, value, unit, section.x, remedy));
  };
  if (!is_positive(section.bending_stiffness)) {
    refuse("bending stiffness EI", section.bending_stiffness, "N m^2",
           "a beam that resists no bending carries no load");
  }
  if (!is_positive(section.mass_per_length)) {
    refuse("mass per length", section.mass_per_length, "kg/m",
           "give density times area, and what else moves with the beam");
  }
  if (!(section.shear_stiffness > 0)) {
    refuse("shear stiffness", section.shear_stiffness, "N",
           "leave it out for a beam without shear deformation");
  }
  if (!(section.rotary_inertia >= 0 && std::isfinite(section.rotary_inertia))) {
    throw ModelError(
        fmt::format("the rotary inertia of the beam must be finite and not negative, got {} kg m "
                    "at x = {} m: give density times second moment of area, or 0",
                    section.rotary_inertia, section.x));
  }
  if (section.rotary_inertia > 0 && std::isinf(section.shear_stiffness)) {
    throw ModelError(
        fmt::format("the beam has a rotary inertia ({} kg m at x = {} m) but no shear deformation: "
                    "give a shear stiffness, or leave the rotary inertia out",
                    section.rotary_inertia, section.x));
  }
}

void check_sections(const Beam& beam) {
  if (beam.sections.empty()) {
    throw ModelError("the beam has no cross-section: give EI and mass per length");
  }
  for (const BeamSection& section : beam.sections) check_section(section);
  for (std::size_t i = 1; i < beam.sections.size(); ++i) {
    const BeamSection& left = beam.sections[i - 1];
    const BeamSection& right = beam.sections[i];
    if (right.x < left.x) {
      throw ModelError(
          fmt::format("the cross-section at x = {} m comes after the one at {} m: order them from "
                      "left to right",
                      right.x, left.x));
    }
    if (std::isinf(left.shear_stiffness) != std::isinf(right.shear_stiffness)) {
      throw ModelError(fmt::format(
          "the cross-section at x = {} m has a shear stiffness of {} N, its neighbour at {} m of "
          "{} N: give one to all cross-sections or to none",
          right.x, right.shear_stiffness, left.x, left.shear_stiffness));
    }
  }
}

void check_supports(const Beam& beam) {
  std::vector<double> places;
  for (const Support& support : beam.supports) {
    if (!(support.x >= 0 && support.x <= beam.length)) {
      throw ModelError(fmt::format(
          "a support stands at x = {} m, outside the beam of {} m: move it to 0 ... {} m",
          support.x, beam.length, beam.length));
    }
    if (!(support.vertical >= 0) || !(support.rotational >= 0)) {
      throw ModelError(fmt::format(
          "the support at x = {} m has stiffnesses of {} N/m and {} N m/rad: they must not be "
          "negative; 0 is none, infinite is rigid",
          support.x, support.vertical, support.rotational));
    }
    places.push_back(support.x);
  }
  std::sort(places.begin(), places.end());
  const auto twice = std::adjacent_find(places.begin(), places.end());
  if (twice != places.end()) {
    throw ModelError(fmt::format(
        "two supports stand at x = {} m: make them one, with both stiffnesses", *twice));
  }
}

void check_damping(const Damping& damping) {
  if (const auto* modal = std::get_if<ModalDamping>(&damping)) {
    for (const double ratio : modal->ratios) {
      if (ratio >= 0 && std::isfinite(ratio)) continue;
      throw ModelError(fmt::format(
          "a damping ratio must be finite and not negative, got {}: 1 % is 0.01", ratio));
    }
    return;
  }
  const auto& rayleigh = std::get<RayleighDamping>(damping);
  for (const double factor : {rayleigh.mass_factor, rayleigh.stiffness_factor}) {
    if (factor >= 0 && std::isfinite(factor)) continue;
    throw ModelError(fmt::format(
        "Rayleigh damping has the factors {} 1/s (mass) and {} s (stiffness): neither may be "
        "negative, or some motion would grow",
        rayleigh.mass_factor, rayleigh.stiffness_factor));
  }
}

double mix(double left, double right, double s) {
  return left == right ? left : (1 - s) * left + s * right;
}

BeamSection between(const BeamSection& left, const BeamSection& right, double x) {
  const double s = (x - left.x) / (right.x - left.x);
  return {x, mix(left.bending_stiffness, right.bending_stiffness, s),
          mix(left.mass_per_length, right.mass_per_length, s),
          mix(left.shear_stiffness, right.shear_stiffness, s),
          mix(left.rotary_inertia, right.rotary_inertia, s)};
}

Beam uniform_beam(double length, const BeamSection& section, std::vector<Support> supports,
                  const Damping& damping) {
  Beam beam{length, {section}, std::move(supports), damping};
  check(beam);
  return beam;
}

}  // namespace

Support clamped_at(double x) { return {x, k_rigid, k_rigid}; }
Support pinned_at(double x) { return {x, k_rigid, 0}; }

RayleighDamping rayleigh_through(double omega_1, double ratio_1, double omega_2, double ratio_2) {
  if (!is_positive(omega_1) || !is_positive(omega_2) || omega_1 == omega_2) {
    throw ModelError(fmt::format(
        "Rayleigh damping is fixed by two different positive frequencies, got {} and {} rad/s",
        omega_1, omega_2));
  }
  const double stiffness_factor =
      2 * (ratio_2 * omega_2 - ratio_1 * omega_1) / (omega_2 * omega_2 - omega_1 * omega_1);
  const RayleighDamping damping{2 * ratio_1 * omega_1 - stiffness_factor * omega_1 * omega_1,
                                stiffness_factor};
  check_damping(damping);
  return damping;
}

Beam simply_supported_beam(double length, const BeamSection& section, const Damping& damping) {
  return uniform_beam(length, section, {pinned_at(0), pinned_at(length)}, damping);
}

Beam clamped_beam(double length, const BeamSection& section, const Damping& damping) {
  return uniform_beam(length, section, {clamped_at(0), clamped_at(length)}, damping);
}

Beam cantilever(double length, const BeamSection& section, const Damping& damping) {
  return uniform_beam(length, section, {clamped_at(0)}, damping);
}

Beam continuous_beam(const std::vector<double>& spans, const BeamSection& section,
                     const Damping& damping) {
  std::vector<Support> supports{pinned_at(0)};
  double x = 0;
  for (const double span : spans) {
    if (!is_positive(span)) {
      throw ModelError(fmt::format("a span must have a positive length, got {} m", span));
    }
    x += span;
    supports.push_back(pinned_at(x));
  }
  return uniform_beam(x, section, std::move(supports), damping);
}

BeamSection section_at(const Beam& beam, double x) {
  const auto& sections = beam.sections;
  const auto right =
      std::upper_bound(sections.begin(), sections.end(), x,
                       [](double place, const BeamSection& section) { return place < section.x; });
  if (right == sections.begin()) return sections.front();
  if (right != sections.end()) return between(*(right - 1), *right, x);
  // At the end of the beam a jump belongs to what is before it.
  auto last = right - 1;
  if (x >= beam.length && last->x == x) {
    while (last != sections.begin() && last->x == x) --last;
    if (last->x < x) return between(*last, *(last + 1), x);
  }
  return *last;
}

bool is_uniform(const Beam& beam) {
  BeamSection first = beam.sections.front();
  return std::all_of(beam.sections.begin(), beam.sections.end(), [&](const BeamSection& section) {
    first.x = section.x;
    return section == first;
  });
}

void check(const Beam& beam) {
  if (!is_positive(beam.length)) {
    throw ModelError(fmt::format(
        "the length of the beam must be positive, got {} m: give the distance between its ends",
        beam.length));
  }
  check_sections(beam);
  check_supports(beam);
  check_damping(beam.damping);
}

}  // namespace tread::structure
