#include "tread/study/train_bridge_study.hpp"
#include "tread/study/bridge_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/as_size.hpp"
#include "tread/study/add_count.hpp"
#include "tread/study/bridge_numbers.hpp"
#include "tread/study/crossing_tables.hpp"
#include "tread/study/rolling_axle.hpp"
#include "tread/study/structure_crossing.hpp"
#include "tread/study/structure_tables.hpp"
#include "tread/study/train_bridge_model.hpp"
#include "tread/study/train_model.hpp"
#include "tread/study/unstable.hpp"

namespace tread::study {
namespace {

using casefile::CaseFile;
using casefile::TrainBridgeCase;
using interaction::Crossing;
using interaction::History;

// ---- bridge ----

void add_section_history(const char* name, const char* title, const char* unit,
                         const TrainBridgeModel& model, const Crossing& crossing,
                         const History& history, result::CaseResult& out) {
  const std::vector<double>& sections = model.options.sections;
  const Extreme largest = extreme_of(history, crossing.times, sections);
  out.scalars.push_back(
      {fmt::format("max_{}", name), largest.value, unit,
       fmt::format("largest {} of the sections, at {}", name, place_and_time(largest, crossing))});
  out.tables.push_back(section_table(name, title, unit, model, crossing, history));
}

std::vector<double> support_places_of_bridge(const TrainBridgeModel& model) {
  if (model.structure) return model.structure->supports;
  std::vector<double> places;
  for (const auto& part : model.problem.bridge->parts()) {
    for (const structure::Support& support : part.beam.supports) {
      places.push_back(part.start + support.x);
    }
  }
  return places;
}

/// The moving picture: so many instants, the one of the largest deflection among them.
result::BridgeAnimation animation_of(const TrainBridgeModel& model, const Crossing& crossing,
                                     const BridgeLines& lines, int n_frames) {
  result::BridgeAnimation animation;
  animation.places = lines.places;
  animation.supports = support_places_of_bridge(model);
  for (const vehicle::TrainWheel& wheel : wheels_of(model.problem.train)) {
    animation.vehicle_of_wheel.push_back(wheel.vehicle);
  }
  if (model.problem.second) {
    const int n_before = static_cast<int>(model.problem.train.vehicles.size());
    for (const vehicle::TrainWheel& wheel : wheels_of(model.problem.second->train)) {
      animation.vehicle_of_wheel.push_back(n_before + wheel.vehicle);
    }
  }
  Eigen::Index largest = 0;
  Eigen::Index column = 0;
  lines.deflection.cwiseAbs().maxCoeff(&largest, &column);
  const auto n_rows = static_cast<Eigen::Index>(crossing.times.size());
  std::vector<Eigen::Index> rows{largest};
  for (int i = 0; i < n_frames - 1; ++i)
    rows.push_back((n_rows - 1) * i / std::max(1, n_frames - 2));
  std::ranges::sort(rows);
  rows.erase(std::ranges::unique(rows).begin(), rows.end());
  for (const Eigen::Index row : rows) {
    if (row == largest) animation.still = animation.frames.size();
    animation.frames.push_back(
        {crossing.times[static_cast<std::size_t>(row)],
         {lines.deflection.row(row).begin(), lines.deflection.row(row).end()},
         {crossing.positions.row(row).begin(), crossing.positions.row(row).end()}});
  }
  return animation;
}

void add_bridge(const TrainBridgeCase& input, const TrainBridgeModel& model,
                const Crossing& crossing, Detail detail, result::CaseResult& out) {
  if (!model.problem.bridge) return;
  const structure::BeamModes& bridge = *model.problem.bridge;
  const BridgeLines lines = bridge_lines(model, crossing);
  const Extreme deflection = extreme_of(lines.deflection, crossing.times, lines.places);
  const Extreme at_rest = static_extreme(model, crossing, lines.places);
  out.scalars.push_back({"max_deflection", deflection.value, "m",
                         fmt::format("largest deflection of the bridge, at {}",
                                     place_and_time(deflection, crossing))});
  out.scalars.push_back(
      {"static_deflection", at_rest.value, "m",
       fmt::format("the same of the axle loads at rest, at x = {:.4g} m", at_rest.at)});
  if (at_rest.value != 0) {
    out.scalars.push_back({"dynamic_amplification", deflection.value / at_rest.value, "",
                           "dynamic amplification of the deflection"});
  }
  out.tables.push_back(section_table("deflection", "Deflection, downwards", "m", model, crossing,
                                     crossing.deflections));
  add_section_history("acceleration", "Acceleration, downwards", "m/s2", model, crossing,
                      crossing.accelerations, out);
  const SectionForces forces = section_forces(model, crossing);
  add_section_history("moment", "Bending moment, sagging", "N m", model, crossing, forces.moment,
                      out);
  const Extreme moment = static_moment(model, crossing);
  out.scalars.push_back({"static_moment", moment.value, "N m",
                         fmt::format("largest moment of the sections of the axle loads at rest, at "
                                     "x = {:.4g} m",
                                     moment.at)});
  add_section_history("shear", "Shear force", "N", model, crossing, forces.shear, out);
  add_count(out, "modes", bridge.n_modes(), "number of modes");
  if (detail == Detail::numbers) {
    const Eigen::VectorXd sizes = lines.deflection.cwiseAbs().colwise().maxCoeff();
    add_span_deflection(
        largest_for_its_span(*input.bridge, lines.places, {sizes.begin(), sizes.end()}), out);
    return;
  }
  out.animation = animation_of(model, crossing, lines, input.output.frames);
}

// ---- train ----

/// How often a wheel that was in contact is not any more, from an instant on.
long long losses_of(const Crossing& crossing, double from) {
  return std::ranges::count_if(contact_changes(crossing), [&](const auto& change) {
    return change.time >= from && change.kind == interaction::ContactChange::Kind::lost;
  });
}

/// Wheels that the scheme throws off their rails have not left them.
bool is_judged(const Crossing& crossing) { return !crossing.is_unstable; }

/// Of both trains, as they are counted.
vehicle::Train vehicles_of(const interaction::TrainBridgeProblem& problem) {
  vehicle::Train all = problem.train;
  if (problem.second) {
    const auto& others = problem.second->train.vehicles;
    all.vehicles.insert(all.vehicles.end(), others.begin(), others.end());
  }
  return all;
}

/// A value that an axle had.
struct AxleExtreme {
  double value = 0;
  Eigen::Index row = 0;
  Eigen::Index wheel = 0;
};

/// The largest and the smallest of all axles among the rows from one to before another, at places
/// that count.
struct AxleExtremes {
  std::optional<AxleExtreme> largest;
  std::optional<AxleExtreme> smallest;
};

template <class Counts>
AxleExtremes axle_extremes(const History& values, Eigen::Index first, Eigen::Index end,
                           Counts&& counts) {
  AxleExtremes extremes;
  for (Eigen::Index row = first; row < end; ++row) {
    for (Eigen::Index k = 0; k < values.cols(); ++k) {
      if (!counts(row, k)) continue;
      const double value = values(row, k);
      if (!extremes.largest || value > extremes.largest->value) {
        extremes.largest = {value, row, k};
      }
      if (!extremes.smallest || value < extremes.smallest->value) {
        extremes.smallest = {value, row, k};
      }
    }
  }
  return extremes;
}

AxleExtremes axle_extremes(const History& values, Eigen::Index first, Eigen::Index end) {
  return axle_extremes(values, first, end, [](Eigen::Index, Eigen::Index) { return true; });
}

/// "axle 3 at x = 12.5 m and 0.52 s"
std::string axle_and_place(const AxleExtreme& extreme, const Crossing& crossing) {
  const double time = crossing.times[static_cast<std::size_t>(extreme.row)];
  return fmt::format(
      "axle {} at {}", extreme.wheel + 1,
      place_and_time({0, crossing.positions(extreme.row, extreme.wheel), time}, crossing));
}

/// The first record after the run-in; a run that ended in it counts as it is.
Eigen::Index first_counted_row(const TrainBridgeModel& model, const Crossing& crossing) {
  const auto after = std::ranges::lower_bound(crossing.times, model.run_in.time);
  return after == crossing.times.end() ? 0 : after - crossing.times.begin();
}

void add_axle_forces(const TrainBridgeModel& model, const Crossing& crossing,
                     result::CaseResult& out) {
  const Eigen::Index first = first_counted_row(model, crossing);
  const Eigen::Index n = crossing.forces.rows();
  const History ratios = force_ratios(crossing);
  const AxleExtreme force = *axle_extremes(crossing.forces, first, n).largest;
  const AxleExtremes counted = axle_extremes(ratios, first, n);
  out.scalars.push_back({"max_force", force.value, "N",
                         fmt::format("largest axle force, {}", axle_and_place(force, crossing))});
  out.scalars.push_back({"max_force_ratio", counted.largest->value, "",
                         fmt::format("largest axle force over that at rest, {}",
                                     axle_and_place(*counted.largest, crossing))});
  out.scalars.push_back({"min_force_ratio", counted.smallest->value, "",
                         fmt::format("smallest axle force over that at rest, {}",
                                     axle_and_place(*counted.smallest, crossing))});
  out.scalars.push_back(
      {"max_unloading", 1 - counted.smallest->value, "",
       fmt::format("largest part of its force at rest that an axle lacked, on the bridge or beside "
                   "it, {}",
                   axle_and_place(*counted.smallest, crossing))});
  if (first == 0) return;
  out.scalars.push_back({"run_in", model.run_in.distance, "m",
                         "distance travelled at the start that extremes of the train leave out"});
  const AxleExtremes before = axle_extremes(ratios, 0, first);
  std::vector<std::string> beyond;
  const auto add = [&](const AxleExtreme& extreme) {
    beyond.push_back(fmt::format("{:.4g} of that at rest, {}", extreme.value,
                                 axle_and_place(extreme, crossing)));
  };
  if (before.smallest->value < counted.smallest->value) add(*before.smallest);
  if (before.largest->value > counted.largest->value) add(*before.largest);
  if (beyond.empty()) return;
  out.notes.push_back(fmt::format(
      "In the first {:.4g} m, which extremes of the train leave out (train.run_in), axle forces "
      "went beyond them: {}.",
      model.run_in.distance, fmt::join(beyond, "; ")));
}

/// What wheels meet where the bridge begins and ends.
void add_note_on_joints(const TrainBridgeModel& model, const Crossing& crossing,
                        result::CaseResult& out) {
  constexpr double k_near = 3;  // m
  if (model.joints.empty()) return;
  const auto is_near = [&](Eigen::Index row, Eigen::Index wheel) {
    const double x = crossing.positions(row, wheel);
    return std::ranges::any_of(model.joints,
                               [&](double joint) { return std::abs(x - joint) <= k_near; });
  };
  const AxleExtremes forces = axle_extremes(
      force_ratios(crossing), first_counted_row(model, crossing), crossing.forces.rows(), is_near);
  if (!forces.largest) return;
  const double reach = model.joint_rails.reach();
  out.notes.push_back(fmt::format(
      "{}: within {:g} m of the joints axle forces are {:.4g} ({}) to {:.4g} ({}) of those at "
      "rest.{}",
      reach > 0 ? fmt::format("No rails are modelled: ones that reach {:.3g} m over the ends of "
                              "the bridge are assumed to round the kinks there (rail.over_joints)",
                              reach)
                : "Wheels meet the kinks at the ends of the bridge (rail.over_joints = 0)",
      k_near, forces.smallest->value, axle_and_place(*forces.smallest, crossing),
      forces.largest->value, axle_and_place(*forces.largest, crossing),
      reach > 0 ? "" : " Real rails round them."));
}

void add_train(const TrainBridgeModel& model, const Crossing& crossing, result::CaseResult& out) {
  const double from = model.run_in.time;
  add_axle_forces(model, crossing, out);
  if (is_judged(crossing)) {
    add_count(out, "contact_losses", losses_of(crossing, from), "times that an axle left the rail");
    out.scalars.push_back({"contact_loss_time", longest_loss(crossing, from), "s",
                           "longest time that an axle was off the rail"});
  }
  const BodyMotion bodies = body_motions(vehicles_of(model.problem));
  const History accelerations = crossing.vehicle_accelerations(Eigen::all, bodies.columns);
  std::vector<double> numbers;
  for (std::size_t i = 1; i <= bodies.columns.size(); ++i) {
    numbers.push_back(static_cast<double>(i));
  }
  const Eigen::Index first = first_counted_row(model, crossing);
  const Extreme body = extreme_of(accelerations.bottomRows(accelerations.rows() - first),
                                  {crossing.times.begin() + first, crossing.times.end()}, numbers);
  out.scalars.push_back({"max_body_acceleration", body.value, "m/s2",
                         fmt::format("largest acceleration of a vehicle's {}, vehicle {:g} at "
                                     "{:.4g} s",
                                     bodies.what, body.at, body.time)});
  for (result::Table& table : wheel_tables(model, crossing)) out.tables.push_back(std::move(table));
  result::Table table =
      history_table("vehicle_acceleration", "Acceleration of the vehicles, downwards", "m/s2",
                    crossing, accelerations, bodies.names);
  out.tables.push_back(std::move(table));
  if (is_judged(crossing) && losses_of(crossing, 0) > 0) {
    out.tables.push_back(contact_change_table(crossing));
  }
}

void add_rail(const RailModel& rail, result::CaseResult& out) {
  out.scalars.insert(out.scalars.end(), rail.scalars.begin(), rail.scalars.end());
  if (!rail.note.empty()) out.notes.push_back(rail.note);
}

void add_step_work(const Crossing& crossing, const TrainBridgeModel& model,
                   result::CaseResult& out) {
  const interaction::CrossingCounts& counts = crossing.counts;
  out.scalars.push_back({"step", crossing.step, "s", "time step"});
  if (crossing.stability.limit > 0 && std::isfinite(crossing.stability.limit)) {
    out.scalars.push_back({"largest_stable_step", crossing.stability.limit, "s",
                           fmt::format("largest step at which {} is stable under the loads at rest",
                                       model.options.scheme.name)});
  }
  add_count(out, "steps", counts.steps, "steps taken");
  if (counts.steps > 0) {
    out.scalars.push_back(
        {"iterations_per_step",
         static_cast<double>(counts.iterations) / static_cast<double>(counts.steps), "",
         "iterations a step"});
  }
  if (counts.contact_solves > 0) {
    add_count(out, "contact_solves", counts.contact_solves, "contact problems solved");
  }
  if (counts.retries > 0) {
    add_count(out, "retries", counts.retries, "steps taken again with half their length");
  }
  if (crossing.energy.rows.empty()) return;
  out.tables.push_back(energy_table(crossing));
  double defect = 0;
  double exchanged = 0;
  const interaction::EnergyRow& start = crossing.energy.rows.front();
  for (const interaction::EnergyRow& row : crossing.energy.rows) {
    defect = std::max(defect, std::abs(row.defect(start)));
    exchanged = std::max({exchanged, std::abs(row.gravity_work), std::abs(row.drive_work),
                          std::abs(row.stored() - start.stored())});
  }
  out.scalars.push_back({"energy_defect", defect, "J", "largest defect of the energy balance"});
  if (exchanged > 0) {
    out.scalars.push_back({"relative_energy_defect", defect / exchanged, "",
                           "the same over the largest energy exchanged"});
    constexpr double k_defect_worth_a_note = 0.05;
    if (defect > k_defect_worth_a_note * exchanged) {
      out.notes.push_back(fmt::format(
          "The energy balance is off by {:.2g} of the largest energy exchanged: take shorter steps "
          "(time.step), or a scheme that keeps the energy (newmark).",
          defect / exchanged));
    }
  }
}

/// How far an end of the bridge moves against the ground beside it, m; 0: nothing rolls over it.
double largest_end_motion(const TrainBridgeModel& model, const Crossing& crossing) {
  if (model.structure) {
    const bool meets_ground =
        !model.structure->has_track && model.structure->beyond == interaction::Beyond::rigid_ground;
    if (!meets_ground) return 0;
    const History line = structure_lines(model, crossing).deflection;
    return std::max(line.leftCols(1).cwiseAbs().maxCoeff(),
                    line.rightCols(1).cwiseAbs().maxCoeff());
  }
  if (!model.problem.bridge) return 0;
  const structure::BeamModes& bridge = *model.problem.bridge;
  double largest = 0;
  for (const double x : {0.0, bridge.length()}) {
    Eigen::VectorXd shape(bridge.n_modes());
    bridge.shape(x, {shape.data(), as_size(bridge.n_modes())});
    largest = std::max(largest, (crossing.modes * shape).cwiseAbs().maxCoeff());
  }
  return largest;
}

/// Where an end of the bridge moves, wheels meet a step that rails would bridge.
void add_note_on_ends(const TrainBridgeModel& model, const Crossing& crossing,
                      result::CaseResult& out) {
  constexpr double k_worth_a_note = 1e-5;  // m
  if (model.joint_rails.reach() > 0) return;
  const double largest = largest_end_motion(model, crossing);
  if (largest < k_worth_a_note) return;
  const bool has_mass =
      massless_wheels(model.problem.train.vehicles.front().vehicle).empty();  // of wheels
  const bool is_hit =
      has_mass && std::holds_alternative<interaction::RigidContact>(model.problem.contact);
  out.notes.push_back(fmt::format(
      "An end of the bridge moves by up to {:.2g} m against the rigid ground: wheels meet a step "
      "there, which the rails of a track would smooth.{}",
      largest,
      is_hit ? " Rigid wheels hit it: forces and accelerations depend on the step (time.step)."
             : ""));
}

/// The area was chosen for a load, and the run brought more.
void add_note_on_grid(const TrainBridgeModel& model, const Crossing& crossing,
                      result::CaseResult& out) {
  const auto* contact = std::get_if<interaction::GridContact>(&model.problem.contact);
  if (contact == nullptr || !crossing.largest_grid) return;
  const Grid& first = contact->problem.grid;
  const Grid& largest = *crossing.largest_grid;
  if (contact->edge != interaction::GridContact::Edge::grow || largest == first) return;
  out.notes.push_back(
      fmt::format("The contact outgrew the area of {} x {} cells that was chosen for it: it got up "
                  "to {} x {} cells of the same size.",
                  first.nx, first.ny, largest.nx, largest.ny));
}

/// How far a force departs from its mean over a period, where that lies in the history.
double largest_departure(const Eigen::VectorXd& force, Eigen::Index period) {
  const Eigen::Index n = force.size();
  if (n < period) return 0;
  double sum = force.head(period).sum();
  double largest = 0;
  for (Eigen::Index end = period; end <= n; ++end) {
    largest = std::max(largest,
                       std::abs(force(end - 1 - period / 2) - sum / static_cast<double>(period)));
    if (end < n) sum += force(end) - force(end - period);
  }
  return largest;
}

/// Axles that swing on their contact do so for many periods, which a step makes a little too long:
/// swings from several blows then add up differently.
void add_note_on_swings(const TrainBridgeModel& model, const Crossing& crossing,
                        result::CaseResult& out) {
  constexpr double k_periods_remembered = 4;
  constexpr double k_change_worth_a_note = 0.02;  // of the force at rest
  if (!(model.contact_period > 0) || !is_judged(crossing) || crossing.times.size() < 3) return;
  const double interval = crossing.times[1] - crossing.times[0];
  const auto period =
      static_cast<Eigen::Index>(std::max(2.0, std::round(model.contact_period / interval)));
  double swing = 0;
  const History ratios = force_ratios(crossing);
  for (Eigen::Index k = 0; k < ratios.cols(); ++k) {
    swing = std::max(swing, largest_departure(ratios.col(k), period));
  }
  const double angle = 2 * std::numbers::pi * crossing.step / model.contact_period;
  const double too_long = angle * angle / 12;  // part of a period, by Newmark's scheme
  const double turned = 2 * std::numbers::pi * k_periods_remembered * too_long;
  if (swing * std::min(1.0, turned) <= k_change_worth_a_note) return;
  out.notes.push_back(fmt::format(
      "Axles swing on their contact with the rail by up to {:.2g} of the force at rest, with a "
      "period of {:.3g} s or {:.2g} steps. How swings add up depends on the step (time.step), and "
      "with it max_force, max_unloading, max_shear, max_acceleration and max_deck_acceleration.",
      swing, model.contact_period, model.contact_period / crossing.step));
}

void add_crossing_notes(const TrainBridgeCase& input, const TrainBridgeModel& model,
                        const Crossing& crossing, result::CaseResult& out) {
  if (std::string note = note_on_train(input, model.problem.train); !note.empty()) {
    out.notes.push_back(std::move(note));
  }
  const integrate::SchemeSettings& scheme = model.options.scheme;
  if (!is_judged(crossing)) {
    out.notes.push_back(
        fmt::format("The run {} ({}). What was computed until then is kept; forces and deflections "
                    "near its end "
                    "are the scheme's, not the train's.",
                    crossing.message,
                    integrate::instability_in_words(scheme, crossing.step, crossing.stability)));
  } else if (!crossing.message.empty()) {
    out.notes.push_back(fmt::format("The run {}.", crossing.message));
  }
  if (!crossing.stability.is_stable && is_judged(crossing)) {
    out.notes.push_back(note_on_allowed_step(scheme, crossing.step, crossing.stability));
  }
  if (crossing.step < model.options.step) {
    constexpr double k_many_steps = 1e5;
    const double duration = duration_of(model.problem);
    out.notes.push_back(
        fmt::format("The step is {:.3g} s instead of {:.3g} s: {} is unstable above {:.3g} s.{}",
                    crossing.step, model.options.step, scheme.name, crossing.stability.limit,
                    duration / crossing.step > k_many_steps
                        ? fmt::format(" That makes {:.2g} steps; newmark needs {:.2g}.",
                                      duration / crossing.step, duration / model.options.step)
                        : ""));
  }
  for (std::string& warning : warnings_on(input, model)) out.notes.push_back(std::move(warning));
  const long long losses = is_judged(crossing) ? losses_of(crossing, model.run_in.time) : 0;
  if (losses > 0) {
    const bool is_rigid = std::holds_alternative<interaction::RigidContact>(model.problem.contact);
    out.notes.push_back(fmt::format(
        "Axles left the rail {} time{}; {}", losses, losses == 1 ? "" : "s",
        input.vehicle.has_massless_wheel() ? "contact_changes tells when and where."
        : is_rigid ? "on a bridge, rigid contact makes them chatter with its fastest modes, and "
                     "forces depend on the step: fewer modes, a scheme that damps or an elastic "
                     "contact avoids it."
                   : "forces at landing depend on the step and on the contact's stiffness."));
  }
  add_note_on_ends(model, crossing, out);
  add_note_on_joints(model, crossing, out);
  if (model.problem.start == interaction::StartState::touch) {
    out.notes.push_back(
        "The weight acts at once at the start (train.start = touch): extremes count what comes of "
        "it.");
  }
  add_note_on_grid(model, crossing, out);
  add_note_on_swings(model, crossing, out);
}

// ---- contact on a grid ----

/// Pressure and gap below one wheel of the first axle at a record.
struct Patch {
  double force = 0;  // N, of one wheel
  double peak_pressure = 0;
  double length = 0;
  result::FieldSet fields;
};

Patch patch_at(const TrainBridgeModel& model, double approach) {
  interaction::ContactPoint point(model.problem.contact);
  const interaction::ContactResponse response = point.at(approach);
  Patch patch;
  patch.force = response.force / model.wheels_per_axle;
  const Grid& cells = point.problem()->grid;
  std::vector<double> pressure(cells.n_cells(), 0.0);
  std::vector<double> gap = point.problem()->distance;
  if (const contact::NormalSolution* solution = point.solution();
      solution != nullptr && response.force > 0) {
    for (std::size_t i = 0; i < pressure.size(); ++i) {
      pressure[i] = solution->pressure[i] / model.wheels_per_axle;
      gap[i] += solution->displacement[i] - approach;
      patch.peak_pressure = std::max(patch.peak_pressure, pressure[i]);
    }
  } else {
    for (double& g : gap) g -= approach;
  }
  patch.fields = {
      cells,
      {{"pressure", "Pa", "pressure below a wheel of the first axle", std::move(pressure)},
       {"gap", "m", "gap between the deformed surfaces", std::move(gap)}}};
  return patch;
}

Eigen::Index nearest_row(const Crossing& crossing, double time) {
  const auto after = std::ranges::lower_bound(crossing.times, time);
  if (after == crossing.times.begin()) return 0;
  if (after == crossing.times.end()) return static_cast<Eigen::Index>(crossing.times.size()) - 1;
  const bool is_before_nearer = time - *(after - 1) < *after - time;
  return (after - crossing.times.begin()) - (is_before_nearer ? 1 : 0);
}

result::CaseResult patch_case(const TrainBridgeModel& model, const Crossing& crossing,
                              double time) {
  const Eigen::Index row = nearest_row(crossing, time);
  const double then = crossing.times[static_cast<std::size_t>(row)];
  Patch patch = patch_at(model, crossing.approaches(row, 0));
  result::CaseResult out;
  out.title = fmt::format("First axle at {:.6g} s", then);
  out.ok = true;
  out.status = to_string(SolveStatus::converged);
  out.scalars = {{"time", then, "s", "time"},
                 {"position", crossing.positions(row, 0), "m", "place of the axle"},
                 {"normal_force", patch.force, "N", "force of one wheel"},
                 {"approach", crossing.approaches(row, 0), "m", "approach"},
                 {"peak_pressure", patch.peak_pressure, "Pa", "largest pressure"}};
  out.fields = std::move(patch.fields);
  return out;
}

/// The contact under the largest force of the first axle.
void add_first_axle_patch(const TrainBridgeModel& model, const Crossing& crossing,
                          result::CaseResult& out) {
  Eigen::Index row = 0;
  crossing.forces.col(0).maxCoeff(&row);
  Patch patch = patch_at(model, crossing.approaches(row, 0));
  out.scalars.push_back(
      {"peak_pressure", patch.peak_pressure, "Pa",
       fmt::format("largest pressure below a wheel of the first axle, at {:.4g} s",
                   crossing.times[static_cast<std::size_t>(row)])});
  out.fields = std::move(patch.fields);
}

std::vector<result::CaseResult> solve_crossing(const TrainBridgeCase& input,
                                               TrainBridgeModel& model, Detail detail,
                                               Observer& observer) {
  StructureCrossing solved =
      model.structure
          ? cross_structure(
                *model.structure, model.problem, model.options,
                [&](const Crossing& c) { return largest_deck_acceleration(input, model, c); },
                observer)
          : StructureCrossing{cross_bridge(model.problem, model.options), nullptr, {}, 0, {}};
  const Crossing& crossing = solved.crossing;
  std::vector<result::CaseResult> results(1);
  result::CaseResult& out = results.front();
  out.title = input.title;
  out.ok = crossing.status == SolveStatus::converged;
  out.status = is_judged(crossing) ? to_string(crossing.status) : k_unstable;
  if (model.structure) {
    add_structure(input, model, solved, out);
    if (detail == Detail::everything) {
      out.animation =
          animation_of(model, crossing, structure_lines(model, crossing), input.output.frames);
    }
  }
  add_bridge(input, model, crossing, detail, out);
  add_bridge_numbers(input, model, crossing, out);
  add_note_on_ringing(model, crossing, out);
  add_train(model, crossing, out);
  add_rail(model.rail, out);
  add_step_work(crossing, model, out);
  add_crossing_notes(input, model, crossing, out);
  if (detail == Detail::numbers) return results;
  if (std::holds_alternative<interaction::GridContact>(model.problem.contact)) {
    add_first_axle_patch(model, crossing, out);
    for (const double time : input.output.patch_times) {
      results.push_back(patch_case(model, crossing, time));
    }
  }
  if (input.rolling) results.push_back(roll_axle(input, model, crossing, observer));
  return results;
}

std::vector<result::CaseResult> solve_on(const TrainBridgeCarrier& carrier, Detail detail,
                                         const CaseFile& file, Observer& observer) {
  TrainBridgeModel model = train_bridge_model(file, detail, carrier);
  model.options.observer = &observer;
  try {
    std::vector<result::CaseResult> results =
        solve_crossing(*file.train_bridge, model, detail, observer);
    for (result::CaseResult& out : results) leave_out_not_finite(out);
    return results;
  } catch (const ModelError& error) {
    throw refused(file, error);
  }
}

}  // namespace

std::vector<result::CaseResult> solve_train_bridge(const CaseFile& file, Observer& observer) {
  try {
    return solve_on(carrier_of(file, &observer), Detail::everything, file, observer);
  } catch (const structure::ModesStopped& stopped) {
    return {stopped_before_the_run(file.train_bridge->title, stopped)};
  }
}

result::CaseResult measure_train_bridge(const CaseFile& file, KeptWork& kept, Observer& observer) {
  try {
    const auto carrier = kept.get<TrainBridgeCarrier>(carrier_key(file),
                                                      [&] { return carrier_of(file, &observer); });
    return solve_on(*carrier, Detail::numbers, file, observer).front();
  } catch (const structure::ModesStopped& stopped) {
    return stopped_before_the_run(file.train_bridge->title, stopped);
  }
}

void check_train_bridge(const CaseFile& file) { train_bridge_model(file); }

}  // namespace tread::study
