#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "interaction_structure/structures.hpp"

namespace tread::interaction::test {
namespace {

/// A wheel that jumps off a bump on the bridge and comes back.
TrainBridgeProblem jumping(const ContactModel& contact) {
  TrainBridgeProblem problem = yang_yau_elements(20, contact);
  problem.train = vehicle::single_vehicle_train(
      make_vehicle(vehicle::SprungMass{.body_mass = 5000, .wheel_mass = 750, .stiffness = 1e6}));
  problem.rail = vehicle::VersineBump{16e-3, 6, 2};
  problem.speed = 40;
  return problem;
}

struct Balance {
  int n_landings = 0;
  double rise_at_landing = 0;  // the most that the energy grows in a step with a landing
  double between = 0;          // the most that it changes in a step without change of contact
  double drift = 0;            // all such changes together
};

/// Energy that is there, less what weight and drive put in; relative to the most that is stored.
Balance balance_of(const TrainBridgeProblem& problem, CrossingOptions options) {
  options.track_energy = true;
  const Crossing crossing = cross_bridge(problem, options);
  EXPECT_EQ(crossing.status, SolveStatus::converged) << crossing.message;
  const auto& rows = crossing.energy.rows;
  double stored = 0;
  for (const EnergyRow& row : rows) stored = std::max(stored, row.stored());
  Balance balance;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto own = [&](const EnergyRow& row) {
      return row.stored() - row.gravity_work - row.drive_work;
    };
    const double change = (own(rows[i]) - own(rows[i - 1])) / stored;
    const auto row = static_cast<Eigen::Index>(i);
    const bool was = crossing.forces(row - 1, 0) > 0, is = crossing.forces(row, 0) > 0;
    const bool has_event = std::ranges::any_of(crossing.contact_changes, [&](const auto& event) {
      return event.time >= crossing.times[i - 1] && event.time <= crossing.times[i];
    });
    if (was != is || has_event) {
      if (!was || has_event) {
        ++balance.n_landings;
        balance.rise_at_landing = std::max(balance.rise_at_landing, change);
      }
    } else {
      balance.between = std::max(balance.between, std::abs(change));
      balance.drift += change;
    }
  }
  return balance;
}

TEST(ContactEvents, no_choice_of_contact_or_scheme_gains_energy_at_a_landing) {
  for (const ContactModel& contact :
       {ContactModel{RigidContact{}}, ContactModel{RigidContact{0.5}},
        ContactModel{RigidContact{1.0}}, ContactModel{PowerContact{9e10, 1.5}},
        ContactModel{LinearContact{1e9, 0}}}) {
    for (const char* scheme : {"newmark", "hht_alpha"}) {
      CrossingOptions options = with_step(2e-4);
      options.scheme.name = scheme;
      const Balance balance = balance_of(jumping(contact), options);
      EXPECT_GT(balance.n_landings, 0) << contact.index() << scheme;
      EXPECT_LT(balance.rise_at_landing, 1e-9) << contact.index() << scheme;
    }
  }
}

TEST(ContactEvents, average_acceleration_keeps_the_energy_between_events) {
  // A linear contact is exact in each step; others to the square of the step.
  const Balance linear = balance_of(jumping(LinearContact{1e9, 0}), with_step(2e-4));
  EXPECT_LT(linear.between, 1e-12);
  EXPECT_LT(std::abs(linear.drift), 1e-10);
  const Balance rigid = balance_of(jumping(RigidContact{}), with_step(2e-5));
  EXPECT_LT(std::abs(rigid.drift), 1e-6);
}

TEST(ContactEvents, impulse_turns_the_velocity_round_by_the_restitution) {
  constexpr double k_mass = 1000, k_load = 50000, k_speed = 20, k_wavelength = 2, k_severity = 2;
  const double w = 2 * std::numbers::pi * k_speed / k_wavelength;
  const double amplitude = k_severity * k_load / (k_mass * w * w);
  for (const double restitution : {0.0, 0.3, 1.0}) {
    TrainBridgeProblem problem;
    problem.train = vehicle::single_vehicle_train(
        make_vehicle(vehicle::SingleWheel{.mass = k_mass, .load = k_load - k_mass * 9.81}));
    problem.speed = k_speed;
    problem.contact = RigidContact{restitution};
    problem.rail = vehicle::SineProfile{.amplitude = amplitude, .wavelength = k_wavelength};
    problem.duration = k_wavelength / k_speed;
    CrossingOptions options;
    options.step = problem.duration / 1000;
    const Crossing crossing = cross_bridge(problem, options);
    ASSERT_FALSE(crossing.impacts.empty());
    const Impact& impact = crossing.impacts.front();
    // Closed form of the flight: lands with 1.916341 A w.
    EXPECT_NEAR(impact.approach_velocity, 1.916341 * amplitude * w, 1e-5 * amplitude * w);
    EXPECT_NEAR(impact.impulse, k_mass * (1 + restitution) * impact.approach_velocity,
                1e-9 * impact.impulse);
    const auto landing = std::ranges::find_if(
        crossing.contact_changes, [&](const auto& it) { return it.time == impact.time; });
    ASSERT_NE(landing, crossing.contact_changes.end());
    const bool leaves_again =
        landing + 1 != crossing.contact_changes.end() && (landing + 1)->time == impact.time;
    EXPECT_EQ(leaves_again, restitution > 0);
  }
}

TEST(ContactEvents, force_presses_and_nothing_overlaps_on_solids) {
  fem::Block block;
  block.n_spans = 2;
  block.length = 20;
  block.width = block.height = 2.45;
  block.nx = 20;
  block.ny = block.nz = 2;
  TrainBridgeProblem problem;
  problem.structure = shared(fem::assemble(fem::block_model(
      block, {.young_modulus = 25e9, .poisson_ratio = 0.2, .density = 4998},
      fem::HexahedronFormulation::incompatible_modes, fem::BearingHeight::middle)));
  problem.beyond = Beyond::rigid_ground;
  problem.contact = LinearContact{156.55e6, 0};
  problem.speed = 115;
  problem.duration = 0.9;
  problem.train =
      vehicle::equal_vehicles_train(make_vehicle(vehicle::SingleWheel{.mass = 30000}), 4, 20);
  const Crossing crossing = cross_bridge(problem, with_step(1e-3, 10));
  ASSERT_EQ(crossing.status, SolveStatus::converged) << crossing.message;
  EXPECT_GE(crossing.forces.minCoeff(), 0);
  // The spring's end, which has no mass, is on the rail or above it: no gap closes further than 0.
  const double stiffness = 156.55e6;
  double overlap = 0;
  for (Eigen::Index i = 0; i < crossing.forces.rows(); ++i) {
    for (Eigen::Index k = 0; k < 4; ++k) {
      overlap = std::max(overlap, crossing.approaches(i, k) - crossing.forces(i, k) / stiffness);
    }
  }
  EXPECT_LT(overlap, 1e-9);
  const auto first_mass = crossing.forces.col(0).head(348);  // on the bridge
  EXPECT_GT(first_mass.minCoeff(), 0.3 * crossing.wheel_loads[0]);
  int n_left = 0;
  for (Eigen::Index i = 1; i < crossing.forces.rows(); ++i) {
    if (crossing.forces(i, 3) == 0 && crossing.forces(i - 1, 3) > 0) ++n_left;
  }
  EXPECT_GE(n_left, 3);
}

}  // namespace
}  // namespace tread::interaction::test
