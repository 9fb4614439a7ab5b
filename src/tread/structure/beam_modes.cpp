#include "tread/structure/beam_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/classical_modes.hpp"
#include "tread/structure/finite_differences.hpp"
#include "tread/structure/finite_elements.hpp"

namespace tread::structure {
namespace {

double rate_of(const Damping& damping, std::size_t i_mode, double omega) {
  if (const auto* rayleigh = std::get_if<RayleighDamping>(&damping)) {
    return rayleigh->mass_factor + rayleigh->stiffness_factor * omega * omega;
  }
  const auto& ratios = std::get<ModalDamping>(damping).ratios;
  if (ratios.empty()) return 0;
  return 2 * ratios[std::min(i_mode, ratios.size() - 1)] * omega;
}

/// d EI/dx at x, as section_at() interpolates.
double stiffness_slope(const Beam& beam, double x) {
  const auto& sections = beam.sections;
  for (std::size_t i = 1; i < sections.size(); ++i) {
    const BeamSection& left = sections[i - 1];
    const BeamSection& right = sections[i];
    if (x < left.x || x > right.x || right.x == left.x) continue;
    return (right.bending_stiffness - left.bending_stiffness) / (right.x - left.x);
  }
  return 0;
}

void multiply(std::span<double> values, const std::vector<double>& factors) {
  for (std::size_t i = 0; i < factors.size(); ++i) values[i] *= factors[i];
}

template <class T>
void keep_first(std::vector<T>& values, std::size_t n) {
  if (values.size() > n) values.resize(n);
}

void keep_first(SineShapes& shapes, std::size_t n) {
  keep_first(shapes.amplitude, n);
  keep_first(shapes.wave, n);
}

void keep_first(ExponentialShapes& shapes, std::size_t n) {
  keep_first(shapes.wave_number, n);
  for (auto& coefficient : shapes.coefficient) keep_first(coefficient, n);
  shapes.n_rigid = std::min(shapes.n_rigid, static_cast<int>(n));
}

void keep_first(CubicShapes& shapes, std::size_t n) {
  const auto n_before = as_size(shapes.n_modes);
  if (n >= n_before) return;
  std::vector<double> kept;
  for (std::size_t row = 0; row < shapes.coefficient.size() / n_before; ++row) {
    const auto begin = shapes.coefficient.begin() + static_cast<std::ptrdiff_t>(row * n_before);
    kept.insert(kept.end(), begin, begin + static_cast<std::ptrdiff_t>(n));
  }
  shapes.coefficient = std::move(kept);
  shapes.n_modes = static_cast<int>(n);
}

}  // namespace

BeamModes::BeamModes(std::vector<Part> parts) : parts_(std::move(parts)) {
  for (Part& part : parts_) {
    part.start = length_;
    length_ += part.beam.length;
    first_mode_.push_back(n_modes());
    for (std::size_t i = 0; i < part.omega.size(); ++i) {
      omega_.push_back(part.omega[i]);
      damping_rate_.push_back(rate_of(part.beam.damping, i, part.omega[i]));
    }
  }
}

std::vector<double> BeamModes::damping_ratio() const {
  std::vector<double> ratios(omega_.size());
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    ratios[i] = omega_[i] > 0 ? damping_rate_[i] / (2 * omega_[i]) : 0;
  }
  return ratios;
}

std::size_t BeamModes::part_at(double x) const {
  if (!(x >= 0 && x <= length_)) return parts_.size();
  std::size_t i = 0;
  while (i + 1 < parts_.size() && x >= parts_[i + 1].start) ++i;
  return i;
}

ModeRange BeamModes::modes_at(double x) const {
  const std::size_t i = part_at(x);
  if (i == parts_.size()) return {};
  return {first_mode_[i], static_cast<int>(parts_[i].omega.size())};
}

