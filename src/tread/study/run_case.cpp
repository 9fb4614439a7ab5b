#include "tread/study/run_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "tread/contact/normal.hpp"
#include "tread/core/errors.hpp"
#include "tread/halfspace/subsurface.hpp"
#include "tread/study/contact_model.hpp"
#include "tread/study/version.hpp"

namespace tread::study {
namespace {

using casefile::CaseFile;
using casefile::ContactCase;
using contact::NormalSolution;

constexpr double k_growth = 1.3;
constexpr int k_max_growths = 12;
constexpr const char* k_edge_hint =
    "make the grid larger (grid.size_x, grid.size_y), or leave its size out: it is then found";

/// A model that cannot be built or solved is a fault of the case: told with its file.
[[noreturn]] void rethrow(const ModelError& error, const CaseFile& file, std::size_t index,
                          const std::string& hint = "") {
  Problem problem;
  problem.file = file.path;
  if (file.cases.size() > 1) problem.key = file.cases[index].title;
  problem.reason = error.what();
  problem.hint = hint;
  throw CaseError(std::move(problem));
}

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
  int x_low = grid.nx, x_high = -1, y_low = grid.ny, y_high = -1;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      if (!(pressure[grid.index(i, j)] > 0)) continue;
      x_low = std::min(x_low, i);
      x_high = std::max(x_high, i);
      y_low = std::min(y_low, j);
      y_high = std::max(y_high, j);
    }
  }
  if (x_high < 0) return {0, 0};
  return {(x_high - x_low + 1) * grid.dx, (y_high - y_low + 1) * grid.dy};
}

/// The elastic body whose inside is looked at: the upper one, unless it is rigid.
struct Inside {
  Material body;
  bool lower = false;
};

Inside inside_of(const BodyPair& bodies) {
  if (bodies.upper.is_rigid()) return {bodies.lower, true};
  return {bodies.upper, false};
}

result::Table subsurface_table(const casefile::SubsurfaceBlock& block,
                               const contact::NormalProblem& problem,
                               const NormalSolution& solution, std::size_t number,
                               Observer* observer) {
  const Inside inside = inside_of(problem.bodies);
  const halfspace::TractionField tractions{solution.pressure};
  const char* const names[] = {"x",           "y",          "z",         "u_x",       "u_y",
                               "u_z",         "sigma_xx",   "sigma_yy",  "sigma_zz",  "sigma_xy",
                               "sigma_xz",    "sigma_yz",   "von_mises", "max_shear", "principal_1",
                               "principal_2", "principal_3"};
  result::Table table;
  table.name = number == 0 ? "subsurface" : fmt::format("subsurface_{}", number + 1);
  table.title = fmt::format("Below the surface, in the {} body", inside.lower ? "lower" : "upper");
  for (const char* name : names) {
    table.columns.push_back({name, table.columns.size() < 6 ? "m" : "Pa", {}});
  }
  const std::size_t n_points = block.x.size() * block.y.size() * block.z.size();
  for (result::Column& column : table.columns) column.values.reserve(n_points);
  std::size_t done = 0;
  for (const double z : block.z) {
    for (const double y : block.y) {
      if (observer != nullptr) {
        observer->on_progress(static_cast<double>(done) / static_cast<double>(n_points),
                              "stresses below the surface");
        if (observer->stop_requested()) return table;
      }
      for (const double x : block.x) {
        halfspace::SubsurfaceState state =
            problem.line_datum > 0
                ? halfspace::line_subsurface_at(inside.body, problem.grid, tractions, x, z,
                                                problem.line_datum)
                : halfspace::subsurface_at(inside.body, problem.grid, tractions,
                                           Eigen::Vector3d(x, y, z));
        if (inside.lower) state = halfspace::mirrored(state);
        const StressTensor& s = state.stress;
        const std::array<double, 3> principal = principal_stresses(s);
        const double row[] = {x,
                              y,
                              inside.lower ? -z : z,
                              state.displacement.x(),
                              state.displacement.y(),
                              state.displacement.z(),
                              s.xx,
                              s.yy,
                              s.zz,
                              s.xy,
                              s.xz,
                              s.yz,
                              von_mises(s),
                              maximum_shear(s),
                              principal[0],
                              principal[1],
                              principal[2]};
        for (std::size_t k = 0; k < table.columns.size(); ++k) {
          table.columns[k].values.push_back(row[k]);
        }
        ++done;
      }
    }
  }
  return table;
}

