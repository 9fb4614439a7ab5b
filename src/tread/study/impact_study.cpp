#include "tread/study/impact_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <string_view>
#include <utility>

#include "tread/core/errors.hpp"
#include "tread/study/model_refusal.hpp"
#include "tread/study/row_table.hpp"

namespace tread::study {
namespace {

using casefile::CaseFile;
using casefile::ImpactCase;
using elastodynamics::Discretisation;
using elastodynamics::ImpactRun;
using elastodynamics::ImpactSnapshot;
using elastodynamics::ImpactStep;
using elastodynamics::LimitBasis;
using elastodynamics::Scheme;
using elastodynamics::SurfaceCondition;

template <class Value, std::size_t n>
Value word_to(const std::array<std::pair<std::string_view, Value>, n>& words,
              const std::string& word) {
  const auto found = std::find_if(words.begin(), words.end(),
                                  [&](const auto& pair) { return pair.first == word; });
  return found == words.end() ? words.front().second : found->second;
}

constexpr std::array k_conditions{
    std::pair{std::string_view("unilateral"), SurfaceCondition::unilateral},
    std::pair{std::string_view("hertz_line"), SurfaceCondition::hertz_line},
    std::pair{std::string_view("hertz_thesis"), SurfaceCondition::hertz_thesis},
    std::pair{std::string_view("grid_solver"), SurfaceCondition::grid_solver},
    std::pair{std::string_view("displacement"), SurfaceCondition::displacement},
};
constexpr std::array k_schemes{
    std::pair{std::string_view("midpoint"), Scheme::midpoint},
    std::pair{std::string_view("backward_euler"), Scheme::backward_euler},
    std::pair{std::string_view("leapfrog"), Scheme::leapfrog},
    std::pair{std::string_view("forward_euler"), Scheme::forward_euler},
};

/// Tells what the model refuses at the key that it is most likely about.
CaseError refuse_impact(const CaseFile& file, const ModelError& error) {
  const char* step = file.impact->time.contact_step ? "time.contact_step" : "time.step";
  const std::array clues{Clue{"nodes", "grid.nodes_x"},
                         Clue{"datum", "contact.datum_distance"},
                         Clue{"collocated", "grid.type"},
                         Clue{"staggered", "grid.type"},
                         Clue{"forward Euler", "time.scheme"},
                         Clue{"implicit scheme:", "time.scheme"},
                         Clue{"step", step},
                         Clue{"scheme", step}};
  return refusal(file.path, file.impact->places, error, clues, "scenario");
}

/// Energy that a run may gain or lose, of what the cylinder brought: beyond it a gain ends the run,
/// a loss is told.
constexpr double k_impact_energy = 0.05;

struct ImpactExtremes {
  double force = 0;
  double depth = 0;
  double gap = 0;
  double overlap = 0;
  double width = 0;
  double pressure = 0;
  int iterations = 0;
  double touch = -1;  // s
  double leave = -1;  // s
  double time_of_force = 0;
  double time_of_depth = 0;
  double time_of_pressure = 0;
  double time_of_width = 0;
};

ImpactExtremes extremes_of(const ImpactRun& run) {
  ImpactExtremes e;
  for (const ImpactStep& step : run.steps) {
    const auto raise = [&](double value, double& largest, double& time) {
      if (value <= largest) return;
      largest = value;
      time = step.time;
    };
    raise(step.force, e.force, e.time_of_force);
    raise(-step.height, e.depth, e.time_of_depth);
    raise(step.peak_pressure, e.pressure, e.time_of_pressure);
    raise(step.contact_width, e.width, e.time_of_width);
    e.gap = std::max(e.gap, step.widest_gap);
    e.overlap = std::max(e.overlap, step.deepest_overlap);
    e.iterations = std::max(e.iterations, step.iterations);
    if (step.force > 0 && e.touch < 0) e.touch = step.time;
    if (step.force > 0) e.leave = step.time;
  }
  return e;
}

using StepColumn = RowColumn<ImpactStep>;

/// The steps around the contact, from first touch to last: beside the fall it is a line. All steps
/// if there is none.
std::span<const ImpactStep> steps_in_contact(const ImpactRun& run, const ImpactExtremes& extremes) {
  if (extremes.touch < 0) return run.steps;
  const double margin = 0.2 * (extremes.leave - extremes.touch);
  const auto first =
      std::ranges::lower_bound(run.steps, extremes.touch - margin, {}, &ImpactStep::time);
  const auto last =
      std::ranges::upper_bound(run.steps, extremes.leave + margin, {}, &ImpactStep::time);
  return {first, last};
}

std::vector<result::Table> histories_of(const ImpactRun& run, const ImpactExtremes& extremes) {
  using Step = ImpactStep;
  constexpr StepColumn k_time{"time", "s", [](const Step& s) { return s.time; }};
  constexpr std::array k_motion{
      k_time,
      StepColumn{"height", "m", [](const Step& s) { return s.height; }},
      StepColumn{"velocity", "m/s", [](const Step& s) { return s.velocity; }},
      StepColumn{"force", "N/m", [](const Step& s) { return s.force; }},
      StepColumn{"surface_force", "N/m", [](const Step& s) { return s.surface_force; }},
  };
  constexpr std::array k_contact{
      k_time,
      StepColumn{"force", "N/m", [](const Step& s) { return s.force; }},
      StepColumn{"peak_pressure", "Pa", [](const Step& s) { return s.peak_pressure; }},
      StepColumn{"contact_width", "m", [](const Step& s) { return s.contact_width; }},
      StepColumn{"widest_gap", "m", [](const Step& s) { return s.widest_gap; }},
      StepColumn{"deepest_overlap", "m", [](const Step& s) { return s.deepest_overlap; }},
      StepColumn{"iterations", "", [](const Step& s) { return static_cast<double>(s.iterations); }},
  };
  constexpr std::array k_energy{
      k_time,
      StepColumn{"kinetic_ground", "J/m", [](const Step& s) { return s.energy.kinetic; }},
      StepColumn{"elastic", "J/m", [](const Step& s) { return s.energy.elastic; }},
      StepColumn{"kinetic_cylinder", "J/m", [](const Step& s) { return s.energy.cylinder; }},
      StepColumn{"gravity", "J/m", [](const Step& s) { return s.energy.gravity; }},
      StepColumn{"absorbed", "J/m", [](const Step& s) { return s.energy.absorbed; }},
      StepColumn{"total", "J/m", [](const Step& s) { return s.energy.total(); }},
  };
  const std::span<const ImpactStep> contact = steps_in_contact(run, extremes);
  return {row_table<ImpactStep>("motion", "Motion of the cylinder", k_motion, run.steps),
          row_table<ImpactStep>("energy", "Energy", k_energy, run.steps),
          row_table<ImpactStep>("contact", "In contact", k_contact, contact),
          row_table<ImpactStep>("contact_energy", "Energy in contact", k_energy, contact)};
}

/// Where energy came from, or went.
void add_note_on_energy(const ImpactModel& model, const ImpactRun& run,
                        std::vector<std::string>& notes) {
  const bool is_unilateral = model.problem.surface == SurfaceCondition::unilateral;
  if (run.energy_gain > k_impact_energy && !is_unilateral) {
    const auto name = std::find_if(k_conditions.begin(), k_conditions.end(), [&](const auto& pair) {
      return pair.second == model.problem.surface;
    });
    notes.push_back(fmt::format(
        "The energy grew by up to {:.3g} % of what the cylinder brought. The condition {} does "
        "that: force on the cylinder and load on the ground follow from its height, not from each "
        "other. unilateral keeps the balance{}.",
        100 * run.energy_gain, name->first,
        std::isfinite(model.options.largest_energy_gain)
            ? "; contact.allow_energy_gain = true lets the run go on"
            : ""));
  } else if (run.energy_gain > k_impact_energy) {
    notes.push_back(
        fmt::format("The energy grew by up to {:.3g} % of what the cylinder brought: "
                    "the scheme is unstable.",
                    100 * run.energy_gain));
  }
  const double lost = run.steps.front().energy.total() - run.steps.back().energy.total();
  if (!is_unilateral && lost > k_impact_energy * run.energy_brought) {
    notes.push_back(fmt::format(
        "{:.3g} % of the energy are missing at the end: what the law of this condition holds while "
        "the cylinder touches is not in the balance, and a scheme that damps takes its part.",
        100 * lost / run.energy_brought));
  }
  if (is_unilateral && lost > k_impact_energy * run.energy_brought) {
    notes.push_back(fmt::format(
        "{:.3g} % of the energy was lost to the scheme and to first touch: shorter steps lose "
        "less{}.",
        100 * lost / run.energy_brought,
        model.options.scheme == Scheme::backward_euler ? ", and midpoint does" : ""));
  }
}

/// Pressures are those of cells: what these are too large for, and what they do by themselves.
void add_notes_on_cells(const ImpactModel& model, const ImpactExtremes& extremes,
                        std::vector<std::string>& notes) {
  constexpr double k_enough_cells = 20;
  constexpr double k_apart = 0.1;  // of the time of contact
  if (extremes.touch < 0) return;
  const double cell = model.problem.block.width / (model.problem.block.nodes_x - 1);
  const double n_cells = extremes.width / cell;
  if (n_cells < k_enough_cells) {
    notes.push_back(
        fmt::format("The contact is {:.0f} cells wide at most: max_force changes with finer cells "
                    "(grid.nodes_x, grid.nodes_z), max_pressure and max_contact_width more so.",
                    n_cells));
  }
  const double apart = extremes.time_of_force - extremes.time_of_pressure;
  if (apart > k_apart * (extremes.leave - extremes.touch)) {
    notes.push_back(fmt::format(
        "The largest pressure comes at {:.4g} s, as the surface is struck, long before the largest "
        "force: a cell that is struck rings, and shows a third more than rho c v whatever its "
        "size. max_force does not.",
        extremes.time_of_pressure));
  }
}

std::vector<std::string> notes_on_impact(const ImpactModel& model, const ImpactRun& run,
                                         const ImpactExtremes& extremes) {
  std::vector<std::string> notes;
  if (run.status != SolveStatus::converged) {
    notes.push_back(fmt::format("Ended early: {}. Everything up to then is kept.", run.message));
  }
  if (extremes.touch < 0) {
    notes.push_back(extremes.depth > 0
                        ? "No contact was seen although the cylinder went below the surface: it "
                          "is narrower than a cell, or the step is too long."
                        : "No contact: the cylinder did not reach the ground.");
  }
  if (run.n_halvings > 0) {
    notes.push_back(fmt::format("{} steps were halved, the smallest to {:.3g} s.", run.n_halvings,
                                run.smallest_step));
  }
  if (run.limit.basis == LimitBasis::row_sums) {
    notes.push_back(fmt::format("Largest stable step of the explicit scheme: {:.6g} s (CFL).",
                                run.limit.largest_step));
  }
  if (run.limit.basis == LimitBasis::never_stable) {
    notes.push_back("No step is stable in this scheme: it was allowed on purpose.");
  }
  if (model.problem.surface != SurfaceCondition::unilateral &&
      extremes.gap > 0.01 * extremes.depth) {
    notes.push_back(fmt::format(
        "A gap of up to {:.3g} m opens below the cylinder while it is carried: this condition "
        "takes "
        "the pressure from the cylinder's height, not from the surface. unilateral does not.",
        extremes.gap));
  }
  add_notes_on_cells(model, extremes, notes);
  add_note_on_energy(model, run, notes);
  const bool is_undamped = model.options.scheme != Scheme::backward_euler;
  if (model.problem.block.discretisation == Discretisation::collocated && is_undamped) {
    notes.push_back(
        "The collocated grid has modes that grow in time; only backward_euler damps them.");
  }
  return notes;
}

std::string at_time(std::string_view what, double time) {
  return fmt::format("{}, at {:.6g} s", what, time);
}

result::CaseResult summary_of(const ImpactCase& impact, const ImpactModel& model,
                              const ImpactRun& run) {
  const ImpactExtremes extremes = extremes_of(run);
  const ImpactStep& last = run.steps.back();
  result::CaseResult out;
  out.title = impact.title;
  out.ok = run.status == SolveStatus::converged;
  out.status = std::string(to_string(run.status));
  out.scalars = {
      {"max_force", extremes.force, "N/m",
       at_time("largest force on the cylinder", extremes.time_of_force)},
      {"max_depth", extremes.depth, "m",
       at_time("deepest position of the cylinder", extremes.time_of_depth)},
      {"max_pressure", extremes.pressure, "Pa",
       at_time("largest pressure", extremes.time_of_pressure)},
      {"max_contact_width", extremes.width, "m", at_time("widest contact", extremes.time_of_width)},
      {"widest_gap", extremes.gap, "m", "widest gap below the cylinder where there is pressure"},
      {"deepest_overlap", extremes.overlap, "m", "deepest overlap of cylinder and surface"},
      {"final_height", last.height, "m", "height at the end"},
      {"final_velocity", last.velocity, "m/s", "velocity at the end"},
      {"final_time", last.time, "s", "time reached"},
      {"start_energy", run.steps.front().energy.total(), "J/m", "total energy at the start"},
      {"final_energy", last.energy.total(), "J/m", "total energy at the end, absorbed included"},
      {"energy_gain", run.energy_gain, "",
       "largest growth of the energy, of what the cylinder brought"},
  };
  if (extremes.touch >= 0) {
    out.scalars.push_back({"first_contact", extremes.touch, "s", "first contact"});
    out.scalars.push_back({"last_contact", extremes.leave, "s", "last contact"});
  }
  if (run.limit.basis == LimitBasis::row_sums) {
    out.scalars.push_back(
        {"largest_stable_step", run.limit.largest_step, "s", "largest stable step (CFL)"});
  }
  out.scalars.push_back({"steps", static_cast<double>(run.steps.size() - 1), "", "steps taken"});
  out.scalars.push_back(
      {"factorisations", static_cast<double>(run.n_factorisations), "", "matrices factorised"});
  out.scalars.push_back({"step_iterations", static_cast<double>(extremes.iterations), "",
                         "largest number of iterations in a step"});
  out.scalars.push_back({"halved_steps", static_cast<double>(run.n_halvings), "", "steps halved"});
  out.notes = notes_on_impact(model, run, extremes);
  out.tables = histories_of(run, extremes);
  return out;
}

result::CaseResult impact_instant(const ImpactSnapshot& shot) {
  result::CaseResult out;
  out.title = fmt::format("At {:.6g} s", shot.time);
  out.ok = true;
  out.status = "converged";
  out.scalars = {{"time", shot.time, "s", "time"},
                 {"height", shot.height, "m", "height of the cylinder"}};
  out.fields =
      result::FieldSet{shot.displacement.grid,
                       {{"displacement_x", "m", "displacement along x", shot.displacement.x},
                        {"displacement_z", "m", "displacement along z, up", shot.displacement.z}},
                       "z"};
  out.tables.push_back({"surface",
                        fmt::format("Surface at {:.6g} s", shot.time),
                        {{"x", "m", shot.surface_x},
                         {"height", "m", shot.surface_height},
                         {"pressure", "Pa", shot.pressure}}});
  return out;
}

/// The ground at all instants, for moving pictures.
result::FieldHistory ground_history(const std::vector<ImpactSnapshot>& shots) {
  result::FieldHistory history;
  history.name = "ground";
  history.title = "The ground over time";
  history.grid = shots.front().displacement.grid;
  history.y_name = "z";
  history.fields = {{"displacement_x", "m", "displacement along x", {}},
                    {"displacement_z", "m", "displacement along z, up", {}}};
  for (const ImpactSnapshot& shot : shots) {
    history.times.push_back(shot.time);
    const auto append = [](const std::vector<double>& values, result::Field& field) {
      field.values.insert(field.values.end(), values.begin(), values.end());
    };
    append(shot.displacement.x, history.fields[0]);
    append(shot.displacement.z, history.fields[1]);
  }
  return history;
}

}  // namespace

ImpactModel impact_model(const CaseFile& file) {
  const ImpactCase& impact = *file.impact;
  ImpactModel model;
  elastodynamics::ImpactProblem& problem = model.problem;
  problem.block.solid = {
      Material::from_young(impact.ground.young_modulus, impact.ground.poisson_ratio),
      impact.ground.density};
  problem.block.width = impact.ground.width;
  problem.block.height = impact.ground.height;
  problem.block.nodes_x = impact.grid.nodes_x;
  problem.block.nodes_z = impact.grid.nodes_z;
  problem.block.discretisation =
      impact.grid.type == "collocated" ? Discretisation::collocated : Discretisation::staggered;
  problem.block.outer = impact.ground.outer == "absorbing"
                            ? elastodynamics::OuterBoundary::absorbing
                            : elastodynamics::OuterBoundary::fixed;
  problem.radius = impact.cylinder.radius;
  problem.mass = impact.cylinder.mass.value_or(std::numbers::pi * problem.radius * problem.radius *
                                               impact.cylinder.density);
  problem.gravity = impact.cylinder.gravity;
  problem.height = impact.cylinder.height;
  problem.velocity = impact.cylinder.velocity;
  problem.surface = word_to(k_conditions, impact.contact.condition);
  problem.datum_distance = impact.contact.datum_distance.value_or(0);

  elastodynamics::ImpactOptions& options = model.options;
  options.scheme = word_to(k_schemes, impact.time.scheme);
  options.step = impact.time.contact_step.value_or(impact.time.step);
  options.free_step = impact.time.step;
  options.min_step = impact.time.least_step.value_or(0);
  options.end_time = impact.time.end;
  options.unstable = impact.time.allow_unstable ? elastodynamics::UnstableStep::allow
                                                : elastodynamics::UnstableStep::refuse;
  options.instants = impact.output.instants;
  if (problem.surface != SurfaceCondition::unilateral) {
    options.iteration = impact.contact.iteration == "picard"
                            ? elastodynamics::HeightIteration::picard
                            : elastodynamics::HeightIteration::newton;
    options.tolerance = impact.contact.tolerance;
    options.max_iterations = impact.contact.max_iterations;
  }
  if (!impact.contact.allow_energy_gain && !impact.time.allow_unstable) {
    options.largest_energy_gain = k_impact_energy;
  }
  return model;
}

void check_impact(const CaseFile& file) {
  const ImpactModel model = impact_model(file);
  try {
    elastodynamics::ImpactMarch(model.problem, model.options);
  } catch (const ModelError& error) {
    throw refuse_impact(file, error);
  }
}

std::vector<result::CaseResult> run_impact_case(const CaseFile& file, Observer* observer) {
  ImpactModel model = impact_model(file);
  model.options.observer = observer;
  try {
    const ImpactRun run = run_impact(model.problem, model.options);
    std::vector<result::CaseResult> results = {summary_of(*file.impact, model, run)};
    if (run.snapshots.size() > 1)
      results.front().histories.push_back(ground_history(run.snapshots));
    for (const ImpactSnapshot& shot : run.snapshots) results.push_back(impact_instant(shot));
    return results;
  } catch (const ModelError& error) {
    throw refuse_impact(file, error);
  }
}

}  // namespace tread::study
