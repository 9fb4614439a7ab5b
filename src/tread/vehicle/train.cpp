#include "tread/vehicle/train.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::vehicle {

Train single_vehicle_train(PlaneVehicle vehicle) { return {{{std::move(vehicle), 0}}}; }

Train equal_vehicles_train(const PlaneVehicle& vehicle, int n_vehicles, double pitch) {
  if (n_vehicles < 1) {
    throw ModelError(fmt::format("a train of {} vehicles: give at least one", n_vehicles));
  }
  Train train;
  for (int i = 0; i < n_vehicles; ++i) train.vehicles.push_back({vehicle, i * pitch});
  return train;
}

std::vector<TrainWheel> wheels_of(const Train& train) {
  std::vector<TrainWheel> wheels;
  int i_vehicle = 0;
  for (const PlacedVehicle& placed : train.vehicles) {
    int i_wheel = 0;
    for (const Wheel& wheel : placed.vehicle.wheels) {
      wheels.push_back({i_vehicle, i_wheel++, placed.offset + wheel.offset});
    }
    ++i_vehicle;
  }
  return wheels;
}

double length_of(const Train& train) {
  double length = 0;
  for (const TrainWheel& wheel : wheels_of(train)) length = std::max(length, wheel.offset);
  return length;
}

void check(const Train& train) {
  if (train.vehicles.empty()) throw ModelError("the train has no vehicles: it needs at least one");
  double end = 0;
  for (const PlacedVehicle& placed : train.vehicles) {
    check(placed.vehicle);
    if (!(placed.offset >= end) || !std::isfinite(placed.offset)) {
      throw ModelError(
          fmt::format("vehicle '{}' begins {} m behind the train's first wheel, the one "
                      "ahead of it ends at {} m: list vehicles from the front, apart "
                      "from each other",
                      placed.vehicle.name, placed.offset, end));
    }
    end = placed.offset + placed.vehicle.wheels.back().offset;
  }
}

}  // namespace tread::vehicle
