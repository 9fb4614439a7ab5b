#include "tread/casefile/scenarios.hpp"

#include "tread/casefile/contact_keys.hpp"
#include "tread/casefile/drop_keys.hpp"
#include "tread/casefile/impact_keys.hpp"
#include "tread/casefile/moving_load_keys.hpp"
#include "tread/casefile/train_bridge_keys.hpp"
#include "tread/casefile/vehicle_run_keys.hpp"
#include "tread/casefile/wheelset_keys.hpp"

namespace tread::casefile {

std::vector<Choice> scenario_choices() {
  return {{"contact", "two bodies pressed together, at rest, shifted or rolling"},
          {"drop", "a body falls on an elastic half-space and bounces"},
          {"impact", "a cylinder falls on elastic ground with inertia, in plane strain"},
          {"moving_load", "a train of moving forces crosses a bridge"},
          {"train_bridge", "vehicles cross a bridge, in contact with it at every wheel"},
          {"vehicle_run", "a vehicle runs along a track, wheel and rail with their profiles"},
          {"wheelset", "a wheelset on two rails: geometry, contact and forces by position"}};
}

std::vector<Scenario> scenarios() {
  const std::vector<Choice> choices = scenario_choices();
  return {{choices[0], contact_keys(choices).declarations()},
          {choices[1], drop_keys(choices).declarations()},
          {choices[2], impact_keys(choices).declarations()},
          {choices[3], moving_load_keys(choices).declarations()},
          {choices[4], train_bridge_keys(choices).declarations()},
          {choices[5], vehicle_run_keys(choices).declarations()},
          {choices[6], wheelset_keys(choices).declarations()}};
}

}  // namespace tread::casefile
