#pragma once

#include <cstddef>
#include <vector>

namespace tread::contact {

/// Fields on nested grids. A coarse cell covers two by two fine ones (one in a direction that is
/// not coarsened); where the fine count is odd, the last coarse cell reaches half a cell beyond the
/// fine grid.
struct Extent {
  int nx = 0;
  int ny = 0;

  std::size_t n_cells() const {
    return static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
  }
  bool operator==(const Extent&) const = default;
};

/// The next coarser grid; equal to the fine one when neither direction is worth halving.
Extent coarser(const Extent& fine);

/// Mean of the finite values below each coarse cell; infinite where fewer than half of them are
/// finite.
void restrict_distance(const std::vector<double>& fine, const Extent& fine_extent,
                       std::vector<double>& coarse, const Extent& coarse_extent);

/// Carries a pressure from a coarse to the next finer grid.
///
/// A contact pressure ends like a square root, so its square is what is interpolated: cubically,
/// after it was extended linearly a few cells beyond the contact. The result is positive only near
/// the coarse contact.
class Prolongation {
 public:
  void apply(const std::vector<double>& coarse, const Extent& coarse_extent,
             std::vector<double>& fine, const Extent& fine_extent);

 private:
  void extend(const Extent& extent);

  std::vector<double> square_;
  std::vector<double> next_;
  std::vector<unsigned char> layer_;  // 0: unknown; 1: contact; 2, 3, ...: ghost layers
  std::vector<double> rows_;          // interpolated along x only
};

/// A rectangle of cells: [x, x + nx) by [y, y + ny).
struct Box {
  int x = 0;
  int y = 0;
  Extent extent;

  bool operator==(const Box&) const = default;
};

/// The rectangle around all positive cells, with a margin, within the grid.
/// The whole grid if there is no positive cell or nothing to gain.
Box box_around(const std::vector<double>& load, const Extent& extent);

}  // namespace tread::contact
