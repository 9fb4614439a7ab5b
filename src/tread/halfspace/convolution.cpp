#include "tread/halfspace/convolution.hpp"

#include <cassert>

#include "tread/core/as_size.hpp"

namespace tread::halfspace {
namespace {

int round_up(int n, int multiple) { return (n + multiple - 1) / multiple * multiple; }

}  // namespace

template <class Real>
SpectrumPlane<Real>::SpectrumPlane(int nx, int ny, int mx, int my)
    : nx_(nx),
      ny_(ny),
      mx_(mx),
      my_(my),
      stride_(round_up(mx / 2 + 1, k_batch)),
      row_transform_(mx),
      column_transform_(my, k_batch),
      last_columns_transform_(my, n_columns(n_blocks() - 1)),
      spectrum_(as_size(stride_) * as_size(ny)),
      row_in_use_(as_size(ny)) {
  assert(nx <= mx && ny <= my);
}

template <class Real>
void SpectrumPlane<Real>::take_row(int j, Real* row, bool in_use) {
  row_in_use_[as_size(j)] = in_use;
  if (!in_use) return;
  std::fill(row + nx_, row + mx_, Real(0));
  row_transform_.forward(row, spectrum_row(j));
}

template <class Real>
void SpectrumPlane<Real>::give_row(int j, Real* row) {
  row_transform_.backward(spectrum_row(j), row);
}

template <class Real>
void SpectrumPlane<Real>::take_columns(int block, Complex* columns) const {
  const std::size_t first = as_size(block) * k_batch;
  const auto n = as_size(n_columns(block));
  const auto height = as_size(my_);
  for (int j = 0; j < ny_; ++j) {
    const Complex* line = spectrum_row(j) + first;
    if (row_in_use_[as_size(j)]) {
      for (std::size_t c = 0; c < n; ++c) columns[c * height + as_size(j)] = line[c];
    } else {
      for (std::size_t c = 0; c < n; ++c) columns[c * height + as_size(j)] = Complex(0);
    }
  }
  for (std::size_t c = 0; c < n; ++c) {
    std::fill(columns + c * height + as_size(ny_), columns + (c + 1) * height, Complex(0));
  }
  if (my_ == 1) return;
  (block + 1 == n_blocks() ? last_columns_transform_ : column_transform_).forward(columns);
}

template <class Real>
void SpectrumPlane<Real>::give_columns(int block, Complex* columns) {
  const std::size_t first = as_size(block) * k_batch;
  const auto n = as_size(n_columns(block));
  const auto height = as_size(my_);
  if (my_ > 1) {
    (block + 1 == n_blocks() ? last_columns_transform_ : column_transform_).backward(columns);
  }
  for (int j = 0; j < ny_; ++j) {
    Complex* line = spectrum_row(j) + first;
    for (std::size_t c = 0; c < n; ++c) line[c] = columns[c * height + as_size(j)];
  }
}

template <class Real>
Convolution<Real>::Convolution(int nx, int ny, const KernelSymbol& symbol)
    : imaginary_(symbol.parity_x != symbol.parity_y),
      parity_y_(symbol.parity_y),
      plane_(nx, ny, symbol.mx, symbol.my),
      symbol_(as_size(round_up(symbol.mx / 2 + 1, SpectrumPlane<Real>::k_batch)) *
              as_size(symbol.my / 2 + 1)) {
  const int width = symbol.mx / 2 + 1;
  const int height = symbol.my / 2 + 1;
  // (-i)^2 = -1 for a kernel odd along both axes; a single -i is applied in convolve_columns.
  const bool both_odd = symbol.parity_x == Parity::odd && symbol.parity_y == Parity::odd;
  const double factor = (both_odd ? -1.0 : 1.0) / (static_cast<double>(symbol.mx) * symbol.my);
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
    row_buffers_.emplace_back(as_size(plane_.mx()));
    column_buffers_.emplace_back(as_size(plane_.my()) * SpectrumPlane<Real>::k_batch);
  }
}

