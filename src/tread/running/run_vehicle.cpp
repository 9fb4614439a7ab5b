#include "tread/running/run_vehicle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::running {
namespace {

WheelRecord wheel_record(const wheel_rail::PairForces& forces) {
  WheelRecord record;
  record.longitudinal = -forces.force.x();
  record.lateral = -forces.force.y();
  record.vertical = forces.force.z() == 0 ? 0 : -forces.force.z();
  for (const wheel_rail::PatchForces& patch : forces.patches) {
    record.dissipation += patch.dissipation;
  }
  record.gap = forces.gap;
  record.patches = forces.patches;
  return record;
}

/// How high each wheel's tape circle stands above its rail: from the pose alone.
class DerailmentWatch {
 public:
  DerailmentWatch(RunningVehicle& vehicle, double flange_height)
      : vehicle_(vehicle), flange_height_(flange_height) {}

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
  double left_of(double lift) const { return std::min(flange_height_ - lift, lift + k_fallen); }

  template <class Visit>
  void visit(const State& state, Visit visit_wheel) {
    constexpr double half_spacing = 0.75;  // m: near enough for a wheel's height
    profile::WheelsetMotion motion;
    for (int i = 0; i < vehicle_.n_wheelsets(); ++i) {
      vehicle_.model().wheelset_motion(i, state.time, state.position, state.velocity, motion);
      const double reach = half_spacing * std::sin(motion.pose.roll);
      visit_wheel(i, profile::Side::left, -(motion.pose.vertical - reach));
      visit_wheel(i, profile::Side::right, -(motion.pose.vertical + reach));
    }
  }

  RunningVehicle& vehicle_;
  double flange_height_;
};

}  // namespace

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
    record.wheelsets.push_back({motion.pose,
                                motion.angular_velocity.y(),
                                {wheel_record(vehicle.forces(i, profile::Side::left)),
                                 wheel_record(vehicle.forces(i, profile::Side::right))}});
  }
  return record;
}

VehicleRun run_vehicle(RunningVehicle& vehicle, const State& start, double flange_height,
                       const RunOptions& options) {
  if (!(options.record_interval > 0)) {
    throw ModelError(fmt::format("the interval between records must be positive, got {:.6g} s",
                                 options.record_interval));
  }
  VehicleRun run;
  DerailmentWatch watch(vehicle, flange_height);
  const long long problems_before = vehicle.n_contact_problems();
  const long long unconverged_before = vehicle.n_unconverged();
  State first = start;
  first.acceleration =
      integrate::acceleration_of(vehicle, first.time, first.position, first.velocity);
  run.records.push_back(record_of(vehicle, first));
  double next_record = first.time + options.record_interval;

  integrate::MarchOptions march;
  march.end_time = options.end_time;
  march.step = options.step;
  march.record_interval = options.end_time;  // records are ours
  march.observer = options.observer;
  march.events.push_back({"derailed", [&](const State& state) { return watch.margin(state); },
                          integrate::Event::Passing::falling, true});
  march.on_step = [&](const State& state) {
    // Half a step early is nearer than half a step late.
    if (state.time < next_record - options.step * 1e-6) return;
    run.records.push_back(record_of(vehicle, state));
    while (next_record <= state.time + options.step * 1e-6) next_record += options.record_interval;
  };
  const integrate::MarchResult marched = integrate::march(vehicle, options.scheme, first, march);

  run.status = marched.status;
  run.message = marched.message;
  run.counts = marched.counts;
  run.shortest_step = marched.shortest_step;
  run.longest_step = marched.longest_step;
  if (!marched.events.empty()) run.derailment = watch.derailment(marched.events.back().state);
  if (run.records.back().time < marched.state.time) {
    run.records.push_back(record_of(vehicle, marched.state));
  }
  run.n_contact_problems = vehicle.n_contact_problems() - problems_before;
  run.n_unconverged = vehicle.n_unconverged() - unconverged_before;
  return run;
}

}  // namespace tread::running
