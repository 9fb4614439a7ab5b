#pragma once

#include <string>
#include <vector>

#include "tread/core/observer.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/structure/moving_loads.hpp"

namespace tread::structure {

/// Extremes of a bridge under a train at many speeds.
///
/// Modal forces depend on where the train is, not on its speed: they are tabulated once along its
/// way, and every speed runs through the same table with exact steps.

struct SweepOptions {
  std::vector<double> speeds;    // m/s
  std::vector<double> sections;  // m, places to look at
  double free_vibration = 1;     // s, after the last load has left
  double position_step =
      0;  // m between entries of the table; 0: 250 a half wave of the highest mode
  /// A time step turns the highest mode by no more than this, so that peaks are seen: 0.15 leaves
  /// at most 0.3 % of that mode's part.
  double largest_phase = 0.15;  // rad
};

struct SweepExtreme {
  double deflection = 0;    // m, largest magnitude
  double acceleration = 0;  // m/s², largest magnitude
  double moment = 0;        // N m, largest magnitude
};

struct SweepResult {
  std::vector<double> speeds;                       // m/s
  std::vector<double> sections;                     // m
  std::vector<std::vector<SweepExtreme>> extremes;  // [speed][section]
  SolveStatus status = SolveStatus::converged;      // or stopped: then fewer speeds have extremes

  /// Over all sections.
  SweepExtreme largest_at(std::size_t i_speed) const;
};

SweepResult sweep_speeds(const BeamModes& modes, const AxleTrain& train,
                         const SweepOptions& options, Observer* observer = nullptr);

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
