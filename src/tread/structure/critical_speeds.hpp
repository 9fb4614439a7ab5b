#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/structure/axle_train.hpp"
#include "tread/structure/beam_modes.hpp"

namespace tread::structure {

/// Speeds at which a beam is in tune with a train.
struct CriticalSpeed {
  double speed = 0;  // m/s
  int mode = 1;      // 1, 2, ...
  int divisor = 1;   // i of v = n D/i; 0: a single force, v = omega_1 L/pi
  double pitch = 0;  // D, m
  std::string what;  // "n1 D/2, D = 18 m"
};

/// v = n_j D/i for all modes up to a frequency, the pitches D of the train and i = 1 ...
/// n_divisors, and the speed at which a single force keeps pace with the first mode's wave, v =
/// omega_1 L/pi, where half_wave() knows L; ascending. Rigid motions have none. Beams in a row: of
/// each that is different.
/// @param frequency_limit Hz; 0: deck_frequency(), up to which accelerations of the deck count
std::vector<CriticalSpeed> critical_speeds(const BeamModes& modes, const AxleTrain& train,
                                           double frequency_limit = 0, int n_divisors = 4);

/// L, m: the length of the half waves of which a beam's first mode consists. A uniform beam on
/// hinges has them, with one span or several equal ones. None for others: their first mode is no
/// wave of one length, and no speed is that of a force which keeps pace with it.
std::optional<double> half_wave(const Beam& beam);

}  // namespace tread::structure
