#include "tread/structure/mode_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/as_size.hpp"

namespace tread::structure {
namespace {

using std::numbers::pi;

/// Waves side by side in registers: their angles grow by n_lanes steps from block to block.
constexpr int k_lanes = 8;

struct WaveBlock {
  std::array<double, k_lanes> sine;
  std::array<double, k_lanes> cosine;

  /// sin and cos of start + j step.
  WaveBlock(double start, double step) {
    const double sine_by = std::sin(step);
    const double cosine_by = std::cos(step);
    sine[0] = std::sin(start);
    cosine[0] = std::cos(start);
    for (std::size_t j = 1; j < k_lanes; ++j) {
      sine[j] = sine[j - 1] * cosine_by + cosine[j - 1] * sine_by;
      cosine[j] = cosine[j - 1] * cosine_by - sine[j - 1] * sine_by;
    }
  }

  void advance(double sine_by, double cosine_by) {
    for (std::size_t j = 0; j < k_lanes; ++j) {
      const double s = sine[j];
      sine[j] = s * cosine_by + cosine[j] * sine_by;
      cosine[j] = cosine[j] * cosine_by - s * sine_by;
    }
  }
};

/// Derivatives of sin(k x) over k^d: sin, cos, -sin, -cos; of cos(k x): cos, -sin, -cos, sin.
constexpr std::array<double, 4> k_sign_of_sine{1, 1, -1, -1};
constexpr std::array<double, 4> k_sign_of_cosine{1, -1, -1, 1};

double power(double base, int exponent) {
  double result = 1;
  for (int i = 0; i < exponent; ++i) result *= base;
  return result;
}

/// Below this an exponential changes no shape and would only make slow denormal numbers.
constexpr double k_negligible = 1e-40;

}  // namespace

void SineShapes::evaluate(double x, int derivative, std::span<double> out) const {
  const int n_modes = static_cast<int>(amplitude.size());
  const double sign = k_sign_of_sine[as_size(derivative)];
  const bool is_even = derivative % 2 == 0;
  const double k1 = pi / length;
  const double angle = k1 * x;
  if (has_gaps) {
    for (std::size_t i = 0; i < amplitude.size(); ++i) {
      const double wave_angle = wave[i] * angle;
      out[i] = sign * amplitude[i] * (is_even ? std::sin(wave_angle) : std::cos(wave_angle)) *
               power(wave[i] * k1, derivative);
    }
    return;
  }
  if (n_modes < k_lanes) {
    const double s1 = std::sin(angle);
    const double c1 = std::cos(angle);
    double s = s1;
    double c = c1;
    for (std::size_t i = 0; i < amplitude.size(); ++i) {
      out[i] = amplitude[i] * (is_even ? s : c);
      const double next = s * c1 + c * s1;
      c = c * c1 - s * s1;
      s = next;
    }
  } else {
    WaveBlock block(angle, angle);
    const double sine_by = std::sin(k_lanes * angle);
    const double cosine_by = std::cos(k_lanes * angle);
    for (int first = 0; first < n_modes; first += k_lanes) {
      const auto& values = is_even ? block.sine : block.cosine;
      const int n = std::min(k_lanes, n_modes - first);
      for (int j = 0; j < n; ++j) {
        out[as_size(first + j)] = amplitude[as_size(first + j)] * values[as_size(j)];
      }
      block.advance(sine_by, cosine_by);
    }
  }
  if (derivative == 0) return;
  for (std::size_t i = 0; i < amplitude.size(); ++i) {
    out[i] *= sign * power(static_cast<double>(i + 1) * k1, derivative);
  }
}

void ExponentialShapes::evaluate(double x, int derivative, std::span<double> out) const {
  const int n_modes = static_cast<int>(wave_number.size());
  const auto d = as_size(derivative);
  const bool is_even = derivative % 2 == 0;
  const double sign_of_decay = is_even ? 1 : -1;
  const auto mode = [&](std::size_t i, double sine, double cosine, double from_left,
                        double from_right) {
    const double with_cosine = k_sign_of_cosine[d] * coefficient[0][i];
    const double with_sine = k_sign_of_sine[d] * coefficient[1][i];
    const double waves =
        is_even ? with_cosine * cosine + with_sine * sine : with_cosine * sine + with_sine * cosine;
    const double decays =
        sign_of_decay * coefficient[2][i] * from_left + coefficient[3][i] * from_right;
    out[i] = (waves + decays) * power(wave_number[i], derivative);
  };
  for (int i = 0; i < n_rigid; ++i) {
    const double c0 = coefficient[0][as_size(i)];
    const double c1 = coefficient[1][as_size(i)];
    out[as_size(i)] = derivative == 0 ? c0 + c1 * x : (derivative == 1 ? c1 : 0);
  }
  const int n_direct = std::min(n_irregular, n_modes);
  for (int i = n_rigid; i < n_direct; ++i) {
    const double b = wave_number[as_size(i)];
    mode(as_size(i), std::sin(b * x), std::cos(b * x), std::exp(-b * x),
         std::exp(-b * (length - x)));
  }
  if (n_direct == n_modes) return;

  const double step = pi / length;
  const double start = wave_number[as_size(n_direct)];
  WaveBlock block(start * x, step * x);
  const double sine_by = std::sin(k_lanes * step * x);
  const double cosine_by = std::cos(k_lanes * step * x);
  double from_left = std::exp(-start * x);
  double from_right = std::exp(-start * (length - x));
  const double left_by = std::exp(-step * x);
  const double right_by = std::exp(-step * (length - x));
  for (int first = n_direct; first < n_modes; first += k_lanes) {
    const int n = std::min(k_lanes, n_modes - first);
    for (int j = 0; j < n; ++j) {
      mode(as_size(first + j), block.sine[as_size(j)], block.cosine[as_size(j)], from_left,
           from_right);
      from_left = from_left < k_negligible ? 0 : from_left * left_by;
      from_right = from_right < k_negligible ? 0 : from_right * right_by;
    }
    block.advance(sine_by, cosine_by);
  }
}

void CubicShapes::evaluate(double x, int derivative, std::span<double> out) const {
  const auto right = std::upper_bound(nodes.begin() + 1, nodes.end() - 1, x);
  const auto interval = static_cast<std::size_t>(right - nodes.begin() - 1);
  const double s = x - nodes[interval];
  const auto n = as_size(n_modes);
  const double* c0 = coefficient.data() + 4 * interval * n;
  const double* c1 = c0 + n;
  const double* c2 = c1 + n;
  const double* c3 = c2 + n;
  switch (derivative) {
    case 0:
      for (std::size_t i = 0; i < n; ++i) out[i] = c0[i] + s * (c1[i] + s * (c2[i] + s * c3[i]));
      break;
    case 1:
      for (std::size_t i = 0; i < n; ++i) out[i] = c1[i] + s * (2 * c2[i] + 3 * s * c3[i]);
      break;
    case 2:
      for (std::size_t i = 0; i < n; ++i) out[i] = 2 * c2[i] + 6 * s * c3[i];
      break;
    default:
      for (std::size_t i = 0; i < n; ++i) out[i] = 6 * c3[i];
  }
}

}  // namespace tread::structure
