#include "tread/contact/rolling_fields.hpp"

namespace tread::contact {

void move_cells(RollingState::Snapshot& snapshot, const Grid& grid, long long by_x, long long by_y,
                double friction_at_rest) {
  move_cells(snapshot.traction.x, grid, by_x, by_y, 0.0);
  move_cells(snapshot.traction.y, grid, by_x, by_y, 0.0);
  move_cells(snapshot.pressure, grid, by_x, by_y, 0.0);
  move_cells(snapshot.cells, grid, by_x, by_y, CellState::outside);
  move_cells(snapshot.friction, grid, by_x, by_y, friction_at_rest);
}

}  // namespace tread::contact
