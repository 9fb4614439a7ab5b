#include "tread/running/run_vehicle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/integrate/scheme_energy.hpp"

namespace tread::running {
namespace {

constexpr double k_rounding = 1e-6;  // of the interval between records

wheel_rail::WheelForces wheel_forces(const RunningVehicle& vehicle, int wheelset,
                                     profile::Side side) {
  wheel_rail::WheelForces wheel{.pair = vehicle.forces(wheelset, side)};
  wheel_rail::summarise(side, wheel);
  return wheel;
}

/// How high each wheel's tape circle stands above its rail: from the pose alone.
class DerailmentWatch {
 public:
  DerailmentWatch(RunningVehicle& vehicle, const DerailmentLimits& limits)
      : vehicle_(vehicle), limits_(limits) {}

  /// Positive while all wheels are between both limits: m.
  double margin(const State& state) {
    double least = std::numeric_limits<double>::infinity();
    visit(state, [&](int, profile::Side, double lift) { least = std::min(least, left_of(lift)); });
    return least;
  }

  Derailment derailment(const State& state) {
    Derailment result;
    double least = std::numeric_limits<double>::infinity();
    visit(state, [&](int wheelset, profile::Side side, double lift) {
      if (left_of(lift) >= least) return;
      least = left_of(lift);
      const vehicle::RailVehicleModel& model = vehicle_.model();
      const double ahead =
          model.vehicle().bodies[as_size(model.body_of_wheelset(wheelset))].centre.x;
      result = {state.time, model.distance(state.time) + ahead, wheelset, side, lift};
    });
    return result;
  }

 private:
  double left_of(double lift) const {
    return std::min(limits_.flange_height - lift, lift + limits_.fallen);
  }

  template <class Visit>
  void visit(const State& state, Visit visit_wheel) {
    profile::WheelsetMotion motion;
    for (int i = 0; i < vehicle_.n_wheelsets(); ++i) {
      vehicle_.model().wheelset_motion(i, state.time, state.position, state.velocity, motion);
      const double reach = limits_.half_spacing * std::sin(motion.pose.roll);
      visit_wheel(i, profile::Side::left, -(motion.pose.vertical - reach));
      visit_wheel(i, profile::Side::right, -(motion.pose.vertical + reach));
    }
  }

