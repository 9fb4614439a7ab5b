#pragma once

#include <span>
#include <vector>

#include "tread/structure/beam_load.hpp"
#include "tread/structure/beam_modes.hpp"
#include "tread/structure/meeting_trains.hpp"

namespace tread::structure {

/// What modes left out would add to bending moments, shear forces and, where the beam deforms in
/// shear, to deflections and slopes. These modes are fast: they follow the loads as if at rest, and
/// what they add is
///
///   sum of P (influence line at x_P)  -  sum over the modes kept of (modal value) f_i/omega_i^2
///
/// Without it a moment below a load converges as 1/modes, a shear force hardly at all. So do the
/// deflection in shear and its slope; deflections in bending converge as 1/modes^3 and are left as
/// they are.
/// Channels: the moments at all sections (N m), the shear forces (N), the deflections (m), then the
/// slopes at all slope places (rad). Signs as in beam.hpp.
/// Beams that vary along their length or are not held have no influence lines here: zero.
class StaticRemainder {
 public:
  /// @pre sections and slope places lie on the bridge
  StaticRemainder(const BeamModes& modes, const std::vector<double>& sections,
                  const std::vector<double>& slope_places = {});

  std::size_t n_channels() const { return 3 * sections_.size() + n_slopes_; }
  std::size_t moment_channel(std::size_t section) const { return section; }
  std::size_t shear_channel(std::size_t section) const { return sections_.size() + section; }
  std::size_t deflection_channel(std::size_t section) const {
    return 2 * sections_.size() + section;
  }
  std::size_t slope_channel(std::size_t place) const { return 3 * sections_.size() + place; }

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
  std::size_t n_slopes_ = 0;
  CubicShapes lines_;             // all channels, between sections and supports
  std::vector<Sides> sides_;      // of each section
  std::vector<double> of_modes_;  // [mode][channel], at unit modal force
};

/// The same under loads on their way, at one instant after another.
class RunningRemainder {
 public:
  /// @pre sections and slope places lie on the bridge
  RunningRemainder(const BeamModes& modes, const std::vector<double>& sections,
                   const std::vector<double>& slope_places)
      : length_(modes.length()),
        lines_(modes, sections, slope_places),
        values_(lines_.n_channels()),
        scratch_(values_.size()) {}

  /// @param front of the first train, m; @param modal_force f_i of the modes kept
  void update(const std::vector<RunningLoad>& loads, double front,
              std::span<const double> modal_force);

  double moment(std::size_t section) const { return values_[lines_.moment_channel(section)]; }
  double shear(std::size_t section) const { return values_[lines_.shear_channel(section)]; }
  double deflection(std::size_t section) const {
    return values_[lines_.deflection_channel(section)];
  }
  double slope(std::size_t place) const { return values_[lines_.slope_channel(place)]; }

 private:
  double length_;
  StaticRemainder lines_;
  std::vector<double> values_;
  std::vector<double> scratch_;
};

}  // namespace tread::structure
