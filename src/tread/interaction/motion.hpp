#pragma once

#include "tread/interaction/coupled_system.hpp"

namespace tread::interaction {

/// Bridge, train and contact at an instant.
struct Motion {
  State state;  // y, y', y''
  WheelPlaces places;
  Vector approach;  // delta of every wheel, m
  WheelForces forces;
  Vector contact;  // the forces as forces on y
};

/// Fills in what follows from state, places and forces.
inline void complete(const CoupledSystem& system, Motion& motion) {
  motion.contact = Vector::Zero(system.size());
  system.add_contact(motion.places, motion.forces, 1, motion.contact);
}

inline bool is_finite(const Motion& motion) {
  return motion.state.position.allFinite() && motion.state.velocity.allFinite() &&
         motion.state.acceleration.allFinite() && motion.forces.on_wheel.allFinite();
}

/// The stage of no length: accelerations at the instant itself.
inline OneStage instant_stage(const State& state) {
  return {.time = state.time, .position = state.position, .velocity = state.velocity};
}

struct StepOutcome {
  SolveStatus status = SolveStatus::converged;
  int iterations = 0;
  double impact_loss = 0;   // J
  double impact_drive = 0;  // J, work of the drive during impacts
  double midway_gap = 0;    // m, of wheels in rigid contact in the middle of the step
  Vector end_forces{};      // F at the end, before an event there; empty: as in the motion
};

/// The start of a crossing: state and, at rest, forces that hold it.
Motion start_motion(const CoupledSystem& system);

}  // namespace tread::interaction
