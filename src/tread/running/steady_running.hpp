#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tread/core/observer.hpp"
#include "tread/profile/rigid_contact.hpp"
#include "tread/running/running_vehicle.hpp"
#include "tread/vehicle/vehicle_modes.hpp"

namespace tread::running {

/// A vehicle that runs on and on in the same way, and small motions about it.

/// All accelerations are zero, wheelsets spin at rates of their own, dampers are at rest. On
/// straight track: static equilibrium. In a curve: quasi-static curving, creep forces included. The
/// vehicle runs at its speed, pulled if need be (vehicle::bodies_to_pull).
struct SteadyRunning {
  SolveStatus status = SolveStatus::max_iterations;
  int iterations = 0;
  double residual = 0;  // m/s2 or rad/s2: largest acceleration that is left
  Vector position;
  Vector velocity;  // zero, but for the spin of wheelsets and dampers in series
};

struct SteadyOptions {
  double tolerance = 1e-8;    // on residual, m/s2
  double good_enough = 5e-3;  // m/s2: counts as converged where contacts are no more exact
  int max_iterations = 300;
  /// Coordinates that stay as they are in the guess, whatever acts on them.
  std::vector<int> held{};
};

/// The vehicle on its wheels, where it stands at a time: a first guess from statics alone. Springs
/// carry the bodies, wheels are let down until they carry their axle's load. Throws ModelError if a
/// wheelset finds no rail below it, or nothing holds a body.
State set_on_rails(RunningVehicle& vehicle, double time);

/// Damped Newton steps from a guess; the track is taken as it is at `time`.
SteadyRunning find_steady_running(RunningVehicle& vehicle, const State& guess,
                                  const SteadyOptions& options = {});

/// The same in a curve, from statics where the track is straight: at once, or if that does not
/// succeed, followed along the track in steps that are halved as need be, each as if the vehicle
/// stayed there for good. What comes back without having converged is where it ended. Expensive
/// contact models start from where cheap ones end.
SteadyRunning find_steady_curving(RunningVehicle& vehicle, double straight_time, double curve_time,
                                  const SteadyOptions& options = {});

/// Wheelsets pushed aside from a steady state, slowly, and held there: their lateral position and
/// yaw are given, everything else is in equilibrium with it. Wheels are lifted as far as their
/// profiles ask for and carry the vehicle's weight, wheelsets turn freely, and what stands on them
/// has followed on its springs.
/// @param rigid of the same profiles: from where wheels touch the search begins
/// @param n_moved how many wheelsets, from the leading one on; all of them: the bodies go along
/// @param lateral by how much, m, to the right
/// Throws ModelError where a wheelset cannot stand (beyond its rail, on the tip of its flange).
SteadyRunning find_displaced(RunningVehicle& vehicle, const profile::RigidWheelset& rigid,
                             const State& steady, int n_moved, double lateral,
                             SteadyOptions options = {});

/// Small motions about a steady state with contacts linearised: frequencies, damping, and with them
/// stability. Derivatives are those of the contact models themselves, never of cheap ones close to
/// them. Wheelsets' turning angles, which nothing depends on, are left out.
std::vector<vehicle::DampedMode> running_modes(RunningVehicle& vehicle, const SteadyRunning& steady,
                                               double time);

/// Growth of the least damped mode, 1/s: negative is stable.
double largest_growth(const std::vector<vehicle::DampedMode>& modes);

/// Where the growth of the least damped mode changes sign, by bisection.
struct CriticalSpeed {
  std::optional<double> speed;  // m/s; nothing: no change of sign between the speeds given
  double frequency = 0;         // Hz, of the mode that loses its damping
  double growth_low = 0;        // 1/s, at the lower end
  double growth_high = 0;       // at the upper end
  std::vector<double> speeds;   // asked about, in that order
  std::vector<double> growths;
};
using VehicleAtSpeed = std::function<std::unique_ptr<RunningVehicle>(double speed)>;

/// @param make the vehicle on straight track at a speed
/// @param tolerance m/s
CriticalSpeed find_critical_speed(const VehicleAtSpeed& make, double lowest, double highest,
                                  double tolerance = 0.01, Observer* observer = nullptr);

}  // namespace tread::running
