#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

#include "interaction_structure/structures.hpp"
#include "support/ttb2d_case.hpp"
#include "tread/vehicle/vehicle_data.hpp"

namespace tread::interaction::test {
namespace {

namespace manchester = tread::test::manchester;

struct Row {
  int step;
  double deflection, first_force, last_force;
};

std::vector<Row> printed_rows() {
  std::ifstream file(TREAD_TEST_DATA "/ttb2d_manchester_120kmh.csv");
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    Row row{};
    char comma = 0;
    std::istringstream(line) >> row.step >> comma >> row.deflection >> comma >> row.first_force >>
        comma >> row.last_force;
    rows.push_back(row);
  }
  return rows;
}

TEST(TrackAndBridge, manchester_vehicle_at_120_kmh_is_that_of_ttb_2d) {
  const StructurePointer structure =
      shared(fem::put_track_on(manchester::deck(), manchester::k_deck_start, manchester::track()));
  TrainBridgeProblem problem;
  problem.structure = structure;
  problem.contact = RigidContact{};
  problem.speed = 120 / 3.6;
  problem.start_position = manchester::k_start;
  problem.start = StartState::at_rest;
  constexpr double k_step = manchester::k_step / (120 / 3.6);
  problem.duration = (manchester::k_n_steps - 1) * k_step;
  problem.train =
      vehicle::single_vehicle_train(make_vehicle(vehicle::find_vehicle("manchester").data));
  CrossingOptions options = with_step(k_step);
  options.sections.clear();
  const Eigen::VectorXd middle = manchester::middle_of_deck(structure->n_dofs());
  Probe probe;
  for (int i = 0; i < middle.size(); ++i) {
    if (middle(i) == 0) continue;
    probe.dofs.push_back(i);
    probe.weights.push_back(middle(i));
  }
  options.probes = {probe};
  const Crossing crossing = cross_bridge(problem, options);
  ASSERT_EQ(crossing.status, SolveStatus::converged) << crossing.message;
  EXPECT_EQ(crossing.counts.steps, manchester::k_n_steps - 1);
  EXPECT_TRUE(crossing.contact_changes.empty());

  const double peak = crossing.probes.col(0).maxCoeff();
  EXPECT_NEAR(peak / 5.412980443442112e-04, 1, 1e-6);
  const std::vector<Row> rows = printed_rows();
  ASSERT_EQ(rows.size(), 100u);
  int n_on_bridge = 0;
  for (const Row& row : rows) {
    EXPECT_NEAR(crossing.probes(row.step, 0), row.deflection, 1e-5 * peak) << row.step;
    const auto check_force = [&](int wheel, double printed) {
      const double x = crossing.positions(row.step, wheel) - manchester::k_deck_start;
      if (x < 0 || x > 50.1) return;
      ++n_on_bridge;
      EXPECT_NEAR(crossing.forces(row.step, wheel) / printed, 1, 1e-3) << row.step;
    };
    check_force(0, row.first_force);
    check_force(3, row.last_force);
  }
  EXPECT_GT(n_on_bridge, 70);
}

}  // namespace
}  // namespace tread::interaction::test
