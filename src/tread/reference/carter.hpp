#pragma once

#include "tread/reference/hertz.hpp"

namespace tread::reference {

/// A roller that rolls steadily along +x on a flat and is driven or braked: Carter's and Fromm's
/// closed form, plane strain. It sticks at the leading edge x = a and slips behind.
///
///   stick zone  a - 2c <= x <= a      |Q|/(mu P) = 1 - (c/a)^2      |xi| = mu (a - c)/R
///   |q| = mu p0 [sqrt(1 - x^2/a^2) - (c/a) sqrt(1 - (x - a + c)^2/c^2)]   second root in stick
///   only
///
/// Q and q act on body 1 and point against the creepage xi of body 1 relative to body 2
/// (docs/conventions.md#creepage). Elastically similar bodies; forces per metre of length.
/// F. W. Carter, Proc. R. Soc. A 112 (1926); K. L. Johnson, Contact Mechanics (1985), section 8.3.
struct CarterRolling {
  HertzLine normal;
  double friction = 0;           // mu
  double creepage = 0;           // xi
  double force_per_length = 0;   // Q, N/m
  double stick_half_length = 0;  // c, m; 0 when all slips

  double traction(double x) const;  // Pa
};

/// From |xi| = mu a/R on all slips, and the force stays mu P.
CarterRolling carter_from_creepage(const HertzLine& normal, double friction, double creepage);

/// Throws ModelError for |force| > mu P. At mu P itself the creepage is the least that slides.
CarterRolling carter_from_force(const HertzLine& normal, double friction, double force_per_length);

}  // namespace tread::reference
