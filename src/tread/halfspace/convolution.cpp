#include "tread/halfspace/convolution.hpp"

#include <cassert>

namespace tread::halfspace {
namespace {

std::size_t as_size(int n) { return static_cast<std::size_t>(n); }

int round_up(int n, int multiple) { return (n + multiple - 1) / multiple * multiple; }

}  // namespace

template <class Real>
Convolution<Real>::Convolution(int nx, int ny, const KernelSymbol& symbol)
    : nx_(nx),
      ny_(ny),
      mx_(symbol.mx),
      my_(symbol.my),
      stride_(round_up(symbol.mx / 2 + 1, batch)),
      imaginary_(symbol.parity_x != symbol.parity_y),
      parity_y_(symbol.parity_y),
      row_transform_(symbol.mx),
      column_transform_(symbol.my),
      symbol_(as_size(stride_) * as_size(symbol.my / 2 + 1)),
      spectrum_(as_size(stride_) * as_size(ny)),
      row_in_use_(as_size(ny)) {
  assert(nx <= mx_ && ny <= my_);
  const int width = mx_ / 2 + 1;
  const int height = my_ / 2 + 1;
  // (-i)^2 = -1 for a kernel odd along both axes; a single -i is applied in convolve_columns.
  const bool both_odd = symbol.parity_x == Parity::odd && symbol.parity_y == Parity::odd;
  const double factor = (both_odd ? -1.0 : 1.0) / (static_cast<double>(mx_) * my_);
  for (int k = 0; k < width; ++k) {
    for (int ky = 0; ky < height; ++ky) {
      const double value = symbol.quarter[as_size(ky) * as_size(width) + as_size(k)];
      symbol_[(as_size(k / batch) * as_size(height) + as_size(ky)) * batch + as_size(k % batch)] =
          static_cast<Real>(factor * value);
    }
  }
}

template <class Real>
void Convolution<Real>::prepare(int n_threads) {
  while (row_buffers_.size() < as_size(n_threads)) {
    row_buffers_.emplace_back(as_size(mx_));
    column_buffers_.emplace_back(as_size(my_) * batch);
  }
}

template <class Real>
void Convolution<Real>::transform_row(int j, Real* row) {
  std::fill(row + nx_, row + mx_, Real(0));
  row_transform_.forward(row, spectrum_row(j));
}

template <class Real>
void Convolution<Real>::convolve_columns(int block, int thread) {
  Complex* buffer = column_buffers_[as_size(thread)].data();
  const std::size_t first = as_size(block) * batch;
  for (int j = 0; j < ny_; ++j) {
    Complex* line = buffer + as_size(j) * batch;
    if (row_in_use_[as_size(j)]) {
      std::copy_n(spectrum_row(j) + first, batch, line);
    } else {
      std::fill_n(line, batch, Complex(0));
    }
  }
  std::fill(buffer + as_size(ny_) * batch, buffer + as_size(my_) * batch, Complex(0));
  if (my_ > 1) column_transform_.forward(buffer);

  const Real* symbol = symbol_.data() + first * as_size(my_ / 2 + 1);
  for (int ky = 0; ky < my_; ++ky) {
    const bool mirrored = ky > my_ / 2;
    const Real* line_symbol = symbol + as_size(mirrored ? my_ - ky : ky) * batch;
    const Real sign = mirrored && parity_y_ == Parity::odd ? Real(-1) : Real(1);
    Complex* line = buffer + as_size(ky) * batch;
    if (imaginary_) {
      for (int c = 0; c < batch; ++c) {
        const Real s = sign * line_symbol[c];
        line[c] = Complex(s * line[c].imag(), -s * line[c].real());
      }
    } else {
      for (int c = 0; c < batch; ++c) line[c] *= sign * line_symbol[c];
    }
  }

  if (my_ > 1) column_transform_.backward(buffer);
  for (int j = 0; j < ny_; ++j) {
    std::copy_n(buffer + as_size(j) * batch, batch, spectrum_row(j) + first);
  }
}

template class Convolution<float>;
template class Convolution<double>;

}  // namespace tread::halfspace
