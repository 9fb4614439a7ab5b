#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "interaction/cases.hpp"

namespace tread::interaction::test {
namespace {

/// A wheel under a constant load on a rigid sine profile, closed form up to the root of one
/// equation: it leaves where m A w^2 sin = load, flies as the profile falls away, lands
/// plastically.
struct SineFlight {
  double severity;       // G = A w^2 m / P0
  double leaves, flies;  // rad
  double gap;            // over A
  double landing;        // relative velocity over A w
};

TrainBridgeProblem wheel_on_sine(double severity, const ContactModel& contact) {
  constexpr double k_mass = 1000, k_load = 50000, k_speed = 20, k_wavelength = 2;
  const double w = 2 * std::numbers::pi * k_speed / k_wavelength;
  TrainBridgeProblem problem;
  problem.train = vehicle::single_vehicle_train(
      make_vehicle(vehicle::SingleWheel{.mass = k_mass, .load = k_load - k_mass * 9.81}));
  problem.speed = k_speed;
  problem.contact = contact;
  problem.rail = vehicle::SineProfile{.amplitude = severity * k_load / (k_mass * w * w),
                                      .wavelength = k_wavelength};
  problem.duration = 2 * k_wavelength / k_speed;
  return problem;
}

TEST(Detachment, wheel_on_a_sine_profile_leaves_and_lands_as_in_closed_form) {
  for (const SineFlight& it : {SineFlight{1.2, 0.985111, 2.402305, 0.129448, 0.479213},
                               {1.5, 0.729728, 3.566217, 0.538305, 1.227610},
                               {2, 0.523599, 4.658851, 1.265762, 1.916341},
                               {3, 0.339837, 5.967608, 2.369583, 2.046099}}) {
    const TrainBridgeProblem problem = wheel_on_sine(it.severity, RigidContact{});
    const double period = problem.duration / 2;
    const double w = 2 * std::numbers::pi / period;
    const double amplitude = std::get<vehicle::SineProfile>(problem.rail).amplitude;
    CrossingOptions options;
    options.step = period / 1000;
    const Crossing crossing = cross_bridge(problem, options);
    ASSERT_GE(crossing.contact_changes.size(), 2u);
    const double left = crossing.contact_changes[0].time * w;
    const double landed = crossing.contact_changes[1].time * w;
    EXPECT_NEAR(left, it.leaves, 2e-6) << it.severity;
    EXPECT_NEAR(landed - left, it.flies, 2e-6) << it.severity;
    ASSERT_FALSE(crossing.impacts.empty());
    EXPECT_NEAR(crossing.impacts[0].approach_velocity / (amplitude * w), it.landing, 2e-6);
    // Read at the steps: a thousandth of a period beside the largest gap costs (2 pi/2000)^2.
    EXPECT_NEAR(-crossing.approaches.topRows(1000).minCoeff() / amplitude, it.gap, 1e-5);
  }
}

TEST(Detachment, a_landing_wheel_does_not_throw_off_another_on_the_next_span) {
  // Nothing couples the spans: the impulse of the second wheel when the first one lands is
  // rounding, which may be negative.
  TrainBridgeProblem problem;
  problem.bridge = structure::equal_spans(yang_yau_bridge(3), 2);
  problem.train = vehicle::equal_vehicles_train(
      make_vehicle(vehicle::SprungMass{.body_mass = 5000, .wheel_mass = 750, .stiffness = 1e6}), 2,
      k_yang_yau_length);
  problem.contact = RigidContact{};
  problem.rail = vehicle::VersineBump{16e-3, 31, 2};
  problem.speed = 40;
  problem.start_position = 28;
  problem.duration = 0.3;
  for (const double step : {1e-4, 2e-4, 3e-4, 5e-4}) {
    CrossingOptions options;
    options.step = step;
    const Crossing crossing = cross_bridge(problem, options);
    int n_landings = 0;
    for (const ContactChange& change : crossing.contact_changes) {
      EXPECT_EQ(change.wheel, 0) << step << " at " << change.time;
      if (change.kind == ContactChange::Kind::found) ++n_landings;
    }
    EXPECT_GE(n_landings, 1) << step;
  }
}

TEST(Detachment, force_in_contact_is_load_less_inertia_of_the_profile) {
  const TrainBridgeProblem problem = wheel_on_sine(0.9, RigidContact{});
  CrossingOptions options;
  options.step = 1e-4;
  const Crossing crossing = cross_bridge(problem, options);
  EXPECT_TRUE(crossing.contact_changes.empty());
  for (std::size_t i = 0; i < crossing.times.size(); i += 50) {
    const double phase = 2 * std::numbers::pi * crossing.times[i] * 10;
    EXPECT_NEAR(crossing.forces(static_cast<Eigen::Index>(i), 0),
                50000 * (1 - 0.9 * std::sin(phase)), 1e-6 * 50000);
  }
}

TEST(Detachment, stiff_elastic_contact_leaves_at_the_same_time_as_a_rigid_one) {
  const TrainBridgeProblem problem = wheel_on_sine(1.5, LinearContact{1e11, 0});
  CrossingOptions options;
  options.step = 1e-6;
  const Crossing crossing = cross_bridge(problem, options);
  std::size_t i = 0;
  while (crossing.forces(static_cast<Eigen::Index>(i), 0) > 0) ++i;
  const double w = 2 * std::numbers::pi * 10;
  // The wheel rings on the contact with sqrt(k/m) = 1e4 rad/s: it leaves within part of a period.
  EXPECT_NEAR(crossing.times[i] * w, 0.729728, 0.02);
}

TEST(Detachment, plastic_landing_loses_half_the_mass_times_the_velocity_squared) {
  const TrainBridgeProblem problem = wheel_on_sine(1.5, RigidContact{});
  CrossingOptions options;
  options.step = 1e-5;
  options.track_energy = true;
  const Crossing crossing = cross_bridge(problem, options);
  double loss = 0;
  for (const Impact& impact : crossing.impacts) {
    EXPECT_NEAR(impact.impulse, 1000 * impact.approach_velocity, 1e-6 * impact.impulse);
    loss += 500 * impact.approach_velocity * impact.approach_velocity;
  }
  EXPECT_GT(loss, 100);
  const EnergyRow& end = crossing.energy.rows.back();
  EXPECT_NEAR(end.impact_loss / loss, 1, 1e-6);
  EXPECT_LT(std::abs(end.defect(crossing.energy.rows.front())), 1e-5 * loss);
}

/// Peak force of a wheel with a flat on rigid ground, by a fourth-order Runge-Kutta integration of
/// m z'' = P0 - k (z - f)^(3/2) written here for itself.
double peak_force_by_runge_kutta(double mass, double load, double k, const vehicle::FlatSpot& flat,
                                 double speed, double duration) {
  const auto force = [&](double t, double z) {
    const double depth = z - defect_at(flat, speed * t).height;
    return depth > 0 ? k * depth * std::sqrt(depth) : 0;
  };
  const auto acceleration = [&](double t, double z) { return (load - force(t, z)) / mass; };
  double z = std::pow(load / k, 2.0 / 3), v = 0, peak = 0;
  const double h = 1e-7;
  for (double t = 0; t < duration; t += h) {
    const double k1 = acceleration(t, z);
    const double k2 = acceleration(t + h / 2, z + h / 2 * v);
    const double k3 = acceleration(t + h / 2, z + h / 2 * v + h * h / 4 * k1);
    const double k4 = acceleration(t + h, z + h * v + h * h / 2 * k2);
    z += h * v + h * h / 6 * (k1 + k2 + k3);
    v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    peak = std::max(peak, force(t + h, z));
  }
  return peak;
}

TEST(FlatSpot, impact_force_rises_with_speed_as_in_a_converged_reference) {
  const PowerContact contact = zhai_contact(0.46, Tread::worn);
  const vehicle::FlatSpot flat{.radius = 0.46, .length = 0.04, .place = 0.05};
  double last = 0;
  for (const double speed : {1.0, 1.5, 2.0, 3.0}) {
    TrainBridgeProblem problem;
    problem.train = vehicle::single_vehicle_train(
        make_vehicle(vehicle::SingleWheel{.mass = 900, .load = 60000}));
    problem.contact = contact;
    problem.defects = {flat};
    problem.speed = speed;
    problem.duration = 0.1 / speed;
    CrossingOptions options;
    options.step = 1e-6;
    const Crossing crossing = cross_bridge(problem, options);
    const double load = crossing.wheel_loads[0];
    const double reference =
        peak_force_by_runge_kutta(900, load, contact.coefficient, flat, speed, problem.duration);
    EXPECT_NEAR(crossing.forces.maxCoeff() / reference, 1, 1e-4) << speed;
    EXPECT_GT(crossing.forces.maxCoeff(), 1.05 * last) << speed;
    last = crossing.forces.maxCoeff();
  }
  EXPECT_GT(last, 1.5 * (900 * 9.81 + 60000));
}

TEST(FlatSpot, rigid_wheel_strikes_with_the_velocity_of_the_kink) {
  // A fresh flat turns the axle's velocity from down to up: v sin(a0) each.
  const vehicle::FlatSpot flat{
      .radius = 0.46, .length = 0.04, .place = 0.1, .edges = vehicle::FlatSpot::Edges::fresh};
  TrainBridgeProblem problem;
  problem.train =
      vehicle::single_vehicle_train(make_vehicle(vehicle::SingleWheel{.mass = 900, .load = 60000}));
  problem.contact = RigidContact{};
  problem.defects = {flat};
  problem.speed = 0.5;
  problem.duration = 0.3;
  CrossingOptions options;
  options.step = 1e-5;
  const Crossing crossing = cross_bridge(problem, options);
  ASSERT_FALSE(crossing.impacts.empty());
  const Impact& impact = crossing.impacts.front();
  EXPECT_NEAR(impact.time, 0.2, 2e-5);
  const double expected = 2 * 0.5 * std::sin(0.02 / 0.46);
  EXPECT_NEAR(impact.approach_velocity / expected, 1, 1e-3);
}

}  // namespace
}  // namespace tread::interaction::test
