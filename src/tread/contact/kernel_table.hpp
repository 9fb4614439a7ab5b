#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tread::contact {

/// Values of a kernel at non-negative offsets in cells, computed once and shared by all boxes of
/// cells of one shape. What a value is says `Entry kernel_value(const Shape&, int i, int j)`.
template <class Shape, class Entry>
class KernelTable {
 public:
  explicit KernelTable(const Shape& shape) : shape_(shape) {}

  const Shape& shape() const { return shape_; }

  void grow(int nx, int ny) {
    if (nx <= nx_ && ny <= ny_) return;
    nx_ = std::max(nx, nx_);
    ny_ = std::max(ny, ny_);
    values_.resize(static_cast<std::size_t>(nx_) * static_cast<std::size_t>(ny_));
    auto value = values_.begin();
    for (int j = 0; j < ny_; ++j) {
      for (int i = 0; i < nx_; ++i) *value++ = kernel_value(shape_, i, j);
    }
  }

  const Entry* row(int j) const {
    return values_.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_);
  }
  const Entry& operator()(int i, int j) const { return row(j)[i]; }

 private:
  Shape shape_;
  int nx_ = 0;
  int ny_ = 0;
  std::vector<Entry> values_;
};

}  // namespace tread::contact
