#pragma once

#include <optional>

#include "tread/structure/beam_modes.hpp"

namespace tread::structure {

/// Closed-form modes of a uniform beam whose two ends are clamped, pinned or free, without inner
/// supports (with shear deformation: pinned at both ends only); none for any other beam.
///
/// The wave numbers b solve, in a form without large numbers,
///
///   clamped-clamped, free-free     cos(b L) = +1/cosh(b L)      near (n + 1/2) pi
///   clamped-free                   cos(b L) = -1/cosh(b L)      near (n - 1/2) pi
///   clamped-pinned, free-pinned    tan(b L) = tanh(b L)         near (n + 1/4) pi
///   pinned-pinned                  sin(b L) = 0
///
/// omega = b^2 sqrt(EI/m); with shear deformation see the source.
/// R. D. Blevins, Formulas for Natural Frequency and Mode Shape (1979), table 8-1.
std::optional<BeamModes> classical_modes(const Beam& beam, int n_modes);

/// Angular frequencies of a sine of that wave number in an endless beam with shear deformation:
/// one, with rotary inertia two, rising. Of wave number 0: the one of cross-sections that only
/// turn.
/// @pre rotary inertia > 0 for wave number 0
std::vector<double> wave_frequencies(const BeamSection& section, double wave_number);  // rad/s

}  // namespace tread::structure
