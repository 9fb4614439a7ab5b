#include "tread/study/train_model.hpp"

#include <fmt/format.h>

#include <numeric>

#include "tread/vehicle/vehicle_data.hpp"

namespace tread::study {
namespace {

using casefile::CoachInput;
using casefile::TrainBridgeCase;
using casefile::VehicleInput;

vehicle::FullVehicle custom_vehicle(const VehicleInput& v) {
  return {.name = v.type,
          .body_mass = v.body_mass.value_or(0),
          .body_inertia = v.body_inertia.value_or(0),
          .bogie_mass = v.bogie_mass.value_or(0),
          .bogie_inertia = v.bogie_inertia.value_or(0),
          .wheelset_mass = v.wheelset_mass.value_or(0),
          .primary_stiffness = v.primary_stiffness.value_or(0),
          .primary_damping = v.primary_damping,
          .secondary_stiffness = v.secondary_stiffness.value_or(0),
          .secondary_damping = v.secondary_damping,
          .bogie_distance = v.bogie_distance.value_or(0),
          .wheelbase = v.wheelbase.value_or(0)};
}

vehicle::PlaneVehicle vehicle_of(const VehicleInput& v) {
  if (v.assembly) return make_vehicle(*v.assembly);
  if (v.type == "wheel") {
    return make_vehicle(vehicle::SingleWheel{v.mass.value_or(0), v.load}, v.gravity);
  }
  if (v.type == "sprung_mass") {
    return make_vehicle(vehicle::SprungMass{v.body_mass.value_or(0), v.wheelset_mass.value_or(0),
                                            v.stiffness.value_or(0), v.damping},
                        v.gravity);
  }
  vehicle::FullVehicle full = custom_vehicle(v);
  if (v.type == "quarter") {
    return make_vehicle(vehicle::QuarterVehicle{full.body_mass, full.bogie_mass, full.wheelset_mass,
                                                full.primary_stiffness, full.primary_damping,
                                                full.secondary_stiffness, full.secondary_damping},
                        v.gravity);
  }
  if (v.type == "half") {
    full.body_mass *= 2;  // given is the half that is carried
    return make_half_vehicle(full, v.gravity);
  }
  if (v.type == "full") return make_vehicle(full, v.gravity);
  const vehicle::FullVehicle& known = vehicle::find_vehicle(v.type).data;
  if (v.part == "half") return make_half_vehicle(known, v.gravity);
  if (v.part == "quarter") return make_vehicle(quarter_of(known), v.gravity);
  return make_vehicle(known, v.gravity);
}

vehicle::Coach coach_of(const CoachInput& coach, std::size_t number, double gravity) {
  vehicle::FullVehicle full = coach.vehicle.type == "full"
                                  ? custom_vehicle(coach.vehicle)
                                  : vehicle::find_vehicle(coach.vehicle.type).data;
  if (coach.vehicle.type == "full") full.name = fmt::format("coach {}", number);
  return {make_vehicle(full, gravity),
          ends_of(full, coach.length.value_or(0), coach.front_overhang.value_or(0)),
          coach.vehicle.count};
}

}  // namespace

vehicle::Train train_of(const TrainBridgeCase& input) {
  const double gravity = input.vehicle.gravity;
  vehicle::Train train;
  if (!input.coaches.empty()) {
    std::vector<vehicle::Coach> coaches;
    for (const CoachInput& coach : input.coaches) {
      coaches.push_back(coach_of(coach, coaches.size() + 1, gravity));
    }
    train = compose_train(coaches);
  } else if (!input.train.type.empty()) {
    train = named_train(vehicle::find_train(input.train.type), gravity);
  } else {
    train = equal_vehicles_train(vehicle_of(input.vehicle), input.vehicle.count,
                                 input.vehicle.pitch.value_or(0));
  }
  check(train);
  return train;
}

bool has_wheelsets(const TrainBridgeCase& input) {
  return input.is_composed() ||
         (input.vehicle.type != "wheel" && input.vehicle.type != "sprung_mass");
}

std::vector<double> axle_loads_of(const vehicle::Train& train) {
  std::vector<double> loads;
  for (const vehicle::PlacedVehicle& placed : train.vehicles) {
    const Eigen::VectorXd of_vehicle = wheel_statics(placed.vehicle).loads;
    loads.insert(loads.end(), of_vehicle.begin(), of_vehicle.end());
  }
  return loads;
}

std::string note_on_train(const TrainBridgeCase& input, const vehicle::Train& train) {
  if (!input.is_composed()) return "";
  const std::vector<double> loads = axle_loads_of(train);
  const double weight = std::accumulate(loads.begin(), loads.end(), 0.0);
  return fmt::format(
      "Train: {} vehicles, {} axles, {:.6g} m from the first axle to the last, {:.6g} t.",
      train.vehicles.size(), loads.size(), length_of(train), weight / input.vehicle.gravity / 1000);
}

}  // namespace tread::study
