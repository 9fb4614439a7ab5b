#include "tread/study/rolling_frames.hpp"

#include <cmath>

namespace tread::study {
namespace {

enum Fields : std::size_t { k_pressure, k_traction_x, k_traction_y, k_state, k_n_fields };

/// Parts of a cell by which grids of one contact may differ and be the same.
constexpr double k_same_place = 1e-6;

void append_to_field(const std::vector<double>& values, result::Field& field) {
  field.values.insert(field.values.end(), values.begin(), values.end());
}

}  // namespace

void RollingFrames::add(double distance, const Grid& grid,
                        const contact::FrictionalSolution& solution) {
  if (history_.times.empty()) {
    history_.name = "rolling";
    history_.title = "Contact over the distance";
    history_.time_name = "distance";
    history_.time_unit = "m";
    history_.grid = grid;
    history_.fields = {{"pressure", "Pa", "pressure", {}},
                       {"traction_x", "Pa", "traction on the upper body along x", {}},
                       {"traction_y", "Pa", "traction on the upper body along y", {}},
                       {"state", "", "0 outside, 1 adhesion, 2 slip", {}}};
  }
  const Grid& first = history_.grid;
  has_moved_ = has_moved_ || std::abs(grid.x0 - first.x0) > k_same_place * grid.dx ||
               std::abs(grid.y0 - first.y0) > k_same_place * grid.dy;
  history_.times.push_back(distance);
  append_to_field(solution.normal.pressure, history_.fields[k_pressure]);
  append_to_field(solution.traction.x, history_.fields[k_traction_x]);
  append_to_field(solution.traction.y, history_.fields[k_traction_y]);
  std::vector<double>& states = history_.fields[k_state].values;
  for (std::size_t i = 0; i < grid.n_cells(); ++i) {
    // A contact that was only pressed together has no states yet: nothing slips.
    const bool is_pressed = solution.normal.pressure[i] > 0;
    const bool slips = solution.cells[i] == contact::CellState::slip;
    states.push_back(slips ? 2 : is_pressed ? 1 : 0);
  }
}

result::FieldHistory RollingFrames::take() { return std::move(history_); }

double RollingFrames::bytes_of(double n_frames, std::size_t n_cells) {
  return n_frames * static_cast<double>(n_cells * k_n_fields * sizeof(double));
}

}  // namespace tread::study
