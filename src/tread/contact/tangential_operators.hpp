#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tread/contact/kernel_table.hpp"
#include "tread/contact/operator_cache.hpp"
#include "tread/core/grid.hpp"
#include "tread/core/material.hpp"
#include "tread/halfspace/convolution.hpp"

namespace tread::contact {

/// The dimensionless kernel of the tangential problem, for cells of size 1 by `aspect`: the
/// displacement difference is u = shear compliance * dx * Σ K p, K two by two.
struct TangentialKernelShape {
  double aspect = 1;   // dy / dx
  double datum = 0;    // > 0: plane strain, datum distance / dx
  double poisson = 0;  // the bodies' combined Poisson ratio
  double layer = 0;    // what a thin layer between the bodies adds to a cell's own displacement

  bool operator==(const TangentialKernelShape&) const = default;
};

/// @param layer_flexibility m/Pa: displacement across a thin elastic layer between the bodies, by
/// unit traction.
TangentialKernelShape tangential_shape(const Grid& grid, const Compliance& compliance,
                                       double line_datum, double layer_flexibility);

struct TangentialKernelEntry {
  double xx, xy, yy;
};
TangentialKernelEntry kernel_value(const TangentialKernelShape& shape, int i, int j);
using TangentialTable = KernelTable<TangentialKernelShape, TangentialKernelEntry>;

/// The products with the kernel on a box of nx by ny cells, as BoxOperators has them for the normal
/// problem.
class TangentialOperators {
 public:
  using Shape = TangentialKernelShape;
  using Table = TangentialTable;

  TangentialOperators(int nx, int ny, TangentialTable& table);

  int nx() const { return nx_; }
  int ny() const { return ny_; }
  const TangentialKernelShape& shape() const { return table_->shape(); }
  const TangentialTable& table() const { return *table_; }

  halfspace::VectorConvolution<float>& product();
  halfspace::VectorConvolution<double>& exact_product();
  halfspace::VectorConvolution<float>& inverse();

 private:
  halfspace::VectorKernelSymbol padded() const;

  int nx_;
  int ny_;
  TangentialTable* table_;
  std::optional<halfspace::VectorConvolution<float>> product_;
  std::optional<halfspace::VectorConvolution<double>> exact_;
  std::optional<halfspace::VectorConvolution<float>> inverse_;
};

using TangentialOperatorCache = OperatorCache<TangentialOperators>;

/// The number of cells, at least n, that a box may have at no extra cost: products are padded to
/// sizes that suit the Fourier transform.
int roomy(int n);

}  // namespace tread::contact
