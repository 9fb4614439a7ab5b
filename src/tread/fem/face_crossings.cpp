#include "tread/fem/face_crossings.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>

#include "tread/core/errors.hpp"

namespace tread::fem {
namespace {

constexpr double k_tiny = 1e-9;  // of a face's size

/// Axes of the ground plan: along the line and to its side.
struct Plan {
  Eigen::Vector3d point;
  Eigen::Matrix<double, 2, 3> axes;

  Eigen::Vector2d of(const Eigen::Vector3d& place) const { return axes * (place - point); }
};

Plan make_plan(const TrackLine& line, const Eigen::Vector3d& up) {
  const Eigen::Vector3d normal = up.normalized();
  const Eigen::Vector3d flat = line.direction - normal.dot(line.direction) * normal;
  if (flat.norm() < 1e-9 * line.direction.norm()) {
    throw ModelError("the load line's direction points up: it must lead along the track");
  }
  Plan plan;
  plan.point = *line.point;
  plan.axes.row(0) = flat.normalized().transpose();
  plan.axes.row(1) = normal.cross(flat.normalized()).transpose();
  return plan;
}

using Corners = Eigen::Matrix2Xd;

double size_of(const Corners& corners) {
  return (corners.rowwise().maxCoeff() - corners.rowwise().minCoeff()).norm();
}

double area_of(const Corners& corners) {
  double twice = 0;
  for (Eigen::Index i = 0; i < corners.cols(); ++i) {
    const Eigen::Index j = (i + 1) % corners.cols();
    twice += corners(0, i) * corners(1, j) - corners(0, j) * corners(1, i);
  }
  return std::abs(twice) / 2;
}

/// Part of the line inside a convex face.
std::optional<std::array<double, 2>> cut(const Corners& corners) {
  const double tiny = k_tiny * size_of(corners);
  double begin = std::numeric_limits<double>::infinity();
  double end = -begin;
  const auto touch = [&](double t) {
    begin = std::min(begin, t);
    end = std::max(end, t);
  };
  for (Eigen::Index i = 0; i < corners.cols(); ++i) {
    const Eigen::Vector2d a = corners.col(i);
    const Eigen::Vector2d b = corners.col((i + 1) % corners.cols());
    if (std::abs(a[1]) <= tiny) {
      touch(a[0]);
    } else if (std::abs(b[1]) > tiny && a[1] * b[1] < 0) {
      touch(a[0] + (b[0] - a[0]) * a[1] / (a[1] - b[1]));
    }
  }
  if (!(end - begin > tiny)) return std::nullopt;
  return std::array<double, 2>{begin, end};
}

Eigen::VectorXd triangle_shapes(const Corners& corners, double t, Eigen::Index n_nodes) {
  Eigen::Matrix3d system;
  system << Eigen::RowVector3d::Ones(), corners;
  const Eigen::Vector3d l = system.inverse() * Eigen::Vector3d(1, t, 0);
  if (n_nodes == 3) return l;
  Eigen::VectorXd n(6);
  n << l[0] * (2 * l[0] - 1), l[1] * (2 * l[1] - 1), l[2] * (2 * l[2] - 1), 4 * l[0] * l[1],
      4 * l[1] * l[2], 4 * l[2] * l[0];
  return n;
}

Eigen::Vector4d bilinear(const Eigen::Vector2d& xi) {
  const double x = xi[0];
  const double y = xi[1];
  return Eigen::Vector4d((1 - x) * (1 - y), (1 + x) * (1 - y), (1 + x) * (1 + y),
                         (1 - x) * (1 + y)) /
         4;
}

Eigen::VectorXd quadrilateral_shapes(const Corners& corners, double t) {
  Eigen::Vector2d xi = Eigen::Vector2d::Zero();
  // Newton's method; one step for parallelograms, a handful for any convex face.
  for (int iteration = 0; iteration < 30; ++iteration) {
    const Eigen::Vector2d residual = corners * bilinear(xi) - Eigen::Vector2d(t, 0);
    if (residual.norm() < 1e-14 * size_of(corners)) break;
    Eigen::Matrix<double, 4, 2> gradients;
    gradients << -(1 - xi[1]), -(1 - xi[0]), 1 - xi[1], -(1 + xi[0]), 1 + xi[1], 1 + xi[0],
        -(1 + xi[1]), 1 - xi[0];
    const Eigen::Matrix2d jacobian = corners * gradients / 4;
    xi -= jacobian.inverse() * residual;
  }
  return bilinear(xi);
}

/// Monomials' coefficients from values at s = 0, 1/3, 2/3, 1.
Eigen::Matrix4d cubic_fit() {
  Eigen::Matrix4d powers;  // column i: 1, s, s^2, s^3 at point i
  for (int i = 0; i < 4; ++i) {
    const double s = i / 3.0;
    powers.col(i) << 1, s, s * s, s * s * s;
  }
  return powers.inverse();
}

FaceCrossing crossing_of(ElementShape shape, const std::vector<int>& nodes, const Corners& corners,
                         const std::array<double, 2>& span) {
  Eigen::Matrix<double, Eigen::Dynamic, 4> values(static_cast<Eigen::Index>(nodes.size()), 4);
  for (int i = 0; i < 4; ++i) {
    const double t = span[0] + (span[1] - span[0]) * i / 3;
    values.col(i) = shape == ElementShape::quadrilateral_4
                        ? quadrilateral_shapes(corners, t)
                        : triangle_shapes(corners, t, values.rows());
  }
  return {span[0], span[1], nodes, values * cubic_fit()};
}

/// One face for each stretch; ends that differ by rounding made equal.
std::vector<FaceCrossing> crossings_in_order(std::vector<FaceCrossing> crossings) {
  std::ranges::sort(crossings, {}, &FaceCrossing::begin);
  std::vector<FaceCrossing> line;
  for (FaceCrossing& crossing : crossings) {
    if (!line.empty()) {
      FaceCrossing& last = line.back();
      const double tiny = 1e-7 * std::min(last.end - last.begin, crossing.end - crossing.begin);
      const bool is_same = std::abs(crossing.begin - last.begin) <= tiny &&
                           std::abs(crossing.end - last.end) <= tiny;
      if (is_same) continue;
      if (std::abs(crossing.begin - last.end) <= tiny) crossing.begin = last.end;
    }
    line.push_back(std::move(crossing));
  }
  return line;
}

}  // namespace

std::vector<FaceCrossing> face_crossings(const Mesh& mesh, const TrackLine& line,
                                         const Eigen::Vector3d& up) {
  const Plan plan = make_plan(line, up);
  std::vector<FaceCrossing> crossings;
  for (const ElementGroup* group : find_groups(mesh, line.group)) {
    if (dimension_of(group->shape) != 2) continue;
    const int n_corners = group->shape == ElementShape::quadrilateral_4 ? 4 : 3;
    for (Eigen::Index i = 0; i < group->nodes.rows(); ++i) {
      Corners corners(2, n_corners);
      for (int k = 0; k < n_corners; ++k) {
        corners.col(k) = plan.of(mesh.nodes.col(group->nodes(i, k)));
      }
      // Seen along `up`, upright faces are lines.
      const double size = size_of(corners);
      if (area_of(corners) <= k_tiny * size * size) continue;
      const auto span = cut(corners);
      if (!span) continue;
      const Eigen::VectorXi row = group->nodes.row(i);
      crossings.push_back(
          crossing_of(group->shape, {row.data(), row.data() + row.size()}, corners, *span));
    }
  }
  if (!crossings.empty()) return crossings_in_order(std::move(crossings));
  throw ModelError(fmt::format(
      "the load line through ({:.6g}, {:.6g}, {:.6g}) along ({:.6g}, {:.6g}, {:.6g}) crosses no "
      "face of group '{}': move its point over the faces",
      (*line.point)[0], (*line.point)[1], (*line.point)[2], line.direction[0], line.direction[1],
      line.direction[2], line.group));
}

}  // namespace tread::fem
