#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "tread/core/errors.hpp"
#include "tread/vehicle/train.hpp"
#include "tread/vehicle/vehicle_data.hpp"
#include "tread/vehicle/vehicle_models.hpp"

namespace tread::vehicle {
namespace {

double weight_of(const Train& train) {
  double weight = 0;
  for (const PlacedVehicle& placed : train.vehicles) weight += placed.vehicle.load.sum();
  return weight;
}

Coach coach_of(const char* name, double length, int count) {
  const FullVehicle& data = find_vehicle(name).data;
  return {make_vehicle(data), ends_of(data, length), count};
}

TEST(Composition, axles_are_where_lengths_bogie_distances_and_wheelbases_put_them) {
  // By hand: a locomotive of 20 m (bogies 14 m apart, wheelbase 3 m) and two coaches of 25 m (17.5,
  // 2.5). Fronts at 0, 20 and 45 m; bogies at 3, 17, 23.75, 41.25, 48.75 and 66.25 m.
  const std::array coaches{coach_of("eurostar_loco", 20, 1), coach_of("shinkansen_300", 25, 2)};
  const Train train = compose_train(coaches);
  check(train);
  const std::array expected{1.5, 4.5, 15.5, 18.5, 22.5, 25.0, 40.0, 42.5, 47.5, 50.0, 65.0, 67.5};
  const std::vector<TrainWheel> wheels = wheels_of(train);
  ASSERT_EQ(wheels.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(wheels[i].offset, expected[i] - 1.5, 1e-12) << i;
  }
  // 62.7 t and twice 54.95 t
  EXPECT_NEAR(weight_of(train), (62700 + 2 * 54950) * k_gravity, 1e-6);
}

TEST(Composition, equal_vehicles_are_those_of_a_train_with_their_length_for_pitch) {
  const std::array coaches{coach_of("ice3_velaro", 24.775, 3)};
  const std::vector<TrainWheel> composed = wheels_of(compose_train(coaches));
  const std::vector<TrainWheel> equal =
      wheels_of(equal_vehicles_train(make_vehicle(find_vehicle("ice3_velaro").data), 3, 24.775));
  ASSERT_EQ(composed.size(), equal.size());
  for (std::size_t i = 0; i < equal.size(); ++i) {
    EXPECT_NEAR(composed[i].offset, equal[i].offset, 1e-12);
  }
}

TEST(Composition, velaro_e_has_eight_cars_200_32_m_and_482_8_t) {
  const NamedTrain& named = find_train("velaro_e");
  double length = 0;
  for (const NamedTrain::Group& group : named.groups) {
    length += group.count * find_vehicle(group.vehicle).length;
  }
  EXPECT_NEAR(length, 200.32, 1e-9);
  const Train train = named_train(named);
  check(train);
  EXPECT_EQ(train.vehicles.size(), 8U);
  const std::vector<TrainWheel> wheels = wheels_of(train);
  ASSERT_EQ(wheels.size(), 32U);
  // noses of 4.76 m before and behind, less half a wheelbase
  EXPECT_NEAR(length_of(train), 200.32 - 2 * (4.76 - 1.25), 1e-9);
  // all bogies of neighbours are 7.4 m apart, those of a car 17.375 m
  for (std::size_t i = 2; i + 2 < wheels.size(); i += 2) {
    const double distance = wheels[i].offset - wheels[i - 2].offset;
    EXPECT_NEAR(distance, i % 4 == 2 ? 17.375 : 7.4, 1e-9) << i;
  }
  EXPECT_NEAR(weight_of(train) / k_gravity, 482800, 1e-6);
  const Train twice = named_train(find_train("velaro_e_twice"));
  check(twice);
  EXPECT_NEAR(twice.vehicles[8].offset, 200.32, 1e-9);
}

TEST(Composition, every_train_of_the_library_can_be_made) {
  for (const NamedTrain& named : named_trains()) {
    EXPECT_NO_THROW(check(named_train(named))) << named.name;
  }
}

TEST(Composition, locomotive_traxx_weighs_84_t) {
  const PlaneVehicle traxx = make_vehicle(find_vehicle("traxx").data);
  EXPECT_NEAR(traxx.load.sum() / k_gravity, 84000, 1e-6);
}

std::string coupling_complaint(std::vector<Coach> coaches) {
  try {
    compose_train(coaches);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(Composition, what_cannot_be_coupled_is_refused) {
  EXPECT_NE(coupling_complaint({coach_of("traxx", 18.95, 0)}).find("0 of vehicle 'traxx'"),
            std::string::npos);
  EXPECT_NE(coupling_complaint({coach_of("shinkansen_300", 19, 1)}).find("is 19 m long"),
            std::string::npos);
  Coach shifted = coach_of("shinkansen_300", 25, 1);
  shifted.ends.first_wheel = 6;
  EXPECT_NE(coupling_complaint({shifted}).find("wheels from 6 to 26 m"), std::string::npos);
}

}  // namespace
}  // namespace tread::vehicle
