#include "tread/integrate/stability.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "tread/core/errors.hpp"
#include "tread/integrate/multistep_weights.hpp"
#include "tread/integrate/tableau.hpp"

namespace tread::integrate {
namespace {

constexpr double k_any_step = std::numeric_limits<double>::infinity();
constexpr double k_root_rounding = 1e-10;  // of the size of a root
constexpr double k_neutral_rate = 1e-6;    // 1/s: what rounding leaves of a motion nothing holds

/// Size of the largest root of zeta^n = sum_i c_i zeta^(n-1-i), by its companion matrix.
double largest_root(const Eigen::VectorXcd& coefficients) {
  const Eigen::Index n = coefficients.size();
  if (n == 1) return std::abs(coefficients(0));
  Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(n, n);
  companion.row(0) = coefficients.transpose();
  for (Eigen::Index i = 1; i < n; ++i) companion(i, i - 1) = 1;
  const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> solver(companion, false);
  return solver.eigenvalues().cwiseAbs().maxCoeff();
}

double growth_of_adams_bashforth(int order, Rate z) {
  Eigen::VectorXcd coefficients = z * adams_bashforth_weights(order).cast<Rate>();
  coefficients(0) += 1;
  return largest_root(coefficients);
}

double growth_of_adams_moulton(int order, Rate z) {
  const Vector weights = adams_moulton_weights(order);
  const Eigen::Index n = std::max<Eigen::Index>(1, weights.size() - 1);
  Eigen::VectorXcd coefficients = Eigen::VectorXcd::Zero(n);
  for (Eigen::Index i = 1; i < weights.size(); ++i) coefficients(i - 1) = z * weights(i);
  coefficients(0) += 1;
  return largest_root(coefficients / (1.0 - z * weights(0)));
}

double growth_of_bdf(int order, Rate z) {
  const BdfWeights weights = bdf_weights(order);
  return largest_root(weights.states.cast<Rate>() / (1.0 - z * weights.derivative));
}

/// R(z) = 1 + z b' (1 - z A)^-1 1.
double growth_of_runge_kutta(const Tableau& tableau, Rate z) {
  const Eigen::Index n = tableau.n_stages();
  const Eigen::MatrixXcd matrix =
      Eigen::MatrixXcd::Identity(n, n) - z * tableau.stages.cast<Rate>();
  const Eigen::VectorXcd stages = matrix.partialPivLu().solve(Eigen::VectorXcd::Ones(n));
  return std::abs(1.0 + z * tableau.weights.cast<Rate>().dot(stages));
}

/// The matrix that multiplies (x, h v, h^2 a) of the oscillator in a step.
double growth_of_alpha(const AlphaNumbers& numbers, Rate z) {
  const auto [alpha_m, alpha_f, beta, gamma] = numbers;
  const double damping = -2 * z.real();   // c h
  const double stiffness = std::norm(z);  // k h^2
  // What is known of the end of the step, as rows of (x, h v, h^2 a).
  const Eigen::RowVector3d position(1, 1, 0.5 - beta);
  const Eigen::RowVector3d velocity(0, 1, 1 - gamma);
  const Eigen::RowVector3d old_force(stiffness, damping, 0);
  const double f = 1 - alpha_f;
  const double effective = 1 - alpha_m + f * (gamma * damping + beta * stiffness);
  const Eigen::RowVector3d acceleration =
      -(alpha_m * Eigen::RowVector3d(0, 0, 1) + f * (damping * velocity + stiffness * position) +
        alpha_f * old_force) /
      effective;
  Eigen::MatrixXd matrix(3, 3);
  matrix << position + beta * acceleration, velocity + gamma * acceleration, acceleration;
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(matrix, false);
  return solver.eigenvalues().cwiseAbs().maxCoeff();
}

bool is_of_newmarks_family(std::string_view name) {
  return name == "newmark" || name == "hht_alpha" || name == "generalised_alpha";
}

bool is_verlet(std::string_view name) {
  return name == "position_verlet" || name == "velocity_verlet" || name == "leapfrog";
}

/// Of many steps at once: logarithm of the growth of the fastest growing rate in a run.
struct Growth {
  double logarithm = 0;
  Rate rate;
};

Growth growth_in_run(const SchemeSettings& scheme, std::span<const Rate> rates, double step,
                     double duration) {
  Growth most;
  const double n_steps = std::max(1.0, duration / step);
  for (const Rate& rate : rates) {
    const double root = growth_of_step(scheme, rate, step);
    // Not a number: a step whose equation cannot be solved.
    const double logarithm =
        root >= 0 ? n_steps * std::log(root / (1 + k_root_rounding)) : k_any_step;
    if (logarithm > most.logarithm) most = {logarithm, rate};
  }
  return most;
}

bool is_small(const Growth& growth) { return growth.logarithm <= std::log(k_allowed_growth); }

/// From steps that follow every rate up to those that follow none: where growth sets in first.
void find_limit(const SchemeSettings& scheme, std::span<const Rate> rates, double duration,
                StepStability& stability) {
  constexpr double k_first = 1e-4;  // of 1/|lambda|; shorter steps are no remedy
  constexpr double k_last = 100;
  constexpr double k_factor = 1.04;
  double fastest = 0;
  double slowest = k_any_step;
  for (const Rate& rate : rates) {
    fastest = std::max(fastest, std::abs(rate));
    slowest = std::min(slowest, std::abs(rate));
  }
  stability.limit = k_any_step;
  if (fastest == 0) return;
  const double last = std::min(duration, k_last / slowest);
  double stable = 0;
  for (double step = k_first / fastest; step <= last * k_factor; step *= k_factor) {
    const Growth growth = growth_in_run(scheme, rates, step, duration);
    if (is_small(growth)) {
      stable = step;
      continue;
    }
    stability.limit = stable;
    stability.limiting = growth.rate;
    if (stable == 0) return;
    double unstable = step;
    for (int i = 0; i < 20; ++i) {
      const double middle = (stable + unstable) / 2;
      const Growth there = growth_in_run(scheme, rates, middle, duration);
      (is_small(there) ? stable : unstable) = middle;
      if (!is_small(there)) stability.limiting = there.rate;
    }
    stability.limit = stable;
    return;
  }
}

/// Two digits, never above the value.
double rounded_down(double value) {
  const double digit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::floor(value / digit * (1 + 1e-12)) * digit;
}

std::string motion_in_words(const Rate& rate) {
  if (std::abs(rate.imag()) > 1e-3 * std::abs(rate)) {
    return fmt::format("a motion of {:.4g} Hz", std::abs(rate.imag()) / (2 * std::numbers::pi));
  }
  return fmt::format("a motion that decays within {:.3g} s", 1 / std::abs(rate.real()));
}

}  // namespace

Rates oscillator_rates(double omega, double damping_rate) {
  const double decay = damping_rate / 2;
  const Rate turn = std::sqrt(Rate(decay * decay - omega * omega, 0));
  Rates rates{turn - decay};
  if (turn.imag() == 0 && turn.real() != 0) rates.push_back(-turn - decay);
  return rates;
}

Rates rates_of(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& damping,
               const Eigen::MatrixXd& stiffness) {
  const Eigen::Index n = mass.rows();
  const Eigen::PartialPivLU<Eigen::MatrixXd> factors(mass);
  Eigen::MatrixXd matrix(2 * n, 2 * n);
  matrix << Eigen::MatrixXd::Zero(n, n), Eigen::MatrixXd::Identity(n, n), -factors.solve(stiffness),
      -factors.solve(damping);
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(matrix, false);
  Rates rates;
  for (const Rate& rate : solver.eigenvalues()) {
    if (rate.imag() >= 0 && std::abs(rate) > k_neutral_rate) rates.push_back(rate);
  }
  return rates;
}

double growth_of_step(const SchemeSettings& scheme, Rate rate, double step) {
  const std::string_view name = scheme.name;
  const int order = find_scheme(name).order;
  const Rate z = step * Rate(std::min(rate.real(), 0.0), rate.imag());
  if (is_of_newmarks_family(name)) return growth_of_alpha(alpha_numbers(scheme), z);
  if (is_verlet(name))
    return growth_of_alpha({.alpha_m = 0, .alpha_f = 0, .beta = 0, .gamma = 0.5}, z);
  if (name == "backward_euler" || name.starts_with("bdf_")) return growth_of_bdf(order, z);
  if (name.starts_with("adams_moulton_")) return growth_of_adams_moulton(order, z);
  if (name.starts_with("adams_bashforth_")) return growth_of_adams_bashforth(order, z);
  return growth_of_runge_kutta(tableau_of(name), z);
}

bool is_stable_for_any_step(const SchemeSettings& scheme) {
  const std::string_view name = scheme.name;
  const SchemeInfo& info = find_scheme(name);
  if (info.is_adaptive) return true;
  if (!info.is_implicit) return false;
  if (is_of_newmarks_family(name)) {
    const AlphaNumbers n = alpha_numbers(scheme);
    return n.alpha_m <= n.alpha_f && n.alpha_f <= 0.5 && n.gamma >= 0.5 &&
           2 * n.beta >= n.gamma * (1 - 1e-12) - (n.alpha_f - n.alpha_m) / 2;
  }
  // Dahlquist: a multistep scheme that is stable for all steps has at most second order.
  return name.starts_with("radau_") || info.order <= 2;
}

std::optional<double> largest_stable_step(const SchemeSettings& scheme, double omega, double rate) {
  check(scheme);
  if (find_scheme(scheme.name).is_adaptive) return std::nullopt;
  if (is_verlet(scheme.name)) return 2 / omega;
  if (is_stable_for_any_step(scheme)) return k_any_step;
  const Rates rates = oscillator_rates(omega, rate);
  const auto is_stable = [&](double h) {
    return std::ranges::all_of(rates, [&](const Rate& lambda) {
      return growth_of_step(scheme, lambda, h) <= 1 + k_root_rounding;
    });
  };
  const double pace = std::max(omega, rate);
  constexpr double k_increment = 0.01;
  constexpr double k_far = 1e3;
  if (!is_stable(k_increment / pace)) return 0;
  double stable = k_increment / pace;
  while (is_stable(stable + k_increment / pace)) {
    stable += k_increment / pace;
    if (stable * pace > k_far) return k_any_step;
  }
  double unstable = stable + k_increment / pace;
  for (int i = 0; i < 60; ++i) {
    const double middle = (stable + unstable) / 2;
    (is_stable(middle) ? stable : unstable) = middle;
  }
  return stable;
}

StepStability step_stability(const SchemeSettings& scheme, std::span<const Rate> rates, double step,
                             double duration) {
  check(scheme);
  StepStability stability;
  stability.limit = k_any_step;
  if (is_stable_for_any_step(scheme)) return stability;
  find_limit(scheme, rates, duration, stability);
  const Growth growth = growth_in_run(scheme, rates, step, duration);
  stability.is_stable = is_small(growth);
  stability.growth = std::exp(growth.logarithm);
  stability.rate = growth.rate;
  return stability;
}

std::string instability_in_words(const SchemeSettings& scheme, double step,
                                 const StepStability& stability) {
  const std::string limit = std::isinf(stability.limit) ? std::string("not known")
                            : stability.limit > 0       ? fmt::format("{:.3g} s", stability.limit)
                                                        : std::string("none, however short");
  return fmt::format("unstable: scheme {}, step {:.4g} s, limit {}", scheme.name, step, limit);
}

void check_stability(const SchemeSettings& scheme, double step, const StepStability& stability) {
  if (stability.is_stable) return;
  constexpr std::string_view k_others =
      "a scheme that is stable for all steps (newmark, hht_alpha, bdf_2), or allow an unstable run "
      "to see it";
  const std::string words = instability_in_words(scheme, step, stability);
  if (std::isinf(stability.limit)) {
    throw ModelError(fmt::format(
        "{}: it lets undamped motions grow, of whose frequencies there is no end here; take {}",
        words, k_others));
  }
  const std::string grows = stability.growth < 1e6
                                ? fmt::format("{:.3g} times in the run", stability.growth)
                                : std::string("beyond all bounds in the run");
  const std::string remedy = stability.limit > 0 ? fmt::format("take steps of {:.2g} s or less,",
                                                               rounded_down(stability.limit))
                                                 : std::string("take");
  throw ModelError(fmt::format("{}: it lets {} grow {}; {} {}", words,
                               motion_in_words(stability.rate), grows, remedy, k_others));
}

}  // namespace tread::integrate
