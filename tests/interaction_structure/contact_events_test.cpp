#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "interaction_structure/structures.hpp"
#include "tread/structure/reduction.hpp"

namespace tread::interaction::test {
namespace {

/// A wheel that jumps off a bump and comes back.
void let_jump(TrainBridgeProblem& problem) {
  problem.train = vehicle::single_vehicle_train(
      make_vehicle(vehicle::SprungMass{.body_mass = 5000, .wheel_mass = 750, .stiffness = 1e6}));
  problem.rail = vehicle::VersineBump{16e-3, 6, 2};
  problem.speed = 40;
}

Crossing jump(TrainBridgeProblem problem, const CrossingOptions& options) {
  let_jump(problem);
  const Crossing crossing = cross_bridge(problem, options);
  EXPECT_EQ(crossing.status, SolveStatus::converged) << crossing.message;
  return crossing;
}

double most_stored(const Crossing& crossing) {
  double most = 0;
  for (const EnergyRow& row : crossing.energy.rows) most = std::max(most, row.stored());
  return most;
}

TEST(ContactEvents, rigid_wheels_land_without_gain_of_energy) {
  for (const double restitution : {0.0, 0.5, 1.0}) {
    for (const char* scheme : {"newmark", "hht_alpha"}) {
      CrossingOptions options = with_step(5e-4);
      options.scheme.name = scheme;
      options.track_energy = true;
      const Crossing crossing = jump(yang_yau_elements(10, RigidContact{restitution}), options);
      const double total = most_stored(crossing);
      int n_landings = 0;
      double lost = 0;
      for (const ContactChange& change : crossing.contact_changes) {
        if (change.kind != ContactChange::Kind::found) continue;
        ++n_landings;
        lost -= change.energy_gained;
        EXPECT_LT(change.energy_gained, 1e-9 * total) << restitution << scheme << change.time;
      }
      EXPECT_GT(n_landings, 0);
      EXPECT_LE(lost, crossing.energy.rows.back().impact_loss * (1 + 1e-9));
      if (restitution == 1) {
        EXPECT_LT(lost, 0.5 * total);
      }
    }
  }
}

TEST(ContactEvents, elastic_contacts_close_without_gain_of_energy) {
  // In the step that closes a gap the contact takes more from the bodies than it stores, if its
  // force counts by half or more: F is taken at the weight of the scheme's force.
  for (const bool is_hertz : {true, false}) {
    const ContactModel contact =
        is_hertz ? ContactModel{PowerContact{9e10, 1.5}} : ContactModel{LinearContact{1e9, 0}};
    ContactPoint point(contact);
    for (const double force_weight : {1.0, 0.95}) {  // average acceleration; HHT with alpha = 0.05
      CrossingOptions options = with_step(2e-4);
      options.track_energy = true;
      if (force_weight < 1) {
        options.scheme.name = "hht_alpha";
        options.scheme.alpha = 1 - force_weight;
      }
      const Crossing crossing = jump(yang_yau_elements(10, contact), options);
      const double total = most_stored(crossing);
      int n_landings = 0;
      for (Eigen::Index i = 1; i < crossing.forces.rows(); ++i) {
        if (crossing.forces(i - 1, 0) > 0 || crossing.forces(i, 0) == 0) continue;
        ++n_landings;
        const double approach = crossing.approaches(i, 0);
        const double weight = force_weight < 1 ? force_weight : 0.5;
        const double taken =
            weight * crossing.forces(i, 0) * (approach - crossing.approaches(i - 1, 0));
        EXPECT_LT(point.energy(approach) - taken, 1e-9 * total) << i;
      }
      EXPECT_GT(n_landings, 0);
    }
  }
}

/// What steps without change of contact do to the energy, less what weight and drive put in,
/// relative to the most that is stored: the largest of a step, and all together.
struct Drift {
  double largest = 0;
  double all = 0;
};

Drift drift_between_events(const Crossing& crossing) {
  const auto& rows = crossing.energy.rows;
  const double total = most_stored(crossing);
  Drift drift;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const bool has_event = std::ranges::any_of(crossing.contact_changes, [&](const auto& event) {
      return event.time >= crossing.times[i - 1] && event.time <= crossing.times[i];
    });
    if (has_event || (crossing.forces(row - 1, 0) > 0) != (crossing.forces(row, 0) > 0)) continue;
    const double change = (rows[i].defect(rows[0]) - rows[i - 1].defect(rows[0])) / total;
    drift.largest = std::max(drift.largest, std::abs(change));
    drift.all += change;
  }
  return drift;
}

TEST(ContactEvents, average_acceleration_keeps_the_energy_between_events) {
  CrossingOptions options = with_step(2e-4);
  options.track_energy = true;
  // A linear contact is exact in each step; a rigid one to the square of the step.
  const Drift linear =
      drift_between_events(jump(yang_yau_elements(20, LinearContact{1e9, 0}), options));
  EXPECT_LT(linear.largest, 1e-12);
  EXPECT_LT(std::abs(linear.all), 1e-10);
  options.step = 1e-5;
  const Drift rigid = drift_between_events(jump(yang_yau(10, RigidContact{}), options));
  EXPECT_LT(std::abs(rigid.all), 1e-6);
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
  TrainBridgeProblem problem;
  problem.structure = shared(fem::assemble(two_solid_spans(
      20, fem::HexahedronFormulation::incompatible_modes, fem::BearingHeight::middle)));
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

/// A jump and its landing, before chatter begins.
enum class Unknowns { all, modes };
Crossing one_jump(double step, Unknowns unknowns) {
  CrossingOptions options = with_step(step);
  options.record_every = static_cast<int>(std::lround(1e-3 / step));
  TrainBridgeProblem problem = yang_yau_elements(8, RigidContact{});
  problem.duration = 0.199;
  if (unknowns == Unknowns::modes) {
    problem.reduced = std::make_shared<structure::LineModes>(
        structure::reduce(*problem.structure, {.n_modes = problem.structure->n_dofs()}));
  }
  return jump(problem, options);
}

TEST(ContactEvents, of_a_structure_are_interpolated_as_well_as_by_steps_of_their_own) {
  // Modes are all there are: the same bridge, whose located events have steps of their own.
  const Crossing reference = one_jump(1e-5, Unknowns::modes);
  double coarse = 0;
  for (const double step : {5e-4, 1.25e-4}) {
    const Crossing interpolated = one_jump(step, Unknowns::all);
    EXPECT_GE(interpolated.contact_changes.size(), 2u);
    EXPECT_LE(interpolated.counts.factorisations, 2) << "of the step and of the mass";
    const double error = largest_difference(interpolated.deflections, reference.deflections);
    const double own =
        largest_difference(one_jump(step, Unknowns::modes).deflections, reference.deflections);
    EXPECT_LT(error, 1.1 * own) << step;
    if (coarse > 0) {
      EXPECT_GT(std::log2(coarse / error) / 2, 1.4);
    }
    coarse = error;
  }
}

}  // namespace
}  // namespace tread::interaction::test
