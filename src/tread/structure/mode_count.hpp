#pragma once

#include "tread/structure/beam.hpp"

namespace tread::structure {

/// How many modes a static deflection needs (thesis corollary 8.4, its fraction turned over).
///
/// A mode left out costs at most sup|w_i| |f_i|/omega_i^2, and wave numbers grow as b_i >= (i - s)
/// pi/L, s = 0 for beams held at two places or clamped twice, up to 2 for a free one. With
/// 1/(m omega^2) = 1/(EI b^4) + 1/(GA b^2) and n = m - s the modes after the m-th sum up to less
/// than
///
///   point force P:     c P/L  (L^4/(3 pi^4 EI n^3) + L^2/(pi^2 GA n))     largest deflection
///   pressure p:        ||p||  (L^4/(3 pi^4 EI n^3) + L^2/(pi^2 GA n))     in the L2 norm
///
/// where c = L sup m w_i^2: 2 for simple supports, 2.6 with a clamped end, 4 with a free one.
/// Uniform beams: a bound, on the safe side. Others: an estimate from the least stiffness and the
/// longest distance between piers being the whole length.
int modes_for_point_force(const Beam& beam, double force, double largest_error);

/// What modes left out may lack of the deflection under a force at rest in the middle of a span,
/// span^3/(48 EI) + span/(4 GA) a N.
struct LeftOut {
  double bending = 1e-3;  // falls as 1/n^3: few modes are right
  double shear = 1e-2;  // falls as 1/n: what is lacking can be added at rest (static_remainder.hpp)
};

/// Modes that lack no more than that. All of them that are slower than the last half wave needed
/// are counted: with rotary inertia every half wave has a second frequency, of the cross-sections
/// that turn against the axis.
int modes_for_span(const Beam& beam, double longest_span, const LeftOut& left_out = {});

/// Deflection under a unit force in the middle of a simply supported span, m a N.
double span_deflection(const Beam& beam, double span);

/// @param pressure_norm square root of the integral of p^2, N/sqrt(m)
/// @param l2_error likewise of the deflection, m sqrt(m)
int modes_for_pressure(const Beam& beam, double pressure_norm, double l2_error);

}  // namespace tread::structure
