#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "study/case_result.hpp"
#include "study/vehicle_run_cases.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/casefile/read_case.hpp"
#include "tread/core/errors.hpp"
#include "tread/result/report.hpp"
#include "tread/study/run_case.hpp"
#include "tread/study/vehicle_run_tables.hpp"

namespace tread::study {
namespace {

using test::scalar;
using test::table;

using test::named_column;
using test::parse_vehicle_run;
using test::run_vehicle;
using test::vehicle_run_error;

const std::string k_wagon = "[vehicle]\ntype = \"manchester_wagon_2d\"\n";
const std::string k_semi_elastic = "[contact]\nmodel = \"semi_elastic\"\n";

TEST(VehicleRunCase, WagonInTheCurveTendsToItsQuasiStaticState) {
  const casefile::CaseFile file = casefile::read_case(TREAD_EXAMPLES "/curve_wagon_2d.toml");
  const result::CaseResult result = run_case(file, {}).cases.at(0);
  ASSERT_TRUE(result.ok);
  for (const char* name : {"vertical_force_left", "vertical_force_right", "lateral_force_left"}) {
    const double steady = named_column(result, "steady_part", name).at(0);
    const double quasi_static = named_column(result, "quasi_static", name).at(0);
    EXPECT_NEAR(steady, quasi_static, 0.01 * std::abs(quasi_static)) << name;
  }
  // Turning right: the left wheel is the outer one, and the car body leans to it on the stop.
  EXPECT_GT(named_column(result, "quasi_static", "vertical_force_left").at(0),
            1.5 * named_column(result, "quasi_static", "vertical_force_right").at(0));
  EXPECT_NEAR(scalar(result, "quasi_static_stop_displacement"), -0.044, 0.003);
  // Means of the end of the run are those of wheels, as the largest is: none can exceed it.
  for (const char* wheel : {"wear_number_left", "wear_number_right"}) {
    const double mean = std::ranges::max(named_column(result, "steady_part", wheel));
    EXPECT_GT(mean, 0) << wheel;
    EXPECT_LE(mean, scalar(result, "max_wear_number")) << wheel;
  }
  EXPECT_LT(scalar(result, "quasi_static_stop_force"), -3e3);
  // 11120 kg: weight and centrifugal force along the normal of the canted track.
  const double cant = std::asin(0.06 / 1.5);
  const double load = 11120.5 * (9.81 * std::cos(cant) + 45.0 * 45.0 / 1200 * std::sin(cant));
  EXPECT_NEAR(named_column(result, "quasi_static", "vertical_force_left").at(0) +
                  named_column(result, "quasi_static", "vertical_force_right").at(0),
              load, 1e-3 * load);
}

TEST(VehicleRunCase, PicturesAreMadeFromTheResultAlone) {
  const result::Result result = run_case(
      parse_vehicle_run("[run]\nspeed = 30\ndistance = 3\n" + k_wagon + k_semi_elastic), {});
  const std::string html = report_html(result);
  for (const char* title : {"Lateral displacement of the wheelsets", "Vertical force Q",
                            "Contact areas on the left rail", "Contact areas on the right wheel",
                            "Lateral acceleration of the floor"}) {
    EXPECT_NE(html.find(title), std::string::npos) << title;
  }
}

TEST(VehicleRunCase, ALeftCurveIsTheMirrorImageOfARightOne) {
  const std::string text = "[run]\nspeed = 40\n" + k_wagon + k_semi_elastic +
                           "[track]\nstraight_length = 5\ntransition_length = 20\ncurve_length = "
                           "15\ncurve_radius = 800\n"
                           "cant_mm = 40\n";
  const result::CaseResult right = run_vehicle(text);
  const result::CaseResult left = run_vehicle(text + "direction = \"left\"\n");
  const auto& one = named_column(right, "vertical_force", "wheelset_1_left");
  const auto& other = named_column(left, "vertical_force", "wheelset_1_right");
  ASSERT_EQ(one.size(), other.size());
  // Contact is mirrored to the bit; positions along the track differ by rounding.
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(one[i], other[i], 1e-6 * one[i]) << i;
}

TEST(VehicleRunCase, BlowsBetweenWheelAndRailAreToldToDependOnTheStep) {
  const std::string start = k_wagon + k_semi_elastic + "[run]\nspeed = 30\ndistance = 6\n";
  // thrown against a rail: the flange hits it within a few milliseconds
  EXPECT_TRUE(test::has_note(run_vehicle(start + "lateral_velocity = 0.6\n"),
                             "Largest and smallest forces depend on the step"));
  EXPECT_FALSE(test::has_note(run_vehicle(start + "lateral_velocity = 0.05\n"),
                              "Largest and smallest forces depend on the step"));
}

TEST(VehicleRunCase, AtRestOnStraightTrackNothingHappens) {
  const result::CaseResult result =
      run_vehicle("[run]\nspeed = 30\ndistance = 3\n" + k_wagon + k_semi_elastic);
  ASSERT_TRUE(result.ok);
  const double load = 11120.5 * 9.81 / 2;
  EXPECT_NEAR(scalar(result, "static_wheel_force"), load, 1e-6 * load);
  EXPECT_NEAR(scalar(result, "max_vertical_force"), load, 1e-6 * load);
  EXPECT_NEAR(scalar(result, "max_wheel_unloading_2m"), 0, 1e-6);
  EXPECT_NEAR(scalar(result, "prudhomme_limit"), 10e3 + 2 * load / 3, 1);
}

TEST(VehicleRunCase, WheelsetsMovedAsideStartOnWheelsThatCarryTheWeight) {
  // Put aside without being lifted, one of these cones would start 60 um deep in its rail, with
  // more than seven times its load, and the other in the air.
  const result::CaseResult result = run_vehicle(
      "[run]\nspeed = 10\ndistance = 1\nlateral_displacement_mm = 0.5\n"
      "[wheel]\nprofile = \"cone\"\nslope = 0.125\n[vehicle]\ntype = \"bodies\"\n"
      "[[vehicle.body]]\nname = \"axle\"\nmass = 1509\ninertia = [900, 110, 900]\n"
      "place = [0, 0, 0.46]\nwheelset = true\n");
  ASSERT_TRUE(result.ok);
  EXPECT_NEAR(named_column(result, "lateral_displacement", "wheelset_1").front(), 0.5e-3, 1e-12);
  const double weight = 1509 * 9.81;
  const double left = named_column(result, "vertical_force", "wheelset_1_left").front();
  const double right = named_column(result, "vertical_force", "wheelset_1_right").front();
  EXPECT_NEAR(left + right, weight, 1e-6 * weight);
  EXPECT_NEAR(left, right, 0.01 * weight);
  // And nothing is shaken: what follows is the wheelset's slow way back to the middle.
  EXPECT_NEAR(scalar(result, "max_vertical_force"), weight / 2, 0.01 * weight);
}

TEST(VehicleRunCase, TooFastForItsCurveItDerailsAndKeepsWhatWasComputed) {
  const result::CaseResult result = run_vehicle(
      "[run]\nspeed = 45\n" + k_wagon + k_semi_elastic +
      "[track]\nstraight_length = 5\ntransition_length = 20\ncurve_length = 100\ncurve_radius = "
      "120\n");
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.status, "derailed");
  const double place = scalar(result, "derailment_distance");
  EXPECT_GT(place, 5);
  EXPECT_LT(place, 125);
  EXPECT_NEAR(named_column(result, "vertical_force", "distance").back(), place, 1);
  EXPECT_NE(result.notes.at(0).find("Derailed: "), std::string::npos);
}

TEST(VehicleRunCase, AStepBeyondTheLimitOfItsSchemeIsRefused) {
  const std::string text =
      "[run]\nspeed = 30\ndistance = 3\n" + k_wagon + k_semi_elastic + "[time]\nscheme = ";
  for (const char* scheme : {"rk4", "adams_bashforth_3", "bdf_6"}) {
    const std::string error = vehicle_run_error(text + '"' + scheme + "\"\nstep = 5e-3\n");
    EXPECT_TRUE(error.starts_with("case.toml:11: time.step: unstable: scheme ")) << error;
    EXPECT_NE(error.find("step 0.005 s, limit "), std::string::npos) << error;
  }
  EXPECT_EQ(vehicle_run_error(text + "\"bdf_2\"\nstep = 5e-3\n"), "no error");
  EXPECT_TRUE(
      vehicle_run_error(text + "\"bdf_2\"\nstep = 0.2\n")
          .starts_with("case.toml:11: time.step: is longer than the run of 0.1 s, got 0.2"));
}

TEST(VehicleRunCase, AChosenStepKeepsToTheLimitOfItsScheme) {
  const result::CaseResult result = run_vehicle("[run]\nspeed = 30\ndistance = 1\n" + k_wagon +
                                                k_semi_elastic + "[time]\nscheme = \"rk4\"\n");
  EXPECT_TRUE(result.ok) << result.status;
  EXPECT_LT(scalar(result, "step"), scalar(result, "largest_stable_step"));
  const double load = 11120.5 * 9.81 / 2;
  EXPECT_NEAR(scalar(result, "max_vertical_force"), load, 1e-6 * load);
}

TEST(VehicleRunCase, InstabilityIsNoDerailment) {
  const result::CaseResult result =
      run_vehicle("[run]\nspeed = 30\ndistance = 6\n" + k_wagon + k_semi_elastic +
                  "[time]\nscheme = \"rk4\"\nstep = 5e-3\nallow_unstable = true\n");
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.status, "unstable");
  ASSERT_FALSE(result.notes.empty());
  for (const std::string& note : result.notes) {
    EXPECT_EQ(note.find("erailed"), std::string::npos) << note;
    EXPECT_EQ(note.find("unloading"), std::string::npos) << note;
  }
  EXPECT_NE(result.notes.back().find("unstable: scheme rk4, step 0.005 s, limit "),
            std::string::npos);
  for (const result::Scalar& scalar : result.scalars) {
    EXPECT_TRUE(std::isfinite(scalar.value)) << scalar.name;
    EXPECT_EQ(scalar.meaning.find("EXCEEDED"), std::string::npos) << scalar.meaning;
  }
}

