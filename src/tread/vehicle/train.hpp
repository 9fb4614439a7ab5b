#pragma once

#include <span>
#include <vector>

#include "tread/vehicle/plane_vehicle.hpp"
#include "tread/vehicle/vehicle_data.hpp"
#include "tread/vehicle/vehicle_models.hpp"

namespace tread::vehicle {

/// Vehicles one after the other, not coupled vertically.
struct PlacedVehicle {
  PlaneVehicle vehicle;
  double offset = 0;  // m, of its leading wheel behind the train's leading wheel, >= 0
};

struct Train {
  std::vector<PlacedVehicle> vehicles;
};

Train single_vehicle_train(PlaneVehicle vehicle);

/// n equal vehicles, leading wheels a pitch apart.
Train equal_vehicles_train(const PlaneVehicle& vehicle, int n_vehicles, double pitch);

/// Where the wheels of a vehicle are in its length, m.
struct VehicleEnds {
  double length = 0;       // over couplers
  double first_wheel = 0;  // from the front end
};
/// Of a full vehicle whose first bogie is so far behind its front end; 0: it is centred.
VehicleEnds ends_of(const FullVehicle& full, double length, double front_overhang = 0);

/// Vehicles coupled one behind the other, from the front.
struct Coach {
  PlaneVehicle vehicle;
  VehicleEnds ends;
  int count = 1;
};
/// Throws ModelError for a count below 1 and for wheels that stand over an end of their vehicle.
Train compose_train(std::span<const Coach> coaches);

/// The same of a train of the library.
Train named_train(const NamedTrain& named, double gravity = k_gravity);

/// A wheel of the train: which vehicle, which of its wheels, how far behind the leading wheel.
struct TrainWheel {
  int vehicle = 0;
  int wheel = 0;      // of the vehicle
  double offset = 0;  // m
};

/// All wheels, vehicle by vehicle, front to back.
std::vector<TrainWheel> wheels_of(const Train& train);

/// From the first wheel to the last, m.
double length_of(const Train& train);

/// Throws ModelError unless there is a vehicle, each one is right, and they come in order, none
/// beginning before the one ahead of it has ended.
void check(const Train& train);

}  // namespace tread::vehicle