NormalSolution solve_in_area(ContactModel& model, const ContactCase& contact_case,
                             const contact::NormalOptions& options,
                             contact::NormalWorkspace& workspace) {
  NormalSolution solution = contact::solve_normal(model.problem, options, workspace);
  for (int growth = 0;
       growth < k_max_growths && solution.touches_edge && model.edge == ContactModel::Edge::grow &&
       solution.status == SolveStatus::converged;
       ++growth) {
    enlarge(model, contact_case, k_growth);
    solution = contact::solve_normal(model.problem, options, workspace);
  }
  return solution;
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
      {"stiffness", solution.stiffness, "N/m", "contact stiffness dF/d(approach)"},
  };
  out.elements = {{"contact", static_cast<long long>(solution.n_contact)}};
  out.iterations = solution.iterations;
  out.residual = solution.residual;
  if (!touching) out.notes.push_back("No contact: the bodies do not touch.");
  if (!out.ok) {
    out.notes.push_back(
        fmt::format("Not converged: residual {:.2g} after {} iterations, {:.2g} was asked for.",
                    solution.residual, solution.iterations, contact_case.solver.tolerance));
  }
  if (solution.touches_edge && model.edge == ContactModel::Edge::warn) {
    out.notes.push_back(
        "The contact reaches the edge of the potential contact area. Beyond it no surface is "
        "assumed; if there is "
        "one, enlarge the area.");
  }
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
  contact::NormalWorkspace workspace;
  for (std::size_t index = 0; index < file.cases.size(); ++index) {
    const ContactCase& contact_case = file.cases[index];
    CaseObserver observer(options.observer, index, file.cases.size());
    observer.on_progress(0, contact_case.title);
    contact::NormalOptions normal;
    normal.tolerance = contact_case.solver.tolerance;
    normal.max_iterations = contact_case.solver.max_iterations;
    normal.n_threads = options.threads > 0 ? options.threads : contact_case.solver.threads;
    normal.derivative = contact::Derivative::approach;
    normal.observer = &observer;
    try {
      ContactModel model = build_contact_model(contact_case, workspace);
      const NormalSolution solution = solve_in_area(model, contact_case, normal, workspace);
      if (solution.touches_edge && model.edge == ContactModel::Edge::error) {
        throw CaseError(Problem{
            file.path, 0, "grid",
            "the contact reaches the edge of the grid, which was given and is too small",
            fmt::format("{} x {} m", model.problem.grid.width(), model.problem.grid.height()),
            k_edge_hint});
      }
      result::CaseResult out = result_of(contact_case, model, solution);
      for (std::size_t block = 0; block < contact_case.subsurface.size() && out.ok; ++block) {
        out.tables.push_back(subsurface_table(contact_case.subsurface[block], model.problem,
                                              solution, block, &observer));
        const std::vector<double>& von_mises = out.tables.back().columns[12].values;
        if (observer.stop_requested()) {
          out.ok = false;
          out.status = to_string(SolveStatus::stopped);
        } else if (block == 0 && !von_mises.empty()) {
          out.scalars.push_back({"max_von_mises",
                                 *std::max_element(von_mises.begin(), von_mises.end()), "Pa",
                                 "largest von Mises stress among the points below the surface"});
        }
      }
      result.cases.push_back(std::move(out));
    } catch (const ModelError& error) {
      rethrow(error, file, index);
    }
    if (observer.stop_requested()) break;
  }
  result.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

void check_case(const CaseFile& file) {
  contact::NormalWorkspace workspace;
  for (std::size_t index = 0; index < file.cases.size(); ++index) {
    try {
      build_contact_model(file.cases[index], workspace);
    } catch (const ModelError& error) {
      rethrow(error, file, index);
    }
  }
}

std::string program_version() {
  const std::string commit = k_commit;
  return commit.empty() ? k_version : fmt::format("{} ({})", k_version, commit);
}

}  // namespace tread::study
