#include "tread/reference/point_load.hpp"

#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"
#include "tread/reference/checks.hpp"

namespace tread::reference {
namespace {

using std::numbers::pi;

double distance_from_load(const Vector3& point) {
  require_inside(point[2]);
  const double r = std::hypot(point[0], point[1], point[2]);
  if (!(r > 0)) throw ModelError("a point load has no finite displacement or stress where it acts");
  return r;
}

Vector3 swap_xy(const Vector3& v) { return {v[1], v[0], v[2]}; }

StressTensor swap_xy(const StressTensor& s) { return {s.yy, s.xx, s.zz, s.xy, s.yz, s.xz}; }

void add_scaled(Vector3& sum, double factor, const Vector3& term) {
  for (std::size_t i = 0; i < 3; ++i) sum[i] += factor * term[i];
}

Vector3 boussinesq_displacement(const Vector3& point, double nu) {
  const auto [x, y, z] = point;
  const double r = distance_from_load(point);
  const double radial = z / (r * r * r) - (1 - 2 * nu) / (r * (r + z));
  return {x * radial, y * radial, z * z / (r * r * r) + 2 * (1 - nu) / r};
}

Vector3 cerruti_displacement(const Vector3& point, double nu) {
  const auto [x, y, z] = point;
  const double r = distance_from_load(point);
  const double r3 = r * r * r;
  const double q = r + z;
  const double s = 1 - 2 * nu;
  return {1 / r + x * x / r3 + s * (1 / q - x * x / (r * q * q)),
          x * y / r3 - s * x * y / (r * q * q), x * z / r3 + s * x / (r * q)};
}

StressTensor boussinesq_stress(const Vector3& point, double nu) {
  const auto [x, y, z] = point;
  const double r = distance_from_load(point);
  const double r3 = r * r * r;
  const double q = r + z;
  const double s = 1 - 2 * nu;
  const double common = -3 * z / (r3 * r * r);
  const double even = z / r3 - 1 / (r * q);
  const double skew = (r + q) / (r3 * q * q);
  return {.xx = common * x * x + s * (even + x * x * skew),
          .yy = common * y * y + s * (even + y * y * skew),
          .zz = common * z * z,
          .xy = common * x * y + s * x * y * skew,
          .xz = common * x * z,
          .yz = common * y * z};
}

StressTensor cerruti_stress(const Vector3& point, double nu) {
  const auto [x, y, z] = point;
  const double r = distance_from_load(point);
  const double r2 = r * r;
  const double r3 = r2 * r;
  const double q = r + z;
  const double s = (1 - 2 * nu) / (r3 * q * q);
  const double common = -3 * x / (r3 * r2);
  return {.xx = common * x * x + s * x * (r2 - y * y - 2 * r * y * y / q),
          .yy = common * y * y + s * x * (3 * r2 - x * x - 2 * r * x * x / q),
          .zz = common * z * z,
          .xy = common * x * y + s * y * (x * x - r2 + 2 * r * x * x / q),
          .xz = common * x * z,
          .yz = common * y * z};
}

}  // namespace

Vector3 point_load_displacement(const Vector3& force, const Vector3& point, const Material& body) {
  check(body);
  const double nu = body.poisson_ratio;
  const double factor = 1 / (4 * pi * body.shear_modulus);
  Vector3 sum{};
  add_scaled(sum, factor * force[0], cerruti_displacement(point, nu));
  add_scaled(sum, factor * force[1], swap_xy(cerruti_displacement(swap_xy(point), nu)));
  add_scaled(sum, factor * force[2], boussinesq_displacement(point, nu));
  return sum;
}

StressTensor point_load_stress(const Vector3& force, const Vector3& point, double poisson_ratio) {
  require_poisson_ratio(poisson_ratio);
  const double factor = 1 / (2 * pi);
  StressTensor sum;
  sum += factor * force[0] * cerruti_stress(point, poisson_ratio);
  sum += factor * force[1] * swap_xy(cerruti_stress(swap_xy(point), poisson_ratio));
  sum += factor * force[2] * boussinesq_stress(point, poisson_ratio);
  return sum;
}

}  // namespace tread::reference
