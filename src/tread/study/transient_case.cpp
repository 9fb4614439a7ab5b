#include "tread/study/transient_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tread/study/case_history.hpp"
#include "tread/study/friction_model.hpp"
#include "tread/study/friction_result.hpp"
#include "tread/study/half_space_case.hpp"
#include "tread/study/rolling_frames.hpp"

namespace tread::study {
namespace {

using casefile::ContactCase;
using casefile::Rolling;
using contact::RollingContact;

/// Steps that differ by less than this part of one are the same.
constexpr double k_same_step = 1e-9;
constexpr int k_spare_cells = 2;

/// The table of what happened on the way.
class HistoryTable {
 public:
  explicit HistoryTable(bool has_time) : has_time_(has_time) {
    table_.name = "history";
    table_.title = "History";
    table_.home = result::Table::Home::file_and_json;
    add("distance", "m");
    if (has_time_) add("time", "s");
    for (const auto& [name, unit] : k_columns) add(name, unit);
    if (!has_time_) table_.columns.back().unit = "J/m";
  }

  void add_row(double distance, double speed, const contact::FrictionalSolution& s,
               const contact::Creepage& creepage) {
    std::size_t column = 0;
    const auto put = [&](double value) { table_.columns[column++].values.push_back(value); };
    put(distance);
    if (has_time_) put(distance / speed);
    put(s.normal.force);
    put(s.normal.approach);
    put(s.forces.longitudinal);
    put(s.forces.lateral);
    put(s.forces.spin_moment);
    put(creepage.longitudinal);
    put(creepage.lateral);
    put(creepage.spin);
    put(peak_traction(s.traction.x, s.traction.y));
    put(static_cast<double>(s.normal.n_contact));
    put(static_cast<double>(s.n_adhesion));
    put(static_cast<double>(s.n_slip));
    put(s.frictional_power);
  }

  result::Table take() { return std::move(table_); }

 private:
  struct Name {
    const char* name;
    const char* unit;
  };
  static constexpr std::array k_columns{
      Name{"normal_force", "N"},       Name{"approach", "m"},
      Name{"tangential_force_x", "N"}, Name{"tangential_force_y", "N"},
      Name{"spin_moment", "N m"},      Name{"longitudinal_creepage", ""},
      Name{"lateral_creepage", ""},    Name{"spin_creepage", "1/m"},
      Name{"peak_traction", "Pa"},     Name{"elements_contact", ""},
      Name{"elements_adhesion", ""},   Name{"elements_slip", ""},
      Name{"frictional_power", "W"},
  };

  void add(const char* name, const char* unit) { table_.columns.push_back({name, unit, {}}); }

  result::Table table_;
  bool has_time_;
};

class Transient {
 public:
  Transient(const CaseRun& run, const SolvedNormal& largest,
            contact::FrictionalWorkspace& workspace)
      : run_(run),
        case_(run.contact_case),
        model_(largest.model),
        workspace_(workspace),
        stop_(run.observer),
        rolling_(
            rolling_setup({run.contact_case, run.places, run.n_threads, stop_}, largest.model)),
        history_(case_.rolling.speed.has_value()),
        normal_force_(largest.solution.force),
        step_(step_length(case_.rolling, largest.model.problem.grid)),
        length_(case_.rolling.distance.value_or(step_ * case_.rolling.n_steps)),
        n_steps_(static_cast<long>(std::ceil(length_ / step_ - k_same_step))) {
    check_size_of_fields();
  }

  /// The status at the end, and where it ended.
  SolveStatus roll() {
    const SolveStatus status = start();
    if (status != SolveStatus::converged) return status;
    for (n_done_ = 0; n_done_ < n_steps_; ++n_done_) {
      run_.observer.on_progress(static_cast<double>(n_done_) / static_cast<double>(n_steps_),
                                told());
      if (run_.observer.stop_requested()) return SolveStatus::stopped;
      const SolveStatus step_status = one_step();
      if (step_status != SolveStatus::converged) return step_status;
      const long n = n_done_ + 1;
      if (n % case_.rolling.output_every == 0 || n == n_steps_) put_row(rolling_.creepage());
    }
    return SolveStatus::converged;
  }

  const contact::FrictionalSolution& solution() const { return rolling_.solution(); }
  contact::Creepage creepage() const { return rolling_.creepage(); }
  Grid grid() const { return rolling_.grid(); }
  result::Table take_table() { return history_.take(); }
  RollingFrames& frames() { return frames_; }
  double distance() const { return distance_; }
  long n_done() const { return n_done_; }
  long n_steps() const { return n_steps_; }

