#include "tread/study/run_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "tread/contact/normal.hpp"
#include "tread/core/cell_range.hpp"
#include "tread/core/errors.hpp"
#include "tread/study/contact_model.hpp"
#include "tread/study/drop_case.hpp"
#include "tread/study/subsurface_table.hpp"
#include "tread/study/version.hpp"

namespace tread::study {
namespace {

using casefile::CaseFile;
using casefile::ContactCase;
using contact::NormalSolution;

constexpr double k_growth = 1.3;
constexpr int k_max_growths = 12;
/// A contact fewer elements across than this is not resolved.
constexpr int k_few_across = 5;
constexpr double k_bad_stiffness = 1e-3;
/// Mean pressure over contact modulus from which on small strains are out of the question: that of
/// a sphere whose contact is half as wide as the sphere itself.
constexpr double k_beyond_linear = 0.2;

result::Field field(std::string name, std::string unit, std::string meaning,
                    std::vector<double> values) {
  return {std::move(name), std::move(unit), std::move(meaning), std::move(values)};
}

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

NormalSolution solve_in_area(ContactModel& model, const ContactCase& contact_case,
                             const CasePlaces& places, const contact::NormalOptions& options,
                             contact::NormalWorkspace& workspace) {
  const auto solve = [&] {
    const char* hint = contact_case.line_contact ? "take a larger grid.datum_distance" : "";
    return places.blame({"grid.datum_distance", "grid.size_x", "MX"}, hint,
                        [&] { return contact::solve_normal(model.problem, options, workspace); });
  };
  const auto must_grow = [&](const NormalSolution& solution) {
    return solution.touches_edge && model.edge == ContactModel::Edge::grow &&
           solution.status == SolveStatus::converged;
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

std::vector<result::Echo> echo_of(const ContactCase& contact_case, const Grid& grid) {
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

/// Told when the contact is too few cells wide for its numbers to mean much; a row or column of
/// cells is meant so.
std::string coarse_note(const Grid& grid, const std::vector<double>& pressure) {
  const CellRange range = positive_range(pressure, grid.nx, grid.ny);
  const bool coarse_x = grid.nx > 1 && range.nx() < k_few_across;
  const bool coarse_y = grid.ny > 1 && range.ny() < k_few_across;
  if (range.is_empty() || (!coarse_x && !coarse_y)) return "";
  return fmt::format(
      "The contact is only {} x {} elements wide: a finer grid will change the numbers.",
      range.nx(), range.ny());
}

std::vector<std::string> notes_on(const ContactCase& contact_case, const ContactModel& model,
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
  const double modulus = contact_modulus(contact_case.bodies);
  if (solution.force > k_beyond_linear * modulus * solution.contact_area) {
    notes.push_back(
        fmt::format("The mean pressure is {:.2g} times the contact modulus. The theory holds for "
                    "small strains only: check load, moduli and units.",
                    solution.force / solution.contact_area / modulus));
  }
  return notes;
}

result::CaseResult result_of(const ContactCase& contact_case, const ContactModel& model,
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
  out.notes = notes_on(contact_case, model, solution);
  out.fields = result::FieldSet{
      problem.grid,
      {field("pressure", "Pa", "pressure", solution.pressure),
       field("displacement", "m", "normal displacement of both surfaces", solution.displacement),
       field("gap", "m", "gap between the deformed surfaces", gaps(problem, solution))}};
  out.echo = echo_of(contact_case, problem.grid);
  return out;
}

/// Passes progress on as that of one case among several.
class CaseObserver : public Observer {
 public:
  CaseObserver(Observer* observer, std::size_t index, std::size_t count)
      : observer_(observer), index_(index), count_(count) {}
  void on_progress(double fraction, std::string_view what) override {
    if (observer_ == nullptr) return;
    observer_->on_progress((static_cast<double>(index_) + fraction) / static_cast<double>(count_),
                           what);
  }
  bool stop_requested() override { return observer_ != nullptr && observer_->stop_requested(); }

 private:
  Observer* observer_;
  std::size_t index_;
  std::size_t count_;
};

/// What is computed from the pressure: added to its result.
void add_subsurface(const ContactCase& contact_case, const contact::NormalProblem& problem,
                    const NormalSolution& solution, int n_threads, Observer& observer,
                    result::CaseResult& out) {
  for (std::size_t block = 0; block < contact_case.subsurface.size() && out.ok; ++block) {
    SubsurfaceTable points = subsurface_table(contact_case.subsurface[block], problem,
                                              solution.pressure, n_threads, observer);
    points.table.name = block == 0 ? "subsurface" : fmt::format("subsurface_{}", block + 1);
    if (!points.is_complete()) {
      out.ok = false;
      out.status = to_string(SolveStatus::stopped);
      out.notes.push_back(fmt::format("Stopped: {} of {} points below the surface were computed.",
                                      points.n_rows(), points.n_points));
    } else if (block == 0) {
      out.scalars.push_back(
          {"max_von_mises", points.largest_von_mises(), "Pa", "largest von Mises stress"});
    }
    out.tables.push_back(std::move(points.table));
  }
}

void refuse_friction(const ContactCase& contact_case, const CasePlaces& places) {
  if (contact_case.motion.type == casefile::Motion::Type::none) return;
  places.refuse({"motion.type", "P-B-T-N-F-S"}, "friction cannot be computed yet", "",
                "leave [motion] out, or set T = 0, for contact without friction");
}

result::CaseResult solved(const ContactCase& contact_case, const CasePlaces& places, int n_threads,
                          Observer& observer, contact::NormalWorkspace& workspace) {
  refuse_friction(contact_case, places);
  contact::NormalOptions options;
  options.tolerance = contact_case.solver.tolerance;
  options.max_iterations = contact_case.solver.max_iterations;
  options.n_threads = n_threads;
  options.derivative = contact::Derivative::approach;
  options.observer = &observer;
  ContactModel model = build_contact_model(contact_case, places, workspace);
  const NormalSolution solution = solve_in_area(model, contact_case, places, options, workspace);
  // before it has converged a contact may look larger than it is
  if (solution.status == SolveStatus::converged) refuse_contact_at_edge(model, solution, places);
  result::CaseResult out = result_of(contact_case, model, solution);
  add_subsurface(contact_case, model.problem, solution, n_threads, observer, out);
  return out;
}

/// A case that a stop left undone: told, so that nobody takes the results before it for all.
result::CaseResult not_run(const ContactCase& contact_case) {
  result::CaseResult out;
  out.title = contact_case.title;
  out.status = to_string(SolveStatus::stopped);
  out.notes.push_back("Not run: stopped before.");
  return out;
}

}  // namespace

result::Result run_case(const CaseFile& file, const RunOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  result::Result result;
  result.program_version = program_version();
  result.case_file = file.path;
  result.units_note = file.units_note;
  for (const casefile::EchoEntry& entry : file.echo) {
    result.echo.push_back({entry.key, entry.value, entry.unit});
  }
  if (file.drop) {
    CaseObserver observer(options.observer, 0, 1);
    result.cases.push_back(solve_drop(file, observer));
  }
  contact::NormalWorkspace workspace;
  for (std::size_t index = 0; index < file.cases.size(); ++index) {
    const ContactCase& contact_case = file.cases[index];
    CaseObserver observer(options.observer, index, file.cases.size());
    if (index > 0 && observer.stop_requested()) {
      result.cases.push_back(not_run(contact_case));
      continue;
    }
    observer.on_progress(0, contact_case.title);
    const int n_threads = options.threads > 0 ? options.threads : contact_case.solver.threads;
    result.cases.push_back(
        solved(contact_case, CasePlaces(file, index), n_threads, observer, workspace));
  }
  result.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

void check_case(const CaseFile& file) {
  if (file.drop) check_drop(file);
  contact::NormalWorkspace workspace;
  for (std::size_t index = 0; index < file.cases.size(); ++index) {
    const CasePlaces places(file, index);
    refuse_friction(file.cases[index], places);
    build_contact_model(file.cases[index], places, workspace);
  }
}

std::string program_version() {
  const std::string commit = k_commit;
  return commit.empty() ? k_version : fmt::format("{} ({})", k_version, commit);
}

}  // namespace tread::study
