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
/// Central differences near their limit borrow energy and give it back within some steps; what
/// grows as fast as the other number in one step does not.
constexpr int k_steps_to_be_sure = 8;
constexpr double k_sudden = 4;

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
  const bool is_sudden = kinetic > k_sudden * std::max(floor_, largest_kinetic_);
  largest_kinetic_ = std::max(largest_kinetic_, kinetic);
  made_ = std::max(0.0, made_ * (1 - 1 / k_memory) + made);
  const bool is_much = made_ > std::max(floor_, k_largest_part * largest_kinetic_);
  n_much_ = is_much ? n_much_ + 1 : 0;
  return !(is_much && (is_sudden || n_much_ >= k_steps_to_be_sure));
}

}  // namespace tread::integrate
