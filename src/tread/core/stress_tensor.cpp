#include "tread/core/stress_tensor.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <limits>

namespace tread {

StressTensor& StressTensor::operator+=(const StressTensor& other) {
  xx += other.xx;
  yy += other.yy;
  zz += other.zz;
  xy += other.xy;
  xz += other.xz;
  yz += other.yz;
  return *this;
}

StressTensor& StressTensor::operator*=(double factor) {
  xx *= factor;
  yy *= factor;
  zz *= factor;
  xy *= factor;
  xz *= factor;
  yz *= factor;
  return *this;
}

StressTensor operator+(StressTensor a, const StressTensor& b) { return a += b; }

StressTensor operator*(double factor, StressTensor a) { return a *= factor; }

double mean_stress(const StressTensor& s) { return (s.xx + s.yy + s.zz) / 3; }

double von_mises(const StressTensor& s) {
  // From differences of the normal stresses: a high pressure on all sides does not drown the shear.
  const double a = s.xx - s.yy;
  const double b = s.yy - s.zz;
  const double c = s.zz - s.xx;
  return std::sqrt(0.5 * (a * a + b * b + c * c) + 3 * (s.xy * s.xy + s.xz * s.xz + s.yz * s.yz));
}

std::array<double, 3> principal_stresses(const StressTensor& s) {
  // Only the deviator goes through the eigenvalue solver, for the same reason as above.
  const double mean = mean_stress(s);
  Eigen::Matrix3d deviator;
  deviator << s.xx - mean, s.xy, s.xz,  //
      s.xy, s.yy - mean, s.yz,          //
      s.xz, s.yz, s.zz - mean;
  if (!deviator.allFinite()) {
    constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();
    return {k_nan, k_nan, k_nan};
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(deviator, Eigen::EigenvaluesOnly);
  const Eigen::Vector3d& ascending = solver.eigenvalues();
  return {mean + ascending[2], mean + ascending[1], mean + ascending[0]};
}

double maximum_shear(const StressTensor& stress) { return 0.5 * tresca(stress); }

double tresca(const StressTensor& stress) {
  const auto principal = principal_stresses(stress);
  return principal[0] - principal[2];
}

}  // namespace tread
