#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "interaction/cases.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/finite_elements.hpp"
#include "tread/vehicle/vehicle_data.hpp"

namespace tread::interaction::test {
namespace {

constexpr double k_length = 20;  // m
constexpr structure::BeamSection k_section{.bending_stiffness = 5e9, .mass_per_length = 8000};
using Direction = SecondTrain::Direction;

structure::Beam beam_on(const structure::Support& left, const structure::Support& right) {
  return {k_length, {k_section}, {left, right}, structure::RayleighDamping{0.5, 1e-4}};
}

vehicle::Train coaches() {
  return vehicle::equal_vehicles_train(
      vehicle::make_half_vehicle(vehicle::find_vehicle("manchester").data, vehicle::k_gravity), 2,
      6);
}

/// Coaches that come from the left, to meet others in the middle.
TrainBridgeProblem meeting(const ContactModel& contact) {
  TrainBridgeProblem problem;
  problem.bridge = structure::beam_modes(
      beam_on(structure::pinned_at(0), structure::pinned_at(k_length)), {.n_modes = 12});
  problem.train = coaches();
  problem.contact = contact;
  problem.speed = 50;
  problem.start_position =
      -1.01;  // no wheel reaches an end of the bridge just at the end of a step
  problem.second = SecondTrain{coaches(), Direction::left, 50, k_length + 1.01, {}};
  return problem;
}

CrossingOptions looking_at(std::vector<double> sections, const ContactModel& contact) {
  CrossingOptions options;
  options.step = 5e-4;
  options.sections = std::move(sections);
  // rigid wheels chatter with the fastest modes of an undamping scheme
  if (std::holds_alternative<RigidContact>(contact)) options.scheme.name = "hht_alpha";
  return options;
}

double difference(const Eigen::Ref<const Eigen::VectorXd>& a,
                  const Eigen::Ref<const Eigen::VectorXd>& b) {
  return (a - b).cwiseAbs().maxCoeff() / a.cwiseAbs().maxCoeff();
}

const std::vector<ContactModel>& contacts() {
  static const std::vector<ContactModel> all{PowerContact{9e10, 1.5}, LinearContact{1e9, 1e4},
                                             RigidContact{}};
  return all;
}

TEST(SecondTrain, equal_trains_that_meet_in_the_middle_bend_the_bridge_symmetrically) {
  for (const ContactModel& contact : contacts()) {
    TrainBridgeProblem problem = meeting(contact);
    if (std::holds_alternative<RigidContact>(contact)) {
      // All on the bridge and few modes: rigid wheels that leave together are let go one by one.
      problem.bridge = problem.bridge->first(4);
      problem.start_position = 9;
      problem.second->start_position = k_length - 9;
      problem.duration = 0.2;
    }
    const Crossing crossing = cross_bridge(problem, looking_at({5, 15, 2, 18}, contact));
    ASSERT_EQ(crossing.status, SolveStatus::converged) << crossing.message;
    ASSERT_TRUE(crossing.contact_changes.empty());
    EXPECT_LT(difference(crossing.deflections.col(0), crossing.deflections.col(1)), 1e-9);
    EXPECT_LT(difference(crossing.deflections.col(2), crossing.deflections.col(3)), 1e-9);
    const Eigen::Index n = crossing.forces.cols() / 2;
    for (Eigen::Index k = 0; k < n; ++k) {
      EXPECT_LT(difference(crossing.forces.col(k), crossing.forces.col(n + k)), 1e-9) << k;
      EXPECT_LT((crossing.positions.col(k) + crossing.positions.col(n + k)).maxCoeff() - k_length,
                1e-9);
    }
  }
}

TEST(SecondTrain, both_bend_it_twice_as_much_as_one_where_all_is_linear) {
  // trains that go side by side, on contacts that do not open: sums of two equal ones
  const LinearContact contact{.stiffness = 1e9};
  TrainBridgeProblem both = meeting(contact);
  both.second->direction = Direction::right;
  both.second->start_position = both.start_position;
  TrainBridgeProblem heavy = meeting(contact);
  heavy.second.reset();
  // two vehicles side by side are one of twice the mass, springs and contact
  for (vehicle::PlacedVehicle& placed : heavy.train.vehicles) {
    placed.vehicle.mass *= 2;
    placed.vehicle.damping *= 2;
    placed.vehicle.stiffness *= 2;
    placed.vehicle.load *= 2;
  }
  heavy.contact = LinearContact{.stiffness = 2e9};
  const CrossingOptions options = looking_at({8, 10}, contact);
  const Crossing two = cross_bridge(both, options);
  const Crossing one = cross_bridge(heavy, options);
  ASSERT_EQ(two.status, SolveStatus::converged);
  EXPECT_LT(difference(one.deflections.col(0), two.deflections.col(0)), 1e-9);
  EXPECT_LT(difference(one.forces.col(0), 2 * two.forces.col(0)), 1e-9);
}

/// On an unsymmetric bridge with a bump and wheels that are not round, while the other train is
/// still on its way.
TEST(SecondTrain, from_the_right_does_what_the_mirrored_one_does_from_the_left) {
  const vehicle::VersineBump bump{.height = 2e-4, .start = 6, .length = 3};
  const vehicle::VersineBump mirrored{.height = 2e-4, .start = k_length - 9, .length = 3};
  const vehicle::WheelDefect defect = vehicle::OutOfRound{0.46, 1e-4, 2};
  for (const ContactModel& contact : contacts()) {
    TrainBridgeProblem right = meeting(contact);
    right.bridge = structure::beam_modes(
        beam_on(structure::clamped_at(0), structure::pinned_at(k_length)), {.n_modes = 12});
    right.rail = bump;
    right.second->defects = {defect};
    right.duration = 0.7;
    right.start_position = -50 * 0.7 + 1e-6;  // comes to the bridge in the last step
    TrainBridgeProblem left = right;
    left.second.reset();
    left.bridge = structure::beam_modes(
        beam_on(structure::pinned_at(0), structure::clamped_at(k_length)), {.n_modes = 12});
    left.rail = mirrored;
    left.defects = {defect};
    left.start_position = k_length - right.second->start_position;
    const Crossing a = cross_bridge(right, looking_at({7, 12}, contact));
    const Crossing b = cross_bridge(left, looking_at({13, 8}, contact));
    ASSERT_EQ(a.status, SolveStatus::converged) << a.message;
    ASSERT_EQ(a.times.size(), b.times.size());
    const auto n = static_cast<Eigen::Index>(a.times.size()) - 2;
    const Eigen::Index n_wheels = b.forces.cols();
    for (Eigen::Index i = 0; i < 2; ++i) {
      EXPECT_LT(difference(b.deflections.col(i).head(n), a.deflections.col(i).head(n)), 1e-8)
          << contact.index();
    }
    for (Eigen::Index k = 0; k < n_wheels; ++k) {
      EXPECT_LT(difference(b.forces.col(k).head(n), a.forces.col(n_wheels + k).head(n)), 1e-7)
          << contact.index() << " " << k;
    }
    EXPECT_GT(b.forces.col(0).maxCoeff(), 1.02 * b.wheel_loads[0]);  // the bump is felt
  }
}

TEST(SecondTrain, energy_balances) {
  for (const ContactModel& contact : {contacts()[0], contacts()[1]}) {
    TrainBridgeProblem problem = meeting(contact);
    problem.second->speed = 37;  // they are not alike
    CrossingOptions options = looking_at({10}, contact);
    options.step = 5e-5;
    options.track_energy = true;
    options.record_every = 20;
    const Crossing crossing = cross_bridge(problem, options);
    ASSERT_EQ(crossing.status, SolveStatus::converged);
    double defect = 0;
    double exchanged = 0;
    const EnergyRow& start = crossing.energy.rows.front();
    for (const EnergyRow& row : crossing.energy.rows) {
      defect = std::max(defect, std::abs(row.defect(start)));
      exchanged = std::max({exchanged, row.bridge_kinetic + row.bridge_strain,
                            std::abs(row.gravity_work), std::abs(row.drive_work)});
    }
    EXPECT_GT(exchanged, 50);
    EXPECT_LT(defect, 1e-4 * exchanged);  // second order: 1e-6 at steps of 1e-5 (energy_test)
  }
}

TEST(SecondTrain, all_unknowns_of_a_structure_feel_it_as_modes_do) {
  const ContactModel contact = PowerContact{9e10, 1.5};
  TrainBridgeProblem problem = meeting(contact);
  const structure::Beam beam = beam_on(structure::pinned_at(0), structure::pinned_at(k_length));
  problem.bridge.reset();
  problem.structure =
      std::make_shared<const structure::ElasticStructure>(structure::elastic_structure(beam, 20));
  problem.beyond = Beyond::rigid_ground;
  const Crossing crossing = cross_bridge(problem, looking_at({5, 15, 10}, contact));
  ASSERT_EQ(crossing.status, SolveStatus::converged) << crossing.message;
  EXPECT_LT(difference(crossing.deflections.col(0), crossing.deflections.col(1)), 1e-9);
  const Crossing modes = cross_bridge(meeting(contact), looking_at({5, 15, 10}, contact));
  // 12 modes lack 1e-4 of the deflection below a force
  EXPECT_LT(difference(modes.deflections.col(2), crossing.deflections.col(2)), 2e-3);
}

TEST(SecondTrain, runs_until_the_last_of_both_has_left) {
  TrainBridgeProblem problem = meeting(contacts()[0]);
  problem.second->speed = 20;
  const double length = length_of(problem.train);
  EXPECT_NEAR(duration_of(problem), (k_length + 1.01 + length) / 20, 1e-12);
}

TEST(SecondTrain, mistakes_are_told) {
  const auto expect_refused = [](auto change, const char* text) {
    TrainBridgeProblem problem = meeting(contacts()[0]);
    change(problem);
    try {
      check(problem, looking_at({10}, problem.contact));
      ADD_FAILURE() << "not refused: " << text;
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
  };
  expect_refused([](auto& p) { p.second->speed = 0; }, "speed of the second train = 0");
  expect_refused([](auto& p) { p.second->start_position = -30; },
                 "the second train starts at -30 m, all of it beyond");
  expect_refused(
      [](auto& p) {
        p.duration = 0.1;
        p.second->start_position = 80;
      },
      "the second train never reaches the bridge");
  expect_refused([](auto& p) { p.second->train.vehicles.clear(); }, "vehicle");
}

}  // namespace
}  // namespace tread::interaction::test
