#pragma once

#include <complex>
#include <string>
#include <vector>

#include "tread/core/solve_status.hpp"
#include "tread/vehicle/rail_vehicle_model.hpp"

namespace tread::vehicle {

/// Small motions of a rail vehicle about an equilibrium, and the equilibrium itself, with wheelsets
/// held in the track (or, with stiffnesses that the caller adds, on springs).

/// Coordinates of bodies that are no wheelsets. Dampers in series belong to all of them.
std::vector<int> suspended_coordinates(const RailVehicleModel& model);

struct EquilibriumOptions {
  double time = 0;           // where on the track, and how fast: quasi-static in a curve
  double tolerance = 1e-10;  // residual over the vehicle's weight
  int max_iterations = 60;
};

struct VehicleEquilibrium {
  SolveStatus status = SolveStatus::max_iterations;
  int iterations = 0;
  double residual = 0;  // N or N m, largest of the given coordinates
  Vector position;      // q; held coordinates as they were given
  Vector velocity;      // zero, but for the dampers in series: their elongation
  Vector force;         // P there: of held coordinates, what must hold them
};

/// P = 0 for the given coordinates by Newton's method with line search from `start`; all others
/// stay where they are. Throws ModelError that names body and motion if nothing holds one of them.
VehicleEquilibrium find_equilibrium(RailVehicleModel& model, const std::vector<int>& coordinates,
                                    const Vector& start, const EquilibriumOptions& options = {});

/// M a + C v + K q = 0 for small changes of all coordinates; by central differences of P (1e-5 m
/// and rad; relative error of K about 1e-9 where laws have no kink).
struct LinearisedVehicle {
  Matrix mass;
  Matrix damping;    // dP/dv
  Matrix stiffness;  // dP/dq
  int n_body_coordinates = 0;
};
LinearisedVehicle linearise(RailVehicleModel& model, double time, const Vector& position,
                            const Vector& velocity);

/// K of the given coordinates with dampers at rest: those in series carry nothing.
Matrix static_stiffness(const LinearisedVehicle& linear, const std::vector<int>& coordinates);

struct UndampedMode {
  double frequency = 0;  // Hz; of an unstable direction (K < 0): negative
  Vector shape;          // of the given coordinates, shape^T M shape = 1
};
/// Without dampers, lowest first.
std::vector<UndampedMode> undamped_modes(const LinearisedVehicle& linear,
                                         const std::vector<int>& coordinates);

struct DampedMode {
  std::complex<double> eigenvalue;  // 1/s, imaginary part >= 0
  double frequency = 0;             // Hz, of the damped oscillation; 0: it creeps
  double damping_ratio = 0;         // -Re / |eigenvalue|; < 0: it grows
  Eigen::VectorXcd shape;           // of the given coordinates, largest entry 1
};
/// With dampers and dampers in series, by frequency; those that creep first.
std::vector<DampedMode> damped_modes(const LinearisedVehicle& linear,
                                     const std::vector<int>& coordinates);

/// Motions that nothing holds: "car_body.yaw". Empty if K is regular. Judged against the stiffness
/// of the other motions, 1e-9 of it.
std::vector<std::string> unheld_motions(const RailVehicleModel& model,
                                        const LinearisedVehicle& linear,
                                        const std::vector<int>& coordinates);

}  // namespace tread::vehicle
