#include "tread/wheel_rail/loaded_wheelset.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "tread/core/errors.hpp"
#include "tread/wheel_rail/creepage.hpp"

namespace tread::wheel_rail {
namespace {

constexpr double k_soft = 1e-7;          // m/N^(2/3): approach of a wheel under a load, roughly
constexpr double k_largest_move = 1e-3;  // m a step
constexpr double k_difference = 1e-7;    // m: differences for derivatives
constexpr double k_creep_difference = 1e-5;

/// What a wheel's approach is under a load, roughly.
double usual_approach(double load) { return k_soft * std::cbrt(load * load) / 2; }

void check_load(double load) {
  if (load > 0 && std::isfinite(load)) return;
  throw ModelError(fmt::format("the load of a wheel must be > 0 N and finite, got {}", load));
}

/// (Q/load)^(2/3) - 1; of a wheel that is up, its gap over the usual approach takes the place of Q.
double miss_of(const PairForces& forces, double load) {
  const double q = -forces.force.z();
  if (q > 0) return std::cbrt(q * q / (load * load)) - 1;
  return -std::max(0.0, forces.gap) / usual_approach(load) - 1;
}

void check_rail(const PairForces& forces, const profile::WheelsetPose& pose) {
  if (std::isfinite(forces.gap)) return;
  throw ModelError(
      fmt::format("a wheel has no rail below it with the wheelset at y = {:.4g} mm, "
                  "yaw {:.4g} mrad, roll {:.4g} mrad: derailed",
                  1e3 * pose.lateral, 1e3 * pose.yaw, 1e3 * pose.roll));
}

/// Looks for the height at which a wheel misses its load by nothing: secants, kept between heights
/// that are known to be too low and too high.
class HeightSearch {
 public:
  /// @param slope of the miss over the height, 1/m, positive (z points down)
  HeightSearch(double start, double slope) : next_(start), slope_(slope) {}

  double next() const { return next_; }
  double slope() const { return slope_; }

  void take(double miss) {
    const double here = next_;
    if (is_second_) {
      const double slope = (miss - miss_before_) / (here - before_);
      if (slope > 0) slope_ = slope;
    }
    is_second_ = true;
    before_ = here;
    miss_before_ = miss;
    (miss > 0 ? too_low_ : too_high_) = here;
    next_ = here - miss / slope_;
    if (!(next_ > too_high_ && next_ < too_low_)) next_ = (too_high_ + too_low_) / 2;
    next_ = std::clamp(next_, here - k_largest_move, here + k_largest_move);
  }

 private:
  double next_;
  double slope_;
  bool is_second_ = false;
  double before_ = 0;
  double miss_before_ = 0;
  double too_high_ = -std::numeric_limits<double>::infinity();
  double too_low_ = std::numeric_limits<double>::infinity();
};

/// Without friction a wheel stands about where it does with it: a first guess this close will do,
/// of (Q/load)^(2/3).
constexpr double k_guess_tolerance = 1e-3;

}  // namespace

void settle_wheel(PairModel& model, double load, const LoadOptions& options,
                  profile::WheelsetMotion& motion, PairForces& forces) {
  check_load(load);
  double& height = motion.pose.vertical;
  // A wheel that starts deep in its rail would touch it everywhere.
  if (const std::optional<double> overlap = model.vertical_overlap(motion.pose)) {
    if (std::isfinite(*overlap)) height += usual_approach(load) - *overlap;
  }
  const auto settle = [&](HeightSearch& search, double tolerance, const auto& evaluate) {
    for (int iteration = 0; iteration < options.max_iterations; ++iteration) {
      height = search.next();
      evaluate();
      check_rail(forces, motion.pose);
      const double miss = miss_of(forces, load);
      search.take(miss);
      if (std::abs(miss) < tolerance) return true;
    }
    return false;
  };
  HeightSearch guess(height, 1 / usual_approach(load));
  settle(guess, k_guess_tolerance, [&] { model.evaluate_normal(motion, forces); });
  HeightSearch search(guess.next(), guess.slope());
  if (settle(search, options.tolerance, [&] { model.evaluate(motion, forces); })) {
    model.accept(0, motion);
  } else {
    forces.status = SolveStatus::max_iterations;
  }
}

namespace {

/// The unknowns, all as lengths of about the same meaning: height, what the roll lowers the right
/// wheel by, and the creepage of turning, scaled to a length.
class Settling {
 public:
  Settling(PairModel& left, PairModel& right, const profile::RigidWheelset& rigid,
           const HeldWheelset& held, SettledWheelset& result)
      : left_(left), right_(right), held_(held), result_(result) {
    const profile::WheelsetGeometry& geometry = rigid.right().pair().wheelset;
    radius_ = geometry.nominal_radius;
    half_spacing_ = geometry.tape_circle_half_spacing();
    const profile::RigidContact contact = rigid.at(held.lateral, held.yaw);
    pose_ = contact.pose;
    mean_radius_ = (contact.left.rolling_radius + contact.right.rolling_radius) / 2;
  }