TEST(VehicleRunCase, ModesAndCriticalSpeedOfTheCoach) {
  const result::CaseResult result = run_vehicle(
      "[run]\nspeed = 40\n[vehicle]\ntype = \"manchester_coach\"\n[contact]\nmodel = "
      "\"hertz_linear\"\n[analysis]\nmodes = true\nlowest_speed = 30\nhighest_speed = "
      "200\nspeed_tolerance = 0.5\n");
  ASSERT_TRUE(result.ok);
  EXPECT_LT(scalar(result, "largest_growth"), 0);
  const double critical = scalar(result, "critical_speed");
  EXPECT_GT(critical, 40);
  EXPECT_LT(critical, 200);
  EXPECT_GT(named_column(result, "modes", "frequency").size(), 20u);
  // Below it all modes decay, above it one grows.
  const auto& speeds = named_column(result, "growth_over_speed", "speed");
  const auto& growths = named_column(result, "growth_over_speed", "growth");
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    EXPECT_EQ(speeds[i] > critical, growths[i] > 0) << speeds[i];
  }
}

const std::string k_dry_curve =
    "[run]\nspeed = 19.4\n[vehicle]\ntype = \"manchester_coach\"\n[track]\n"
    "straight_length = 5\ntransition_length = 40\ncurve_length = 60\ncurve_radius = 300\n"
    "direction = \"right\"\ncant_mm = 100\n[contact]\nmodel = \"";

