#include "tread/wheel_rail/loaded_wheelset.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "profile/sample_profiles.hpp"
#include "tread/core/errors.hpp"
#include "tread/wheel_rail/creepage.hpp"
#include "tread/wheel_rail/half_space_model.hpp"
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

/// Counts what is asked of a model.
class CountedModel final : public PairModel {
 public:
  explicit CountedModel(std::unique_ptr<PairModel> model) : model_(std::move(model)) {}
  void evaluate(const profile::WheelsetMotion& motion, PairForces& forces) override {
    ++n_all;
    model_->evaluate(motion, forces);
  }
  void evaluate_normal(const profile::WheelsetMotion& motion, PairForces& forces) override {
    ++n_normal;
    model_->evaluate_normal(motion, forces);
  }
  std::optional<double> vertical_overlap(const profile::WheelsetPose& pose) override {
    return model_->vertical_overlap(pose);
  }

  int n_all = 0;
  int n_normal = 0;

 private:
  std::unique_ptr<PairModel> model_;
};

TEST(loaded_wheelset, a_wheel_deep_in_its_rail_is_settled_with_few_solves_with_friction) {
  HalfSpaceModelSettings settings;
  settings.grid.cells = 12;
  settings.tolerance = 1e-7;
  for (const double lateral : {0.0, 5e-3, 8e-3}) {
    CountedModel model(make_half_space_model(benchmark_pair(), Side::right, settings));
    profile::WheelsetMotion motion = test::rolling(lateral, 8e-3);
    PairForces forces;
    settle_wheel(model, 1e4, {}, motion, forces);
    EXPECT_EQ(forces.status, SolveStatus::converged);
    EXPECT_NEAR(-forces.force.z(), 1e4, 0.03) << lateral;
    EXPECT_LE(model.n_all, 5) << lateral;
    EXPECT_LE(model.n_normal, 8) << lateral;
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
