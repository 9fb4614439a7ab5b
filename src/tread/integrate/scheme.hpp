#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tread::integrate {

/// Schemes that step M(x) a + P(t, x, v) = F(t) forward in time, chosen by name.
///
///   name                        order   kind
///   forward_euler               1       explicit
///   rk4                         4       explicit, 4 stages
///   dormand_prince_5            5       explicit, 6 stages, fixed step
///   position_verlet             2       explicit, P(t, x) only, equal steps (thesis (5.12))
///   velocity_verlet             2       the same with the velocity as unknown
///   leapfrog                    2       the same with velocities half-way (thesis (5.13))
///   adams_bashforth_1 .. _5     1 - 5   explicit, multistep; starts with dormand_prince_5
///   backward_euler              1       implicit
///   radau_ia_3, radau_ia_5      3, 5    implicit, 2 and 3 stages (radau_ia_5 is thesis (5.11))
///   radau_iia_3, radau_iia_5    3, 5    implicit, 2 and 3 stages, stiffly accurate
///   newmark                     2 or 1  implicit, beta and gamma
///   hht_alpha                   2       implicit, alpha
///   generalised_alpha           2       implicit, alpha_m and alpha_f, or rho_inf
///   adams_moulton_1 .. _5       1 - 5   implicit, multistep; starts as BDF does
///   bdf_1 .. bdf_6              1 - 6   implicit, multistep; starts with average acceleration
///                                       (order <= 2), radau_iia_5 (3 to 5), Gauss' method of order
///                                       6
///   cvode_adams, cvode_bdf      1 - 12, 1 - 5   adaptive step and order (SUNDIALS)
///   arkode_bogacki_shampine     3(2)    adaptive step, explicit
///   arkode_dormand_prince       5(4)    adaptive step, explicit
///
/// Position Verlet, velocity Verlet and leapfrog give the same positions up to rounding; all report
/// velocities at the same instants as positions. Sign of alpha: docs/conventions.md#hht.
/// E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I and II.

enum class NonlinearSolver {
  picard,  // x <- (1 - relaxation) x + relaxation g(x); needs a contraction: small steps
  secant,  // Broyden's rank-one updates, started from Picard; the secant method for one unknown
  newton,  // with backtracking line search
};

enum class Jacobian {
  automatic,           // exact if the system has it, else by finite differences
  exact,               // refused if the system has none
  finite_differences,  // also if the system has an exact one: to compare
};

struct NonlinearSettings {
  NonlinearSolver method = NonlinearSolver::newton;
  Jacobian jacobian = Jacobian::automatic;
  double relaxation = 1;              // Picard: 0 < relaxation <= 1
  double relative_tolerance = 1e-10;  // last change of x and v over their size
  double absolute_tolerance = 0;      // last change of x and v that is small enough in any case
  int max_iterations = 50;
};

/// A scheme and its numbers. What does not belong to the scheme must be left out.
struct SchemeSettings {
  std::string name = "newmark";

  std::optional<double> beta;     // newmark: 0.25; hht_alpha, generalised_alpha: from the alphas
  std::optional<double> gamma;    // newmark: 0.5; likewise
  std::optional<double> alpha;    // hht_alpha: 0 to 1/3, weight of the old forces; 0.05
  std::optional<double> alpha_m;  // generalised_alpha: weight of the old inertia
  std::optional<double> alpha_f;  // generalised_alpha: weight of the old forces
  std::optional<double> rho_inf;  // generalised_alpha: spectral radius at infinity, 0 to 1; 0.8

  NonlinearSettings nonlinear;  // implicit schemes of fixed step

  double relative_tolerance = 1e-8;   // adaptive: error of a step over the size of x and of v
  double absolute_tolerance = 1e-10;  // adaptive: error of a step that is small enough in any case
};

struct SchemeInfo {
  std::string_view name;
  int order = 0;  // theoretical; of newmark: with gamma = 1/2; of adaptive ones: the highest
  bool is_implicit = false;
  bool is_adaptive = false;
  bool needs_equal_steps = false;  // and forces without velocity
  std::string_view doc;            // one line for people
};

/// All schemes, in the order of the table above.
std::span<const SchemeInfo> schemes();

/// Throws ModelError that names the nearest scheme if there is none of that name.
const SchemeInfo& find_scheme(std::string_view name);

/// The numbers of Newmark's family, all of them: (1 - alpha_m) M a1 + alpha_m M a0 +
/// (1 - alpha_f) P1 + alpha_f P0 = F((1 - alpha_f) t1 + alpha_f t0) with
/// x1 = x0 + h v0 + h^2 ((1/2 - beta) a0 + beta a1), v1 = v0 + h ((1 - gamma) a0 + gamma a1).
struct AlphaNumbers {
  double alpha_m = 0;
  double alpha_f = 0;
  double beta = 0.25;
  double gamma = 0.5;
};

/// Of newmark, hht_alpha or generalised_alpha, with what was left out filled in.
/// @pre the settings were checked and name one of them.
AlphaNumbers alpha_numbers(const SchemeSettings& settings);

/// Throws ModelError, with value, reason and remedy, for an unknown name, a number that does not
/// belong to the scheme, lies outside its stable range, or a tolerance that is not positive.
void check(const SchemeSettings& settings);

}  // namespace tread::integrate
