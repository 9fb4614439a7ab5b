#include "tread/interaction/statics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "interaction/cases.hpp"
#include "tread/vehicle/vehicle_data.hpp"

namespace tread::interaction::test {
namespace {

TEST(Statics, wheel_in_the_middle_bends_the_bridge_by_the_formula_of_the_textbook) {
  TrainBridgeProblem problem = yang_yau(
      400,
      hertz_contact({Material::from_young(2.1e11, 0.3), Material::from_young(2.1e11, 0.3)}, 0.46));
  problem.start_position = 12.5;
  const StandingTrain train = stand_on_bridge(problem);
  ASSERT_EQ(train.status, SolveStatus::converged);
  const double weight = k_yang_yau_mass * 9.81;
  const double still = weight * std::pow(25, 3) / (48 * k_yang_yau_stiffness);
  EXPECT_NEAR(train.forces(0) / weight, 1, 1e-12);
  // 400 modes leave 1/(3 400^3) of it.
  EXPECT_NEAR((train.wheels(0) - train.approaches(0)) / still, 1, 1e-7);
  const double e_star = 2.1e11 / (1 - 0.09) / 2;
  EXPECT_NEAR(train.approaches(0), std::pow(0.75 * weight / (e_star * std::sqrt(0.46)), 2.0 / 3),
              1e-14);
}

TEST(Statics, all_contacts_leave_a_vehicle_at_rest_where_it_stands) {
  // A crossing that starts in equilibrium before the bridge, on level track, does not move.
  for (const ContactModel& contact :
       {ContactModel(RigidContact{}), ContactModel(PowerContact{9e10, 1.5}),
        ContactModel(LinearContact{1e9, 1e4})}) {
    TrainBridgeProblem problem = yang_yau(5, contact);
    problem.train =
        vehicle::single_vehicle_train(make_vehicle(vehicle::find_vehicle("manchester").data));
    problem.start_position = -30;
    problem.duration = 1.1;  // the last 0.56 m lie on the bridge
    CrossingOptions options;
    options.step = 1e-2;
    const Crossing crossing = cross_bridge(problem, options);
    const auto before = crossing.forces.topRows(100);
    for (int k = 0; k < 4; ++k) {
      EXPECT_LT((before.col(k).array() / crossing.wheel_loads[static_cast<std::size_t>(k)] - 1)
                    .abs()
                    .maxCoeff(),
                1e-9);
    }
  }
}

TEST(Statics, equilibrium_on_the_bridge_is_where_a_slow_crossing_stays) {
  TrainBridgeProblem problem = yang_yau(10, LinearContact{1e8, 0});
  problem.start_position = 10;
  problem.speed = 0.01;
  problem.duration = 0.5;
  CrossingOptions options = at_midspan(problem, 1e-3);
  const Crossing crossing = cross_bridge(problem, options);
  EXPECT_LT((crossing.forces.array() / crossing.wheel_loads[0] - 1).abs().maxCoeff(), 1e-3);
}

TEST(Statics, local_deformation_is_shared_by_compliance) {
  const Material steel = Material::from_young(2.1e11, 0.3);
  const Material soft = Material::from_young(0.7e11, 0.3);
  EXPECT_DOUBLE_EQ(local_share({steel, steel}).bridge, 0.5);
  EXPECT_DOUBLE_EQ(local_share({steel, Material::rigid()}).bridge, 0);
  EXPECT_NEAR(local_share({steel, soft}).bridge, 0.75, 1e-12);
}

}  // namespace
}  // namespace tread::interaction::test
