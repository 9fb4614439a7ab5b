#pragma once

namespace tread::reference {

/// A constant force that crosses a simply supported, undamped Euler-Bernoulli beam at rest at
/// constant speed: the modal series. While the force is on the beam (t <= L/v)
///
///   w(x, t) = 2P/(mL) sum_n (sin(n Omega t) - n Omega/omega_n sin(omega_n t)) /
///             (omega_n^2 - n^2 Omega^2) sin(n pi x/L)
///   Omega = pi v/L,   omega_n = (n pi/L)^2 sqrt(EI/m)
///
/// afterwards the beam vibrates freely. Positive downwards. L. Fryba, Vibration of Solids and
/// Structures under Moving Loads (1999), ch. 1.
struct MovingForce {
  double force = 0;              // P, N
  double speed = 0;              // v, m/s
  double length = 0;             // L, m
  double bending_stiffness = 0;  // EI, N m²
  double mass_per_length = 0;    // m, kg/m
};

struct BeamMotion {
  double deflection = 0;    // m
  double velocity = 0;      // m/s
  double acceleration = 0;  // m/s²
};

/// At 0 <= x <= L and t >= 0, the first n_modes terms.
BeamMotion moving_force_motion(const MovingForce& problem, double x, double time, int n_modes);

/// The speed at which the force keeps pace with the first mode: omega_1 L/pi.
double critical_speed(const MovingForce& problem);

}  // namespace tread::reference
