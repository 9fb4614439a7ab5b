#pragma once

namespace tread::reference {

/// How the force of an elliptic contact saturates with creepage, without spin: the cubic law of
/// Vermeulen and Johnson.
///
///   F/(mu N) = 1 - (1 - b/3)^3 = b - b^2/3 + b^3/27   for b <= 3,   1 beyond
///
/// b = |F_linear|/(mu N) is what linear theory would give. The stick zone is an ellipse with the
/// axes of the contact times s = 1 - b/3, touching it at the leading edge, and F/(mu N) = 1 - s^3.
/// P. J. Vermeulen, K. L. Johnson, J. Appl. Mech. 31 (1964) 338-340.

/// F/(mu N) from b; throws ModelError for a negative b.
double saturated_force_ratio(double linear_force_ratio);

/// b from F/(mu N) in [0, 1]: the least that gives it.
double linear_force_ratio(double saturated_force_ratio);

/// s from F/(mu N) in [0, 1].
double stick_axis_ratio(double saturated_force_ratio);

}  // namespace tread::reference
