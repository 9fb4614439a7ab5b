#include "tread/study/drop_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/integrate/stability.hpp"
#include "tread/reference/hertz.hpp"
#include "tread/reference/hertz_impact.hpp"
#include "tread/study/contact_model.hpp"
#include "tread/study/drop.hpp"
#include "tread/study/unstable.hpp"

namespace tread::study {
namespace {

using casefile::DropCase;

constexpr int k_coarse_cells = 20;
constexpr int k_max_doublings = 80;
constexpr int k_bisections = 5;
constexpr int k_section_points = 121;
/// Energy that is lost or gained beyond this is told to the reader.
constexpr double k_energy_worth_a_note = 0.01;
/// Part of the energy at the start beyond which what the scheme makes of it is no bounce.
constexpr double k_largest_energy_gain = 0.5;
/// Of 1/omega at the deepest point: how long a Hertzian contact lasts (4.03), and others nearly so.
constexpr double k_contact_radians = 4;

/// Radii of curvature along x and y; only for shapes that Hertz' formula knows.
std::optional<std::array<double, 2>> curvature_radii(const Shape& shape) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return {{sphere->radius, sphere->radius}};
  if (const auto* p = std::get_if<Paraboloid>(&shape)) return {{p->radius_x, p->radius_y}};
  return std::nullopt;
}

HertzLaw hertz_law(const DropCase& drop) {
  const auto radii = *curvature_radii(drop.surfaces.shape);
  // force over approach^(3/2) is the same at every approach
  const double approach = 1e-3 * std::min(radii[0], radii[1]);
  const auto hertz = reference::hertz_ellipse_from_approach(
      approach, {0.5 / radii[0], 0.5 / radii[1]}, contact_modulus(drop.surfaces.bodies));
  return {hertz.force / std::pow(approach, 1.5)};
}

Drop drop_of(const DropCase& drop) { return {drop.mass, drop.gravity, drop.height, drop.velocity}; }

GridLaw::Edge edge_of(const ContactModel& model) {
  if (model.edge == ContactModel::Edge::grow) return GridLaw::Edge::grow;
  return model.edge == ContactModel::Edge::fine ? GridLaw::Edge::body_ends : GridLaw::Edge::refuse;
}

/// The contact at an approach, on the area that was given or on one found for it.
GridLaw law_at(const DropCase& drop, const CasePlaces& places, double approach, int max_cells) {
  casefile::ContactCase contact_case = drop.surfaces;
  contact_case.load = {casefile::Load::Kind::approach, approach};
  if (auto* area = std::get_if<casefile::AutomaticArea>(&contact_case.area)) {
    area->nx = std::min(area->nx, max_cells);
    area->ny = std::min(area->ny, max_cells);
  }
  contact::NormalWorkspace workspace;
  ContactModel model = build_contact_model(contact_case, places, workspace);
  contact::NormalOptions options;
  options.tolerance = contact_case.solver.tolerance;
  options.max_iterations = contact_case.solver.max_iterations;
  options.n_threads = contact_case.solver.threads;
  return GridLaw(std::move(model.problem), options, edge_of(model),
                 distance_on_grids(model.shape, contact_case.planform));
}

/// How deep the body goes, so that an area can be found: where the elastic energy equals what the
/// fall brings. From coarse solves, and rather too deep than not deep enough.
/// @param law_for the contact law with which an approach is looked at
template <class LawFor>
double deepest_approach(const DropCase& drop, const LawFor& law_for) {
  const auto is_deep_enough = [&](double approach) {
    ContactLaw law = law_for(approach);
    const double brought =
        drop.mass * (drop.gravity * (drop.height + approach) + drop.velocity * drop.velocity / 2);
    return elastic_energy(law, approach) >= brought;
  };
  double deep = 1e-9;
  for (int k = 0; k < k_max_doublings && !is_deep_enough(deep); ++k) deep *= 2;
  double low = deep / 2;
  for (int k = 0; k < k_bisections; ++k) {
    const double middle = (low + deep) / 2;
    (is_deep_enough(middle) ? deep : low) = middle;
  }
  return deep;
}

ContactLaw coarse_law(const DropCase& drop, const CasePlaces& places, double approach) {
  DropCase coarse = drop;
  coarse.surfaces.solver = {};
  return law_at(coarse, places, approach, k_coarse_cells);
}

ContactLaw drop_law(const DropCase& drop, const CasePlaces& places) {
  if (drop.law == DropCase::Law::hertz) return hertz_law(drop);
  const bool is_found = std::holds_alternative<casefile::AutomaticArea>(drop.surfaces.area);
  const double approach = is_found ? places.blame({"grid.cells_x", "shape.type"}, "",
                                                  [&] {
                                                    return deepest_approach(drop, [&](double a) {
                                                      return coarse_law(drop, places, a);
                                                    });
                                                  })
                                   : 0;
  return law_at(drop, places, approach, std::numeric_limits<int>::max());
}

double contact_step_of(const DropCase& drop) {
  return drop.time.contact_step > 0 ? drop.time.contact_step : drop.time.step;
}

/// Where the body is deepest, N/m; 0: not known, the grid that was given is too small for it.
double largest_stiffness(const DropCase& drop, const CasePlaces& places) {
  const auto law_for = [&](double approach) {
    return drop.law == DropCase::Law::hertz ? ContactLaw(hertz_law(drop))
                                            : coarse_law(drop, places, approach);
  };
  try {
    const double approach = deepest_approach(drop, law_for);
    ContactLaw law = law_for(approach);
    return contact_stiffness(law, approach);
  } catch (const ModelError&) {
    return 0;
  }
}

/// Of the body on the contact where it is deepest, and thus stiffest, over one contact.
integrate::StepStability drop_stability(const DropCase& drop, const CasePlaces& places) {
  integrate::StepStability stability;
  if (integrate::is_stable_for_any_step(drop.time.scheme)) return stability;
  const double omega = std::sqrt(largest_stiffness(drop, places) / drop.mass);
  if (!(omega > 0)) return stability;
  const double step = contact_step_of(drop);
  return integrate::step_stability(drop.time.scheme, integrate::oscillator_rates(omega, 0), step,
                                   k_contact_radians / omega);
}

/// Refuses a step that the scheme cannot take, unless that is allowed.
integrate::StepStability check_drop_step(const DropCase& drop, const CasePlaces& places) {
  const integrate::StepStability stability = drop_stability(drop, places);
  if (drop.time.allow_unstable) return stability;
  return places.blame({"time.contact_step", "time.step"}, "", [&] {
    integrate::check_stability(drop.time.scheme, contact_step_of(drop), stability);
    return stability;
  });
}

/// A grid that cannot grow was given: its key takes the blame.
DropOutcome run_on_grid(const DropCase& drop, const CasePlaces& places, ContactLaw& law,
                        const DropOptions& options) {
  try {
    return run_drop(drop_of(drop), law, options);
  } catch (const GridTooSmall& error) {
    places.refuse({"grid.size_x", "grid.cell_size_x", "shape.file"}, error.what(), "", "");
  }
}

// ---- what is told

result::Table drop_motion_table(const DropHistory& h) {
  std::vector<double> approach(h.height.size());
  std::ranges::transform(h.height, approach.begin(), [](double z) { return std::max(0.0, -z); });
  return {"motion",
          "Motion over time",
          {{"time", "s", h.time},
           {"height", "m", h.height},
           {"velocity", "m/s", h.velocity},
           {"force", "N", h.force},
           {"approach", "m", std::move(approach)}}};
}

/// The first contact alone: beside the fall it is a line.
result::Table contact_table(const DropOutcome& outcome) {
  const DropHistory& h = outcome.history;
  const double begin = outcome.touch_downs.front().time;
  const double end = outcome.lift_offs.front().time;
  const double margin = 0.1 * (end - begin);
  result::Table table{"first_contact",
                      "First contact",
                      {{"time_since_touch", "s", {}}, {"force", "N", {}}, {"approach", "m", {}}}};
  for (std::size_t i = 0; i < h.time.size(); ++i) {
    if (h.time[i] < begin - margin || h.time[i] > end + margin) continue;
    table.columns[0].values.push_back(h.time[i] - begin);
    table.columns[1].values.push_back(h.force[i]);
    table.columns[2].values.push_back(std::max(0.0, -h.height[i]));
  }
  return table;
}

result::Table drop_energy_table(const DropHistory& h) {
  return {"energy",
          "Energy over time",
          {{"time", "s", h.time},
           {"kinetic", "J", h.kinetic},
           {"gravitational", "J", h.gravitational},
           {"elastic", "J", h.elastic},
           {"total", "J", h.total()}}};
}

result::Table event_table(const DropOutcome& outcome) {
  result::Table table{"bounces", "Touch-downs and lift-offs", {}};
  table.look = result::Table::Look::rows;
  table.columns = {
      {"touch_down", "s", {}}, {"lift_off", "s", {}}, {"lift_off_velocity", "m/s", {}}};
  for (std::size_t i = 0; i < outcome.lift_offs.size() && i < outcome.touch_downs.size(); ++i) {
    table.columns[0].values.push_back(outcome.touch_downs[i].time);
    table.columns[1].values.push_back(outcome.lift_offs[i].time);
    table.columns[2].values.push_back(outcome.lift_offs[i].velocity);
  }
  return table;
}

/// Sections along x through the middle of the surface, pressed in at some instants.
class SurfaceTeller {
 public:
  SurfaceTeller(const DropCase& drop, ContactLaw& law, double deepest) : drop_(drop), law_(law) {
    if (const auto* grid = std::get_if<GridLaw>(&law)) {
      const Grid& g = grid->problem().grid;
      for (int i = 0; i < g.nx; ++i) x_.push_back(g.x(i));
      return;
    }
    const double reach =
        3 * std::sqrt((*curvature_radii(drop.surfaces.shape))[0] * std::max(deepest, 1e-12));
    for (int i = 0; i < k_section_points; ++i) {
      x_.push_back(reach * (2.0 * i / (k_section_points - 1) - 1));
    }
  }

