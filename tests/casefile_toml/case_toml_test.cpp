#include "tread/casefile/case_toml.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

#include "casefile_toml/toml_support.hpp"

namespace tread::casefile {
namespace {

constexpr double k_infinite_radius = std::numeric_limits<double>::infinity();

template <class T>
T shape_of(const std::string& shape_keys) {
  return std::get<T>(contact_of("[load]\nforce = 1\n[shape]\n" + shape_keys).shape);
}

std::string echo_of(const CaseFile& file, const std::string& key) {
  for (const EchoEntry& entry : file.echo) {
    if (entry.key == key) return entry.value + (entry.unit.empty() ? "" : " " + entry.unit);
  }
  return "(none)";
}

TEST(CaseToml, TheSmallestCaseIsACaseAndItsDefaultsAreFilledIn) {
  const ContactCase c = contact_of(k_smallest_case);
  EXPECT_EQ(c.load.kind, Load::Kind::force);
  EXPECT_EQ(c.load.value, 100);
  EXPECT_DOUBLE_EQ(std::get<Sphere>(c.shape).radius, 0.01);
  EXPECT_DOUBLE_EQ(c.bodies.upper.young_modulus(), 210e9);
  EXPECT_EQ(c.bodies.lower.poisson_ratio, 0.3);
  const auto area = std::get<AutomaticArea>(c.area);
  EXPECT_EQ(area.nx, 100);
  EXPECT_EQ(area.ny, 100);
  EXPECT_EQ(area.margin, 1.2);
  EXPECT_EQ(c.solver.tolerance, SolverSettings{}.tolerance);
  EXPECT_EQ(c.solver.max_iterations, SolverSettings{}.max_iterations);
  EXPECT_EQ(c.solver.threads, SolverSettings{}.threads);
  EXPECT_TRUE(c.subsurface.empty());
  EXPECT_FALSE(c.line_contact);
  EXPECT_TRUE(std::holds_alternative<Everywhere>(c.planform));
}

TEST(CaseToml, EveryShapeTypeGivesItsShape) {
  EXPECT_EQ(shape_of<Sphere>("type = 'sphere'\nradius = 0.3").radius, 0.3);
  EXPECT_EQ(shape_of<Paraboloid>("type = 'paraboloid'\nradius = 0.3").radius_y, 0.3);
  const auto paraboloid =
      shape_of<Paraboloid>("type = 'paraboloid'\nradius_x = 0.3\nradius_y = 0.4");
  EXPECT_EQ(paraboloid.radius_x, 0.3);
  EXPECT_EQ(paraboloid.radius_y, 0.4);
  const auto ellipsoid =
      shape_of<Ellipsoid>("type = 'ellipsoid'\nsemi_axis_x = 1\nsemi_axis_y = 2\nsemi_axis_z = 3");
  EXPECT_EQ(ellipsoid.semi_axis_x, 1);
  EXPECT_EQ(ellipsoid.semi_axis_y, 2);
  EXPECT_EQ(ellipsoid.semi_axis_z, 3);
  const auto cylinder =
      shape_of<Cylinder>("type = 'cylinder'\nradius = 0.3\nlength = 2\naxis = 'x'");
  EXPECT_EQ(cylinder.radius, 0.3);
  EXPECT_EQ(cylinder.length, 2);
  EXPECT_EQ(cylinder.axis, Axis::x);
  const auto quadric = shape_of<Quadric>("type = 'quadric'\nb = [1, 0.5, 2.0, 3, 4, 5]");
  EXPECT_EQ(quadric.b, (std::array<double, 6>{1, 0.5, 2, 3, 4, 5}));
  const auto wheel = shape_of<WheelOnRail>(
      "type = 'wheel_on_rail'\nwheel_radius = 0.46\nrail_radius = 0.3\nwheel_profile_radius = "
      "-0.5");
  EXPECT_EQ(wheel.wheel_rolling_radius, 0.46);
  EXPECT_EQ(wheel.wheel_profile_radius, -0.5);
  EXPECT_EQ(wheel.rail_profile_radius, 0.3);
  EXPECT_EQ(shape_of<WheelOnRail>("type = 'wheel_on_rail'\nwheel_radius = 1\nrail_radius = 1")
                .wheel_profile_radius,
            k_infinite_radius);
  EXPECT_EQ(shape_of<CircularPunch>("type = 'flat_punch'\nradius = 0.1").radius, 0.1);
  const auto punch =
      shape_of<RectangularPunch>("type = 'flat_punch'\nlength_x = 0.1\nwidth_y = 0.2");
  EXPECT_EQ(punch.length_x, 0.1);
  EXPECT_EQ(punch.width_y, 0.2);
}

TEST(CaseToml, AUnitBehindAKeyOfItsDimensionIsConverted) {
  const auto radius = [](const std::string& line) {
    return shape_of<Sphere>("type = 'sphere'\n" + line).radius;
  };
  EXPECT_EQ(radius("radius_m = 0.3"), 0.3);
  EXPECT_DOUBLE_EQ(radius("radius_mm = 300"), 0.3);
  EXPECT_DOUBLE_EQ(radius("radius_cm = 30"), 0.3);
  EXPECT_DOUBLE_EQ(radius("radius_um = 3e5"), 0.3);
  EXPECT_DOUBLE_EQ(radius("radius_km = 3e-4"), 0.3);

  const ContactCase c = contact_of(R"(
[load]
force_kN = 2.5
[shape]
type = "sphere"
radius = 1
[upper]
young_modulus_GPa = 70
poisson_ratio = 0.25
[lower]
shear_modulus_MPa = 1
poisson_ratio = 0.5
[subsurface]
z_mm = [1, 2.5]
)");
  EXPECT_DOUBLE_EQ(c.load.value, 2500);
  EXPECT_DOUBLE_EQ(c.bodies.upper.shear_modulus, 28e9);
  EXPECT_DOUBLE_EQ(c.bodies.lower.shear_modulus, 1e6);
  EXPECT_DOUBLE_EQ(c.subsurface.at(0).z.at(1), 2.5e-3);
  EXPECT_EQ(c.subsurface.at(0).x, std::vector<double>{0});
}

TEST(CaseToml, APrescribedApproachMayBeNegative) {
  const ContactCase c =
      contact_of("[load]\napproach_um = -2\n[shape]\ntype = 'sphere'\nradius = 1");
  EXPECT_EQ(c.load.kind, Load::Kind::approach);
  EXPECT_DOUBLE_EQ(c.load.value, -2e-6);
}

TEST(CaseToml, AMaterialCanBeRigidOnOneSide) {
  const ContactCase c = contact_of(
      "[load]\nforce = 1\n[shape]\ntype = 'sphere'\nradius = 1\n[lower]\nmaterial = 'rigid'");
  EXPECT_TRUE(c.bodies.lower.is_rigid());
  EXPECT_FALSE(c.bodies.upper.is_rigid());
}

TEST(CaseToml, AFixedAreaIsCentredWhereTheCaseSays) {
  const ContactCase c = contact_of(R"(
[load]
force = 1
[shape]
type = "sphere"
radius = 1
[grid]
cells_x = 10
cells_y = 20
size_x = 2
size_y = 6
centre_x = 1
)");
  EXPECT_EQ(std::get<FixedArea>(c.area).grid, centred_grid(10, 20, 2, 6, 1, 0));
}

TEST(CaseToml, LineContactHasOneRowWhoseWidthCarriesTheForce) {
  const std::string shape_and_load =
      "load.force = 1\nshape = {type = 'cylinder', radius = 1}\n[grid]\nline_contact = true\n";
  const ContactCase found =
      contact_of(shape_and_load + "cells_x = 50\nline_length = 0.02\ndatum_distance = 3");
  EXPECT_TRUE(found.line_contact);
  EXPECT_EQ(found.datum_distance, 3);
  const auto area = std::get<AutomaticArea>(found.area);
  EXPECT_EQ(area.nx, 50);
  EXPECT_EQ(area.ny, 1);
  EXPECT_EQ(area.line_length, 0.02);
  const ContactCase fixed = contact_of(shape_and_load + "size_x = 0.5\nline_length = 0.02");
  EXPECT_EQ(std::get<FixedArea>(fixed.area).grid, centred_grid(100, 1, 0.5, 0.02));
}

TEST(CaseToml, DepthsAreEvenlySpacedFromTheSurfaceDown) {
  const ContactCase c =
      contact_of(std::string(k_smallest_case) + "[subsurface]\ndepth_max = 2\nn_depths = 5");
  EXPECT_EQ(c.subsurface.at(0).z, (std::vector<double>{0, 0.5, 1, 1.5, 2}));
}

TEST(CaseToml, EveryGivenValueKnowsItsLine) {
  const ContactCase c = contact_of(k_smallest_case);
  EXPECT_EQ(c.places.at("shape.type").line, 2);
  EXPECT_EQ(c.places.at("shape.radius").line, 3);
  EXPECT_EQ(c.places.at("load.force").line, 5);
  EXPECT_EQ(c.places.at("load.force").file, "case.toml");
  EXPECT_FALSE(c.places.contains("upper.material"));
}

TEST(CaseToml, TheEchoTellsWhatCountsInSiUnitsAndNothingElse) {
  const CaseFile file =
      parse_toml(std::string(k_smallest_case) + "[lower]\nmaterial = 'rigid'", "case.toml", "");
  EXPECT_EQ(echo_of(file, "scenario"), "contact");
  EXPECT_EQ(echo_of(file, "load.force"), "100 N");
  EXPECT_EQ(echo_of(file, "load.approach"), "(none)");
  EXPECT_EQ(echo_of(file, "shape.type"), "sphere");
  EXPECT_EQ(echo_of(file, "shape.radius"), "0.01 m");
  EXPECT_EQ(echo_of(file, "shape.axis"), "(none)");
  EXPECT_EQ(echo_of(file, "upper.material"), "steel");
  EXPECT_EQ(echo_of(file, "upper.young_modulus"), "2.1e+11 Pa");
  EXPECT_EQ(echo_of(file, "lower.material"), "rigid");
  EXPECT_EQ(echo_of(file, "lower.young_modulus"), "(none)");
  EXPECT_EQ(echo_of(file, "grid.margin"), "1.2");
  EXPECT_EQ(echo_of(file, "grid.centre_x"), "(none)");
  EXPECT_EQ(echo_of(file, "subsurface.x"), "(none)");
  EXPECT_EQ(echo_of(file, "solver.tolerance"), "1e-06");
}

TEST(CaseToml, TheExamplesAreAccepted) {
  int n_examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TREAD_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".toml") continue;
    ++n_examples;
    EXPECT_NO_THROW({
      const CaseFile file = read_toml(entry.path());
      const std::string& title = file.drop           ? file.drop->title
                                 : file.impact       ? file.impact->title
                                 : file.moving_load  ? file.moving_load->title
                                 : file.train_bridge ? file.train_bridge->title
                                 : file.vehicle_run  ? file.vehicle_run->title
                                 : file.wheelset     ? file.wheelset->title
                                                     : file.cases.at(0).title;
      EXPECT_FALSE(title.empty()) << entry.path();
    }) << entry.path();
  }
  EXPECT_GE(n_examples, 6);
}

