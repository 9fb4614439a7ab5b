#include <gtest/gtest.h>

#include <cmath>

#include "interaction_structure/structures.hpp"
#include "tread/interaction/statics.hpp"
#include "tread/structure/reduction.hpp"

namespace tread::interaction::test {
namespace {

using structure::ElasticStructure;

constexpr int k_elements = 10;
constexpr double k_stiffness = 2e6;

/// The bridge of Yang and Yau with a post below its middle.
ElasticStructure with_post(const PiecewiseLinear& law) {
  ElasticStructure bridge =
      structure::elastic_structure(yang_yau_beam(structure::RayleighDamping{}), k_elements);
  EXPECT_EQ(bridge.line.at(12.5).shape(0), 1);
  const int middle = bridge.line.segments()[5].dofs[0];
  bridge.springs.push_back({"post", {middle}, {1.0}, law});
  return bridge;
}

TrainBridgeProblem over(ElasticStructure structure, const ContactModel& contact) {
  TrainBridgeProblem problem = yang_yau_elements(1, contact);
  problem.structure = shared(std::move(structure));
  return problem;
}

ElasticStructure with_linear_post() {
  ElasticStructure bridge =
      structure::elastic_structure(yang_yau_beam(structure::RayleighDamping{}), k_elements);
  const int middle = bridge.line.segments()[5].dofs[0];
  bridge.stiffness.coeffRef(middle, middle) += k_stiffness;
  return bridge;
}

TEST(SpringsWithLaws, a_law_that_is_a_straight_line_is_a_linear_spring) {
  // Three pieces of the same slope, so that the law's own machinery is at work.
  const PiecewiseLinear law({-1e-3, 0, 5e-4, 1},
                            {-1e-3 * k_stiffness, 0, 5e-4 * k_stiffness, k_stiffness});
  for (const ContactModel& contact :
       {ContactModel{k_yang_yau_spring}, ContactModel{RigidContact{}}}) {
    const Crossing law_post = cross_bridge(over(with_post(law), contact), with_step(1e-3));
    const Crossing linear_post = cross_bridge(over(with_linear_post(), contact), with_step(1e-3));
    ASSERT_EQ(law_post.status, SolveStatus::converged) << law_post.message;
    EXPECT_LT(largest_difference(law_post.deflections, linear_post.deflections), 1e-9);
    EXPECT_LT(largest_difference(law_post.forces, linear_post.forces), 1e-9);
  }
}

/// Nothing until the gap of 1 mm is closed, then stiff.
PiecewiseLinear gap_law() { return {{0, 1e-3, 1}, {0, 0, k_stiffness * (1 - 1e-3)}}; }

TEST(SpringsWithLaws, a_wheel_stands_on_a_bridge_whose_post_has_a_gap) {
  TrainBridgeProblem problem = over(with_post(gap_law()), RigidContact{});
  problem.start_position = k_yang_yau_length / 2;
  const StandingTrain train = stand_on_bridge(problem);
  const double compliance = std::pow(k_yang_yau_length, 3) / 48 / k_yang_yau_stiffness;
  // w = c (W - k (w - gap))
  const double expected =
      compliance * (train.forces(0) + k_stiffness * 1e-3) / (1 + compliance * k_stiffness);
  EXPECT_GT(expected, 1e-3);
  EXPECT_NEAR(train.wheels(0), expected, 1e-9 * expected);
}

TEST(SpringsWithLaws, reduced_and_full_structures_meet_their_post_alike) {
  for (const ContactModel& contact :
       {ContactModel{k_yang_yau_spring}, ContactModel{RigidContact{}}}) {
    TrainBridgeProblem problem = over(with_post(gap_law()), contact);
    const Crossing full = cross_bridge(problem, with_step(5e-4));
    structure::ReductionOptions options;
    options.n_modes = problem.structure->n_dofs();
    options.correction = structure::StaticCorrection::none;
    problem.reduced = std::make_shared<const structure::LineModes>(
        structure::reduce(*problem.structure, options));
    const Crossing modal = cross_bridge(problem, with_step(5e-4));
    ASSERT_EQ(full.status, SolveStatus::converged) << full.message;
    EXPECT_GT(full.deflections.maxCoeff(), 1.05e-3);  // it does meet the post
    EXPECT_LT(largest_difference(full.deflections, modal.deflections), 1e-8);
  }
}

TEST(SpringsWithLaws, a_gap_that_closes_and_opens_keeps_the_energy) {
  const auto defect_with = [](double step) {
    CrossingOptions options = with_step(step);
    options.track_energy = true;
    const Crossing crossing = cross_bridge(over(with_post(gap_law()), k_yang_yau_spring), options);
    double most = 0, stored = 0;
    for (const EnergyRow& row : crossing.energy.rows) {
      most = std::max(most, std::abs(row.defect(crossing.energy.rows.front())));
      stored = std::max(stored, row.stored());
    }
    return most / stored;
  };
  EXPECT_LT(defect_with(1e-4), 1e-5);
  EXPECT_LT(defect_with(2.5e-5), defect_with(1e-4) / 3);
}

/// A body on a wheel by a suspension of two halves: linear, and with a law.
vehicle::PlaneVehicle sprung(double linear, const PiecewiseLinear& law) {
  vehicle::PlaneVehicle vehicle =
      make_vehicle(vehicle::SprungMass{.body_mass = 5000, .wheel_mass = 750, .stiffness = linear});
  if (!law.places().empty()) vehicle.laws.push_back({"stop", {0, 1}, {1.0, -1.0}, law});
  return vehicle;
}

TEST(SpringsWithLaws, suspension_of_a_vehicle_with_a_straight_law_is_linear) {
  const auto crossing_of = [](const vehicle::PlaneVehicle& vehicle, const ContactModel& contact) {
    TrainBridgeProblem problem = yang_yau_elements(k_elements, contact);
    problem.train = vehicle::single_vehicle_train(vehicle);
    problem.rail = vehicle::VersineBump{3e-3, 5, 3};
    return cross_bridge(problem, with_step(5e-4));
  };
  const PiecewiseLinear straight({-1, 0.02, 1}, {-6e5, 0.02 * 6e5, 6e5});
  for (const ContactModel& contact :
       {ContactModel{PowerContact{9e10, 1.5}}, ContactModel{RigidContact{}}}) {
    const Crossing law = crossing_of(sprung(1e6, straight), contact);
    const Crossing linear = crossing_of(sprung(1.6e6, {}), contact);
    ASSERT_EQ(law.status, SolveStatus::converged) << law.message;
    EXPECT_LT(largest_difference(law.forces, linear.forces), 1e-7);
  }
}

TEST(SpringsWithLaws, a_bump_stop_limits_the_travel_and_raises_the_force) {
  const auto most_force = [](const PiecewiseLinear& law) {
    TrainBridgeProblem problem = yang_yau_elements(k_elements, PowerContact{9e10, 1.5});
    problem.train = vehicle::single_vehicle_train(sprung(1e6, law));
    problem.rail = vehicle::VersineBump{10e-3, 5, 3};
    return cross_bridge(problem, with_step(2e-4)).forces.maxCoeff();
  };
  // At rest 49 mm; the stop 2 mm further.
  EXPECT_GT(most_force(PiecewiseLinear({0, 0.051, 1}, {0, 0, 0.949 * 2e7})), 1.1 * most_force({}));
}

}  // namespace
}  // namespace tread::interaction::test
