#pragma once

#include <string>
#include <vector>

#include "tread/structure/axle_train.hpp"
#include "tread/structure/beam_modes.hpp"

namespace tread::structure {

/// Speeds at which a beam is in tune with a train.
struct CriticalSpeed {
  double speed = 0;  // m/s
  int mode = 1;      // 1, 2, ...
  int divisor = 1;   // i of v = n D/i; 0: a single force, v = omega L/(mode pi)
  double pitch = 0;  // D, m
  std::string what;  // "n1 D/2, D = 18 m"
};

/// v = n_j D/i for the pitches D of the train, i = 1 ... n_divisors, and the speed at which a
/// single force keeps pace with the first mode's wave, v = omega_1 L/pi; ascending. Rigid motions
/// have none.
std::vector<CriticalSpeed> critical_speeds(const BeamModes& modes, const AxleTrain& train,
                                           int n_modes = 1, int n_divisors = 4);

}  // namespace tread::structure
