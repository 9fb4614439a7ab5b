#pragma once

#include <vector>

namespace tread {

/// A function that is linear between points: the force of a spring over its elongation (a bearing
/// with a gap, a stop, a suspension that hardens). Beyond the first and last point it goes on with
/// the slope of its first and last piece; one point alone is a constant.
class PiecewiseLinear {
 public:
  PiecewiseLinear() = default;
  /// Throws ModelError unless the places rise strictly, each has a value and all are finite.
  PiecewiseLinear(std::vector<double> places, std::vector<double> values);

  struct At {
    double value = 0;
    double slope = 0;     // at a point: of the piece after it
    double integral = 0;  // from 0
  };
  At at(double x) const;

  const std::vector<double>& places() const { return places_; }
  const std::vector<double>& values() const { return values_; }

 private:
  std::vector<double> places_;
  std::vector<double> values_;
};

}  // namespace tread
