#pragma once

#include <algorithm>
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

/// Convolution of a field on nx by ny cells with a kernel symbol, by Fourier transforms: out = sum
/// over cells of kernel(offset) in. In `Real` precision; buffers and plans are made once.
///
/// Rows are read and written through functions, so that a caller can fold its own work (masks,
/// updates, dot products) into the pass that has the row in cache anyway. A row that is all zero is
/// not transformed.
/// Copies a row for Convolution::apply and says whether it has anything but zeros.
template <class Real>
bool copy_row(const Real* from, int n, Real* row) {
  std::copy_n(from, n, row);
  return std::any_of(from, from + n, [](Real value) { return value != 0; });
}

template <class Real>
class Convolution {
 public:
  using Complex = std::complex<Real>;

  Convolution(int nx, int ny, const KernelSymbol& symbol);

  int nx() const { return nx_; }
  int ny() const { return ny_; }

  /// read(j, row) fills row[0..nx) and says whether it has anything but zeros; write(j, row) takes
  /// the result. Both are called once for every j, from the threads of the team.
  template <class ReadRow, class WriteRow>
  void apply(ThreadTeam& team, ReadRow&& read, WriteRow&& write) {
    prepare(team.size());
    team.for_ranges(ny_, [&](int begin, int end, int thread) {
      Real* row = row_buffer(thread);
      for (int j = begin; j < end; ++j) {
        row_in_use_[static_cast<std::size_t>(j)] = read(j, row);
        if (row_in_use_[static_cast<std::size_t>(j)]) transform_row(j, row);
      }
    });
    team.for_ranges(n_blocks(), [&](int begin, int end, int thread) {
      for (int block = begin; block < end; ++block) convolve_columns(block, thread);
    });
    team.for_ranges(ny_, [&](int begin, int end, int thread) {
      Real* row = row_buffer(thread);
      for (int j = begin; j < end; ++j) {
        row_transform_.backward(spectrum_row(j), row);
        write(j, static_cast<const Real*>(row));
      }
    });
  }

 private:
  /// Columns worked on at a time: few enough to stay in cache, enough to read whole cache lines.
  static constexpr int batch = 8;

  void prepare(int n_threads);
  void transform_row(int j, Real* row);
  void convolve_columns(int block, int thread);
  void multiply(const Real* symbol, Complex* column) const;
  int n_blocks() const { return stride_ / batch; }
  Real* row_buffer(int thread) { return row_buffers_[static_cast<std::size_t>(thread)].data(); }
  Complex* spectrum_row(int j) {
    return spectrum_.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(stride_);
  }

  int nx_;
  int ny_;
  int mx_;
  int my_;
  int stride_;  // complex numbers from one row of the spectrum to the next, a multiple of the batch
  bool imaginary_;
  Parity parity_y_;
  RowTransform<Real> row_transform_;
  ColumnTransform<Real> column_transform_;
  ColumnTransform<Real> last_columns_transform_;  // of the last block, which may be smaller
  AlignedArray<Real> symbol_;  // [kx][ky], ky up to my/2, normalised by 1/(mx my)
  AlignedArray<Complex> spectrum_;
  std::vector<unsigned char> row_in_use_;
  std::vector<AlignedArray<Real>> row_buffers_;
  std::vector<AlignedArray<Complex>> column_buffers_;
};

}  // namespace tread::halfspace
