#include "tread/fem/supported.hpp"

#include <gtest/gtest.h>

#include "fem/beams.hpp"
#include "fem/has.hpp"
#include "tread/core/errors.hpp"
#include "tread/fem/structured.hpp"
#include "tread/structure/rigid_motions.hpp"

namespace tread::fem {
namespace {

Model two_spans() {
  return block_model({2, 4, 1, 1, 4, 2, 2}, {30e9, 0.2, 2500}, HexahedronFormulation::full,
                     BearingHeight::bottom);
}

std::string complaint(const Model& model) {
  try {
    check_supported(model, assemble(model));
  } catch (const ModelError& error) {
    return error.what();
  }
  return "held";
}

std::string bare_complaint(const Model& model) {
  try {
    structure::check_supported(assemble(model));
  } catch (const ModelError& error) {
    return error.what();
  }
  return "held";
}

TEST(Supported, structures_on_their_bearings_are_held) {
  EXPECT_EQ(complaint(two_spans()), "held");
  EXPECT_EQ(bare_complaint(two_spans()), "held");
  for (const BeamKind kind : {BeamKind::plane, BeamKind::bending}) {
    PlaneBeam beam{{10, 10}, 500, test::concrete_beam()};
    beam.kind = kind;
    EXPECT_EQ(complaint(plane_beam_model(beam)), "held");
    EXPECT_EQ(bare_complaint(plane_beam_model(beam)), "held");
  }
}

TEST(Supported, each_part_says_how_it_can_move) {
  Model model = two_spans();
  model.supports[0].fixed = {false, true, true};
  test::has(
      complaint(model),
      "the part with nodes 1 to 45 can move along x; the part with nodes 46 to 90 can move along "
      "x");
  test::has(bare_complaint(model), "can move in 1 way without resistance");
  model.supports[1].fixed = {false, false, false, false, false, true};
  EXPECT_THROW(assemble(model), ModelError);
  model.supports.pop_back();
  test::has(complaint(model), "can move along x and turn about y and z");
  test::has(bare_complaint(model), "can move in 3 ways");
}

TEST(Supported, a_rotation_is_told_with_its_axis) {
  Model model = plane_beam_model(
      {{10}, 10, test::concrete_beam(), PlaneBeam::Joints::continuous, BeamKind::plane, 3});
  model.supports.pop_back();
  test::has(complaint(model), "the part with nodes 1 to 11 can turn about y through (3, 0, 0)");
}

TEST(Supported, nothing_held_at_all_moves_in_all_ways) {
  Model model = two_spans();
  model.supports.clear();
  test::has(complaint(model), "can move along x and y and z and turn about x and y and z");
  test::has(bare_complaint(model), "can move in 6 ways");
}

TEST(Supported, soft_springs_and_bearings_with_gaps_hold) {
  Model model = plane_beam_model({{10}, 10, test::concrete_beam()});
  model.supports.pop_back();
  Connector bearing{"bearing", k_ground, 10, ConnectorKind::translation, Eigen::Vector3d::UnitZ()};
  Model on_spring = model;
  on_spring.springs.push_back({bearing, 100, 0});
  EXPECT_EQ(complaint(on_spring), "held");
  Model on_gap = model;
  on_gap.nonlinear_springs.push_back({bearing, PiecewiseLinear({-1, -0.01, 0}, {-1e6, 0, 0})});
  EXPECT_EQ(complaint(on_gap), "held");
  EXPECT_EQ(bare_complaint(on_gap), "held");
}

TEST(Supported, a_mechanism_inside_a_part_is_found_by_the_matrices) {
  // A plane beam cut in the middle and joined by springs in x and z alone: a hinge, between two
  // supports at its ends.
  Model model = plane_beam_model({{5, 5}, 5, test::concrete_beam(), PlaneBeam::Joints::separate});
  model.supports.clear();
  model.supports.push_back({"", {0}, {true, false, true}, {}});
  model.supports.push_back({"", {11}, {false, false, true}, {}});
  for (const int axis : {0, 2}) {
    model.springs.push_back(
        {{"hinge", 5, 6, ConnectorKind::translation, Eigen::Vector3d::Unit(axis)}, 1e9, 0});
  }
  EXPECT_EQ(complaint(model), "held");  // as a rigid body it is
  const std::string text = bare_complaint(model);
  test::has(text, "can move in 1 way without resistance");
  test::has(text, "node 6 z");
}

}  // namespace
}  // namespace tread::fem