  result::Table table(const std::vector<DropInstant>& instants) {
    result::Table table{
        "surface", "Surface pressed in, along x through the middle", {{"x", "m", x_}}};
    for (const DropInstant& instant : instants) {
      table.columns.push_back({fmt::format("t = {:.6g} s", instant.time), "m",
                               displacement(std::max(0.0, -instant.height))});
    }
    return table;
  }

 private:
  std::vector<double> displacement(double approach) {
    std::vector<double> u(x_.size(), 0.0);
    if (approach == 0) return u;
    if (auto* grid = std::get_if<GridLaw>(&law_)) {
      const auto& solution = grid->at(approach, contact::Derivative::none);
      const Grid& g = grid->problem().grid;
      const auto first = static_cast<int>(std::lround((x_.front() - g.x0) / g.dx));  // it may grow
      for (int i = 0; i < static_cast<int>(x_.size()); ++i) {
        u[static_cast<std::size_t>(i)] = solution.displacement[g.index(first + i, g.ny / 2)];
      }
      return u;
    }
    const auto radii = *curvature_radii(drop_.surfaces.shape);
    const auto hertz = reference::hertz_ellipse_from_approach(
        approach, {0.5 / radii[0], 0.5 / radii[1]}, contact_modulus(drop_.surfaces.bodies));
    std::ranges::transform(x_, u.begin(), [&](double x) { return hertz.displacement(x, 0); });
    return u;
  }

