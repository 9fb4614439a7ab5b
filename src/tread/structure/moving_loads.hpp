#pragma once

#include <optional>
#include <vector>

#include "tread/core/observer.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/structure/meeting_trains.hpp"
#include "tread/structure/modal_oscillators.hpp"

namespace tread::structure {

/// A train of forces at constant speed over a beam (thesis 8.6, 8.7): modal forces at equal
/// instants, linear between them, each mode stepped exactly. A second train may meet it.

/// What moments and shear forces are made of; where the beam deforms in shear, deflections and
/// slopes too.
enum class SectionForces {
  of_modes,        // sums of modes alone
  with_remainder,  // and what modes left out have at rest: see static_remainder.hpp
};

struct Crossing {
  double speed = 0;           // m/s, to the right
  double time_step = 0;       // s; 0: chosen, see time_step_for()
  int steps_per_record = 1;   // every so many steps an instant is kept
  double front = 0;           // m, where the front of the train is at t = 0
  double free_vibration = 0;  // s, after the last load has left
  double end_time = 0;        // s; 0: when that is over
  SectionForces section_forces = SectionForces::of_modes;
  double largest_deck_frequency = 0;  // Hz, of modes in deck accelerations; 0: deck_frequency()
  std::optional<SecondTrain> second{};
};

/// The state at t = 0 as modal coordinates; empty: at rest.
struct InitialState {
  std::vector<double> q;
  std::vector<double> v;
};

/// Of one place of the beam, a value an instant.
struct SectionHistory {
  double x = 0;                           // m
  std::vector<double> deflection;         // m
  std::vector<double> velocity;           // m/s
  std::vector<double> acceleration;       // m/s²
  std::vector<double> deck_acceleration;  // m/s², of modes up to the largest deck frequency
  std::vector<double> moment;             // N m
  std::vector<double> shear;              // N
};

/// Slope of a beam at an end.
struct RotationHistory {
  double x = 0;               // m
  std::vector<double> slope;  // rad
};

struct CrossingHistory {
  std::vector<double> time;   // s
  std::vector<double> front;  // m
  std::vector<SectionHistory> sections;
  std::vector<RotationHistory> rotations;
  std::vector<double> q;  // modal coordinates, [instant][mode]
  int n_modes = 0;
  SolveStatus status = SolveStatus::converged;  // or stopped
};

/// Up to which frequency deck accelerations are to be considered: the largest of 30 Hz, 1.5 times
/// the first and the third frequency (EN 1990, A2.4.4.2.1 (4)). Beams in a row: of all of them.
double deck_frequency(const BeamModes& modes);  // Hz

/// A step that shows the highest mode with 40 points a period and a half wave with 100 points.
double time_step_for(const BeamModes& modes, double speed);

/// When the last load, of both trains, has left the bridge.
double time_to_leave(const BeamModes& modes, const AxleTrain& train, const Crossing& crossing);

/// When the run ends: as told, or when the beam has swung freely for as long as asked.
double end_time_of(const BeamModes& modes, const AxleTrain& train, const Crossing& crossing);

/// Throws ModelError for a train that never reaches the beam (speed, front and end time tell), for
/// places off the beam, and for initial coordinates that do not fit the modes.
CrossingHistory simulate_crossing(const BeamModes& modes, const AxleTrain& train,
                                  const Crossing& crossing, const std::vector<double>& sections,
                                  const InitialState& initial = {}, Observer* observer = nullptr);

}  // namespace tread::structure
