#include "tread/vehicle/assembly.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "tread/core/errors.hpp"
#include "tread/vehicle/vehicle_data.hpp"

namespace tread::vehicle {
namespace {

void expect_refused(const VehicleAssembly& assembly, const std::string& part) {
  try {
    make_vehicle(assembly);
    FAIL() << "accepted what should be refused: " << part;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

void expect_same(const PlaneVehicle& one, const PlaneVehicle& other) {
  EXPECT_EQ(one.mass, other.mass);
  EXPECT_EQ(one.damping, other.damping);
  EXPECT_EQ(one.stiffness, other.stiffness);
  EXPECT_EQ(one.load, other.load);
  EXPECT_EQ(one.dof_names, other.dof_names);
  ASSERT_EQ(one.n_wheels(), other.n_wheels());
  for (std::size_t i = 0; i < one.wheels.size(); ++i) {
    EXPECT_EQ(one.wheels[i].dof, other.wheels[i].dof);
    EXPECT_EQ(one.wheels[i].offset, other.wheels[i].offset);
  }
}

VehicleAssembly sprung_mass() {
  VehicleAssembly assembly;
  assembly.name = "sprung mass";
  assembly.parts = {PointMass{"body", 5750}, WheelPart{"wheel", 100, 0}};
  assembly.suspensions = {{"spring", "body", "wheel", 1.595e6, 2e4, {}}};
  return assembly;
}

/// Numbers from the Manchester benchmarks (Iwnicki 1998), written out part by part.
VehicleAssembly manchester() {
  VehicleAssembly assembly;
  assembly.name = "manchester";
  assembly.parts.push_back(RigidBar{"body", 32000, 1.97e6, {{"front", 9.5}, {"rear", -9.5}}});
  double start = 0;
  for (const std::string side : {"front", "rear"}) {
    const std::string bogie = side + " bogie";
    assembly.parts.push_back(RigidBar{bogie, 2615, 1476, {{"front", 1.28}, {"rear", -1.28}}});
    assembly.parts.push_back(WheelPart{bogie + " leading wheelset", 1813, start});
    assembly.parts.push_back(WheelPart{bogie + " trailing wheelset", 1813, start + 2.56});
    assembly.suspensions.push_back(
        {"primary", bogie + ".front", bogie + " leading wheelset", 2.4e6, 8e3, {}});
    assembly.suspensions.push_back(
        {"primary", bogie + ".rear", bogie + " trailing wheelset", 2.4e6, 8e3, {}});
    assembly.suspensions.push_back({"secondary", "body." + side, bogie, 8.6e5, 4e4, {}});
    start = 19;
  }
  return assembly;
}

TEST(Assembly, sprung_mass_of_parts_is_the_ready_made_one) {
  expect_same(make_vehicle(sprung_mass()), make_vehicle(SprungMass{5750, 100, 1.595e6, 2e4}));
}

TEST(Assembly, manchester_vehicle_of_parts_is_the_ready_made_one) {
  expect_same(make_vehicle(manchester()), make_vehicle(find_vehicle("manchester").data));
}

TEST(Assembly, gravity_is_that_of_the_assembly_and_loads_act_where_they_are_named) {
  VehicleAssembly assembly = manchester();
  assembly.gravity = 1.62;
  assembly.loads = {{"body.front", 1000}};
  const Vector loads = wheel_statics(make_vehicle(assembly)).loads;
  const double weight = (32000 + 2 * 2615 + 4 * 1813) * 1.62;
  // A load above the front bogie goes into its two wheels alone.
  EXPECT_NEAR(loads(0), weight / 4 + 500, 1e-7);
  EXPECT_NEAR(loads(3), weight / 4, 1e-7);
}

/// A rigid car on two wheels fixed on it, one of them without mass of its own.
VehicleAssembly rigid_car() {
  VehicleAssembly assembly;
  assembly.name = "rigid car";
  assembly.parts = {WheelPart{"trailing", 0, 3}, WheelPart{"leading", 200, 0},
                    RigidBar{"frame", 1000, 500, {{"front", 1}, {"rear", -2}, {"seat", 0.5}}},
                    PointMass{"driver", 80}};
  assembly.joints = {
      {"leading", "frame.front"}, {"trailing", "frame.rear"}, {"driver", "frame.seat"}};
  return assembly;
}

TEST(Assembly, parts_fixed_on_a_bar_leave_exactly_the_rigid_body_that_they_form) {
  const PlaneVehicle car = make_vehicle(rigid_car());
  ASSERT_EQ(car.n_dofs(), 2);
  ASSERT_EQ(car.n_wheels(), 2);
  EXPECT_EQ(car.wheels[0].offset, 0);
  EXPECT_EQ(car.dof_names[static_cast<std::size_t>(car.wheels[0].dof)], "leading");
  // Lever rule about each wheel.
  const Vector loads = wheel_statics(car).loads;
  const double g = k_gravity;
  EXPECT_NEAR(loads(0), g * (1000 * 2 + 80 * 2.5 + 200 * 3) / 3, 1e-9);
  EXPECT_NEAR(loads(1), g * (1000 * 1 + 80 * 0.5) / 3, 1e-9);
  // Kinetic energy of heave 0.3 m/s and pitch rate -0.7 rad/s, by part.
  const double heave = 0.3, pitch = -0.7;
  Vector rates(2);
  rates(car.wheels[0].dof) = heave + pitch;
  rates(car.wheels[1].dof) = heave - 2 * pitch;
  const double energy = 1000 * heave * heave + 500 * pitch * pitch +
                        80 * std::pow(heave + 0.5 * pitch, 2) + 200 * std::pow(heave + pitch, 2);
  EXPECT_NEAR(rates.dot(car.mass * rates), energy, 1e-12 * energy);
}

TEST(Assembly, two_bars_on_a_common_pivot_share_its_load) {
  // Two cars on springs at their outer ends, a third spring under the pivot between them.
  VehicleAssembly train;
  train.name = "articulated";
  train.parts = {RigidBar{"first", 10000, 1e5, {{"front", 8}, {"rear", -8}}},
                 RigidBar{"second", 10000, 1e5, {{"front", 8}, {"rear", -8}}},
                 WheelPart{"a", 500, 0}, WheelPart{"b", 500, 16}, WheelPart{"c", 500, 32}};
  train.suspensions = {{"a", "first.front", "a", 1e6, 0, {}},
                       {"b", "first.rear", "b", 1e6, 0, {}},
                       {"c", "second.rear", "c", 1e6, 0, {}}};
  train.joints = {{"first.rear", "second.front"}};
  const PlaneVehicle vehicle = make_vehicle(train);
  ASSERT_EQ(vehicle.n_dofs(), 6);
  const Vector loads = wheel_statics(vehicle).loads;
  EXPECT_NEAR(loads(0), 5500 * k_gravity, 1e-6);
  EXPECT_NEAR(loads(1), 10500 * k_gravity, 1e-6);
  EXPECT_NEAR(loads(2), 5500 * k_gravity, 1e-6);
}

TEST(Assembly, a_law_that_is_a_line_is_a_linear_spring) {
  VehicleAssembly assembly = manchester();
  const PlaneVehicle linear = make_vehicle(assembly);
  for (Suspension& suspension : assembly.suspensions) {
    suspension.law = PiecewiseLinear(
        {-1, 0.01, 1}, {-suspension.stiffness, 0.01 * suspension.stiffness, suspension.stiffness});
    suspension.stiffness = 0;
  }
  const PlaneVehicle laws = make_vehicle(assembly);
  ASSERT_EQ(laws.laws.size(), 6u);
  const Vector wheels{{1e-3, -2e-3, 0, 4e-3}};
  const Vector expected = displacements_at_rest(linear, wheels);
  EXPECT_LT((displacements_at_rest(laws, wheels) - expected).norm(), 1e-11 * expected.norm());
  const WheelStatics one = wheel_statics(linear, wheels), other = wheel_statics(laws, wheels);
  EXPECT_LT((one.loads - other.loads).norm(), 1e-10 * one.loads.norm());
  EXPECT_LT((one.stiffness - other.stiffness).norm(), 1e-8 * 2.4e6);
  const Vector f = natural_frequencies(linear, Wheels::fixed);
  EXPECT_LT((natural_frequencies(laws, Wheels::fixed) - f).norm(), 1e-10 * f.norm());
}

/// A body over a wheel that rests on nothing until a gap of 20 mm is closed, 1e6 N/m from there on,
/// 3e6 N/m beyond 50 mm.
VehicleAssembly body_on_a_stop() {
  VehicleAssembly assembly = sprung_mass();
  assembly.suspensions[0].stiffness = 0;
  assembly.suspensions[0].law = PiecewiseLinear({-1, 0.02, 0.05, 0.06}, {0, 0, 0.03e6, 0.06e6});
  return assembly;
}

TEST(Assembly, a_body_over_a_gap_comes_to_rest_on_the_stop_behind_it) {
  const PlaneVehicle vehicle = make_vehicle(body_on_a_stop());
  const double weight = 5750 * k_gravity;
  const double compression = 0.05 + (weight - 0.03e6) / 3e6;
  const Vector u = displacements_at_rest(vehicle, Vector::Constant(1, 0.004));
  EXPECT_NEAR(u(0), 0.004 + compression, 1e-12);
  EXPECT_NEAR(wheel_statics(vehicle).loads(0), weight + 100 * k_gravity, 1e-7);
  // Small motions feel the spring that carries the weight.
  EXPECT_NEAR(natural_frequencies(vehicle, Wheels::fixed)(0),
              std::sqrt(3e6 / 5750) / (2 * std::numbers::pi), 1e-9);
  EXPECT_NEAR(tangent_stiffness(vehicle, u)(1, 0), -3e6, 1e-3);
  EXPECT_NEAR(law_forces(vehicle, u)(1), -weight, 1e-7);
}

TEST(Assembly, hardening_suspension_shares_an_uneven_track_as_equilibrium_demands) {
  // Four wheels in one frame: statically indeterminate, some springs on their stops.
  VehicleAssembly assembly;
  assembly.name = "four axles";
  RigidBar body{"body", 40000, 1e6, {}};
  const PiecewiseLinear law({-1, 0, 0.05, 0.1}, {0, 0, 5e4, 4e5});
  for (int i = 0; i < 4; ++i) {
    const std::string name(1, static_cast<char>('a' + i));
    body.points.push_back({name, 6.0 - 4 * i});
    assembly.parts.push_back(WheelPart{name, 1000, 4.0 * i});
    assembly.suspensions.push_back({name, "body." + name, name, 0, 0, law});
  }
  assembly.parts.push_back(body);
  const PlaneVehicle vehicle = make_vehicle(assembly);
  const Vector wheels{{0, 0.06, -0.01, 0.03}};
  const Vector u = displacements_at_rest(vehicle, wheels);
  Vector forces(4);
  for (int i = 0; i < 4; ++i) {
    forces(i) = law.at(u(4) + (6.0 - 4 * i) * u(5) - wheels(i)).value;
  }
  EXPECT_NEAR(forces.sum(), 40000 * k_gravity, 1e-5);
  EXPECT_NEAR(6 * forces(0) + 2 * forces(1) - 2 * forces(2) - 6 * forces(3), 0, 1e-4);
  const WheelStatics statics = wheel_statics(vehicle, wheels);
  EXPECT_LT((statics.loads.array() - 1000 * k_gravity - forces.array()).matrix().norm(), 1e-5);
  // Between kinks the loads are linear in the wheels' displacements.
  const Vector small{{1e-5, -2e-5, 1e-5, 3e-5}};
  const Vector moved = wheel_statics(vehicle, wheels + small).loads;
  EXPECT_LT((moved - statics.loads + statics.stiffness * small).norm(), 1e-5);
}

TEST(AssemblyErrors, a_body_that_nothing_carries_is_refused) {
  VehicleAssembly assembly = body_on_a_stop();
  assembly.suspensions[0].law = PiecewiseLinear({0, 1, 2}, {0, 1000, 1000});
  const PlaneVehicle vehicle = make_vehicle(assembly);
  EXPECT_THROW(displacements_at_rest(vehicle, Vector::Zero(1)), ModelError);
  EXPECT_THROW(wheel_statics(vehicle), ModelError);
}

TEST(AssemblyErrors, massless_wheels_under_springs_are_refused_with_the_way_out) {
  VehicleAssembly assembly = sprung_mass();
  std::get<WheelPart>(assembly.parts[1]).mass = 0;
  expect_refused(assembly, "a massless wheel under a spring is a linear contact: let the part");
  std::get<WheelPart>(assembly.parts[1]).mass = -1;
  expect_refused(assembly, "wheel = -1 must be >= 0");
}

TEST(AssemblyErrors, names_are_checked_and_the_nearest_is_offered) {
  VehicleAssembly assembly = manchester();
  assembly.suspensions[0].upper = "front bogie.frnt";
  expect_refused(assembly, "is 'front bogie.front' meant?");
  assembly = manchester();
  assembly.parts.push_back(PointMass{"body", 1});
  expect_refused(assembly, "two parts are called 'body'");
  assembly = sprung_mass();
  assembly.parts.push_back(PointMass{"a.b", 1});
  expect_refused(assembly, "has a dot");
}

TEST(AssemblyErrors, suspensions_without_effect_and_laws_that_fall_are_refused) {
  VehicleAssembly assembly = sprung_mass();
  assembly.suspensions[0].lower = "body";
  expect_refused(assembly, "which move together");
  assembly = sprung_mass();
  assembly.suspensions.push_back({"nothing", "body", "wheel", 0, 0, {}});
  expect_refused(assembly, "has no stiffness, damping or law");
  assembly = sprung_mass();
  assembly.suspensions[0].law = PiecewiseLinear({0, 1}, {0, -5});
  expect_refused(assembly, "falls from 0 N to -5 N");
}

TEST(AssemblyErrors, joints_that_contradict_or_repeat_one_another_are_refused) {
  VehicleAssembly assembly = rigid_car();
  assembly.joints.push_back({"frame.seat", "driver"});
  expect_refused(assembly, "says what other joints already say");
  assembly = rigid_car();
  std::get<WheelPart>(assembly.parts[0]).offset = 2.5;
  expect_refused(assembly, "differ by 0.5 m");
  assembly = rigid_car();
  std::get<RigidBar>(assembly.parts[2]).points.push_back({"middle", 0});
  assembly.parts.push_back(WheelPart{"middle", 100, 1});
  assembly.joints.push_back({"middle", "frame.middle"});
  expect_refused(assembly, "would fix wheels to one another");
}

TEST(AssemblyErrors, laws_on_displacements_that_do_not_exist_are_refused) {
  PlaneVehicle vehicle = make_vehicle(sprung_mass());
  vehicle.laws = {{"stop", {0, 2}, {1, -1}, PiecewiseLinear({0, 1}, {0, 1})}};
  EXPECT_THROW(check(vehicle), ModelError);
  vehicle.laws = {{"stop", {0, 0}, {1, -1}, PiecewiseLinear({0, 1}, {0, 1})}};
  EXPECT_THROW(check(vehicle), ModelError);
  vehicle.laws = {{"stop", {0, 1}, {1, -1}, {}}};
  EXPECT_THROW(check(vehicle), ModelError);
}

}  // namespace
}  // namespace tread::vehicle
