#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "tread/core/grid.hpp"
#include "tread/core/material.hpp"
#include "tread/core/shape.hpp"
#include "tread/core/stress_tensor.hpp"
#include "tread/core/thread_team.hpp"
#include "tread/halfspace/convolution.hpp"

namespace tread::halfspace {

/// Displacement and stress inside an elastic half-space under piecewise constant surface tractions,
/// in closed form.
///
/// The body fills z >= 0, its surface is z = 0, z points into it. A traction t acts ON the body:
/// t_z > 0 presses in, t_x and t_y drag it along +x and +y. Displacements are in m and vanish far
/// away; stresses are in Pa and positive in tension. On the surface therefore
///
///   sigma_zz = -t_z     sigma_xz = -t_x     sigma_yz = -t_y                              (1)
///
/// With the potentials phi0, phi1, phi2 of the loaded area (potentials.hpp), subscripts for
/// derivatives and k = 1 - 2 nu, a pressure t_z = p gives
///
///   4 pi G u_x    = p [-k phi1_x - z phi0_x]
///   4 pi G u_y    = p [-k phi1_y - z phi0_y]
///   4 pi G u_z    = p [2 (1 - nu) phi0 - z phi0_z]
///   2 pi sigma_xx = p [2 nu phi0_z - k phi1_xx - z phi0_xx]
///   2 pi sigma_yy = p [2 nu phi0_z - k phi1_yy - z phi0_yy]
///   2 pi sigma_zz = p [phi0_z - z phi0_zz]
///   2 pi sigma_xy = p [-k phi1_xy - z phi0_xy]
///   2 pi sigma_xz = -p z phi0_xz
///   2 pi sigma_yz = -p z phi0_yz                                                           (2)
///
/// and a traction t_x = q (t_y: exchange x and y)
///
///   4 pi G u_x    = q [2 phi0 + 2 nu phi2_xx - z phi1_xx]
///   4 pi G u_y    = q [2 nu phi2_xy - z phi1_xy]
///   4 pi G u_z    = q [k phi1_x - z phi0_x]
///   2 pi sigma_xx = q [2 phi0_x - 2 nu phi2_xyy + z (phi1_xyy + phi0_xz)]
///   2 pi sigma_yy = q [2 nu (phi0_x + phi2_xyy) - z phi1_xyy]
///   2 pi sigma_zz = -q z phi0_xz
///   2 pi sigma_xy = q [phi0_y + 2 nu phi2_xxy - z phi1_xxy]
///   2 pi sigma_xz = q [phi0_z - z phi0_xx]
///   2 pi sigma_yz = -q z phi0_xy                                                           (3)
///
/// The stresses do not depend on G; a rigid body (G infinite) is not displaced.
///
/// Which body. In CONTACT's axes z points up, body 1 (upper) fills z > 0, and tractions and
/// pressure act on body 1: everything here applies to body 1 as it stands. Body 2 (lower) fills
/// z < 0 and feels the opposite tractions: evaluate at (x, y, |z|) with the pressure unchanged and
/// -t_x, -t_y (lower_body_tractions), then turn the result back with mirrored(), which changes the
/// signs of u_z, sigma_xz and sigma_yz.
///
/// On the surface, exactly on the edge of a loaded rectangle: where the limit depends on the side
/// its mean is returned; stresses in the plane that are infinite there (under tangential traction,
/// and sigma_xy at corners) are returned as infinite, and a sum over cells that meet in such a
/// point may then be NaN. Cell centres, and any depth > 0, are regular.
///
/// K. L. Johnson, Contact Mechanics (1985), sections 3.2 and 3.6; A. E. H. Love, Phil. Trans. R.
/// Soc. A 228 (1929) 377.
struct SubsurfaceState {
  Eigen::Vector3d displacement = Eigen::Vector3d::Zero();  // u, m
  StressTensor stress;                                     // sigma, Pa

