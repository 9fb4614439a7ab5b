#include <gtest/gtest.h>

#include <functional>

#include "fem/beams.hpp"
#include "fem/has.hpp"
#include "tread/core/errors.hpp"
#include "tread/fem/model.hpp"
#include "tread/fem/structured.hpp"

namespace tread::fem {
namespace {

Model good_block() {
  return block_model({1, 4, 1, 1, 4, 2, 2}, {30e9, 0.2, 2500}, HexahedronFormulation::full,
                     BearingHeight::middle);
}

/// What assemble() says of a model that `spoil` made wrong.
std::string message(Model model, const std::function<void(Model&)>& spoil) {
  spoil(model);
  try {
    assemble(model);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ModelErrors, the_models_before_they_are_spoilt_are_good) {
  EXPECT_NO_THROW(assemble(good_block()));
  EXPECT_NO_THROW(assemble(plane_beam_model({{10}, 4, test::concrete_beam()})));
}

TEST(ModelErrors, inverted_and_flat_elements_are_named) {
  const std::string inverted = message(good_block(), [](Model& model) {
    const Eigen::RowVectorXi good = model.mesh.groups[0].nodes.row(6);
    model.mesh.groups[0].nodes.row(6) << good.tail(4), good.head(4);
    model.mesh.groups[0].labels.assign(16, 0);
    model.mesh.groups[0].labels[6] = 4711;
  });
  test::has(inverted, "hexahedron 4711 of group 'solid'");
  test::has(inverted, "inverted");
  const std::string flat = message(good_block(), [](Model& model) {
    for (int a = 4; a < 8; ++a) {
      const int below = model.mesh.groups[0].nodes(1, a - 4);
      model.mesh.nodes.col(model.mesh.groups[0].nodes(1, a)) = model.mesh.nodes.col(below);
    }
  });
  test::has(flat, "hexahedron 2 of group 'solid'");
  test::has(flat, "flat");
}

TEST(ModelErrors, an_element_has_one_material) {
  test::has(message(good_block(), [](Model& m) { m.solids.push_back(m.solids[0]); }),
            "hexahedron 1 of group 'solid' is solid twice");
}

TEST(ModelErrors, wheels_cannot_run_over_a_support_that_moves) {
  const auto motion = [](double) { return structure::SupportMotion{}; };
  test::has(message(plane_beam_model({{10}, 4, test::concrete_beam()}),
                    [&](Model& m) { m.supports[0].motion = motion; }),
            "the load line is on node 1 z, which a support moves");
}

TEST(ModelErrors, materials_out_of_range_show_their_value) {
  test::has(message(good_block(), [](Model& m) { m.solids[0].material.density = -1; }),
            "density -1");
  test::has(message(good_block(), [](Model& m) { m.solids[0].material.young_modulus = 0; }),
            "modulus 0");
  test::has(message(good_block(), [](Model& m) { m.solids[0].material.poisson_ratio = 0.5; }),
            "Poisson's ratio 0.5");
  test::has(message(good_block(), [](Model& m) { m.solids[0].material.poisson_ratio = -1; }),
            "Poisson's ratio -1");
  test::has(message(plane_beam_model({{10}, 4, test::concrete_beam()}),
                    [](Model& m) { m.beams[0].properties.mass_per_length = -2; }),
            "mass per length -2");
  test::has(message(good_block(), [](Model& m) { m.masses.push_back({0, -3, {0, 0, 0}}); }), "-3");
}

TEST(ModelErrors, missing_groups_are_told_with_the_nearest) {
  test::has(message(good_block(), [](Model& m) { m.solids[0].group = "solids"; }),
            "did you mean 'solid'?");
  test::has(message(good_block(), [](Model& m) { m.line.group = "top center"; }),
            "did you mean 'top centre'?");
  test::has(message(good_block(), [](Model& m) { m.solids[0].group = "top"; }),
            "no volume elements");
  test::has(message(good_block(), [](Model& m) { m.line.group = "solid"; }), "no line elements");
}

TEST(ModelErrors, the_load_line_must_be_one_simple_path_along_elements) {
  const auto line_of = [](Model& model) -> ElementGroup& {
    for (ElementGroup& group : model.mesh.groups) {
      if (group.name == model.line.group) return group;
    }
    throw std::logic_error("no line");
  };
  test::has(message(good_block(),
                    [&](Model& m) {
                      ElementGroup& line = line_of(m);
                      line.nodes.conservativeResize(5, 2);
                      line.nodes.row(4) << line.nodes(1, 1), line.nodes(1, 1) + 3;
                    }),
            "branches at node");
  test::has(message(good_block(),
                    [&](Model& m) {
                      ElementGroup& line = line_of(m);
                      line.nodes.row(1).setConstant(0);
                      line.nodes.row(1) = line.nodes.row(3);
                      line.nodes.conservativeResize(3, 2);
                    }),
            "is in 2 pieces");
  test::has(message(good_block(),
                    [&](Model& m) {
                      m.line.nodes = {line_of(m).nodes(0, 0), line_of(m).nodes(2, 0)};
                      m.line.group.clear();
                    }),
            "no element of the structure has this edge");
  test::has(message(good_block(),
                    [&](Model& m) {
                      m.line.nodes = {0, 1, 0};
                      m.line.group.clear();
                    }),
            "twice");
  test::has(message(good_block(),
                    [&](Model& m) {
                      m.line.group = "top";
                      m.line.point = Eigen::Vector3d(0, 7, 0);
                    }),
            "crosses no face");
}

TEST(ModelErrors, links_supports_and_springs_that_contradict_are_told) {
  const Model beam = plane_beam_model({{10}, 4, test::concrete_beam()});
  test::has(message(beam, [](Model& m) { m.links = {{1, {2}}, {2, {1}}}; }), "circle");
  test::has(message(beam, [](Model& m) { m.links = {{1, {2}}, {3, {2}}}; }), "slave of two");
  test::has(message(beam,
                    [](Model& m) {
                      m.links = {{1, {0}}};
                    }),
            "put the support on the link's master");
  test::has(message(beam,
                    [](Model& m) {
                      m.supports.push_back({"", {1}, {false, true}, {}});
                    }),
            "holds nothing");
  test::has(
      message(beam,
              [](Model& m) {
                m.springs.push_back({{"s", k_ground, 1, ConnectorKind::translation, {}}, 1, 0});
              }),
      "say in which direction");
  test::has(message(beam,
                    [](Model& m) {
                      m.springs.push_back({{"s", 0, 1, ConnectorKind::translation, {}}, -5, 0});
                    }),
            "stiffness -5");
  test::has(message(good_block(),
                    [](Model& m) {
                      m.masses.push_back({0, 3, {1, 0, 0}});
                    }),
            "no rotations");
  test::has(message(beam, [](Model& m) { m.mesh.nodes(1, 2) = 0.5; }), "x-z plane");
}

TEST(ModelErrors, labels_find_nodes) {
  Mesh mesh = good_block().mesh;
  EXPECT_EQ(node_with_label(mesh, 5), 4);
  EXPECT_THROW(node_with_label(mesh, 100000), ModelError);
}

}  // namespace
}  // namespace tread::fem
