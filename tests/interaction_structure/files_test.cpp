#include <gtest/gtest.h>

#include "interaction_structure/structures.hpp"
#include "tread/fem/gmsh_file.hpp"
#include "tread/fem/matrix_market.hpp"
#include "tread/fem/matrix_structure.hpp"

namespace tread::interaction::test {
namespace {

fem::Model two_spans() {
  fem::Model model =
      two_solid_spans(16, fem::HexahedronFormulation::full, fem::BearingHeight::bottom);
  model.damping = {0.1, 1e-5};
  return model;
}

Crossing cross(const structure::ElasticStructure& structure) {
  TrainBridgeProblem problem;
  problem.structure = shared(structure);
  problem.beyond = Beyond::rigid_ground;
  problem.contact = LinearContact{156.55e6, 0};
  problem.speed = 115;
  problem.duration = 0.5;
  problem.train =
      vehicle::equal_vehicles_train(make_vehicle(vehicle::SingleWheel{.mass = 30000}), 2, 20);
  return cross_bridge(problem, with_step(1e-3, 10));
}

double crossing_difference(const Crossing& a, const Crossing& b) {
  return std::max(test::largest_difference(a.deflections, b.deflections),
                  test::largest_difference(a.forces, b.forces));
}

TEST(StructureFiles, a_bridge_through_matrix_market_files_and_through_gmsh_has_the_same_history) {
  const fem::Model model = two_spans();
  const structure::ElasticStructure original = fem::assemble(model);
  const Crossing expected = cross(original);
  ASSERT_EQ(expected.status, SolveStatus::converged);

  const fem::StructureFiles files = fem::files_of(original);
  fem::MatrixStructure matrices;
  matrices.mass = {"mass.mtx", fem::parse_matrix_market(files.mass, "mass.mtx")};
  matrices.stiffness = {"stiffness.mtx",
                        fem::parse_matrix_market(files.stiffness, "stiffness.mtx")};
  matrices.damping = {"damping.mtx", fem::parse_matrix_market(files.damping, "damping.mtx")};
  matrices.line = fem::parse_load_line(files.load_line, "line.csv", original.n_dofs());
  EXPECT_LT(crossing_difference(cross(fem::structure_of(matrices)), expected), 1e-9);

  fem::Model meshed = model;
  meshed.mesh = fem::parse_gmsh(fem::gmsh_text(model.mesh), "bridge.msh");
  EXPECT_LT(crossing_difference(cross(fem::assemble(meshed)), expected), 1e-9);
}

}  // namespace
}  // namespace tread::interaction::test
