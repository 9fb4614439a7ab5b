#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <utility>
#include <vector>

#include "tread/core/thread_team.hpp"
#include "tread/halfspace/fft.hpp"

namespace tread::halfspace {

/// The Fourier transform of a kernel that is even or odd along each axis, on a periodic table of mx
/// by my offsets.
///
/// It is real, up to the factor -i per odd axis, and only a quarter of it needs to be kept: index
/// ky * (mx/2 + 1) + kx.
struct KernelSymbol {
  int mx = 0;
  int my = 0;
  Parity parity_x = Parity::even;
  Parity parity_y = Parity::even;
  std::vector<double> quarter;
};

/// Symbol of a kernel given by its values at non-negative offsets, kernel(i, j) for 0 <= i < nx and
/// 0 <= j < ny; zero elsewhere in the periodic table of mx by my offsets (both even, or my = 1 for
/// a single row).
template <class Kernel>
KernelSymbol kernel_symbol(int mx, int my, int nx, int ny, Parity parity_x, Parity parity_y,
                           Kernel&& kernel) {
  const int width = mx / 2 + 1;
  const int height = my / 2 + 1;
  KernelSymbol symbol{mx, my, parity_x, parity_y, {}};
  symbol.quarter.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int j = 0; j < std::min(ny, height); ++j) {
    for (int i = 0; i < std::min(nx, width); ++i) {
      symbol.quarter[static_cast<std::size_t>(j) * static_cast<std::size_t>(width) +
                     static_cast<std::size_t>(i)] = kernel(i, j);
    }
  }
  transform_quarter(symbol.quarter, mx, my, parity_x, parity_y);
  return symbol;
}

/// Padded so far that the periodic convolution equals the free-space sum on nx by ny cells.
template <class Kernel>
KernelSymbol padded_symbol(int nx, int ny, Parity parity_x, Parity parity_y, Kernel&& kernel) {
  return kernel_symbol(std::max(good_fft_size(2 * nx - 1), 2), good_fft_size(2 * ny - 1), nx, ny,
                       parity_x, parity_y, std::forward<Kernel>(kernel));
}

/// Copies a row for Convolution::apply and says whether it has anything but zeros.
template <class Real>
bool copy_row(const Real* from, int n, Real* row) {
  std::copy_n(from, n, row);
  return std::any_of(from, from + n, [](Real value) { return value != 0; });
}

/// The half-transformed rows of one field on nx by ny cells, padded to mx by my, and the way from
/// them to transformed columns and back.
///
/// Columns are worked on in blocks: few enough to stay in cache, enough to read whole cache lines.
template <class Real>
class SpectrumPlane {
 public:
  using Complex = std::complex<Real>;
  static constexpr int k_batch = 8;

  SpectrumPlane(int nx, int ny, int mx, int my);

  int nx() const { return nx_; }
  int ny() const { return ny_; }
  int mx() const { return mx_; }
  int my() const { return my_; }
  int n_blocks() const { return stride_ / k_batch; }
  int n_columns(int block) const {
    return block + 1 == n_blocks() ? mx_ / 2 + 1 - block * k_batch : k_batch;
  }

  /// Transforms row[0..nx), whose memory goes up to mx; a row that is all zero need not be.
  void take_row(int j, Real* row, bool in_use);
  void give_row(int j, Real* row);

  /// Columns of a block, transformed: [column][ky], my values each.
  void take_columns(int block, Complex* columns) const;
  void give_columns(int block, Complex* columns);

 private:
  Complex* spectrum_row(int j) {
    return spectrum_.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(stride_);
  }
  const Complex* spectrum_row(int j) const {
    return spectrum_.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(stride_);
  }

  int nx_;
  int ny_;
  int mx_;
  int my_;
  int stride_;  // complex numbers from one row of the spectrum to the next, a multiple of the batch
  RowTransform<Real> row_transform_;
  ColumnTransform<Real> column_transform_;
  ColumnTransform<Real> last_columns_transform_;  // of the last block, which may be smaller
  AlignedArray<Complex> spectrum_;
  std::vector<unsigned char> row_in_use_;
};

/// Convolution of a field on nx by ny cells with a kernel symbol, by Fourier transforms: out = sum
/// over cells of kernel(offset) in. In `Real` precision; buffers and plans are made once.
///
/// Rows are read and written through functions, so that a caller can fold its own work (masks,
/// updates, dot products) into the pass that has the row in cache anyway. A row that is all zero is
/// not transformed.
template <class Real>
class Convolution {
 public:
  using Complex = std::complex<Real>;

