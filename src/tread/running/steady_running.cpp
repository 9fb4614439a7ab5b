#include "tread/running/steady_running.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::running {
namespace {

constexpr double k_first_pace = 0.05;   // s
constexpr double k_least_growth = 1.3;  // of the pace, from step to step
constexpr double k_faster = 10;         // largest growth of the pace
constexpr double k_slower = 3;
constexpr double k_tolerated_rise = 2;  // of accelerations in one step
constexpr int k_max_attempts = 10;
constexpr int k_last_iterations = 10;
constexpr double k_first_drop = 1e-5;  // m below first touch
constexpr double k_deepest_drop = 5e-3;
constexpr double k_highest_lift = 0.05;    // m above the rails: further there is no rail below
constexpr double k_load_tolerance = 1e-6;  // of the axle load: a guess
constexpr double k_most_curving_steps = 128;
constexpr double k_neutral = 1e-6;  // 1/s: neither grows nor decays

/// Coordinates whose steady value is asked of the velocity: wheelsets spin, dampers in series keep
/// their elongation there.
std::vector<bool> are_velocities(const vehicle::RailVehicleModel& model) {
  std::vector<bool> flags(as_size(model.size()), false);
  for (int i = 0; i < model.n_wheelsets(); ++i) {
    const int c = model.coordinate(model.body_of_wheelset(i), vehicle::Motion::pitch);
    if (c >= 0) flags[as_size(c)] = true;
  }
  for (int c = model.n_body_coordinates(); c < model.size(); ++c) flags[as_size(c)] = true;
  return flags;
}

/// Newton's method on the accelerations of a vehicle that keeps its state.
class SteadySolver {
 public:
  SteadySolver(RunningVehicle& vehicle, const State& guess, const std::vector<int>& held)
      : vehicle_(vehicle),
        time_(guess.time),
        are_velocities_(are_velocities(vehicle.model())),
        held_(held),
        q_(guess.position),
        v_(guess.velocity),
        best_q_(q_),
        best_v_(v_),
        force_(vehicle.size()),
        acceleration_(vehicle.size()) {}

  SteadyRunning solve(const SteadyOptions& options) {
    SteadyRunning result = iterate(options);
    const bool is_found = result.status == SolveStatus::converged;
    const bool wandered = result.iterations >= options.max_iterations;
    if ((!is_found || wandered) && vehicle_.has_cheap_derivatives()) {
      // A cheap model that is close to the contact in its forces need not be in their slopes. A few
      // iterations tell whether it or the contact is to blame for what is good enough.
      SteadyOptions own = options;
      if (is_found) own.max_iterations = k_last_iterations;
      derivatives_ = RunningVehicle::Derivatives::own;
      pace_ = k_first_pace;
      return_to_best();
      const int n_before = result.iterations;
      result = iterate(own);
      result.iterations += n_before;
      if (is_found && result.status != SolveStatus::converged) {
        return_to_best();
        result.status = SolveStatus::converged;
      }
    }
    if (result.status == SolveStatus::converged) accept(result);
    result.residual = largest();
    result.position = q_;
    result.velocity = v_;
    return result;
  }

 private:
  SteadyRunning iterate(const SteadyOptions& options) {
    SteadyRunning result;
    double size = evaluate();
    for (; result.iterations < options.max_iterations; ++result.iterations) {
      if (!std::isfinite(size)) {
        result.status = SolveStatus::blew_up;
        break;
      }
      keep_best();
      if (largest() <= options.tolerance) {
        result.status = SolveStatus::converged;
        break;
      }
      if (!improve(size)) {
        result.status =
            largest() <= options.good_enough ? SolveStatus::converged : SolveStatus::stalled;
        break;
      }
    }
    // Contacts that are no more exact let the accelerations wander about where they could end.
    if (result.status == SolveStatus::max_iterations && largest() <= options.good_enough) {
      result.status = SolveStatus::converged;
    }
    return result;
  }

  void return_to_best() {
    q_ = best_q_;
    v_ = best_v_;
    evaluate();
  }

