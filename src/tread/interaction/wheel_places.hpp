#pragma once

#include <Eigen/Core>
#include <vector>

#include "tread/vehicle/surface_profile.hpp"

namespace tread::interaction {

/// Which derivatives of the shapes below the wheels are wanted.
enum class ShapeOrder { shape, slope, curvature };

/// Where the wheels are at an instant and what lies below them. Points are the wheels and, after
/// them, the springs with laws: also a spring of the bridge has a column, that of its elongation
/// with the sign turned (its elongation is -shape . q as a wheel's approach is z - shape . q).
struct WheelPlaces {
  double time = 0;
  Eigen::VectorXd x;                        // m, of each wheel
  Eigen::VectorXd speed;                    // m/s, along +x: negative where it runs to the left
  Eigen::VectorXd acceleration;             // m/s2, along +x
  std::vector<vehicle::ProfileAt> surface;  // r - f below each wheel: height, slope, curvature
  std::vector<int> on_bridge;               // points that the bridge carries
  /// Weights of the bridge's unknowns, a column for each of on_bridge: all modes, or for a
  /// structure of many unknowns only those of the piece of its load line that `pieces` names.
  Eigen::MatrixXd shape;
  Eigen::MatrixXd slope;      // in x
  Eigen::MatrixXd curvature;  // in x, twice
  std::vector<int> pieces;    // of the load line; after the last piece: springs
};

}  // namespace tread::interaction
