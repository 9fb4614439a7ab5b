#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "study/case_result.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/casefile/read_case.hpp"
#include "tread/interaction/train_bridge.hpp"
#include "tread/study/run_case.hpp"
#include "tread/study/train_bridge_model.hpp"

namespace tread::study {
namespace {

using test::scalar;

const std::string k_assembly_head =
    "scenario = \"train_bridge\"\n[bridge]\nlength = 25\nbending_stiffness_GNm2 = 45\n"
    "mass_per_length_t_m = 15\ndamping_ratio = 0.01\nmodes = 8\n[train]\nspeed = 60\n"
    "[time]\nstep_ms = 1\n";
const std::string k_two_vehicles = "count = 2\npitch = 26\n";

std::string bogie(const std::string& name, double offset) {
  const auto wheel = [&](const char* which, double behind) {
    return "[[vehicle.wheel]]\nname = \"" + name + " " + which +
           "\"\nmass = 1813\noffset = " + std::to_string(offset + behind) + "\n";
  };
  const auto primary = [&](const char* which) {
    return "[[vehicle.suspension]]\nupper = \"" + name + "." + which + "\"\nlower = \"" + name +
           " " + which + "\"\nstiffness_MN_m = 2.4\ndamping_kNs_m = 8\n";
  };
  return "[[vehicle.bar]]\nname = \"" + name +
         "\"\nmass = 2615\ninertia = 1476\npoints = [\"first\", \"last\"]\nahead = [1.28, "
         "-1.28]\n" +
         wheel("first", 0) + wheel("last", 2.56) + primary("first") + primary("last") +
         "[[vehicle.suspension]]\nupper = \"body." + name + "\"\nlower = \"" + name +
         "\"\nstiffness_kN_m = 860\ndamping_kNs_m = 40\n";
}

/// Data of type = "manchester" (Iwnicki 1998), part by part.
const std::string k_assembly = "[vehicle]\ntype = \"assembly\"\n" + k_two_vehicles +
                               "[[vehicle.bar]]\nname = \"body\"\nmass_t = 32\ninertia = 1.97e6\n"
                               "points = [\"front\", \"rear\"]\nahead = [9.5, -9.5]\n" +
                               bogie("front", 0) + bogie("rear", 19);

casefile::CaseFile parse_whole(const std::string& text) {
  return casefile::parse_toml(text, "case.toml", "");
}

double largest_history_difference(const interaction::History& a, const interaction::History& b) {
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

TEST(VehicleAssemblyCase, AKnownVehicleWrittenPartByPartCrossesAsItself) {
  const TrainBridgeModel by_parts = train_bridge_model(parse_whole(k_assembly_head + k_assembly));
  const TrainBridgeModel known = train_bridge_model(
      parse_whole(k_assembly_head + "[vehicle]\ntype = \"manchester\"\n" + k_two_vehicles));
  EXPECT_EQ(by_parts.wheels_per_axle, known.wheels_per_axle);
  ASSERT_EQ(by_parts.axle_loads.size(), 8u);
  const interaction::Crossing ours = cross_bridge(by_parts.problem, by_parts.options);
  const interaction::Crossing theirs = cross_bridge(known.problem, known.options);
  ASSERT_EQ(ours.times, theirs.times);
  // The same equations, summed in another order.
  EXPECT_LT(largest_history_difference(ours.forces, theirs.forces), 1e-12);
  EXPECT_LT(largest_history_difference(ours.deflections, theirs.deflections), 1e-12);
}

TEST(VehicleAssemblyCase, MotionIsToldOfTheBodyOrOfTheFirstPart) {
  const auto column_of = [](const std::string& text) {
    const result::CaseResult result = run_case(parse_whole(text), {}).cases.at(0);
    const auto table =
        std::ranges::find(result.tables, "vehicle_acceleration", &result::Table::name);
    return table == result.tables.end() ? "no table" : table->columns.at(1).name;
  };
  EXPECT_EQ(column_of(k_assembly_head + k_assembly), "vehicle_1_body");
  const std::string tram =
      "[vehicle]\ntype = \"assembly\"\n[[vehicle.wheel]]\nname = \"wheel\"\nmass = 500\noffset = "
      "0\n"
      "[[vehicle.mass]]\nname = \"car, full\"\nmass = 5000\n[[vehicle.suspension]]\n"
      "upper = \"car, full\"\nlower = \"wheel\"\nstiffness = 1e6\n";
  EXPECT_EQ(column_of(k_assembly_head + tram), "vehicle_1_car__full");
}

TEST(VehicleAssemblyCase, VehiclesThatOverlapAreToldAtThePitch) {
  std::string text = k_assembly_head + k_assembly;
  text.replace(text.find("pitch = 26"), 10, "pitch = 16");
  try {
    check_case(parse_whole(text));
    FAIL();
  } catch (const CaseError& error) {
    EXPECT_EQ(std::string(error.what()).find("case.toml:15: vehicle.pitch: "), 0u) << error.what();
  }
}

TEST(VehicleAssemblyCase, TheBumpStopOfTheExampleActs) {
  const auto path = std::filesystem::path(TREAD_EXAMPLES) / "vehicle_assembly.toml";
  casefile::CaseFile file = casefile::read_case(path);
  const TrainBridgeModel with = train_bridge_model(file);
  auto& suspensions = file.train_bridge->vehicle.assembly->suspensions;
  const auto stop =
      std::ranges::find_if(suspensions, [](const auto& s) { return s.law.has_value(); });
  ASSERT_NE(stop, suspensions.end());
  // At rest the gap is open: the stop changes nothing.
  for (auto& suspension : suspensions) suspension.law.reset();
  const TrainBridgeModel without = train_bridge_model(file);
  EXPECT_EQ(with.axle_loads.size(), 4u);
  for (std::size_t i = 0; i < with.axle_loads.size(); ++i) {
    EXPECT_NEAR(with.axle_loads[i], without.axle_loads[i], 1e-9 * without.axle_loads[i]);
  }
  const interaction::Crossing stopped = cross_bridge(with.problem, with.options);
  const interaction::Crossing free = cross_bridge(without.problem, without.options);
  EXPECT_EQ(stopped.status, SolveStatus::converged);
  // The body of a vehicle that hits its stops comes up faster.
  EXPECT_GT(stopped.vehicle_accelerations.col(0).cwiseAbs().maxCoeff(),
            1.2 * free.vehicle_accelerations.col(0).cwiseAbs().maxCoeff());
}

}  // namespace
}  // namespace tread::study
