#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tread/core/piecewise_linear.hpp"
#include "tread/vehicle/vehicle_models.hpp"

namespace tread::vehicle {

/// A rail vehicle in three dimensions as data: rigid bodies, wheelsets among them, and what joins
/// them. Places are those of the vehicle's reference configuration on straight level track: x
/// forward from the vehicle's reference point, y to the right, height above the rail tops. The axes
/// of motions and forces are those of the track: x forward, y right, z DOWN; roll, pitch and yaw
/// turn about them (roll > 0 lowers the right side, pitch > 0 lifts the nose, yaw > 0 steers
/// right).

enum class Motion { x, y, z, roll, pitch, yaw };
inline constexpr int k_n_motions = 6;
inline constexpr std::array<const char*, k_n_motions> k_motion_names = {"x",    "y",     "z",
                                                                        "roll", "pitch", "yaw"};

/// What is not free is held at the value of the body's track frame.
struct FreeMotions {
  bool x = true, y = true, z = true, roll = true, pitch = true, yaw = true;

  std::array<bool, k_n_motions> as_array() const { return {x, y, z, roll, pitch, yaw}; }
};

struct ReferencePlace {
  double x = 0;       // m
  double y = 0;       // m
  double height = 0;  // m
};

struct RailBody {
  std::string name;
  double mass = 0;                                    // kg, > 0
  Eigen::Vector3d inertia = Eigen::Vector3d::Zero();  // kg m2: Ixx, Iyy, Izz about own axes, > 0
  ReferencePlace centre;                              // of mass
  FreeMotions free;
  /// A wheelset: it spins with -V / r0 about its axle besides its pitch, and Ixx = Izz.
  std::optional<double> wheel_radius;  // r0, m, > 0
};

/// One direction of a joint: everything in it acts side by side,
///
///   F = preload + stiffness e + spring_law(e) + damper,   e: elongation
///   damper = damping e' + damper_law(e'), or, if there is a series stiffness k_s,
///          = k_s (e - d) with the damper's own elongation d: damping d' + damper_law(d') = damper
///
/// F > 0 pulls the ends together. Units: N and m, of turning directions N m and rad.
struct JointDirection {
  double stiffness = 0;                       // >= 0
  double damping = 0;                         // >= 0
  double preload = 0;                         // in the reference configuration
  std::optional<PiecewiseLinear> spring_law;  // F over e, nowhere falling: stop, clearance
  std::optional<PiecewiseLinear> damper_law;  // F over e', nowhere falling, 0 at 0; in series with
                                              // a spring and without damping: rising
  std::optional<double> series_stiffness;     // k_s > 0; there must be a damper
};

/// In whose axes a joint has its directions.
///
/// A joint between two points P1, P2 has the elongation e = Ra^T (P2 - P1) less its reference
/// value, and turns by the vector part of R1^T R2. With axes of body 1 the force follows body 1,
/// and acts on BOTH bodies at the point P2 (and the other way round): that keeps energy, momentum
/// and angular momentum exactly. `both` is the mean: half of the force each way.
enum class JointAxes { first, second, both };

/// A spring and damper in up to six directions: axle guidance, coil spring, stop, roll bar.
struct Bushing {
  std::string name;
  std::string first;   // bodies
  std::string second;  // e > 0: moved along the positive axis relative to the first
  ReferencePlace place_on_first;
  ReferencePlace place_on_second;
  JointDirection x, y, z, roll, pitch, yaw;
  JointAxes axes = JointAxes::first;
};

/// A spring and damper along the line between two points: rod, damper. e: change of its length.
struct Rod {
  std::string name;
  std::string first;
  std::string second;
  ReferencePlace place_on_first;
  ReferencePlace place_on_second;
  JointDirection along;
};

struct RailVehicle {
  std::string name;
  std::vector<RailBody> bodies;
  std::vector<Bushing> bushings;
  std::vector<Rod> rods;
  double gravity = k_gravity;  // m/s2
};

/// A bar that resists rolling of `second` against `first`.
Bushing roll_bar(std::string name, std::string first, std::string second, double stiffness);

/// The law that is odd: f(-e) = -f(e). Places from 0 or a clearance (value 0) upwards.
PiecewiseLinear both_ways(const std::vector<double>& places, const std::vector<double>& values);

/// Who keeps a vehicle at the speed of its track frames. Wheels that run freely lose speed to
/// friction, in curves above all, and frames run on: a vehicle that nobody pulls falls behind them,
/// and where it is along the track is no matter of equilibrium. Of the bodies that springs join
/// along the track one is pulled, as a coach in a train is at its car body: the heaviest that is no
/// wheelset (of wheelsets alone the heaviest; the first of equal ones). Dampers alone join nothing:
/// bodies that they keep together creep apart.
/// @return indices of the bodies that must be held along the track (x); none of a group in which
///         one is held already
std::vector<std::size_t> bodies_to_pull(const RailVehicle& vehicle);

/// Holds them there.
void keep_at_speed(RailVehicle& vehicle);

/// Throws ModelError, with name, value and remedy: masses, inertias or radii that are not positive,
/// inertias no body can have (one larger than the sum of the others), a wheelset whose Ixx and Izz
/// differ, names that are missing, taken twice or unknown (and the nearest), joints of a body with
/// itself or of two wheelsets, joints that act on a wheelset beside its axle or would turn it (the
/// axle spins in bearings, which hold no moment about it), laws that fall, negative springs and
/// dampers, a series spring that is not positive or without a damper, a rod of no length.
void check(const RailVehicle& vehicle);

}  // namespace tread::vehicle