  Convolution(int nx, int ny, const KernelSymbol& symbol);

  int nx() const { return plane_.nx(); }
  int ny() const { return plane_.ny(); }

  /// read(j, row) fills row[0..nx) and says whether it has anything but zeros; write(j, row) takes
  /// the result. Both are called once for every j, from the threads of the team.
  template <class ReadRow, class WriteRow>
  void apply(ThreadTeam& team, ReadRow&& read, WriteRow&& write) {
    prepare(team.size());
    team.for_ranges(ny(), [&](int begin, int end, int thread) {
      Real* row = row_buffer(thread);
      for (int j = begin; j < end; ++j) {
        const bool in_use = read(j, row);
        plane_.take_row(j, row, in_use);
      }
    });
    team.for_ranges(plane_.n_blocks(), [&](int begin, int end, int thread) {
      for (int block = begin; block < end; ++block) convolve_columns(block, thread);
    });
    team.for_ranges(ny(), [&](int begin, int end, int thread) {
      Real* row = row_buffer(thread);
      for (int j = begin; j < end; ++j) {
        plane_.give_row(j, row);
        write(j, static_cast<const Real*>(row));
      }
    });
  }

 private:
  void prepare(int n_threads);
  void convolve_columns(int block, int thread);
  void multiply(const Real* symbol, Complex* column) const;
  Real* row_buffer(int thread) { return row_buffers_[static_cast<std::size_t>(thread)].data(); }

  bool imaginary_;
  Parity parity_y_;
  SpectrumPlane<Real> plane_;
  AlignedArray<Real> symbol_;  // [kx][ky], ky up to my/2, normalised by 1/(mx my)
  std::vector<AlignedArray<Real>> row_buffers_;
  std::vector<AlignedArray<Complex>> column_buffers_;
};

/// The symbols of a symmetric two by two kernel as the tangential one is: xx and yy even along both
/// axes, xy odd along both.
struct VectorKernelSymbol {
  KernelSymbol xx;
  KernelSymbol xy;
  KernelSymbol yy;
};

/// The same for a field with an x and a y component: two transforms each way instead of the four
/// that single convolutions would take.
template <class Real>
class VectorConvolution {
 public:
  using Complex = std::complex<Real>;

  VectorConvolution(int nx, int ny, const VectorKernelSymbol& symbol);

  int nx() const { return planes_[0].nx(); }
  int ny() const { return planes_[0].ny(); }

  /// As Convolution::apply, with read(j, row_x, row_y) and write(j, row_x, row_y).
  template <class ReadRow, class WriteRow>
  void apply(ThreadTeam& team, ReadRow&& read, WriteRow&& write) {
    prepare(team.size());
    team.for_ranges(ny(), [&](int begin, int end, int thread) {
      Real* x = row_buffer(thread);
      Real* y = x + planes_[0].mx();
      for (int j = begin; j < end; ++j) {
        const bool in_use = read(j, x, y);
        planes_[0].take_row(j, x, in_use);
        planes_[1].take_row(j, y, in_use);
      }
    });
    team.for_ranges(planes_[0].n_blocks(), [&](int begin, int end, int thread) {
      for (int block = begin; block < end; ++block) convolve_columns(block, thread);
    });
    team.for_ranges(ny(), [&](int begin, int end, int thread) {
      Real* x = row_buffer(thread);
      Real* y = x + planes_[0].mx();
      for (int j = begin; j < end; ++j) {
        planes_[0].give_row(j, x);
        planes_[1].give_row(j, y);
        write(j, static_cast<const Real*>(x), static_cast<const Real*>(y));
      }
    });
  }

 private:
  struct Factors {
    Real xx, xy, yy;
  };

  void prepare(int n_threads);
  void convolve_columns(int block, int thread);
  Real* row_buffer(int thread) { return row_buffers_[static_cast<std::size_t>(thread)].data(); }

  std::array<SpectrumPlane<Real>, 2> planes_;
  std::vector<Factors> factors_;                 // [kx][ky], ky up to my/2, normalised by 1/(mx my)
  std::vector<AlignedArray<Real>> row_buffers_;  // both components of a row
  std::vector<AlignedArray<Complex>> column_buffers_;  // both components of a block
};

}  // namespace tread::halfspace
