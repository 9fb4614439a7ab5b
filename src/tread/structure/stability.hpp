#pragma once

#include <optional>

#include "tread/integrate/scheme.hpp"

namespace tread::structure {

/// The largest step for which a scheme of `integrate` keeps an oscillator q'' + c q' + omega^2 q =
/// 0 from growing; for a beam take its highest omega. From the roots of the scheme's own recursion
/// for y' = lambda y. 0: no step is small enough; infinite: any step. None: not known (implicit
/// multistep schemes above second order, Newmark's family outside its stable range, adaptive ones).
/// @pre omega > 0, rate c >= 0 (Verlet and leapfrog: 0).
std::optional<double> largest_stable_step(const integrate::SchemeSettings& scheme, double omega,
                                          double rate = 0);

enum class StepPolicy { refuse_unstable, allow_unstable };

/// Throws ModelError, with the limit, if the step is too large for the scheme and not allowed.
void check_step(const integrate::SchemeSettings& scheme, double omega, double step,
                StepPolicy policy);

}  // namespace tread::structure
