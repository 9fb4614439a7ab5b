#pragma once

#include <vector>

#include "tread/reference/hertz.hpp"

namespace tread::wheel_rail {

/// Hertz' ellipse from the approach, without the elliptic integrals of reference/hertz.hpp: a wheel
/// asks for it thousands of times a second.
///
/// With t = ln(B/A) and the geometric means q = sqrt(A B), c = sqrt(a b)
///
///   ln(a/b) = f(t)      delta = q c^2 g(t)      F = E* q c^3 h(t)
///
/// f is odd, g and h are even and all are smooth, circle included: kept as tables of f, ln g and
/// ln h over t, with cubics in between. Relative error of semi-axes and force below 1e-7 for
/// B/A from 1e-6 to 1e6; beyond, the integrals themselves are evaluated.
class HertzTable {
 public:
  HertzTable();

  /// Throws ModelError as reference::hertz_ellipse_from_approach does. @pre approach >= 0
  reference::HertzEllipse from_approach(double approach, reference::GapCurvatures curvatures,
                                        double contact_modulus) const;

 private:
  struct Node {
    double axis_ratio = 0;  // ln(a/b)
    double approach = 0;    // ln g
    double force = 0;       // ln h
  };
  struct Piece {
    Node value;
    Node slope;  // over one spacing
  };

  Node at(double t) const;

  std::vector<Piece> pieces_;  // at t = 0, spacing, ...
};

}  // namespace tread::wheel_rail
