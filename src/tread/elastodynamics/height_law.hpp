#pragma once

#include <memory>
#include <vector>

#include "tread/contact/normal.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/elastodynamics/semi_discrete.hpp"

namespace tread::elastodynamics {

/// Pressure below a cylinder as a function of its depth delta = -z_c alone, whatever the surface
/// does: the boundary condition of thesis section 7.1.2. All forces per metre of length.
///
///   hertz_thesis  p0 = (2/pi) E* sqrt(delta/R), a² = R² - (R - delta)², and on the cylinder the
///                 sphere's force 4/3 E* sqrt(R) delta^(3/2): (7.4)-(7.6), with x²/a² under the
///                 root of (7.5). Surface and cylinder do not receive the same force.
///   hertz_line    a² = R delta, p0 = E* a/(2 R), F = pi/4 E* delta: Hertz' line contact with the
///                 depth that listing A.3 assumes
///   grid_solver   line contact of a half-plane on the surface points, displacements counted from a
///                 point at the datum distance (contact/normal.hpp)
enum class HeightLaw { hertz_thesis, hertz_line, grid_solver };

/// What a height law says for one depth.
struct HeightLoad {
  SolveStatus status = SolveStatus::converged;
  double force_on_cylinder = 0;  // N/m, up
  double stiffness = 0;          // dF/d(delta), N/m²
  Vector surface_force;          // q, N/m, down
};

class HeightPressure {
 public:
  /// @param datum_distance for grid_solver, m
  HeightPressure(HeightLaw law, double radius, const Material& ground,
                 const std::vector<double>& surface_x, double surface_length,
                 double datum_distance);

  HeightLoad at(double depth);

 private:
  HeightLoad hertz(double depth) const;
  HeightLoad solved(double depth);

  HeightLaw law_;
  double radius_;
  double modulus_;  // E*, Pa
  std::vector<double> x_;
  double length_;
  contact::NormalProblem problem_;
  contact::NormalWorkspace workspace_;
  contact::NormalSolution solution_;
};

}  // namespace tread::elastodynamics
