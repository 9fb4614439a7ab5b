#include "tread/halfspace/surface_operator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "halfspace/bodies.hpp"
#include "halfspace/random_field.hpp"
#include "tread/core/errors.hpp"
#include "tread/halfspace/influence.hpp"

namespace tread::halfspace {
namespace {

TEST(SurfaceOperator, FftProductEqualsTheDirectSumOnEvenOddAndPrimeSizes) {
  ThreadTeam team(1);
  for (const auto& [nx, ny] : std::vector<std::pair<int, int>>{
           {16, 12}, {15, 21}, {13, 17}, {1, 9}, {9, 1}, {1, 1}, {2, 3}, {31, 2}}) {
    const Grid grid{nx, ny, -0.3, 0.2, 1e-3, 0.7e-3};
    const std::vector<double> traction = random_field(grid.n_cells(), 7);
    for (const Direction i : {Direction::x, Direction::y, Direction::z}) {
      for (const Direction j : {Direction::x, Direction::y, Direction::z}) {
        SCOPED_TRACE(testing::Message() << nx << " x " << ny << " component " << static_cast<int>(i)
                                        << static_cast<int>(j));
        const Compliance compliance = compliance_of(k_bodies);
        SurfaceOperator product(grid, compliance, i, j);
        std::vector<double> displacement(grid.n_cells());
        product.apply(traction, displacement, team);
        double largest = 0;
        double difference = 0;
        for (int iy = 0; iy < ny; ++iy) {
          for (int ix = 0; ix < nx; ++ix) {
            const double direct =
                surface_displacement(grid.x(ix), grid.y(iy), grid, compliance, i, j, traction);
            largest = std::max(largest, std::abs(direct));
            difference = std::max(difference, std::abs(direct - displacement[grid.index(ix, iy)]));
          }
        }
        // x0 and y0 are not multiples of the cell size: offsets themselves carry rounding of 1e-13
        // relative
        EXPECT_LE(difference, 1e-12 * largest);
      }
    }
  }
}

TEST(SurfaceOperator, LineContactEqualsTheDirectSumOfStrips) {
  ThreadTeam team(1);
  for (const int nx : {16, 15, 13, 1}) {
    const Grid grid{nx, 1, 0, 0, 1e-3, 1};
    const double datum = 0.1;
    const Compliance compliance = compliance_of(k_bodies);
    const std::vector<double> traction = random_field(grid.n_cells(), 11);
    const auto expect_product = [&](Direction i, Direction j, double InfluenceCoefficients::*a) {
      SurfaceOperator product(grid, compliance, i, j, datum);
      std::vector<double> displacement(grid.n_cells());
      product.apply(traction, displacement, team);
      for (int at = 0; at < nx; ++at) {
        double sum = 0;
        double scale = 0;
        for (int from = 0; from < nx; ++from) {
          const double term =
              strip_influence((at - from) * grid.dx, grid.dx, datum, compliance).*a *
              traction[static_cast<std::size_t>(from)];
          sum += term;
          scale += std::abs(term);
        }
        EXPECT_NEAR(displacement[static_cast<std::size_t>(at)], sum, 1e-12 * scale);
      }
    };
    expect_product(Direction::z, Direction::z, &InfluenceCoefficients::zz);
    expect_product(Direction::y, Direction::y, &InfluenceCoefficients::yy);
    expect_product(Direction::x, Direction::z, &InfluenceCoefficients::xz);
    expect_product(Direction::z, Direction::x, &InfluenceCoefficients::zx);
  }
}

TEST(SurfaceOperator, FieldsOfTheWrongSizeAreRefused) {
  ThreadTeam team(1);
  SurfaceOperator product(Grid{3, 4, 0, 0, 1, 1}, compliance_of(k_bodies), Direction::z,
                          Direction::z);
  std::vector<double> field(11);
  EXPECT_THROW(product.apply(field, field, team), ModelError);
}

TEST(SurfaceOperator, ThreadsDoNotChangeABit) {
  const Grid grid{37, 41, 0, 0, 1e-3, 1e-3};
  const std::vector<double> traction = random_field(grid.n_cells(), 3);
  SurfaceOperator product(grid, compliance_of(k_bodies), Direction::x, Direction::z);
  std::vector<double> one(grid.n_cells());
  std::vector<double> three(grid.n_cells());
  ThreadTeam single(1);
  ThreadTeam team(3);
  product.apply(traction, one, single);
  product.apply(traction, three, team);
  EXPECT_EQ(one, three);
}

}  // namespace
}  // namespace tread::halfspace
