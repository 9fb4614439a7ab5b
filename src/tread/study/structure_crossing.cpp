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
constexpr double k_moves_load_line = 0.05;  // of the mode that moves it most
/// By so many modes that move the load line two crossings differ that are compared: one of them may
/// not move the middle of a span.
constexpr int k_moving_apart = 2;

/// How many of the true modes move the load line: lateral ones do not.
int n_moving_line(const LineModes& modes) {
  const Eigen::Index n = modes.n_true_modes;
  Eigen::VectorXd largest = Eigen::VectorXd::Zero(n);
  for (const structure::LineSegment& segment : modes.line.segments()) {
    const structure::LineWeights at = modes.line.at(segment.start + segment.length / 2);
    Eigen::VectorXd w = Eigen::VectorXd::Zero(n);
    Eigen::Index k = 0;
    for (const int dof : segment.dofs) {
      w += at.shape(k++) * modes.on_line.row(dof).head(n).transpose();
    }
    largest = largest.cwiseMax(w.cwiseAbs());
  }
  return static_cast<int>((largest.array() >= k_moves_load_line * largest.maxCoeff()).count());
}

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
            const CrossingOptions& options, const DeckAccelerationOf& deck_acceleration,
            Observer& observer)
      : model_(model),
        plan_(*model.modal),
        problem_(problem),
        options_(options),
        deck_acceleration_(deck_acceleration),
        observer_(observer) {}

  StructureCrossing run() {
    if (plan_.n_modes || plan_.frequency_limit) {
      Run told = crossing_with(reduced(plan_.n_modes.value_or(0)));
      if (told.crossing.status != SolveStatus::converged) return result(std::move(told), nullptr);
      const std::shared_ptr<const LineModes> others = others_to_compare(*told.modes);
      if (!others) return result(std::move(told), nullptr);
      const Run other = crossing_with(others);
      return result(std::move(told), &other);
    }
    Run fewer = crossing_with(reduced(first_modes()));
    while (true) {
      Run told = crossing_with(reduced(2 * fewer.modes->n_true_modes));
      const bool is_seen =
          n_moving_line(*told.modes) >= n_moving_line(*fewer.modes) + k_moving_apart;
      const bool is_good = is_seen && error_of(told, fewer).deflection <= plan_.target_error;
      const bool is_last = 4 * told.modes->n_true_modes > model_.structure->n_dofs();
      const bool is_over = told.crossing.status != SolveStatus::converged ||
                           fewer.crossing.status != SolveStatus::converged;
      if (is_good || is_last || is_over) {
        StructureCrossing solved = result(std::move(told), is_seen ? &fewer : nullptr);
        if (!is_good && !is_over && solved.error) {
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

  /// Twice as many modes, or more until enough are added that move the load line; else half as
  /// many, if that leaves out enough that do.
  std::shared_ptr<const LineModes> others_to_compare(const LineModes& told) const {
    const int n_moving = n_moving_line(told);
    const int most = model_.structure->n_dofs() / 2;
    for (int n = 2 * told.n_true_modes; n <= most; n *= 2) {
      std::shared_ptr<const LineModes> more = reduced(n);
      if (n_moving_line(*more) >= n_moving + k_moving_apart) return more;
    }
    std::shared_ptr<const LineModes> fewer = reduced(std::max(1, told.n_true_modes / 2));
    return n_moving_line(*fewer) + k_moving_apart <= n_moving ? fewer : nullptr;
  }

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

  ModalError error_of(const Run& told, const Run& other) const {
    ModalError error;
    error.n_modes = told.modes->n_true_modes;
    error.n_others = other.modes->n_true_modes;
    // Peaks: where wheels leave the bridge, histories part for ever by the least of differences.
    const auto change = [&](const interaction::History& a, const interaction::History& b) {
      if (a.size() == 0) return 0.0;
      const Eigen::RowVectorXd peaks = a.cwiseAbs().colwise().maxCoeff();
      const Eigen::RowVectorXd others = b.cwiseAbs().colwise().maxCoeff();
      const double largest = peaks.maxCoeff();
      return largest > 0 ? (peaks - others).cwiseAbs().maxCoeff() / largest : 0.0;
    };
    const Crossing& a = told.crossing;
    const Crossing& b = other.crossing;
    error.deflection = std::max(change(a.deflections, b.deflections), change(a.probes, b.probes));
    const auto is_in_contact = [](const Crossing& c) { return c.forces.minCoeff() > 0; };
    if (is_in_contact(a) && is_in_contact(b) && a.times == b.times) {
      const double largest = a.deflections.cwiseAbs().maxCoeff();
      const double difference = (a.deflections - b.deflections).cwiseAbs().maxCoeff();
      error.history = largest > 0 ? difference / largest : 0;
    }
    const double force = a.forces.maxCoeff();
    error.force = std::abs(force - b.forces.maxCoeff()) / force;
    const std::optional<double> acceleration = deck_acceleration_(a);
    const std::optional<double> other_acceleration = deck_acceleration_(b);
    if (acceleration && other_acceleration && *acceleration != 0) {
      error.acceleration = std::abs(std::abs(*acceleration) - std::abs(*other_acceleration)) /
                           std::abs(*acceleration);
    }
    return error;
  }

  /// @param other to compare with; null: there is none
  StructureCrossing result(Run told, const Run* other) const {
    StructureCrossing solved;
    const bool is_complete = told.crossing.status == SolveStatus::converged;
    if (is_complete && other && other->crossing.status == SolveStatus::converged) {
      solved.error = error_of(told, *other);
    }
    if (is_complete && !other) {
      solved.notes.push_back(
          "The error of the modes is not estimated: none more or fewer of them move the load line. "
          "Compare with all unknowns (solution = \"full\").");
    }
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
  const DeckAccelerationOf& deck_acceleration_;
  Observer& observer_;
  double done_ = 0;
};

}  // namespace

StructureCrossing cross_structure(const StructureModel& model, TrainBridgeProblem& problem,
                                  const CrossingOptions& options,
                                  const DeckAccelerationOf& deck_acceleration, Observer& observer) {
  if (model.modal) return ModalRuns(model, problem, options, deck_acceleration, observer).run();
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
