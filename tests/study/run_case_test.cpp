#include "tread/study/run_case.hpp"
#include "study/case_result.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tread/casefile/case_toml.hpp"
#include "tread/casefile/inp_reader.hpp"
#include "tread/core/errors.hpp"
#include "tread/reference/hertz.hpp"

namespace tread::study {
namespace {

using test::scalar;

result::CaseResult run_inp(const std::string& text) {
  const result::Result result =
      run_case(casefile::parse_inp(text, "test.inp", casefile::InpUnits::millimetre), RunOptions{});
  EXPECT_EQ(result.cases.size(), 1u);
  return result.cases.front();
}

result::Result run_toml(const std::string& text) {
  return run_case(casefile::parse_toml(text, "test.toml", {}), RunOptions{});
}

long long in_contact(const result::CaseResult& result) { return result.elements.front().value; }

/// A frictionless case with CONTACT's rail steel; the last two lines say where to look for the
/// contact.
std::string steel_case(const std::string& load, const std::string& area) {
  return "3 MODULE\n 200" + std::string(load[0] == 'F' ? "1" : "0") +
         "00 PBTNFS\n 022020 LDCMZE\n 0000341 HGIAOWR\n 80 200 5 1 1e-8\n " + load.substr(1) +
         " 0. 0. 0.\n 0.3 0.3\n 0.28 0.28 82000. 82000.\n" + area + "\n0 MODULE\n";
}

// Approach, peak pressure and elements in contact as CONTACT 25.2 computes them on the same grids
// (its examples fastsim and tractcurv, first cases, whose friction between like bodies does not
// change the pressure).
TEST(RunCase, SemiAxesAsInContactsExampleFastsim) {
  const result::CaseResult result =
      run_inp(steel_case("F82000.", " -3 IPOTCN\n 44 44 8.000 4.000 1.100"));
  EXPECT_NEAR(scalar(result, "approach") / 0.09265636757e-3, 1, 1e-6);
  EXPECT_NEAR(scalar(result, "peak_pressure") / 1222.824072e6, 1, 1e-6);
  EXPECT_EQ(in_contact(result), 1276);
}

TEST(RunCase, CurvatureAndAxisRatioAsInContactsExampleTractcurv) {
  const result::CaseResult result =
      run_inp(steel_case("F106700.", " -2 IPOTCN\n 48 44 0.0008 0.500 1.100"));
  EXPECT_NEAR(scalar(result, "approach") / 0.07650771289e-3, 1, 1e-6);
  EXPECT_NEAR(scalar(result, "peak_pressure") / 640.7385953e6, 1, 1e-6);
  EXPECT_EQ(in_contact(result), 1384);
}

TEST(RunCase, CurvaturesAndSemiAxesOfOneContactLeadToTheSameGridAndSolution) {
  const result::CaseResult by_axes =
      run_inp(steel_case("F82000.", " -3 IPOTCN\n 40 40 8.000 4.000 1.100"));
  const reference::HertzEllipse hertz =
      reference::hertz_ellipse_from_axes_and_force({8e-3, 4e-3}, 82000, 82e9 / 0.72);
  const result::CaseResult by_curvatures = run_inp(
      steel_case("F82000.", fmt::format(" -1 IPOTCN\n 40 40 {} {} 1.100", 1e-3 * hertz.curvatures.x,
                                        1e-3 * hertz.curvatures.y)));
  EXPECT_NEAR(scalar(by_curvatures, "approach") / scalar(by_axes, "approach"), 1, 1e-10);
  EXPECT_NEAR(by_curvatures.fields->grid.dx / by_axes.fields->grid.dx, 1, 1e-10);
}

TEST(RunCase, LineContactFromCurvatureAndHalfLengthCarriesItsForceAsHertzSays) {
  // A1 = 1/(2 R) with R = 500 mm, 178.9 N/mm over 200 mm: a = 1 mm (CONTACT's Carter problem)
  const result::CaseResult result =
      run_inp(steel_case("F35780.", " -4 IPOTCN\n 60 1 0.001 100. 1.2"));
  EXPECT_NEAR(scalar(result, "contact_length_x"), 2e-3, 0.5 * 2 * 1.2e-3 / 60 * 2);
  // p0 = 2 P / (pi a) = 113.9 MPa for an endless line; a row of 200 mm is as good
  EXPECT_NEAR(scalar(result, "peak_pressure") / 113.9e6, 1, 0.01);
}

TEST(RunCase, TheThesisWheelAtRest) {
  const result::Result result = run_toml(R"(
[load]
force = 175298
[shape]
type = "cylinder"
radius = 0.3
length = 8.8
[upper]
young_modulus = 2e11
poisson_ratio = 0.5
[lower]
material = "rigid"
[grid]
cells_x = 25
cells_y = 11
size_x_mm = 52.083333333333336
size_y = 8.8
)");
  EXPECT_TRUE(result.ok());
  EXPECT_NEAR(scalar(result.cases[0], "approach"), 4.639e-7, 0.001e-7);
  EXPECT_EQ(in_contact(result.cases[0]), 11);
}

TEST(RunCase, NoContactIsAResultOfItsOwn) {
  const result::Result result =
      run_toml("[load]\napproach_um = -1\n[shape]\ntype = \"sphere\"\nradius = 1\n");
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.cases[0].status, "no_contact");
  EXPECT_EQ(scalar(result.cases[0], "normal_force"), 0);
  EXPECT_EQ(result.cases[0].notes.front(), "No contact: the bodies do not touch.");
}

TEST(RunCase, AFixedGridThatIsTooSmallIsAnErrorWithTheWayOut) {
  try {
    run_toml(
        "[load]\nforce = 1e4\n[shape]\ntype = \"sphere\"\nradius = 1\n[grid]\nsize_x_mm = "
        "1\nsize_y_mm = 1\n");
    FAIL() << "accepted";
  } catch (const CaseError& error) {
    EXPECT_NE(std::string(error.what()).find("reaches the edge of the grid"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("hint: make the grid larger"), std::string::npos);
  }
}

TEST(RunCase, AutomaticAreasHoldTheContactWithRoomAround) {
  const result::Result result =
      run_toml("[load]\nforce = 1e4\n[shape]\ntype = \"sphere\"\nradius = 1\n");
  const Grid& grid = result.cases[0].fields->grid;
  EXPECT_NEAR(grid.width() / scalar(result.cases[0], "contact_length_x"), 1.2, 0.1);
}

TEST(RunCase, StressesBelowALineContactPeakWhereHertzSays) {
  const result::Result result = run_toml(R"(
[load]
force_kN = 4
[shape]
type = "cylinder"
radius_mm = 5
[grid]
line_contact = true
line_length_mm = 20
cells_x = 400
datum_distance_mm = 50
[subsurface]
depth_max_mm = 0.2
n_depths = 401
)");
  const result::Table& table = result.cases[0].tables.front();
  double largest = 0;
  double depth = 0;
  for (std::size_t i = 0; i < table.columns[13].values.size(); ++i) {
    if (table.columns[13].values[i] > largest) {
      largest = table.columns[13].values[i];
      depth = table.columns[2].values[i];
    }
  }
  // half width 0.10500 mm, peak pressure 1212.5 MPa; depths are 0.5 um apart
  EXPECT_NEAR(depth / 0.10500e-3, 0.786, 0.005);
  EXPECT_NEAR(largest / 1212.5e6, 0.300, 0.0005);
}

}  // namespace
}  // namespace tread::study
