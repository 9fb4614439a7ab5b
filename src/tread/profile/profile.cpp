#include "tread/profile/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tread/core/errors.hpp"

namespace tread::profile {
namespace {

void check_points(const std::string& name, const std::vector<ProfilePoint>& points) {
  if (points.size() < Profile::k_least_points) {
    throw ModelError(fmt::format("profile {} has {} points: at least {} are needed", name,
                                 points.size(), Profile::k_least_points));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!std::isfinite(points[i].y) || !std::isfinite(points[i].z)) {
      throw ModelError(fmt::format("profile {}: point {} is not a number", name, i + 1));
    }
    if (i > 0 && points[i].y <= points[i - 1].y) {
      throw ModelError(
          fmt::format("profile {}: y does not rise from point {} ({:.6g} m) to point {} ({:.6g} m)",
                      name, i, points[i - 1].y, i + 1, points[i].y));
    }
  }
}

/// Second derivatives at the knots of the natural cubic spline through the values.
std::vector<double> natural_spline(const std::vector<double>& knots,
                                   const std::vector<double>& values) {
  const std::size_t n = knots.size();
  std::vector<double> second(n, 0.0);
  std::vector<double> factor(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double left = knots[i] - knots[i - 1];
    const double right = knots[i + 1] - knots[i];
    const double jump =
        6 * ((values[i + 1] - values[i]) / right - (values[i] - values[i - 1]) / left);
    const double pivot = 2 * (left + right) - left * factor[i - 1];
    factor[i] = right / pivot;
    second[i] = (jump - left * second[i - 1]) / pivot;
  }
  for (std::size_t i = n - 1; i-- > 1;) second[i] -= factor[i] * second[i + 1];
  return second;
}

struct SplineValue {
  double value, first, second;
};

SplineValue evaluate(double t, double width, double low, double high, double second_low,
                     double second_high) {
  const double u = 1 - t;
  const double square = width * width / 6;
  return {
      u * low + t * high + square * (u * (u * u - 1) * second_low + t * (t * t - 1) * second_high),
      (high - low) / width +
          width / 6 * ((1 - 3 * u * u) * second_low + (3 * t * t - 1) * second_high),
      u * second_low + t * second_high};
}

}  // namespace

Profile::Profile(ProfileKind kind, std::string name, std::vector<ProfilePoint> points)
    : kind_(kind), name_(std::move(name)), points_(std::move(points)) {
  check_points(name_, points_);
  std::vector<double> y;
  std::vector<double> z;
  double s = 0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (i > 0) s += std::hypot(points_[i].y - points_[i - 1].y, points_[i].z - points_[i - 1].z);
    knots_.push_back(s);
    y.push_back(points_[i].y);
    z.push_back(points_[i].z);
  }
  second_y_ = natural_spline(knots_, y);
  second_z_ = natural_spline(knots_, z);
}

std::size_t Profile::piece_of(double s) const {
  const auto above = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, s);
  return static_cast<std::size_t>(above - knots_.begin()) - 1;
}

ProfileSample Profile::at(double s) const {
  const std::size_t i = piece_of(s);
  const double width = knots_[i + 1] - knots_[i];
  const double t = (s - knots_[i]) / width;
  const SplineValue y =
      evaluate(t, width, points_[i].y, points_[i + 1].y, second_y_[i], second_y_[i + 1]);
  const SplineValue z =
      evaluate(t, width, points_[i].z, points_[i + 1].z, second_z_[i], second_z_[i + 1]);
  const double speed = std::hypot(y.first, z.first);
  return {y.value, z.value, y.first / speed, z.first / speed,
          (y.first * z.second - z.first * y.second) / (speed * speed * speed)};
}

double Profile::place_of(double y) const {
  const auto above =
      std::upper_bound(points_.begin() + 1, points_.end() - 1, y,
                       [](double value, const ProfilePoint& point) { return value < point.y; });
  const auto i = static_cast<std::size_t>(above - points_.begin()) - 1;
  // Newton's method on the piece, kept inside it by bisection.
  double low = knots_[i];
  double high = knots_[i + 1];
  const double width = high - low;
  double s = low + width * (y - points_[i].y) / (points_[i + 1].y - points_[i].y);
  for (int iteration = 0; iteration < 60; ++iteration) {
    const SplineValue at = evaluate((s - knots_[i]) / width, width, points_[i].y, points_[i + 1].y,
                                    second_y_[i], second_y_[i + 1]);
    const double miss = at.value - y;
    if (std::abs(miss) <= 1e-15) break;
    (miss > 0 ? high : low) = s;
    double next = s - miss / at.first;
    if (!(next >= low && next <= high)) next = (low + high) / 2;
    if (next == s) break;
    s = next;
  }
  return s;
}

double Profile::height(double y) const {
  if (!(y >= lowest_y() && y <= highest_y())) return std::numeric_limits<double>::quiet_NaN();
  return at(place_of(y)).z;
}

}  // namespace tread::profile
