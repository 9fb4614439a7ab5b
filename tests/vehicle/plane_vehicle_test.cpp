#include "tread/vehicle/plane_vehicle.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"
#include "tread/vehicle/train.hpp"
#include "tread/vehicle/vehicle_data.hpp"
#include "tread/vehicle/vehicle_models.hpp"

namespace tread::vehicle {
namespace {

TEST(FullVehicle, manchester_vehicle_has_the_frequencies_of_ttb_2d_with_wheels_fixed) {
  const PlaneVehicle vehicle = make_vehicle(find_vehicle("manchester").data);
  const Vector frequencies = natural_frequencies(vehicle, Wheels::fixed);
  // Computed by the open program TTB-2D for the same data, Hz, as printed.
  const std::array expected{1.0725, 1.2973, 7.4187, 7.4255, 11.6174, 11.6174};
  ASSERT_EQ(frequencies.size(), 6);
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(frequencies(i), expected[static_cast<std::size_t>(i)], 0.5e-4) << i;
  }
}

TEST(FullVehicle, symmetric_vehicle_loads_its_wheels_alike_and_carries_its_weight) {
  for (const NamedVehicle& named : named_vehicles()) {
    const PlaneVehicle vehicle = make_vehicle(named.data);
    EXPECT_NO_THROW(check(vehicle)) << named.name;
    const WheelStatics statics = wheel_statics(vehicle);
    const FullVehicle& data = named.data;
    const double weight =
        (data.body_mass + 2 * data.bogie_mass + 4 * data.wheelset_mass) * k_gravity;
    EXPECT_NEAR(statics.loads.sum() / weight, 1, 1e-12) << named.name;
    for (int i = 0; i < 4; ++i) {
      EXPECT_NEAR(statics.loads(i) / (weight / 4), 1, 1e-10) << named.name;
    }
  }
}

TEST(FullVehicle, manchester_static_wheel_load_is_that_of_ttb_2d) {
  const WheelStatics statics = wheel_statics(make_vehicle(find_vehicle("manchester").data));
  // 109 092.1 N, static contact force printed by TTB-2D
  EXPECT_NEAR(statics.loads(0), 109092.1, 0.1);
}

TEST(FullVehicle, bogies_that_pivot_let_each_wheel_follow_the_rail_without_force) {
  const FullVehicle data = find_vehicle("ice3_velaro").data;
  const WheelStatics statics = wheel_statics(make_vehicle(data));
  EXPECT_LT(statics.stiffness.cwiseAbs().maxCoeff(), 1e-9 * data.primary_stiffness);
}

TEST(FullVehicle, free_vehicle_has_one_motion_without_spring_force_for_each_wheel) {
  const Vector f = natural_frequencies(make_vehicle(find_vehicle("manchester").data), Wheels::free);
  ASSERT_EQ(f.size(), 10);
  EXPECT_LT(f(3), 1e-3);
  EXPECT_GT(f(4), 0.5);
}

TEST(VehicleModels, axles_in_one_frame_share_the_load_by_their_springs) {
  // A car on three axles without bogies: statically indeterminate, so levels matter.
  PlaneVehicle car;
  car.name = "three axles";
  car.mass = Vector{{20000, 1e5, 1000, 1000, 1000}}.asDiagonal();
  car.stiffness = Matrix::Zero(5, 5);
  const double k = 1e6;
  for (int i = 0; i < 3; ++i) {
    const Vector stretch =
        Vector::Unit(5, 0) + (4.0 - 4 * i) * Vector::Unit(5, 1) - Vector::Unit(5, 2 + i);
    car.stiffness += k * stretch * stretch.transpose();
    car.wheels.push_back({2 + i, 4.0 * i});
  }
  car.damping = Matrix::Zero(5, 5);
  car.load = Vector{{200000, 0, 10000, 10000, 10000}};
  check(car);
  const WheelStatics statics = wheel_statics(car);
  // Lowering the middle wheel by d takes 2/3 k d off it, a third of k d goes to each outer one.
  const Vector loads = statics.loads - statics.stiffness * Vector{{0, 1e-3, 0}};
  EXPECT_NEAR(loads(1), 230000.0 / 3 - 2.0 / 3 * k * 1e-3, 1e-6);
  EXPECT_NEAR(loads(0), 230000.0 / 3 + 1.0 / 3 * k * 1e-3, 1e-6);
}

TEST(VehicleModels, half_and_quarter_vehicles_carry_their_share_of_the_weight) {
  const FullVehicle full = find_vehicle("manchester").data;
  const double wheel_load = wheel_statics(make_vehicle(full)).loads(0);
  const WheelStatics half = wheel_statics(make_half_vehicle(full));
  ASSERT_EQ(half.loads.size(), 2);
  EXPECT_NEAR(half.loads(0), wheel_load, 1e-6);
  EXPECT_NEAR(half.loads(1), wheel_load, 1e-6);
  const WheelStatics quarter = wheel_statics(make_vehicle(quarter_of(full)));
  EXPECT_NEAR(quarter.loads(0), wheel_load, 1e-6);
}

TEST(VehicleModels, half_and_quarter_vehicles_heave_as_the_full_one_with_wheels_fixed) {
  const FullVehicle full = find_vehicle("manchester").data;
  const Vector all = natural_frequencies(make_vehicle(full), Wheels::fixed);
  const Vector half = natural_frequencies(make_half_vehicle(full), Wheels::fixed);
  const Vector quarter = natural_frequencies(make_vehicle(quarter_of(full)), Wheels::fixed);
  EXPECT_NEAR(half(0), all(0), 1e-9);
  EXPECT_NEAR(quarter(0), all(0), 1e-9);
  EXPECT_NEAR(quarter(1), half(1), 1e-9);
}

TEST(VehicleModels, sprung_mass_on_a_fixed_wheel_is_the_oscillator_of_the_textbook) {
  const PlaneVehicle vehicle =
      make_vehicle(SprungMass{.body_mass = 5750, .wheel_mass = 100, .stiffness = 1.595e6});
  // sqrt(k/m) = 16.655 rad/s: the frequency Yang and Yau (1997) quote
  EXPECT_NEAR(natural_frequencies(vehicle, Wheels::fixed)(0) * 2 * std::numbers::pi, 16.655, 5e-4);
  const Vector u = displacements_at_rest(vehicle, Vector::Constant(1, 0.01));
  EXPECT_NEAR(u(0), 0.01 + 5750 * 9.81 / 1.595e6, 1e-12);
}

TEST(VehicleModels, single_wheel_carries_weight_and_load_and_resists_no_displacement) {
  const WheelStatics statics = wheel_statics(make_vehicle(SingleWheel{.mass = 1000, .load = 5000}));
  EXPECT_DOUBLE_EQ(statics.loads(0), 1000 * 9.81 + 5000);
  EXPECT_EQ(statics.stiffness(0, 0), 0);
}

TEST(Train, wheels_come_vehicle_by_vehicle_with_their_distance_from_the_front) {
  const PlaneVehicle vehicle = make_vehicle(find_vehicle("manchester").data);
  const Train train = equal_vehicles_train(vehicle, 2, 25);
  EXPECT_NO_THROW(check(train));
  const std::vector<TrainWheel> wheels = wheels_of(train);
  ASSERT_EQ(wheels.size(), 8u);
  EXPECT_DOUBLE_EQ(wheels[1].offset, 2.56);
  EXPECT_DOUBLE_EQ(wheels[2].offset, 19);
  EXPECT_DOUBLE_EQ(wheels[5].offset, 27.56);
  EXPECT_EQ(wheels[5].vehicle, 1);
  EXPECT_DOUBLE_EQ(length_of(train), 25 + 19 + 2.56);
}

TEST(PlaneVehicle, wheel_without_mass_is_the_end_of_its_spring) {
  const PlaneVehicle vehicle =
      make_vehicle(SprungMass{.body_mass = 100, .wheel_mass = 0, .stiffness = 4e4});
  check(vehicle);
  EXPECT_EQ(massless_wheels(vehicle), std::vector<int>{1});
  EXPECT_DOUBLE_EQ(wheel_statics(vehicle).loads(0), 100 * k_gravity);
  const double alone = std::sqrt(4e4 / 100) / (2 * std::numbers::pi);
  EXPECT_NEAR(natural_frequencies(vehicle, Wheels::fixed)(0), alone, 1e-12 * alone);
  ASSERT_EQ(natural_frequencies(vehicle, Wheels::free).size(), 1);  // it carries its end along
  EXPECT_NEAR(natural_frequencies(vehicle, Wheels::free)(0), 0, 1e-6);
  PlaneVehicle loose = vehicle;
  loose.stiffness.setZero();
  EXPECT_THROW(check(loose), ModelError);
}

}  // namespace
}  // namespace tread::vehicle
