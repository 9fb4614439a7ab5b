#include "tread/contact/normal_operators.hpp"

#include <algorithm>

#include "tread/halfspace/influence.hpp"

namespace tread::contact {
namespace {

using halfspace::Convolution;
using halfspace::KernelSymbol;
using halfspace::Parity;

/// Boxes are kept up to this many times the cells of the largest: enough for all nested grids of
/// one problem and the boxes of a few neighbouring ones. At least two are kept, which a solve uses
/// side by side.
constexpr std::size_t k_max_kept = 6;
constexpr std::size_t k_max_boxes = 24;
constexpr std::size_t k_max_tables = 16;

double kernel_value(const KernelShape& shape, int i, int j) {
  if (shape.datum > 0) return 2 * halfspace::strip_log_integral(i, 1, shape.datum);
  return halfspace::inverse_distance_integral(i, j * shape.aspect, 1, shape.aspect);
}

}  // namespace

void KernelTable::grow(int nx, int ny) {
  if (nx <= nx_ && ny <= ny_) return;
  nx_ = std::max(nx, nx_);
  ny_ = std::max(ny, ny_);
  values_.resize(static_cast<std::size_t>(nx_) * static_cast<std::size_t>(ny_));
  auto value = values_.begin();
  for (int j = 0; j < ny_; ++j) {
    for (int i = 0; i < nx_; ++i) *value++ = kernel_value(shape_, i, j);
  }
}

BoxOperators::BoxOperators(int nx, int ny, KernelTable& table) : nx_(nx), ny_(ny), table_(&table) {}

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

KernelTable& OperatorCache::table_for(const KernelShape& shape, int nx, int ny) {
  const auto found = std::find_if(tables_.begin(), tables_.end(),
                                  [&](const auto& table) { return table->shape() == shape; });
  if (found != tables_.end()) {
    (*found)->grow(nx, ny);
    return **found;
  }
  if (tables_.size() == k_max_tables) {
    boxes_.clear();  // they refer to the tables
    tables_.clear();
  }
  tables_.push_back(std::make_unique<KernelTable>(shape));
  tables_.back()->grow(nx, ny);
  return *tables_.back();
}

void OperatorCache::forget_oldest() {
  const auto cells = [](const BoxOperators& box) {
    return static_cast<std::size_t>(box.nx()) * static_cast<std::size_t>(box.ny());
  };
  for (;;) {
    std::size_t sum = 0;
    std::size_t largest = 0;
    for (const auto& box : boxes_) {
      sum += cells(*box);
      largest = std::max(largest, cells(*box));
    }
    if (boxes_.size() <= 2 || (sum <= k_max_kept * largest && boxes_.size() <= k_max_boxes)) return;
    boxes_.erase(boxes_.begin());
  }
}

BoxOperators& OperatorCache::get(int nx, int ny, const KernelShape& shape) {
  const auto found = std::find_if(boxes_.begin(), boxes_.end(), [&](const auto& box) {
    return box->nx() == nx && box->ny() == ny && box->shape() == shape;
  });
  if (found != boxes_.end()) {
    std::rotate(found, found + 1, boxes_.end());
    return *boxes_.back();
  }
  KernelTable& table = table_for(shape, nx, ny);
  boxes_.push_back(std::make_unique<BoxOperators>(nx, ny, table));
  forget_oldest();
  return *boxes_.back();
}

}  // namespace tread::contact
