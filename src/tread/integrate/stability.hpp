#pragma once

#include <Eigen/Core>
#include <complex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tread/integrate/scheme.hpp"

namespace tread::integrate {

/// For which steps a scheme keeps small motions of a system from growing. A small motion about a
/// state is a sum of exp(lambda t), its rates lambda (1/s) are the eigenvalues of
///
///   lambda^2 M + lambda C + K
///
/// and a step multiplies each of them by a root of the scheme's own recursion at lambda h: exactly
/// for Runge-Kutta and multistep schemes, mode by mode (each pair of rates an oscillator) for
/// Newmark's family and Verlet. Roots above 1 in size grow.
/// E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, sections IV.3 and V.1.
using Rate = std::complex<double>;
using Rates = std::vector<Rate>;

/// The rates of q'' + c q' + omega^2 q = 0; one of a conjugate pair.
Rates oscillator_rates(double omega, double damping_rate);

/// The rates of M a + C v + K x = 0, with an imaginary part >= 0, by the dense eigenvalue problem
/// of twice the size. Motions that nothing holds or damps are left out.
/// @pre M is regular
Rates rates_of(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& damping,
               const Eigen::MatrixXd& stiffness);

/// By how much a step multiplies exp(lambda t), at most. A motion that grows by itself (Re lambda >
/// 0) counts as one that does not: a scheme is not to blame for it.
/// @pre not adaptive; step > 0
double growth_of_step(const SchemeSettings& scheme, Rate rate, double step);

/// True for schemes that are stable whatever the step and the system (A-stable ones), and for
/// adaptive ones, which watch their errors.
bool is_stable_for_any_step(const SchemeSettings& scheme);

/// The largest step for which an oscillator q'' + c q' + omega^2 q = 0 does not grow: the end of
/// the stable interval that begins at zero; for a beam take its highest omega. 0: no step is small
/// enough; infinite: any step. None: adaptive schemes.
/// @pre omega > 0, rate c >= 0 (Verlet and leapfrog: 0).
std::optional<double> largest_stable_step(const SchemeSettings& scheme, double omega,
                                          double rate = 0);

/// What a scheme may add to a motion in a run and still count as stable: 5 % of its energy. Schemes
/// that are unstable for every step, but grow more slowly than their error (BDF of third order,
/// forward Euler), have a limit in this sense.
constexpr double k_allowed_growth = 1.0247;

/// How far a run is from growing.
struct StepStability {
  bool is_stable = true;
  double growth = 1;  // largest, of all rates in the run; infinite if it cannot be told as a number
  Rate rate;          // the one that grows most
  double limit = 0;   // s, end of the stable interval that begins at zero. 0: none; infinite: any
  Rate limiting;      // the rate that sets it
};

/// @param duration s, of the run, in which a step is repeated duration/step times
/// @pre step > 0, duration > 0
StepStability step_stability(const SchemeSettings& scheme, std::span<const Rate> rates, double step,
                             double duration);

/// "unstable: SCHEME with steps of ... s, limit ... s": what ended the run, or would.
std::string instability_in_words(const SchemeSettings& scheme, double step,
                                 const StepStability& stability);

/// Throws ModelError, with scheme, step, limit and remedy, unless it is stable.
void check_stability(const SchemeSettings& scheme, double step, const StepStability& stability);

}  // namespace tread::integrate
