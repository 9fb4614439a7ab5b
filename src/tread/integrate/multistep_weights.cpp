#include "tread/integrate/multistep_weights.hpp"

#include <array>
#include <cassert>
#include <vector>

#include "tread/core/as_size.hpp"

namespace tread::integrate {
namespace {

using Row = std::vector<double>;

Vector scaled(const Row& row, double divisor) {
  return Eigen::Map<const Vector>(row.data(), static_cast<Eigen::Index>(row.size())) / divisor;
}

}  // namespace

Vector adams_bashforth_weights(int order) {
  static const std::array<Row, 5> rows{Row{1}, Row{3, -1}, Row{23, -16, 5}, Row{55, -59, 37, -9},
                                       Row{1901, -2774, 2616, -1274, 251}};
  constexpr std::array divisors{1., 2., 12., 24., 720.};
  assert(order >= 1 && order <= 5);
  return scaled(rows[as_size(order - 1)], divisors[as_size(order - 1)]);
}

Vector adams_moulton_weights(int order) {
  static const std::array<Row, 5> rows{Row{1}, Row{1, 1}, Row{5, 8, -1}, Row{9, 19, -5, 1},
                                       Row{251, 646, -264, 106, -19}};
  constexpr std::array divisors{1., 2., 12., 24., 720.};
  assert(order >= 1 && order <= 5);
  return scaled(rows[as_size(order - 1)], divisors[as_size(order - 1)]);
}

BdfWeights bdf_weights(int order) {
  static const std::array<Row, 6> rows{Row{1},
                                       Row{4, -1},
                                       Row{18, -9, 2},
                                       Row{48, -36, 16, -3},
                                       Row{300, -300, 200, -75, 12},
                                       Row{360, -450, 400, -225, 72, -10}};
  constexpr std::array divisors{1., 3., 11., 25., 137., 147.};
  constexpr std::array derivatives{1., 2., 6., 12., 60., 60.};
  assert(order >= 1 && order <= 6);
  const std::size_t i = as_size(order - 1);
  return {scaled(rows[i], divisors[i]), derivatives[i] / divisors[i]};
}

}  // namespace tread::integrate
