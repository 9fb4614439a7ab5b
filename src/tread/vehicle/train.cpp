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

VehicleEnds ends_of(const FullVehicle& full, double length, double front_overhang) {
  const double overhang = front_overhang > 0 ? front_overhang : (length - full.bogie_distance) / 2;
  return {length, overhang - full.wheelbase / 2};
}

Train compose_train(std::span<const Coach> coaches) {
  Train train;
  double front = 0;  // of the next vehicle behind the front of the train
  double leading_wheel = 0;
  for (const Coach& coach : coaches) {
    if (coach.count < 1) {
      throw ModelError(fmt::format("a train has {} of vehicle '{}': give at least one", coach.count,
                                   coach.vehicle.name));
    }
    check(coach.vehicle);
    const double last_wheel = coach.ends.first_wheel + coach.vehicle.wheels.back().offset;
    if (!(coach.ends.first_wheel >= 0) || !(last_wheel <= coach.ends.length)) {
      throw ModelError(fmt::format(
          "vehicle '{}' is {} m long but has wheels from {} to {} m behind its front: give its "
          "length over couplers",
          coach.vehicle.name, coach.ends.length, coach.ends.first_wheel, last_wheel));
    }
    if (train.vehicles.empty()) leading_wheel = coach.ends.first_wheel;
    for (int i = 0; i < coach.count; ++i) {
      train.vehicles.push_back({coach.vehicle, front + coach.ends.first_wheel - leading_wheel});
      front += coach.ends.length;
    }
  }
  return train;
}

Train named_train(const NamedTrain& named, double gravity) {
  std::vector<Coach> coaches;
  for (const NamedTrain::Group& group : named.groups) {
    const NamedVehicle& known = find_vehicle(group.vehicle);
    coaches.push_back({make_vehicle(known.data, gravity),
                       ends_of(known.data, known.length, known.front_overhang), group.count});
  }
  return compose_train(coaches);
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
