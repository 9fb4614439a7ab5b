#include "tread/fem/beam_element.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <array>
#include <cmath>

namespace tread::fem {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;

/// Coefficients of polynomials in s are columns' entries: c(4 x 4) maps (w1, psi1, w2, psi2), psi
/// the slope of the section, to those of w and psi.
struct Bending {
  Matrix4d deflection;
  Matrix4d rotation;
};

Bending bending_polynomials(double length, double bending_stiffness, double shear_stiffness) {
  const double flexibility = bending_stiffness / (shear_stiffness * length * length);
  Matrix4d derivative = Matrix4d::Zero();  // psi of the coefficients of w
  for (int k = 1; k < 4; ++k) derivative(k - 1, k) = k / length;
  derivative(0, 3) += 6 * flexibility / length;
  Matrix4d ends;  // (w1, psi1, w2, psi2) of the coefficients
  ends.row(0) << 1, 0, 0, 0;
  ends.row(1) = derivative.row(0);
  ends.row(2).setOnes();
  ends.row(3) = derivative.colwise().sum();
  const Matrix4d inverse = ends.inverse();
  return {inverse, derivative * inverse};
}

/// int_0^1 s^i s^j ds.
Matrix4d moments() {
  Matrix4d h;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) h(i, j) = 1.0 / (i + j + 1);
  }
  return h;
}

/// Closed form: no small difference of polynomials spoils the stiffness of short elements.
Matrix4d bending_stiffness_of(double length, double bending_stiffness, double shear_stiffness) {
  const double phi = 12 * bending_stiffness / (shear_stiffness * length * length);
  const double k = bending_stiffness / (length * length * length * (1 + phi));
  const double l = length;
  Matrix4d stiffness;
  stiffness << 12, 6 * l, -12, 6 * l,                       //
      6 * l, (4 + phi) * l * l, -6 * l, (2 - phi) * l * l,  //
      -12, -6 * l, 12, -6 * l,                              //
      6 * l, (2 - phi) * l * l, -6 * l, (4 + phi) * l * l;
  return k * stiffness;
}

Matrix4d bending_mass_of(const Bending& bending, double length, double mass_per_length,
                         double rotary_inertia) {
  const Matrix4d h = moments();
  return length * (mass_per_length * bending.deflection.transpose() * h * bending.deflection +
                   rotary_inertia * bending.rotation.transpose() * h * bending.rotation);
}

/// Where (w1, psi1, w2, psi2) of bending along z or y are among the twelve, and psi's sign.
struct BendingPlane {
  std::array<int, 4> rows;
  double sign;
};
constexpr BendingPlane k_along_z{{2, 4, 8, 10}, -1};
constexpr BendingPlane k_along_y{{1, 5, 7, 11}, 1};

void add_bending(const BendingPlane& plane, const Matrix4d& of_bending, Matrix12d& to) {
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const double sign = (i % 2 == j % 2) ? 1 : plane.sign;
      to(plane.rows[static_cast<std::size_t>(i)], plane.rows[static_cast<std::size_t>(j)]) +=
          sign * of_bending(i, j);
    }
  }
}

void add_pair(int component, double diagonal, double off_diagonal, Matrix12d& to) {
  to(component, component) += diagonal;
  to(component + 6, component + 6) += diagonal;
  to(component, component + 6) += off_diagonal;
  to(component + 6, component) += off_diagonal;
}

Matrix12d local_stiffness(double length, const BeamProperties& beam) {
  Matrix12d stiffness = Matrix12d::Zero();
  add_pair(0, beam.axial_stiffness / length, -beam.axial_stiffness / length, stiffness);
  add_pair(3, beam.torsional_stiffness / length, -beam.torsional_stiffness / length, stiffness);
  add_bending(k_along_z,
              bending_stiffness_of(length, beam.bending_stiffness_y, beam.shear_stiffness_z),
              stiffness);
  add_bending(k_along_y,
              bending_stiffness_of(length, beam.bending_stiffness_z, beam.shear_stiffness_y),
              stiffness);
  return stiffness;
}

Matrix4d lumped_bending(const Matrix4d& mass) {
  const double whole = mass(0, 0) + mass(2, 2) + 2 * mass(0, 2);
  const double on_diagonal = mass(0, 0) + mass(2, 2);
  return (mass.diagonal() * (on_diagonal > 0 ? whole / on_diagonal : 0)).asDiagonal();
}

Matrix12d local_mass(double length, const BeamProperties& beam, MassKind kind) {
  const bool is_lumped = kind == MassKind::lumped;
  Matrix12d mass = Matrix12d::Zero();
  const double axial = beam.mass_per_length * length / 6;
  const double polar = beam.polar_inertia * length / 6;
  add_pair(0, is_lumped ? 3 * axial : 2 * axial, is_lumped ? 0 : axial, mass);
  add_pair(3, is_lumped ? 3 * polar : 2 * polar, is_lumped ? 0 : polar, mass);
  const Matrix4d along_z =
      bending_mass_of(bending_polynomials(length, beam.bending_stiffness_y, beam.shear_stiffness_z),
                      length, beam.mass_per_length, beam.rotary_inertia_y);
  const Matrix4d along_y =
      bending_mass_of(bending_polynomials(length, beam.bending_stiffness_z, beam.shear_stiffness_y),
                      length, beam.mass_per_length, beam.rotary_inertia_z);
  add_bending(k_along_z, is_lumped ? lumped_bending(along_z) : along_z, mass);
  add_bending(k_along_y, is_lumped ? lumped_bending(along_y) : along_y, mass);
  return mass;
}

