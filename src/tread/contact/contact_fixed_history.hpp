#pragma once

#include <optional>
#include <vector>

#include "tread/contact/heading.hpp"
#include "tread/contact/rolling_contact.hpp"
#include "tread/contact/rolling_fields.hpp"
#include "tread/contact/tangential_displacement.hpp"
#include "tread/core/thread_team.hpp"
#include "tread/halfspace/shifted_operator.hpp"

namespace tread::contact {

/// What a step left behind, seen by the next when the grid moves with the contact: the particles
/// that are at a cell centre x now were at x + dq then, dq the way of the step.
///
///   exact          u'(x) = Σ A(x + dq - x_J) p'_J, at any dq
///   interpolated   u'(x) = (1 - θ) (A p')(x) + θ (A p')(x + d*), d* one cell, θ = dq/d* <= 1
///
/// Equations (9) and (16) of the wiggles paper. Whether particles stuck is told by the cell they
/// were in; friction coefficients are interpolated linearly.
class ContactFixedHistory {
 public:
  /// To be called first. Plans and kernels are kept from one grid and pair of bodies to the next,
  /// where they fit.
  void set_up(const Grid& grid, const TangentialDisplacement::Bodies& bodies,
              double friction_at_rest) {
    grid_ = grid;
    bodies_ = bodies;
    friction_at_rest_ = friction_at_rest;
  }

  void standing(const RollingState::Snapshot& before, History& history, ThreadTeam& team);
  void exact(const RollingState& before, double length, const Heading& heading, History& history,
             ThreadTeam& team);
  /// @pre length at most heading.cell, but for rounding. Off the axes a cell's way ends between two
  /// cells and is itself interpolated.
  void interpolated(const RollingState& before, double length, const Heading& heading,
                    History& history, ThreadTeam& team);

 private:
  void move_states(const RollingState& before, double length, const Heading& heading,
                   History& history) const;
  void move_coefficients(const std::vector<double>& before, double by_x, double by_y,
                         std::vector<double>& coefficients) const;

  Grid grid_;
  TangentialDisplacement::Bodies bodies_;
  double friction_at_rest_ = 0;
  TangentialDisplacement displacement_;
  std::optional<halfspace::ShiftedOperator> shifted_;
  // a grid with room for where the particles were
  VectorField<double> wide_traction_;
  std::vector<double> wide_pressure_;
  VectorField<double> wide_displacement_;
};

}  // namespace tread::contact
