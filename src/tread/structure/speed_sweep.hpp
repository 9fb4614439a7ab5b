#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tread/core/observer.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/structure/meeting_trains.hpp"
#include "tread/structure/moving_loads.hpp"

namespace tread::structure {

/// Extremes of a bridge under a train at many speeds.
///
/// Modal forces depend on where the train is, not on its speed: they are tabulated once along its
/// way, and every speed runs through the same table with exact steps. So is what the modes left out
/// add to moments and shear forces (static_remainder.hpp). A second train keeps its ratio of
/// speeds.

struct SweepOptions {
  std::vector<double> speeds;    // m/s, for sweep_speeds()
  std::vector<double> sections;  // m, places to look at
  double free_vibration = 1;     // s, after the last load has left
  double position_step =
      0;  // m between entries of the table; 0: 100 a half wave of the highest mode
  /// A time step turns the highest mode by no more than this, so that peaks are seen: 0.15 leaves
  /// at most 0.3 % of that mode's part.
  double largest_phase = 0.15;  // rad
  /// Deck accelerations count modes up to this one; 0: deck_frequency().
  double largest_deck_frequency = 0;  // Hz
  std::optional<SecondTrain> second{};
};

/// Largest magnitudes at one place.
struct SweepExtreme {
  double deflection = 0;         // m
  double acceleration = 0;       // m/s², of all modes
  double deck_acceleration = 0;  // m/s², of modes up to the largest deck frequency
  double moment = 0;             // N m, with what modes left out have at rest
  double shear = 0;              // N, likewise
};

/// Of one speed.
struct SpeedExtremes {
  std::vector<SweepExtreme> sections;
  double end_rotation = 0;           // rad, largest slope at the ends of all beams
  double end_rotation_position = 0;  // m, where

  /// Over all sections.
  SweepExtreme largest() const;
};

struct PreparedSweep;

/// A train on its way, ready for any speed. Runs of one object may go on at the same time.
class SpeedSweep {
 public:
  /// Throws ModelError for trains and options that cannot be.
  SpeedSweep(const BeamModes& modes, const AxleTrain& train, const SweepOptions& options);

  /// Throws ModelError for a speed that is not positive.
  SpeedExtremes run(double speed) const;

  /// Largest at the sections, of trains that stand anywhere on their way, in the modes kept.
  double static_deflection() const;  // m

 private:
  std::shared_ptr<const PreparedSweep> prepared_;
};

struct SweepResult {
  std::vector<double> speeds;                       // m/s
  std::vector<double> sections;                     // m
  std::vector<std::vector<SweepExtreme>> extremes;  // [speed][section]
  std::vector<double> end_rotations;                // rad, [speed]
  double static_deflection = 0;                     // m
  SolveStatus status = SolveStatus::converged;      // or stopped: then fewer speeds have extremes

  /// Over all sections.
  SweepExtreme largest_at(std::size_t i_speed) const;
};

SweepResult sweep_speeds(const BeamModes& modes, const AxleTrain& train,
                         const SweepOptions& options, Observer* observer = nullptr);

}  // namespace tread::structure