void BeamModes::evaluate(double x, int derivative, std::span<double> out) const {
  assert(out.size() == omega_.size());
  const std::size_t i = part_at(x);
  if (i == parts_.size()) {
    std::fill(out.begin(), out.end(), 0.0);
    return;
  }
  const Part& part = parts_[i];
  const auto first = as_size(first_mode_[i]);
  const std::size_t n = part.omega.size();
  if (parts_.size() > 1) std::fill(out.begin(), out.end(), 0.0);
  const double x_part = std::min(x - part.start, part.beam.length);
  std::visit(
      [&](const auto& shapes) { shapes.evaluate(x_part, derivative, out.subspan(first, n)); },
      part.shapes);
}

void BeamModes::moment(double x, std::span<double> out) const {
  evaluate(x, 2, out);
  const std::size_t i = part_at(x);
  if (i == parts_.size()) return;
  const double stiffness = section_at(parts_[i].beam, x - parts_[i].start).bending_stiffness;
  for (double& value : out) value *= -stiffness;
  multiply(out.subspan(as_size(first_mode_[i])), parts_[i].moment_factor);
}

void BeamModes::shear(double x, std::span<double> out) const {
  evaluate(x, 3, out);
  const std::size_t i = part_at(x);
  if (i == parts_.size()) return;
  const Beam& beam = parts_[i].beam;
  const double x_part = x - parts_[i].start;
  const double stiffness = section_at(beam, x_part).bending_stiffness;
  for (double& value : out) value *= -stiffness;
  multiply(out.subspan(as_size(first_mode_[i])), parts_[i].shear_factor);
  const double slope = stiffness_slope(beam, x_part);
  if (slope == 0) return;
  std::vector<double> second(out.size());
  evaluate(x, 2, second);
  for (std::size_t k = 0; k < out.size(); ++k) out[k] -= slope * second[k];
}

BeamModes BeamModes::first(int n) const {
  std::vector<Part> parts = parts_;
  for (Part& part : parts) {
    keep_first(part.omega, as_size(n));
    keep_first(part.moment_factor, as_size(n));
    keep_first(part.shear_factor, as_size(n));
    std::visit([&](auto& shapes) { keep_first(shapes, as_size(n)); }, part.shapes);
  }
  return BeamModes(std::move(parts));
}

BeamModes beam_modes(const Beam& beam, const ModeOptions& options) {
  check(beam);
  if (options.n_modes < 1) {
    throw ModelError(fmt::format(
        "the number of modes must be at least 1, got {}: without modes the beam cannot move",
        options.n_modes));
  }
  if (options.n_elements < 0) {
    throw ModelError(fmt::format(
        "the number of elements must be positive, or 0 for a choice that fits the modes, got {}",
        options.n_elements));
  }
  switch (options.method) {
    case ModeMethod::finite_elements:
      return finite_element_modes(beam, options);
    case ModeMethod::finite_differences:
      return finite_difference_modes(beam, options);
    case ModeMethod::automatic:
      break;
  }
  if (auto closed = classical_modes(beam, options.n_modes)) return *std::move(closed);
  return finite_element_modes(beam, options);
}

BeamModes in_a_row(std::span<const BeamModes> beams) {
  std::vector<BeamModes::Part> parts;
  for (const BeamModes& beam : beams) {
    parts.insert(parts.end(), beam.parts().begin(), beam.parts().end());
  }
  if (parts.empty()) throw ModelError("a row of beams needs at least one beam, got none");
  return BeamModes(std::move(parts));
}

std::vector<double> end_places(const BeamModes& modes) {
  std::vector<double> places;
  for (const auto& part : modes.parts()) {
    const bool is_last = &part == &modes.parts().back();
    const double end = is_last ? modes.length() : part.start + part.beam.length * (1 - 1e-9);
    places.insert(places.end(), {part.start, end});
  }
  return places;
}

BeamModes equal_spans(const BeamModes& span, int n_spans) {
  if (n_spans < 1) {
    throw ModelError(fmt::format("the number of spans must be at least 1, got {}", n_spans));
  }
  return in_a_row(std::vector<BeamModes>(as_size(n_spans), span));
}

}  // namespace tread::structure
