#include "tread/integrate/scheme_energy.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tread::integrate {
namespace {

/// Of the largest kinetic energy: what a scheme that follows the motion makes stays far below, even
/// where wheels land on their rails; what one makes that is unstable comes near all of it.
constexpr double k_largest_part = 0.25;
/// Steps after which what was made is forgotten: growth is told by what it makes now, errors of a
/// good scheme must not add up over a long run.
constexpr double k_memory = 500;
/// Central differences borrow much of their energy and give all of it back, beating, and near its
/// limit a scheme makes nearly what dampers take. So the motion is looked at over so many steps,
/// and must have grown from the ones to the next; what has grown suddenly does not come back.
constexpr int k_window = 100;
constexpr double k_grown = 1.1;
constexpr double k_sudden = 20;

}  // namespace

SchemeEnergy::SchemeEnergy(const State& start, double floor, ApplyMass apply_mass)
    : apply_mass_(std::move(apply_mass)),
      reference_(start.velocity),
      floor_(floor),
      force_(start.velocity.size()) {}

bool SchemeEnergy::is_sound(const State& before, const State& after) {
  const double h = after.time - before.time;
  const Vector mean_velocity = (before.velocity + after.velocity) / 2 - reference_;
  const Vector mean_acceleration = (before.acceleration + after.acceleration) / 2;
  const Vector dv = after.velocity - before.velocity - h * mean_acceleration;
  const Vector dx = after.position - before.position - h * (mean_velocity + reference_);
  apply_mass_(after.position, dv, force_);
  double made = mean_velocity.dot(force_);
  apply_mass_(after.position, dx, force_);
  made -= mean_acceleration.dot(force_);
  const Vector velocity = after.velocity - reference_;
  apply_mass_(after.position, velocity, force_);
  const double kinetic = velocity.dot(force_) / 2;
  if (!std::isfinite(made) || !std::isfinite(kinetic)) return false;
  const double kinetic_before = std::max(floor_, largest_kinetic_);
  largest_kinetic_ = std::max(largest_kinetic_, kinetic);
  made_ = std::max(0.0, made_ * (1 - 1 / k_memory) + made);
  if (made_ <= std::max(floor_, k_largest_part * largest_kinetic_)) {
    n_much_ = 0;
    return true;
  }
  if (n_much_++ == 0) {
    first_kinetic_ = window_before_ = kinetic_before;
    window_kinetic_ = 0;
  }
  window_kinetic_ = std::max(window_kinetic_, kinetic);
  if (largest_kinetic_ > k_sudden * first_kinetic_) return false;
  if (n_much_ % k_window != 0) return true;
  const bool has_grown = window_kinetic_ > k_grown * window_before_;
  window_before_ = std::exchange(window_kinetic_, 0.0);
  return !has_grown;
}

}  // namespace tread::integrate
