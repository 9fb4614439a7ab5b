#include "tread/running/steady_running.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "running/vehicles.hpp"
#include "tread/core/errors.hpp"

namespace tread::running {
namespace {

using test::on_rails;
using test::s1002_on_uic60;
using test::state_of;

TEST(steady_running, a_coach_on_straight_track_stands_upright_on_wheels_that_carry_its_weight) {
  const vehicle::ManchesterData data;
  const auto coach = on_rails(vehicle::manchester_coach(data), {}, 45, s1002_on_uic60(),
                              wheel_rail::semi_elastic());
  const SteadyRunning steady = find_steady_running(*coach, set_on_rails(*coach, 0));
  ASSERT_EQ(steady.status, SolveStatus::converged);
  const RunRecord record = record_of(*coach, state_of(steady));
  double sum = 0;
  for (const WheelsetRecord& wheelset : record.wheelsets) {
    EXPECT_NEAR(wheelset.pose.lateral, 0, 1e-12);
    EXPECT_NEAR(wheelset.pose.yaw, 0, 1e-12);
    EXPECT_NEAR(wheelset.left.q, wheelset.right.q, 1e-6);
    EXPECT_NEAR(wheelset.left.y, wheelset.right.y, 1e-6);
    sum += wheelset.left.q + wheelset.right.q;
  }
  const double mass = data.body_mass + 2 * data.bogie_mass + 4 * data.wheelset_mass;
  EXPECT_NEAR(sum, mass * data.gravity, 1e-3);
}

/// Without friction nothing holds wheelsets against turning: derivatives of such a contact point
/// nowhere. Those of the contact itself find the state that it has with derivatives of its own.
TEST(steady_running, a_cheap_model_that_leads_astray_gives_way_to_the_contact_itself) {
  constexpr double speed = 45;
  constexpr double curve_time = 300 / speed;
  const wheel_rail::HertzModelSettings contact = wheel_rail::semi_elastic();
  wheel_rail::HertzModelSettings astray = contact;
  astray.friction = contact::CoulombFriction{1e-9, 1e-9};
  const auto direct = on_rails(vehicle::manchester_wagon_2d(), vehicle::curve_track({}), speed,
                               s1002_on_uic60(), contact);
  const SteadyRunning expected = find_steady_curving(*direct, 0, curve_time);
  ASSERT_EQ(expected.status, SolveStatus::converged);

  vehicle::RailVehicleModel model(vehicle::manchester_wagon_2d(),
                                  vehicle::TrackPath(vehicle::curve_track({})), {.speed = speed});
  std::vector<WheelsetModels> contacts(1);
  WheelsetModels& models = contacts.front();
  models = wheelset_models(s1002_on_uic60(), s1002_on_uic60(), contact);
  models.left_derivative = make_pair_model(s1002_on_uic60(), profile::Side::left, astray);
  models.right_derivative = make_pair_model(s1002_on_uic60(), profile::Side::right, astray);
  RunningVehicle wagon(std::move(model), std::move(contacts), 1);
  const SteadyRunning steady = find_steady_curving(wagon, 0, curve_time);
  ASSERT_EQ(steady.status, SolveStatus::converged) << steady.residual;
  EXPECT_LT(steady.residual, 1e-8);
  EXPECT_LT((steady.position - expected.position).cwiseAbs().maxCoeff(), 1e-7);
  // Nor are motions about it those of the cheap model.
  const double growth = largest_growth(running_modes(*direct, expected, curve_time));
  EXPECT_NEAR(largest_growth(running_modes(wagon, steady, curve_time)), growth,
              1e-3 * std::abs(growth));
}

vehicle::RailVehicle free_wheelset() {
  vehicle::RailVehicle vehicle;
  vehicle.name = "free wheelset";
  vehicle::RailBody body;
  body.name = "wheelset";
  body.mass = 1813;
  body.inertia = {1120, 112, 1120};
  body.centre = {0, 0, 0.46};
  body.wheel_radius = 0.46;
  body.free.x = false;
  vehicle.bodies = {body};
  return vehicle;
}

/// lambda = 2 pi sqrt(r e / tan gamma), Klingel 1883.
TEST(steady_running, a_free_conical_wheelset_swings_with_the_wavelength_of_klingel) {
  const double slope = 0.025;
  for (const double speed : {0.5, 2.0, 5.0}) {
    const auto wheelset = on_rails(free_wheelset(), {}, speed, test::cone_on_circle(slope),
                                   wheel_rail::hertz_linear());
    const SteadyRunning steady = find_steady_running(*wheelset, set_on_rails(*wheelset, 0));
    ASSERT_EQ(steady.status, SolveStatus::converged);
    const RunRecord record = record_of(*wheelset, state_of(steady));
    const profile::ContactPoint& place = record.wheelsets[0].right.pair.patches.at(0).place;
    const double klingel =
        2 * std::numbers::pi * std::sqrt(place.rolling_radius * place.position.y() / slope);
    double frequency = 0;  // Hz; the other modes that swing bounce on the contact, above 50 Hz
    for (const vehicle::DampedMode& mode : running_modes(*wheelset, steady, 0)) {
      if (mode.frequency > 0 && mode.frequency < 10) frequency = mode.frequency;
    }
    EXPECT_NEAR(speed / frequency, klingel, 0.01 * klingel) << speed;
  }
}

TEST(steady_running, cones_of_unlike_radii_run_where_their_rolling_radii_are_equal) {
  const double slope = 0.025;
  profile::WheelRailPair left = test::cone_on_circle(slope);
  profile::WheelRailPair right = left;
  left.wheel = profile::enlarged(left.wheel, -0.05e-3);
  right.wheel = profile::enlarged(right.wheel, 0.05e-3);
  const auto wheelset = on_rails(free_wheelset(), {}, 2, left, right, wheel_rail::hertz_linear());
  const SteadyRunning steady = find_steady_running(*wheelset, set_on_rails(*wheelset, 0));
  ASSERT_EQ(steady.status, SolveStatus::converged);
  const WheelsetRecord record = record_of(*wheelset, state_of(steady)).wheelsets[0];
  EXPECT_NEAR(record.pose.lateral, -0.05e-3 / slope, 0.02e-3);
  EXPECT_NEAR(record.left.pair.patches.at(0).place.rolling_radius,
              record.right.pair.patches.at(0).place.rolling_radius, 1e-6);
}

TEST(steady_running, a_wheelset_between_the_rails_is_refused_by_name) {
  profile::WheelRailPair pair = s1002_on_uic60();
  pair.track.gauge = 1.65;
  const auto wagon =
      on_rails(vehicle::manchester_wagon_2d(), {}, 45, pair, wheel_rail::semi_elastic());
  try {
    set_on_rails(*wagon, 0);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("wheelset finds no rail below its wheels at y = 0 mm"),
              std::string::npos)
        << error.what();
  }
}

TEST(steady_running, a_coach_that_nobody_pulls_stays_where_it_is_along_the_track) {
  vehicle::ManchesterData data;
  data.forward = vehicle::Forward::free;
  const auto coach = on_rails(vehicle::manchester_coach(data), {}, 30, s1002_on_uic60(),
                              wheel_rail::hertz_linear());
  const SteadyRunning steady = find_steady_running(*coach, set_on_rails(*coach, 0));
  ASSERT_EQ(steady.status, SolveStatus::converged);
  const auto n_bodies = static_cast<int>(coach->model().vehicle().bodies.size());
  for (int body = 0; body < n_bodies; ++body) {
    const int x = coach->model().coordinate(body, vehicle::Motion::x);
    EXPECT_LT(std::abs(steady.position(x)), 1e-4) << body;
  }
}

vehicle::TrackAlignment tight_curve() {
  return vehicle::curve_track({.curvature = 1. / 270, .cant = 0.1});
}

TEST(steady_running, a_coach_curves_quasi_statically_whatever_the_friction) {
  // At friction of 0.36 and more straight running is too far from tight curves for Newton's method
  // to come at once with some laws; with forces that were no slope of an energy none was found.
  for (const wheel_rail::HertzModelSettings& model :
       {wheel_rail::hertz_fastsim(), wheel_rail::hertz_shen_hedrick_elkins()}) {
    for (const double friction : {0.45, 0.6}) {
      wheel_rail::HertzModelSettings settings = model;
      settings.friction = contact::CoulombFriction{friction, friction};
      const double speed = 18.5;
      const auto coach =
          on_rails(vehicle::manchester_coach(), tight_curve(), speed, s1002_on_uic60(), settings);
      const double time = 170 / speed;
      const SteadyRunning steady = find_steady_curving(*coach, 0, time);
      ASSERT_EQ(steady.status, SolveStatus::converged) << friction;
      EXPECT_LT(steady.residual, 1e-7);
      const RunRecord record = record_of(*coach, state_of(steady, time));
      EXPECT_NEAR(record.wheelsets[0].left.q, 70e3, 2e3);
      // Flutter of friction and stiff contact on rails without damping: slow, as half-spaces have
      // it (2 1/s at 0.36 and 19 at 0.6 in a curve of 300 m; 93 without an energy).
      const double growth = largest_growth(running_modes(*coach, steady, time));
      EXPECT_LT(growth, 25) << friction;
      EXPECT_GT(growth, 2) << friction;
      // The usual damping, 1 % of critical, ends it at 0.45 and most of it at 0.6, and leaves the
      // steady state where it is.
      settings.normal_damping = wheel_rail::k_usual_normal_damping;
      const auto damped =
          on_rails(vehicle::manchester_coach(), tight_curve(), speed, s1002_on_uic60(), settings);
      EXPECT_LT(largest_growth(running_modes(*damped, steady, time)),
                friction < 0.5 ? 0 : growth - 12);
      Vector force(coach->size());
      Vector force_damped(coach->size());
      coach->internal_force(time, steady.position, steady.velocity, force);
      damped->internal_force(time, steady.position, steady.velocity, force_damped);
      EXPECT_EQ(force, force_damped);
    }
  }
}

TEST(steady_running, half_spaces_start_from_where_a_cheap_model_curves) {
  // Followed along the track by themselves they are lost on the way.
  const contact::CoulombFriction dry{0.4, 0.4};
  const double speed = 18.5;
  const double time = 170 / speed;
  wheel_rail::HertzModelSettings fastsim = wheel_rail::hertz_fastsim();
  fastsim.friction = dry;
  const auto near =
      on_rails(vehicle::manchester_coach(), tight_curve(), speed, s1002_on_uic60(), fastsim);
  wheel_rail::HalfSpaceModelSettings half_space;
  half_space.friction = dry;
  half_space.grid.cells = 12;
  const auto coach =
      on_rails(vehicle::manchester_coach(), tight_curve(), speed, s1002_on_uic60(), half_space);
  const SteadyRunning steady = find_steady_curving(*coach, 0, time, {.max_iterations = 40});
  ASSERT_EQ(steady.status, SolveStatus::converged);
  EXPECT_GT(coach->n_contact_problems(), 0);
  const RunRecord found = record_of(*coach, state_of(steady, time));
  const RunRecord expected =
      record_of(*near, state_of(find_steady_running(*near, state_of(steady, time)), time));
  const wheel_rail::PairForces& outer = found.wheelsets[0].left.pair;
  EXPECT_NE(outer.force, expected.wheelsets[0].left.pair.force);  // not those of the cheap model
  for (std::size_t i = 0; i < found.wheelsets.size(); ++i) {
    EXPECT_NEAR(found.wheelsets[i].left.q, expected.wheelsets[i].left.q, 1e3) << i;
    EXPECT_NEAR(found.wheelsets[i].left.y, expected.wheelsets[i].left.y, 2.5e3) << i;
  }
}

// ---- wheelsets that are held aside ----

profile::RigidWheelset rigid_wheelset(const profile::WheelRailPair& pair) {
  return profile::RigidWheelset(profile::ContactSearch(pair));
}

double sum_of_q(const RunRecord& record) {
  double sum = 0;
  for (const WheelsetRecord& wheelset : record.wheelsets) sum += wheelset.left.q + wheelset.right.q;
  return sum;
}

/// roll = -tan gamma y / (l - r tan gamma): a double cone on two points 2 l apart.
TEST(displaced, a_conical_wheelset_is_lifted_and_rolls_as_a_cone_does) {
  const double slope = 0.05;
  const double lateral = 1e-3;  // lifts by three times what a wheel sinks in under its load
  const profile::WheelRailPair pair = test::cone_on_circle(slope);
  const auto wheelset = on_rails(free_wheelset(), {}, 20, pair, wheel_rail::hertz_linear());
  const SteadyRunning steady = find_steady_running(*wheelset, set_on_rails(*wheelset, 0));
  ASSERT_EQ(steady.status, SolveStatus::converged);
  const WheelsetRecord before = record_of(*wheelset, state_of(steady)).wheelsets[0];
  const SteadyRunning moved =
      find_displaced(*wheelset, rigid_wheelset(pair), state_of(steady), 1, lateral);
  ASSERT_EQ(moved.status, SolveStatus::converged);
  const WheelsetRecord after = record_of(*wheelset, state_of(moved)).wheelsets[0];
  EXPECT_NEAR(after.pose.lateral, before.pose.lateral + lateral, 1e-15);
  EXPECT_NEAR(after.left.q + after.right.q, 1813 * 9.81, 1e-3);
  const profile::ContactPoint& place = before.right.pair.patches.at(0).place;
  const double roll = -slope * lateral / (place.position.y() - place.rolling_radius * slope);
  EXPECT_NEAR(after.pose.roll, roll, 0.01 * std::abs(roll));
  // Flat cones carry nearly alike: the pair leans by 0.1 mrad only.
  EXPECT_NEAR(after.left.q, after.right.q, 0.03 * after.left.q);
}

TEST(displaced, everything_but_the_way_sideways_is_in_equilibrium) {
  const profile::WheelRailPair pair = s1002_on_uic60();
  const vehicle::ManchesterData data;
  const double weight =
      (data.body_mass + 2 * data.bogie_mass + 4 * data.wheelset_mass) * data.gravity;
  const auto coach =
      on_rails(vehicle::manchester_coach(data), {}, 40, pair, wheel_rail::hertz_linear());
  const SteadyRunning steady = find_steady_running(*coach, set_on_rails(*coach, 0));
  ASSERT_EQ(steady.status, SolveStatus::converged);
  // The last one is beyond the clearance: the right wheel is on its flange.
  for (const auto& [n_moved, lateral] : {std::pair{4, 3e-3}, std::pair{1, -3e-3}, {4, 8e-3}}) {
    const SteadyRunning moved =
        find_displaced(*coach, rigid_wheelset(pair), state_of(steady), n_moved, lateral);
    ASSERT_EQ(moved.status, SolveStatus::converged) << lateral;
    const RunRecord record = record_of(*coach, state_of(moved));
    EXPECT_NEAR(sum_of_q(record), weight, 1e-4 * weight) << lateral;
    for (int i = 0; i < 4; ++i) {
      EXPECT_NEAR(record.wheelsets[static_cast<std::size_t>(i)].pose.lateral,
                  i < n_moved ? lateral : 0, 1e-9);
    }
    Vector force(coach->size());
    coach->internal_force(0, moved.position, moved.velocity, force);
    const Vector mass = coach->mass_matrix(moved.position).diagonal();
    for (int body = 0; body < 7; ++body) {
      const bool is_wheelset = body >= 3;
      for (const vehicle::Motion motion :
           {vehicle::Motion::y, vehicle::Motion::z, vehicle::Motion::roll, vehicle::Motion::pitch,
            vehicle::Motion::yaw}) {
        const bool is_given = motion == vehicle::Motion::y || motion == vehicle::Motion::yaw;
        if (is_wheelset && is_given) continue;
        const int c = coach->model().coordinate(body, motion);
        EXPECT_NEAR(force(c) / mass(c), 0, 5e-3) << coach->model().coordinate_name(c);
      }
    }
  }
}

TEST(displaced, a_wheelset_on_the_tip_of_its_flange_is_refused) {
  const profile::WheelRailPair pair = s1002_on_uic60();
  const auto wagon =
      on_rails(vehicle::manchester_wagon_2d(), {}, 40, pair, wheel_rail::hertz_linear());
  const SteadyRunning steady = find_steady_running(*wagon, set_on_rails(*wagon, 0));
  EXPECT_THROW(find_displaced(*wagon, rigid_wheelset(pair), state_of(steady), 1, 0.02), ModelError);
}

}  // namespace
}  // namespace tread::running
