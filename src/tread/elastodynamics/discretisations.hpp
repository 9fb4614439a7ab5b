#pragma once

#include <vector>

#include "tread/elastodynamics/semi_discrete.hpp"

namespace tread::elastodynamics {

SemiDiscrete collocated(const Block& block);
SemiDiscrete staggered(const Block& block);

DisplacementField collocated_field(const Block& block, const SemiDiscrete& semi, const Vector& u);
DisplacementField staggered_field(const Block& block, const SemiDiscrete& semi, const Vector& u,
                                  const Vector& surface_force);

using Triplets = std::vector<Eigen::Triplet<double>>;

SparseMatrix sparse_from(Eigen::Index rows, Eigen::Index cols, const Triplets& triplets);

}  // namespace tread::elastodynamics
