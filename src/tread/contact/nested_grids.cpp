#include "tread/contact/nested_grids.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tread/core/as_size.hpp"
#include "tread/core/cell_range.hpp"

namespace tread::contact {
namespace {

/// Below twice this many cells a direction is not halved: the coarsest grid is cheap, and must
/// still resolve the contact.
constexpr int k_coarsest = 24;
constexpr int k_ghost_layers = 3;
constexpr int k_box_margin = 3;
/// Boxes are not worth their bookkeeping on grids smaller than this.
constexpr std::size_t k_smallest_boxed = 4096;

int halved(int n) { return n >= 2 * k_coarsest ? (n + 1) / 2 : n; }

/// Cubic interpolation at a quarter of a cell from point 0 towards point 1, from points -1, 0,
/// 1, 2.
constexpr std::array<double, 4> k_quarter = {-0.0546875, 0.8203125, 0.2734375, -0.0390625};

/// Interpolates a line of n values (stride apart) to fine centres; `factor` is 1 (copied) or 2.
template <class Source, class Sink>
void interpolate_line(int n_fine, int n_coarse, int factor, Source&& source, Sink&& sink) {
  if (factor == 1) {
    for (int k = 0; k < n_fine; ++k) sink(k, source(k));
    return;
  }
  const auto at = [&](int k) { return source(std::clamp(k, 0, n_coarse - 1)); };
  for (int k = 0; k < n_fine; ++k) {
    const int c = k / 2;
    const int towards = k % 2 == 0 ? -1 : 1;
    sink(k, k_quarter[0] * at(c - towards) + k_quarter[1] * at(c) + k_quarter[2] * at(c + towards) +
                k_quarter[3] * at(c + 2 * towards));
  }
}

}  // namespace

Extent coarser(const Extent& fine) { return {halved(fine.nx), halved(fine.ny)}; }

void restrict_distance(const std::vector<double>& fine, const Extent& fine_extent,
                       std::vector<double>& coarse, const Extent& coarse_extent) {
  const int fx = fine_extent.nx == coarse_extent.nx ? 1 : 2;
  const int fy = fine_extent.ny == coarse_extent.ny ? 1 : 2;
  coarse.resize(coarse_extent.n_cells());
  for (int j = 0; j < coarse_extent.ny; ++j) {
    for (int i = 0; i < coarse_extent.nx; ++i) {
      double sum = 0;
      int n_finite = 0;
      int n = 0;
      for (int fj = fy * j; fj < std::min(fy * (j + 1), fine_extent.ny); ++fj) {
        for (int fi = fx * i; fi < std::min(fx * (i + 1), fine_extent.nx); ++fi) {
          const double value = fine[as_size(fj) * as_size(fine_extent.nx) + as_size(fi)];
          ++n;
          if (std::isfinite(value)) {
            sum += value;
            ++n_finite;
          }
        }
      }
      coarse[as_size(j) * as_size(coarse_extent.nx) + as_size(i)] =
          2 * n_finite >= n ? sum / n_finite : std::numeric_limits<double>::infinity();
    }
  }
}

/// Linear continuation of the square beyond the contact, one layer of cells after the other.
void Prolongation::extend(const Extent& extent) {
  const int nx = extent.nx;
  const int ny = extent.ny;
  const auto known = [&](int i, int j, int layer) {
    if (i < 0 || i >= nx || j < 0 || j >= ny) return false;
    const unsigned char l = layer_[as_size(j) * as_size(nx) + as_size(i)];
    return l != 0 && l < layer;
  };
  for (int layer = 2; layer < 2 + k_ghost_layers; ++layer) {
    for (int j = 0; j < ny; ++j) {
      for (int i = 0; i < nx; ++i) {
        const std::size_t here = as_size(j) * as_size(nx) + as_size(i);
        if (layer_[here] != 0) continue;
        double sum = 0;
        int n = 0;
        constexpr std::array<std::array<int, 2>, 4> steps = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
        for (const std::array<int, 2>& direction : steps) {
          const int sx = direction[0];
          const int sy = direction[1];
          if (known(i + sx, j + sy, layer) && known(i + 2 * sx, j + 2 * sy, layer)) {
            const auto at = [&](int steps_away) {
              return square_[as_size(j + steps_away * sy) * as_size(nx) +
                             as_size(i + steps_away * sx)];
            };
            sum += 2 * at(1) - at(2);
            ++n;
          }
        }
        if (n > 0) {
          square_[here] = sum / n;
          layer_[here] = static_cast<unsigned char>(layer);
        }
      }
    }
  }
}

void Prolongation::apply(const std::vector<double>& coarse, const Extent& coarse_extent,
                         std::vector<double>& fine, const Extent& fine_extent) {
  const int cx = coarse_extent.nx;
  const int cy = coarse_extent.ny;
  const int fx = fine_extent.nx == cx ? 1 : 2;
  const int fy = fine_extent.ny == cy ? 1 : 2;
  square_.resize(coarse_extent.n_cells());
  layer_.resize(coarse_extent.n_cells());
  for (std::size_t i = 0; i < square_.size(); ++i) {
    square_[i] = coarse[i] * coarse[i];
    layer_[i] = coarse[i] > 0 ? 1 : 0;
  }
  extend(coarse_extent);

  rows_.resize(as_size(cy) * as_size(fine_extent.nx));
  for (int j = 0; j < cy; ++j) {
    const double* from = square_.data() + as_size(j) * as_size(cx);
    double* to = rows_.data() + as_size(j) * as_size(fine_extent.nx);
    interpolate_line(
        fine_extent.nx, cx, fx, [&](int i) { return from[i]; },
        [&](int i, double value) { to[i] = value; });
  }
  fine.assign(fine_extent.n_cells(), 0.0);
  const auto width = as_size(fine_extent.nx);
  for (int j = 0; j < fine_extent.ny; ++j) {
    const int c = j / fy;
    const int towards = fy == 1 ? 0 : (j % 2 == 0 ? -1 : 1);
    const auto row = [&](int k) {
      return rows_.data() + as_size(std::clamp(k, 0, cy - 1)) * width;
    };
    const double* r0 = row(c - towards);
    const double* r1 = row(c);
    const double* r2 = row(c + towards);
    const double* r3 = row(c + 2 * towards);
    for (int i = 0; i < fine_extent.nx; ++i) {
      const unsigned char layer = layer_[as_size(c) * as_size(cx) + as_size(i / fx)];
      if (layer == 0 || layer > 2) continue;
      const double square = fy == 1 ? r1[i]
                                    : k_quarter[0] * r0[i] + k_quarter[1] * r1[i] +
                                          k_quarter[2] * r2[i] + k_quarter[3] * r3[i];
      fine[as_size(j) * width + as_size(i)] = std::sqrt(std::max(square, 0.0));
    }
  }
}

Box box_around(const std::vector<double>& load, const Extent& extent) {
  const Box whole{0, 0, extent};
  if (extent.n_cells() < k_smallest_boxed) return whole;
  const CellRange range = positive_range(load, extent.nx, extent.ny);
  if (range.is_empty()) return whole;
  const auto place = [](int low, int high, int n, int& start, int& size) {
    // rounded up, so that boxes of similar contacts share their operators
    size = (high - low + 1 + 2 * k_box_margin + 7) / 8 * 8;
    if (size >= n) {
      size = n;
      start = 0;
      return;
    }
    start = std::clamp((low + high + 1 - size) / 2, 0, n - size);
  };
  Box box;
  place(range.x_first, range.x_last, extent.nx, box.x, box.extent.nx);
  place(range.y_first, range.y_last, extent.ny, box.y, box.extent.ny);
  return box;
}

}  // namespace tread::contact
