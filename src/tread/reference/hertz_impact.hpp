#pragma once

namespace tread::reference {

/// A ball that strikes an elastic flat (or another ball) and rebounds: Hertz' quasi-static contact
/// between rigid-body motions, gravity neglected while they touch.
///
///   m d²delta/dt² = -k delta^(3/2)      k = 4/3 E* sqrt(R)
///   delta_max = (5 m v²/(4 k))^(2/5)    F_max = k delta_max^(3/2)
///   T = 2 delta_max/v int_0^1 (1 - x^(5/2))^(-1/2) dx
///     = 4/5 sqrt(pi) Gamma(2/5)/Gamma(9/10) delta_max/v = 2.943 delta_max/v
///
/// m is the mass of the ball (of two free bodies: m1 m2/(m1 + m2)), v > 0 their speed towards each
/// other. No energy is lost: the ball leaves with v. K. L. Johnson, Contact Mechanics (1985),
/// section 11.4.
struct HertzImpact {
  double mass = 0;              // m, kg
  double speed = 0;             // v, m/s
  double curvature_radius = 0;  // R, m
  double contact_modulus = 0;   // E*, Pa
  double max_approach = 0;      // delta_max, m
  double max_force = 0;         // F_max, N
  double contact_time = 0;      // T, s
};

HertzImpact hertz_impact(double mass, double speed, double curvature_radius,
                         double contact_modulus);

}  // namespace tread::reference
