#pragma once

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "tread/profile/standard_profiles.hpp"
#include "tread/running/run_vehicle.hpp"
#include "tread/running/steady_running.hpp"
#include "tread/vehicle/rail_vehicle_data.hpp"
#include "tread/wheel_rail/pair_models.hpp"

/// Vehicles on rails for tests.
namespace tread::running::test {

inline profile::WheelRailPair s1002_on_uic60() {
  return {profile::s1002(), profile::rail_head(profile::RailHead::uic60, 0.025), {}, {}};
}

/// Cones of this slope on round rail heads, whose tops are 1.5 m apart: a linear geometry.
inline profile::WheelRailPair cone_on_circle(double slope) {
  const double radius = 0.3;
  const double gauge_height = 0.6e-3;
  const double to_gauge_face = std::sqrt(2 * radius * gauge_height - gauge_height * gauge_height);
  return {profile::cone_wheel({.slope = slope}),
          profile::circular_rail(radius, 0.02),
          {},
          {.gauge = 1.5 - 2 * to_gauge_face, .gauge_height = gauge_height}};
}

inline std::unique_ptr<RunningVehicle> on_rails(vehicle::RailVehicle vehicle,
                                                vehicle::TrackAlignment track, double speed,
                                                const profile::WheelRailPair& left,
                                                const profile::WheelRailPair& right,
                                                const wheel_rail::PairModelSettings& settings,
                                                int n_threads = 1) {
  vehicle::RailVehicleModel model(std::move(vehicle), vehicle::TrackPath(std::move(track)),
                                  {.speed = speed});
  std::vector<WheelsetModels> contacts;
  for (int i = 0; i < model.n_wheelsets(); ++i) {
    contacts.push_back(wheelset_models(left, right, settings));
  }
  return std::make_unique<RunningVehicle>(std::move(model), std::move(contacts), n_threads);
}

inline std::unique_ptr<RunningVehicle> on_rails(vehicle::RailVehicle vehicle,
                                                vehicle::TrackAlignment track, double speed,
                                                const profile::WheelRailPair& both,
                                                const wheel_rail::PairModelSettings& settings,
                                                int n_threads = 1) {
  return on_rails(std::move(vehicle), std::move(track), speed, both, both, settings, n_threads);
}

inline integrate::SchemeSettings scheme(const char* name) {
  integrate::SchemeSettings settings;
  settings.name = name;
  return settings;
}

inline State state_of(const SteadyRunning& steady, double time = 0) {
  return {time, steady.position, steady.velocity, Vector()};
}

}  // namespace tread::running::test
