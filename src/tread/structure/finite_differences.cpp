#include "tread/structure/finite_differences.hpp"

#include <fmt/format.h>
#include <Eigen/Dense>

#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

enum class HeldEnd { clamped, pinned };

struct HeldEnds {
  HeldEnd left;
  HeldEnd right;
};

HeldEnds held_ends_of(const Beam& beam) {
  const auto refuse = [](const std::string& why) {
    throw ModelError(
        fmt::format("finite differences need a beam that is clamped or simply supported at its two "
                    "ends: {}; use finite elements",
                    why));
  };
  const Support* left = nullptr;
  const Support* right = nullptr;
  for (const Support& support : beam.supports) {
    if (support.x != 0 && support.x != beam.length) {
      refuse(fmt::format("there is a support at x = {} m", support.x));
    }
    const bool is_rigid =
        std::isinf(support.vertical) && (std::isinf(support.rotational) || support.rotational == 0);
    if (!is_rigid) {
      refuse(fmt::format("the one at x = {} m has springs of {} N/m and {} N m/rad", support.x,
                         support.vertical, support.rotational));
    }
    (support.x == 0 ? left : right) = &support;
  }
  if (left == nullptr || right == nullptr) refuse("one end is free");
  if (!std::isinf(beam.sections.front().shear_stiffness)) refuse("it has shear deformation");
  const auto end = [](const Support* support) {
    return std::isinf(support->rotational) ? HeldEnd::clamped : HeldEnd::pinned;
  };
  return {end(left), end(right)};
}

Eigen::MatrixXd scaled_matrix(const DifferenceModel& model) {
  const Eigen::VectorXd root = model.mass.cwiseSqrt().cwiseInverse();
  return root.asDiagonal() * Eigen::MatrixXd(model.stiffness) * root.asDiagonal();
}

/// Slopes of the cubic spline through values on equal intervals, by elimination of its tridiagonal
/// equations.
Eigen::VectorXd spline_slopes(const Eigen::VectorXd& values, double spacing, const HeldEnds& ends) {
  const Eigen::Index n = values.size();
  Eigen::VectorXd diagonal = Eigen::VectorXd::Constant(n, 4);
  Eigen::VectorXd right(n);
  for (Eigen::Index i = 1; i + 1 < n; ++i) right[i] = 3 * (values[i + 1] - values[i - 1]) / spacing;
  // Clamped: slope 0. Simply supported: 2 s_0 + s_1 = 3 (u_1 - u_0)/dx.
  double upper_first = 0;
  double lower_last = 0;
  const auto end_row = [&](HeldEnd end, Eigen::Index i, double rise, double& neighbour) {
    diagonal[i] = end == HeldEnd::clamped ? 1 : 2;
    neighbour = end == HeldEnd::clamped ? 0 : 1;
    right[i] = end == HeldEnd::clamped ? 0 : 3 * rise / spacing;
  };
  end_row(ends.left, 0, values[1] - values[0], upper_first);
  end_row(ends.right, n - 1, values[n - 1] - values[n - 2], lower_last);
  for (Eigen::Index i = 1; i < n; ++i) {
    const double lower = i == n - 1 ? lower_last : 1;
    const double upper_before = i == 1 ? upper_first : 1;
    const double factor = lower / diagonal[i - 1];
    diagonal[i] -= factor * upper_before;
    right[i] -= factor * right[i - 1];
  }
  Eigen::VectorXd slopes(n);
  slopes[n - 1] = right[n - 1] / diagonal[n - 1];
  for (Eigen::Index i = n - 2; i >= 0; --i) {
    slopes[i] = (right[i] - (i == 0 ? upper_first : 1) * slopes[i + 1]) / diagonal[i];
  }
  return slopes;
}

