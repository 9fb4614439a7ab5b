#include "tread/structure/smooth_line.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "tread/structure/hermite.hpp"

namespace tread::structure {
namespace {

/// A weighted sum of displacements.
using Sum = std::map<int, double>;

void add(Sum& to, const Sum& other, double factor) {
  for (const auto& [dof, weight] : other) to[dof] += factor * weight;
}

Sum deflection_at(const LineSegment& segment, double s) {
  Sum sum;
  for (std::size_t i = 0; i < segment.dofs.size(); ++i) {
    const double weight = segment.coefficients.row(static_cast<Eigen::Index>(i))
                              .dot(Eigen::RowVector4d(1, s, s * s, s * s * s));
    if (weight != 0) sum[segment.dofs[i]] = weight;
  }
  return sum;
}

bool is_same_deflection(const Sum& one, const Sum& other) {
  Sum difference = one;
  add(difference, other, -1);
  return std::ranges::all_of(difference,
                             [](const auto& term) { return std::abs(term.second) < 1e-9; });
}

/// Ends of neighbouring segments, their places and deflections.
struct Knots {
  std::vector<double> x;
  std::vector<Sum> deflection;
};

/// Slope at knot i: of the parabola through it and its neighbours, or through the nearest three.
Sum slope_at(const Knots& knots, std::size_t i) {
  const std::size_t n = knots.x.size();
  Sum slope;
  if (n == 2) {
    const double h = knots.x[1] - knots.x[0];
    add(slope, knots.deflection[1], 1 / h);
    add(slope, knots.deflection[0], -1 / h);
    return slope;
  }
  const std::size_t first = std::min(i == 0 ? 0 : i - 1, n - 3);
  const double at = knots.x[i];
  for (std::size_t k = first; k < first + 3; ++k) {
    const double a = knots.x[first + (k == first ? 1 : 0)];
    const double b = knots.x[first + (k == first + 2 ? 1 : 2)];
    const double own = knots.x[k];
    add(slope, knots.deflection[k], (2 * at - a - b) / ((own - a) * (own - b)));
  }
  return slope;
}

LineSegment cubic_between(const Knots& knots, std::size_t i) {
  const double h = knots.x[i + 1] - knots.x[i];
  const std::array<Eigen::RowVector4d, 4> hermite = hermite_cubics(h);
  const std::array<Sum, 4> values{knots.deflection[i], slope_at(knots, i), knots.deflection[i + 1],
                                  slope_at(knots, i + 1)};
  std::map<int, Eigen::RowVector4d> rows;
  for (std::size_t k = 0; k < 4; ++k) {
    for (const auto& [dof, weight] : values[k]) {
      rows.try_emplace(dof, Eigen::RowVector4d::Zero()).first->second += weight * hermite[k];
    }
  }
  // where nothing moves, a segment still has one displacement
  if (rows.empty()) rows.emplace(0, Eigen::RowVector4d::Zero());
  LineSegment segment{knots.x[i], h, {}, {}};
  segment.coefficients.resize(static_cast<Eigen::Index>(rows.size()), 4);
  for (const auto& [dof, row] : rows) {
    segment.coefficients.row(static_cast<Eigen::Index>(segment.dofs.size())) = row;
    segment.dofs.push_back(dof);
  }
  return segment;
}

}  // namespace

LoadLine smoothed(const LoadLine& line) {
  const std::vector<LineSegment>& old = line.segments();
  std::vector<LineSegment> segments;
  for (std::size_t first = 0; first < old.size();) {
    Knots knots{{old[first].start}, {deflection_at(old[first], 0)}};
    std::size_t i = first;
    while (true) {
      knots.x.push_back(old[i].start + old[i].length);
      knots.deflection.push_back(deflection_at(old[i], 1));
      ++i;
      if (i == old.size() ||
          !is_same_deflection(knots.deflection.back(), deflection_at(old[i], 0))) {
        break;
      }
    }
    for (std::size_t k = 0; k + 1 < knots.x.size(); ++k) {
      segments.push_back(cubic_between(knots, k));
    }
    first = i;
  }
  return LoadLine(std::move(segments));
}

}  // namespace tread::structure