/// Rows: the beam's own axes.
Eigen::Matrix3d axes_of(const BeamPlace& place) {
  const Vector3d x = (place.node_2 + place.offset_2 - place.node_1 - place.offset_1).normalized();
  Vector3d along = place.orientation.normalized();
  // A beam along its orientation vector (a pier) takes global x instead.
  if (x.cross(along).norm() < 1e-6) along = Vector3d::UnitX();
  if (x.cross(along).norm() < 1e-6) along = Vector3d::UnitY();
  const Vector3d y = along.cross(x).normalized();
  Eigen::Matrix3d axes;
  axes << x.transpose(), y.transpose(), x.cross(y).transpose();
  return axes;
}

/// Displacements of the ends in the beam's axes from those of the nodes in global axes.
Matrix12d to_local(const BeamPlace& place) {
  const Eigen::Matrix3d axes = axes_of(place);
  Matrix12d transformation = Matrix12d::Zero();
  for (int end = 0; end < 2; ++end) {
    const Vector3d& r = end == 0 ? place.offset_1 : place.offset_2;
    Eigen::Matrix3d lever;  // theta x r
    lever << 0, r[2], -r[1], -r[2], 0, r[0], r[1], -r[0], 0;
    transformation.block<3, 3>(6 * end, 6 * end) = axes;
    transformation.block<3, 3>(6 * end, 6 * end + 3) = axes * lever;
    transformation.block<3, 3>(6 * end + 3, 6 * end + 3) = axes;
  }
  return transformation;
}

Matrix12d to_nodes(const BeamPlace& place, const Matrix12d& local) {
  const Matrix12d transformation = to_local(place);
  const Matrix12d lower = transformation.transpose() * local * transformation;
  return lower.selfadjointView<Eigen::Lower>();
}

}  // namespace

double length_of(const BeamPlace& place) {
  return (place.node_2 + place.offset_2 - place.node_1 - place.offset_1).norm();
}

Matrix12d beam_stiffness(const BeamPlace& place, const BeamProperties& beam) {
  return to_nodes(place, local_stiffness(length_of(place), beam));
}

Matrix12d beam_mass(const BeamPlace& place, const BeamProperties& beam, MassKind kind) {
  return to_nodes(place, local_mass(length_of(place), beam, kind));
}

Eigen::Matrix<double, 12, 4> beam_deflection(const BeamPlace& place, const BeamProperties& beam,
                                             const Vector3d& direction) {
  const double length = length_of(place);
  const Vector3d along = axes_of(place) * direction;
  const auto bend = [&](const BendingPlane& plane, double part, const Matrix4d& polynomials,
                        Eigen::Matrix<double, 12, 4>& weights) {
    for (int i = 0; i < 4; ++i) {
      weights.row(plane.rows[static_cast<std::size_t>(i)]) +=
          part * (i % 2 == 1 ? plane.sign : 1) * polynomials.col(i).transpose();
    }
  };
  Eigen::Matrix<double, 12, 4> local = Eigen::Matrix<double, 12, 4>::Zero();
  local.row(0) << along[0], -along[0], 0, 0;
  local.row(6) << 0, along[0], 0, 0;
  bend(k_along_y, along[1],
       bending_polynomials(length, beam.bending_stiffness_z, beam.shear_stiffness_y).deflection,
       local);
  bend(k_along_z, along[2],
       bending_polynomials(length, beam.bending_stiffness_y, beam.shear_stiffness_z).deflection,
       local);
  return to_local(place).transpose() * local;
}

BeamProperties beam_properties(const BeamSection& section, const SolidMaterial& material,
                               RotaryInertia rotary) {
  const double e = material.young_modulus;
  const double g = e / (2 * (1 + material.poisson_ratio));
  const double rho = material.density;
  const auto shear = [&](double area) { return area > 0 ? g * area : BeamProperties::k_rigid; };
  BeamProperties beam;
  beam.axial_stiffness = e * section.area;
  beam.bending_stiffness_y = e * section.second_moment_y;
  beam.bending_stiffness_z = e * section.second_moment_z;
  beam.torsional_stiffness = g * section.torsion_constant;
  beam.shear_stiffness_y = shear(section.shear_area_y);
  beam.shear_stiffness_z = shear(section.shear_area_z);
  beam.mass_per_length = rho * section.area;
  beam.polar_inertia = rho * (section.second_moment_y + section.second_moment_z);
  if (rotary == RotaryInertia::left_out) return beam;
  beam.rotary_inertia_y = rho * section.second_moment_y;
  beam.rotary_inertia_z = rho * section.second_moment_z;
  return beam;
}

BeamSection rectangle(double width, double height) {
  const double area = width * height;
  const double long_side = std::max(width, height);
  const double short_side = std::min(width, height);
  const double ratio = short_side / long_side;
  // Roark's approximation of Saint-Venant's series, within 4 %.
  const double torsion = long_side * std::pow(short_side, 3) *
                         (1.0 / 3 - 0.21 * ratio * (1 - std::pow(ratio, 4) / 12));
  return {area,
          width * std::pow(height, 3) / 12,
          height * std::pow(width, 3) / 12,
          torsion,
          5 * area / 6,
          5 * area / 6};
}

}  // namespace tread::fem
