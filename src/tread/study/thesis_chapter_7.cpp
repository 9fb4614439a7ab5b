#include "tread/study/thesis_chapter_7.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "tread/elastodynamics/impact.hpp"
#include "tread/study/remark.hpp"
#include "tread/study/thesis_numbers.hpp"

namespace tread::study {
namespace {

using elastodynamics::Discretisation;
using elastodynamics::ImpactOptions;
using elastodynamics::ImpactRun;
using elastodynamics::ImpactSnapshot;
using elastodynamics::Scheme;
using elastodynamics::SurfaceCondition;

// Listing A.3: block, cylinder, ground and steps. Section 7.4 has another mesh.
struct GroundMesh {
  int nodes_x, nodes_z;
};
constexpr GroundMesh k_mesh_of_text{40, 30};
constexpr GroundMesh k_mesh_of_listing{31, 15};
constexpr double k_block_width = 0.3;      // m
constexpr double k_cylinder_radius = 0.1;  // m
constexpr double k_solid_density = 7900;   // kg/m³, cylinder and ground
constexpr double k_poisson = 0.285;
constexpr double k_soft = 2e5;          // Pa, "steel = 200GPa" in the listing's comment
constexpr double k_block_height = 0.1;  // m
constexpr const char* k_too_soft =
    ", deeper than the block is high: the sphere's force law is far too soft for a cylinder here";
constexpr double k_drop = 0.1;                                    // m
constexpr double k_contact_step = 1e-4;                           // s, in contact
constexpr double k_free_step = 1e-3;                              // s
const double k_touch = std::sqrt(2 * k_drop / k_thesis_gravity);  // s, end of the fall

elastodynamics::ImpactProblem problem_of(double young_modulus, SurfaceCondition surface,
                                         Discretisation discretisation,
                                         const GroundMesh& mesh = k_mesh_of_text) {
  elastodynamics::ImpactProblem problem;
  problem.block.solid = {Material::from_young(young_modulus, k_poisson), k_solid_density};
  problem.block.width = k_block_width;
  problem.block.height = k_block_height;
  problem.block.nodes_x = mesh.nodes_x;
  problem.block.nodes_z = mesh.nodes_z;
  problem.block.discretisation = discretisation;
  problem.radius = k_cylinder_radius;
  problem.mass = std::numbers::pi * k_cylinder_radius * k_cylinder_radius * k_solid_density;
  problem.gravity = k_thesis_gravity;
  problem.height = k_drop;
  problem.surface = surface;
  return problem;
}

/// What listing A.3 computes: its mesh, and E/(1 - nu)^2 where E/(1 - nu^2) is meant.
elastodynamics::ImpactProblem problem_of_listing() {
  elastodynamics::ImpactProblem problem = problem_of(k_soft, SurfaceCondition::displacement,
                                                     Discretisation::collocated, k_mesh_of_listing);
  problem.force_modulus = k_soft / ((1 - k_poisson) * (1 - k_poisson));
  return problem;
}

std::string ground_mesh_in_words(const GroundMesh& mesh) {
  return fmt::format("{} x {} nodes", mesh.nodes_x, mesh.nodes_z);
}

ImpactOptions impact_options(Scheme scheme, double after_touch, Observer& observer) {
  ImpactOptions options;
  options.scheme = scheme;
  options.step = k_contact_step;
  options.free_step = k_free_step;
  options.min_step = k_contact_step;  // no halving in the thesis
  options.iteration = elastodynamics::HeightIteration::picard;
  options.end_time = k_touch + after_touch;
  options.observer = &observer;
  return options;
}

struct Story {
  double deepest = 0;  // m
  double lowest_time = 0;
  double widest_gap = 0;
  double gap_time = 0;
  double largest_force = 0;
  double energy_ratio = 0;
  double largest_rise = 0;  // of the energy within a step, of that at the start
  double widest_contact = 0;
};

Story story_of(const ImpactRun& run) {
  Story story;
  const double first_energy = run.steps.front().energy.total();
  double energy = first_energy;
  for (const elastodynamics::ImpactStep& step : run.steps) {
    story.largest_rise =
        std::max(story.largest_rise, (step.energy.total() - energy) / first_energy);
    energy = step.energy.total();
    story.widest_contact = std::max(story.widest_contact, step.contact_width);
    if (-step.height > story.deepest) {
      story.deepest = -step.height;
      story.lowest_time = step.time;
    }
    if (step.widest_gap > story.widest_gap) {
      story.widest_gap = step.widest_gap;
      story.gap_time = step.time;
    }
    story.largest_force = std::max(story.largest_force, step.force);
  }
  story.energy_ratio = energy / first_energy;
  return story;
}

ReproducedRow unprinted_row(std::string what, double ours, std::string unit, std::string why) {
  return {std::move(what), std::nullopt, ours, std::move(unit), std::move(why)};
}

std::string after_touch(double time) { return fmt::format("{:.0f} ms", 1e3 * (time - k_touch)); }

ReproducedCurve surface_curve(const ImpactSnapshot& shot, const std::string& who) {
  return {who + ", " + after_touch(shot.time), "x [m]", fmt::format("height [m], {}", who),
          shot.surface_x, shot.surface_height};
}

/// The cylinder's lower side in the same picture.
ReproducedCurve cylinder_curve(const ImpactSnapshot& shot, const std::string& who) {
  ReproducedCurve curve{
      "cylinder, " + after_touch(shot.time), "x [m]", fmt::format("height [m], {}", who), {}, {}};
  for (int i = -40; i <= 40; ++i) {
    const double x = 0.06 * i / 40;
    curve.x.push_back(x);
    curve.y.push_back(shot.height + k_cylinder_radius -
                      std::sqrt(k_cylinder_radius * k_cylinder_radius - x * x));
  }
  return curve;
}

ReproducedMap displacement_map(const ImpactSnapshot& shot, const std::string& who) {
  return {fmt::format("{}, {} after the touch", who, after_touch(shot.time)),
          "x [m]",
          "z [m]",
          "displacement up [m]",
          shot.displacement.grid,
          shot.displacement.z};
}

bool was_stopped(const ImpactRun& run, Reproduction& reproduction) {
  if (run.status != SolveStatus::stopped) return false;
  reproduction = {};
  reproduction.status = SolveStatus::stopped;
  return true;
}

double picard_factor(double young_modulus) {
  const double modulus = young_modulus / (1 - k_poisson * k_poisson);
  const double mass = std::numbers::pi * k_cylinder_radius * k_cylinder_radius * k_solid_density;
  return k_contact_step * k_contact_step * std::numbers::pi / 4 * modulus / mass;
}

void add_formulation(const std::string& name, const elastodynamics::ImpactProblem& problem,
                     const std::string& why_gap, Observer& observer, Reproduction& reproduction) {
  const bool is_unilateral = problem.surface == SurfaceCondition::unilateral;
  ImpactOptions options =
      impact_options(is_unilateral ? Scheme::midpoint : Scheme::backward_euler, 0.15, observer);
  options.instants = {k_touch + 0.01, k_touch + 0.03, k_touch + 0.06};
  const ImpactRun run = run_impact(problem, options);
  if (was_stopped(run, reproduction)) return;
  const Story story = story_of(run);
  reproduction.rows.push_back(
      unprinted_row(name + ": deepest position", 1e3 * story.deepest, "mm",
                    fmt::format("{} after the touch{}", after_touch(story.lowest_time),
                                story.deepest > k_block_height ? k_too_soft : "")));
  reproduction.rows.push_back(unprinted_row(
      name + ": largest force", 1e-3 * story.largest_force, "kN/m",
      ground_mesh_in_words(GroundMesh{problem.block.nodes_x, problem.block.nodes_z})));
  reproduction.rows.push_back(unprinted_row(
      name + ": widest gap below the cylinder where there is pressure", 1e3 * story.widest_gap,
      "mm",
      story.widest_gap > 1e-9
          ? fmt::format("{}; widest {} after the touch", why_gap, after_touch(story.gap_time))
          : why_gap));
  reproduction.rows.push_back(unprinted_row(
      name + ": energy at the end over that at the start", story.energy_ratio, "",
      is_unilateral ? checked("never grows from one step to the next", story.largest_rise < 1e-9)
                    : "backward Euler damps; prescribed pressure adds "
                      "and takes energy at will"));
  for (const ImpactSnapshot& shot : run.snapshots) {
    reproduction.curves.push_back(surface_curve(shot, name));
  }
  if (!run.snapshots.empty()) {
    reproduction.curves.push_back(cylinder_curve(run.snapshots.back(), name));
    reproduction.maps.push_back(displacement_map(run.snapshots[1], name));
  }
}

/// A mesh that has more than a cell or two in a contact on steel.
constexpr GroundMesh k_mesh_for_steel{157, 117};

void add_unilateral_steel(const GroundMesh& mesh, Observer& observer, Reproduction& reproduction) {
  ImpactOptions options = impact_options(Scheme::midpoint, 5e-4, observer);
  options.step = 2e-6;
  options.min_step = options.step;
  const ImpactRun run = run_impact(
      problem_of(k_thesis_steel, SurfaceCondition::unilateral, Discretisation::staggered, mesh),
      options);
  if (was_stopped(run, reproduction)) return;
  const Story story = story_of(run);
  const std::string name = fmt::format("steel, unilateral, {}: ", ground_mesh_in_words(mesh));
  const auto add = [&](const char* what, double ours, const char* unit, const std::string& why) {
    reproduction.rows.push_back(unprinted_row(name + what, ours, unit, why));
  };
  add("largest force", 1e-6 * story.largest_force, "MN/m",
      checked("every step converges, none is halved",
              run.status == SolveStatus::converged && run.n_halvings == 0));
  add("deepest position", 1e6 * story.deepest, "um",
      fmt::format("the contact takes up to {:.0f} of the cells of {:.2g} mm",
                  story.widest_contact * (mesh.nodes_x - 1) / k_block_width,
                  1e3 * k_block_width / (mesh.nodes_x - 1)));
  add("widest gap below the cylinder", 1e6 * story.widest_gap, "um", "zero to round-off");
  add("energy at the end over that at the start", story.energy_ratio, "",
      "the rest is lost where points touch");
}

void add_steel(Observer& observer, Reproduction& reproduction) {
  ImpactOptions options = impact_options(Scheme::backward_euler, 5e-3, observer);
  const ImpactRun picard = run_impact(
      problem_of(k_thesis_steel, SurfaceCondition::hertz_line, Discretisation::collocated),
      options);
  if (was_stopped(picard, reproduction)) return;
  reproduction.rows.push_back(unprinted_row("Picard's contraction factor h^2 F'/m, ground of A.3",
                                            picard_factor(k_soft), "",
                                            "every iteration multiplies the error by this"));
  const double of_steel = picard_factor(k_thesis_steel);
  reproduction.rows.push_back(
      unprinted_row("Picard's contraction factor, steel", of_steel, "",
                    of_steel > 1 ? "above one: every iteration makes the error larger"
                                 : "below one: the iteration converges"));
  const auto n_solved = std::count_if(picard.steps.begin(), picard.steps.end(),
                                      [](const auto& s) { return s.force > 0; });
  reproduction.rows.push_back(unprinted_row(
      "steel, the thesis' way: steps in contact solved", static_cast<double>(n_solved), "",
      checked("the text: the iterative process never converges",
              picard.status == SolveStatus::max_iterations && n_solved == 0)));
  for (const GroundMesh& mesh : {k_mesh_of_text, k_mesh_for_steel}) {
    add_unilateral_steel(mesh, observer, reproduction);
    if (reproduction.status != SolveStatus::converged) return;
  }
}

}  // namespace

Reproduction thesis_fig_7_4(Observer& observer) {
  StopOnly stop_only(observer);
  Reproduction reproduction;
  const auto going_on = [&] { return reproduction.status == SolveStatus::converged; };
  add_formulation("thesis (7.4)-(7.6)",
                  problem_of(k_soft, SurfaceCondition::hertz_thesis, Discretisation::collocated),
                  "the pressure follows the cylinder's height, whatever the surface does: it keeps "
                  "falling by its own inertia",
                  stop_only, reproduction);
  observer.on_progress(0.2, "formulations of the contact");
  if (going_on()) {
    add_formulation("Hertz line contact",
                    problem_of(k_soft, SurfaceCondition::hertz_line, Discretisation::collocated),
                    "the right force law changes the numbers, not the cause", stop_only,
                    reproduction);
  }
  observer.on_progress(0.4, "formulations of the contact");
  if (going_on()) {
    add_formulation("points moved, E/(1 - nu^2)",
                    problem_of(k_soft, SurfaceCondition::displacement, Discretisation::collocated),
                    "none: points are moved to the cylinder, and held there in tension when it "
                    "rises",
                    stop_only, reproduction);
  }
  if (going_on()) {
    add_formulation("listing A.3", problem_of_listing(),
                    "none, as before; the force has the listing's E* = E/(1 - nu)^2", stop_only,
                    reproduction);
  }
  observer.on_progress(0.6, "formulations of the contact");
  if (going_on()) {
    add_formulation(
        "unilateral", problem_of(k_soft, SurfaceCondition::unilateral, Discretisation::staggered),
        "none: gap and pressure are unknowns of the same step", stop_only, reproduction);
  }
  if (going_on()) add_steel(stop_only, reproduction);
  return reproduction;
}

namespace {

/// Second difference of the surface at a point, m.
double kink(const ImpactSnapshot& shot, std::size_t i) {
  const std::vector<double>& h = shot.surface_height;
  return std::abs(h[i - 1] - 2 * h[i] + h[i + 1]);
}

std::size_t roughest_point(const ImpactSnapshot& shot) {
  std::size_t roughest = 1;
  for (std::size_t i = 1; i + 1 < shot.surface_height.size(); ++i) {
    if (kink(shot, i) > kink(shot, roughest)) roughest = i;
  }
  return roughest;
}

double roughness(const ImpactSnapshot& shot) { return kink(shot, roughest_point(shot)); }
double roughest_place(const ImpactSnapshot& shot) { return shot.surface_x[roughest_point(shot)]; }

}  // namespace

Reproduction thesis_fig_7_5(Observer& observer) {
  StopOnly stop_only(observer);
  Reproduction reproduction;
  const double after = 0.1;
  ImpactOptions options = impact_options(Scheme::forward_euler, after, stop_only);
  options.free_step = k_contact_step;
  options.unstable = elastodynamics::UnstableStep::allow;
  for (int k = 1; k < 20; ++k) options.instants.push_back(k_touch + 0.005 * k);
  const ImpactRun euler = run_impact(
      problem_of(k_soft, SurfaceCondition::hertz_line, Discretisation::collocated), options);
  if (was_stopped(euler, reproduction)) return reproduction;
  options.scheme = Scheme::leapfrog;
  const ImpactRun leapfrog = run_impact(
      problem_of(k_soft, SurfaceCondition::hertz_line, Discretisation::staggered), options);
  if (was_stopped(leapfrog, reproduction)) return reproduction;

  // the last picture in which the cylinder can still be seen
  std::size_t last = 0;
  while (last + 1 < euler.snapshots.size() && roughness(euler.snapshots[last]) < 0.02) ++last;
  const double start = euler.steps.front().energy.total();
  const auto doubled = std::find_if(euler.steps.begin(), euler.steps.end(),
                                    [&](const auto& s) { return s.energy.total() > 2 * start; });
  const double steps_to_double =
      doubled == euler.steps.end() ? std::nan("") : (doubled->time - k_touch) / k_contact_step;
  const double part_of_limit = k_contact_step / leapfrog.limit.largest_step;
  const double roughest =
      euler.snapshots.empty() ? std::nan("") : roughest_place(euler.snapshots[last]);
  reproduction.rows = {
      unprinted_row(
          "step over the largest stable one of leapfrog", part_of_limit, "",
          fmt::format("there is a CFL condition, as the text suspects; but this step is {} it",
                      part_of_limit < 1 ? "below" : "above")),
      unprinted_row(
          "largest stable step of forward Euler", euler.limit.largest_step, "s",
          euler.limit.basis == elastodynamics::LimitBasis::never_stable
              ? "its growth factor |1 + i omega h| exceeds one for every step: no CFL condition "
                "saves it"
              : "found as that of leapfrog"),
      unprinted_row(
          "energy has doubled after the touch by",
          doubled == euler.steps.end() ? std::nan("") : 1e3 * (doubled->time - k_touch), "ms",
          fmt::format("the text: right after the impact, starting at the contact. It "
                      "grows from there on, by so much only after {:.0f} steps; the "
                      "surface is roughest {:.0f} mm from the middle when it is drawn last",
                      steps_to_double, 1e3 * std::abs(roughest))),
      unprinted_row("forward Euler: energy at the end over that at the start",
                    euler.steps.back().energy.total() / start, "",
                    fmt::format("{} after the touch", after_touch(euler.steps.back().time))),
      unprinted_row("leapfrog, same step: energy at the end over that at the start",
                    leapfrog.steps.back().energy.total() / leapfrog.steps.front().energy.total(),
                    "", "stable; what is missing or added is the work of the prescribed pressure"),
  };
  for (const std::size_t k : {last / 2, last}) {
    if (k >= euler.snapshots.size()) continue;
    reproduction.curves.push_back(surface_curve(euler.snapshots[k], "forward Euler"));
    if (k < leapfrog.snapshots.size()) {
      reproduction.curves.push_back(surface_curve(leapfrog.snapshots[k], "leapfrog"));
    }
  }
  if (last < euler.snapshots.size()) {
    reproduction.maps.push_back(displacement_map(euler.snapshots[last], "forward Euler"));
  }
  return reproduction;
}

}  // namespace tread::study