  void keep_best() {
    if (!(largest() < least_)) return;
    least_ = largest();
    best_q_ = q_;
    best_v_ = v_;
  }

  double evaluate() {
    vehicle_.internal_force(time_, q_, v_, force_);
    force_(held_).setZero();
    vehicle_.solve_mass(q_, force_, acceleration_);
    return acceleration_.norm();
  }

  /// A state that is kept is one that contact models must stand for.
  void accept(SteadyRunning& result) {
    evaluate();
    vehicle_.accept({time_, q_, v_, acceleration_});
    for (int i = 0; i < vehicle_.n_wheelsets(); ++i) {
      for (const profile::Side side : {profile::Side::left, profile::Side::right}) {
        const SolveStatus status = vehicle_.forces(i, side).status;
        if (status != SolveStatus::converged) result.status = status;
      }
    }
  }

  double largest() const { return acceleration_.cwiseAbs().maxCoeff(); }

  void move(const Vector& start_q, const Vector& start_v, const Vector& change) {
    q_ = start_q;
    v_ = start_v;
    for (int c = 0; c < vehicle_.size(); ++c) {
      (are_velocities_[as_size(c)] ? v_ : q_)(c) += change(c);
    }
  }

  /// A Newton step with inertia that resists it, as a strongly damped motion over the time `pace_`
  /// would go: contacts that come and go make kinks at which Newton's method alone turns back and
  /// forth. The pace grows as accelerations fall. False: no pace makes them smaller.
  bool improve(double& size) {
    vehicle_.tangents(time_, q_, v_, RunningVehicle::Differences::central, stiffness_, damping_,
                      derivatives_);
    for (int c = 0; c < vehicle_.size(); ++c) {
      if (are_velocities_[as_size(c)]) stiffness_.col(c) = damping_.col(c);
    }
    const Matrix mass = vehicle_.mass_matrix(q_);
    const Vector start_q = q_;
    const Vector start_v = v_;
    const Vector start_force = force_;
    for (int attempt = 0; attempt <= k_max_attempts; ++attempt, pace_ /= k_slower) {
      Matrix matrix = stiffness_;
      for (int c = 0; c < vehicle_.size(); ++c) {
        const double inertia = are_velocities_[as_size(c)] ? 1 / pace_ : 1 / (pace_ * pace_);
        matrix.col(c) += inertia * mass.col(c);
      }
      for (const int c : held_) {
        matrix.row(c).setZero();
        matrix.col(c).setZero();
        matrix(c, c) = mass(c, c);
      }
      move(start_q, start_v, matrix.partialPivLu().solve(-start_force));
      const double next = evaluate();
      if (next <= k_tolerated_rise * size) {
        pace_ *= std::clamp(size / next, k_least_growth, k_faster);
        size = next;
        return true;
      }
    }
    move(start_q, start_v, Vector::Zero(vehicle_.size()));
    size = evaluate();
    return false;
  }