 private:
  bool is_force_given() const { return case_.load.kind == casefile::Load::Kind::force; }

  contact::RollingStep step_at(double middle, double end) const {
    const Prescription at_end = prescription_at(case_, end);
    Prescription now = prescription_at(case_, middle);  // creepages: means over the step
    using Kind = casefile::Prescribed::Kind;
    if (case_.motion.longitudinal.kind != Kind::motion) now.longitudinal = at_end.longitudinal;
    if (case_.motion.lateral.kind != Kind::motion) now.lateral = at_end.lateral;
    contact::RollingStep step;
    step.speed = speed_of(case_.rolling);
    step.direction = case_.rolling.direction;
    step.normal = is_force_given() ? contact::Prescribed::force : contact::Prescribed::approach;
    step.normal_value = at_end.load;
    step.kinematics = kinematics_of(case_, now, is_force_given() ? at_end.load : normal_force_);
    return step;
  }

  std::string told() const {
    if (n_done_ == 0) return fmt::format("rolling, step 1 of {}", n_steps_);
    return fmt::format("rolling, step {} of {}, {} iterations, residual {:.1e}", n_done_ + 1,
                       n_steps_, rolling_.solution().iterations, rolling_.solution().residual);
  }

  SolveStatus one_step() {
    const double end = std::min(length_, step_ * static_cast<double>(n_done_ + 1));
    const double length = end - distance_;
    const contact::RollingStep step = step_at(distance_ + 0.5 * length, end);
    const SolveStatus status = taken(length / step.speed, step);
    if (status != SolveStatus::converged) return status;
    distance_ = end;
    if (!is_force_given()) normal_force_ = rolling_.solution().normal.force;
    return status;
  }

  /// The area was checked before: what is impossible now is a force.
  SolveStatus taken(double duration, const contact::RollingStep& step) {
    const bool has_force = step.kinematics.x.kind == contact::Given::Kind::force ||
                           step.kinematics.y.kind == contact::Given::Kind::force;
    const auto work = [&] { return rolling_.step(duration, step); };
    if (has_force) {
      return blame_force(run_.places, work);
    }
    return run_.places.blame({"grid.size_x", "grid.size_y", "grid.cells_x", "grid.margin", "MX"},
                             "", work);
  }

  void put_row(const contact::Creepage& creepage) {
    put(rolling_.grid(), rolling_.solution(), creepage);
  }

  void put(const Grid& grid, const contact::FrictionalSolution& solution,
           const contact::Creepage& creepage) {
    history_.add_row(distance_, speed_of(case_.rolling), solution, creepage);
    if (case_.rolling.keep_fields) frames_.add(distance_, grid, solution);
  }

  void check_size_of_fields() const {
    if (!case_.rolling.keep_fields) return;
    constexpr double k_most_bytes = 8e9;
    const double n_frames = static_cast<double>(n_steps_) / case_.rolling.output_every + 2;
    const double bytes = RollingFrames::bytes_of(n_frames, model_.problem.grid.n_cells());
    if (bytes <= k_most_bytes) return;
    run_.places.refuse(
        {"rolling.keep_fields"},
        fmt::format("takes {:.3g} GB of memory, more than {:g}", 1e-9 * bytes, 1e-9 * k_most_bytes),
        "true", "raise rolling.output_every");
  }

  SolveStatus start() {
    switch (case_.rolling.start) {
      case Rolling::Start::shift:
        return start_by_shift();
      case Rolling::Start::steady:
        return start_steadily();
      case Rolling::Start::untouched:
        break;
    }
    return start_untouched();
  }

  /// Body 1 is pushed by the forces that are prescribed, and held where none is.
  SolveStatus start_by_shift() {
    contact::RollingStep step = step_at(0, 0);
    step.speed = 0;
    step.kinematics.spin = 0;
    for (contact::Given* given : {&step.kinematics.x, &step.kinematics.y}) {
      if (given->kind == contact::Given::Kind::creepage) given->value = 0;
    }
    const SolveStatus status = taken(1, step);
    if (status == SolveStatus::converged) put_row({});
    return status;
  }

  SolveStatus start_steadily() {
    contact::FrictionalProblem problem = problem_at_start();
    const contact::FrictionalSolution steady = solve_from_scratch(run_, problem, workspace_);
    if (steady.status == SolveStatus::converged) {
      begin_from(rolling_, state_of(model_.problem.grid, steady));
      put(model_.problem.grid, steady, steady.creepage);
    }
    return steady.status;
  }