bool tells_of_chatter(const result::CaseResult& result) {
  return std::ranges::any_of(result.notes, [](const std::string& note) {
    return note.find("Wheel forces chatter over ") != std::string::npos;
  });
}

TEST(VehicleRunCase, ChatterIsNotToldAsSteadyRunning) {
  // Friction of 0.7 drives wheelsets at 138 Hz on rigid rails that nothing damps (half-spaces have
  // that growing motion too), and wheels lift.
  const result::CaseResult undamped = run_vehicle(
      k_dry_curve + "hertz_shen_hedrick_elkins\"\ndamping = 0\n[friction]\ncoefficient = 0.7\n");
  EXPECT_GT(scalar(undamped, "max_vertical_force"), 150e3);
  EXPECT_TRUE(tells_of_chatter(undamped));
  EXPECT_GT(scalar(undamped, "wheel_force_swing"), 10e3);
}

TEST(VehicleRunCase, TightDryCurvesAreRunWithoutChatter) {
  // Quasi-static curving has 69 kN. Contacts without damping chatter here, up to hundreds of kN.
  const result::CaseResult result = run_vehicle(k_dry_curve +
                                                "hertz_fastsim\"\n[friction]\ncoefficient = 0.6\n"
                                                "[analysis]\nquasi_static = true\n");
  ASSERT_TRUE(result.ok);
  EXPECT_FALSE(tells_of_chatter(result));
  EXPECT_LT(scalar(result, "max_vertical_force"), 80e3);
  EXPECT_NEAR(named_column(result, "quasi_static", "vertical_force_left")[0], 69e3, 2e3);
}

