#pragma once

#include "tread/vehicle/plane_vehicle.hpp"

namespace tread::vehicle {

/// The usual models, from one wheel to a full vehicle. Masses in kg, springs in N/m, dampers in
/// N s/m, lengths in m. Everything throws ModelError for a mass, inertia or length that is not
/// positive, and for a negative spring or damper.

inline constexpr double k_gravity = 9.81;  // m/s2, unless told otherwise

/// One mass that rolls, with a load on top that has weight but no inertia.
struct SingleWheel {
  double mass = 0;
  double load = 0;  // N, besides the weight
};
PlaneVehicle make_vehicle(const SingleWheel& wheel, double gravity = k_gravity);

/// A mass on a spring over a wheel. Without a wheel mass the wheel is the spring's end, which takes
/// the place that rail and spring give it; in a rigid contact that is the same as a SingleWheel
/// whose contact is the spring (interaction's LinearContact).
struct SprungMass {
  double body_mass = 0;
  double wheel_mass = 0;  // 0: none
  double stiffness = 0;
  double damping = 0;
};
PlaneVehicle make_vehicle(const SprungMass& sprung, double gravity = k_gravity);

/// Body over bogie over wheel: all that one wheel carries.
struct QuarterVehicle {
  double body_mass = 0;
  double bogie_mass = 0;
  double wheel_mass = 0;
  double primary_stiffness = 0;  // between wheel and bogie
  double primary_damping = 0;
  double secondary_stiffness = 0;  // between bogie and body
  double secondary_damping = 0;
};
PlaneVehicle make_vehicle(const QuarterVehicle& quarter, double gravity = k_gravity);

/// A full vehicle: body (mass, pitch inertia) on two bogies (the same) on four wheelsets.
/// Suspensions: primary for each axle, secondary for each bogie, both sides together.
struct FullVehicle {
  std::string name = "full vehicle";
  double body_mass = 0;
  double body_inertia = 0;  // kg m2, pitch about its own centre
  double bogie_mass = 0;
  double bogie_inertia = 0;
  double wheelset_mass = 0;
  double primary_stiffness = 0;
  double primary_damping = 0;
  double secondary_stiffness = 0;
  double secondary_damping = 0;
  double bogie_distance = 0;  // m, between the bogies' centres
  double wheelbase = 0;       // m, of a bogie
};
PlaneVehicle make_vehicle(const FullVehicle& full, double gravity = k_gravity);

/// Half of it: one bogie with two wheelsets and half the body's mass, which does not pitch.
PlaneVehicle make_half_vehicle(const FullVehicle& full, double gravity = k_gravity);

/// A quarter of it, for one wheelset.
QuarterVehicle quarter_of(const FullVehicle& full);

}  // namespace tread::vehicle
