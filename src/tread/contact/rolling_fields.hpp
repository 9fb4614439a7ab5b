#pragma once

#include <vector>

#include "tread/contact/rolling_contact.hpp"

namespace tread::contact {

/// Moves a field, in place, so that cell (i, j) gets what was at (i + by_x, j + by_y); new cells
/// are empty.
template <class T>
void move_cells(std::vector<T>& field, const Grid& grid, long long by_x, long long by_y, T empty) {
  if (by_x == 0 && by_y == 0) return;
  // From the side that is moved out, so that nothing is overwritten before it was read.
  const bool forwards = by_y > 0 || (by_y == 0 && by_x > 0);
  for (int n = 0; n < grid.ny; ++n) {
    const int j = forwards ? n : grid.ny - 1 - n;
    const long long from_j = j + by_y;
    for (int m = 0; m < grid.nx; ++m) {
      const int i = forwards ? m : grid.nx - 1 - m;
      const long long from_i = i + by_x;
      const bool inside = from_i >= 0 && from_i < grid.nx && from_j >= 0 && from_j < grid.ny;
      field[grid.index(i, j)] =
          inside ? field[grid.index(static_cast<int>(from_i), static_cast<int>(from_j))] : empty;
    }
  }
}

/// The same for all fields of a snapshot; new cells have no contact, and friction at rest.
void move_cells(RollingState::Snapshot& snapshot, const Grid& grid, long long by_x, long long by_y,
                double friction_at_rest);

}  // namespace tread::contact
