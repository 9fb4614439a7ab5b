#pragma once

#include <optional>

#include "tread/contact/kernel_table.hpp"
#include "tread/contact/operator_cache.hpp"
#include "tread/halfspace/convolution.hpp"

namespace tread::contact {

/// The dimensionless kernel of the normal problem: K(i, j) is the displacement at an offset of i, j
/// cells, for cells of size 1 by `aspect`, so that u = normal compliance * dx * Σ K p.
struct NormalKernelShape {
  double aspect = 1;  // dy / dx
  double datum = 0;   // > 0: plane strain, datum distance / dx

  bool operator==(const NormalKernelShape&) const = default;
};

double kernel_value(const NormalKernelShape& shape, int i, int j);
using NormalKernelTable = KernelTable<NormalKernelShape, double>;

/// The products with the kernel on a box of nx by ny cells: in single precision for the inner
/// iteration, in double for what is checked and reported, and an approximate inverse (the circulant
/// matrix nearest to the kernel) as preconditioner.
class BoxOperators {
 public:
  using Shape = NormalKernelShape;
  using Table = NormalKernelTable;

  BoxOperators(int nx, int ny, NormalKernelTable& table);

  int nx() const { return nx_; }
  int ny() const { return ny_; }
  const NormalKernelShape& shape() const { return table_->shape(); }
  const NormalKernelTable& table() const { return *table_; }

  halfspace::Convolution<float>& product();
  halfspace::Convolution<float>& inverse();
  halfspace::Convolution<double>& exact_product();

 private:
  halfspace::KernelSymbol padded() const;

  int nx_;
  int ny_;
  NormalKernelTable* table_;
  std::optional<halfspace::Convolution<float>> product_;
  std::optional<halfspace::Convolution<float>> inverse_;
  std::optional<halfspace::Convolution<double>> exact_;
};

/// All boxes of a workspace.
using NormalOperatorCache = OperatorCache<BoxOperators>;

}  // namespace tread::contact
