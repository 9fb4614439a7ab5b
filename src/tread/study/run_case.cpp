#include "tread/study/run_case.hpp"

#include <fmt/format.h>

#include <chrono>
#include <span>

#include "tread/casefile/case_toml.hpp"
#include "tread/core/errors.hpp"
#include "tread/study/case_history.hpp"
#include "tread/study/case_in_words.hpp"
#include "tread/study/contact_model.hpp"
#include "tread/study/creep_table.hpp"
#include "tread/study/drop_case.hpp"
#include "tread/study/fast_case.hpp"
#include "tread/study/friction_result.hpp"
#include "tread/study/half_space_case.hpp"
#include "tread/study/impact_study.hpp"
#include "tread/study/moving_load_study.hpp"
#include "tread/study/normal_case.hpp"
#include "tread/study/part_observer.hpp"
#include "tread/study/plausibility.hpp"
#include "tread/study/refine.hpp"
#include "tread/study/subsurface_table.hpp"
#include "tread/study/train_bridge_study.hpp"
#include "tread/study/transient_case.hpp"
#include "tread/study/vehicle_run_study.hpp"
#include "tread/study/version.hpp"
#include "tread/study/wheel_on_rail_study.hpp"
#include "tread/study/wheelset_study.hpp"

namespace tread::study {
namespace {

using casefile::CaseFile;
using casefile::ContactCase;

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

/// What is computed from the tractions: added to the result they are in.
void add_subsurface(const CaseRun& run, const contact::NormalProblem& problem,
                    const SurfaceTractions& tractions, SubsurfaceMemory& memory,
                    result::CaseResult& out) {
  const auto& blocks = run.contact_case.subsurface;
  for (std::size_t block = 0; block < blocks.size() && out.ok; ++block) {
    SubsurfaceTable points =
        subsurface_table(blocks[block], problem, tractions, run.n_threads, memory, run.observer);
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

std::span<const double> values_of(const result::CaseResult& out, std::string_view name) {
  const result::Field* found = out.fields ? result::find_field(*out.fields, name) : nullptr;
  return found == nullptr ? std::span<const double>{} : std::span<const double>(found->values);
}

/// Everything that lives longer than a case.
struct Memory {
  SequenceMemory sequence;
  SubsurfaceMemory subsurface;
};

result::CaseResult half_space_result(const CaseRun& run, const SolvedNormal& normal,
                                     Memory& memory) {
  const bool is_shaky =
      run.contact_case.history != casefile::History::anew && !memory.sequence.history.is_sound();
  const contact::FrictionalSolution solution = solve_half_space_case(run, normal, memory.sequence);
  result::CaseResult out = friction_result(run.contact_case, normal.model, solution);
  if (is_shaky) out.notes.push_back("Goes on from a case that did not converge.");
  return out;
}

result::CaseResult solved(const CaseRun& run, Memory& memory) {
  const ContactCase& c = run.contact_case;
  if (has_transient(c)) {
    const ContactCase largest = with_largest_load(c);
    const SolvedNormal normal =
        solve_normal_case({largest, run.places, run.n_threads, run.observer}, spare_of_transient(c),
                          memory.sequence.workspace.normal());
    if (normal.solution.status != SolveStatus::converged) {
      return normal_result(c, normal.model, normal.solution);
    }
    return transient_result(run, normal, memory.sequence.workspace);
  }
  const SolvedNormal normal = solve_normal_case(run, {}, memory.sequence.workspace.normal());
  if (c.motion.type == casefile::Motion::Type::none ||
      normal.solution.status != SolveStatus::converged) {
    memory.sequence.history.keep(normal.model.problem.grid, normal.solution);
    return normal_result(c, normal.model, normal.solution);
  }
  if (c.creep_table) return creep_table_result(run, normal);
  if (is_fast(c.model)) return fast_result(run, normal);
  return half_space_result(run, normal, memory);
}

result::CaseResult run_one(const CaseRun& run, Memory& memory) {
  result::CaseResult out = solved(run, memory);
  if (run.contact_case.subsurface.empty() || !out.fields) return out;
  contact::NormalProblem problem;  // what stresses need of it
  problem.grid = out.fields->grid;
  problem.bodies = run.contact_case.bodies;
  if (run.contact_case.line_contact)
    problem.line_datum = line_datum(run.contact_case, problem.grid);
  const SurfaceTractions tractions{values_of(out, "pressure"), values_of(out, "traction_x"),
                                   values_of(out, "traction_y")};
  add_subsurface(run, problem, tractions, memory.subsurface, out);
  return out;
}

/// A case that a stop left undone: told, so that nobody takes the results before it for all.
result::CaseResult not_run(const std::string& title) {
  result::CaseResult out;
  out.title = title;
  out.status = to_string(SolveStatus::stopped);
  out.notes.push_back("Not run: stopped before.");
  return out;
}

std::vector<result::CaseResult> run_wheels_on_rails(const CaseFile& file,
                                                    const RunOptions& options) {
  std::vector<result::CaseResult> results;
  WheelOnRailMemory memory;
  for (std::size_t index = 0; index < file.wheels_on_rails.size(); ++index) {
    const casefile::WheelOnRailCase& wheel = file.wheels_on_rails[index];
    CaseObserver observer(options.observer, index, file.wheels_on_rails.size());
    if (index > 0 && observer.stop_requested()) {
      results.push_back(not_run(wheel.title));
      continue;
    }
    const int n_threads = options.threads > 0 ? options.threads : wheel.solver.threads;
    for (result::CaseResult& one : solve_wheel_on_rail(file, index, n_threads, memory, observer)) {
      results.push_back(std::move(one));
    }
  }
  return results;
}

/// The first case of a result, refined. Runs that are stopped leave the result what it is.
void add_evidence(const CaseFile& file, const RunOptions& options, Observer& observer,
                  result::Result& result) {
  if (result.cases.empty() || !result.cases.front().ok) return;
  result::CaseResult& found = result.cases.front();
  const std::vector<Refinement> refinements = refinements_of(file, found);
  const auto share = [&](std::size_t i) {
    return static_cast<double>(i) / static_cast<double>(refinements.size());
  };
  for (std::size_t i = 0; i < refinements.size(); ++i) {
    const Refinement& refinement = refinements[i];
    PartObserver part(observer, share(i), share(i + 1), "with " + refinement.title);
    try {
      const CaseFile finer = casefile::case_with(file, refinement.settings);
      const result::Result refined =
          run_case(finer, {.threads = options.threads, .observer = &part});
      found.evidence.push_back(evidence_of(refinement, found, refined.cases.front()));
    } catch (const Error& error) {
      found.evidence.push_back(no_evidence(refinement, error.what()));
    }
  }
}

/// A run whose evidence follows takes about a quarter of the time.
constexpr double k_share_before_evidence = 0.25;

}  // namespace

result::Result run_case(const CaseFile& file, const RunOptions& options) {
  if (options.evidence) {
    Observer nobody;
    Observer& outer = options.observer == nullptr ? nobody : *options.observer;
    PartObserver before(outer, 0, k_share_before_evidence);
    PartObserver after(outer, k_share_before_evidence, 1);
    result::Result result = run_case(file, {.threads = options.threads, .observer = &before});
    add_evidence(file, options, after, result);
    return result;
  }
  const auto begin = std::chrono::steady_clock::now();
  result::Result result;
  result.program_version = program_version();
  result.case_file = file.path;
  result.case_text = file.text;
  result.units_note = file.units_note;
  for (const casefile::EchoEntry& entry : file.echo) {
    result.echo.push_back({entry.key, entry.value, entry.unit});
  }
  if (file.drop) {
    CaseObserver observer(options.observer, 0, 1);
    result.cases.push_back(solve_drop(file, options.threads, observer));
  }
  if (file.impact) result.cases = run_impact_case(file, options.observer);
  if (file.moving_load) {
    CaseObserver observer(options.observer, 0, 1);
    result.cases.push_back(solve_moving_load(file, observer));
  }
  if (file.train_bridge) {
    CaseObserver observer(options.observer, 0, 1);
    result.cases = solve_train_bridge(file, observer);
  }
  if (file.wheelset) {
    CaseObserver observer(options.observer, 0, 1);
    result.cases = solve_wheelset(file, observer);
  }
  if (file.vehicle_run) {
    CaseObserver observer(options.observer, 0, 1);
    result.cases.push_back(solve_vehicle_run(file, options.threads, observer));
  }
  if (!file.wheels_on_rails.empty()) result.cases = run_wheels_on_rails(file, options);
  Memory memory;
  for (std::size_t index = 0; index < file.cases.size(); ++index) {
    const ContactCase& contact_case = file.cases[index];
    CaseObserver observer(options.observer, index, file.cases.size());
    if (index > 0 && observer.stop_requested()) {
      result.cases.push_back(not_run(contact_case.title));
      continue;
    }
    observer.on_progress(0, contact_case.title);
    const int n_threads = options.threads > 0 ? options.threads : contact_case.solver.threads;
    const CasePlaces places(file, index);
    result.cases.push_back(run_one({contact_case, places, n_threads, observer}, memory));
  }
  for (result::CaseResult& one : result.cases) note_implausible(file, one);
  if (!result.cases.empty()) {
    std::vector<std::string>& notes = result.cases.front().notes;
    notes.insert(notes.end(), file.warnings.begin(), file.warnings.end());
  }
  result.description = case_in_words(file, result.cases);
  result.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

void check_case(const CaseFile& file) {
  if (file.drop) check_drop(file);
  if (file.impact) check_impact(file);
  if (file.moving_load) check_moving_load(file);
  if (file.train_bridge) check_train_bridge(file);
  if (file.wheelset) check_wheelset(file);
  if (file.vehicle_run) check_vehicle_run(file);
  WheelOnRailMemory memory;
  for (std::size_t index = 0; index < file.wheels_on_rails.size(); ++index) {
    check_wheel_on_rail(file, index, memory);
  }
  contact::NormalWorkspace workspace;
  for (std::size_t index = 0; index < file.cases.size(); ++index) {
    const CasePlaces places(file, index);
    build_contact_model(with_largest_load(file.cases[index]), places, workspace);
  }
}

std::string program_version() {
  const std::string commit = k_commit;
  return commit.empty() ? k_version : fmt::format("{} ({})", k_version, commit);
}

}  // namespace tread::study
