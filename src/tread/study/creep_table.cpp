#include "tread/study/creep_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>

#include "tread/core/thread_team.hpp"
#include "tread/study/fast_case.hpp"
#include "tread/study/friction_model.hpp"

namespace tread::study {
namespace {

using casefile::CreepTable;

/// One point of the table.
struct Point {
  SolveStatus status = SolveStatus::stopped;
  contact::CreepForces forces;
  double frictional_power = 0;
  std::size_t n_adhesion = 0;
  std::size_t n_slip = 0;
  bool may_not_be_unique = false;
};

contact::Creepage creepage_at(const CreepTable& table, std::size_t index) {
  const std::size_t n_x = table.longitudinal.size();
  const std::size_t n_y = table.lateral.size();
  return {table.longitudinal[index % n_x], table.lateral[index / n_x % n_y],
          table.spin[index / n_x / n_y]};
}

/// What all workers share: where they are, whether to stop. The observer is asked by the first of
/// them only.
class Progress {
 public:
  Progress(Observer& observer, std::size_t n_points) : observer_(observer), n_points_(n_points) {}

  std::size_t next() { return next_++; }
  void done() { ++n_done_; }
  bool stopped() const { return stop_; }

  void look_up() {
    observer_.on_progress(static_cast<double>(n_done_) / static_cast<double>(n_points_),
                          fmt::format("creep forces, {} of {}", n_done_.load(), n_points_));
    if (observer_.stop_requested()) stop_ = true;
  }
  void stop() { stop_ = true; }

 private:
  Observer& observer_;
  std::size_t n_points_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> n_done_ = 0;
  std::atomic<bool> stop_ = false;
};

/// What the solver of one worker sees.
class WorkerObserver : public Observer {
 public:
  WorkerObserver(Progress& progress, bool is_first) : progress_(progress), is_first_(is_first) {}
  bool stop_requested() override {
    if (is_first_) progress_.look_up();
    return progress_.stopped();
  }

 private:
  Progress& progress_;
  bool is_first_;
};

class HalfSpacePoints {
 public:
  HalfSpacePoints(const CaseRun& run, const SolvedNormal& normal, Observer& observer)
      : problem_(frictional_problem(run.contact_case, normal.model, normal.solution.force)),
        options_(frictional_options(run)) {
    options_.n_threads = 1;
    options_.observer = &observer;
    options_.sensitivity = contact::Sensitivity::none;
  }

  Point solve(const contact::Creepage& creepage) {
    problem_.kinematics.x = contact::given_creepage(creepage.longitudinal);
    problem_.kinematics.y = contact::given_creepage(creepage.lateral);
    problem_.kinematics.spin = creepage.spin;
    const contact::FrictionalSolution s = contact::solve_frictional(problem_, options_, workspace_);
    return {s.status, s.forces, s.frictional_power, s.n_adhesion, s.n_slip, s.may_not_be_unique};
  }

 private:
  contact::FrictionalProblem problem_;
  contact::FrictionalOptions options_;
  contact::FrictionalWorkspace workspace_;
};

class FastPoints {
 public:
  explicit FastPoints(const FastModel& model) : model_(model) {}
  Point solve(const contact::Creepage& creepage) const {
    const FastModel::Outcome o = model_.solve(creepage, nullptr);
    return {SolveStatus::converged, o.forces, o.frictional_power, o.n_adhesion, o.n_slip, false};
  }

