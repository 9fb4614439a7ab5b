#include "tread/integrate/tableau.hpp"

#include <cassert>
#include <cmath>
#include <string_view>

namespace tread::integrate {
namespace {

Tableau tableau(std::initializer_list<double> nodes,
                std::initializer_list<std::initializer_list<double>> stages,
                std::initializer_list<double> weights) {
  const auto n = static_cast<Eigen::Index>(nodes.size());
  Tableau result{Vector::Zero(n), Matrix::Zero(n, n), Vector::Zero(n)};
  std::copy(nodes.begin(), nodes.end(), result.nodes.begin());
  std::copy(weights.begin(), weights.end(), result.weights.begin());
  Eigen::Index row = 0;
  for (const auto& stage : stages) {
    Eigen::Index column = 0;
    for (const double value : stage) result.stages(row, column++) = value;
    ++row;
  }
  return result;
}

Tableau radau_ia_5() {
  const double w = std::sqrt(6.0);
  return tableau({0, (6 - w) / 10, (6 + w) / 10},
                 {{1. / 9, (-1 - w) / 18, (-1 + w) / 18},
                  {1. / 9, (88 + 7 * w) / 360, (88 - 43 * w) / 360},
                  {1. / 9, (88 + 43 * w) / 360, (88 - 7 * w) / 360}},
                 {1. / 9, (16 + w) / 36, (16 - w) / 36});
}

Tableau radau_iia_5() {
  const double w = std::sqrt(6.0);
  return tableau({(4 - w) / 10, (4 + w) / 10, 1},
                 {{(88 - 7 * w) / 360, (296 - 169 * w) / 1800, (-2 + 3 * w) / 225},
                  {(296 + 169 * w) / 1800, (88 + 7 * w) / 360, (-2 - 3 * w) / 225},
                  {(16 - w) / 36, (16 + w) / 36, 1. / 9}},
                 {(16 - w) / 36, (16 + w) / 36, 1. / 9});
}

Tableau gauss_6() {
  const double w = std::sqrt(15.0);
  return tableau({0.5 - w / 10, 0.5, 0.5 + w / 10},
                 {{5. / 36, 2. / 9 - w / 15, 5. / 36 - w / 30},
                  {5. / 36 + w / 24, 2. / 9, 5. / 36 - w / 24},
                  {5. / 36 + w / 30, 2. / 9 + w / 15, 5. / 36}},
                 {5. / 18, 4. / 9, 5. / 18});
}

Tableau rk4() {
  return tableau({0, 0.5, 0.5, 1}, {{}, {0.5}, {0, 0.5}, {0, 0, 1}},
                 {1. / 6, 1. / 3, 1. / 3, 1. / 6});
}

Tableau dormand_prince_5() {
  return tableau({0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1},
                 {{},
                  {1. / 5},
                  {3. / 40, 9. / 40},
                  {44. / 45, -56. / 15, 32. / 9},
                  {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
                  {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656}},
                 {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84});
}

}  // namespace

bool Tableau::is_stiffly_accurate() const {
  return stages.row(n_stages() - 1).transpose() == weights;
}

Tableau tableau_of(std::string_view scheme) {
  if (scheme == "forward_euler") return tableau({0}, {{}}, {1});
  if (scheme == "rk4") return rk4();
  if (scheme == "dormand_prince_5") return dormand_prince_5();
  if (scheme == "radau_ia_3") {
    return tableau({0, 2. / 3}, {{0.25, -0.25}, {0.25, 5. / 12}}, {0.25, 0.75});
  }
  if (scheme == "radau_ia_5") return radau_ia_5();
  if (scheme == "radau_iia_3") {
    return tableau({1. / 3, 1}, {{5. / 12, -1. / 12}, {0.75, 0.25}}, {0.75, 0.25});
  }
  if (scheme == "radau_iia_5") return radau_iia_5();
  assert(scheme == "gauss_6");
  return gauss_6();
}

}  // namespace tread::integrate