  RunningVehicle& vehicle_;
  double time_;
  std::vector<bool> are_velocities_;
  std::vector<int> held_;
  Vector q_;
  Vector v_;
  Vector best_q_;  // where the least acceleration was left
  Vector best_v_;
  double least_ = std::numeric_limits<double>::infinity();  // m/s2
  Vector force_;
  Vector acceleration_;
  Matrix stiffness_;
  Matrix damping_;
  double pace_ = k_first_pace;  // s
  RunningVehicle::Derivatives derivatives_ = RunningVehicle::Derivatives::cheap;
};

/// Lets a wheelset down until its wheels carry a load.
void let_down(RunningVehicle& vehicle, int wheelset, double load, State& state) {
  const vehicle::RailVehicleModel& model = vehicle.model();
  const std::string& name = model.vehicle().bodies[as_size(model.body_of_wheelset(wheelset))].name;
  const int z = model.coordinate(model.body_of_wheelset(wheelset), vehicle::Motion::z);
  if (z < 0) {
    throw ModelError(
        fmt::format("{} cannot move up and down: a wheel needs to stand on its rail", name));
  }
  const auto carried = [&](double height) {
    state.position(z) = height;
    vehicle.evaluate_contacts(state.time, state.position, state.velocity);
    return -(vehicle.forces(wheelset, profile::Side::left).force.z() +
             vehicle.forces(wheelset, profile::Side::right).force.z());
  };
  carried(0);
  const double gap = std::min(vehicle.forces(wheelset, profile::Side::left).gap,
                              vehicle.forces(wheelset, profile::Side::right).gap);
  if (!(std::abs(gap) < k_highest_lift)) {
    throw ModelError(fmt::format(
        "{} finds no rail below its wheels at y = {:.4g} mm: check gauge, flange back distance and "
        "profiles",
        name, 1e3 * vehicle.motion(wheelset).pose.lateral));
  }
  double low = gap;
  double drop = k_first_drop;
  while (carried(low + drop) < load) {
    drop *= 2;
    if (drop > k_deepest_drop) {
      throw ModelError(fmt::format(
          "{} cannot carry its load of {:.4g} kN: its wheels pass the rail", name, load / 1e3));
    }
  }
  double high = low + drop;
  while (high - low > k_load_tolerance * drop) {
    const double middle = (low + high) / 2;
    (carried(middle) < load ? low : high) = middle;
  }
  state.position(z) = high;
}

/// Lets a wheelset that stands on its rails roll on the circles that carry it: on others it would
/// slide, and where friction is exhausted nothing tells which way to turn to end that.
void let_roll(RunningVehicle& vehicle, int wheelset, State& state) {
  const vehicle::RailVehicleModel& model = vehicle.model();
  const int body = model.body_of_wheelset(wheelset);
  const int pitch = model.coordinate(body, vehicle::Motion::pitch);
  if (pitch < 0) return;
  vehicle.evaluate_contacts(state.time, state.position, state.velocity);
  double load = 0;
  double moment = 0;  // load times rolling radius
  for (const profile::Side side : {profile::Side::left, profile::Side::right}) {
    for (const wheel_rail::PatchForces& patch : vehicle.forces(wheelset, side).patches) {
      load += patch.normal_force;
      moment += patch.normal_force * patch.place.rolling_radius;
    }
  }
  if (!(load > 0)) return;
  const double nominal = *model.vehicle().bodies[as_size(body)].wheel_radius;
  state.velocity(pitch) = model.speed(state.time) * (1 / nominal - load / moment);
}

}  // namespace

State set_on_rails(RunningVehicle& vehicle, double time) {
  vehicle::RailVehicleModel& model = vehicle.model();
  const vehicle::VehicleEquilibrium held = vehicle::find_equilibrium(
      model, vehicle::suspended_coordinates(model), Vector::Zero(model.size()), {.time = time});
  State state{time, held.position, held.velocity, Vector()};
  for (int i = 0; i < model.n_wheelsets(); ++i) {
    const int z = model.coordinate(model.body_of_wheelset(i), vehicle::Motion::z);
    let_down(vehicle, i, z < 0 ? 0 : -held.force(z), state);
    let_roll(vehicle, i, state);
  }
  return state;
}

SteadyRunning find_steady_running(RunningVehicle& vehicle, const State& guess,
                                  const SteadyOptions& options) {
  // Nothing says where along the track a vehicle is that nobody pulls: Newton's method would take
  // it anywhere. It runs at the speed of its frames, whoever keeps it there.
  std::vector<int> held = options.held;
  for (const std::size_t body : vehicle::bodies_to_pull(vehicle.model().vehicle())) {
    held.push_back(vehicle.model().coordinate(static_cast<int>(body), vehicle::Motion::x));
  }
  return SteadySolver(vehicle, guess, held).solve(options);
}