 private:
  const FastModel& model_;
};

/// Work of one thread, with a solver of its own.
template <class Solver>
void work(Solver& solver, const CreepTable& table, Progress& progress, WorkerObserver& observer,
          std::vector<Point>& points) {
  for (;;) {
    if (observer.stop_requested()) return;
    const std::size_t index = progress.next();
    if (index >= points.size()) return;
    points[index] = solver.solve(creepage_at(table, index));
    progress.done();
  }
}

std::vector<Point> solve_points(const CaseRun& run, const SolvedNormal& normal) {
  const CreepTable& table = *run.contact_case.creep_table;
  std::vector<Point> points(table.n_points());
  std::optional<FastModel> fast;
  if (is_fast(run.contact_case.model)) fast.emplace(run, normal);
  Progress progress(run.observer, points.size());
  ThreadTeam team(run.n_threads);
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(team.size()));
  team.for_ranges(team.size(), [&](int, int, int thread) {
    try {
      WorkerObserver observer(progress, thread == 0);
      if (fast) {
        FastPoints solver(*fast);
        work(solver, table, progress, observer, points);
      } else {
        HalfSpacePoints solver(run, normal, observer);
        work(solver, table, progress, observer, points);
      }
    } catch (...) {
      failures[static_cast<std::size_t>(thread)] = std::current_exception();
      progress.stop();
    }
  });
  for (const std::exception_ptr& failure : failures) {
    if (!failure) continue;
    run.places.blame({"[creep_curve]", "contact.model", "motion.type"}, "",
                     [&] { std::rethrow_exception(failure); });
  }
  return points;
}

class TableOfForces {
 public:
  TableOfForces(const CaseRun& run, double normal_force)
      : most_(run.contact_case.friction.nominal_coefficient() * normal_force) {
    table_.name = "creep_forces";
    table_.title = "Creep forces";
    table_.home = result::Table::Home::file_and_json;
    const char* power = run.contact_case.rolling.speed ? "W" : "J/m";
    const bool has_cells = !is_fast(run.contact_case.model) ||
                           std::holds_alternative<casefile::FastsimModel>(run.contact_case.model);
    names_ = {
        {"longitudinal_creepage", ""}, {"lateral_creepage", ""},    {"spin_creepage", "1/m"},
        {"tangential_force_x", "N"},   {"tangential_force_y", "N"}, {"spin_moment", "N m"},
        {"relative_force_x", ""},      {"relative_force_y", ""},    {"frictional_power", power}};
    if (has_cells) {
      names_.push_back({"elements_adhesion", ""});
      names_.push_back({"elements_slip", ""});
    }
    for (const auto& [name, unit] : names_) table_.columns.push_back({name, unit, {}});
  }

  void add(const contact::Creepage& c, const Point& p) {
    const std::array<double, 11> row{c.longitudinal,
                                     c.lateral,
                                     c.spin,
                                     p.forces.longitudinal,
                                     p.forces.lateral,
                                     p.forces.spin_moment,
                                     most_ > 0 ? p.forces.longitudinal / most_ : 0,
                                     most_ > 0 ? p.forces.lateral / most_ : 0,
                                     p.frictional_power,
                                     static_cast<double>(p.n_adhesion),
                                     static_cast<double>(p.n_slip)};
    for (std::size_t k = 0; k < table_.columns.size(); ++k) {
      table_.columns[k].values.push_back(row[k]);
    }
  }
  result::Table take() { return std::move(table_); }

 private:
  struct Name {
    const char* name;
    const char* unit;
  };
  double most_;
  std::vector<Name> names_;
  result::Table table_;
};

std::string point_text(const contact::Creepage& c) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g} 1/m)", c.longitudinal, c.lateral, c.spin);
}

}  // namespace

result::CaseResult creep_table_result(const CaseRun& run, const SolvedNormal& normal) {
  result::CaseResult out = normal_result(run.contact_case, normal.model, normal.solution);
  if (!out.ok || normal.solution.n_contact == 0) return out;
  const CreepTable& creepages = *run.contact_case.creep_table;
  const std::vector<Point> points = solve_points(run, normal);
  TableOfForces table(run, normal.solution.force);
  std::size_t n_missing = 0;
  std::vector<std::string> failed;
  bool may_not_be_unique = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const contact::Creepage creepage = creepage_at(creepages, i);
    if (points[i].status == SolveStatus::converged) {
      table.add(creepage, points[i]);
      may_not_be_unique = may_not_be_unique || points[i].may_not_be_unique;
    } else if (points[i].status == SolveStatus::stopped) {
      ++n_missing;
    } else {
      failed.push_back(point_text(creepage));
    }
  }
  out.tables.push_back(table.take());
  out.elements.clear();  // they belong to one creepage, and stand in the table
  out.elements.push_back({"contact", static_cast<long long>(normal.solution.n_contact)});
  out.scalars.push_back({"creep_points",
                         static_cast<double>(points.size() - n_missing - failed.size()), "",
                         "points of the creep table"});
  if (!failed.empty()) {
    out.ok = false;
    out.status = to_string(SolveStatus::max_iterations);
    out.notes.push_back(fmt::format("Not converged, and left out, at {} of {} creepages, first {}.",
                                    failed.size(), points.size(), failed.front()));
  }
  if (n_missing > 0) {
    out.ok = false;
    out.status = to_string(SolveStatus::stopped);
    out.notes.push_back(fmt::format("Stopped: {} of {} points of the creep table were computed.",
                                    points.size() - n_missing, points.size()));
  }
  if (may_not_be_unique) {
    out.notes.push_back(
        "Friction falls so steeply with the slip velocity that at some creepages other solutions "
        "may exist beside the ones here; friction.branch chooses.");
  }
  return out;
}

}  // namespace tread::study