// ---- bad input ----

TEST(VehicleRunCase, AWheelsetBetweenTheRailsIsTold) {
  const std::string told = vehicle_run_error("[run]\nspeed = 30\ndistance = 1\n" + k_wagon +
                                             "[track]\ngauge_mm = 1700\n");
  EXPECT_EQ(told,
            "case.toml:8: track.gauge: wheelset finds no rail below its wheels at y = 0 mm: check "
            "gauge, flange back distance and profiles");
}

TEST(VehicleRunCase, ASuspensionThatHoldsNothingNamesBodyAndMotion) {
  const std::string told = vehicle_run_error(
      "[run]\nspeed = 30\ndistance = 1\n[vehicle]\ntype = \"bodies\"\n"
      "[[vehicle.body]]\nname = \"frame\"\nmass_t = 8\ninertia = [3e3, 2e4, 2e4]\n"
      "place = [0, 0, 1]\nheld = [\"x\", \"pitch\"]\n"
      "[[vehicle.body]]\nname = \"axle\"\nmass_t = 1.5\ninertia = [1000, 100, 1000]\n"
      "place = [0, 0, 0.46]\nwheelset = true\nheld = [\"x\", \"yaw\"]\n"
      "[[vehicle.bushing]]\nname = \"box\"\nfirst = \"axle\"\nsecond = \"frame\"\n"
      "place = [0, 1, 0.46]\nboth_sides = true\naxes = \"second\"\nstiffness = [0, 4e6, 1e6]\n");
  EXPECT_EQ(told,
            "case.toml:8: vehicle.body[1].name: nothing holds frame.yaw: give it a spring, or hold "
            "the motion");
}

TEST(VehicleRunCase, AKickIntoTheFlangeIsRefused) {
  const std::string told = vehicle_run_error(
      "[run]\nspeed = 30\ndistance = 1\nlateral_displacement_mm = 20\n" + k_wagon);
  EXPECT_NE(told.find("case.toml:5: run.lateral_displacement: a lateral_displacement of 20 mm "
                      "puts a wheel into its rail"),
            std::string::npos)
      << told;
}

// ---- stop ----

class StopAtOnce : public Observer {
 public:
  bool stop_requested() override { return true; }
};

TEST(VehicleRunCase, AStopKeepsWhatThereIs) {
  StopAtOnce observer;
  const result::CaseResult result =
      run_case(parse_vehicle_run("[run]\nspeed = 30\ndistance = 3\n" + k_wagon), {0, &observer})
          .cases.at(0);
  EXPECT_TRUE(result.was_stopped());
  EXPECT_FALSE(result.ok);
  EXPECT_GE(named_column(result, "vertical_force", "distance").size(), 1u);
}

// ---- means ----

TEST(SlidingMean, LeavesStraightLinesAloneAndHalvesAStep) {
  std::vector<double> places, line, step;
  for (int i = 0; i <= 40; ++i) {
    places.push_back(0.25 * i);
    line.push_back(3 + 2 * places.back());
    step.push_back(places.back() < 5 ? 0 : 1);
  }
  const std::vector<double> means = sliding_mean(places, line, 2);
  // Whole windows: from 1 to 9 m.
  for (std::size_t i = 4; i <= 36; ++i) EXPECT_NEAR(means[i], line[i], 1e-12);
  const std::vector<double> smooth = sliding_mean(places, step, 2);
  EXPECT_EQ(smooth[4], 0);
  EXPECT_NEAR(smooth[36], 1, 1e-12);
  // The step is a ramp of 0.25 m that ends at 5 m: its middle lies at 4.875 m.
  EXPECT_NEAR(smooth[20], 0.5 + 0.125 / 2, 1e-12);
}

}  // namespace
}  // namespace tread::study
