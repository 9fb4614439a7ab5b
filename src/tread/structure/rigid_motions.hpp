#pragma once

#include <Eigen/SparseCore>

#include "tread/structure/elastic_structure.hpp"

namespace tread::structure {

/// Whether a structure is held: whether every motion of its free displacements meets resistance.

/// The slope of a law's steepest piece, N/m; 0 if it only falls.
double steepest(const PiecewiseLinear& law);

/// K with springs whose law is nonlinear as stiff as they ever get: a bearing with a gap holds.
SparseMatrix stiffness_with_laws(const ElasticStructure& structure);

/// Throws ModelError if some part of the structure can move without resistance, as a whole (too few
/// supports) or within itself (a mechanism), and names the displacements that move most. Finds the
/// lowest eigenvalues of K over its diagonal, so it costs a factorisation and some solves. Where
/// node positions are known fem::check_supported says more and costs less.
void check_supported(const ElasticStructure& structure);

}  // namespace tread::structure
