#include "tread/halfspace/shifted_operator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "halfspace/bodies.hpp"
#include "halfspace/random_field.hpp"
#include "tread/core/errors.hpp"
#include "tread/halfspace/influence.hpp"
#include "tread/halfspace/surface_operator.hpp"

namespace tread::halfspace {
namespace {

struct Tractions {
  std::vector<double> x, y, z;
};
struct Displacements {
  std::vector<double> x, y;
};

Tractions random_tractions(const Grid& grid) {
  return {random_field(grid.n_cells(), 7), random_field(grid.n_cells(), 8),
          random_field(grid.n_cells(), 9)};
}

Displacements apply(ShiftedOperator& product, const Tractions& p, ThreadTeam& team) {
  // what was in the fields before must not matter
  Displacements u{std::vector<double>(p.x.size(), 1e9), std::vector<double>(p.x.size(), 1e9)};
  product.apply(p.x, p.y, u.x, u.y, team);
  product.add_pressure(p.z, u.x, u.y, team);
  return u;
}

template <class Influence>
Displacements direct_sum(const Grid& grid, const Tractions& p, SurfaceOffset offset,
                         Influence&& influence_at) {
  Displacements u;
  for (int iy = 0; iy < grid.ny; ++iy) {
    for (int ix = 0; ix < grid.nx; ++ix) {
      double sum_x = 0;
      double sum_y = 0;
      for (int jy = 0; jy < grid.ny; ++jy) {
        for (int jx = 0; jx < grid.nx; ++jx) {
          const InfluenceCoefficients a =
              influence_at((ix - jx) * grid.dx + offset.x, (iy - jy) * grid.dy + offset.y);
          const std::size_t j = grid.index(jx, jy);
          sum_x += a.xx * p.x[j] + a.xy * p.y[j] + a.xz * p.z[j];
          sum_y += a.yx * p.x[j] + a.yy * p.y[j] + a.yz * p.z[j];
        }
      }
      u.x.push_back(sum_x);
      u.y.push_back(sum_y);
    }
  }
  return u;
}

// Sums over at most a few hundred cells and transforms as long: rounding of 1e-14 of the largest
// displacement, give or take; tractions of both signs cancel some.
void expect_equal(const std::vector<double>& ours, const std::vector<double>& direct) {
  double largest = 0;
  double difference = 0;
  ASSERT_EQ(ours.size(), direct.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    largest = std::max(largest, std::abs(direct[i]));
    difference = std::max(difference, std::abs(ours[i] - direct[i]));
  }
  EXPECT_LE(difference, 1e-12 * largest);
}

TEST(ShiftedOperator, EqualsTheDirectSumForAnyOffsetOnEvenOddAndPrimeSizes) {
  ThreadTeam team(1);
  const Compliance compliance = compliance_of(k_bodies);
  for (const auto& [nx, ny] : std::vector<std::pair<int, int>>{
           {16, 12}, {15, 9}, {13, 17}, {1, 9}, {9, 1}, {1, 1}, {2, 3}}) {
    const Grid grid{nx, ny, -0.3, 0.2, 1e-3, 0.7e-3};
    const Tractions p = random_tractions(grid);
    for (const SurfaceOffset cells : {SurfaceOffset{0.01, 0},
                                      {0.3, 0},
                                      {1, 0},
                                      {-0.7, 0},
                                      {2.6, 0},
                                      {40, 0},
                                      {0, 0.4},
                                      {0, -1.5},
                                      {0.2, 0.9},
                                      {-3.3, 0.5},
                                      {0.6, -0.6}}) {
      SCOPED_TRACE(testing::Message()
                   << nx << " x " << ny << " offset " << cells.x << ' ' << cells.y << " cells");
      const SurfaceOffset offset{cells.x * grid.dx, cells.y * grid.dy};
      ShiftedOperator product(grid, compliance, offset);
      const Displacements ours = apply(product, p, team);
      const Displacements direct = direct_sum(grid, p, offset, [&](double x, double y) {
        return influence(x, y, grid.dx, grid.dy, compliance);
      });
      expect_equal(ours.x, direct.x);
      expect_equal(ours.y, direct.y);
    }
  }
}

TEST(ShiftedOperator, EqualsTheDirectSumOfStripsWhateverTheOffsetAlongThem) {
  ThreadTeam team(1);
  const Compliance compliance = compliance_of(k_bodies);
  const double datum = 0.1;
  for (const int nx : {16, 15, 1}) {
    const Grid grid{nx, 1, 0, 0, 1e-3, 1};
    const Tractions p = random_tractions(grid);
    for (const double cells : {0.0, 0.01, 0.5, 1.0, -2.3, 30.0}) {
      for (const double along : {0.0, 0.4}) {
        SCOPED_TRACE(testing::Message() << nx << " strips, offset " << cells << " cells");
        const SurfaceOffset offset{cells * grid.dx, along};
        ShiftedOperator product(grid, compliance, offset, datum);
        const Displacements ours = apply(product, p, team);
        const Displacements direct = direct_sum(grid, p, offset, [&](double x, double) {
          return strip_influence(x, grid.dx, datum, compliance);
        });
        expect_equal(ours.x, direct.x);
        expect_equal(ours.y, direct.y);
      }
    }
  }
}

TEST(ShiftedOperator, WithoutAnOffsetIsTheSurfaceOperator) {
  ThreadTeam team(1);
  const Grid grid{14, 11, 0, 0, 1e-3, 0.7e-3};
  const Compliance compliance = compliance_of(k_bodies);
  Tractions p = random_tractions(grid);
  std::ranges::fill(p.y, 0.0);
  std::ranges::fill(p.z, 0.0);
  ShiftedOperator shifted(grid, compliance, {0, 0});
  const Displacements ours = apply(shifted, p, team);
  SurfaceOperator plain(grid, compliance, Direction::x, Direction::x);
  std::vector<double> expected(grid.n_cells());
  plain.apply(p.x, expected, team);
  expect_equal(ours.x, expected);
}

TEST(ShiftedOperator, AnOffsetOfWholeCellsReadsTheUnshiftedResultThatManyCellsOn) {
  ThreadTeam team(1);
  const Grid grid{12, 10, 0, 0, 1e-3, 0.7e-3};
  const Compliance compliance = compliance_of(k_bodies);
  const Tractions p = random_tractions(grid);
  ShiftedOperator here(grid, compliance, {0, 0});
  ShiftedOperator there(grid, compliance, {2 * grid.dx, -3 * grid.dy});
  const Displacements u = apply(here, p, team);
  const Displacements moved = apply(there, p, team);
  const double scale = std::abs(*std::ranges::max_element(u.x));
  for (int j = 3; j < grid.ny; ++j) {
    for (int i = 0; i + 2 < grid.nx; ++i) {
      EXPECT_NEAR(moved.x[grid.index(i, j)], u.x[grid.index(i + 2, j - 3)], 1e-12 * scale);
      EXPECT_NEAR(moved.y[grid.index(i, j)], u.y[grid.index(i + 2, j - 3)], 1e-12 * scale);
    }
  }
}

TEST(ShiftedOperator, PressureDoesNotMoveIdenticalBodiesSideways) {
  ThreadTeam team(1);
  const Grid grid{6, 5, 0, 0, 1e-3, 1e-3};
  ShiftedOperator product(grid, compliance_of(BodyPair{k_bodies.upper, k_bodies.upper}),
                          {0.3e-3, 0.1e-3});
  std::vector<double> u_x(grid.n_cells(), 3.0);
  std::vector<double> u_y(grid.n_cells(), 4.0);
  product.add_pressure(random_field(grid.n_cells(), 1), u_x, u_y, team);
  EXPECT_EQ(u_x, std::vector<double>(grid.n_cells(), 3.0));
  EXPECT_EQ(u_y, std::vector<double>(grid.n_cells(), 4.0));
}

TEST(ShiftedOperator, ThreadsDoNotChangeABit) {
  const Grid grid{37, 23, 0, 0, 1e-3, 1e-3};
  const Tractions p = random_tractions(grid);
  ShiftedOperator product(grid, compliance_of(k_bodies), {0.4e-3, 0.2e-3});
  ThreadTeam one(1);
  ThreadTeam three(3);
  const Displacements alone = apply(product, p, one);
  const Displacements shared = apply(product, p, three);
  EXPECT_EQ(alone.x, shared.x);
  EXPECT_EQ(alone.y, shared.y);
}

TEST(ShiftedOperator, IsMadeAnewOnlyWhenCellsBodiesOrOffsetChange) {
  const Grid grid{6, 5, 0, 0, 1e-3, 1e-3};
  const Compliance compliance = compliance_of(k_bodies);
  const SurfaceOffset offset{0.3e-3, 0};
  const ShiftedOperator product(grid, compliance, offset);
  Grid moved = grid;
  moved.x0 += 7 * grid.dx;
  EXPECT_TRUE(product.is_for(moved, compliance, offset));
  Grid wider = grid;
  wider.nx += 1;
  EXPECT_FALSE(product.is_for(wider, compliance, offset));
  EXPECT_FALSE(product.is_for(grid, compliance_of(k_bodies.upper), offset));
  EXPECT_FALSE(product.is_for(grid, compliance, {0.2e-3, 0}));

  ThreadTeam team(1);
  const Tractions p = random_tractions(grid);
  std::optional<ShiftedOperator> kept;
  const Displacements first = apply(renewed(kept, grid, compliance, offset), p, team);
  const Displacements again = apply(renewed(kept, moved, compliance, offset), p, team);
  EXPECT_EQ(first.x, again.x);
  const Displacements other = apply(renewed(kept, grid, compliance, {0.2e-3, 0}), p, team);
  EXPECT_NE(first.x, other.x);
}

TEST(ShiftedOperator, RefusesFieldsOfTheWrongSizeAndWhatIsNoOffset) {
  ThreadTeam team(1);
  const Grid grid{3, 4, 0, 0, 1, 1};
  const Compliance compliance = compliance_of(k_bodies);
  ShiftedOperator product(grid, compliance, {0.5, 0});
  std::vector<double> right(12);
  std::vector<double> wrong(11);
  EXPECT_THROW(product.apply(wrong, right, right, right, team), ModelError);
  EXPECT_THROW(product.apply(right, right, right, wrong, team), ModelError);
  EXPECT_THROW(product.add_pressure(wrong, right, right, team), ModelError);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(ShiftedOperator(grid, compliance, {nan, 0}), ModelError);
  EXPECT_THROW(ShiftedOperator(grid, compliance, {0.5, 0}, 1.0), ModelError);  // four rows
}

}  // namespace
}  // namespace tread::halfspace
