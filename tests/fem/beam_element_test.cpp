#include "tread/fem/beam_element.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>

namespace tread::fem {
namespace {

using Eigen::Vector3d;

BeamProperties asymmetric_beam() {
  BeamProperties beam;
  beam.axial_stiffness = 5e9;
  beam.bending_stiffness_y = 3e8;
  beam.bending_stiffness_z = 7e8;
  beam.torsional_stiffness = 2e8;
  beam.shear_stiffness_y = 4e8;
  beam.shear_stiffness_z = 6e8;
  beam.mass_per_length = 1200;
  beam.rotary_inertia_y = 90;
  beam.rotary_inertia_z = 150;
  beam.polar_inertia = 240;
  return beam;
}

BeamPlace along_x(double length) {
  BeamPlace place;
  place.node_2 = Vector3d(length, 0, 0);
  return place;
}

/// Displacements of the free end of a cantilever in one element.
Eigen::Matrix<double, 6, 1> tip_of_cantilever(const BeamPlace& place, const BeamProperties& beam,
                                              const Eigen::Matrix<double, 6, 1>& load) {
  return beam_stiffness(place, beam).bottomRightCorner<6, 6>().inverse() * load;
}

TEST(BeamElement, one_element_has_the_exact_tip_deflection_with_shear) {
  const double l = 2.5;
  const BeamProperties beam = asymmetric_beam();
  Eigen::Matrix<double, 6, 1> load;
  load << 10, 20, 30, 40, 0, 0;
  const auto u = tip_of_cantilever(along_x(l), beam, load);
  EXPECT_NEAR(u[0], 10 * l / 5e9, 1e-20);
  EXPECT_NEAR(u[1], 20 * (l * l * l / (3 * 7e8) + l / 4e8), 1e-18);
  EXPECT_NEAR(u[2], 30 * (l * l * l / (3 * 3e8) + l / 6e8), 1e-18);
  EXPECT_NEAR(u[3], 40 * l / 2e8, 1e-18);
  EXPECT_NEAR(u[4], -30 * l * l / (2 * 3e8), 1e-18);  // w' = -ry
  EXPECT_NEAR(u[5], 20 * l * l / (2 * 7e8), 1e-18);   // v' = rz
}

TEST(BeamElement, without_shear_the_matrices_are_those_of_hermite_cubics) {
  BeamProperties beam;
  beam.axial_stiffness = 1;
  beam.bending_stiffness_y = 2;
  beam.mass_per_length = 420;
  const double l = 3;
  const Matrix12d k = beam_stiffness(along_x(l), beam);
  const Matrix12d m = beam_mass(along_x(l), beam);
  EXPECT_NEAR(k(2, 2), 12 * 2 / (l * l * l), 1e-15);
  EXPECT_NEAR(k(2, 4), -6 * 2 / (l * l), 1e-15);
  EXPECT_NEAR(k(4, 10), 2 * 2 / l, 1e-15);
  EXPECT_NEAR(m(2, 2), 156 * l, 1e-10);
  EXPECT_NEAR(m(2, 8), 54 * l, 1e-10);
  EXPECT_NEAR(m(2, 10), 13 * l * l, 1e-10);
  EXPECT_NEAR(m(4, 4), 4 * l * l * l, 1e-10);
  EXPECT_NEAR(m(4, 10), -3 * l * l * l, 1e-10);
}

TEST(BeamElement, turned_in_space_its_matrices_are_turned) {
  BeamPlace straight = along_x(2);
  straight.offset_1 = Vector3d(0.1, 0.2, -0.3);
  straight.offset_2 = Vector3d(-0.2, 0.1, 0.4);
  const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(0.7, Vector3d(1, 2, -0.5).normalized()).toRotationMatrix();
  BeamPlace turned;
  turned.node_1 = Vector3d(3, -1, 2);
  turned.node_2 = turned.node_1 + turn * straight.node_2;
  turned.orientation = turn * straight.orientation;
  turned.offset_1 = turn * straight.offset_1;
  turned.offset_2 = turn * straight.offset_2;
  Matrix12d rotation = Matrix12d::Zero();
  for (int i = 0; i < 4; ++i) rotation.block<3, 3>(3 * i, 3 * i) = turn;
  const BeamProperties beam = asymmetric_beam();
  const Matrix12d k = rotation * beam_stiffness(straight, beam) * rotation.transpose();
  EXPECT_LT((beam_stiffness(turned, beam) - k).norm(), 1e-13 * k.norm());
  for (const MassKind kind : {MassKind::consistent, MassKind::lumped}) {
    const Matrix12d m = rotation * beam_mass(straight, beam, kind) * rotation.transpose();
    EXPECT_LT((beam_mass(turned, beam, kind) - m).norm(), 1e-13 * m.norm());
  }
}

TEST(BeamElement, rigid_motions_with_offsets_meet_no_force_and_have_the_mass_and_inertia) {
  BeamPlace place;
  place.node_1 = Vector3d(1, 2, 3);
  place.node_2 = Vector3d(2, 0, 4);
  place.offset_1 = Vector3d(0.3, 0.1, -0.2);
  place.offset_2 = Vector3d(0.1, -0.3, 0.2);
  const BeamProperties beam = asymmetric_beam();
  const Matrix12d k = beam_stiffness(place, beam);
  const Matrix12d m = beam_mass(place, beam);
  const double length = length_of(place);
  const Vector3d end_1 = place.node_1 + place.offset_1;
  const Vector3d end_2 = place.node_2 + place.offset_2;
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3d unit = Vector3d::Unit(axis);
    Eigen::Matrix<double, 12, 1> shift = Eigen::Matrix<double, 12, 1>::Zero();
    shift.segment<3>(0) = shift.segment<3>(6) = unit;
    Eigen::Matrix<double, 12, 1> turn;
    turn << unit.cross(place.node_1), unit, unit.cross(place.node_2), unit;
    EXPECT_LT((k * shift).norm(), 1e-13 * k.norm());
    EXPECT_LT((k * turn).norm(), 1e-12 * k.norm());
    EXPECT_NEAR(shift.dot(m * shift), 1200 * length, 1e-11 * 1200 * length);
    // m int |axis x r|^2 + the sections' own inertia in the beam's axes.
    const Vector3d along = (end_2 - end_1) / length;
    const Vector3d side = Vector3d::UnitZ().cross(along).normalized();
    const double own =
        length * (240 * std::pow(along.dot(unit), 2) + 90 * std::pow(side.dot(unit), 2) +
                  150 * std::pow(along.cross(side).dot(unit), 2));
    const Vector3d a = unit.cross(end_1), b = unit.cross(end_2);
    const double far = 1200 * length * (a.dot(a) + a.dot(b) + b.dot(b)) / 3;
    EXPECT_NEAR(turn.dot(m * turn), far + own, 1e-12 * far);
  }
}

TEST(BeamElement, lumped_mass_is_diagonal_along_its_axes_and_half_at_each_end) {
  const Matrix12d m = beam_mass(along_x(2), asymmetric_beam(), MassKind::lumped);
  EXPECT_EQ(m, Matrix12d(m.diagonal().asDiagonal()));
  for (const int i : {0, 1, 2, 6, 7, 8}) EXPECT_NEAR(m(i, i), 1200, 1e-9);
  for (const int i : {3, 9}) EXPECT_NEAR(m(i, i), 240, 1e-12);
  EXPECT_GT(m.diagonal().minCoeff(), 0);
}

TEST(BeamElement, deflection_between_the_ends_is_that_of_the_loaded_cantilever) {
  const double l = 2.5, p = 30;
  const BeamProperties beam = asymmetric_beam();
  Eigen::Matrix<double, 6, 1> load = Eigen::Matrix<double, 6, 1>::Zero();
  load[2] = p;
  Eigen::Matrix<double, 12, 1> u = Eigen::Matrix<double, 12, 1>::Zero();
  u.tail<6>() = tip_of_cantilever(along_x(l), beam, load);
  const auto weights = beam_deflection(along_x(l), beam, -Vector3d::UnitZ());
  for (const double s : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    const double x = s * l;
    const double w = p * ((l * x * x / 2 - x * x * x / 6) / 3e8 + x / 6e8);
    EXPECT_NEAR((u.transpose() * weights).dot(Eigen::RowVector4d(1, s, s * s, s * s * s)), -w,
                1e-18);
  }
}

TEST(BeamElement, a_rectangle_has_its_moments) {
  const BeamSection section = rectangle(0.3, 0.5);
  EXPECT_DOUBLE_EQ(section.area, 0.15);
  EXPECT_DOUBLE_EQ(section.second_moment_y, 0.3 * 0.125 / 12);
  EXPECT_DOUBLE_EQ(section.second_moment_z, 0.5 * 0.027 / 12);
  // Saint-Venant's series for sides of 5 : 3 (Timoshenko, Goodier, Theory of Elasticity, 109): for
  // 1 it is 0.1406, for 2 it is 0.229 of long x short^3.
  EXPECT_NEAR(rectangle(1, 1).torsion_constant, 0.1406, 0.0006);
  EXPECT_NEAR(rectangle(2, 1).torsion_constant, 2 * 0.229, 0.002);
}

}  // namespace
}  // namespace tread::fem
