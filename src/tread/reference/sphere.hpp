#pragma once

namespace tread::reference {

/// A ball pressed into a half-space with its true shape, gap R - sqrt(R^2 - r^2), where Hertz takes
/// the paraboloid r^2/(2R).
///
///   delta = a artanh(a/R)     F = E* [(R^2 + a^2) artanh(a/R) - a R]
///
/// The ball is steeper than its paraboloid away from the pole, so the same approach needs less
/// force: F = F_Hertz(delta) [1 - delta/(10 R) + O(delta^2/R^2)].
/// I. N. Sneddon, Int. J. Engng Sci. 3 (1965) 47-57.
struct TrueSphere {
  double radius = 0;           // R, m
  double contact_modulus = 0;  // E*, Pa
  double force = 0;            // F, N
  double approach = 0;         // delta, m
  double contact_radius = 0;   // a, m; always less than R
};

/// Throws ModelError unless approach >= 0, radius > 0 and contact_modulus > 0.
TrueSphere true_sphere_from_approach(double approach, double radius, double contact_modulus);

}  // namespace tread::reference
