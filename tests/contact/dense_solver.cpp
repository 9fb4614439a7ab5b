#include "contact/dense_solver.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/problems.hpp"

namespace tread::contact::test {
namespace {

constexpr long double k_pi = 3.141592653589793238462643383279502884L;

/// x asinh(y/|x|): the part of the potential that belongs to one side of a corner.
long double side(long double x, long double y) {
  return x == 0 ? 0 : x * std::asinh(y / std::abs(x));
}

/// Integral of 1/r over a rectangle, from its four corners.
long double potential(long double x, long double y, long double dx, long double dy) {
  const auto corner = [](long double cx, long double cy) { return side(cx, cy) + side(cy, cx); };
  const long double x1 = x - dx / 2;
  const long double x2 = x + dx / 2;
  const long double y1 = y - dy / 2;
  const long double y2 = y + dy / 2;
  return corner(x2, y2) - corner(x1, y2) - corner(x2, y1) + corner(x1, y1);
}

/// Integral of 2 ln(datum/|x|) over a strip.
long double line_potential(long double x, long double dx, long double datum) {
  const auto end = [&](long double at) {
    return at == 0 ? 0 : 2 * at * (1 - std::log(std::abs(at) / datum));
  };
  return end(x + dx / 2) - end(x - dx / 2);
}

/// Displacement per pressure, between the cells where contact is possible.
Eigen::MatrixXd influence_matrix(const NormalProblem& problem, const std::vector<int>& cells) {
  const Grid& grid = problem.grid;
  const auto per_modulus = [](const Material& body) {
    return body.is_rigid() ? 0 : (1 - body.poisson_ratio) / (2 * body.shear_modulus);
  };
  const long double compliance = static_cast<long double>(per_modulus(problem.bodies.upper)) +
                                 per_modulus(problem.bodies.lower);
  const auto n = static_cast<Eigen::Index>(cells.size());
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index a = 0; a < n; ++a) {
    for (Eigen::Index b = 0; b < n; ++b) {
      const int cell_a = cells[static_cast<std::size_t>(a)];
      const int cell_b = cells[static_cast<std::size_t>(b)];
      const long double dx = grid.dx;
      const long double dy = grid.dy;
      const long double x = (cell_a % grid.nx - cell_b % grid.nx) * dx;
      const long double y = (cell_a / grid.nx - cell_b / grid.nx) * dy;
      const long double integral = problem.line_datum > 0
                                       ? line_potential(x, dx, problem.line_datum)
                                       : potential(x, y, dx, dy);
      matrix(a, b) = static_cast<double>(compliance / k_pi * integral);
    }
  }
  return matrix;
}

class LawsonHanson {
 public:
  explicit LawsonHanson(const Eigen::MatrixXd& matrix) : matrix_(matrix) {}

  /// p for the given right hand side δ - h.
  const Eigen::VectorXd& solve(const Eigen::VectorXd& b) {
    p_ = Eigen::VectorXd::Zero(b.size());
    contact_.clear();
    const double smallest_overlap = 1e-14 * b.cwiseAbs().maxCoeff();
    for (;;) {
      const Eigen::VectorXd overlap = b - matrix_ * p_;
      Eigen::Index worst = -1;
      for (Eigen::Index i = 0; i < b.size(); ++i) {
        const bool inside = std::find(contact_.begin(), contact_.end(), i) != contact_.end();
        if (!inside && overlap(i) > smallest_overlap &&
            (worst < 0 || overlap(i) > overlap(worst))) {
          worst = i;
        }
      }
      if (worst < 0) return p_;
      contact_.push_back(worst);
      descend(b);
    }
  }

  /// dp/dδ summed over the contact.
  double unit_sum() const {
    const auto n = static_cast<Eigen::Index>(contact_.size());
    return n == 0 ? 0 : part().ldlt().solve(Eigen::VectorXd::Ones(n)).sum();
  }

 private:
  Eigen::MatrixXd part() const { return matrix_(contact_, contact_); }

  /// To the minimum on the cells of the contact, letting go of those whose pressure would turn
  /// negative on the way.
  void descend(const Eigen::VectorXd& b) {
    for (;;) {
      const Eigen::VectorXd aim = part().ldlt().solve(b(contact_));
      double step = 1;
      for (std::size_t k = 0; k < contact_.size(); ++k) {
        const double goal = aim(static_cast<Eigen::Index>(k));
        const double now = p_(contact_[k]);
        if (goal <= 0) step = std::min(step, now / (now - goal));
      }
      std::vector<Eigen::Index> kept;
      for (std::size_t k = 0; k < contact_.size(); ++k) {
        double& p = p_(contact_[k]);
        const double goal = aim(static_cast<Eigen::Index>(k));
        p += step * (goal - p);
        if (step < 1 && goal <= 0 && p <= 1e-14 * p_.maxCoeff()) {
          p = 0;
        } else {
          kept.push_back(contact_[k]);
        }
      }
      contact_ = kept;
      if (step == 1) return;
    }
  }

  const Eigen::MatrixXd& matrix_;
  Eigen::VectorXd p_;
  std::vector<Eigen::Index> contact_;
};

}  // namespace

DenseSolution solve_dense(const NormalProblem& problem) {
  std::vector<int> cells;
  std::vector<double> distances;
  for (std::size_t i = 0; i < problem.distance.size(); ++i) {
    if (std::isfinite(problem.distance[i])) {
      cells.push_back(static_cast<int>(i));
      distances.push_back(problem.distance[i]);
    }
  }
  const auto n = static_cast<Eigen::Index>(cells.size());
  const Eigen::Map<const Eigen::VectorXd> h(distances.data(), n);
  const Eigen::MatrixXd matrix = influence_matrix(problem, cells);
  const double area = problem.grid.cell_area();

  LawsonHanson solver(matrix);
  DenseSolution solution;
  const auto at = [&](double approach) {
    const Eigen::VectorXd& p = solver.solve(Eigen::VectorXd::Constant(n, approach) - h);
    solution.approach = approach;
    solution.force = p.sum() * area;
    solution.stiffness = solver.unit_sum() * area;
    solution.pressure.assign(problem.distance.size(), 0.0);
    for (Eigen::Index i = 0; i < n; ++i) {
      solution.pressure[static_cast<std::size_t>(cells[static_cast<std::size_t>(i)])] = p(i);
    }
  };
  if (problem.prescribed == Prescribed::approach) {
    at(problem.value);
    return solution;
  }
  // One cell alone is softer than any contact of several: a start below the solution.
  double low = h.minCoeff();
  double high = std::numeric_limits<double>::infinity();
  double next = low + problem.value / area * matrix(0, 0);
  for (int iteration = 0; iteration < 200; ++iteration) {
    at(next);
    if (std::abs(solution.force - problem.value) <= 1e-13 * problem.value) break;
    (solution.force < problem.value ? low : high) = next;
    next += (problem.value - solution.force) / solution.stiffness;
    if (!(next > low && next < high)) next = (low + high) / 2;
  }
  return solution;
}

}  // namespace tread::contact::test
