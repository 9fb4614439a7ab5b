#include "tread/study/thesis_chapter_4.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

#include "study/reproduced.hpp"
#include "tread/casefile/inp_reader.hpp"

namespace tread::study {
namespace {

class Listens : public Observer {
 public:
  void on_progress(double fraction, std::string_view) override { fractions.push_back(fraction); }
  std::vector<double> fractions;
};

class ThesisFig42 : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    Observer observer;
    figure() = thesis_fig_4_2(observer);
  }
  static Reproduction& figure() {
    static Reproduction reproduction;
    return reproduction;
  }
  static double percent(const std::string& what) { return test::ours(figure(), what); }
};

class ThesisFile453 : public testing::Test {
 protected:
  static Reproduction file() {
    Observer observer;
    return thesis_file_4_5_3(thesis_file_4_5_3_problem(), observer);
  }
};

TEST_F(ThesisFig42, PrintsNoNumbersSoNoRowHasOneOfThePaper) {
  for (const ReproducedRow& row : figure().rows) {
    EXPECT_EQ(row.paper, std::nullopt) << row.what;
    EXPECT_FALSE(row.why.empty()) << row.what;
  }
}

// 4/3 E* sqrt(R) delta^1.5 with E* = 2e8 Pa.
TEST_F(ThesisFig42, HertzForcesAreTheClosedForm) {
  EXPECT_NEAR(test::ours(figure(), "0.5 mm: force, Hertz"), 942.81, 0.01);
  EXPECT_NEAR(test::ours(figure(), "5 mm: force, Hertz"), 29814.24, 0.01);
  EXPECT_NEAR(test::ours(figure(), "20 mm: force, Hertz"), 238513.92, 0.01);
}

// Over 1.2 times the contact 50, 100 and 200 elements leave 0.017, 0.003 and 0.0006 %: the bound
// below is what lies between 50 and 100.
TEST_F(ThesisFig42, ParaboloidOnTheFineMeshIsHertz) {
  for (const char* at : {"0.5 mm", "5 mm", "20 mm"}) {
    EXPECT_NEAR(percent(fmt::format("{}: paraboloid, fine mesh, from Hertz", at)), 0, 0.01) << at;
  }
}

// -delta/(10 R) to first order; the next term is 0.004 % at most, at 20 mm, and the mesh adds 0.003
// %.
TEST_F(ThesisFig42, SphereOnTheFineMeshFallsBelowHertzInProportionToTheApproach) {
  EXPECT_NEAR(percent("0.5 mm: sphere, fine mesh, from Hertz"), -0.05, 0.005);
  EXPECT_NEAR(percent("5 mm: sphere, fine mesh, from Hertz"), -0.5, 0.005);
  EXPECT_NEAR(percent("20 mm: sphere, fine mesh, from Hertz"), -2, 0.01);
  EXPECT_NEAR(percent("finer mesh: sphere at 20 mm, from the sphere's closed form"), 0, 0.01);
  // 0.005 % of 0.5 % and of 2 %.
  EXPECT_NEAR(percent("difference grows with penetration: 20 mm over 5 mm, fine mesh"), 4, 0.05);
}

TEST_F(ThesisFig42, MeshAloneIsLargestWhereTheContactIsAFewElementsWide) {
  const double small = std::abs(percent("0.5 mm: paraboloid, 5 mm mesh of 4.5.3, from Hertz"));
  const double large = std::abs(percent("5 mm: paraboloid, 5 mm mesh of 4.5.3, from Hertz"));
  EXPECT_GT(small, 2);    // per cent
  EXPECT_LT(large, 0.6);  // per cent
  EXPECT_GT(percent("mesh alone, largest up to 5 mm, 10 mm mesh of A.2"),
            5 * percent("mesh alone, largest from 15 to 20 mm, 10 mm mesh of A.2"));
}

// A paraboloid on a mesh twice as wide, four times as deep, is the same problem in other units.
TEST_F(ThesisFig42, ParaboloidOnTheTwoCoarseMeshesIsTheSameAtFourTimesTheApproach) {
  EXPECT_NEAR(percent("20 mm: paraboloid, 10 mm mesh of A.2, from Hertz"),
              percent("5 mm: paraboloid, 5 mm mesh of 4.5.3, from Hertz"), 1e-5);
}

TEST_F(ThesisFig42, AtLargeApproachTheShapeOutweighsTheMeshAndHasTheOtherSign) {
  const double mesh = test::ours(figure(), "mesh alone at 20 mm, 10 mm mesh of A.2, from Hertz");
  const double shape = test::ours(figure(), "shape alone at 20 mm, closed form, from Hertz");
  EXPECT_GT(mesh, 0);
  EXPECT_LT(shape, -3 * mesh);
}

