#include "tread/contact/tangential_operators.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tread/halfspace/influence.hpp"

namespace tread::contact {
namespace {

using halfspace::KernelSymbol;
using halfspace::Parity;
using halfspace::VectorConvolution;
using halfspace::VectorKernelSymbol;

VectorKernelSymbol symbols(int mx, int my, int nx, int ny, const TangentialTable& table) {
  const auto symbol = [&](Parity parity, double TangentialKernelEntry::*member) {
    return halfspace::kernel_symbol(mx, my, nx, ny, parity, parity,
                                    [&](int i, int j) { return table(i, j).*member; });
  };
  return {symbol(Parity::even, &TangentialKernelEntry::xx),
          symbol(Parity::odd, &TangentialKernelEntry::xy),
          symbol(Parity::even, &TangentialKernelEntry::yy)};
}

int padded_size(int n) { return halfspace::good_fft_size(2 * n - 1); }

}  // namespace

TangentialKernelShape tangential_shape(const Grid& grid, const Compliance& compliance,
                                       double line_datum, double layer_flexibility) {
  return {grid.ny == 1 && line_datum > 0 ? 1 : grid.dy / grid.dx, line_datum / grid.dx,
          compliance.poisson / compliance.shear, layer_flexibility / (compliance.shear * grid.dx)};
}

int roomy(int n) { return n == 1 ? 1 : (padded_size(n) + 1) / 2; }

TangentialKernelEntry kernel_value(const TangentialKernelShape& shape, int i, int j) {
  const Compliance unit{1, shape.poisson, 0};
  const halfspace::InfluenceCoefficients c =
      shape.datum > 0 ? halfspace::strip_influence(i, 1, shape.datum, unit)
                      : halfspace::influence(i, j * shape.aspect, 1, shape.aspect, unit);
  const double layer = i == 0 && j == 0 ? shape.layer : 0;
  return {c.xx + layer, c.xy, c.yy + layer};
}

TangentialOperators::TangentialOperators(int nx, int ny, TangentialTable& table)
    : nx_(nx), ny_(ny), table_(&table) {}

VectorKernelSymbol TangentialOperators::padded() const {
  return symbols(std::max(padded_size(nx_), 2), padded_size(ny_), nx_, ny_, *table_);
}

VectorConvolution<float>& TangentialOperators::product() {
  if (!product_) product_.emplace(nx_, ny_, padded());
  return *product_;
}

VectorConvolution<double>& TangentialOperators::exact_product() {
  if (!exact_) exact_.emplace(nx_, ny_, padded());
  return *exact_;
}

VectorConvolution<float>& TangentialOperators::inverse() {
  if (!inverse_) {
    const int mx = std::max(halfspace::good_fft_size(nx_), 2);
    const int my = halfspace::good_fft_size(ny_);
    table_->grow(mx / 2 + 1, my / 2 + 1);
    VectorKernelSymbol s = symbols(mx, my, mx / 2 + 1, my / 2 + 1, *table_);
    // The wrapped kernel is positive definite but for rounding and extreme shapes; the floor on its
    // eigenvalues keeps the inverse so.
    double largest = 0;
    for (std::size_t i = 0; i < s.xx.quarter.size(); ++i) {
      largest = std::max({largest, s.xx.quarter[i], s.yy.quarter[i]});
    }
    for (std::size_t i = 0; i < s.xx.quarter.size(); ++i) {
      double& xx = s.xx.quarter[i];
      double& yy = s.yy.quarter[i];
      double& xy = s.xy.quarter[i];
      const double floor = 1e-4 * largest;
      xx = std::max(xx, floor);
      yy = std::max(yy, floor);
      const double most = 0.99 * std::sqrt(xx * yy);
      xy = std::clamp(xy, -most, most);
      const double determinant = xx * yy - xy * xy;
      xx = std::exchange(yy, xx / determinant) / determinant;
      xy = -xy / determinant;
    }
    inverse_.emplace(nx_, ny_, s);
  }
  return *inverse_;
}

}  // namespace tread::contact
