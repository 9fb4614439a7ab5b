#pragma once

#include <algorithm>

namespace tread::wheel_rail {

/// Damping along the normal, for models whose normal force F is elastic:
///
///   N = F (1 + d v)        v: ContactMotion::penetration_rate, how fast the penetration grows
///
/// (K. H. Hunt, F. R. E. Crossley, J. Appl. Mech. 42 (1975) 440-445.) It vanishes with the force,
/// so that nothing jumps when a wheel touches or lifts; N is never below zero; and a pose that does
/// not change, at rest and in steady running, has N = F to the last bit. In reality pads, ballast
/// and sleepers damp a wheel on its rail, by a tenth of critical and more. Rigid rails have none
/// of that, and on them friction that follows the normal force couples lateral and vertical
/// motions of a wheelset into flutter at 130 to 140 Hz in tight dry curves, whatever the model of
/// the contact: half-spaces too.

/// s/m. About 1 % of critical damping of a wheel of 900 kg on its contact under 55 kN: ends that
/// flutter up to a friction coefficient of 0.6, and is small against what a real track has.
inline constexpr double k_usual_normal_damping = 1;

inline double damping_factor(double normal_damping, double penetration_rate) {
  return std::max(0.0, 1 + normal_damping * penetration_rate);
}

/// Throws ModelError on one that is negative or not finite.
void check_normal_damping(double normal_damping);

}  // namespace tread::wheel_rail
