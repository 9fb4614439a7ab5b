#include "tread/study/normal_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "tread/core/cell_range.hpp"

namespace tread::study {
namespace {

using casefile::ContactCase;
using contact::NormalSolution;

constexpr double k_growth = 1.3;
constexpr int k_max_growths = 12;
/// A contact fewer elements across than this is not resolved.
constexpr int k_few_across = 5;
constexpr int k_enough_for_sizes = 50;  // an element is 2 % of the contact then
constexpr double k_bad_stiffness = 1e-3;
/// Mean pressure over contact modulus from which on small strains are out of the question: that of
/// a sphere whose contact is half as wide as the sphere itself.
constexpr double k_beyond_linear = 0.2;

std::vector<double> gaps(const contact::NormalProblem& problem, const NormalSolution& solution) {
  std::vector<double> gap(problem.distance.size());
  for (std::size_t i = 0; i < gap.size(); ++i) {
    gap[i] = problem.distance[i] + solution.displacement[i] - solution.approach;
  }
  return gap;
}

/// Size of the contact along x and y: of the rectangle around all cells that touch.
std::array<double, 2> contact_extent(const Grid& grid, const std::vector<double>& pressure) {
  const CellRange range = positive_range(pressure, grid.nx, grid.ny);
  return {range.nx() * grid.dx, range.ny() * grid.dy};
}

/// Whether the contact keeps the distance that is asked for from the edge of its area.
bool keeps_off_edge(const Grid& grid, const NormalSolution& solution, Spare spare) {
  if (solution.touches_edge) return false;
  const CellRange range = positive_range(solution.pressure, grid.nx, grid.ny);
  if (range.is_empty()) return true;
  const auto fits = [&](int first, int last, int n) {
    return n == 1 || (first >= spare.cells && last + spare.cells < n);
  };
  return fits(range.x_first, range.x_last, grid.nx) && fits(range.y_first, range.y_last, grid.ny);
}

contact::NormalOptions normal_options(const CaseRun& run) {
  contact::NormalOptions options;
  options.tolerance = run.contact_case.solver.tolerance;
  options.max_iterations = run.contact_case.solver.max_iterations;
  options.n_threads = run.n_threads;
  options.derivative = contact::Derivative::approach;
  options.observer = &run.observer;
  return options;
}

NormalSolution solve_in_area(ContactModel& model, const CaseRun& run, Spare spare,
                             contact::NormalWorkspace& workspace) {
  const ContactCase& contact_case = run.contact_case;
  const CasePlaces& places = run.places;
  const contact::NormalOptions options = normal_options(run);
  const auto solve = [&] {
    const char* hint = contact_case.line_contact ? "take a larger grid.datum_distance" : "";
    return places.blame({"grid.datum_distance", "grid.size_x", "MX"}, hint,
                        [&] { return contact::solve_normal(model.problem, options, workspace); });
  };
  const auto must_grow = [&](const NormalSolution& solution) {
    return model.edge == ContactModel::Edge::grow && solution.status == SolveStatus::converged &&
           !keeps_off_edge(model.problem.grid, solution, spare);
  };
  NormalSolution solution = solve();
  for (int growth = 0; growth < k_max_growths && must_grow(solution); ++growth) {
    enlarge(model, contact_case, places, k_growth);
    solution = solve();
  }
  if (must_grow(solution)) {
    places.refuse({"grid.cells_x", "grid.cells_y", "grid.margin", "shape.type"},
                  fmt::format("no area was found in which the contact stays off the edge of {} x "
                              "{} cells",
                              model.problem.grid.nx, model.problem.grid.ny),
                  "", "take more cells, or give the area by grid.size_x and grid.size_y");
  }
  return solution;
}

void refuse_contact_at_edge(const ContactModel& model, const NormalSolution& solution,
                            const CasePlaces& places) {
  if (!solution.touches_edge || model.edge != ContactModel::Edge::error) return;
  const Grid& grid = model.problem.grid;
  places.refuse(
      {"grid.size_x", "grid.size_y"},
      "the contact reaches the edge of the grid, which was given and is too small",
      fmt::format("{:.4g} x {:.4g} m", grid.width(), grid.height()),
      "make the grid larger (grid.size_x, grid.size_y), or leave its size out: it is then found");
}

void refuse_narrow_area(const ContactModel& model, const NormalSolution& solution, Spare spare,
                        const CasePlaces& places) {
  const Grid& grid = model.problem.grid;
  if (spare.cells == 0 || keeps_off_edge(grid, solution, spare)) return;
  places.refuse({"grid.size_x", "grid.size_y", "grid.cells_x", "shape.file", "MX"},
                fmt::format("the window that moves with the contact must be larger than it by {} "
                            "cells on every side, and is not",
                            spare.cells),
                fmt::format("{} x {} cells, {:.4g} x {:.4g} m", grid.nx, grid.ny, grid.width(),
                            grid.height()),
                "make the grid larger (grid.size_x, grid.size_y), or leave its size out");
}

std::vector<result::Echo> echo_of_contact(const ContactCase& contact_case, const Grid& grid) {
  const auto number = [](double value) { return fmt::format("{}", value); };
  const auto body = [&](const char* name, const Material& m) {
    return std::vector<result::Echo>{
        {fmt::format("{}.shear_modulus", name), number(m.shear_modulus), "Pa"},
        {fmt::format("{}.poisson_ratio", name), number(m.poisson_ratio), ""}};
  };
  std::vector<result::Echo> echo;
  const bool force = contact_case.load.kind == casefile::Load::Kind::force;
  echo.push_back(
      {force ? "load.force" : "load.approach", number(contact_case.load.value), force ? "N" : "m"});
  for (const auto& part :
       {body("upper", contact_case.bodies.upper), body("lower", contact_case.bodies.lower)}) {
    echo.insert(echo.end(), part.begin(), part.end());
  }
  echo.push_back({"grid.cells_x", fmt::format("{}", grid.nx), ""});
  echo.push_back({"grid.cells_y", fmt::format("{}", grid.ny), ""});
  echo.push_back({"grid.size_x", number(grid.width()), "m"});
  echo.push_back({"grid.size_y", number(grid.height()), "m"});
  return echo;
}

bool is_punch(const Shape& shape) {
  return std::holds_alternative<CircularPunch>(shape) ||
         std::holds_alternative<RectangularPunch>(shape);
}

/// Told when the contact is too few cells wide for its numbers, or for its sizes, to mean much; a
/// row or column of cells is meant so.
std::string coarse_note(const Grid& grid, const std::vector<double>& pressure) {
  const CellRange range = positive_range(pressure, grid.nx, grid.ny);
  if (range.is_empty()) return "";
  int fewest = std::numeric_limits<int>::max();
  if (grid.nx > 1) fewest = std::min(fewest, range.nx());
  if (grid.ny > 1) fewest = std::min(fewest, range.ny());
  if (fewest < k_few_across) {
    return fmt::format(
        "The contact is only {} x {} elements wide: a finer grid will change the numbers.",
        range.nx(), range.ny());
  }
  if (fewest >= k_enough_for_sizes) return "";
  return fmt::format(
      "The contact is {} x {} elements wide: its length, width and area, counted in elements, are "
      "known to an element, {:.2g} %.",
      range.nx(), range.ny(), 100.0 / fewest);
}

std::vector<std::string> notes_on_contact(const ContactCase& contact_case,
                                          const ContactModel& model,
                                          const NormalSolution& solution) {
  std::vector<std::string> notes;
  if (solution.n_contact == 0) notes.push_back("No contact: the bodies do not touch.");
  if (solution.status != SolveStatus::converged) {
    notes.push_back(
        fmt::format("Not converged: residual {:.2g} after {} iterations, {:.2g} was asked for.",
                    solution.residual, solution.iterations, contact_case.solver.tolerance));
  }
  if (solution.touches_edge && model.edge == ContactModel::Edge::warn) {
    notes.push_back(
        "The contact reaches the edge of the potential contact area. Beyond it no surface is "
        "assumed; if there is one, enlarge the area.");
  }
  if (const std::string note = coarse_note(model.problem.grid, solution.pressure); !note.empty()) {
    notes.push_back(note);
  }
  if (solution.derivative_residual > k_bad_stiffness) {
    notes.push_back(
        fmt::format("The stiffness is uncertain: its equations were solved to {:.1g} only.",
                    solution.derivative_residual));
  }
  if (is_punch(contact_case.shape) && solution.n_contact > 0) {
    notes.push_back(
        "The pressure grows without bound towards the edge of a punch: peak_pressure is that of "
        "the outermost cells, and grows as they shrink.");
  }
  const double modulus = contact_modulus(contact_case.bodies);
  if (solution.force > k_beyond_linear * modulus * solution.contact_area) {
    notes.push_back(
        fmt::format("The mean pressure is {:.2g} times the contact modulus. The theory holds for "
                    "small strains only: check load, moduli and units.",
                    solution.force / solution.contact_area / modulus));
  }
  return notes;
}

}  // namespace

result::Field field(std::string name, std::string unit, std::string meaning,
                    std::vector<double> values) {
  return {std::move(name), std::move(unit), std::move(meaning), std::move(values)};
}

SolvedNormal solve_normal_case(const CaseRun& run, Spare spare,
                               contact::NormalWorkspace& workspace) {
  SolvedNormal solved{build_contact_model(run.contact_case, run.places, workspace), {}};
  solved.solution = solve_in_area(solved.model, run, spare, workspace);
  // before it has converged a contact may look larger than it is
  if (solved.solution.status == SolveStatus::converged) {
    refuse_contact_at_edge(solved.model, solved.solution, run.places);
    refuse_narrow_area(solved.model, solved.solution, spare, run.places);
  }
  return solved;
}

result::CaseResult normal_result(const ContactCase& contact_case, const ContactModel& model,
                                 const NormalSolution& solution) {
  const contact::NormalProblem& problem = model.problem;
  result::CaseResult out;
  out.title = contact_case.title;
  const bool touching = solution.n_contact > 0;
  out.ok = solution.status == SolveStatus::converged;
  out.status = out.ok && !touching ? "no_contact" : std::string(to_string(solution.status));
  const std::array<double, 2> extent = contact_extent(problem.grid, solution.pressure);
  out.scalars = {
      {"normal_force", solution.force, "N", "normal force"},
      {"approach", solution.approach, "m", "approach"},
      {"peak_pressure", solution.peak_pressure, "Pa", "peak pressure"},
      {"contact_area", solution.contact_area, "m2", "contact area"},
      {"contact_length_x", extent[0], "m", "contact length along x"},
      {"contact_width_y", extent[1], "m", "contact width along y"},
      {"stiffness", solution.stiffness, "N/m", "contact stiffness"},
  };
  out.elements = {{"contact", static_cast<long long>(solution.n_contact)}};
  out.iterations = solution.iterations;
  out.residual = solution.residual;
  out.notes = notes_on_contact(contact_case, model, solution);
  out.fields = result::FieldSet{
      problem.grid,
      {field("pressure", "Pa", "pressure", solution.pressure),
       field("displacement", "m", "normal displacement of both surfaces", solution.displacement),
       field("gap", "m", "gap between the deformed surfaces", gaps(problem, solution))}};
  out.echo = echo_of_contact(contact_case, problem.grid);
  return out;
}

}  // namespace tread::study
