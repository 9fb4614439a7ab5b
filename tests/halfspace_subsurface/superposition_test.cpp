#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "halfspace_subsurface/body.hpp"
#include "halfspace_subsurface/message_of.hpp"
#include "halfspace_subsurface/point_force.hpp"
#include "tread/core/errors.hpp"
#include "tread/halfspace/subsurface.hpp"

namespace tread::halfspace {
namespace {

using testing::as_state9;
using testing::difference;
using testing::State9;

const Grid k_small_grid{7, 5, -0.3, 0.2, 0.1, 0.13};

/// Deterministic values without symmetry, a third of them zero.
std::vector<double> some_field(const Grid& grid, double phase) {
  std::vector<double> field(grid.n_cells());
  for (std::size_t k = 0; k < field.size(); ++k) {
    field[k] = k % 3 == 1 ? 0 : std::sin(phase + 1.7 * static_cast<double>(k));
  }
  return field;
}

struct Fields {
  std::vector<double> pressure = some_field(k_small_grid, 0.1);
  std::vector<double> x = some_field(k_small_grid, 1.1);
  std::vector<double> y = some_field(k_small_grid, 2.1);
  TractionField view() const { return {pressure, x, y}; }
};

TEST(Superposition, EqualsTheSumOverAllRectangles) {
  const Fields fields;
  for (const Eigen::Vector3d& point :
       {Eigen::Vector3d{0.02, 0.3, 0.05}, {-1, 2, 0.7}, {0.1, 0.33, 0}, {40, 3, 2}}) {
    SubsurfaceState sum;
    for (int j = 0; j < k_small_grid.ny; ++j) {
      for (int i = 0; i < k_small_grid.nx; ++i) {
        const std::size_t k = k_small_grid.index(i, j);
        const Rectangle cell{k_small_grid.x(i) - 0.05, k_small_grid.x(i) + 0.05,
                             k_small_grid.y(j) - 0.065, k_small_grid.y(j) + 0.065};
        sum += under_rectangle(k_body, cell, {fields.x[k], fields.y[k], fields.pressure[k]}, point);
      }
    }
    const auto [u, s] = difference(
        as_state9(subsurface_at(k_body, k_small_grid, fields.view(), point)), as_state9(sum));
    // Cell sides are rounded differently here and there: some 1e-16 of each cell's share.
    EXPECT_LT(u, 1e-13);
    EXPECT_LT(s, 1e-13);
  }
}

TEST(Superposition, LayerEqualsThePointwiseSumAtEveryDepth) {
  const Fields fields;
  for (const double depth : {0.0, 0.004, 0.1, 3.0}) {
    const auto layer = subsurface_layer(k_body, k_small_grid, fields.view(), depth);
    ASSERT_EQ(layer.size(), k_small_grid.n_cells());
    for (int j = 0; j < k_small_grid.ny; ++j) {
      for (int i = 0; i < k_small_grid.nx; ++i) {
        const auto [u, s] =
            difference(as_state9(layer[k_small_grid.index(i, j)]),
                       as_state9(subsurface_at(k_body, k_small_grid, fields.view(),
                                               {k_small_grid.x(i), k_small_grid.y(j), depth})));
        EXPECT_LT(u, 1e-12) << i << ' ' << j << ' ' << depth;
        EXPECT_LT(s, 1e-12) << i << ' ' << j << ' ' << depth;
      }
    }
  }
}

TEST(Superposition, ColumnEqualsItsPoints) {
  const Fields fields;
  const std::vector<double> depths{0, 0.1, 0.5};
  const auto column = subsurface_column(k_body, k_small_grid, fields.view(), 0.1, 0.2, depths);
  ASSERT_EQ(column.size(), depths.size());
  for (std::size_t k = 0; k < depths.size(); ++k) {
    const auto point = subsurface_at(k_body, k_small_grid, fields.view(), {0.1, 0.2, depths[k]});
    EXPECT_EQ(column[k].stress, point.stress);
    EXPECT_EQ(column[k].displacement, point.displacement);
  }
}

TEST(Superposition, AGridOfEqualTractionsIsOneRectangle) {
  const std::vector<double> ones(k_small_grid.n_cells(), 1.0);
  const Rectangle whole{-0.35, 0.35, 0.135, 0.785};
  for (const Eigen::Vector3d& point :
       {Eigen::Vector3d{0.02, 0.3, 0.05}, {1, 2, 0.7}, {5, -3, 0.1}}) {
    const auto [u, s] =
        difference(as_state9(subsurface_at(k_body, k_small_grid, {ones, ones, ones}, point)),
                   as_state9(under_rectangle(k_body, whole, {1, 1, 1}, point)));
    EXPECT_LT(u, 1e-12);
    EXPECT_LT(s, 1e-12);
  }
}

TEST(Superposition, AMissingFieldIsZeroAndNoTractionGivesNoState) {
  const Fields fields;
  const std::vector<double> zeros(k_small_grid.n_cells(), 0.0);
  const Eigen::Vector3d point(0.1, 0.2, 0.3);
  EXPECT_EQ(subsurface_at(k_body, k_small_grid, {fields.pressure}, point).stress,
            subsurface_at(k_body, k_small_grid, {fields.pressure, zeros, zeros}, point).stress);
  EXPECT_EQ(subsurface_at(k_body, k_small_grid, {zeros}, point).stress, StressTensor{});
  EXPECT_EQ(subsurface_layer(k_body, k_small_grid, {zeros}, 0.1).front().stress, StressTensor{});
}

TEST(Superposition, LowerBodyFeelsTheReactionOfTheUpperOneAndIsPressedDown) {
  const Grid grid{3, 1, 0, 0, 0.1, 0.2};
  const std::vector<double> pressure{1.0, 2.0, 0.5};
  const std::vector<double> on_upper_x{0.3, -0.1, 0.2};
  const auto on_lower = lower_body_tractions({pressure, on_upper_x});
  EXPECT_TRUE(on_lower.traction_y.empty());
  const auto lower_body_at = [&](double z) {
    return mirrored(
        subsurface_at(k_body, grid, {pressure, on_lower.traction_x}, {grid.x(1), grid.y(0), -z}));
  };
  const auto upper_body_at = [&](double z) {
    return subsurface_at(k_body, grid, {pressure, on_upper_x}, {grid.x(1), grid.y(0), z});
  };
  // The stress vector on the common plane is the same from both sides.
  EXPECT_NEAR(lower_body_at(0).stress.xz, upper_body_at(0).stress.xz, 1e-14);
  EXPECT_NEAR(lower_body_at(0).stress.xz, -on_upper_x[1], 1e-14);
  EXPECT_NEAR(lower_body_at(0).stress.zz, -pressure[1], 1e-14);
  EXPECT_LT(lower_body_at(-0.2).displacement.z(), 0);
  EXPECT_GT(upper_body_at(0.2).displacement.z(), 0);
}

TEST(Superposition, BadInputIsRefusedWithItsValueAndARemedy) {
  std::vector<double> field(k_small_grid.n_cells(), 1.0);
  const std::vector<double> too_few(3, 1.0);
  EXPECT_EQ(message_of([&] {
              subsurface_layer(k_body, k_small_grid, {field, too_few}, 1);
            }),
            "the traction along x has 3 values for a grid of 7 x 5 cells; give one for each cell");
  EXPECT_EQ(message_of([&] { line_subsurface_at(k_body, k_small_grid, {field}, 0, 1); }),
            "a line contact has a grid with ny = 1, got 7 x 5 cells");
  field[4] = INFINITY;
  EXPECT_EQ(message_of([&] {
              subsurface_at(k_body, k_small_grid, {field}, {0, 0, 1});
            }),
            "the pressure of cell 4 must be finite, got inf");
}

}  // namespace
}  // namespace tread::halfspace
