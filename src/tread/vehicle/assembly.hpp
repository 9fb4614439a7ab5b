#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tread/vehicle/plane_vehicle.hpp"
#include "tread/vehicle/vehicle_models.hpp"

namespace tread::vehicle {

/// A vehicle in the vertical plane described by its parts: masses that move up and down, bars that
/// also pitch, wheels, and what joins them. The displacement of a point on a bar, x ahead of its
/// centre of mass, is heave + x pitch (small angles; down and nose down are positive).
///
/// Springs, dampers, joints and loads name where they act: "body" for a mass, a wheel or the centre
/// of a bar, "body.front" for a named point of a bar.

struct PointMass {
  std::string name;
  double mass = 0;  // kg, > 0
};

struct BarPoint {
  std::string name;
  double ahead = 0;  // m, from the centre of mass towards the front; behind it negative
};

struct RigidBar {
  std::string name;
  double mass = 0;     // kg, > 0
  double inertia = 0;  // kg m2 about the centre of mass, > 0
  std::vector<BarPoint> points;
};

/// A wheel or wheelset. Without mass it must be fixed on a bar or mass by a rigid joint: under a
/// spring it would have no motion of its own, and is a linear contact of the part above instead.
struct WheelPart {
  std::string name;
  double mass = 0;    // kg, >= 0
  double offset = 0;  // m behind the leading wheel
};

using VehiclePart = std::variant<PointMass, RigidBar, WheelPart>;

/// A spring and a damper side by side, either may be missing. Compression is how far `upper` has
/// come down towards `lower` from the state without weight.
struct Suspension {
  std::string name;
  std::string upper;
  std::string lower;
  double stiffness = 0;                // N/m, >= 0
  double damping = 0;                  // N s/m, >= 0
  std::optional<PiecewiseLinear> law;  // N that push the ends apart over m of compression
};

/// Two points that move up and down together (a wheel in a frame without suspension, a pivot
/// between two bars): eliminated exactly, no stiff spring takes its place.
struct RigidJoint {
  std::string first;
  std::string second;
};

struct PointLoad {
  std::string at;
  double force = 0;  // N, down, besides weight
};

struct VehicleAssembly {
  std::string name;
  std::vector<VehiclePart> parts;  // in the order of the vehicle's displacements
  std::vector<Suspension> suspensions;
  std::vector<RigidJoint> joints;
  std::vector<PointLoad> loads;
  double gravity = k_gravity;  // m/s2
};

/// The vehicle's matrices. Wheels are sorted from the front to the back. A joint removes the
/// displacement of a point mass before the heave of a bar and that before its pitch, never that of
/// a wheel. Throws ModelError: names that are missing, unknown (and the nearest) or taken twice,
/// values out of range, joints that say the same twice or fix wheels to one another, wheels on one
/// bar whose offsets contradict their places on it, and all that check() refuses.
PlaneVehicle make_vehicle(const VehicleAssembly& assembly);

}  // namespace tread::vehicle
