#include "tread/integrate/scheme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/core/nearest.hpp"

namespace tread::integrate {
namespace {

constexpr double k_default_alpha = 0.05;
constexpr double k_default_rho = 0.8;
constexpr double k_largest_alpha = 1.0 / 3;

constexpr SchemeInfo explicit_scheme(std::string_view name, int order, std::string_view doc) {
  return {name, order, false, false, false, doc};
}
constexpr SchemeInfo equal_step_scheme(std::string_view name, std::string_view doc) {
  return {name, 2, false, false, true, doc};
}
constexpr SchemeInfo implicit_scheme(std::string_view name, int order, std::string_view doc) {
  return {name, order, true, false, false, doc};
}
constexpr SchemeInfo adaptive_scheme(std::string_view name, int order, bool is_implicit,
                                     std::string_view doc) {
  return {name, order, is_implicit, true, false, doc};
}

constexpr std::string_view k_adams_bashforth = "explicit multistep, starts with dormand_prince_5";
constexpr std::string_view k_adams_moulton = "implicit multistep, starts as bdf of the same order";
constexpr std::string_view k_bdf_low = "implicit multistep, starts with average acceleration";
constexpr std::string_view k_bdf = "implicit multistep, starts with radau_iia_5";

constexpr std::array k_schemes{
    explicit_scheme("forward_euler", 1, "explicit; never stable without damping"),
    explicit_scheme("rk4", 4, "explicit, 4 stages, the classical Runge-Kutta method"),
    explicit_scheme("dormand_prince_5", 5, "explicit, 6 stages, fixed step"),
    equal_step_scheme("position_verlet", "explicit; forces without velocity, equal steps"),
    equal_step_scheme("velocity_verlet", "explicit; forces without velocity, equal steps"),
    equal_step_scheme("leapfrog", "explicit; forces without velocity, equal steps"),
    explicit_scheme("adams_bashforth_1", 1, "forward Euler"),
    explicit_scheme("adams_bashforth_2", 2, k_adams_bashforth),
    explicit_scheme("adams_bashforth_3", 3, k_adams_bashforth),
    explicit_scheme("adams_bashforth_4", 4, k_adams_bashforth),
    explicit_scheme("adams_bashforth_5", 5, k_adams_bashforth),
    implicit_scheme("backward_euler", 1, "implicit; damps strongly"),
    implicit_scheme("radau_ia_3", 3, "implicit, 2 stages"),
    implicit_scheme("radau_ia_5", 5, "implicit, 3 stages: the thesis' Radau5"),
    implicit_scheme("radau_iia_3", 3, "implicit, 2 stages, stiffly accurate"),
    implicit_scheme("radau_iia_5", 5, "implicit, 3 stages, stiffly accurate"),
    implicit_scheme("newmark", 2, "implicit; beta, gamma. 1/4, 1/2 keeps the energy"),
    implicit_scheme("hht_alpha", 2, "implicit; alpha damps high frequencies"),
    implicit_scheme("generalised_alpha", 2, "implicit; rho_inf, or alpha_m and alpha_f"),
    implicit_scheme("adams_moulton_1", 1, "backward Euler"),
    implicit_scheme("adams_moulton_2", 2, "trapezoidal rule"),
    implicit_scheme("adams_moulton_3", 3, k_adams_moulton),
    implicit_scheme("adams_moulton_4", 4, k_adams_moulton),
    implicit_scheme("adams_moulton_5", 5, k_adams_moulton),
    implicit_scheme("bdf_1", 1, "backward Euler"),
    implicit_scheme("bdf_2", 2, k_bdf_low),
    implicit_scheme("bdf_3", 3, k_bdf),
    implicit_scheme("bdf_4", 4, k_bdf),
    implicit_scheme("bdf_5", 5, k_bdf),
    implicit_scheme("bdf_6", 6, "implicit multistep, starts with Gauss' method of order 6"),
    adaptive_scheme("cvode_adams", 12, false, "adaptive step and order (SUNDIALS), not stiff"),
    adaptive_scheme("cvode_bdf", 5, true, "adaptive step and order (SUNDIALS), stiff"),
    adaptive_scheme("arkode_bogacki_shampine", 3, false, "adaptive step, 3(2), explicit"),
    adaptive_scheme("arkode_dormand_prince", 5, false, "adaptive step, 5(4), explicit"),
};

[[noreturn]] void refuse(std::string_view what, double value, std::string_view reason,
                         std::string_view remedy) {
  throw ModelError(fmt::format("{} = {} {}: {}", what, value, reason, remedy));
}

void check_range(std::string_view what, const std::optional<double>& value, double low, double high,
                 std::string_view remedy) {
  if (!value || (*value >= low && *value <= high)) return;
  refuse(what, *value, fmt::format("must lie between {:.4g} and {:.4g}", low, high), remedy);
}

void check_positive(std::string_view what, double value, std::string_view remedy) {
  if (value > 0 && std::isfinite(value)) return;
  refuse(what, value, "must be > 0", remedy);
}

/// Numbers of other schemes are slips: they would do nothing.
void check_belongs(const SchemeSettings& settings) {
  struct Number {
    std::string_view name;
    const std::optional<double>& value;
    std::vector<std::string_view> schemes;
  };
  const Number numbers[] = {
      {"beta", settings.beta, {"newmark", "hht_alpha", "generalised_alpha"}},
      {"gamma", settings.gamma, {"newmark", "hht_alpha", "generalised_alpha"}},
      {"alpha", settings.alpha, {"hht_alpha"}},
      {"alpha_m", settings.alpha_m, {"generalised_alpha"}},
      {"alpha_f", settings.alpha_f, {"generalised_alpha"}},
      {"rho_inf", settings.rho_inf, {"generalised_alpha"}},
  };
  for (const Number& number : numbers) {
    if (!number.value || std::ranges::count(number.schemes, settings.name) > 0) continue;
    throw ModelError(fmt::format("{} = {} does not belong to {}, only to {}: leave it out",
                                 number.name, *number.value, settings.name,
                                 fmt::join(number.schemes, ", ")));
  }
}

void check_alphas(const SchemeSettings& settings) {
  check_range("alpha", settings.alpha, 0, k_largest_alpha,
              "it is the weight of the old forces; the alpha of Hilber, Hughes and Taylor has the "
              "opposite sign");
  check_range("rho_inf", settings.rho_inf, 0, 1,
              "it is the spectral radius at infinity: 1 keeps, 0 removes high frequencies");
  if (settings.rho_inf && (settings.alpha_m || settings.alpha_f)) {
    throw ModelError(
        fmt::format("rho_inf = {} sets alpha_m and alpha_f: give either it or the two alphas",
                    *settings.rho_inf));
  }
  if (settings.alpha_m.has_value() != settings.alpha_f.has_value()) {
    throw ModelError("alpha_m and alpha_f belong together: give both, or rho_inf");
  }
  check_range("alpha_f", settings.alpha_f, 0, 0.5, "beyond 1/2 the scheme is unstable");
  check_range("alpha_m", settings.alpha_m, -1, settings.alpha_f.value_or(0.5),
              "beyond alpha_f the scheme is unstable");
}

void check_beta_gamma(const SchemeSettings& settings) {
  check_range("gamma", settings.gamma, 0.5, 1,
              "below 1/2 the scheme gains energy whatever the step");
  check_range("beta", settings.beta, 0, 1,
              "1/4 is the average acceleration, 1/6 the linear one, 0 central differences");
}

void check_nonlinear(const NonlinearSettings& settings) {
  if (!(settings.relaxation > 0 && settings.relaxation <= 1)) {
    refuse("relaxation", settings.relaxation, "must lie between 0 and 1, 0 excluded",
           "1 is Picard's iteration as it stands, smaller is slower and surer");
  }
  if (!(settings.relative_tolerance >= 0) || !(settings.absolute_tolerance >= 0)) {
    const bool relative = !(settings.relative_tolerance >= 0);
    refuse(relative ? "relative tolerance" : "absolute tolerance",
           relative ? settings.relative_tolerance : settings.absolute_tolerance, "must be >= 0",
           "1e-10 of x and v is the usual relative one, 0 the usual absolute one");
  }
  if (settings.relative_tolerance == 0 && settings.absolute_tolerance == 0) {
    throw ModelError(
        "relative and absolute tolerance of the iteration are both 0: give one of them");
  }
  if (settings.max_iterations < 1) {
    refuse("max_iterations", settings.max_iterations, "must be >= 1", "50 is the usual number");
  }
}

}  // namespace

std::span<const SchemeInfo> schemes() { return k_schemes; }

const SchemeInfo& find_scheme(std::string_view name) {
  const auto found = std::ranges::find(k_schemes, name, &SchemeInfo::name);
  if (found != k_schemes.end()) return *found;
  std::vector<std::string> names;
  for (const SchemeInfo& scheme : k_schemes) names.emplace_back(scheme.name);
  const std::string close = nearest(name, names);
  throw ModelError(
      close.empty()
          ? fmt::format("no scheme is called '{}': take one of {}", name, fmt::join(names, ", "))
          : fmt::format("no scheme is called '{}': is '{}' meant?", name, close));
}

AlphaNumbers alpha_numbers(const SchemeSettings& settings) {
  AlphaNumbers numbers;
  if (settings.name == "hht_alpha") numbers.alpha_f = settings.alpha.value_or(k_default_alpha);
  if (settings.name == "generalised_alpha") {
    const double rho = settings.rho_inf.value_or(k_default_rho);
    numbers.alpha_m = settings.alpha_m.value_or((2 * rho - 1) / (rho + 1));
    numbers.alpha_f = settings.alpha_f.value_or(rho / (rho + 1));
  }
  const double excess = numbers.alpha_f - numbers.alpha_m;
  numbers.gamma = settings.gamma.value_or(0.5 + excess);
  numbers.beta = settings.beta.value_or(0.25 * (1 + excess) * (1 + excess));
  return numbers;
}

void check(const SchemeSettings& settings) {
  const SchemeInfo& scheme = find_scheme(settings.name);
  check_belongs(settings);
  check_alphas(settings);
  check_beta_gamma(settings);
  if (scheme.is_implicit && !scheme.is_adaptive) check_nonlinear(settings.nonlinear);
  if (scheme.is_adaptive) {
    check_positive("relative tolerance", settings.relative_tolerance, "1e-8 is the usual one");
    check_positive("absolute tolerance", settings.absolute_tolerance, "1e-10 is the usual one");
  }
}

}  // namespace tread::integrate
