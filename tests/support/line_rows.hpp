#pragma once

#include <Eigen/Core>

#include "tread/structure/load_line.hpp"

namespace tread::test {

/// The deflection at x of a load line as a row over n displacements.
inline Eigen::VectorXd line_row(const structure::LoadLine& line, double x, int n) {
  Eigen::VectorXd row = Eigen::VectorXd::Zero(n);
  const structure::LineWeights weights = line.at(x);
  const std::vector<int>& dofs = line.segments()[static_cast<std::size_t>(weights.segment)].dofs;
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    row(dofs[i]) = weights.shape(static_cast<Eigen::Index>(i));
  }
  return row;
}

}  // namespace tread::test
