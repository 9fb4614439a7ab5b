#include "tread/structure/influence_line.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

/// Of the length: a section nearer to a support than this is taken as at it.
constexpr double k_same_place = 1e-6;

std::vector<double> nodes_of_beam(const Beam& beam, double section) {
  std::vector<double> nodes{0, section, beam.length};
  for (const Support& support : beam.supports) nodes.push_back(support.x);
  std::ranges::sort(nodes);
  // not std::ranges::unique: clang 14, which builds the fuzzers, cannot compile its result
  const auto end = std::unique(nodes.begin(), nodes.end(), [&](double a, double b) {
    return b - a < k_same_place * beam.length;
  });
  nodes.erase(end, nodes.end());
  nodes.back() = beam.length;
  return nodes;
}

std::size_t nearest_node(const std::vector<double>& nodes, double x) {
  return static_cast<std::size_t>(
      std::ranges::min_element(nodes, {}, [x](double node) { return std::abs(node - x); }) -
      nodes.begin());
}

/// Exact for loads at its ends, with shear deformation.
Eigen::Matrix4d element_stiffness(double bending_stiffness, double h, double shear_ratio) {
  Eigen::Matrix4d k;
  k << 12, 6 * h, -12, 6 * h,                                               //
      6 * h, (4 + shear_ratio) * h * h, -6 * h, (2 - shear_ratio) * h * h,  //
      -12, -6 * h, 12, -6 * h,                                              //
      6 * h, (2 - shear_ratio) * h * h, -6 * h, (4 + shear_ratio) * h * h;
  return k * bending_stiffness / (h * h * h * (1 + shear_ratio));
}

/// Held against moving up and against turning, by supports of any stiffness.
bool is_held_in_place(const Beam& beam) {
  int n_vertical = 0;
  bool can_turn = true;
  for (const Support& support : beam.supports) {
    if (support.vertical > 0) ++n_vertical;
    if (support.rotational > 0) can_turn = false;
  }
  return n_vertical > 1 || (n_vertical == 1 && !can_turn);
}

/// A jump of one end value of one element against its node.
struct Jump {
  std::size_t element = 0;
  int end_value = 0;  // of w, psi at the left, w, psi at the right
  double size = 0;
};

}  // namespace

InfluenceLine::InfluenceLine(const Beam& beam, double section)
    : nodes_(nodes_of_beam(beam, section)), section_(section) {
  check(beam);
  if (!is_uniform(beam)) {
    throw ModelError("influence lines are for uniform beams: this one varies along its length");
  }
  if (!(section >= 0 && section <= beam.length)) {
    throw ModelError(
        fmt::format("the section at {} m lies off the beam of {} m", section, beam.length));
  }
  const BeamSection& properties = beam.sections.front();
  const std::size_t n_elements = nodes_.size() - 1;
  const auto n = static_cast<Eigen::Index>(2 * nodes_.size());
  Eigen::MatrixXd stiffness = Eigen::MatrixXd::Zero(n, n);
  std::vector<Eigen::Matrix4d> elements;
  for (std::size_t e = 0; e < n_elements; ++e) {
    const double h = nodes_[e + 1] - nodes_[e];
    shear_ratio_.push_back(12 * properties.bending_stiffness /
                           (properties.shear_stiffness * h * h));
    elements.push_back(element_stiffness(properties.bending_stiffness, h, shear_ratio_.back()));
    const auto row = static_cast<Eigen::Index>(2 * e);
    stiffness.block<4, 4>(row, row) += elements.back();
  }
  std::vector<bool> is_held(static_cast<std::size_t>(n), false);
  for (const Support& support : beam.supports) {
    const std::size_t row = 2 * nearest_node(nodes_, support.x);
    const std::array springs{support.vertical, support.rotational};
    for (std::size_t i = 0; i < 2; ++i) {
      const auto at_row = static_cast<Eigen::Index>(row + i);
      if (std::isinf(springs[i])) {
        is_held[row + i] = true;
      } else {
        stiffness(at_row, at_row) += springs[i];
      }
    }
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!is_held[static_cast<std::size_t>(i)]) continue;
    stiffness.row(i).setZero();
    stiffness.col(i).setZero();
    stiffness(i, i) = 1;
  }
  if (!is_held_in_place(beam)) {
    throw ModelError("the beam can move as a whole: give it supports");
  }
  // Deflections and slopes, short elements and long ones: scaled they are of one size.
  const Eigen::VectorXd scale = stiffness.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::FullPivLU<Eigen::MatrixXd> factors(scale.asDiagonal() * stiffness *
                                                  scale.asDiagonal());

  const auto loaded = [&](Eigen::VectorXd load) {
    for (Eigen::Index i = 0; i < n; ++i) {
      if (is_held[static_cast<std::size_t>(i)]) load(i) = 0;
    }
    const Eigen::VectorXd u = scale.cwiseProduct(factors.solve(scale.cwiseProduct(load)));
    std::vector<EndValues> line(n_elements);
    for (std::size_t e = 0; e < n_elements; ++e) {
      for (std::size_t k = 0; k < 4; ++k) line[e][k] = u(static_cast<Eigen::Index>(2 * e + k));
    }
    return line;
  };
  const auto deflected = [&](const Jump& jump) {
    const auto row = static_cast<Eigen::Index>(2 * jump.element);
    Eigen::VectorXd load = Eigen::VectorXd::Zero(n);
    load.segment<4>(row) = -elements[jump.element].col(jump.end_value) * jump.size;
    std::vector<EndValues> line = loaded(std::move(load));
    line[jump.element][static_cast<std::size_t>(jump.end_value)] += jump.size;
    return line;
  };
  // The element on the right of the section jumps; at the right end of the beam the last one does.
  const std::size_t node = nearest_node(nodes_, section);
  const bool is_right_end = node == n_elements;
  const std::size_t element = is_right_end ? n_elements - 1 : node;
  kink_ = deflected({element, is_right_end ? 3 : 1, is_right_end ? 1.0 : -1.0});
  step_ = deflected({element, is_right_end ? 2 : 0, is_right_end ? -1.0 : 1.0});
  shear_stiffness_ = properties.shear_stiffness;
  const auto row = static_cast<Eigen::Index>(2 * node);
  force_ = loaded(Eigen::VectorXd::Unit(n, row));
  couple_ = loaded(Eigen::VectorXd::Unit(n, row + 1));
}

double InfluenceLine::at(double x, const std::vector<EndValues>& line) const {
  if (x < nodes_.front() || x > nodes_.back()) return 0;
  const auto next = std::upper_bound(nodes_.begin() + 1, nodes_.end() - 1, x);
  const auto e = static_cast<std::size_t>(next - nodes_.begin()) - 1;
  const double h = nodes_[e + 1] - nodes_[e];
  const double s = (x - nodes_[e]) / h;
  const double phi = shear_ratio_[e];
  const double n1 = 1 - 3 * s * s + 2 * s * s * s + phi * (1 - s);
  const double n2 = h * (s - 2 * s * s + s * s * s + phi / 2 * (s - s * s));
  const double n3 = 3 * s * s - 2 * s * s * s + phi * s;
  const double n4 = h * (-s * s + s * s * s - phi / 2 * (s - s * s));
  const auto& [w0, psi0, w1, psi1] = line[e];
  return (n1 * w0 + n2 * psi0 + n3 * w1 + n4 * psi1) / (1 + phi);
}

}  // namespace tread::structure
