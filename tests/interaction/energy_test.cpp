#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "interaction/cases.hpp"
#include "tread/vehicle/vehicle_data.hpp"

namespace tread::interaction::test {
namespace {

struct Balance {
  double exchanged = 0;  // J, the most that any part of the balance reaches
  double defect = 0;     // the most that is missing
};

Balance balance_of(const Crossing& crossing) {
  Balance balance;
  const EnergyRow& start = crossing.energy.rows.front();
  for (const EnergyRow& row : crossing.energy.rows) {
    balance.defect = std::max(balance.defect, std::abs(row.defect(start)));
    balance.exchanged = std::max({balance.exchanged, row.bridge_kinetic + row.bridge_strain,
                                  std::abs(row.gravity_work), std::abs(row.drive_work)});
  }
  return balance;
}

Balance balance_of(const TrainBridgeProblem& problem, double step) {
  CrossingOptions options = at_midspan(problem, step);
  options.track_energy = true;
  options.record_every = 10;
  const Crossing crossing = cross_bridge(problem, options);
  EXPECT_EQ(crossing.status, SolveStatus::converged) << crossing.message;
  return balance_of(crossing);
}

TEST(Energy, balance_closes_to_a_millionth_with_newmark_and_steps_of_1e_5) {
  const ContactModel contacts[] = {RigidContact{}, k_yang_yau_spring, LinearContact{1.595e6, 1e4},
                                   PowerContact{9e10, 1.5}};
  for (const ContactModel& contact : contacts) {
    for (const auto start : {StartState::static_equilibrium, StartState::touch}) {
      TrainBridgeProblem problem = yang_yau(20, contact);
      problem.start = start;
      const Balance balance = balance_of(problem, 1e-5);
      EXPECT_GT(balance.exchanged, 50);
      EXPECT_LT(balance.defect, 1e-6 * balance.exchanged)
          << contact.index() << " " << static_cast<int>(start);
    }
  }
}

TEST(Energy, defect_falls_with_the_square_of_the_step) {
  const TrainBridgeProblem problem = yang_yau(10, PowerContact{9e10, 1.5});
  const double order =
      std::log2(balance_of(problem, 1e-4).defect / balance_of(problem, 5e-5).defect);
  EXPECT_NEAR(order, 2, 0.2);
}

TEST(Energy, damped_bridge_and_vehicle_balance_on_an_uneven_rail) {
  TrainBridgeProblem problem = yang_yau(10, PowerContact{9e10, 1.5});
  problem.bridge = structure::beam_modes(
      structure::simply_supported_beam(25,
                                       {.bending_stiffness = k_yang_yau_stiffness,
                                        .mass_per_length = 10 * k_yang_yau_mass_per_length},
                                       structure::ModalDamping{{0.02}}),
      {.n_modes = 10});
  problem.train =
      vehicle::single_vehicle_train(make_vehicle(vehicle::find_vehicle("manchester").data));
  problem.rail = vehicle::VersineBump{1e-3, 8, 2};
  const Balance balance = balance_of(problem, 1e-5);
  EXPECT_LT(balance.defect, 1e-6 * balance.exchanged);
}

TEST(Energy, grid_contact_balances_when_the_whole_force_bends_the_bridge) {
  TrainBridgeProblem problem = thesis_crossing(30);
  GridContact contact = thesis_grid_contact();
  contact.bridge_load = BridgeLoad::whole_force;
  problem.contact = contact;
  problem.bridge = structure::beam_modes(
      structure::simply_supported_beam(
          20, {.bending_stiffness = 8 * 2e11 * 0.0104, .mass_per_length = 8 * 7900}),
      {.n_modes = 30});
  problem.start = StartState::static_equilibrium;
  problem.duration = 0.2;
  const Balance balance = balance_of(problem, 1e-5);
  EXPECT_LT(balance.defect, 1e-6 * balance.exchanged);
}

}  // namespace
}  // namespace tread::interaction::test
