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

}  // namespace

void settle_wheel(PairModel& model, double load, const LoadOptions& options,
                  profile::WheelsetMotion& motion, PairForces& forces) {
  check_load(load);
  double& height = motion.pose.vertical;
  const auto miss_at = [&](double z) {
    height = z;
    model.evaluate(motion, forces);
    check_rail(forces, motion.pose);
    return miss_of(forces, load);
  };
  double low = -std::numeric_limits<double>::infinity();  // too high up
  double high = std::numeric_limits<double>::infinity();
  double before = height;
  double miss_before = miss_at(before);
  double next = before - usual_approach(load) * miss_before;
  for (int iteration = 0; iteration < options.max_iterations; ++iteration) {
    (miss_before > 0 ? high : low) = before;
    if (std::abs(miss_before) < options.tolerance) {
      model.accept(0, motion);
      return;
    }
    if (!(next > low && next < high)) next = (low + high) / 2;
    next = std::clamp(next, before - k_largest_move, before + k_largest_move);
    const double miss = miss_at(next);
    const double slope = (miss - miss_before) / (next - before);
    before = next;
    miss_before = miss;
    next = slope > 0 ? before - miss / slope : before - usual_approach(load) * miss;
  }
  forces.status = SolveStatus::max_iterations;
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
