#include "tread/study/structure_crossing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "tread/structure/reduction.hpp"

namespace tread::study {
namespace {

using interaction::Crossing;
using interaction::CrossingOptions;
using interaction::TrainBridgeProblem;
using structure::LineModes;

constexpr int k_first_modes = 8;
constexpr double k_damping_coupling = 0.1;  // above it is told

/// Passes progress on as that of a part of the work, and looks at the clock when it begins.
class TimedPartObserver : public Observer {
 public:
  TimedPartObserver(Observer& outer, double from, double to)
      : outer_(outer), from_(from), to_(to) {}
  void on_progress(double fraction, std::string_view what) override {
    if (!first_) first_ = std::chrono::steady_clock::now();
    outer_.on_progress(from_ + (to_ - from_) * fraction, what);
  }
  bool stop_requested() override { return outer_.stop_requested(); }

  double seconds_to_begin() const {
    return first_ ? std::chrono::duration<double>(*first_ - made_).count() : 0;
  }

 private:
  Observer& outer_;
  double from_;
  double to_;
  std::chrono::steady_clock::time_point made_ = std::chrono::steady_clock::now();
  std::optional<std::chrono::steady_clock::time_point> first_;
};

class ModalRuns {
 public:
  ModalRuns(const StructureModel& model, TrainBridgeProblem& problem,
            const CrossingOptions& options, Observer& observer)
      : model_(model),
        plan_(*model.modal),
        problem_(problem),
        options_(options),
        observer_(observer) {}

  StructureCrossing run() {
    if (plan_.n_modes || plan_.frequency_limit) {
      Run told = crossing_with(reduced(plan_.n_modes.value_or(0)));
      const Run fewer = crossing_with(reduced(std::max(1, told.modes->n_true_modes / 2)));
      return result(std::move(told), fewer);
    }
    Run fewer = crossing_with(reduced(first_modes()));
    while (true) {
      Run told = crossing_with(reduced(2 * fewer.modes->n_true_modes));
      const bool is_good = error_of(told, fewer).deflection <= plan_.target_error;
      const bool is_last = 4 * told.modes->n_true_modes > model_.structure->n_dofs();
      const bool is_over = told.crossing.status != SolveStatus::converged ||
                           fewer.crossing.status != SolveStatus::converged;
      if (is_good || is_last || is_over) {
        StructureCrossing solved = result(std::move(told), fewer);
        if (!is_good && !is_over) {
          solved.notes.push_back(fmt::format(
              "The error of the modes, {:.2g} of the deflection, did not come below the {:g} asked "
              "for: solve all unknowns (solution = \"full\").",
              solved.error->deflection, plan_.target_error));
        }
        return solved;
      }
      fewer = std::move(told);
    }
  }

 private:
  struct Run {
    std::shared_ptr<const LineModes> modes;
    Crossing crossing;
    double preparation_seconds = 0;
  };

  int first_modes() const { return std::clamp(model_.structure->n_dofs() / 4, 1, k_first_modes); }

  std::shared_ptr<const LineModes> reduced(int n_modes) const {
    std::shared_ptr<const LineModes>& kept = model_.findings->reductions[n_modes];
    if (kept) return kept;
    structure::ReductionOptions options;
    options.n_modes = n_modes;
    if (n_modes == 0) options.frequency_limit = plan_.frequency_limit.value_or(0);
    if (plan_.damping_ratio) options.damping_ratios = {*plan_.damping_ratio};
    if (!options_.probes.empty()) options.shapes = structure::ShapeOutput::everywhere;
    observer_.on_progress(done_, "finding modes");
    kept = std::make_shared<const LineModes>(structure::reduce(*model_.structure, options));
    return kept;
  }

  Run crossing_with(std::shared_ptr<const LineModes> modes) {
    problem_.reduced = std::move(modes);
    // how many runs there will be is not known: each takes half of what is left
    const double end = (1 + done_) / 2;
    TimedPartObserver part(observer_, done_, end);
    CrossingOptions options = options_;
    options.observer = &part;
    Run run{problem_.reduced, cross_bridge(problem_, options), part.seconds_to_begin()};
    done_ = end;
    return run;
  }

  static ModalError error_of(const Run& told, const Run& fewer) {
    ModalError error;
    error.n_modes = told.modes->n_true_modes;
    error.n_fewer = fewer.modes->n_true_modes;
    // Peaks: where wheels leave the bridge, histories part for ever by the least of differences.
    const auto change = [&](const interaction::History& a, const interaction::History& b) {
      if (a.size() == 0) return 0.0;
      const Eigen::RowVectorXd peaks = a.cwiseAbs().colwise().maxCoeff();
      const Eigen::RowVectorXd others = b.cwiseAbs().colwise().maxCoeff();
      const double largest = peaks.maxCoeff();
      return largest > 0 ? (peaks - others).cwiseAbs().maxCoeff() / largest : 0.0;
    };
    error.deflection = std::max(change(told.crossing.deflections, fewer.crossing.deflections),
                                change(told.crossing.probes, fewer.crossing.probes));
    const double force = told.crossing.forces.maxCoeff();
    error.force = std::abs(force - fewer.crossing.forces.maxCoeff()) / force;
    return error;
  }

  StructureCrossing result(Run told, const Run& fewer) const {
    StructureCrossing solved;
    const bool are_complete = told.crossing.status == SolveStatus::converged &&
                              fewer.crossing.status == SolveStatus::converged;
    if (are_complete) solved.error = error_of(told, fewer);
    solved.reduced = told.modes;
    solved.crossing = std::move(told.crossing);
    solved.preparation_seconds = told.preparation_seconds;
    if (solved.reduced->damping_coupling > k_damping_coupling) {
      solved.notes.push_back(fmt::format(
          "Dampers couple the modes ({:.2g} of their own damping), which is left out: dampers that "
          "act in few places need all unknowns (solution = \"full\").",
          solved.reduced->damping_coupling));
    }
    return solved;
  }

  const StructureModel& model_;
  const ModalPlan& plan_;
  TrainBridgeProblem& problem_;
  const CrossingOptions& options_;
  Observer& observer_;
  double done_ = 0;
};

}  // namespace

StructureCrossing cross_structure(const StructureModel& model, TrainBridgeProblem& problem,
                                  const CrossingOptions& options, Observer& observer) {
  if (model.modal) return ModalRuns(model, problem, options, observer).run();
  observer.on_progress(0, fmt::format("factorising {} unknowns", model.structure->n_dofs()));
  TimedPartObserver timed(observer, 0, 1);
  CrossingOptions with_observer = options;
  with_observer.observer = &timed;
  problem.memory = model.findings->factors;
  StructureCrossing solved;
  solved.crossing = cross_bridge(problem, with_observer);
  solved.preparation_seconds = timed.seconds_to_begin();
  return solved;
}

}  // namespace tread::study
