#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "interaction/cases.hpp"
#include "tread/core/errors.hpp"

namespace tread::interaction::test {
namespace {

using Change = std::function<void(TrainBridgeProblem&, CrossingOptions&)>;

void expect_refused(const Change& change, const std::string& part) {
  TrainBridgeProblem problem = yang_yau(3, PowerContact{9e10, 1.5});
  CrossingOptions options;
  change(problem, options);
  try {
    cross_bridge(problem, options);
    FAIL() << "accepted what should be refused: " << part;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(CrossingErrors, motions_that_lead_nowhere_are_refused_with_their_numbers) {
  expect_refused([](auto& problem, auto&) { problem.speed = -3; }, "speed of the train = -3");
  expect_refused(
      [](auto& problem, auto&) {
        problem.start_position = -100;
        problem.duration = 1;
      },
      "never reaches the bridge: it starts 100 m");
  expect_refused([](auto& problem, auto&) { problem.start_position = 26; }, "beyond the bridge");
  expect_refused([](auto& problem, auto&) { problem.acceleration = -50; }, "stops before");
  expect_refused(
      [](auto& problem, auto&) {
        problem.acceleration = -50;
        problem.duration = 1;
      },
      "the train stops after 0.5556 s");
  expect_refused([](auto& problem, auto&) { problem.bridge.reset(); }, "duration = 0 must be > 0");
}

TEST(CrossingErrors, steps_schemes_and_tolerances_are_checked) {
  expect_refused([](auto&, auto& options) { options.step = 0; }, "step = 0 must be > 0");
  expect_refused([](auto&, auto& options) { options.step = 5; }, "longer than the crossing");
  expect_refused([](auto&, auto& options) { options.step = 1e-10; }, "too many");
  expect_refused([](auto&, auto& options) { options.min_step = 1; }, "least step = 1 s");
  expect_refused([](auto&, auto& options) { options.scheme.name = "rk4"; }, "one implicit stage");
  expect_refused([](auto&, auto& options) { options.force_tolerance = 0; },
                 "tolerance of the forces");
}

TEST(CrossingErrors, contacts_and_defects_are_checked) {
  expect_refused(
      [](auto& problem, auto&) {
        problem.contact = PowerContact{0, 1.5};
      },
      "coefficient of the contact law = 0");
  expect_refused(
      [](auto& problem, auto&) {
        problem.contact = PowerContact{1e9, 0.5};
      },
      "exponent of the contact law = 0.5");
  expect_refused(
      [](auto& problem, auto&) {
        problem.defects = {vehicle::Round{}, vehicle::Round{}};
      },
      "2 wheel defects for 1 wheels");
  expect_refused(
      [](auto& problem, auto& options) {
        problem.contact = thesis_grid_contact();
        options.track_energy = true;
      },
      "no energy balance");
  expect_refused(
      [](auto& problem, auto& options) {
        problem.contact = RigidContact{};
        options.iteration = Picard{};
      },
      "Picard's iteration is for elastic ones");
}

TEST(CrossingErrors, wheel_that_pulls_at_rest_is_refused) {
  expect_refused(
      [](auto& problem, auto&) {
        problem.train = vehicle::single_vehicle_train(
            make_vehicle(vehicle::SingleWheel{.mass = 100, .load = -2000}));
      },
      "carries -1019 N at rest");
}

TEST(CrossingErrors, contact_beyond_its_grid_is_refused) {
  expect_refused(
      [](auto& problem, auto&) {
        GridContact contact = thesis_grid_contact();
        contact.edge = GridContact::Edge::refuse;
        problem.contact = contact;
      },
      "reaches the edge of its grid");
}

TEST(CrossingOutcome, steps_that_do_not_converge_end_the_crossing_and_keep_what_was_there) {
  TrainBridgeProblem problem = thesis_crossing(10);
  CrossingOptions options = with_scheme("backward_euler", 1e-2);
  options.min_step = 2e-3;
  options.iteration = Picard{};
  const Crossing crossing = cross_bridge(problem, options);
  EXPECT_EQ(crossing.status, SolveStatus::max_iterations);
  EXPECT_NE(crossing.message.find("did not converge at t = "), std::string::npos);
  EXPECT_EQ(crossing.counts.retries, 2);
  EXPECT_GE(crossing.times.size(), 1u);
  EXPECT_EQ(crossing.forces.rows(), static_cast<Eigen::Index>(crossing.times.size()));
}

TEST(CrossingWarnings, unwise_steps_wheels_and_sections_are_told) {
  TrainBridgeProblem problem = thesis_crossing(3);
  CrossingOptions options = with_scheme("backward_euler", 1e-3);
  options.sections = {10, 21};
  problem.train.vehicles.push_back({problem.train.vehicles[0].vehicle, 0.02});
  const std::vector<std::string> warnings = warnings_of(problem, options);
  ASSERT_EQ(warnings.size(), 3u);
  EXPECT_NE(warnings[0].find("period of 0.00137 s"), std::string::npos) << warnings[0];
  EXPECT_NE(warnings[1].find("wheels 1 and 2 are 0.02 m apart"), std::string::npos) << warnings[1];
  EXPECT_NE(warnings[2].find("section at 21 m"), std::string::npos) << warnings[2];
  options = with_scheme("newmark", 1e-4);
  EXPECT_TRUE(warnings_of(thesis_crossing(3), options).empty());
}

class StopAtHalf : public Observer {
 public:
  void on_progress(double fraction, std::string_view) override { fraction_ = fraction; }
  bool stop_requested() override { return fraction_ >= 0.5; }

 private:
  double fraction_ = 0;
};

TEST(CrossingOutcome, observer_hears_and_stops_the_crossing) {
  StopAtHalf observer;
  const TrainBridgeProblem problem = yang_yau(3, PowerContact{9e10, 1.5});
  CrossingOptions options;
  options.step = 9e-3;
  options.observer = &observer;
  const Crossing crossing = cross_bridge(problem, options);
  EXPECT_EQ(crossing.status, SolveStatus::stopped);
  EXPECT_NEAR(crossing.times.back(), 0.45, 0.01);
  EXPECT_EQ(crossing.deflections.rows(), static_cast<Eigen::Index>(crossing.times.size()));
}

}  // namespace
}  // namespace tread::interaction::test
