#include "tread/profile/smooth_profile.hpp"

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"

namespace tread::profile {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using SparseMatrix = Eigen::SparseMatrix<double>;

/// Below this share of the mean weight a point pulls so little that the system would lose its
/// digits: as good as 0.
constexpr double k_least_weight = 1e-8;

void check_smoothing(std::span<const ProfilePoint> points, double wavelength,
                     std::span<const double> weights) {
  if (points.size() < 3) {
    throw ModelError(
        fmt::format("smoothing needs at least 3 points of a profile, got {}", points.size()));
  }
  if (!(wavelength >= 0) || !std::isfinite(wavelength)) {
    throw ModelError(
        fmt::format("the wavelength of smoothing must be >= 0 m, got {:.6g}", wavelength));
  }
  if (!weights.empty() && weights.size() != points.size()) {
    throw ModelError(fmt::format("smoothing needs a weight for each of {} points, got {}",
                                 points.size(), weights.size()));
  }
  const auto is_bad = [](double weight) { return !(weight >= 0) || !std::isfinite(weight); };
  const auto bad = std::ranges::find_if(weights, is_bad);
  if (bad != weights.end()) {
    throw ModelError(fmt::format("weight {} for smoothing must be >= 0, got {:.6g}",
                                 bad - weights.begin() + 1, *bad));
  }
  if (!weights.empty() && std::ranges::count_if(weights, [](double w) { return w > 0; }) < 2) {
    throw ModelError("smoothing needs at least two points with a weight above 0");
  }
}

VectorXd spacings_of(std::span<const ProfilePoint> points) {
  VectorXd spacings(static_cast<Index>(points.size()) - 1);
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double spacing = std::hypot(points[i].y - points[i - 1].y, points[i].z - points[i - 1].z);
    if (!(spacing > 0)) {
      throw ModelError(fmt::format(
          "points {} and {} of a profile to smooth are in the same place, or not a number", i,
          i + 1));
    }
    spacings[static_cast<Index>(i) - 1] = spacing;
  }
  return spacings;
}

/// 1/(w_i h_i).
VectorXd compliances_of(const VectorXd& spacings, std::span<const double> weights) {
  const Index n = spacings.size() + 1;
  VectorXd stiffness = VectorXd::Zero(n);
  stiffness.head(n - 1) += spacings / 2;
  stiffness.tail(n - 1) += spacings / 2;
  for (std::size_t i = 0; i < weights.size(); ++i) stiffness[static_cast<Index>(i)] *= weights[i];
  return stiffness.cwiseMax(k_least_weight * stiffness.mean()).cwiseInverse();
}

/// Q: second divided differences, n x (n - 2).
SparseMatrix differences_of(const VectorXd& spacings) {
  const Index n = spacings.size() + 1;
  SparseMatrix differences(n, n - 2);
  differences.reserve(Eigen::VectorXi::Constant(n - 2, 3));
  for (Index j = 0; j < n - 2; ++j) {
    const double left = 1 / spacings[j];
    const double right = 1 / spacings[j + 1];
    differences.insert(j, j) = left;
    differences.insert(j + 1, j) = -left - right;
    differences.insert(j + 2, j) = right;
  }
  return differences;
}

/// R: the integral of squared second derivatives that are linear between the points.
SparseMatrix bending_of(const VectorXd& spacings) {
  const Index n = spacings.size() - 1;
  SparseMatrix bending(n, n);
  bending.reserve(Eigen::VectorXi::Constant(n, 3));
  for (Index j = 0; j < n; ++j) {
    if (j > 0) bending.insert(j - 1, j) = spacings[j] / 6;
    bending.insert(j, j) = (spacings[j] + spacings[j + 1]) / 3;
    if (j + 1 < n) bending.insert(j + 1, j) = spacings[j + 1] / 6;
  }
  return bending;
}

/// Distance of a point from the cubic through two neighbours to either side, over what noise of
/// unit size in all five points makes of it.
double scatter_at(std::span<const ProfilePoint> five) {
  std::array<double, 5> s{};
  for (std::size_t i = 1; i < five.size(); ++i) {
    s[i] = s[i - 1] + std::hypot(five[i].y - five[i - 1].y, five[i].z - five[i - 1].z);
  }
  double y = five[2].y;
  double z = five[2].z;
  double squares = 1;
  for (const std::size_t i : {0u, 1u, 3u, 4u}) {
    double weight = 1;
    for (const std::size_t j : {0u, 1u, 3u, 4u}) {
      if (j != i) weight *= (s[2] - s[j]) / (s[i] - s[j]);
    }
    y -= weight * five[i].y;
    z -= weight * five[i].z;
    squares += weight * weight;
  }
  // Across the curve: along it the length s has taken part of the noise away.
  const double ty = five[4].y - five[0].y;
  const double tz = five[4].z - five[0].z;
  return std::abs(y * tz - z * ty) / (std::hypot(ty, tz) * std::sqrt(squares));
}

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

double ProfileNoise::curvature_error(double wavelength) const {
  if (!(rms > 0)) return 0;
  const double as_measured = 6 * rms / (spacing * spacing);
  if (!(wavelength > 0)) return as_measured;
  const double behind = std::sqrt(2 * std::numbers::sqrt2 * std::pow(std::numbers::pi, 5) * rms *
                                  rms * spacing / std::pow(wavelength, 5));
  return std::min(as_measured, behind);
}

double ProfileNoise::wavelength_for(double error) const {
  if (curvature_error(0) <= error) return 0;
  return std::pow(curvature_error(1) / error, 0.4);
}

ProfileNoise noise_of(std::span<const ProfilePoint> points) {
  if (points.size() < 5) return {};
  std::vector<double> scatter;
  for (std::size_t i = 0; i + 5 <= points.size(); ++i) {
    scatter.push_back(scatter_at(points.subspan(i, 5)));
  }
  const VectorXd spacings = spacings_of(points);
  // Half of all values of a normal distribution lie within 0.6745 of its rms.
  return {median_of(std::move(scatter)) / 0.67448975,
          median_of({spacings.data(), spacings.data() + spacings.size()})};
}

std::vector<ProfilePoint> smoothed(std::span<const ProfilePoint> points, double wavelength,
                                   std::span<const double> weights) {
  check_smoothing(points, wavelength, weights);
  const VectorXd spacings = spacings_of(points);
  const VectorXd compliances =
      std::pow(wavelength / (2 * std::numbers::pi), 4) * compliances_of(spacings, weights);
  const SparseMatrix differences = differences_of(spacings);
  const SparseMatrix pull = compliances.asDiagonal() * differences;
  const SparseMatrix system = bending_of(spacings) + SparseMatrix(differences.transpose() * pull);
  // The natural order keeps the five diagonals.
  const Eigen::SimplicialLDLT<SparseMatrix, Eigen::Lower, Eigen::NaturalOrdering<int>> factors(
      system);
  const auto smooth = [&](const VectorXd& values) -> VectorXd {
    const VectorXd bends = factors.solve(differences.transpose() * values);
    return values - pull * bends;
  };
  VectorXd y(static_cast<Index>(points.size()));
  VectorXd z(y.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    y[static_cast<Index>(i)] = points[i].y;
    z[static_cast<Index>(i)] = points[i].z;
  }
  y = smooth(y);
  z = smooth(z);
  std::vector<ProfilePoint> result;
  for (Index i = 0; i < y.size(); ++i) result.push_back({y[i], z[i]});
  return result;
}

}  // namespace tread::profile
