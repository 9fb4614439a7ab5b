#include "tread/study/train_bridge_study.hpp"
#include "tread/study/bridge_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

std::vector<std::string> section_labels(const char* what, const std::vector<double>& sections) {
  std::vector<std::string> labels;
  for (const double x : sections) labels.push_back(fmt::format("{}_at_{:g}_m", what, x));
  return labels;
}

void add_section_history(const char* name, const char* title, const char* unit,
                         const TrainBridgeModel& model, const Crossing& crossing,
                         const History& history, result::CaseResult& out) {
  const std::vector<double>& sections = model.options.sections;
  const Extreme largest = extreme_of(history, crossing.times, sections);
  out.scalars.push_back(
      {fmt::format("max_{}", name), largest.value, unit,
       fmt::format("largest {} of the sections, at {}", name, place_and_time(largest, crossing))});
  out.tables.push_back(
      history_table(name, title, unit, crossing, history, section_labels(name, sections)));
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
  out.tables.push_back(history_table("deflection", "Deflection, downwards", "m", crossing,
                                     crossing.deflections,
                                     section_labels("deflection", model.options.sections)));
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
  if (detail == Detail::numbers) return;
  out.animation = animation_of(model, crossing, lines, input.output.frames);
}

// ---- train ----

/// Times at which a wheel that was in contact is not any more.
long long losses_of(const Crossing& crossing) {
  return std::ranges::count(contact_changes(crossing), interaction::ContactChange::Kind::lost,
                            &interaction::ContactChange::kind);
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

void add_train(const TrainBridgeModel& model, const Crossing& crossing, result::CaseResult& out) {
  const History ratios = force_ratios(crossing);
  Eigen::Index row = 0;
  Eigen::Index wheel = 0;
  const double most = ratios.maxCoeff(&row, &wheel);
  out.scalars.push_back({"max_force", crossing.forces.maxCoeff(), "N", "largest axle force"});
  out.scalars.push_back({"max_force_ratio", most, "",
                         fmt::format("largest axle force over that at rest, axle {} at {:.4g} s",
                                     wheel + 1, crossing.times[static_cast<std::size_t>(row)])});
  const double least = ratios.minCoeff(&row, &wheel);
  out.scalars.push_back({"min_force_ratio", least, "",
                         fmt::format("smallest axle force over that at rest, axle {} at {:.4g} s",
                                     wheel + 1, crossing.times[static_cast<std::size_t>(row)])});
  out.scalars.push_back({"max_unloading", 1 - least, "",
                         "largest part of its force at rest that an axle lacked in the run, on the "
                         "bridge or beside it"});
  if (is_judged(crossing)) {
    add_count(out, "contact_losses", losses_of(crossing), "times that an axle left the rail");
    out.scalars.push_back({"contact_loss_time", longest_loss(crossing), "s",
                           "longest time that an axle was off the rail"});
  }
  const BodyMotion bodies = body_motions(vehicles_of(model.problem));
  const History accelerations = crossing.vehicle_accelerations(Eigen::all, bodies.columns);
  std::vector<double> numbers;
  for (std::size_t i = 1; i <= bodies.columns.size(); ++i) {
    numbers.push_back(static_cast<double>(i));
  }
  const Extreme body = extreme_of(accelerations, crossing.times, numbers);
  out.scalars.push_back({"max_body_acceleration", body.value, "m/s2",
                         fmt::format("largest acceleration of a vehicle's {}, vehicle {:g} at "
                                     "{:.4g} s",
                                     bodies.what, body.at, body.time)});
  for (result::Table& table : wheel_tables(model, crossing)) out.tables.push_back(std::move(table));
  result::Table table =
      history_table("vehicle_acceleration", "Acceleration of the vehicles, downwards", "m/s2",
                    crossing, accelerations, bodies.names);
  out.tables.push_back(std::move(table));
  if (is_judged(crossing) && losses_of(crossing) > 0) {
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
  const long long losses = is_judged(crossing) ? losses_of(crossing) : 0;
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
  add_note_on_grid(model, crossing, out);
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