  SolveStatus start_untouched() {
    contact::FrictionalProblem problem = problem_at_start();
    contact::FrictionalSolution pressed;
    contact::NormalOptions options;
    options.tolerance = case_.solver.tolerance;
    options.max_iterations = case_.solver.max_iterations;
    options.n_threads = run_.n_threads;
    options.observer = &run_.observer;
    pressed.normal = contact::solve_normal(problem.normal, options, workspace_.normal());
    pressed.status = pressed.normal.status;
    if (pressed.status != SolveStatus::converged) return pressed.status;
    const std::size_t n = problem.normal.grid.n_cells();
    pressed.traction.assign(n, 0);
    pressed.cells.assign(n, contact::CellState::outside);
    pressed.friction.assign(n, case_.friction.static_coefficient());
    begin_from(rolling_, state_of(problem.normal.grid, pressed));
    pressed.n_adhesion = pressed.normal.n_contact;
    put(problem.normal.grid, pressed, {});
    if (!is_force_given()) normal_force_ = pressed.normal.force;
    return pressed.status;
  }

  contact::FrictionalProblem problem_at_start() const {
    const Prescription first = prescription_at(case_, 0);
    contact::FrictionalProblem problem =
        frictional_problem(case_, model_, is_force_given() ? first.load : normal_force_);
    problem.normal.value = first.load;
    return problem;
  }

  const CaseRun& run_;
  const ContactCase& case_;
  const ContactModel& model_;
  contact::FrictionalWorkspace& workspace_;
  StopOnly stop_;  // the steps tell of themselves what they want to tell
  RollingContact rolling_;
  HistoryTable history_;
  RollingFrames frames_;
  double normal_force_;  // with a given approach: of the step before
  double step_;
  double length_;
  long n_steps_;
  long n_done_ = 0;
  double distance_ = 0;
};

double largest_load(const ContactCase& contact_case) {
  const std::vector<double>& load = contact_case.schedule.load;
  return load.empty() ? contact_case.load.value : *std::max_element(load.begin(), load.end());
}

}  // namespace

bool has_transient(const ContactCase& contact_case) {
  const Rolling& r = contact_case.rolling;
  if (contact_case.motion.type != casefile::Motion::Type::transient_rolling) return false;
  const bool single_step = !r.distance && r.n_steps == 1 && contact_case.schedule.distance.empty();
  return !single_step || r.scheme != Rolling::Scheme::exact || r.start != Rolling::Start::untouched;
}

Spare spare_of_transient(const ContactCase& contact_case) {
  const bool moves = contact_case.rolling.scheme == Rolling::Scheme::world_fixed;
  return {moves ? k_spare_cells : 0};
}

ContactCase with_largest_load(const ContactCase& contact_case) {
  ContactCase largest = contact_case;
  largest.load.value = largest_load(contact_case);
  return largest;
}

result::CaseResult transient_result(const CaseRun& run, const SolvedNormal& largest,
                                    contact::FrictionalWorkspace& workspace) {
  Transient transient(run, largest, workspace);
  const SolveStatus status = transient.roll();
  contact::FrictionalSolution end = transient.solution();
  end.status = status;
  const Grid grid = transient.grid();
  const bool has_fields = end.traction.size() == grid.n_cells();
  ContactModel model = largest.model;
  model.problem.grid = grid;
  result::CaseResult out;
  if (has_fields) {
    const contact::DistanceFunction distance = rolling_setup(run, largest.model).distance;
    for (int j = 0; j < grid.ny; ++j) {
      for (int i = 0; i < grid.nx; ++i) {
        model.problem.distance[grid.index(i, j)] = distance(grid.x(i), grid.y(j));
      }
    }
    end.creepage = transient.creepage();
    out = friction_result(run.contact_case, model, end);
  } else {
    out.title = run.contact_case.title;
    out.status = to_string(status);
  }
  out.scalars.push_back({"distance_rolled", transient.distance(), "m", "distance rolled"});
  out.tables.push_back(transient.take_table());
  if (run.contact_case.rolling.keep_fields) {
    if (transient.frames().has_moved()) {
      out.notes.push_back(
          "Fields over the distance are on a window that moves over the rail cell by cell: their "
          "places are exact to half a cell.");
    }
    out.histories.push_back(transient.frames().take());
  }
  if (status != SolveStatus::converged) {
    out.ok = false;
    out.notes.push_back(
        fmt::format("{} in step {} of {}, after {:.6g} mm: the history goes that far, and the "
                    "fields are the last "
                    "that were found.",
                    status == SolveStatus::stopped ? "Stopped" : "Not converged",
                    transient.n_done() + 1, transient.n_steps(), 1e3 * transient.distance()));
  }
  return out;
}

}  // namespace tread::study
