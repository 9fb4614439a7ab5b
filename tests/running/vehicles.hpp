#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "tread/profile/standard_profiles.hpp"
#include "tread/running/running_vehicle.hpp"
#include "tread/vehicle/rail_vehicle_data.hpp"
#include "tread/wheel_rail/pair_models.hpp"

/// Vehicles on rails for tests.
namespace tread::running::test {

inline profile::WheelRailPair s1002_on_uic60() {
  return {profile::s1002(), profile::rail_head(profile::RailHead::uic60, 0.025), {}, {}};
}

inline std::unique_ptr<RunningVehicle> on_rails(vehicle::RailVehicle vehicle,
                                                vehicle::TrackAlignment track, double speed,
                                                const profile::WheelRailPair& pair,
                                                const wheel_rail::PairModelSettings& settings) {
  vehicle::RailVehicleModel model(std::move(vehicle), vehicle::TrackPath(std::move(track)),
                                  {.speed = speed});
  std::vector<WheelsetModels> contacts(static_cast<std::size_t>(model.n_wheelsets()));
  for (WheelsetModels& contact : contacts) {
    contact.left = wheel_rail::make_pair_model(pair, profile::Side::left, settings);
    contact.right = wheel_rail::make_pair_model(pair, profile::Side::right, settings);
  }
  return std::make_unique<RunningVehicle>(std::move(model), std::move(contacts));
}

}  // namespace tread::running::test
