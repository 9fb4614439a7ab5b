#pragma once

#include <array>
#include <memory>
#include <vector>

#include "tread/contact/vector_field.hpp"
#include "tread/core/grid.hpp"
#include "tread/core/material.hpp"
#include "tread/core/thread_team.hpp"
#include "tread/halfspace/surface_operator.hpp"

namespace tread::contact {

/// What tractions do to the gap and pressures to the tangential displacement, in bodies of unlike
/// material: u_z = A_zx p_x + A_zy p_y,  u_x = A_xz p_z,  u_y = A_yz p_z.
class Coupling {
 public:
  Coupling(const Grid& grid, const Compliance& compliance, double line_datum);

  bool fits(const Grid& grid, const Compliance& compliance, double line_datum) const;

  void lift(const VectorField<double>& traction, std::vector<double>& displacement,
            ThreadTeam& team);

  /// The displacement by a pressure, kept also on the cells just beyond the grid.
  void shear(const std::vector<double>& pressure, VectorField<double>& displacement,
             ThreadTeam& team);

  /// Subtracts from w the displacement of the last `shear` at the place `step` cells ahead: one
  /// cell along an axis, up to one along the other, linearly between.
  void subtract_moved(VectorField<double>& w, const std::array<double, 2>& step) const;

 private:
  Grid grid_;
  Grid wide_;  // one cell more on every side (of a single row: along it only)
  Compliance compliance_;
  double line_datum_;
  std::vector<halfspace::SurfaceOperator> along_x_;  // zx, xz
  std::vector<halfspace::SurfaceOperator> along_y_;  // zy, yz; none for a strip
  std::vector<double> source_;
  std::vector<double> result_;
  VectorField<double> sheared_;
};

}  // namespace tread::contact
