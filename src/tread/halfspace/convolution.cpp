#include "tread/halfspace/convolution.hpp"

#include <cassert>

#include "tread/core/as_size.hpp"

namespace tread::halfspace {
namespace {

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
      column_transform_(symbol.my, batch),
      last_columns_transform_(symbol.my, symbol.mx / 2 + 1 - (n_blocks() - 1) * batch),
      symbol_(as_size(stride_) * as_size(symbol.my / 2 + 1)),
      spectrum_(as_size(stride_) * as_size(ny)),
      row_in_use_(as_size(ny)) {
  assert(nx <= mx_ && ny <= my_);
  const int width = mx_ / 2 + 1;
  const int height = my_ / 2 + 1;
  // (-i)^2 = -1 for a kernel odd along both axes; a single -i is applied in convolve_columns.
  const bool both_odd = symbol.parity_x == Parity::odd && symbol.parity_y == Parity::odd;
  const double factor = (both_odd ? -1.0 : 1.0) / (static_cast<double>(mx_) * my_);
  for (int ky = 0; ky < height; ++ky) {
    for (int k = 0; k < width; ++k) {
      const double value = symbol.quarter[as_size(ky) * as_size(width) + as_size(k)];
      symbol_[as_size(k) * as_size(height) + as_size(ky)] = static_cast<Real>(factor * value);
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

/// Multiplies one transformed column by its symbol, which is kept for the first half of the
/// frequencies only.
template <class Real>
void Convolution<Real>::multiply(const Real* symbol, Complex* column) const {
  const int half = my_ / 2;
  const Real sign = parity_y_ == Parity::odd ? Real(-1) : Real(1);
  if (imaginary_) {
    const auto times = [](Complex value, Real s) {
      return Complex(s * value.imag(), -s * value.real());
    };
    for (int ky = 0; ky <= half; ++ky) column[ky] = times(column[ky], symbol[ky]);
    for (int ky = half + 1; ky < my_; ++ky) {
      column[ky] = times(column[ky], sign * symbol[my_ - ky]);
    }
  } else {
    for (int ky = 0; ky <= half; ++ky) column[ky] *= symbol[ky];
    for (int ky = half + 1; ky < my_; ++ky) column[ky] *= sign * symbol[my_ - ky];
  }
}

template <class Real>
void Convolution<Real>::convolve_columns(int block, int thread) {
  Complex* buffer = column_buffers_[as_size(thread)].data();
  const bool last = block + 1 == n_blocks();
  const std::size_t first = as_size(block) * batch;
  const std::size_t n_columns = last ? as_size(mx_ / 2 + 1) - first : batch;
  const ColumnTransform<Real>& transform = last ? last_columns_transform_ : column_transform_;
  const auto height = as_size(my_);
  for (int j = 0; j < ny_; ++j) {
    const Complex* line = spectrum_row(j) + first;
    if (row_in_use_[as_size(j)]) {
      for (std::size_t c = 0; c < n_columns; ++c) buffer[c * height + as_size(j)] = line[c];
    } else {
      for (std::size_t c = 0; c < n_columns; ++c) buffer[c * height + as_size(j)] = Complex(0);
    }
  }
  for (std::size_t c = 0; c < n_columns; ++c) {
    std::fill(buffer + c * height + as_size(ny_), buffer + (c + 1) * height, Complex(0));
  }
  if (my_ > 1) transform.forward(buffer);
  for (std::size_t c = 0; c < n_columns; ++c) {
    multiply(symbol_.data() + (first + c) * as_size(my_ / 2 + 1), buffer + c * height);
  }
  if (my_ > 1) transform.backward(buffer);
  for (int j = 0; j < ny_; ++j) {
    Complex* line = spectrum_row(j) + first;
    for (std::size_t c = 0; c < n_columns; ++c) line[c] = buffer[c * height + as_size(j)];
  }
}

template class Convolution<float>;
template class Convolution<double>;

}  // namespace tread::halfspace