  Eigen::Vector3d start() const {
    return {pose_.vertical + usual_approach(held_.load), pose_.roll * half_spacing_, 0};
  }

  Eigen::Vector3d miss_at(const Eigen::Vector3d& unknowns) {
    profile::WheelsetMotion& motion = result_.motion;
    motion.pose = {held_.lateral, unknowns[0], unknowns[1] / half_spacing_, held_.yaw};
    motion.velocity = {held_.speed, 0, 0};
    result_.pitch_rate = held_.pitch_rate.value_or(-held_.speed / mean_radius_ * (1 + unknowns[2]));
    const Eigen::Vector3d axle = axle_direction(motion.pose);
    motion.angular_velocity = result_.pitch_rate * axle;
    left_.evaluate(motion, result_.left);
    right_.evaluate(motion, result_.right);
    check_rail(result_.left, motion.pose);
    check_rail(result_.right, motion.pose);
    ++result_.evaluations;
    const double moment = (result_.left.moment + result_.right.moment).dot(axle);
    return {miss_of(result_.right, held_.load), miss_of(result_.left, held_.load),
            held_.pitch_rate ? unknowns[2] : moment / (held_.load * radius_)};
  }

  Eigen::Matrix3d derivatives(const Eigen::Vector3d& at, const Eigen::Vector3d& miss) {
    Eigen::Matrix3d result;
    const Eigen::Vector3d steps(k_difference, k_difference, k_creep_difference);
    for (int k = 0; k < 3; ++k) {
      Eigen::Vector3d moved = at;
      moved[k] += steps[k];
      result.col(k) = (miss_at(moved) - miss) / steps[k];
    }
    return result;
  }

 private:
  PairModel& left_;
  PairModel& right_;
  const HeldWheelset& held_;
  SettledWheelset& result_;
  profile::WheelsetPose pose_;
  double radius_ = 0;
  double mean_radius_ = 0;
  double half_spacing_ = 0;
};

}  // namespace

SettledWheelset settle_wheelset(PairModel& left, PairModel& right,
                                const profile::RigidWheelset& rigid, const HeldWheelset& held,
                                const LoadOptions& options) {
  check_load(held.load);
  if (!(held.speed > 0) || !std::isfinite(held.speed)) {
    throw ModelError(fmt::format("a wheelset that rolls has a speed > 0 m/s, got {}", held.speed));
  }
  SettledWheelset result;
  Settling settling(left, right, rigid, held, result);
  Eigen::Vector3d unknowns = settling.start();
  Eigen::Vector3d miss = settling.miss_at(unknowns);
  for (int iteration = 0; iteration < options.max_iterations; ++iteration) {
    if (miss.cwiseAbs().maxCoeff() < options.tolerance) {
      left.accept(0, result.motion);
      right.accept(0, result.motion);
      result.status =
          result.left.status != SolveStatus::converged ? result.left.status : result.right.status;
      return result;
    }
    Eigen::Matrix3d slopes = settling.derivatives(unknowns, miss);
    if (slopes.row(2).isZero(0)) slopes(2, 2) = 1;  // without friction nothing turns it
    Eigen::Vector3d move = -slopes.partialPivLu().solve(miss);
    if (!move.allFinite()) break;
    const double largest =
        std::max(move.head<2>().cwiseAbs().maxCoeff() / k_largest_move, std::abs(move[2]) / 0.01);
    if (largest > 1) move /= largest;
    // Halved while it leads away: friction that saturates bends the moment's curve.
    Eigen::Vector3d next_miss;
    for (int halving = 0;; ++halving) {
      next_miss = settling.miss_at(unknowns + move);
      if (next_miss.norm() < miss.norm() || halving == 6) break;
      move /= 2;
    }
    unknowns += move;
    miss = next_miss;
  }
  result.status = SolveStatus::max_iterations;
  return result;
}

}  // namespace tread::wheel_rail