TEST_F(ThesisFig42, OnTheMeshesOfTheThesisTheLinesOfThePlotLieCloseTogether) {
  EXPECT_LT(percent("solver agrees with Hertz: gap in the plot, 5 mm mesh of 4.5.3"), 0.5);
  EXPECT_LT(percent("solver agrees with Hertz: gap in the plot, 10 mm mesh of A.2"), 2);
}

TEST_F(ThesisFig42, AContactThatOutgrowsTheMeshLosesMoreThanTheShapeExplains) {
  EXPECT_LT(percent("contact off the mesh: sphere at 10 mm, 5 mm mesh of 4.5.3, from Hertz"), -1.5);
}

TEST_F(ThesisFig42, CurvesRiseWithTheApproachAndEndWhereTheirMeshEnds) {
  EXPECT_EQ(figure().curves.size(), 2u * (1 + 6));
  for (const ReproducedCurve& c : figure().curves) {
    EXPECT_EQ(c.x_label, "approach [m]");
    ASSERT_EQ(c.x.size(), c.y.size()) << c.name;
    EXPECT_TRUE(std::ranges::is_sorted(c.x)) << c.name;
    if (c.y_label == "force [N]") {
      EXPECT_TRUE(std::ranges::is_sorted(c.y)) << c.name;
    }
  }
  EXPECT_NEAR(test::curve(figure(), "sphere, 5 mm mesh of 4.5.3", "force [N]").x.back(), 5e-3,
              1e-12);
  EXPECT_NEAR(test::curve(figure(), "sphere, fine mesh", "force [N]").x.back(), 20e-3, 1e-12);
}

TEST_F(ThesisFig42, CurvesHoldTheNumbersOfTheRows) {
  const auto& difference =
      test::curve(figure(), "sphere, 10 mm mesh of A.2", "difference from Hertz [%]");
  EXPECT_NEAR(difference.y.back(), percent("20 mm: sphere, 10 mm mesh of A.2, from Hertz"), 1e-10);
  EXPECT_NEAR(difference.y.front(), percent("0.5 mm: sphere, 10 mm mesh of A.2, from Hertz"),
              1e-10);
}

TEST(ThesisChapter4, TheProblemIsThatOfTheFileAsPrinted) {
  const casefile::CaseFile file =
      casefile::read_inp(TREAD_EXAMPLES "/thesis_4_5_3.inp", casefile::InpUnits::metre);
  const auto& printed = std::get<HeightField>(file.cases.at(0).shape);
  const contact::NormalProblem ours = thesis_file_4_5_3_problem();
  EXPECT_EQ(printed.heights, ours.distance);
  EXPECT_EQ(printed.grid.nx, ours.grid.nx);
  EXPECT_DOUBLE_EQ(printed.grid.dx, ours.grid.dx);
  EXPECT_DOUBLE_EQ(contact_modulus(file.cases[0].bodies), contact_modulus(ours.bodies));
}

TEST(ThesisChapter4, ProgressRisesToOne) {
  Listens figure;
  thesis_fig_4_2(figure);
  Listens file;
  thesis_file_4_5_3(thesis_file_4_5_3_problem(), file);
  for (const auto& fractions : {figure.fractions, file.fractions}) {
    EXPECT_GE(fractions.size(), 3u);
    EXPECT_TRUE(std::ranges::is_sorted(fractions));
    EXPECT_DOUBLE_EQ(fractions.back(), 1);
  }
}

TEST(ThesisChapter4, ARunThatWasStoppedHasNoNumbers) {
  test::Stops observer;
  for (const Reproduction& reproduction :
       {thesis_fig_4_2(observer), thesis_file_4_5_3(thesis_file_4_5_3_problem(), observer)}) {
    EXPECT_EQ(reproduction.status, SolveStatus::stopped);
    EXPECT_TRUE(reproduction.rows.empty());
    EXPECT_TRUE(reproduction.curves.empty());
  }
}

