#include "tread/interaction/rolling_crossing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"

namespace tread::interaction {
namespace {

/// Beside the contact on each side: the window moves by whole cells, and needs two to spare.
constexpr int k_cells_beside = 4;

double speed_at(const TrainBridgeProblem& problem, double time) {
  return problem.speed + problem.acceleration * time;
}

/// The force of a row; rounding may leave a rigid contact a little below zero.
NormalLoad load_at(const Crossing& crossing, Eigen::Index row, Eigen::Index wheel) {
  return {contact::Prescribed::force, std::max(0.0, crossing.forces(row, wheel))};
}

/// One wheel through all rows.
class WheelPassage {
 public:
  WheelPassage(const TrainBridgeProblem& problem, const Crossing& crossing,
               const RollingWheelSetup& setup, const std::vector<double>& patch_times,
               Eigen::Index index)
      : problem_(problem),
        crossing_(crossing),
        wheel_(setup),
        patch_times_(patch_times),
        index_(index) {
    std::sort(patch_times_.begin(), patch_times_.end());
  }

  Eigen::Index n_rows() const { return static_cast<Eigen::Index>(crossing_.times.size()); }

  SolveStatus go_to(Eigen::Index row, WheelRun& run) {
    const double time = crossing_.times[static_cast<std::size_t>(row)];
    const double speed = speed_at(problem_, time);
    const NormalLoad load = load_at(crossing_, row, index_);
    const SolveStatus status = row == 0
                                   ? wheel_.start(time, crossing_.positions(0, index_), speed, load)
                                   : wheel_.step(time - wheel_.now().time, speed, load);
    if (status != SolveStatus::converged) return status;
    run.rows.push_back(wheel_.now());
    keep_patch(run);
    return status;
  }

 private:
  void keep_patch(WheelRun& run) {
    const double time = wheel_.now().time;
    const auto due = std::upper_bound(patch_times_.begin(), patch_times_.end(), time);
    if (due == patch_times_.begin()) return;
    patch_times_.erase(patch_times_.begin(), due);
    run.patches.push_back({time, wheel_.now().position, wheel_.grid(), wheel_.patch()});
  }

  const TrainBridgeProblem& problem_;
  const Crossing& crossing_;
  RollingWheel wheel_;
  std::vector<double> patch_times_;
  Eigen::Index index_;
};

std::string failure(const Crossing& crossing, Eigen::Index row, Eigen::Index wheel,
                    SolveStatus status) {
  return fmt::format("rolling of wheel {} at x = {:.6g} m, t = {:.6g} s: {}", wheel + 1,
                     crossing.positions(row, wheel), crossing.times[static_cast<std::size_t>(row)],
                     to_string(status));
}

std::vector<double> force_on_deck(const TrainBridgeProblem& problem,
                                  const std::vector<WheelRun>& wheels) {
  if (!problem.bridge) return {};
  std::size_t n_rows = wheels.front().rows.size();
  for (const WheelRun& run : wheels) n_rows = std::min(n_rows, run.rows.size());
  std::vector<double> force(n_rows, 0);
  for (const WheelRun& run : wheels) {
    for (std::size_t row = 0; row < n_rows; ++row) {
      const RollingInstant& wheel = run.rows[row];
      const bool is_on = wheel.position >= 0 && wheel.position <= problem.bridge->length();
      if (is_on) force[row] -= wheel.tangential_force;
    }
  }
  return force;
}

}  // namespace

RollingHistory roll_along(const TrainBridgeProblem& problem, const Crossing& crossing,
                          const std::vector<RollingWheelSetup>& wheels,
                          const RollingOptions& options) {
  const Eigen::Index n_wheels = crossing.positions.cols();
  if (wheels.size() != 1 && static_cast<Eigen::Index>(wheels.size()) != n_wheels) {
    throw ModelError(
        fmt::format("{} rolling setups for {} wheels: give one for all, or one for each",
                    wheels.size(), n_wheels));
  }
  for (const RollingWheelSetup& setup : wheels) check(setup);
  RollingHistory history;
  history.status = SolveStatus::converged;
  for (Eigen::Index k = 0; k < n_wheels && history.status == SolveStatus::converged; ++k) {
    WheelPassage run(problem, crossing,
                     wheels[wheels.size() == 1 ? 0 : static_cast<std::size_t>(k)],
                     options.patch_times, k);
    history.wheels.emplace_back();
    history.wheels.back().rows.reserve(crossing.times.size());
    for (Eigen::Index row = 0; row < run.n_rows(); ++row) {
      if (options.observer) {
        const auto done = static_cast<double>(k * run.n_rows() + row);
        options.observer->on_progress(done / static_cast<double>(n_wheels * run.n_rows()),
                                      "rolling along the bridge");
        if (options.observer->stop_requested()) history.status = SolveStatus::stopped;
      }
      if (history.status == SolveStatus::converged) {
        history.status = run.go_to(row, history.wheels.back());
      }
      if (history.status != SolveStatus::converged) {
        history.message = failure(crossing, row, k, history.status);
        break;
      }
    }
  }
  history.deck_force = force_on_deck(problem, history.wheels);
  return history;
}

contact::RollingSetup line_rolling_setup(const LineWheel& wheel) {
  check(wheel.bodies);
  for (const double value : {wheel.radius, wheel.width, wheel.largest_force}) {
    if (value > 0 && std::isfinite(value)) continue;
    throw ModelError(
        fmt::format("radius {} m, width {} m and largest force {} N of a rolling wheel must be > 0",
                    wheel.radius, wheel.width, wheel.largest_force));
  }
  if (wheel.n_cells < 4) {
    throw ModelError(
        fmt::format("{} cells across a contact show nothing: take 30 or more", wheel.n_cells));
  }
  // Hertz: a^2 = 4 P R / (pi E*), P per metre
  const double half_width = std::sqrt(4 * wheel.largest_force / wheel.width * wheel.radius /
                                      (std::numbers::pi * contact_modulus(wheel.bodies)));
  const double cell = 2 * half_width / wheel.n_cells;
  const int n = wheel.n_cells + 2 * k_cells_beside;
  contact::RollingSetup setup;
  setup.grid = centred_grid(n, 1, n * cell, wheel.width);
  setup.bodies = wheel.bodies;
  setup.friction = wheel.friction;
  setup.line_datum = wheel.datum > 0 ? wheel.datum : wheel.radius;
  const double curvature = 1 / wheel.radius;
  setup.distance = [curvature](double x, double) { return curvature * x * x / 2; };
  return setup;
}

}  // namespace tread::interaction