TEST(CaseToml, TheThesisWheelAtRestHasTheGridOfTheThesis) {
  const ContactCase c =
      read_toml(TREAD_SOURCE_DIR "/examples/thesis_wheel_at_rest.toml").cases.at(0);
  const Grid grid = std::get<FixedArea>(c.area).grid;
  EXPECT_EQ(grid.nx, 25);
  EXPECT_EQ(grid.ny, 11);
  EXPECT_DOUBLE_EQ(grid.dx, 0.05 / 24);
  EXPECT_DOUBLE_EQ(grid.dy, 0.8);
  EXPECT_NEAR(grid.x(0), -0.025, 1e-15);
  EXPECT_NEAR(grid.x(24), 0.025, 1e-15);
  EXPECT_NEAR(grid.y(0), -4, 1e-14);
  EXPECT_NEAR(grid.y(10), 4, 1e-14);
  EXPECT_DOUBLE_EQ(c.bodies.upper.young_modulus(), 2e11);
  EXPECT_EQ(c.bodies.upper.poisson_ratio, 0.5);
  EXPECT_TRUE(c.bodies.lower.is_rigid());
  EXPECT_EQ(c.load.value, 175298);
}

TEST(CaseToml, TheRoughPatchComesFromItsFileInMetres) {
  const CaseFile file = read_toml(TREAD_SOURCE_DIR "/examples/rough_patch.toml");
  const auto& field = std::get<HeightField>(file.cases.at(0).shape);
  EXPECT_EQ(field.grid, std::get<FixedArea>(file.cases.at(0).area).grid);
  EXPECT_EQ(field.grid.nx, 32);
  EXPECT_EQ(field.grid.ny, 32);
  EXPECT_NEAR(field.grid.x(0), -15.5 * 50e-6, 1e-18);
  EXPECT_DOUBLE_EQ(field.heights.at(0), 3.9994e-6);
  EXPECT_DOUBLE_EQ(field.heights.at(1), 4.3490e-6);   // next along x
  EXPECT_DOUBLE_EQ(field.heights.at(32), 4.1166e-6);  // next along y
  EXPECT_EQ(echo_of(file, "grid.cells_x"), "32");
  EXPECT_EQ(echo_of(file, "grid.margin"), "(none)");
}

}  // namespace
}  // namespace tread::casefile
