#pragma once

#include <array>
#include <vector>

#include "tread/fem/model.hpp"

namespace tread::fem {

/// Where a straight line crosses a face, seen along `up`: between these places along the line the
/// face's shape functions are polynomials of s = 0 to 1 (row a: node a).
struct FaceCrossing {
  double begin = 0;  // m along the line, from its point
  double end = 0;
  std::vector<int> nodes;
  Eigen::Matrix<double, Eigen::Dynamic, 4> weights;
};

/// In the order along the line; of two faces that share the edge under it, one. Exact for triangles
/// and parallelograms (at most quadratic in s); for other quadrilaterals the cubic through four
/// points. Throws ModelError if no face is crossed.
std::vector<FaceCrossing> face_crossings(const Mesh& mesh, const TrackLine& line,
                                         const Eigen::Vector3d& up);

}  // namespace tread::fem