SteadyRunning find_displaced(RunningVehicle& vehicle, const profile::RigidWheelset& rigid,
                             const State& steady, int n_moved, double lateral,
                             SteadyOptions options) {
  using vehicle::Motion;
  vehicle::RailVehicleModel& model = vehicle.model();
  State guess = steady;
  profile::WheelsetMotion motion;
  for (int i = 0; i < n_moved; ++i) {
    const int body = model.body_of_wheelset(i);
    const int y = model.coordinate(body, Motion::y);
    if (y < 0) {
      throw ModelError(fmt::format("{} cannot be moved sideways: its y is held",
                                   model.vehicle().bodies[as_size(body)].name));
    }
    model.wheelset_motion(i, steady.time, steady.position, steady.velocity, motion);
    const profile::WheelsetPose& pose = motion.pose;
    const profile::RigidContact from = rigid.at(pose.lateral, pose.yaw);
    const profile::RigidContact to = rigid.at(pose.lateral + lateral, pose.yaw);
    guess.position(y) += lateral;
    const int z = model.coordinate(body, Motion::z);
    const int roll = model.coordinate(body, Motion::roll);
    if (z >= 0) guess.position(z) += to.pose.vertical - from.pose.vertical;
    if (roll >= 0) guess.position(roll) += to.pose.roll - from.pose.roll;
    // As far as rolling radii change with it, a wheelset turns faster or slower.
    const int pitch = model.coordinate(body, Motion::pitch);
    const auto radius = [](const profile::RigidContact& contact) {
      return (contact.left.rolling_radius + contact.right.rolling_radius) / 2;
    };
    if (pitch >= 0) {
      guess.velocity(pitch) += model.speed(steady.time) * (1 / radius(from) - 1 / radius(to));
    }
  }
  for (int i = 0; i < model.n_wheelsets(); ++i) {
    for (const Motion motion_held : {Motion::x, Motion::y, Motion::yaw}) {
      const int c = model.coordinate(model.body_of_wheelset(i), motion_held);
      if (c >= 0) options.held.push_back(c);
    }
  }
  for (std::size_t body = 0; body < model.vehicle().bodies.size(); ++body) {
    const int y = model.coordinate(static_cast<int>(body), Motion::y);
    const bool is_wheelset = model.vehicle().bodies[body].wheel_radius.has_value();
    if (n_moved == model.n_wheelsets() && !is_wheelset && y >= 0) guess.position(y) += lateral;
  }
  return find_steady_running(vehicle, guess, options);
}

namespace {

/// Newton's method may go to where a contact model has no answer.
SteadyRunning try_steady_running(RunningVehicle& vehicle, double time, const SteadyRunning& from,
                                 const SteadyOptions& options) {
  try {
    return find_steady_running(vehicle, {time, from.position, from.velocity, Vector()}, options);
  } catch (const ModelError&) {
    SteadyRunning lost = from;
    lost.status = SolveStatus::blew_up;
    return lost;
  }
}

/// From straight track at once, and if that is too far in steps along it, through its transition.
SteadyRunning follow_into_curve(RunningVehicle& vehicle, double straight_time, double curve_time,
                                const SteadyOptions& options) {
  SteadyRunning steady =
      find_steady_running(vehicle, set_on_rails(vehicle, straight_time), options);
  if (steady.status != SolveStatus::converged) return steady;
  const double least_step = (curve_time - straight_time) / k_most_curving_steps;
  double step = curve_time - straight_time;
  double time = straight_time;
  while (true) {
    const double next = std::min(time + step, curve_time);
    SteadyRunning found = try_steady_running(vehicle, next, steady, options);
    const bool is_found = found.status == SolveStatus::converged;
    if ((is_found && next == curve_time) || (!is_found && step / 2 < least_step)) return found;
    if (is_found) {
      steady = std::move(found);
      time = next;
      step *= 2;
    } else {
      step /= 2;
    }
  }
}

/// Forces of cheap models as long as it lives.
class CheapForces {
 public:
  explicit CheapForces(RunningVehicle& vehicle) : vehicle_(vehicle) {
    vehicle_.take_forces(RunningVehicle::Forces::cheap);
  }
  ~CheapForces() { vehicle_.take_forces(RunningVehicle::Forces::own); }
  CheapForces(const CheapForces&) = delete;
  CheapForces& operator=(const CheapForces&) = delete;

 private:
  RunningVehicle& vehicle_;
};

SteadyRunning follow_cheaply(RunningVehicle& vehicle, double straight_time, double curve_time,
                             const SteadyOptions& options) {
  const CheapForces cheap(vehicle);
  return follow_into_curve(vehicle, straight_time, curve_time, options);
}

}  // namespace