  const DropCase& drop_;
  ContactLaw& law_;
  std::vector<double> x_;
};

/// Pressure, displacement and gap when it is deepest.
std::optional<result::FieldSet> deepest_fields(ContactLaw& law, double approach) {
  auto* grid = std::get_if<GridLaw>(&law);
  if (grid == nullptr || !(approach > 0)) return std::nullopt;
  const contact::NormalSolution& solution = grid->at(approach, contact::Derivative::none);
  const contact::NormalProblem& problem = grid->problem();
  std::vector<double> gap(problem.distance.size());
  for (std::size_t i = 0; i < gap.size(); ++i) {
    gap[i] = problem.distance[i] + solution.displacement[i] - approach;
  }
  return result::FieldSet{
      problem.grid,
      {{"pressure", "Pa", "pressure when it is deepest", solution.pressure},
       {"displacement", "m", "normal displacement of both surfaces", solution.displacement},
       {"gap", "m", "gap between the deformed surfaces", std::move(gap)}}};
}

std::vector<result::Scalar> scalars_of(const DropOutcome& outcome) {
  std::vector<result::Scalar> scalars{
      {"max_force", outcome.max_force, "N", "largest contact force"},
      {"max_approach", std::max(0.0, -outcome.deepest.height), "m", "largest approach"},
  };
  if (outcome.max_force > 0) {
    scalars.push_back(
        {"max_force_time", outcome.max_force_time, "s", "time of the largest contact force"});
  }
  if (outcome.contact_time() > 0) {
    scalars.push_back(
        {"contact_time", outcome.contact_time(), "s", "duration of the first contact"});
  }
  if (!outcome.tops.empty()) {
    scalars.push_back(
        {"rebound_height", outcome.tops.front().height, "m", "height of the first rebound"});
  }
  scalars.push_back({"energy_change", outcome.largest_energy_change, "",
                     "largest change of the energy, relative"});
  scalars.push_back({"energy_change_in_air", outcome.energy_change_in_air, "",
                     "largest change of the energy in the air, relative"});
  scalars.push_back(
      {"final_energy_change", outcome.final_energy_change, "", "change of the energy at the end"});
  const auto count = [&](const char* name, long long value, const char* meaning) {
    scalars.push_back({name, static_cast<double>(value), "", meaning});
  };
  count("steps", outcome.counts.steps, "time steps");
  count("force_evaluations", outcome.counts.force_evaluations, "force evaluations");
  count("step_iterations", outcome.counts.iterations, "iterations of implicit steps");
  count("retries", outcome.retries, "steps taken again with half their length");
  return scalars;
}

void add_hertz_comparison(const DropCase& drop, const DropOutcome& outcome,
                          result::CaseResult& out) {
  const auto* sphere = std::get_if<Sphere>(&drop.surfaces.shape);
  const double speed = std::sqrt(drop.velocity * drop.velocity + 2 * drop.gravity * drop.height);
  if (sphere == nullptr || outcome.contact_time() == 0 || !(speed > 0)) return;
  const auto impact = reference::hertz_impact(drop.mass, speed, sphere->radius,
                                              contact_modulus(drop.surfaces.bodies));
  out.scalars.push_back({"hertz_impact_force", impact.max_force, "N",
                         "largest force of Hertz' impact, gravity neglected in contact"});
  out.scalars.push_back({"hertz_impact_time", impact.contact_time, "s",
                         "contact time of Hertz' impact, gravity neglected in contact"});
}

std::vector<std::string> notes_on_drop(const DropCase& drop, const DropOutcome& outcome,
                                       const ContactLaw& law,
                                       const integrate::StepStability& stability) {
  std::vector<std::string> notes;
  if (outcome.is_unstable) {
    const double step = contact_step_of(drop);
    return {fmt::format(
        "The run {} ({}): the body would have more than {:.3g} times its energy at the start. What "
        "was computed until then is kept. Take shorter steps in contact (time.contact_step), or "
        "another scheme.",
        outcome.message, integrate::instability_in_words(drop.time.scheme, step, stability),
        1 + k_largest_energy_gain)};
  }
  if (!stability.is_stable) {
    notes.push_back(note_on_allowed_step(drop.time.scheme, contact_step_of(drop), stability));
  }
  if (!outcome.message.empty()) notes.push_back("The run " + outcome.message + ".");
  const bool converged = outcome.status == SolveStatus::converged;
  const auto* grid = std::get_if<GridLaw>(&law);
  if (!converged && grid != nullptr && !grid->failure().empty()) {
    notes.push_back("In the last attempt " + grid->failure() + ".");
  }
  if (converged && outcome.touch_downs.empty()) {
    notes.push_back(outcome.deepest.height < 0
                        ? "The body went through the ground between two steps: take shorter ones."
                        : "The body did not reach the ground.");
  }
  if (grid != nullptr && grid->problem().grid != grid->first_grid()) {
    const Grid& first = grid->first_grid();
    const Grid& now = grid->problem().grid;
    notes.push_back(
        fmt::format("The contact outgrew the area of {} x {} cells that was chosen for it: it got "
                    "up to {} x {} cells of the same size.",
                    first.nx, first.ny, now.nx, now.ny));
  }
  const double change = outcome.energy_change_in_air;
  if (std::abs(change) > k_energy_worth_a_note) {
    notes.push_back(
        fmt::format("The scheme {} energy: up to {:.2g} of that at the start. A smaller "
                    "step (time.contact_step) or another scheme keeps it better.",
                    change > 0 ? "gains" : "loses", std::abs(change)));
  }
  return notes;
}

}  // namespace

