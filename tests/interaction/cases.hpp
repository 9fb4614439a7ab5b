#pragma once

#include <algorithm>
#include <numbers>
#include <string_view>

#include "tread/interaction/train_bridge.hpp"
#include "tread/vehicle/vehicle_models.hpp"

/// Cases that several tests share.
namespace tread::interaction::test {

inline constexpr double k_yang_yau_length = 25;                // m
inline constexpr double k_yang_yau_stiffness = 2.87e9 * 2.90;  // N m2
inline constexpr double k_yang_yau_mass_per_length = 2303;     // kg/m
inline constexpr double k_yang_yau_mass = 5750;                // kg
inline constexpr LinearContact k_yang_yau_spring{.stiffness = 1.595e6};

inline structure::BeamModes yang_yau_bridge(int n_modes) {
  return structure::beam_modes(
      structure::simply_supported_beam(k_yang_yau_length,
                                       {.bending_stiffness = k_yang_yau_stiffness,
                                        .mass_per_length = k_yang_yau_mass_per_length}),
      {.n_modes = n_modes});
}

inline vehicle::Train one_wheel(double mass) {
  return vehicle::single_vehicle_train(make_vehicle(vehicle::SingleWheel{.mass = mass}));
}

/// Bridge and mass of Yang and Yau, J. Struct. Eng. 123 (1997), at 100 km/h, no damping.
inline TrainBridgeProblem yang_yau(int n_modes, const ContactModel& contact) {
  TrainBridgeProblem problem;
  problem.bridge = yang_yau_bridge(n_modes);
  problem.train = one_wheel(k_yang_yau_mass);
  problem.contact = contact;
  problem.speed = 100 / 3.6;
  return problem;
}

inline CrossingOptions at_midspan(const TrainBridgeProblem& problem, double step) {
  CrossingOptions options;
  options.step = step;
  options.sections = {problem.bridge->length() / 2};
  return options;
}

/// The program of the thesis (listing A.5): simply supported, E = 2e11, I = 0.0104, 7900 kg/m, L =
/// 20 m; a wheel of 7900 pi 0.3^2 8 = 17 870 kg, started at touch.
inline TrainBridgeProblem thesis_crossing(int n_modes, double speed = 30) {
  TrainBridgeProblem problem;
  problem.bridge =
      structure::beam_modes(structure::simply_supported_beam(
                                20, {.bending_stiffness = 2e11 * 0.0104, .mass_per_length = 7900}),
                            {.n_modes = n_modes});
  problem.train = one_wheel(7900 * std::numbers::pi * 0.3 * 0.3 * 8);
  problem.contact = thesis_grid_contact();
  problem.speed = speed;
  problem.start = StartState::touch;
  return problem;
}

inline CrossingOptions with_scheme(std::string_view name, double step) {
  CrossingOptions options;
  options.scheme.name = name;
  options.step = step;
  return options;
}

struct Extremes {
  double most = 0;
  double least = 0;
};

/// Force over static load of the first wheel from a row on.
inline Extremes amplification(const Crossing& crossing, int first_row = 0) {
  const auto n = crossing.forces.rows() - first_row;
  const auto forces = crossing.forces.col(0).segment(first_row, n) / crossing.wheel_loads[0];
  return {forces.maxCoeff(), forces.minCoeff()};
}

}  // namespace tread::interaction::test