SteadyRunning find_steady_curving(RunningVehicle& vehicle, double straight_time, double curve_time,
                                  const SteadyOptions& options) {
  if (vehicle.has_cheap_derivatives()) {
    const SteadyRunning near = follow_cheaply(vehicle, straight_time, curve_time, options);
    if (near.status == SolveStatus::converged) {
      SteadyRunning found = try_steady_running(vehicle, curve_time, near, options);
      if (found.status == SolveStatus::converged) return found;
    }
  }
  return follow_into_curve(vehicle, straight_time, curve_time, options);
}

std::vector<vehicle::DampedMode> running_modes(RunningVehicle& vehicle, const SteadyRunning& steady,
                                               double time) {
  vehicle::LinearisedVehicle linear;
  linear.mass = vehicle.mass_matrix(steady.position);
  vehicle.tangents(time, steady.position, steady.velocity, RunningVehicle::Differences::central,
                   linear.stiffness, linear.damping, RunningVehicle::Derivatives::own);
  linear.n_body_coordinates = vehicle.model().n_body_coordinates();
  std::vector<int> coordinates(as_size(linear.n_body_coordinates));
  for (int c = 0; c < linear.n_body_coordinates; ++c) coordinates[as_size(c)] = c;
  std::vector<vehicle::DampedMode> modes = vehicle::damped_modes(linear, coordinates);
  std::erase_if(
      modes, [](const vehicle::DampedMode& mode) { return std::abs(mode.eigenvalue) < k_neutral; });
  return modes;
}

double largest_growth(const std::vector<vehicle::DampedMode>& modes) {
  double growth = -std::numeric_limits<double>::infinity();
  for (const vehicle::DampedMode& mode : modes) {
    growth = std::max(growth, mode.eigenvalue.real());
  }
  return growth;
}

CriticalSpeed find_critical_speed(const VehicleAtSpeed& make, double lowest, double highest,
                                  double tolerance, Observer* observer) {
  if (!(lowest > 0) || !(highest > lowest) || !(tolerance > 0)) {
    throw ModelError(fmt::format(
        "a critical speed is looked for between two speeds, 0 < lowest < highest, got {:.6g} and "
        "{:.6g} m/s (tolerance {:.3g} m/s)",
        lowest, highest, tolerance));
  }
  CriticalSpeed result;
  const auto growth_at = [&](double speed) {
    const std::unique_ptr<RunningVehicle> vehicle = make(speed);
    const SteadyRunning steady = find_steady_running(*vehicle, set_on_rails(*vehicle, 0));
    if (steady.status != SolveStatus::converged) {
      throw ModelError(fmt::format(
          "no steady running found on straight track at {:.6g} m/s (an acceleration of {:.3g} m/s2 "
          "is left): a critical speed cannot be given",
          speed, steady.residual));
    }
    const std::vector<vehicle::DampedMode> modes = running_modes(*vehicle, steady, 0);
    const auto worst = std::ranges::max_element(
        modes, {}, [](const vehicle::DampedMode& mode) { return mode.eigenvalue.real(); });
    if (worst != modes.end()) result.frequency = worst->frequency;
    result.speeds.push_back(speed);
    result.growths.push_back(largest_growth(modes));
    return result.growths.back();
  };
  result.growth_low = growth_at(lowest);
  result.growth_high = growth_at(highest);
  if ((result.growth_low > 0) == (result.growth_high > 0)) return result;
  const double width = highest - lowest;
  while (highest - lowest > tolerance) {
    if (observer != nullptr) {
      if (observer->stop_requested()) return result;
      observer->on_progress(std::log(width / (highest - lowest)) / std::log(width / tolerance),
                            fmt::format("critical speed, {:.4g} to {:.4g} m/s", lowest, highest));
    }
    const double middle = (lowest + highest) / 2;
    const bool is_as_low = (growth_at(middle) > 0) == (result.growth_low > 0);
    (is_as_low ? lowest : highest) = middle;
  }
  result.speed = (lowest + highest) / 2;
  return result;
}

}  // namespace tread::running
