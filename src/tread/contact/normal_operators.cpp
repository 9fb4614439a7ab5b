#include "tread/contact/normal_operators.hpp"

#include <algorithm>

#include "tread/halfspace/influence.hpp"

namespace tread::contact {
namespace {

using halfspace::Convolution;
using halfspace::KernelSymbol;
using halfspace::Parity;

}  // namespace

double kernel_value(const NormalKernelShape& shape, int i, int j) {
  if (shape.datum > 0) return 2 * halfspace::strip_log_integral(i, 1, shape.datum);
  return halfspace::inverse_distance_integral(i, j * shape.aspect, 1, shape.aspect);
}

BoxOperators::BoxOperators(int nx, int ny, NormalKernelTable& table)
    : nx_(nx), ny_(ny), table_(&table) {}

KernelSymbol BoxOperators::padded() const {
  return halfspace::padded_symbol(nx_, ny_, Parity::even, Parity::even, *table_);
}

Convolution<float>& BoxOperators::product() {
  if (!product_) product_.emplace(nx_, ny_, padded());
  return *product_;
}

Convolution<double>& BoxOperators::exact_product() {
  if (!exact_) exact_.emplace(nx_, ny_, padded());
  return *exact_;
}

Convolution<float>& BoxOperators::inverse() {
  if (!inverse_) {
    const int mx = std::max(halfspace::good_fft_size(nx_), 2);
    const int my = halfspace::good_fft_size(ny_);
    table_->grow(mx / 2 + 1, my / 2 + 1);
    KernelSymbol symbol = halfspace::kernel_symbol(mx, my, mx / 2 + 1, my / 2 + 1, Parity::even,
                                                   Parity::even, *table_);
    // The wrapped kernel is positive definite but for rounding and extreme shapes; the floor keeps
    // its inverse so.
    const double largest = *std::max_element(symbol.quarter.begin(), symbol.quarter.end());
    for (double& value : symbol.quarter) value = 1 / std::max(value, 1e-6 * largest);
    inverse_.emplace(nx_, ny_, symbol);
  }
  return *inverse_;
}

}  // namespace tread::contact