// The file prints R - sqrt(R^2 - x^2 - y^2) - delta with R = 0.1 m, delta = 5 mm in the format
// %.4E, x and y from -25 to 25 mm.
TEST_F(ThesisFile453, ItsNumbersAreASphereToTheLastPrintedDigit) {
  const contact::NormalProblem problem = thesis_file_4_5_3_problem();
  ASSERT_EQ(problem.distance.size(), 121u);
  for (int j = 0; j < 11; ++j) {
    for (int i = 0; i < 11; ++i) {
      const double x = (i - 5) * 5e-3;
      const double y = (j - 5) * 5e-3;
      const double exact = 0.1 - std::sqrt(0.01 - x * x - y * y) - 5e-3;
      const double printed = problem.distance[problem.grid.index(i, j)];
      EXPECT_EQ(fmt::format("{:.4E}", printed), fmt::format("{:.4E}", exact)) << i << ' ' << j;
    }
  }
}

// SIGMA and GG of the file; XL, YL = -0.028, -0.03 is the lower left corner of elements of 5 mm.
TEST_F(ThesisFile453, ItsGridAndMaterialsAreThePrintedOnes) {
  const contact::NormalProblem problem = thesis_file_4_5_3_problem();
  EXPECT_EQ(problem.grid.nx, 11);
  EXPECT_EQ(problem.grid.ny, 11);
  EXPECT_DOUBLE_EQ(problem.grid.x0 - 0.5 * problem.grid.dx, -0.028);
  EXPECT_DOUBLE_EQ(problem.grid.y0 - 0.5 * problem.grid.dy, -0.03);
  EXPECT_EQ(problem.grid.dx, 5e-3);
  EXPECT_EQ(problem.grid.dy, 5e-3);
  EXPECT_EQ(problem.bodies.upper.shear_modulus, 5e7);
  EXPECT_EQ(problem.bodies.lower.shear_modulus, 1e20);
  EXPECT_EQ(problem.bodies.upper.poisson_ratio, 0.5);
  EXPECT_EQ(problem.bodies.lower.poisson_ratio, 0.5);
}

// 29 796 N and 69 elements were found by an independent calculation, rounded to newtons.
TEST_F(ThesisFile453, AsPrintedItGives29796NewtonOn69Elements) {
  const Reproduction reproduction = file();
  EXPECT_NEAR(test::ours(reproduction, "force, penetrations as printed"), 29796, 0.5);
  EXPECT_EQ(test::ours(reproduction, "elements in contact, as printed"), 69);
}

// Five digits of 5 mm are good to 5e-8 m: 1e-5 of the approach and 1.5e-5 of the force, 0.45 N.
TEST_F(ThesisFile453, RoundingToFiveDigitsHardlyChangesTheForce) {
  const Reproduction reproduction = file();
  const double rounded = test::ours(reproduction, "force, penetrations as printed");
  const double exact = test::ours(reproduction, "force, exact sphere on the same grid");
  EXPECT_NEAR(rounded, exact, 0.45);
  EXPECT_NE(rounded, exact);
}

// 200 elements leave 0.001 %; the bound is a seventieth of what parts the two closed forms.
TEST_F(ThesisFile453, RefinedItTendsToTheTrueSphereAndNotToHertz) {
  const Reproduction reproduction = file();
  const double closed_form = test::ours(reproduction, "force, sphere in closed form");
  EXPECT_NEAR(test::ours(reproduction, "force, sphere on 200 x 200 elements"), closed_form,
              7e-5 * closed_form);
  EXPECT_NEAR(closed_form, 29665, 0.5);
  EXPECT_NEAR(test::ours(reproduction, "force, Hertz"), 29814, 0.5);
}

TEST_F(ThesisFile453, MeshAndShapeNearlyCancel) {
  const Reproduction reproduction = file();
  const double mesh =
      test::ours(reproduction, "mesh alone: as printed from the sphere's closed form");
  const double shape = test::ours(reproduction, "shape alone: sphere's closed form from Hertz");
  const double both = test::ours(reproduction, "both: as printed from Hertz");
  EXPECT_NEAR(both, mesh + shape, 0.01);  // their product, 0.5 % of 0.5 %, is left out
  EXPECT_LT(std::abs(both), 0.25 * std::min(std::abs(mesh), std::abs(shape)));
}

// The pole is found from the numbers, wherever the file puts its grid.
TEST_F(ThesisFile453, WhereTheGridLiesChangesNothing) {
  contact::NormalProblem moved = thesis_file_4_5_3_problem();
  moved.grid.x0 += 7;
  moved.grid.y0 -= 3;
  Observer observer;
  const Reproduction here = file();
  const Reproduction there = thesis_file_4_5_3(moved, observer);
  for (std::size_t i = 0; i < here.rows.size(); ++i) {
    EXPECT_EQ(there.rows[i].ours, here.rows[i].ours) << here.rows[i].what;
  }
}

}  // namespace
}  // namespace tread::study
