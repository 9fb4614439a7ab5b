#pragma once

#include <span>
#include <vector>

#include "tread/structure/beam_load.hpp"
#include "tread/structure/beam_modes.hpp"

namespace tread::structure {

/// Bending moments and shear forces that modes left out would add. These modes are fast: they
/// follow the loads as if at rest, and what they add is
///
///   sum of P (influence line at x_P)  -  sum over the modes kept of (modal value) f_i/omega_i^2
///
/// Without it a moment below a load converges as 1/modes, a shear force hardly at all.
/// Channels: the moments at all sections (N m), then the shear forces (N). Signs as in beam.hpp.
/// Beams that vary along their length or are not held have no influence lines here: zero.
class StaticRemainder {
 public:
  /// @pre sections lie on the bridge
  StaticRemainder(const BeamModes& modes, const std::vector<double>& sections);

  std::size_t n_channels() const { return 2 * sections_.size(); }

  /// Adds what a force at x does at rest. @param scratch n_channels values
  void add_force(double x, double force, std::span<double> out, std::span<double> scratch) const;

  /// Adds what a line load does at rest. @param scratch n_channels values
  void add_line(const LineLoad& line, std::span<double> out, std::span<double> scratch) const;

  /// Takes off what the modes kept have of it. @param modal_force f_i
  void subtract_modes(std::span<const double> modal_force, std::span<double> out) const;

  /// What a unit force just before and just after a section does there.
  struct Sides {
    double moment = 0;
    double shear_before = 0;
    double shear_after = 0;
  };
  const Sides& sides(std::size_t section) const { return sides_[section]; }

 private:
  std::vector<double> sections_;  // m
  CubicShapes lines_;             // all channels, between sections and supports
  std::vector<Sides> sides_;      // of each section
  std::vector<double> of_modes_;  // [mode][channel], at unit modal force
};

}  // namespace tread::structure