  RunningVehicle& vehicle_;
  DerailmentLimits limits_;
};

void end_unstable(double time, const RunOptions& options, VehicleRun& run) {
  run.status = SolveStatus::blew_up;
  run.is_unstable = true;
  run.message = fmt::format(
      "became unstable at t = {:.6g} s: {} with steps of {:.4g} s makes the motion grow "
      "by itself",
      time, options.scheme.name, options.step);
}

}  // namespace

DerailmentLimits derailment_limits(const profile::WheelRailPair& pair) {
  double height = 0;
  for (const profile::ProfilePoint& point : pair.wheel.points()) height = std::max(height, point.z);
  DerailmentLimits limits;
  // A wheel without a flange has fallen when its tread has; it cannot climb.
  limits.flange_height = height > 0.01 ? height : std::numeric_limits<double>::infinity();
  limits.half_spacing = pair.wheelset.tape_circle_half_spacing();
  return limits;
}

DerailmentLimits derailment_limits(const profile::WheelRailPair& left,
                                   const profile::WheelRailPair& right) {
  const DerailmentLimits of_left = derailment_limits(left);
  const DerailmentLimits of_right = derailment_limits(right);
  return of_left.flange_height < of_right.flange_height ? of_left : of_right;
}

RunRecord record_of(RunningVehicle& vehicle, const State& state) {
  vehicle.evaluate_contacts(state.time, state.position, state.velocity);
  RunRecord record;
  record.time = state.time;
  record.distance = vehicle.model().distance(state.time);
  record.position = state.position;
  record.velocity = state.velocity;
  record.acceleration =
      state.acceleration.size() > 0
          ? state.acceleration
          : integrate::acceleration_of(vehicle, state.time, state.position, state.velocity);
  for (int i = 0; i < vehicle.n_wheelsets(); ++i) {
    const profile::WheelsetMotion& motion = vehicle.motion(i);
    record.wheelsets.push_back({motion.pose, motion.angular_velocity.y(),
                                wheel_forces(vehicle, i, profile::Side::left),
                                wheel_forces(vehicle, i, profile::Side::right)});
  }
  return record;
}

VehicleRun run_vehicle(RunningVehicle& vehicle, const State& start, const DerailmentLimits& limits,
                       const RunOptions& options) {
  if (!(options.record_interval > 0)) {
    throw ModelError(fmt::format("the interval between records must be positive, got {:.6g} s",
                                 options.record_interval));
  }
  VehicleRun run;
  DerailmentWatch watch(vehicle, limits);
  const long long problems_before = vehicle.n_contact_problems();
  const long long unconverged_before = vehicle.n_unconverged();
  long long problems_of_records = 0;
  long long unconverged_of_records = 0;
  const auto record = [&](const State& state) {
    problems_of_records -= vehicle.n_contact_problems();
    unconverged_of_records -= vehicle.n_unconverged();
    run.records.push_back(record_of(vehicle, state));
    problems_of_records += vehicle.n_contact_problems();
    unconverged_of_records += vehicle.n_unconverged();
  };
  State first = start;
  first.acceleration =
      integrate::acceleration_of(vehicle, first.time, first.position, first.velocity);
  record(first);
  double next_record = first.time + options.record_interval;

  integrate::MarchOptions march;
  march.end_time = options.end_time;
  march.step = options.step;
  march.record_interval = options.end_time;  // records are ours
  march.observer = options.observer;
  march.events.push_back({"derailed", [&](const State& state) { return watch.margin(state); },
                          integrate::Event::Passing::falling, true});
  integrate::SchemeEnergy growth(first, options.growth_floor,
                                 [&](const Vector& position, const Vector& a, Vector& force) {
                                   vehicle.apply_mass(position, a, force);
                                 });
  if (options.growth_floor > 0) {
    march.has_grown = [&](const State& before, const State& after) {
      return !growth.is_sound(before, after);
    };
  }
  march.on_step = [&](const State& state) {
    const double reached = state.time + k_rounding * options.record_interval;
    if (reached < next_record) return;
    record(state);
    while (next_record <= reached) next_record += options.record_interval;
  };
  try {
    const integrate::MarchResult marched = integrate::march(vehicle, options.scheme, first, march);
    run.status = marched.status;
    run.message = marched.message;
    run.is_unstable = marched.is_unstable;
    run.counts = marched.counts;
    run.shortest_step = marched.shortest_step;
    run.longest_step = marched.longest_step;
    const bool has_derailed = !marched.events.empty();
    if (has_derailed && !options.is_beyond_limit) {
      run.derailment = watch.derailment(marched.events.back().state);
    } else if (has_derailed) {
      run.status = SolveStatus::blew_up;
    }
    if (run.records.back().time < marched.state.time) record(marched.state);
  } catch (const ModelError& problem) {
    // What a contact model cannot do at the end leaves what was found before as right as it was.
    run.status = SolveStatus::stalled;
    run.message = fmt::format("ended after {:.4g} s, {:.4g} m along the track: {}",
                              run.records.back().time, run.records.back().distance, problem.what());
  }
  const bool is_over = run.status == SolveStatus::converged || run.status == SolveStatus::stopped;
  if (options.is_beyond_limit && !is_over && !run.is_unstable)
    end_unstable(run.records.back().time, options, run);
  run.n_contact_problems = vehicle.n_contact_problems() - problems_before - problems_of_records;
  run.n_unconverged = vehicle.n_unconverged() - unconverged_before - unconverged_of_records;
  return run;
}

}  // namespace tread::running