  SubsurfaceState& operator+=(const SubsurfaceState& other);
};

/// A uniform traction on the body, Pa (or, for a point, a force in N).
struct SurfaceTraction {
  double x = 0;
  double y = 0;
  double z = 0;  // > 0 presses into the body
};

/// Tractions on the cells of a grid, Pa, x fastest; an empty span is zero everywhere.
struct TractionField {
  std::span<const double> pressure;  // t_z, > 0 in compression
  std::span<const double> traction_x = {};
  std::span<const double> traction_y = {};
};

/// Boussinesq and Cerruti: a force (N) on the surface at the origin. The point must not be the
/// origin.
SubsurfaceState under_point_force(const Material& body, const SurfaceTraction& force,
                                  const Eigen::Vector3d& point);

/// A uniform traction on a surface rectangle, seen from any point with z >= 0.
SubsurfaceState under_rectangle(const Material& body, const Rectangle& loaded,
                                const SurfaceTraction& traction, const Eigen::Vector3d& point);

/// Plane strain: a uniform traction on the strip x_low < x < x_high, endless in y. A traction along
/// it shears the body along y alone (antiplane strain): of (3) u_y, sigma_xy and sigma_yz are left.
///
/// In two dimensions displacements grow without bound far away, and the body's position is free:
/// they are measured such that the potential of a line load is zero at the distance `datum`
/// (m) from it, so choices of datum differ by rigid shifts only.
SubsurfaceState under_strip(const Material& body, double x_low, double x_high,
                            const SurfaceTraction& traction, double x, double z, double datum = 1);

/// Sum over all loaded cells of a grid, at one point or at each of several; cells without traction
/// cost nothing. Surface points on the edge of a cell are taken a hair below: the sum is regular
/// there.
SubsurfaceState subsurface_at(const Material& body, const Grid& grid,
                              const TractionField& tractions, const Eigen::Vector3d& point);
std::vector<SubsurfaceState> subsurface_at(const Material& body, const Grid& grid,
                                           const TractionField& tractions,
                                           std::span<const Eigen::Vector3d> points);

/// The states along a column of points (x, y, depth).
std::vector<SubsurfaceState> subsurface_column(const Material& body, const Grid& grid,
                                               const TractionField& tractions, double x, double y,
                                               std::span<const double> depths);

/// The states below all cell centres of a grid at one depth, x fastest, for one field of tractions
/// after another. By FFT: what a cell does to a point depends on their offset alone, and is even or
/// odd along each axis. Coefficients are computed when a direction is first loaded (n_cells
/// evaluations of the potentials each). Equal to the direct sum but for some 1e-15 of the largest
/// value in the layer.
class SubsurfaceLayer {
 public:
  SubsurfaceLayer(const Material& body, const Grid& grid, double depth);

  /// Whether it was made for the same cells (wherever they lie), body and depth.
  bool is_for(const Material& body, const Grid& grid, double depth) const;

  /// The same bits for any number of threads.
  std::vector<SubsurfaceState> states(const TractionField& tractions, ThreadTeam& team);

 private:
  using Kernels = std::vector<Convolution<double>>;  // one for each component of the state
  void make_kernels(std::size_t direction);
  void add_direction(std::size_t direction, std::span<const double> traction,
                     std::vector<SubsurfaceState>& states, ThreadTeam& team);

  Material body_;
  Grid grid_;
  double depth_;
  std::array<Kernels, 3> kernels_;  // of tractions along x, y and z
};

/// One field of tractions.
std::vector<SubsurfaceState> subsurface_layer(const Material& body, const Grid& grid,
                                              const TractionField& tractions, double depth);

/// Plane strain sum over the columns of a grid with ny = 1 (its dy and y0 mean nothing here) at the
/// point (x, z).
SubsurfaceState line_subsurface_at(const Material& body, const Grid& grid,
                                   const TractionField& tractions, double x, double z,
                                   double datum = 1);

/// Tractions as the lower body feels them, from those on the upper body (CONTACT's convention).
struct LowerBodyTractions {
  std::vector<double> traction_x;
  std::vector<double> traction_y;
};
LowerBodyTractions lower_body_tractions(const TractionField& on_upper_body);

/// The state in axes whose z is reversed: from a body in its own half-space z >= 0 to the same body
/// lying at z <= 0.
SubsurfaceState mirrored(const SubsurfaceState& state);

}  // namespace tread::halfspace
