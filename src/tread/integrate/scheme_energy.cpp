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
constexpr double k_memory = 2000;
/// Central differences borrow much of their energy and give all of it back, beating: within so many
/// steps. What has grown so much meanwhile does not come back.
constexpr int k_steps_to_be_sure = 200;
constexpr double k_sudden = 100;

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
  if (n_much_ == 0) kinetic_before_ = std::max(floor_, largest_kinetic_);
  largest_kinetic_ = std::max(largest_kinetic_, kinetic);
  made_ = std::max(0.0, made_ * (1 - 1 / k_memory) + made);
  const bool is_much = made_ > std::max(floor_, k_largest_part * largest_kinetic_);
  n_much_ = is_much ? n_much_ + 1 : 0;
  const bool is_sudden = largest_kinetic_ > k_sudden * kinetic_before_;
  return !(is_much && (is_sudden || n_much_ >= k_steps_to_be_sure));
}

}  // namespace tread::integrate
