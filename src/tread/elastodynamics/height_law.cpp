#include "tread/elastodynamics/height_law.hpp"

#include <cmath>
#include <numbers>

#include "tread/elastodynamics/cylinder.hpp"

namespace tread::elastodynamics {
namespace {

/// Pressure p0 sqrt(1 - x²/a²) at a surface point, times its length.
Vector elliptic(const std::vector<double>& x, double half_width, double peak, double length) {
  Vector force = Vector::Zero(static_cast<Eigen::Index>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double inside = 1 - (x[i] / half_width) * (x[i] / half_width);
    if (inside > 0) force[static_cast<Eigen::Index>(i)] = peak * std::sqrt(inside) * length;
  }
  return force;
}

}  // namespace

HeightPressure::HeightPressure(HeightLaw law, double radius, const Material& ground,
                               const std::vector<double>& surface_x, double surface_length,
                               double datum_distance)
    : law_(law),
      radius_(radius),
      modulus_(contact_modulus({Material::rigid(), ground})),
      x_(surface_x),
      length_(surface_length) {
  if (law != HeightLaw::grid_solver) return;
  const auto n = static_cast<int>(surface_x.size());
  problem_.grid = {n, 1, surface_x.front(), 0, surface_length, 1};
  problem_.bodies = {Material::rigid(), ground};
  for (const double x : surface_x) problem_.distance.push_back(rise(x, radius));
  problem_.prescribed = contact::Prescribed::approach;
  problem_.line_datum = datum_distance;
}

HeightLoad HeightPressure::at(double depth) {
  if (depth <= 0) {
    HeightLoad none;
    none.surface_force = Vector::Zero(static_cast<Eigen::Index>(x_.size()));
    return none;
  }
  return law_ == HeightLaw::grid_solver ? solved(depth) : hertz(depth);
}

HeightLoad HeightPressure::hertz(double depth) const {
  using std::numbers::pi;
  HeightLoad load;
  if (law_ == HeightLaw::hertz_line) {
    const double a = std::sqrt(radius_ * depth);
    load.force_on_cylinder = pi / 4 * modulus_ * depth;
    load.stiffness = pi / 4 * modulus_;
    load.surface_force = elliptic(x_, a, modulus_ * a / (2 * radius_), length_);
  } else {
    const double a = std::sqrt(std::max(0.0, depth * (2 * radius_ - depth)));
    load.force_on_cylinder = 4.0 / 3 * modulus_ * std::sqrt(radius_) * depth * std::sqrt(depth);
    load.stiffness = 2 * modulus_ * std::sqrt(radius_ * depth);
    load.surface_force = elliptic(x_, a, 2 / pi * modulus_ * std::sqrt(depth / radius_), length_);
  }
  return load;
}

HeightLoad HeightPressure::solved(double depth) {
  problem_.value = depth;
  contact::NormalOptions options;
  options.derivative = contact::Derivative::approach;
  const bool is_first = solution_.pressure.empty();
  contact::solve_normal(problem_, options, workspace_, solution_,
                        is_first ? contact::Start::cold : contact::Start::from_guess);
  HeightLoad load;
  load.status = solution_.status;
  load.force_on_cylinder = solution_.force;
  load.stiffness = solution_.stiffness;
  load.surface_force =
      length_ * Eigen::Map<const Vector>(solution_.pressure.data(),
                                         static_cast<Eigen::Index>(solution_.pressure.size()));
  return load;
}

}  // namespace tread::elastodynamics