/// Multiplies one transformed column by its symbol, which is kept for the first half of the
/// frequencies only.
template <class Real>
void Convolution<Real>::multiply(const Real* symbol, Complex* column) const {
  const int my = plane_.my();
  const int half = my / 2;
  const Real sign = parity_y_ == Parity::odd ? Real(-1) : Real(1);
  if (imaginary_) {
    const auto times = [](Complex value, Real s) {
      return Complex(s * value.imag(), -s * value.real());
    };
    for (int ky = 0; ky <= half; ++ky) column[ky] = times(column[ky], symbol[ky]);
    for (int ky = half + 1; ky < my; ++ky) {
      column[ky] = times(column[ky], sign * symbol[my - ky]);
    }
  } else {
    for (int ky = 0; ky <= half; ++ky) column[ky] *= symbol[ky];
    for (int ky = half + 1; ky < my; ++ky) column[ky] *= sign * symbol[my - ky];
  }
}

template <class Real>
void Convolution<Real>::convolve_columns(int block, int thread) {
  Complex* columns = column_buffers_[as_size(thread)].data();
  const auto height = as_size(plane_.my());
  const std::size_t half = height / 2 + 1;
  const std::size_t first = as_size(block) * SpectrumPlane<Real>::k_batch;
  plane_.take_columns(block, columns);
  for (std::size_t c = 0; c < as_size(plane_.n_columns(block)); ++c) {
    multiply(symbol_.data() + (first + c) * half, columns + c * height);
  }
  plane_.give_columns(block, columns);
}

template <class Real>
VectorConvolution<Real>::VectorConvolution(int nx, int ny, const VectorKernelSymbol& symbol)
    : planes_{SpectrumPlane<Real>(nx, ny, symbol.xx.mx, symbol.xx.my),
              SpectrumPlane<Real>(nx, ny, symbol.xx.mx, symbol.xx.my)} {
  const auto width = as_size(symbol.xx.mx / 2 + 1);
  const auto height = as_size(symbol.xx.my / 2 + 1);
  const double scale = 1 / (static_cast<double>(symbol.xx.mx) * symbol.xx.my);
  factors_.reserve(width * height);
  for (std::size_t k = 0; k < width; ++k) {
    for (std::size_t ky = 0; ky < height; ++ky) {
      const std::size_t i = ky * width + k;
      factors_.push_back({static_cast<Real>(scale * symbol.xx.quarter[i]),
                          static_cast<Real>(-scale * symbol.xy.quarter[i]),  // (-i)^2
                          static_cast<Real>(scale * symbol.yy.quarter[i])});
    }
  }
}

template <class Real>
void VectorConvolution<Real>::prepare(int n_threads) {
  while (row_buffers_.size() < as_size(n_threads)) {
    row_buffers_.emplace_back(2 * as_size(planes_[0].mx()));
    column_buffers_.emplace_back(2 * as_size(planes_[0].my()) * SpectrumPlane<Real>::k_batch);
  }
}

template <class Real>
void VectorConvolution<Real>::convolve_columns(int block, int thread) {
  const auto height = as_size(planes_[0].my());
  const std::size_t half = height / 2;
  const std::size_t first = as_size(block) * SpectrumPlane<Real>::k_batch;
  Complex* columns_x = column_buffers_[as_size(thread)].data();
  Complex* columns_y = columns_x + height * SpectrumPlane<Real>::k_batch;
  planes_[0].take_columns(block, columns_x);
  planes_[1].take_columns(block, columns_y);
  const auto multiply = [](Complex& x, Complex& y, const Factors& f, Real xy) {
    const Complex px = x;
    const Complex py = y;
    x = f.xx * px + xy * py;
    y = xy * px + f.yy * py;
  };
  for (std::size_t c = 0; c < as_size(planes_[0].n_columns(block)); ++c) {
    const Factors* factors = factors_.data() + (first + c) * (half + 1);
    Complex* x = columns_x + c * height;
    Complex* y = columns_y + c * height;
    for (std::size_t ky = 0; ky <= half; ++ky) multiply(x[ky], y[ky], factors[ky], factors[ky].xy);
    for (std::size_t ky = half + 1; ky < height; ++ky) {
      const Factors& f = factors[height - ky];
      multiply(x[ky], y[ky], f, -f.xy);
    }
  }
  planes_[0].give_columns(block, columns_x);
  planes_[1].give_columns(block, columns_y);
}

template class SpectrumPlane<float>;
template class SpectrumPlane<double>;
template class Convolution<float>;
template class Convolution<double>;
template class VectorConvolution<float>;
template class VectorConvolution<double>;

}  // namespace tread::halfspace
