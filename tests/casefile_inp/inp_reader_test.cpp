#include "tread/casefile/inp_reader.hpp"

#include <gtest/gtest.h>

#include "casefile_inp/inp_text.hpp"

namespace tread::casefile {
namespace {

void expect_grid(const Grid& grid, const Grid& expected) {
  EXPECT_EQ(grid.nx, expected.nx);
  EXPECT_EQ(grid.ny, expected.ny);
  EXPECT_DOUBLE_EQ(grid.x0, expected.x0);
  EXPECT_DOUBLE_EQ(grid.y0, expected.y0);
  EXPECT_DOUBLE_EQ(grid.dx, expected.dx);
  EXPECT_DOUBLE_EQ(grid.dy, expected.dy);
}

TEST(InpReader, AWholeCaseComesInSiUnits) {
  const CaseFile file = InpText().read();
  ASSERT_EQ(file.cases.size(), 1u);
  EXPECT_TRUE(file.warnings.empty());
  EXPECT_EQ(file.path, "t.inp");
  EXPECT_EQ(file.units_note, "numbers taken as mm, N and N/mm2; the .inp format has no units");
  const ContactCase& c = file.cases[0];
  EXPECT_EQ(c.title, "case 1");
  EXPECT_EQ(c.load.kind, Load::Kind::force);
  EXPECT_EQ(c.load.value, 1000);
  EXPECT_EQ(c.bodies.upper.poisson_ratio, 0.25);
  EXPECT_EQ(c.bodies.lower.poisson_ratio, 0.3);
  EXPECT_DOUBLE_EQ(c.bodies.upper.shear_modulus, 80e9);
  EXPECT_DOUBLE_EQ(c.bodies.lower.shear_modulus, 40e9);
  EXPECT_EQ(c.solver.tolerance, 1e-5);
  EXPECT_FALSE(c.line_contact);
  expect_grid(grid_of(c), {3, 2, -2e-3, -1e-3, 2e-3, 2e-3});
  const auto& b = std::get<Quadric>(c.shape).b;
  EXPECT_DOUBLE_EQ(b[0], 10);  // 1/m
  EXPECT_DOUBLE_EQ(b[2], 20);
  EXPECT_TRUE(std::holds_alternative<Everywhere>(c.planform));
  EXPECT_EQ(c.places.at("GG1").line, 8);
  EXPECT_EQ(c.places.at("MX").file, "t.inp");
}

TEST(InpReader, MetresNewtonsAndPascalsAreTakenAsTheyAre) {
  const InpText text{.distance = "0.01 0.02 0.03 0.04 0.05 0.06"};
  const CaseFile file = text.read(InpUnits::metre);
  EXPECT_EQ(file.units_note, "numbers taken as m, N and Pa; the .inp format has no units");
  const ContactCase& c = file.cases.at(0);
  EXPECT_EQ(c.bodies.upper.shear_modulus, 80000);
  expect_grid(grid_of(c), {3, 2, -2, -1, 2, 2});
  EXPECT_EQ(std::get<Quadric>(c.shape).b, (std::array{0.01, 0.02, 0.03, 0.04, 0.05, 0.06}));
}

TEST(InpReader, UnitsDoNotChangeTheProblem) {
  // The same bodies written in mm and in m: equal undeformed distances in SI, to rounding.
  const std::string sines = "0.002 1.2 0.3 0.001 2. 0.1 800. 600.";
  const std::string sines_m = "0.002e-3 1.2e3 0.3e-3 0.001e-3 2.e3 0.1e-3 0.8 0.6";
  const InpText mm{.base = "3 2", .distance = sines, .more = "1. 0. 2. 0.5 0.1 -3."};
  InpText m{.base = "3 2", .distance = sines_m, .more = "1. 0. 2. 0.5e-3 0.1e-3 -3.e-6"};
  m.grid = "3 2 -3.e-3 -2.e-3 2.e-3 2.e-3";
  const ContactCase a = mm.read_one();
  const ContactCase b = m.read_one(InpUnits::metre);
  const auto h_a = undeformed_distance(a.shape, grid_of(a));
  const auto h_b = undeformed_distance(b.shape, grid_of(b));
  ASSERT_EQ(h_a.size(), 6u);
  for (std::size_t i = 0; i < h_a.size(); ++i) EXPECT_NEAR(h_a[i], h_b[i], 1e-15 * 1e-3);
  EXPECT_EQ(allowed_cells(a.planform, grid_of(a)), allowed_cells(b.planform, grid_of(b)));
}

TEST(InpReader, ApproachIsALength) {
  const ContactCase c = InpText{.first = "200000", .load = "0.02 0 0 0"}.read_one();
  EXPECT_EQ(c.load.kind, Load::Kind::approach);
  EXPECT_DOUBLE_EQ(c.load.value, 2e-5);
  EXPECT_DOUBLE_EQ(InpText({.first = "200000", .load = "-0.02 0 0 0"}).read_one().load.value,
                   -2e-5);
}

TEST(InpReader, AllFourWaysToGiveAGridAgree) {
  const Grid expected{3, 2, -2e-3, -1e-3, 2e-3, 2e-3};
  expect_grid(grid_of(InpText{.option = "1", .grid = "3 2 -3 -2 2 2"}.read_one()), expected);
  expect_grid(grid_of(InpText{.option = "2", .grid = "3 2 -3 -2 3 2"}.read_one()), expected);
  expect_grid(grid_of(InpText{.option = "3", .grid = "3 2 -2 -1 2 2"}.read_one()), expected);
  expect_grid(grid_of(InpText{.option = "4", .grid = "3 2 -2 -1 2 1"}.read_one()), expected);
}

TEST(InpReader, ASingleRowBetweenCentresIsAsHighAsTheirDistance) {
  // CONTACT: dy = (YCM - YC1) / max(1, MY - 1).
  expect_grid(grid_of(InpText{.option = "4", .grid = "3 1 -2 0 2 5"}.read_one()),
              {3, 1, -2e-3, 0, 2e-3, 5e-3});
}

TEST(InpReader, HertzianAreasKeepWhatContactDefines) {
  using Given = HertzArea::Given;
  struct Row {
    const char* option;
    Given given;
    double first, second;
  };
  for (const Row& row :
       {Row{"-1", Given::curvatures, 2e3, 3e3}, Row{"-2", Given::curvature_and_ratio, 2e3, 3},
        Row{"-3", Given::semi_axes, 2e-3, 3e-3}, Row{"-4", Given::line_curvature, 2e3, 3e-3},
        Row{"-5", Given::line_half_width, 2e-3, 3e-3}}) {
    const InpText text{.option = row.option,
                       .grid = "40 30 2. 3. 1.25 MX MY .. SCALE",
                       .base = "",
                       .distance = ""};
    const HertzArea area = std::get<HertzArea>(text.read_one().area);
    EXPECT_EQ(area.given, row.given);
    EXPECT_EQ(area.nx, 40);
    EXPECT_EQ(area.ny, 30);
    EXPECT_DOUBLE_EQ(area.first, row.first);
    EXPECT_DOUBLE_EQ(area.second, row.second);
    EXPECT_EQ(area.margin, 1.25);
  }
}

TEST(InpReader, TabulatedProfileAndItsHeightsMayRunOverLines) {
  const ContactCase c =
      InpText{.base = "2 1", .distance = "4 1. 460. -8.\n2. NN XM RM Y1 DY1\n1 2\n3\n4 % last"}
          .read_one();
  const auto& shape = std::get<CircleAlongX>(c.shape);
  EXPECT_DOUBLE_EQ(shape.x_centre, 1e-3);
  EXPECT_DOUBLE_EQ(shape.radius, 0.46);
  EXPECT_DOUBLE_EQ(shape.y_first, -8e-3);
  EXPECT_DOUBLE_EQ(shape.y_step, 2e-3);
  EXPECT_EQ(shape.heights, (std::vector<double>{1e-3, 2e-3, 3e-3, 4e-3}));
}

TEST(InpReader, DistancePerElementComesWithXFastestAndMayBeNegative) {
  const ContactCase c = InpText{.base = "9 1", .distance = "1 -2 3\n\n4 5 6"}.read_one();
  const auto& field = std::get<HeightField>(c.shape);
  EXPECT_EQ(field.grid, grid_of(c));
  EXPECT_EQ(field.heights, (std::vector<double>{1e-3, -2e-3, 3e-3, 4e-3, 5e-3, 6e-3}));
  EXPECT_EQ(undeformed_distance(c.shape, grid_of(c)).at(1), -2e-3);
}

TEST(InpReader, PlanformOfTwoRectangles) {
  const ContactCase c = InpText{.base = "1 3", .more = "-3 -1 -2 2  1 3 -2 2"}.read_one();
  EXPECT_EQ(allowed_cells(c.planform, grid_of(c)), (std::vector<unsigned char>{1, 0, 1, 1, 0, 1}));
}

TEST(InpReader, ControlWordsMayDropZerosAndHaveSixSevenOrEightDigits) {
  for (const char* third :
       {"1", "000001", "0000001", "00000001", "001341 G-I-A-O-W-R", "0001341"}) {
    EXPECT_EQ(InpText{.third = third}.error(), "") << third;
  }
  EXPECT_EQ((InpText{.second = "22020"}).error(), "");
  EXPECT_EQ((InpText{.second = "0022020 V-L-D-C-M-Z-E"}).error(), "");
  EXPECT_EQ((InpText{.second = "022020 0 M2"}).error(), "");
  EXPECT_EQ((InpText{.first = "100", .load = "5 0 0 0"}).error(), "");
}

TEST(InpReader, DebugWordIsReadWhenThereIsOne) {
  EXPECT_EQ((InpText{.third = "10000001\n0000000 3 PSFLCIN"}).error(), "");
}

TEST(InpReader, EverySolverSettingHasItsLineAndIsToldToBeUnused) {
  const std::string line = "999 100 30 1 1e-6\n";
  for (const auto& [third, extra] :
       {std::pair{"200001", "0.9 0.9 5 0.5"}, std::pair{"300001", "0.9 0.9 5 0.5"},
        std::pair{"400001", "5 0.5"}, std::pair{"500001", "1 .5 2 1 0 1 1 1"}}) {
    const CaseFile file = InpText{.third = third, .solver = line + extra}.read();
    ASSERT_EQ(file.warnings.size(), 1u);
    EXPECT_EQ(file.warnings[0], std::string("line 2: the solver asked for by G = ") + third[0] +
                                    " is not used: tread has its own");
  }
}

TEST(InpReader, FrictionLinesAreReadForEveryLaw) {
  for (const char* second : {"222020", "322020", "422020"}) {
    EXPECT_EQ((InpText{.second = second, .friction = "0.3 0.1 100 0.1 200\n0.001 1 MEMDST MEM_S0"})
                  .error(),
              "");
  }
}

TEST(InpReader, CreepagesAndSpinCentreHaveNoInfluenceWithoutFriction) {
  const ContactCase c =
      InpText{.first = "200120", .load = "7 0.5 0.5 0.1 1. 2. FN FX FY CPHI"}.read_one();
  EXPECT_EQ(c.load.value, 7);
  EXPECT_EQ((InpText{.load = "7 0 0 0 1."}).read_one().load.value, 7);
}

TEST(InpReader, HugeModulusStaysAnElasticBody) {
  const ContactCase c =
      InpText{.material = "0.5 0.5 5.0000E+07 1.0000E+20"}.read_one(InpUnits::metre);
  EXPECT_EQ(c.bodies.lower.shear_modulus, 1e20);
  EXPECT_FALSE(c.bodies.lower.is_rigid());
}

constexpr const char* k_second_case = "3 MODULE\n200100\n100000\n0100001\n50 0 0 0\n";

TEST(InpReader, ASecondCaseKeepsWhatItsDigitsSay) {
  const CaseFile file = InpText{.more = k_second_case}.read();
  ASSERT_EQ(file.cases.size(), 2u);
  const ContactCase& c = file.cases[1];
  EXPECT_EQ(c.title, "case 2");
  EXPECT_EQ(c.load.value, 50);
  EXPECT_EQ(file.cases[0].load.value, 1000);
  EXPECT_EQ(grid_of(c), grid_of(file.cases[0]));
  EXPECT_EQ(std::get<Quadric>(c.shape).b, std::get<Quadric>(file.cases[0].shape).b);
  EXPECT_EQ(c.bodies.upper.shear_modulus, file.cases[0].bodies.upper.shear_modulus);
  EXPECT_EQ(c.solver.tolerance, 1e-5);
  EXPECT_EQ(c.places.at("FN").line, 17);
  EXPECT_EQ(c.places.at("GG1").line, 8);
}

TEST(InpReader, ANewGridTakesTheOldFormulaAnew) {
  const CaseFile file =
      InpText{.more = "3 MODULE\n200100\n120010\n0100001\n50 0 0 0\n3\n5 5 0 0 1 1"}.read();
  EXPECT_EQ(grid_of(file.cases.at(1)).nx, 5);
  EXPECT_EQ(std::get<Quadric>(file.cases[1].shape).b, std::get<Quadric>(file.cases[0].shape).b);
}

TEST(InpReader, HeightsMoveToANewGridOfAsManyElements) {
  const CaseFile file =
      InpText{.base = "9 1",
              .distance = "1 2 3 4 5 6",
              .more = "3 MODULE\n200100\n120010\n0100001\n50 0 0 0\n3\n3 2 0 0 1 1"}
          .read();
  const ContactCase& c = file.cases.at(1);
  EXPECT_EQ(undeformed_distance(c.shape, grid_of(c)).at(5), 6e-3);
}

TEST(InpReader, CasesMayFollowWithoutAModuleLine) {
  const CaseFile file =
      InpText{.third = "0",
              .more = "200100\n100000\n100000\n50 0 0 0\n200100\n100000\n100001\n60 0 0 0"}
          .read();
  ASSERT_EQ(file.cases.size(), 3u);
  EXPECT_EQ(file.cases[2].load.value, 60);
}

TEST(InpReader, ASkippedCaseIsCheckedAndGivesItsDataToTheNext) {
  const CaseFile file = InpText{.third = "3", .more = k_second_case}.read();
  ASSERT_EQ(file.cases.size(), 1u);
  EXPECT_EQ(file.cases[0].title, "case 2");
  EXPECT_EQ(file.cases[0].load.value, 50);
  ASSERT_EQ(file.warnings.size(), 1u);
  EXPECT_EQ(file.warnings[0], "line 2: case 1 is checked and not solved, as R = 3 asks");
}

TEST(InpReader, WhatFollowsTheEndIsToldNotToBeRead) {
  const CaseFile file = InpText{.end = "0 MODULE\n% remark\n3 MODULE"}.read();
  ASSERT_EQ(file.warnings.size(), 1u);
  EXPECT_EQ(file.warnings[0], "line 15: what follows '0 MODULE' is not read");
}

TEST(InpReader, PointsBelowTheSurfaceByCoordinatesAreSorted) {
  const ContactCase c =
      InpText{.first = "200103", .more = "1 1 MATFIL OUTPUT\n9\n2 1 3\n1 -1\n0.5\n0.3 0.1\n0.2\n0"}
          .read_one();
  ASSERT_EQ(c.subsurface.size(), 1u);
  EXPECT_EQ(c.subsurface[0].x, (std::vector<double>{-1e-3, 1e-3}));
  EXPECT_EQ(c.subsurface[0].y, (std::vector<double>{0.5e-3}));
  EXPECT_EQ(c.subsurface[0].z, (std::vector<double>{0.1 * 1e-3, 0.2 * 1e-3, 0.3 * 1e-3}));
}

TEST(InpReader, PointsBelowElementsLieUnderTheirCentres) {
  const ContactCase c = InpText{.first = "200103",
                                .more =
                                    "1 1\n1\n2 0.5 0.25 NZ ZL DZ\n"
                                    "2\n1 2 3\n2 1 2\n1 0 1\n"
                                    "7\n2 1\n3 2\n1\n2\n0.4 0.2\n0"}
                            .read_one();
  ASSERT_EQ(c.subsurface.size(), 3u);
  EXPECT_EQ(c.subsurface[0].x.size(), 3u);
  EXPECT_EQ(c.subsurface[0].y.size(), 2u);
  EXPECT_EQ(c.subsurface[0].z, (std::vector<double>{0.5e-3, 0.75e-3}));
  const Grid& grid = grid_of(c);
  EXPECT_EQ(c.subsurface[1].x, (std::vector<double>{grid.x(0), grid.x(2)}));
  EXPECT_EQ(c.subsurface[1].y, (std::vector<double>{grid.y(1)}));
  EXPECT_EQ(c.subsurface[2].x, (std::vector<double>{grid.x(1), grid.x(2)}));
  EXPECT_EQ(c.subsurface[2].y, (std::vector<double>{grid.y(0)}));
  EXPECT_EQ(c.subsurface[2].z, (std::vector<double>{0.2 * 1e-3, 0.4 * 1e-3}));
}

TEST(InpReader, StoredPointsAreUsedAgainOnTheGridOfTheNewCase) {
  const CaseFile file =
      InpText{.first = "200103",
              .more =
                  "1 1\n1\n1 1 1\n0\n3 MODULE\n200101\n120010\n0100001\n50 0 0 0\n3\n5 5 0 0 1 1\n"
                  "3 MODULE\n200102\n100000\n0100001\n50 0 0 0\n0 0\n"
                  "3 MODULE\n200100\n100000\n0100001\n50 0 0 0"}
          .read();
  ASSERT_EQ(file.cases.size(), 4u);
  EXPECT_EQ(file.cases[0].subsurface.at(0).x.size(), 3u);
  EXPECT_EQ(file.cases[1].subsurface.at(0).x.size(), 5u);
  EXPECT_EQ(file.cases[2].subsurface.at(0).x.size(), 5u);
  EXPECT_TRUE(file.cases[3].subsurface.empty());
}

TEST(InpReader, TypographicMinusSignsGiveOneWarning) {
  const CaseFile file = InpText{.grid =
                                    "3 2 \xE2\x88\x92"
                                    "3. \xE2\x88\x92"
                                    "2. 2. 2."}
                            .read();
  ASSERT_EQ(file.warnings.size(), 1u);
  EXPECT_EQ(file.warnings[0],
            "typographic minus signs, first in line 10, were read as '-' in 2 numbers");
  EXPECT_DOUBLE_EQ(grid_of(file.cases.at(0)).x0, -2e-3);
}

TEST(InpReader, NumbersAfterTextAreFreeText) {
  EXPECT_EQ((InpText{.material = "0.3 0.3 1 1 POISS 1,2 GG 1,2"}).error(), "");
  EXPECT_EQ((InpText{.module = "3 MODULE 7 8"}).error(), "");
  EXPECT_EQ((InpText{.module = "3 1 1"}).error(), "");
}

TEST(InpReader, AHertzianGridIsFormedAgainForANewLoad) {
  InpText text{.option = "-1", .grid = "40 30 2. 3. 1.25", .base = "", .distance = ""};
  text.more = "3 MODULE\n200100\n110010\n0100001\n50 0 0 0";
  EXPECT_EQ(text.read().cases.size(), 2u);
  text.more = "3 MODULE\n200100\n100000\n0100001\n1000 0 0 0";  // nothing changed: the kept grid is
                                                                // the same
  EXPECT_EQ(text.read().cases.size(), 2u);
  text.option = "-3";
  text.more =
      "3 MODULE\n200100\n100010\n0100001\n50 0 0 0";  // the grid is given, h is formed again
  EXPECT_EQ(text.read().cases.size(), 2u);
}

}  // namespace
}  // namespace tread::casefile
