#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/integrate/one_stage.hpp"
#include "tread/interaction/check_positive.hpp"
#include "tread/interaction/train_bridge.hpp"

namespace tread::interaction {
namespace {

constexpr double k_max_steps = 1e8;  // more would lose the step in the rounding of the time

/// One of the trains and how it runs.
struct TrainRun {
  const vehicle::Train* train;
  const char* name;
  double direction;  // 1: to the right, -1: to the left
  double start, speed, acceleration;

  double at(double way) const { return start + direction * way; }  // leading wheel, m
  double way_to(double x) const { return direction * (x - start); }
};

std::vector<TrainRun> runs_of(const TrainBridgeProblem& problem) {
  std::vector<TrainRun> runs{
      {&problem.train, "train", 1, problem.start_position, problem.speed, problem.acceleration}};
  if (problem.second) {
    const SecondTrain& second = *problem.second;
    const double direction = second.direction == SecondTrain::Direction::left ? -1 : 1;
    runs.push_back(
        {&second.train, "second train", direction, second.start_position, second.speed, 0});
  }
  return runs;
}

/// When the leading wheel has gone a way, s; negative if it never does.
double time_for(const TrainRun& run, double way) {
  if (run.acceleration == 0) return way / run.speed;
  const double square = run.speed * run.speed + 2 * run.acceleration * way;
  return square < 0 ? -1 : 2 * way / (run.speed + std::sqrt(square));
}

bool has_bridge(const TrainBridgeProblem& problem) { return problem.bridge || problem.structure; }

double bridge_start(const TrainBridgeProblem& problem) {
  return problem.structure ? problem.structure->line.start() : 0;
}

double bridge_end(const TrainBridgeProblem& problem) {
  return problem.structure ? problem.structure->line.end() : problem.bridge->length();
}

/// Ends of the bridge where a train comes and goes.
double near_end(const TrainBridgeProblem& problem, const TrainRun& run) {
  return run.direction > 0 ? bridge_start(problem) : bridge_end(problem);
}
double far_end(const TrainBridgeProblem& problem, const TrainRun& run) {
  return run.direction > 0 ? bridge_end(problem) : bridge_start(problem);
}

bool stays_on_line(const TrainBridgeProblem& problem) {
  return problem.structure && problem.beyond == Beyond::refuse;
}

/// Of rails over the ends of beams; the load line of a structure has its own in it.
double rail_behind(const TrainBridgeProblem& problem, const TrainRun& run) {
  if (problem.structure || !problem.joint_rails.at(far_end(problem, run))) return 0;
  return problem.joint_rails.reach();
}

/// Until the last wheel leaves the bridge; where none may leave its load line, until the first one
/// is at its end.
double way_to_the_end(const TrainBridgeProblem& problem, const TrainRun& run) {
  return run.way_to(far_end(problem, run)) + rail_behind(problem, run) +
         (stays_on_line(problem) ? 0 : length_of(*run.train));
}

void check_start(const TrainBridgeProblem& problem, const TrainRun& run) {
  if (way_to_the_end(problem, run) > 0) return;
  throw ModelError(fmt::format(
      "the {} starts at {:.4g} m, all of it beyond the bridge of {:.4g} m: start before it",
      run.name, run.start, bridge_end(problem)));
}

/// A structure carries wheels on its load line only.
void check_line(const TrainBridgeProblem& problem, const TrainRun& run, double way) {
  const structure::LoadLine& line = problem.structure->line;
  if (problem.beyond == Beyond::rigid_ground) return;
  const std::string whose = run.train == &problem.train ? "" : " of the second train";
  const double first = run.at(-length_of(*run.train));
  if (!line.covers(first)) {
    const double near = near_end(problem, run);
    throw ModelError(fmt::format(
        "the last wheel{} starts at x = {:.6g} m, before the load line, which begins at {:.6g} m: "
        "start later, lengthen the line, or lay rigid ground beyond it",
        whose, first, near));
  }
  const double last = run.at(way);
  const double rounding = 1e-12 * (std::abs(line.start()) + std::abs(line.end()));
  if (last < line.start() - rounding || last > line.end() + rounding) {
    throw ModelError(fmt::format(
        "the first wheel{} runs to x = {:.6g} m, beyond the load line, which ends at {:.6g} m: end "
        "the run before, lengthen the line, or lay rigid ground beyond it",
        whose, last, far_end(problem, run)));
  }
}

void check_run(const TrainBridgeProblem& problem, const TrainRun& run) {
  const double duration = duration_of(problem);
  if (run.speed + run.acceleration * duration < 0) {
    throw ModelError(fmt::format(
        "the train stops after {:.4g} s with an acceleration of {} m/s2, before the end at {:.4g} "
        "s: brake less, or end before",
        -run.speed / run.acceleration, run.acceleration, duration));
  }
  if (!has_bridge(problem)) return;
  const double way = (run.speed + run.acceleration * duration / 2) * duration;
  const double before = run.way_to(near_end(problem, run));
  if (way <= before) {
    throw ModelError(
        fmt::format("the {} never reaches the bridge: it starts {:.4g} m before it "
                    "and goes {:.4g} m; start nearer or run longer",
                    run.name, before, way));
  }
  if (problem.structure) check_line(problem, run, way);
}

void check_motion(const TrainBridgeProblem& problem) {
  for (const TrainRun& run : runs_of(problem)) {
    check_positive(fmt::format("speed of the {}", run.name).c_str(), run.speed,
                   run.direction > 0 ? "in m/s, along +x" : "in m/s, whatever its direction");
    if (!std::isfinite(run.acceleration) || !std::isfinite(run.start)) {
      throw ModelError(
          fmt::format("acceleration and start position of the {} must be finite", run.name));
    }
  }
  if (!(problem.duration >= 0 && std::isfinite(problem.duration))) {
    throw ModelError(fmt::format(
        "duration = {} s must be > 0, or 0 for a crossing until the last wheel has left the bridge",
        problem.duration));
  }
  if (!has_bridge(problem)) {
    check_positive("duration", problem.duration, "without a bridge it has no end of its own");
  }
  for (const TrainRun& run : runs_of(problem)) {
    if (has_bridge(problem)) check_start(problem, run);
    check_run(problem, run);
  }
}

void check_steps(const TrainBridgeProblem& problem, const CrossingOptions& options) {
  const double duration = duration_of(problem);
  check_positive("step", options.step, "1e-3 s is a usual one");
  if (!(options.step <= duration)) {
    throw ModelError(fmt::format("the step of {:.4g} s is longer than the crossing of {:.4g} s",
                                 options.step, duration));
  }
  if (duration / options.step > k_max_steps) {
    throw ModelError(fmt::format("{:.3g} steps of {:.3g} s are too many: take longer ones",
                                 duration / options.step, options.step));
  }
  if (!(options.min_step >= 0 && options.min_step <= options.step)) {
    throw ModelError(fmt::format("the least step = {} s must lie between 0 and the step {} s",
                                 options.min_step, options.step));
  }
  check_positive("tolerance of the forces", options.force_tolerance, "1e-8 is the usual one");
  if (options.max_iterations < 1 || options.record_every < 1) {
    throw ModelError(fmt::format("iterations ({}) and steps between records ({}) must be 1 or more",
                                 options.max_iterations, options.record_every));
  }
  const integrate::OneStageScheme one_stage(options.scheme);
}

/// Springs whose ends are the wheels.
void check_massless(const vehicle::Train& train, const ContactModel& contact) {
  const auto* rigid = std::get_if<RigidContact>(&contact);
  if (rigid && rigid->constraint == RigidConstraint::displacement) return;
  for (const vehicle::PlacedVehicle& placed : train.vehicles) {
    if (massless_wheels(placed.vehicle).empty()) continue;
    throw ModelError(fmt::format(
        "wheels of vehicle '{}' have no mass: {}", placed.vehicle.name,
        rigid
            ? "their acceleration means nothing, constrain displacements"
            : "they stand on springs already, take a rigid contact that constrains displacements"));
  }
}

void check_train(const vehicle::Train& train, const std::vector<vehicle::WheelDefect>& defects) {
  check(train);
  for (const vehicle::WheelDefect& defect : defects) check(defect);
  const std::size_t n_wheels = wheels_of(train).size();
  if (defects.size() > 1 && defects.size() != n_wheels) {
    throw ModelError(
        fmt::format("{} wheel defects for {} wheels: give none, one for all, or one "
                    "for each",
                    defects.size(), n_wheels));
  }
}

void check_parts(const TrainBridgeProblem& problem, const CrossingOptions& options) {
  if (problem.bridge && problem.structure) {
    throw ModelError("a bridge of beams and a structure are given: the train runs on one of them");
  }
  if (options.record_modes && problem.structure) {
    throw ModelError("a structure of finite elements has no modes to record: name sections");
  }
  if (problem.structure && problem.structure->line.is_empty()) {
    throw ModelError("the structure has no load line: say where on it the wheels run");
  }
  if (problem.reduced && !problem.structure) {
    throw ModelError("modes of a structure are given without the structure that they belong to");
  }
  if (problem.reduced && !options.probes.empty() && problem.reduced->shapes.rows() == 0) {
    throw ModelError("probes of a reduced structure need its shapes everywhere: reduce with them");
  }
  for (const Probe& probe : options.probes) {
    const int n = problem.structure ? problem.structure->n_dofs() : 0;
    if (probe.dofs.size() == probe.weights.size() &&
        std::ranges::all_of(probe.dofs, [&](int dof) { return dof >= 0 && dof < n; })) {
      continue;
    }
    throw ModelError(fmt::format(
        "a probe of {} displacements with {} weights does not fit the {} displacements of the "
        "structure",
        probe.dofs.size(), probe.weights.size(), n));
  }
  check(problem.contact);
  check(problem.rail);
  check_train(problem.train, problem.defects);
  check_massless(problem.train, problem.contact);
  if (problem.second) {
    check_train(problem.second->train, problem.second->defects);
    check_massless(problem.second->train, problem.contact);
  }
  const auto* grid = std::get_if<GridContact>(&problem.contact);
  if (options.track_energy && grid && grid->bridge_load == BridgeLoad::middle_row) {
    throw ModelError(
        "no energy balance with a middle row as the bridge's load: wheel and bridge feel different "
        "forces; let the whole force bend the bridge");
  }
  if (std::holds_alternative<RigidContact>(problem.contact) &&
      !std::holds_alternative<QuasiNewton>(options.iteration)) {
    throw ModelError(
        "a rigid contact is solved exactly in every step: Picard's iteration is for elastic ones");
  }
}

}  // namespace

double duration_of(const TrainBridgeProblem& problem) {
  if (problem.duration > 0 || !has_bridge(problem)) return problem.duration;
  std::optional<double> duration;
  for (const TrainRun& run : runs_of(problem)) {
    check_start(problem, run);
    const double time = time_for(run, way_to_the_end(problem, run));
    if (time < 0) {
      throw ModelError(
          fmt::format("the train stops before its last wheel has left the bridge, braking "
                      "with {} m/s2: brake less, or give a duration",
                      run.acceleration));
    }
    const bool is_first_to_end = stays_on_line(problem);
    if (!duration || (is_first_to_end ? time < *duration : time > *duration)) duration = time;
  }
  return *duration;
}

void check(const TrainBridgeProblem& problem, const CrossingOptions& options) {
  check_parts(problem, options);
  check_motion(problem);
  check_steps(problem, options);
}

}  // namespace tread::interaction
