#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "study/vehicle_run_cases.hpp"
#include "tread/casefile/read_case.hpp"
#include "tread/vehicle/rail_vehicle_data.hpp"

namespace tread::study {
namespace {

using test::named_column;
using test::run_vehicle;

/// Straight track, a transition and a curve, all of them shorter than the coach.
const std::string k_short_curve =
    "[track]\nstraight_length = 12\ntransition_length = 12\ncurve_length = 4\ncurve_radius = "
    "600\ncant_mm = 60\n[contact]\nmodel = \"hertz_polach\"\n";

// ---- a coach on two bogies, of the data of the built-in one ----

std::string list_of(const Eigen::Vector3d& v) {
  return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z());
}

std::string own_body(const std::string& name, double mass, const Eigen::Vector3d& inertia, double x,
                     double height, const std::string& more = "") {
  return fmt::format(
      "[[vehicle.body]]\nname = \"{}\"\nmass = {}\ninertia = {}\nplace = [{}, 0, {}]\n{}", name,
      mass, list_of(inertia), x, height, more);
}

std::string own_bushing(const std::string& name, const std::string& first,
                        const std::string& second, const Eigen::Vector3d& place,
                        const std::string& more) {
  return fmt::format(
      "[[vehicle.bushing]]\nname = \"{}\"\nfirst = \"{}\"\nsecond = \"{}\"\nplace = {}\n{}", name,
      first, second, list_of(place), more);
}

std::string own_secondary(const vehicle::ManchesterData& d, const std::string& bogie, double x) {
  const std::string both = "axes = \"both\"\n";
  const double y = d.secondary_half_spacing;
  std::string text = own_bushing(
      "coil_" + bogie, bogie, "body", {x, y, d.secondary_lower_height},
      both + fmt::format("place_on_second = [{}, {}, {}]\nboth_sides = true\nstiffness = {}\n"
                         "damping = [0, 0, {}]\nseries_stiffness = [0, 0, {}]\npreload = [0, 0, "
                         "{}]\nturning_stiffness = [{}, {}, 0]\n",
                         x, y, d.secondary_upper_height, list_of(d.secondary_stiffness),
                         d.vertical_damping, d.vertical_series, d.body_mass * d.gravity / 4,
                         d.secondary_bending, d.secondary_bending));
  text += own_bushing("damper_" + bogie, bogie, "body", {x, y, d.lateral_damper_height},
                      both + fmt::format("both_sides = true\ndamping = [0, {}, 0]\n"
                                         "series_stiffness = [0, {}, 0]\n",
                                         d.lateral_damping, d.lateral_series));
  text += own_bushing("bar_" + bogie, bogie, "body", {x, 0, 0},
                      fmt::format("turning_stiffness = [{}, 0, 0]\n", d.roll_bar_stiffness));
  text += own_bushing(
      "stop_" + bogie, bogie, "body", {x, 0, d.stop_height},
      both + fmt::format("law_direction = \"y\"\nlaw_elongations = [{}]\n"
                         "law_forces = [{}]\nlaw_both_ways = true\n",
                         fmt::join(d.stop_places, ", "), fmt::join(d.stop_forces, ", ")));
  text += own_bushing("rod_" + bogie, bogie, "body", {x, 0, d.rod_height},
                      both + fmt::format("stiffness = [{}, 0, 0]\ndamping = [{}, 0, 0]\n"
                                         "series_stiffness = [{}, 0, 0]\n",
                                         d.rod_stiffness, d.rod_damping, d.rod_series));
  return text;
}

/// Wheelsets first, the car body last: who is pulled must not depend on the order.
std::string own_coach() {
  const vehicle::ManchesterData d;
  const std::array<std::string, 2> bogies = {"front", "rear"};
  std::string text = "[vehicle]\ntype = \"bodies\"\n";
  std::string joints;
  for (int i = 0; i < 4; ++i) {
    const double x =
        (i < 2 ? 1 : -1) * d.half_pivot_spacing + (i % 2 == 0 ? 1 : -1) * d.half_wheelbase;
    const std::string name = fmt::format("axle_{}", i + 1);
    text +=
        own_body(name, d.wheelset_mass, d.wheelset_inertia, x, d.wheel_radius, "wheelset = true\n");
    joints += own_bushing(
        "box_" + name, name, bogies[static_cast<std::size_t>(i / 2)],
        {x, d.primary_half_spacing, d.wheel_radius},
        fmt::format("both_sides = true\naxes = \"second\"\nstiffness = {}\ndamping = {}\n"
                    "series_stiffness = {}\npreload = [0, 0, {}]\n",
                    list_of(d.primary_stiffness), list_of(d.primary_damping),
                    list_of(d.primary_series), (d.body_mass + 2 * d.bogie_mass) * d.gravity / 8));
  }
  for (int i = 0; i < 2; ++i) {
    const double x = (i == 0 ? 1 : -1) * d.half_pivot_spacing;
    const std::string& name = bogies[static_cast<std::size_t>(i)];
    text += own_body(name, d.bogie_mass, d.bogie_inertia, x, d.bogie_height);
    joints += own_secondary(d, name, x);
  }
  return text + own_body("body", d.body_mass, d.body_inertia, 0, d.body_height) + joints;
}

TEST(OwnVehicle, OfTheBuiltInCoachsDataRunsAsItDoes) {
  const std::string way = "[run]\nspeed = 20\n" + k_short_curve;
  const result::CaseResult own = run_vehicle(way + own_coach());
  const result::CaseResult built_in = run_vehicle(way + "[vehicle]\ntype = \"manchester_coach\"\n");
  ASSERT_TRUE(own.ok);
  ASSERT_TRUE(built_in.ok);
  const double q = 54.5e3;
  for (int i = 1; i <= 4; ++i) {
    for (const auto& [name, size] : {std::pair{"vertical_force", q},
                                     std::pair{"lateral_force", q},
                                     {"lateral_displacement", 1e-2}}) {
      const bool is_force = std::string(name) != "lateral_displacement";
      const std::string column = fmt::format("wheelset_{}{}", i, is_force ? "_left" : "");
      const std::vector<double>& one = named_column(own, name, column);
      const std::vector<double>& other = named_column(built_in, name, column);
      ASSERT_EQ(one.size(), other.size());
      double largest = 0;
      for (std::size_t k = 0; k < one.size(); ++k) {
        largest = std::max(largest, std::abs(one[k] - other[k]));
      }
      // Bodies and joints come in another order: sums differ by rounding, steps by what Newton's
      // method leaves (1e-6 m/s).
      EXPECT_LT(largest, 1e-5 * size) << name << " " << column;
    }
  }
}

// ---- a wagon on two axles ----

TEST(OwnVehicle, TwoAxleWagonRunsThroughATransitionToItsQuasiStaticState) {
  const result::CaseResult result =
      run_case(casefile::read_case(TREAD_EXAMPLES "/own_wagon.toml"), {}).cases.at(0);
  ASSERT_TRUE(result.ok) << (result.notes.empty() ? "" : result.notes.front());
  EXPECT_LT(std::abs(test::scalar(result, "max_lateral_displacement")), 9e-3);
  // Of the whole wagon in the curve, along the normal of the canted track.
  const double cant = std::asin(0.06 / 1.5);
  const double speed = 70 / 3.6;
  const double load = 28800 * (9.81 * std::cos(cant) + speed * speed / 600 * std::sin(cant));
  for (const char* table : {"steady_part", "quasi_static"}) {
    double sum = 0;
    for (const char* side : {"vertical_force_left", "vertical_force_right"}) {
      for (const double force : named_column(result, table, side)) sum += force;
    }
    EXPECT_NEAR(sum, load, 1e-3 * load) << table;
  }
  for (const std::size_t axle : {0u, 1u}) {
    EXPECT_NEAR(named_column(result, "steady_part", "vertical_force_left").at(axle),
                named_column(result, "quasi_static", "vertical_force_left").at(axle),
                0.02 * load / 4);
  }
}

/// The wagon with what is said about its frame beside mass, inertia and place.
std::string own_wagon(const std::string& frame_held, const std::string& axle_held,
                      const std::string& stiffness) {
  std::string text = "[run]\nspeed = 20\n" + k_short_curve + "[vehicle]\ntype = \"bodies\"\n" +
                     own_body("frame", 26e3, {4.2e4, 3.6e5, 3.6e5}, 0, 1.6, frame_held);
  for (const double x : {4.5, -4.5}) {
    const std::string name = x > 0 ? "leading" : "trailing";
    text += own_body(name, 1400, {900, 110, 900}, x, 0.46, "wheelset = true\n" + axle_held);
    text += own_bushing("boxes_" + name, name, "frame", {x, 1, 0.46},
                        "both_sides = true\naxes = \"second\"\nstiffness = " + stiffness +
                            "\ndamping = [1e4, 1.5e4, 2.5e4]\npreload = [0, 0, 63765]\n");
  }
  return text;
}

TEST(OwnVehicle, IsPulledAtItsHeaviestBodyUnlessXIsHeldElsewhere) {
  const std::string springs = "[2.5e6, 2e6, 1.2e6]";
  const auto q_of = [](const std::string& text) {
    const result::CaseResult result = run_vehicle(text);
    EXPECT_TRUE(result.ok);
    return named_column(result, "vertical_force", "wheelset_1_left");
  };
  const std::vector<double> as_it_is = q_of(own_wagon("", "", springs));
  EXPECT_EQ(as_it_is, q_of(own_wagon("held = [\"x\"]\n", "", springs)));
  // Pulled elsewhere it runs nearly the same: resistance is small against weight.
  const std::vector<double> at_axles = q_of(own_wagon("", "held = [\"x\"]\n", springs));
  ASSERT_EQ(as_it_is.size(), at_axles.size());
  EXPECT_NE(as_it_is, at_axles);
  for (std::size_t i = 0; i < at_axles.size(); ++i) EXPECT_NEAR(as_it_is[i], at_axles[i], 1e3);
}

TEST(OwnVehicle, WheelsetsThatNothingJoinsAlongTheTrackKeepTheirPlace) {
  const result::CaseResult result =
      run_vehicle(own_wagon("held = [\"yaw\"]\n", "", "[0, 2e6, 1.2e6]"));
  ASSERT_TRUE(result.ok);
  EXPECT_LT(std::abs(test::scalar(result, "max_lateral_displacement")), 9e-3);
}

}  // namespace
}  // namespace tread::study