result::CaseResult solve_drop(const casefile::CaseFile& file, int threads, Observer& observer) {
  DropCase drop = *file.drop;
  if (threads > 0) drop.surfaces.solver.threads = threads;
  const CasePlaces places(file, 0);
  ContactLaw law = drop_law(drop, places);
  const integrate::StepStability stability = check_drop_step(drop, places);
  DropOptions options;
  options.largest_energy_gain = k_largest_energy_gain;
  options.scheme = drop.time.scheme;
  options.end_time = drop.time.end;
  options.step = drop.time.step;
  options.contact_step = drop.time.contact_step;
  options.min_step = drop.time.least_step;
  options.record_interval = drop.time.record_interval;
  options.instants = drop.surface_times;
  options.observer = &observer;
  const DropOutcome outcome = places.blame({"time.contact_step", "time.step", "time.scheme"}, "",
                                           [&] { return run_on_grid(drop, places, law, options); });

  result::CaseResult out;
  out.title = drop.title;
  out.ok = outcome.status == SolveStatus::converged;
  out.status = outcome.is_unstable ? k_unstable : to_string(outcome.status);
  out.scalars = scalars_of(outcome);
  if (stability.limit > 0 && std::isfinite(stability.limit)) {
    out.scalars.push_back(
        {"largest_stable_step", stability.limit, "s",
         fmt::format("largest step in contact at which {} is stable", drop.time.scheme.name)});
  }
  out.notes = notes_on_drop(drop, outcome, law, stability);
  add_hertz_comparison(drop, outcome, out);
  const double deepest = std::max(0.0, -outcome.deepest.height);
  const std::vector<DropInstant> instants =
      drop.surface_times.empty() ? std::vector<DropInstant>{outcome.deepest} : outcome.instants;
  out.tables = {drop_motion_table(outcome.history), drop_energy_table(outcome.history)};
  if (outcome.contact_time() > 0) {
    out.tables.push_back(contact_table(outcome));
    out.tables.push_back(event_table(outcome));
  }
  out.tables.push_back(SurfaceTeller(drop, law, deepest).table(instants));
  out.fields = deepest_fields(law, deepest);
  leave_out_not_finite(out);
  return out;
}

void check_drop(const casefile::CaseFile& file) {
  const CasePlaces places(file, 0);
  drop_law(*file.drop, places);
  check_drop_step(*file.drop, places);
}

}  // namespace tread::study
