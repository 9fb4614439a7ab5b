#include "tread/wheel_rail/wheelset_forces.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace tread::wheel_rail {

void summarise(profile::Side side, WheelForces& wheel) {
  const double outwards = side == profile::Side::right ? 1 : -1;
  const auto& patches = wheel.pair.patches;
  wheel.q = -wheel.pair.force.z();
  wheel.y = -outwards * wheel.pair.force.y();
  wheel.dissipation = 0;
  for (const PatchForces& patch : patches) wheel.dissipation += patch.dissipation;
  const auto most = std::ranges::max_element(patches, {}, &PatchForces::normal_force);
  const bool up = most == patches.end();
  wheel.wheel_y = up ? std::numeric_limits<double>::quiet_NaN() : most->place.wheel_y;
  wheel.rail_y = up ? std::numeric_limits<double>::quiet_NaN() : most->place.rail_y;
}

WheelsetContact::WheelsetContact(std::unique_ptr<PairModel> left, std::unique_ptr<PairModel> right)
    : left_(std::move(left)), right_(std::move(right)) {
  assert(left_ && right_);
}

WheelsetContact::WheelsetContact(const profile::WheelRailPair& pair,
                                 const PairModelSettings& settings)
    : WheelsetContact(make_pair_model(pair, profile::Side::left, settings),
                      make_pair_model(pair, profile::Side::right, settings)) {}

void WheelsetContact::evaluate(const profile::WheelsetMotion& motion, WheelsetForces& forces) {
  left_->evaluate(motion, forces.left.pair);
  right_->evaluate(motion, forces.right.pair);
  summarise(profile::Side::left, forces.left);
  summarise(profile::Side::right, forces.right);
  forces.force = forces.left.pair.force + forces.right.pair.force;
  forces.moment = forces.left.pair.moment + forces.right.pair.moment;
}

void WheelsetContact::accept(double time, const profile::WheelsetMotion& motion) {
  left_->accept(time, motion);
  right_->accept(time, motion);
}

}  // namespace tread::wheel_rail
