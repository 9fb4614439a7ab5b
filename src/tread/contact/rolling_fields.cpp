#include "tread/contact/rolling_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::contact {
namespace {

constexpr double k_smallest_cosine = 1e-12;

double clean(double value) { return std::abs(value) < k_smallest_cosine ? 0 : value; }

}  // namespace

Heading heading_of(const Grid& grid, double direction) {
  Heading heading{clean(std::cos(direction)), clean(std::sin(direction)), 0};
  if (grid.ny == 1 && heading.y != 0) {
    throw ModelError(fmt::format(
        "a contact on a single row of cells can roll along x only (0 or 180 degrees), got {} rad",
        direction));
  }
  heading.cell = 1 / std::max(std::abs(heading.x) / grid.dx, std::abs(heading.y) / grid.dy);
  return heading;
}

void move_cells(RollingState::Snapshot& snapshot, const Grid& grid, long long by_x, long long by_y,
                double friction_at_rest) {
  move_cells(snapshot.traction.x, grid, by_x, by_y, 0.0);
  move_cells(snapshot.traction.y, grid, by_x, by_y, 0.0);
  move_cells(snapshot.pressure, grid, by_x, by_y, 0.0);
  move_cells(snapshot.cells, grid, by_x, by_y, CellState::outside);
  move_cells(snapshot.friction, grid, by_x, by_y, friction_at_rest);
}

}  // namespace tread::contact
