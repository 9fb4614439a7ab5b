#include "tread/wheel_rail/hertz_table.hpp"

#include <cmath>
#include <numbers>

namespace tread::wheel_rail {
namespace {

constexpr double k_spacing = 1.0 / 16;
constexpr int k_pieces = 224;  // t up to 14: B/A = 1.2e6

double cubic(double u, double value0, double slope0, double value1, double slope1) {
  const double rise = value1 - value0;
  return value0 +
         u * (slope0 + u * (3 * rise - 2 * slope0 - slope1 + u * (slope0 + slope1 - 2 * rise)));
}

}  // namespace

HertzTable::HertzTable() {
  const auto exact = [](int i) {
    const double t = k_spacing * std::abs(i);
    const reference::GapCurvatures curvatures{std::exp(-t / 2), std::exp(t / 2)};  // q = 1
    const auto ellipse = reference::hertz_ellipse_from_approach(1, curvatures, 1);
    const double c2 = ellipse.semi_axes.x * ellipse.semi_axes.y;
    const double ratio = std::log(ellipse.semi_axes.x / ellipse.semi_axes.y);
    return Node{i < 0 ? -ratio : ratio, -std::log(c2),
                std::log(ellipse.force / (c2 * std::sqrt(c2)))};
  };
  std::vector<Node> nodes;  // two more at either end, for the slopes
  for (int i = -2; i <= k_pieces + 2; ++i) nodes.push_back(exact(i));
  const auto slope = [&](std::size_t i, double Node::*f) {
    return (8 * (nodes[i + 1].*f - nodes[i - 1].*f) - (nodes[i + 2].*f - nodes[i - 2].*f)) / 12;
  };
  for (std::size_t i = 2; i + 2 < nodes.size(); ++i) {
    pieces_.push_back(
        {nodes[i],
         {slope(i, &Node::axis_ratio), slope(i, &Node::approach), slope(i, &Node::force)}});
  }
}

HertzTable::Node HertzTable::at(double t) const {
  const double place = t / k_spacing;
  const auto i = static_cast<std::size_t>(place);
  const double u = place - static_cast<double>(i);
  const auto interpolate = [&](double Node::*f) {
    return cubic(u, pieces_[i].value.*f, pieces_[i].slope.*f, pieces_[i + 1].value.*f,
                 pieces_[i + 1].slope.*f);
  };
  return {interpolate(&Node::axis_ratio), interpolate(&Node::approach), interpolate(&Node::force)};
}

reference::HertzEllipse HertzTable::from_approach(double approach,
                                                  reference::GapCurvatures curvatures,
                                                  double contact_modulus) const {
  const double t = std::log(curvatures.y / curvatures.x);
  if (!(std::abs(t) < k_spacing * k_pieces)) {
    return reference::hertz_ellipse_from_approach(approach, curvatures, contact_modulus);
  }
  const Node node = at(std::abs(t));
  const double q = std::sqrt(curvatures.x * curvatures.y);
  const double c2 = approach / (q * std::exp(node.approach));
  const double c = std::sqrt(c2);
  const double stretch = std::exp((t < 0 ? -node.axis_ratio : node.axis_ratio) / 2);
  const double force = contact_modulus * q * c2 * c * std::exp(node.force);
  return {.curvatures = curvatures,
          .semi_axes = {c * stretch, c / stretch},
          .contact_modulus = contact_modulus,
          .force = force,
          .approach = approach,
          .peak_pressure = c2 > 0 ? 3 * force / (2 * std::numbers::pi * c2) : 0};
}

}  // namespace tread::wheel_rail