CubicShapes spline_shapes(const Beam& beam, const DifferenceModel& model, const HeldEnds& ends,
                          const Eigen::MatrixXd& vectors) {
  CubicShapes shapes;
  shapes.n_modes = static_cast<int>(vectors.cols());
  shapes.nodes.push_back(0);
  shapes.nodes.insert(shapes.nodes.end(), model.points.begin(), model.points.end());
  shapes.nodes.push_back(beam.length);
  const std::size_t n_intervals = shapes.nodes.size() - 1;
  const auto n_modes = as_size(shapes.n_modes);
  const double h = model.spacing;
  shapes.coefficient.resize(4 * n_intervals * n_modes);
  for (Eigen::Index mode = 0; mode < vectors.cols(); ++mode) {
    Eigen::VectorXd values = Eigen::VectorXd::Zero(vectors.rows() + 2);
    values.segment(1, vectors.rows()) = vectors.col(mode);
    const Eigen::VectorXd slopes = spline_slopes(values, h, ends);
    for (std::size_t e = 0; e < n_intervals; ++e) {
      const auto i = static_cast<Eigen::Index>(e);
      const double rise = (values[i + 1] - values[i]) / h;
      double* c = shapes.coefficient.data() + 4 * e * n_modes + static_cast<std::size_t>(mode);
      c[0] = values[i];
      c[n_modes] = slopes[i];
      c[2 * n_modes] = (3 * rise - 2 * slopes[i] - slopes[i + 1]) / h;
      c[3 * n_modes] = (slopes[i] + slopes[i + 1] - 2 * rise) / (h * h);
    }
  }
  return shapes;
}

}  // namespace

double DifferenceModel::highest_omega() const {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(scaled_matrix(*this),
                                                              Eigen::EigenvaluesOnly);
  return std::sqrt(solver.eigenvalues().maxCoeff());
}

DifferenceModel difference_model(const Beam& beam, int n_intervals) {
  check(beam);
  const HeldEnds ends = held_ends_of(beam);
  if (n_intervals < 4) {
    throw ModelError(
        fmt::format("finite differences need at least 4 intervals, got {}", n_intervals));
  }
  const int n = n_intervals - 1;
  DifferenceModel model;
  model.spacing = beam.length / n_intervals;
  model.mass.resize(n);
  for (int i = 0; i < n; ++i) {
    const double x = beam.length * (i + 1) / n_intervals;
    model.points.push_back(x);
    model.mass[i] = section_at(beam, x).mass_per_length;
  }
  std::vector<Eigen::Triplet<double>> entries;
  const double h2 = model.spacing * model.spacing;
  for (int i = 0; i <= n_intervals; ++i) {
    const bool is_end = i == 0 || i == n_intervals;
    if (is_end && (i == 0 ? ends.left : ends.right) == HeldEnd::pinned) continue;  // no curvature
    // Curvature at point i over the inner points i - 2, i - 1, i (as they are numbered from 0).
    std::vector<std::pair<int, double>> row;
    if (is_end) {
      row = {{i == 0 ? 0 : n - 1, 2 / h2}};
    } else {
      if (i > 1) row.push_back({i - 2, 1 / h2});
      row.push_back({i - 1, -2 / h2});
      if (i < n) row.push_back({i, 1 / h2});
    }
    const double x = beam.length * i / n_intervals;
    const double weight = (is_end ? 0.5 : 1) * section_at(beam, x).bending_stiffness;
    for (const auto& [a, value_a] : row) {
      for (const auto& [b, value_b] : row) entries.emplace_back(a, b, weight * value_a * value_b);
    }
  }
  model.stiffness.resize(n, n);
  model.stiffness.setFromTriplets(entries.begin(), entries.end());
  return model;
}

BeamModes finite_difference_modes(const Beam& beam, const ModeOptions& options) {
  const int n_intervals = options.n_elements > 0 ? options.n_elements : 200;
  const DifferenceModel model = difference_model(beam, n_intervals);
  if (options.n_modes > n_intervals - 1) {
    throw ModelError(fmt::format(
        "{} intervals have {} inner points and as many modes, not {}: ask for fewer modes or give "
        "more intervals",
        n_intervals, n_intervals - 1, options.n_modes));
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(scaled_matrix(model));
  const Eigen::VectorXd root = (model.spacing * model.mass).cwiseSqrt().cwiseInverse();
  Eigen::MatrixXd vectors = root.asDiagonal() * solver.eigenvectors().leftCols(options.n_modes);
  std::vector<double> omega;
  for (int i = 0; i < options.n_modes; ++i) {
    omega.push_back(std::sqrt(solver.eigenvalues()[i]));
    if (vectors(0, i) < 0) vectors.col(i) *= -1;
  }
  return BeamModes({{0,
                     beam,
                     std::move(omega),
                     spline_shapes(beam, model, held_ends_of(beam), vectors),
                     {},
                     {}}});
}

}  // namespace tread::structure
