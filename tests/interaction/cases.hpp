#pragma once

#include "tread/interaction/train_bridge.hpp"
#include "tread/vehicle/vehicle_models.hpp"

/// Cases that several tests share.
namespace tread::interaction::test {

/// Bridge and mass of Yang and Yau, J. Struct. Eng. 123 (1997): L = 25 m, EI = 2.87e9 x 2.90 N m2,
/// 2303 kg/m, 5750 kg at 100 km/h; no damping. The contact is up to the test.
inline TrainBridgeProblem yang_yau(int n_modes) {
  TrainBridgeProblem problem;
  problem.bridge =
      structure::beam_modes(structure::simply_supported_beam(
                                25, {.bending_stiffness = 2.87e9 * 2.90, .mass_per_length = 2303}),
                            {.n_modes = n_modes});
  problem.train = vehicle::single_vehicle_train(make_vehicle(vehicle::SingleWheel{.mass = 5750}));
  problem.speed = 100 / 3.6;
  return problem;
}

inline CrossingOptions at_midspan(const TrainBridgeProblem& problem, double step) {
  CrossingOptions options;
  options.step = step;
  options.sections = {problem.bridge->length() / 2};
  return options;
}

}  // namespace tread::interaction::test
