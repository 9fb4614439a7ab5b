#pragma once

#include <Eigen/Core>
#include <vector>

namespace tread::structure {

/// The line along which wheels run over a structure: where a wheel is at x, its deflection is
/// w(x) = sum over a few displacements of the structure, interpolated by the shape functions of the
/// element (or face of an element) below it. The same numbers spread a wheel's force over these
/// displacements (D = H' of the vehicle-structure paper, (5) and (33)).
struct LineSegment {
  double start = 0;       // m, along the track
  double length = 0;      // m, > 0
  std::vector<int> dofs;  // displacements of the structure, none twice
  /// Row i: weight of dofs[i] at s = (x - start) / length, c0 + c1 s + c2 s^2 + c3 s^3. Down is
  /// positive: a vertical displacement that counts upwards has negative weights.
  Eigen::Matrix<double, Eigen::Dynamic, 4> coefficients;
  /// What of a force on the segment goes straight to displacements that are held: weights as above
  /// of rows of SupportRows, which their reactions carry.
  std::vector<int> supports = {};
  Eigen::Matrix<double, Eigen::Dynamic, 4> support_coefficients = {};
};

/// Weights on a segment's displacements, and their derivatives in x.
struct LineWeights {
  int segment = 0;
  Eigen::VectorXd shape;      // -
  Eigen::VectorXd slope;      // 1/m
  Eigen::VectorXd curvature;  // 1/m2
};

class LoadLine {
 public:
  LoadLine() = default;
  /// Throws ModelError unless segments follow one another without gaps or overlaps (in any order).
  explicit LoadLine(std::vector<LineSegment> segments);

  bool is_empty() const { return segments_.empty(); }
  double start() const;  // m
  double end() const;
  bool covers(double x) const { return !is_empty() && x >= start() && x <= end(); }
  const std::vector<LineSegment>& segments() const { return segments_; }

  /// x must be covered. Where two segments meet: the one after it, at the end the last.
  LineWeights at(double x) const;

  /// Where the slope may jump: between linear elements, separate spans; ends that move or turn.
  std::vector<double> kinks() const;

  /// All displacements that some segment uses, in rising order.
  std::vector<int> dofs() const;

  /// The same line on a structure whose displacements have other numbers, moved along the track.
  LoadLine renumbered(const std::vector<int>& new_numbers) const;
  LoadLine shifted(double by) const;

 private:
  std::vector<LineSegment> segments_;
};

}  // namespace tread::structure
