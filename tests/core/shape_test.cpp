#include "tread/core/shape.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tread/core/errors.hpp"

namespace tread {
namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();

double at(const Shape& shape, double x, double y) {
  return undeformed_distance(shape, Grid{1, 1, x, y, 1, 1}).at(0);
}

bool is_allowed(const Planform& planform, double x, double y) {
  return allowed_cells(planform, Grid{1, 1, x, y, 1, 1}).at(0) == 1;
}

TEST(Shape, SphereAndEllipsoidWithEqualAxesAreTheSameSurface) {
  EXPECT_DOUBLE_EQ(at(Sphere{5}, 3, 0), 1.0);  // 5 - sqrt(25 - 9)
  EXPECT_DOUBLE_EQ(at(Sphere{13}, 3, 4), 1.0);
  EXPECT_NEAR(at(Ellipsoid{5, 5, 5}, 1, 2), at(Sphere{5}, 1, 2), 1e-15);
}

TEST(Shape, SmallHeightOfALargeSphereKeepsAllItsDigits) {
  // x^2/(2R) (1 + x^2/(4R^2) + ..) with x/R = 1e-6: the second term is 2.5e-13 of the first.
  EXPECT_NEAR(at(Sphere{1e3}, 1e-3, 0) / 5e-10, 1 + 2.5e-13, 1e-15);
}

TEST(Shape, ParaboloidCylinderAndWheelAreHalfTheCurvatureTimesSquares) {
  EXPECT_DOUBLE_EQ(at(Paraboloid{2, 4}, 2, 4), 1.0 + 2.0);
  EXPECT_DOUBLE_EQ(at(Cylinder{5, Axis::y}, 3, 100), 1.0);
  EXPECT_DOUBLE_EQ(at(Cylinder{5, Axis::x}, 100, 3), 1.0);
  EXPECT_DOUBLE_EQ(at(WheelOnRail{0.5, k_infinity, 0.25}, 0.1, 0.1), 0.01 + 0.02);
}

TEST(Shape, NoSurfaceMeansInfiniteDistance) {
  EXPECT_EQ(at(Sphere{1}, 0.8, 0.8), k_infinity);
  EXPECT_EQ(at(Ellipsoid{1, 2, 3}, 0, 2.1), k_infinity);
  EXPECT_EQ(at(Cylinder{1, Axis::y, 4}, 0, 2.1), k_infinity);
  EXPECT_EQ(at(Cylinder{1, Axis::y}, 1.1, 0), k_infinity);
  EXPECT_EQ(at(CircularPunch{1}, 0.8, 0.8), k_infinity);
  EXPECT_EQ(at(RectangularPunch{2, 4}, 1.1, 0), k_infinity);
  EXPECT_EQ(at(CircularPunch{1}, 0.6, 0.8), 0);
  EXPECT_EQ(at(RectangularPunch{2, 4}, 1, -2), 0);
}

TEST(Shape, QuadricTakesItsSixNumbersInContactsOrder) {
  const Quadric shape{{1, 10, 100, 1000, 10'000, 100'000}};
  EXPECT_DOUBLE_EQ(at(shape, 2, 3), 4 + 60 + 900 + 2000 + 30'000 + 100'000);
}

TEST(Shape, QuadricWithSinesIsTheDifferenceOfTwoWavesOnAParaboloid) {
  const double pi = std::numbers::pi;
  const Quadric flat{};
  const QuadricWithSines first{{2, pi, 0.25, 0, 1, 0, 1e300, 1e300}};
  EXPECT_DOUBLE_EQ(at(first, 0.75, 7), 2 * std::sin(pi / 2) + at(flat, 0.75, 7));
  EXPECT_DOUBLE_EQ(at(first, 0.25 + 0.1, 0), -at(first, 0.25 - 0.1, 0));  // odd about b3
  const QuadricWithSines second{{0, 1, 0, 3, pi, 0.5, 1e300, 1e300}};
  EXPECT_DOUBLE_EQ(at(second, 1, 0), -3 * std::sin(pi / 2));
  const QuadricWithSines both{{2, 5, 0.3, 2, 5, 0.3, 4, 8}};  // equal waves cancel
  EXPECT_DOUBLE_EQ(at(both, 2, 4), 1.0 + 2.0);                // x^2/b7 + y^2/b8
}

TEST(Shape, TabulatedProfileIsLinearBetweenItsHeightsAndBeyondThem) {
  const CircleAlongX shape{1, 50, -1, 2, {3, 5, 4}};  // z at y = -1, 1, 3
  EXPECT_DOUBLE_EQ(at(shape, 1, -1), 3);
  EXPECT_DOUBLE_EQ(at(shape, 1, 1), 5);
  EXPECT_DOUBLE_EQ(at(shape, 1, 3), 4);
  EXPECT_DOUBLE_EQ(at(shape, 1, 0), 4);
  EXPECT_DOUBLE_EQ(at(shape, 1, 2), 4.5);
  EXPECT_DOUBLE_EQ(at(shape, 1, -2), 2);  // first interval goes on: slope 1
  EXPECT_DOUBLE_EQ(at(shape, 1, 5), 3);   // last interval goes on: slope -1/2
  EXPECT_DOUBLE_EQ(at(shape, 11, -1), 3 + 1.0);
  EXPECT_DOUBLE_EQ(at(shape, -9, -1), at(shape, 11, -1));  // symmetric about x_centre
}

TEST(Shape, TabulatedProfileOfAParabolaEqualsTheParaboloidAtItsPoints) {
  CircleAlongX shape{0, 2, -3, 1, {}};
  for (int k = 0; k < 7; ++k) shape.heights.push_back(0.5 * (k - 3) * (k - 3) / 4.0);
  const Grid grid = centred_grid(5, 7, 5, 7);
  const auto table = undeformed_distance(shape, grid);
  const auto exact = undeformed_distance(Paraboloid{2, 4}, grid);
  for (std::size_t i = 0; i < table.size(); ++i) EXPECT_DOUBLE_EQ(table[i], exact[i]);
}

TEST(Shape, NumbersThatCannotBeUsedAreRefused) {
  const Grid grid{1, 1, 0, 0, 1, 1};
  EXPECT_THROW(undeformed_distance(CircleAlongX{0, 1, 0, 1, {3}}, grid), ModelError);
  EXPECT_THROW(undeformed_distance(CircleAlongX{0, 1, 0, 0, {3, 4}}, grid), ModelError);
  EXPECT_THROW(undeformed_distance(CircleAlongX{0, 0, 0, 1, {3, 4}}, grid), ModelError);
  EXPECT_THROW(undeformed_distance(QuadricWithSines{{0, 0, 0, 0, 0, 0, 1, 0}}, grid), ModelError);
  EXPECT_THROW(undeformed_distance(HeightField{grid, {1, 2}}, grid), ModelError);
}

TEST(Planform, QuadraticRegionEndsBeforeItsEdge) {
  const QuadraticRegion ellipse{{0.25, 0, 1, 0, 0, -1}};  // x^2/4 + y^2 < 1
  EXPECT_TRUE(is_allowed(ellipse, 0, 0));
  EXPECT_TRUE(is_allowed(ellipse, 1.999, 0));
  EXPECT_FALSE(is_allowed(ellipse, 2, 0));
  EXPECT_FALSE(is_allowed(ellipse, 0, 1.001));
  const QuadraticRegion tilted{{0, 1, 0, 0, 0, 0}};  // x y < 0
  EXPECT_TRUE(is_allowed(tilted, -1, 1));
  EXPECT_FALSE(is_allowed(tilted, 1, 1));
  const QuadraticRegion half_plane{{0, 0, 0, 1, 0, -3}};  // x < 3
  EXPECT_TRUE(is_allowed(half_plane, 2.9, 100));
  EXPECT_FALSE(is_allowed(half_plane, 3.1, 100));
}

TEST(Planform, TwoRectanglesAreAUnionThatHoldsItsEdges) {
  const TwoRectangles pair{{{{0, 1, 0, 2}, {3, 4, -1, 1}}}};
  EXPECT_TRUE(is_allowed(pair, 0, 0));
  EXPECT_TRUE(is_allowed(pair, 1, 2));
  EXPECT_TRUE(is_allowed(pair, 4, -1));
  EXPECT_FALSE(is_allowed(pair, 2, 0));
  EXPECT_FALSE(is_allowed(pair, 0.5, -0.5));
  EXPECT_FALSE(is_allowed(pair, 3.5, 1.5));
}

TEST(Planform, CellsAreListedWithXFastest) {
  const Grid grid{2, 2, 0, 0, 1, 1};
  const TwoRectangles right{{{{1, 1, 0, 1}, {1, 1, 0, 1}}}};
  EXPECT_EQ(allowed_cells(right, grid), (std::vector<unsigned char>{0, 1, 0, 1}));
  EXPECT_EQ(allowed_cells(Everywhere{}, grid), (std::vector<unsigned char>{1, 1, 1, 1}));
}

}  // namespace
}  // namespace tread
