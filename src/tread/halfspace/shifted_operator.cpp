#include "tread/halfspace/shifted_operator.hpp"

#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/halfspace/coupling.hpp"

namespace tread::halfspace {
namespace {

/// Whether a kernel has no parity along an axis and must be given at negative offsets too. On a
/// single cell there is nothing to tell even from odd.
bool is_split(double offset, int n_cells) { return offset != 0 && n_cells > 1; }

/// The influence of one cell at (i dx + s_x, j dy + s_y): for |i| < nx along an axis that is split,
/// for 0 <= i < nx along one that is not.
class KernelTable {
 public:
  KernelTable(const Grid& grid, const Compliance& compliance, SurfaceOffset offset,
              double line_datum)
      : grid_(grid),
        split_x_(is_split(offset.x, grid.nx)),
        split_y_(is_split(offset.y, grid.ny)),
        first_i_(split_x_ ? 1 - grid.nx : 0),
        first_j_(split_y_ ? 1 - grid.ny : 0) {
    values_.reserve(as_size(grid.nx - first_i_) * as_size(grid.ny - first_j_));
    for (int j = first_j_; j < grid.ny; ++j) {
      for (int i = first_i_; i < grid.nx; ++i) {
        values_.push_back(influence_of_cell(i * grid.dx + offset.x, j * grid.dy + offset.y, grid,
                                            compliance, line_datum));
      }
    }
  }

  /// The convolutions that add up to the coupling A_ij.
  std::vector<Convolution<double>> parts(Direction i, Direction j) const {
    std::vector<Convolution<double>> parts;
    for (const Parity parity_x : parities(Direction::x, i, j)) {
      for (const Parity parity_y : parities(Direction::y, i, j)) {
        parts.emplace_back(grid_.nx, grid_.ny,
                           padded_symbol(grid_.nx, grid_.ny, parity_x, parity_y, [&](int a, int b) {
                             return part(a, b, i, j, parity_x, parity_y);
                           }));
      }
    }
    return parts;
  }

 private:
  std::vector<Parity> parities(Direction axis, Direction i, Direction j) const {
    if (axis == Direction::x ? split_x_ : split_y_) return {Parity::even, Parity::odd};
    // one row of cells: only the offset 0 is asked for, and the kernel need not vanish there
    if ((axis == Direction::x ? grid_.nx : grid_.ny) == 1) return {Parity::even};
    return {parity_along(axis, i, j)};
  }

  double value(int a, int b, Direction i, Direction j) const {
    const std::size_t row = as_size(b - first_j_) * as_size(grid_.nx - first_i_);
    return component(values_[row + as_size(a - first_i_)], i, j);
  }

  double part(int a, int b, Direction i, Direction j, Parity parity_x, Parity parity_y) const {
    const auto half = [](double at, double mirrored, Parity parity) {
      return 0.5 * (parity == Parity::even ? at + mirrored : at - mirrored);
    };
    const auto along_x = [&](int row) {
      const double at = value(a, row, i, j);
      return split_x_ ? half(at, value(-a, row, i, j), parity_x) : at;
    };
    return split_y_ ? half(along_x(b), along_x(-b), parity_y) : along_x(b);
  }

  const Grid& grid_;
  bool split_x_;
  bool split_y_;
  int first_i_;
  int first_j_;
  std::vector<InfluenceCoefficients> values_;
};

void check_offset(SurfaceOffset offset) {
  if (!std::isfinite(offset.x) || !std::isfinite(offset.y)) {
    throw ModelError(fmt::format(
        "displacements are wanted at an offset of ({}, {}) m from the cell centres: give finite "
        "distances",
        offset.x, offset.y));
  }
}

}  // namespace

ShiftedOperator::ShiftedOperator(const Grid& grid, const Compliance& compliance,
                                 SurfaceOffset offset, double line_datum)
    : grid_(grid), compliance_(compliance), offset_(offset), line_datum_(line_datum) {
  check(grid);
  check_line_datum(grid, line_datum);
  check_offset(offset);
  const KernelTable table(grid_, compliance, offset, line_datum);
  const bool is_line = line_datum > 0;
  const bool couples = compliance.coupling != 0;
  using enum Direction;
  xx_ = table.parts(x, x);
  yy_ = table.parts(y, y);
  if (!is_line) {
    xy_ = table.parts(x, y);
    yx_ = table.parts(y, x);
  }
  if (couples) xz_ = table.parts(x, z);
  if (couples && !is_line) yz_ = table.parts(y, z);
}

bool ShiftedOperator::is_for(const Grid& grid, const Compliance& compliance, SurfaceOffset offset,
                             double line_datum) const {
  Grid here = grid;
  here.x0 = grid_.x0;
  here.y0 = grid_.y0;
  return here == grid_ && compliance == compliance_ && offset == offset_ &&
         line_datum == line_datum_;
}

void ShiftedOperator::add(Parts& parts, std::span<const double> traction,
                          std::span<double> displacement, ThreadTeam& team) const {
  check_field_size(traction.size(), grid_.n_cells());
  check_field_size(displacement.size(), grid_.n_cells());
  for (Convolution<double>& part : parts) {
    part.apply(
        team,
        [&](int j, double* row) {
          return copy_row(traction.data() + grid_.index(0, j), grid_.nx, row);
        },
        [&](int j, const double* row) {
          double* sum = displacement.data() + grid_.index(0, j);
          for (int i = 0; i < grid_.nx; ++i) sum[i] += row[i];
        });
  }
}

void ShiftedOperator::apply(std::span<const double> traction_x, std::span<const double> traction_y,
                            std::span<double> displacement_x, std::span<double> displacement_y,
                            ThreadTeam& team) {
  std::ranges::fill(displacement_x, 0.0);
  std::ranges::fill(displacement_y, 0.0);
  add(xx_, traction_x, displacement_x, team);
  add(xy_, traction_y, displacement_x, team);
  add(yx_, traction_x, displacement_y, team);
  add(yy_, traction_y, displacement_y, team);
}

void ShiftedOperator::add_pressure(std::span<const double> pressure,
                                   std::span<double> displacement_x,
                                   std::span<double> displacement_y, ThreadTeam& team) {
  add(xz_, pressure, displacement_x, team);
  add(yz_, pressure, displacement_y, team);
}

ShiftedOperator& renewed(std::optional<ShiftedOperator>& kept, const Grid& grid,
                         const Compliance& compliance, SurfaceOffset offset, double line_datum) {
  if (!kept || !kept->is_for(grid, compliance, offset, line_datum)) {
    kept.emplace(grid, compliance, offset, line_datum);
  }
  return *kept;
}

}  // namespace tread::halfspace
