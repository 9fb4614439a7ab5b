#include "tread/structure/modal_oscillators.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <numeric>

#include "tread/core/errors.hpp"
#include "tread/structure/gauss.hpp"

namespace tread::structure {
namespace {

/// Impulse response g, its integral and the integral of that, at the end of a step.
struct ImpulseResponse {
  double g = 0;
  double derivative = 0;
  double integral = 0;
  double double_integral = 0;
};

/// By its power series, for short steps, where the closed form cancels:
/// (k + 2)(k + 1) a_(k+2) = -c (k + 1) a_(k+1) - omega^2 a_k.
ImpulseResponse by_series(double omega, double rate, double step) {
  ImpulseResponse sum;
  // Terms a_k h^k: no overflow whatever the unit of time.
  double before = 0;
  double now = step;
  for (int k = 1; k < 40; ++k) {
    sum.g += now;
    sum.derivative += now * k / step;
    sum.integral += now * step / (k + 1);
    sum.double_integral += now * step * step / ((k + 1.0) * (k + 2.0));
    const double next =
        -(rate * step * k * now + omega * omega * step * step * before) / ((k + 1.0) * k);
    before = now;
    now = next;
    if (std::abs(now) + std::abs(before) < 1e-20 * step) break;
  }
  return sum;
}

/// @pre less than critically damped.
ImpulseResponse by_formula(double omega, double rate, double step) {
  const double decay = rate / 2;
  const double omega2 = omega * omega;
  const double damped = std::sqrt(omega2 - decay * decay);
  const double even = std::exp(-decay * step) * std::cos(damped * step);
  ImpulseResponse out;
  out.g = std::exp(-decay * step) * std::sin(damped * step) / damped;
  out.derivative = even - decay * out.g;
  out.integral = (1 - even - decay * out.g) / omega2;
  out.double_integral = (step - out.g - rate * out.integral) / omega2;
  return out;
}

/// From a step to one twice as long: g(h + s) = g(h) (g' + c g)(s) + g'(h) g(s), and its integrals.
ImpulseResponse doubled(const ImpulseResponse& r, double omega, double rate, double step) {
  ImpulseResponse out;
  out.g = r.g * (2 * r.derivative + rate * r.g);
  out.derivative = r.derivative * r.derivative - omega * omega * r.g * r.g;
  out.integral = r.integral + r.g * (r.g + rate * r.integral) + r.derivative * r.integral;
  out.double_integral = r.double_integral + step * r.integral +
                        r.g * (r.integral + rate * r.double_integral) +
                        r.derivative * r.double_integral;
  return out;
}

ImpulseResponse impulse_response(double omega, double rate, double step) {
  // Above, the closed form loses at most a digit and a half.
  constexpr double k_short = 0.5;
  const auto is_short = [&](double h) { return omega * h < k_short && rate * h < k_short; };
  if (!is_short(step) && rate < omega) return by_formula(omega, rate, step);
  // Heavy damping, where the closed form cancels: short steps, doubled.
  double h = step;
  int n_doublings = 0;
  for (; !is_short(h); ++n_doublings) h /= 2;
  ImpulseResponse response = by_series(omega, rate, h);
  for (; n_doublings > 0; --n_doublings, h *= 2) response = doubled(response, omega, rate, h);
  return response;
}

}  // namespace

ExactStep exact_step(double omega, double rate, double step) {
  const ImpulseResponse r = impulse_response(omega, rate, step);
  ExactStep out;
  out.q_q = r.derivative + rate * r.g;
  out.q_v = r.g;
  out.q_1f = r.double_integral / step;
  out.q_0f = r.integral - out.q_1f;
  out.v_q = -omega * omega * r.g;
  out.v_v = r.derivative;
  out.v_1f = r.integral / step;
  out.v_0f = r.g - out.v_1f;
  return out;
}

ModalOscillators::ModalOscillators(const BeamModes& modes, double step)
    : omega_(modes.omega()),
      rate_(modes.damping_rate()),
      coefficients_(omega_.size()),
      q_(omega_.size()),
      v_(omega_.size()) {
  set_step(step);
}

void ModalOscillators::set_step(double step) {
  if (!(step > 0 && std::isfinite(step))) {
    throw ModelError(fmt::format("the time step must be positive and finite, got {} s", step));
  }
  step_ = step;
  for (std::size_t i = 0; i < omega_.size(); ++i) {
    coefficients_[i] = exact_step(omega_[i], rate_[i], step);
  }
}

void ModalOscillators::step(std::span<const double> force_begin,
                            std::span<const double> force_end) {
  assert(force_begin.size() == q_.size() && force_end.size() == q_.size());
  for (std::size_t i = 0; i < q_.size(); ++i) {
    const ExactStep& c = coefficients_[i];
    const double q = q_[i];
    const double v = v_[i];
    q_[i] = c.q_q * q + c.q_v * v + c.q_0f * force_begin[i] + c.q_1f * force_end[i];
    v_[i] = c.v_q * q + c.v_v * v + c.v_0f * force_begin[i] + c.v_1f * force_end[i];
  }
}

void ModalOscillators::acceleration(std::span<const double> force, std::span<double> out) const {
  for (std::size_t i = 0; i < q_.size(); ++i) {
    out[i] = force[i] - rate_[i] * v_[i] - omega_[i] * omega_[i] * q_[i];
  }
}

std::vector<double> project(const BeamModes& modes, const std::function<double(double)>& field) {
  std::vector<double> sum(modes.omega().size());
  std::vector<double> shape(sum.size());
  for (const auto& part : modes.parts()) {
    const int n_panels = 2 * static_cast<int>(part.omega.size()) + 2;
    for_gauss_points(0, part.beam.length, n_panels, [&](double x, double weight) {
      const double density = section_at(part.beam, x).mass_per_length;
      modes.shape(part.start + x, shape);
      const double factor = weight * density * field(part.start + x);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * shape[i];
    });
  }
  return sum;
}

double superpose(std::span<const double> q, std::span<const double> values) {
  return std::inner_product(q.begin(), q.end(), values.begin(), 0.0);
}

}  // namespace tread::structure
