#pragma once

#include <span>
#include <variant>
#include <vector>

#include "tread/contact/creepage.hpp"
#include "tread/contact/fast_models.hpp"
#include "tread/core/grid.hpp"
#include "tread/reference/hertz.hpp"

namespace tread::contact {

/// FASTSIM: steady rolling with Kalker's simplified theory, in which the surface is a bed of
/// springs, u = L p, so that every line along x can be marched from its leading edge on its own:
///
///   p <- p - dx (xi/L1 - phi y/L3, eta/L2 + phi x/L3),   then back onto |p| <= mu p_n if beyond
///
///   L1 = 8a/(3 G C11)     L2 = 8a/(3 G C22)     L3 = pi a sqrt(a/b)/(4 G C23)
///
/// L1 to L3 make small creepages give the forces of linear theory. Slip is s = w + du/dx with the
/// rigid slip w = (xi - (L1/L3) phi y, eta + (L2/L3) phi x): with three flexibilities it is not the
/// true rigid slip under spin, nor is it exactly opposite to the traction. One flexibility has
/// neither fault and meets only the mean slope.
/// J. J. Kalker, Vehicle System Dynamics 11 (1982) 1-13.

enum class FlexibilityRule {
  three,    ///< L1, L2, L3: Kalker 1982
  one,      ///< their mean L, 1/L weighed by xi^2, eta^2 and (3 pi a phi/32)^2
  blended,  ///< from three at rest to one at large creepage, as CONTACT 25.2 does it: weight
            ///< sqrt((xi^2 + eta^2)/(xi_c^2 + eta_c^2))/3 up to 1, with xi_c = mu N/(G a b C11),
            ///< eta_c = mu N/(G a b C22), mu at rest
};

/// One flexibility of the user's own, L1 = L2 = L3 = value.
struct GivenFlexibility {
  double value = 0;  // m/Pa
};

/// The shape of p_n over the ellipse. Springs with Hertz' own semi-ellipsoid slip where the real
/// contact sticks; the paraboloid, with the same force, is what Kalker recommends.
enum class PressureShape { parabolic, elliptic };

/// Softer springs for contaminated rails: all flexibilities over
///
///   k = k0 (alpha + (1 - alpha)/(1 + beta eps)),   eps = pi G a b k0 C11 s/(4 mu N)
///
/// s = sqrt(xi^2 + eta_C^2) as in polach_1999_forces. The default changes nothing.
/// M. Spiryagin, O. Polach, C. Cole, Vehicle System Dynamics 51 (2013) 1765-1783.
struct SlopeReduction {
  double initial = 1;  // k0, 1e-6 to 1
  double limit = 1;    // alpha, 0 to 1: k/k0 at large creepage
  double decay = 1;    // beta, >= 0
};

struct FastsimOptions {
  std::variant<FlexibilityRule, GivenFlexibility> flexibility = FlexibilityRule::three;
  PressureShape pressure = PressureShape::parabolic;
  SlopeReduction reduction = {};
  int n_strips = 41;  // across the ellipse, and
  int n_slices = 41;  // along each strip; both only where no grid is given
};

struct FastsimSolution {
  CreepForces forces;
  double dissipation = 0;  // J/m: frictional work per metre rolled, >= 0; times V it is a power
  int n_stick = 0;         // cells
  int n_slip = 0;
};

/// Per cell of a grid. To be kept between calls: then nothing is allocated.
struct FastsimFields {
  enum class State : unsigned char { outside, stick, slip };

  std::vector<double> pressure;    // p_n, Pa
  std::vector<double> traction_x;  // on body 1, Pa
  std::vector<double> traction_y;
  std::vector<double> slip_x;  // of body 1 relative to body 2, over V; zero in stick
  std::vector<double> slip_y;
  std::vector<double> dissipation;  // -p.s >= 0, Pa: J per m^2 and metre rolled
  std::vector<State> state;
};

/// On strips of its own, each of n_slices cells from edge to edge of the ellipse: second order in
/// the cell size without spin, first order with it, because the direction of slip turns within a
/// step; exact along x where all sticks. The pressure is scaled so that it sums to N, so
/// |F| <= mu N.
FastsimSolution fastsim(const EllipticContact& contact, const Creepage& creepage,
                        const FastsimOptions& options = {});

/// On the cells of a grid whose centres lie in the ellipse around the origin. This is the scheme of
/// CONTACT (M = 3), whose numbers it gives: first order; the first cell is loaded by a whole dx,
/// and spin is taken dx/6 ahead of the centre. The sum of the pressure, and with it the friction
/// limit, is off N by the error of the midpoint rule.
/// @param fields may be null
FastsimSolution fastsim(const EllipticContact& contact, const Creepage& creepage, const Grid& grid,
                        const FastsimOptions& options = {}, FastsimFields* fields = nullptr);

/// The same with a pressure of any shape, contact being where it is positive; the semi-axes of
/// `contact` then only make the flexibilities, and equivalent_ellipse() suggests them.
FastsimSolution fastsim(const EllipticContact& contact, const Creepage& creepage, const Grid& grid,
                        std::span<const double> pressure, const FastsimOptions& options = {},
                        FastsimFields* fields = nullptr);

/// The ellipse with the area of the cells under pressure and the aspect ratio of the rectangle
/// around them (Kik and Piotrowski 2008). Throws ModelError where nothing is pressed.
reference::SemiAxes equivalent_ellipse(const Grid& grid, std::span<const double> pressure);

}  // namespace tread::contact
