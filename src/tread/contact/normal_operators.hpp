#pragma once

#include <optional>
#include <vector>

#include "tread/contact/operator_cache.hpp"
#include "tread/halfspace/convolution.hpp"

namespace tread::contact {

/// The dimensionless kernel of the normal problem: K(i, j) is the displacement at an offset of i, j
/// cells, for cells of size 1 by `aspect`, so that u = normal compliance * dx * Σ K p.
struct KernelShape {
  double aspect = 1;  // dy / dx
  double datum = 0;   // > 0: plane strain, datum distance / dx

  bool operator==(const KernelShape&) const = default;
};

/// A table of kernel values, computed once and shared by all boxes of cells of one shape.
class KernelTable {
 public:
  explicit KernelTable(const KernelShape& shape) : shape_(shape) {}

  const KernelShape& shape() const { return shape_; }
  void grow(int nx, int ny);
  const double* row(int j) const {
    return values_.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_);
  }
  double operator()(int i, int j) const { return row(j)[i]; }

 private:
  KernelShape shape_;
  int nx_ = 0;
  int ny_ = 0;
  std::vector<double> values_;
};

/// The products with the kernel on a box of nx by ny cells: in single precision for the inner
/// iteration, in double for what is checked and reported, and an approximate inverse (the circulant
/// matrix nearest to the kernel) as preconditioner.
class BoxOperators {
 public:
  using Shape = KernelShape;
  using Table = KernelTable;

  BoxOperators(int nx, int ny, KernelTable& table);

  int nx() const { return nx_; }
  int ny() const { return ny_; }
  const KernelShape& shape() const { return table_->shape(); }
  const KernelTable& table() const { return *table_; }

  halfspace::Convolution<float>& product();
  halfspace::Convolution<float>& inverse();
  halfspace::Convolution<double>& exact_product();

 private:
  halfspace::KernelSymbol padded() const;

  int nx_;
  int ny_;
  KernelTable* table_;
  std::optional<halfspace::Convolution<float>> product_;
  std::optional<halfspace::Convolution<float>> inverse_;
  std::optional<halfspace::Convolution<double>> exact_;
};

/// All boxes of a workspace.
using NormalOperatorCache = OperatorCache<BoxOperators>;

}  // namespace tread::contact
