#include "tread/structure/stability.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <string_view>
#include <vector>

#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

using Complex = std::complex<double>;

constexpr double k_any_step = std::numeric_limits<double>::infinity();

/// Coefficients of the stability polynomial R(z), from the constant on; empty: not of this kind.
std::vector<double> stability_polynomial(std::string_view name) {
  if (name == "forward_euler") return {1, 1};
  if (name == "rk4") return {1, 1, 1.0 / 2, 1.0 / 6, 1.0 / 24};
  if (name == "dormand_prince_5") return {1, 1, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 600};
  return {};
}

/// Weights of Adams and Bashforth, newest first; empty: not of this kind.
std::vector<double> adams_bashforth_weights(std::string_view name) {
  if (name == "adams_bashforth_1") return {1};
  if (name == "adams_bashforth_2") return {3.0 / 2, -1.0 / 2};
  if (name == "adams_bashforth_3") return {23.0 / 12, -16.0 / 12, 5.0 / 12};
  if (name == "adams_bashforth_4") return {55.0 / 24, -59.0 / 24, 37.0 / 24, -9.0 / 24};
  if (name == "adams_bashforth_5") {
    return {1901.0 / 720, -2774.0 / 720, 2616.0 / 720, -1274.0 / 720, 251.0 / 720};
  }
  return {};
}

double growth_of_polynomial(const std::vector<double>& coefficients, Complex z) {
  Complex value = 0;
  for (auto c = coefficients.rbegin(); c != coefficients.rend(); ++c) value = value * z + *c;
  return std::abs(value);
}

/// Largest root of zeta^k = zeta^(k-1) + z sum_j b_j zeta^(k-1-j), by its companion matrix.
double growth_of_multistep(const std::vector<double>& weights, Complex z) {
  const auto n = static_cast<Eigen::Index>(weights.size());
  Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    companion(0, j) = z * weights[static_cast<std::size_t>(j)] + (j == 0 ? 1.0 : 0.0);
  }
  for (Eigen::Index j = 1; j < n; ++j) companion(j, j - 1) = 1;
  return companion.eigenvalues().cwiseAbs().maxCoeff();
}

/// The end of the stable interval that begins at zero.
template <class Growth>
double first_unstable_step(double omega, double rate, const Growth& growth) {
  const double decay = rate / 2;
  const Complex turn = std::sqrt(Complex(decay * decay - omega * omega, 0));
  const auto is_stable = [&](double h) {
    constexpr double k_rounding = 1e-10;
    return std::max(growth(h * (turn - decay)), growth(h * (-turn - decay))) <= 1 + k_rounding;
  };
  const double pace = std::max(omega, rate);
  constexpr double k_increment = 0.01;
  if (!is_stable(k_increment / pace)) return 0;
  double stable = k_increment / pace;
  while (is_stable(stable + k_increment / pace)) stable += k_increment / pace;
  double unstable = stable + k_increment / pace;
  for (int i = 0; i < 60; ++i) {
    const double middle = (stable + unstable) / 2;
    (is_stable(middle) ? stable : unstable) = middle;
  }
  return stable;
}

bool is_stable_for_any_step(const integrate::SchemeSettings& scheme) {
  constexpr std::array<std::string_view, 8> k_names{
      "backward_euler", "radau_ia_3", "radau_ia_5", "radau_iia_3",
      "radau_iia_5",    "bdf_1",      "bdf_2",      "adams_moulton_1"};
  if (std::find(k_names.begin(), k_names.end(), scheme.name) != k_names.end()) return true;
  if (scheme.name == "adams_moulton_2") return true;  // the trapezoidal rule
  if (scheme.name == "newmark" || scheme.name == "hht_alpha" ||
      scheme.name == "generalised_alpha") {
    const integrate::AlphaNumbers n = integrate::alpha_numbers(scheme);
    return n.alpha_m <= n.alpha_f && n.alpha_f <= 0.5 && n.gamma >= 0.5 &&
           2 * n.beta >= n.gamma * (1 - 1e-12) - (n.alpha_f - n.alpha_m) / 2;
  }
  return false;
}

bool is_leapfrog(std::string_view name) {
  return name == "position_verlet" || name == "velocity_verlet" || name == "leapfrog";
}

}  // namespace

std::optional<double> largest_stable_step(const integrate::SchemeSettings& scheme, double omega,
                                          double rate) {
  integrate::check(scheme);
  if (is_leapfrog(scheme.name)) return 2 / omega;
  if (is_stable_for_any_step(scheme)) return k_any_step;
  if (const auto polynomial = stability_polynomial(scheme.name); !polynomial.empty()) {
    return first_unstable_step(omega, rate,
                               [&](Complex z) { return growth_of_polynomial(polynomial, z); });
  }
  if (const auto weights = adams_bashforth_weights(scheme.name); !weights.empty()) {
    return first_unstable_step(omega, rate,
                               [&](Complex z) { return growth_of_multistep(weights, z); });
  }
  return std::nullopt;
}

void check_step(const integrate::SchemeSettings& scheme, double omega, double step,
                StepPolicy policy) {
  if (!(step > 0 && std::isfinite(step))) {
    throw ModelError(fmt::format("the time step must be positive and finite, got {} s", step));
  }
  if (policy == StepPolicy::allow_unstable) return;
  const std::optional<double> limit = largest_stable_step(scheme, omega);
  if (!limit || step <= *limit) return;
  if (*limit == 0) {
    throw ModelError(fmt::format(
        "{} makes an undamped beam grow with every step, also with {} s: use another scheme, or "
        "allow an unstable run to see it",
        scheme.name, step));
  }
  throw ModelError(fmt::format(
      "a step of {} s is unstable: {} needs {:.6g} s or less for the fastest motion of this beam "
      "({:.6g} rad/s); shorten the step, coarsen the grid, or allow an unstable run to see it",
      step, scheme.name, *limit, omega));
}

}  // namespace tread::structure
