#include "tread/wheel_rail/loaded_wheelset.hpp"

#include <gtest/gtest.h>

#include <string>

#include "profile/sample_profiles.hpp"
#include "tread/core/errors.hpp"
#include "tread/wheel_rail/creepage.hpp"
#include "tread/wheel_rail/pair_models.hpp"
#include "wheel_rail/sample_motions.hpp"

namespace tread::wheel_rail {
namespace {

using profile::Side;
using profile::test::benchmark_pair;

TEST(loaded_wheelset, a_wheel_carries_its_load_from_wherever_it_starts) {
  const auto model = make_pair_model(benchmark_pair(), Side::right, hertz_fastsim());
  for (const double start : {-5e-3, 0.0, 0.3e-3, 2e-3}) {
    for (const double load : {100.0, 1e4, 1e5}) {
      profile::WheelsetMotion motion = test::rolling(2e-3);
      motion.pose.vertical = start;
      PairForces forces;
      settle_wheel(*model, load, {}, motion, forces);
      EXPECT_EQ(forces.status, SolveStatus::converged);
      EXPECT_NEAR(-forces.force.z(), load, 3e-6 * load) << start;
    }
  }
}

TEST(loaded_wheelset, a_settled_wheelset_carries_both_loads_and_no_moment_about_its_axle) {
  const profile::WheelRailPair pair = benchmark_pair();
  const auto left = make_pair_model(pair, Side::left, hertz_fastsim());
  const auto right = make_pair_model(pair, Side::right, hertz_fastsim());
  const profile::RigidWheelset rigid{profile::ContactSearch(pair)};
  for (const double lateral : {0.0, 2e-3, -2e-3, 6e-3, 8e-3}) {
    const SettledWheelset settled =
        settle_wheelset(*left, *right, rigid, {lateral, 2.4 * lateral, 20, 5e4});
    ASSERT_EQ(settled.status, SolveStatus::converged) << lateral;
    EXPECT_NEAR(-settled.left.force.z(), 5e4, 0.1);
    EXPECT_NEAR(-settled.right.force.z(), 5e4, 0.1);
    EXPECT_NEAR(
        (settled.left.moment + settled.right.moment).dot(axle_direction(settled.motion.pose)), 0,
        0.03);
  }
}

TEST(loaded_wheelset, a_mirrored_wheelset_settles_in_the_mirror) {
  const profile::WheelRailPair pair = benchmark_pair();
  const auto left = make_pair_model(pair, Side::left, hertz_fastsim());
  const auto right = make_pair_model(pair, Side::right, hertz_fastsim());
  const profile::RigidWheelset rigid{profile::ContactSearch(pair)};
  const SettledWheelset a = settle_wheelset(*left, *right, rigid, {3e-3, 5e-3, 20, 5e4});
  const SettledWheelset b = settle_wheelset(*left, *right, rigid, {-3e-3, -5e-3, 20, 5e4});
  EXPECT_NEAR(a.motion.pose.roll, -b.motion.pose.roll, 1e-9);
  EXPECT_NEAR(a.right.force.y(), -b.left.force.y(), 0.2);
}

TEST(loaded_wheelset, what_cannot_be_settled_is_told) {
  const profile::WheelRailPair pair = benchmark_pair();
  const auto model = make_pair_model(pair, Side::right, hertz_fastsim());
  PairForces forces;
  profile::WheelsetMotion motion = test::rolling(-0.2);
  try {
    settle_wheel(*model, 1e4, {}, motion, forces);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("has no rail below it"), std::string::npos);
  }
  motion = test::rolling(0);
  EXPECT_THROW(settle_wheel(*model, -1, {}, motion, forces), ModelError);
  const profile::RigidWheelset rigid{profile::ContactSearch(pair)};
  EXPECT_THROW(settle_wheelset(*model, *model, rigid, {0, 0, 0, 1e4}), ModelError);
  EXPECT_THROW(settle_wheelset(*model, *model, rigid, {0.1, 0, 20, 1e4}), ModelError);
}

}  // namespace
}  // namespace tread::wheel_rail
