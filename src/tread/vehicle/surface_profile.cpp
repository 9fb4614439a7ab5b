#include "tread/vehicle/surface_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/vehicle/two_pi.hpp"

namespace tread::vehicle {
namespace {

ProfileAt surface_at(const Level&, double) { return {}; }

ProfileAt surface_at(const SineProfile& sine, double x) {
  if (x < sine.start || x > sine.end) return {};
  const double k = k_two_pi / sine.wavelength;
  const double phase = k * (x - sine.origin);
  return {sine.amplitude * std::sin(phase), sine.amplitude * k * std::cos(phase),
          -sine.amplitude * k * k * std::sin(phase)};
}

ProfileAt surface_at(const VersineBump& bump, double x) {
  const double s = (x - bump.start) / bump.length;
  if (s < 0 || s > 1) return {};
  const double k = k_two_pi / bump.length;
  return {bump.height * (1 - std::cos(k_two_pi * s)) / 2,
          bump.height * k * std::sin(k_two_pi * s) / 2,
          bump.height * k * k * std::cos(k_two_pi * s) / 2};
}

ProfileAt surface_at(const Ramp& ramp, double x) {
  const double s = (x - ramp.start) / ramp.length;
  if (s < 0) return {};
  if (s >= 1) return {ramp.height, 0, 0};
  return {ramp.height * s, ramp.height / ramp.length, 0};
}

ProfileAt surface_at(const DippedJoint& joint, double x) {
  if (x < joint.start) return {};
  double s = x - joint.start;
  if (joint.spacing > 0) s = std::fmod(s, joint.spacing);
  if (s > joint.length || x - s + joint.length > joint.end) return {};
  const double t = 2 * s / joint.length - 1;
  const double a = 1 - std::abs(t);
  const double steep = (t < 0 ? -2 : 2) * joint.depth / joint.length;
  if (joint.form == DippedJoint::Form::straight) return {-joint.depth * a, steep, 0};
  return {-joint.depth * a * a, 2 * steep * a, -8 * joint.depth / (joint.length * joint.length)};
}

ProfileAt surface_at(const SampledProfile& sampled, double x) { return sampled.at(x); }

void check_profile_length(const char* what, double value) {
  if (value > 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format("{} of the rail's profile = {} m must be > 0", what, value));
}

void check_height(double value) {
  if (std::isfinite(value)) return;
  throw ModelError(fmt::format("height of the rail's profile = {} m must be finite", value));
}

/// Second derivatives of the natural cubic spline, by Thomas' algorithm.
std::vector<double> spline_curvatures(const std::vector<double>& x, const std::vector<double>& z) {
  const std::size_t n = x.size();
  std::vector<double> m(n, 0.0);
  std::vector<double> c(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double left = x[i] - x[i - 1];
    const double right = x[i + 1] - x[i];
    const double d = 6 * ((z[i + 1] - z[i]) / right - (z[i] - z[i - 1]) / left);
    const double pivot = 2 * (left + right) - left * c[i - 1];
    c[i] = right / pivot;
    m[i] = (d - left * m[i - 1]) / pivot;
  }
  for (std::size_t i = n - 1; i-- > 1;) m[i] -= c[i] * m[i + 1];
  return m;
}

}  // namespace

SampledProfile::SampledProfile(std::vector<double> places, std::vector<double> heights)
    : places_(std::move(places)), heights_(std::move(heights)) {
  if (places_.size() < 2 || places_.size() != heights_.size()) {
    throw ModelError(
        fmt::format("a sampled profile has {} places and {} heights: give as many of "
                    "both, two at least",
                    places_.size(), heights_.size()));
  }
  for (std::size_t i = 0; i < places_.size(); ++i) {
    check_height(heights_[i]);
    if (!std::isfinite(places_[i]) || (i > 0 && !(places_[i] > places_[i - 1]))) {
      throw ModelError(
          fmt::format("place {} of a sampled profile, {} m, does not come after the one "
                      "before: sort them",
                      i + 1, places_[i]));
    }
  }
  curvatures_ = spline_curvatures(places_, heights_);
}

ProfileAt SampledProfile::at(double x) const {
  if (x <= places_.front()) return {heights_.front(), 0, 0};
  if (x >= places_.back()) return {heights_.back(), 0, 0};
  const auto next = std::ranges::upper_bound(places_, x);
  const auto i = static_cast<std::size_t>(next - places_.begin());
  const double h = places_[i] - places_[i - 1];
  const double b = (x - places_[i - 1]) / h;
  const double a = 1 - b;
  const double z0 = heights_[i - 1], z1 = heights_[i];
  const double m0 = curvatures_[i - 1], m1 = curvatures_[i];
  return {a * z0 + b * z1 + ((a * a * a - a) * m0 + (b * b * b - b) * m1) * h * h / 6,
          (z1 - z0) / h + ((1 - 3 * a * a) * m0 + (3 * b * b - 1) * m1) * h / 6, a * m0 + b * m1};
}

ProfileAt profile_at(const SurfaceProfile& profile, double x) {
  return std::visit([x](const auto& kind) { return surface_at(kind, x); }, profile);
}

void check(const SurfaceProfile& profile) {
  if (const auto* sine = std::get_if<SineProfile>(&profile)) {
    check_profile_length("wavelength", sine->wavelength);
    check_height(sine->amplitude);
  } else if (const auto* bump = std::get_if<VersineBump>(&profile)) {
    check_profile_length("length of a bump", bump->length);
    check_height(bump->height);
  } else if (const auto* ramp = std::get_if<Ramp>(&profile)) {
    check_profile_length("length of a ramp", ramp->length);
    check_height(ramp->height);
  } else if (const auto* joint = std::get_if<DippedJoint>(&profile)) {
    check_profile_length("length of a joint", joint->length);
    check_height(joint->depth);
    if (joint->spacing != 0 && !(joint->spacing >= joint->length)) {
      throw ModelError(fmt::format(
          "joints of the rail's profile every {} m are {} m long: they must not overlap",
          joint->spacing, joint->length));
    }
  }
}

}  // namespace tread::vehicle
