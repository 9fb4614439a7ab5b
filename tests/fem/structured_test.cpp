#include "tread/fem/structured.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tread/structure/sparse_factor.hpp"
#include "tread/structure/sparse_modes.hpp"

namespace tread::fem {
namespace {

constexpr double k_pi = std::numbers::pi;

/// The bridge of Montenegro et al. (COMPDYN 2013), section 5: E, nu, mass and size of its spans.
Model paper_bridge(int n_spans, BearingHeight bearings, HexahedronFormulation formulation) {
  const Block block{n_spans, 20, 2.45, 2.45, 80, 10, 10};
  return block_model(block, {25e9, 0.2, 30000 / (2.45 * 2.45)}, formulation, bearings);
}

TEST(Block, two_spans_of_the_paper_have_58696_free_displacements) {
  for (const BearingHeight bearings : {BearingHeight::middle, BearingHeight::bottom}) {
    const structure::ElasticStructure structure =
        assemble(paper_bridge(2, bearings, HexahedronFormulation::full));
    EXPECT_EQ(structure.n_dofs(), 58696);
    EXPECT_EQ(structure.supports.names.size(), 110u);
    EXPECT_NO_THROW(structure::check(structure));
    const structure::SparseMatrix mirrored = structure.stiffness.transpose();
    EXPECT_EQ((structure.stiffness - mirrored).norm(), 0);
    EXPECT_DOUBLE_EQ(structure.line.start(), 0);
    EXPECT_DOUBLE_EQ(structure.line.end(), 40);
  }
}

/// Of the first mode that moves the middle of the span up and down.
double first_vertical_frequency(const structure::ElasticStructure& structure) {
  const structure::SparseModes modes =
      structure::sparse_modes(structure.stiffness, structure.mass, {2});
  const structure::LineWeights middle = structure.line.at(10);
  const structure::LineSegment& segment =
      structure.line.segments()[static_cast<std::size_t>(middle.segment)];
  for (Eigen::Index mode = 0; mode < 2; ++mode) {
    EXPECT_LT(modes.residual[mode], 1e-8);
    const Eigen::VectorXd shape = modes.shapes.col(mode);
    const double deflection = middle.shape.dot(shape(segment.dofs));
    // Half of the span's 600 t take part in it.
    if (std::abs(deflection) * std::sqrt(600e3 / 2) > 0.5) {
      return modes.omega[mode] / (2 * k_pi);
    }
  }
  return 0;
}

TEST(Block, first_bending_frequency_of_the_paper_depends_on_where_it_rests) {
  // Independent finite element programs found 6.07 Hz (bearings at mid-height) and 5.77 Hz (at the
  // bottom edge) with plain hexahedra of this mesh.
  const structure::ElasticStructure middle =
      assemble(paper_bridge(1, BearingHeight::middle, HexahedronFormulation::full));
  EXPECT_NEAR(first_vertical_frequency(middle), 6.071, 0.001 * 6.071);
  const structure::ElasticStructure bottom =
      assemble(paper_bridge(1, BearingHeight::bottom, HexahedronFormulation::full));
  EXPECT_NEAR(first_vertical_frequency(bottom), 5.771, 0.001 * 5.771);
}

TEST(Block, weight_reaches_the_supports) {
  const Model model = block_model({1, 5, 1, 1.2, 6, 2, 2}, {30e9, 0.2, 2400},
                                  HexahedronFormulation::incompatible_modes, BearingHeight::bottom);
  const structure::ElasticStructure structure = assemble(model);
  Eigen::VectorXd up = Eigen::VectorXd::Zero(structure.n_dofs());
  for (int i = 0; i < structure.n_dofs(); ++i) {
    if (structure.dof_names[static_cast<std::size_t>(i)].back() == 'z') up[i] = 1;
  }
  // Unit weight per mass on free nodes; what the held ones carry goes straight into the supports.
  const Eigen::VectorXd load = -(structure.mass * up);
  const Eigen::VectorXd u = structure::SparseFactor(structure.stiffness).solve(load);
  const Eigen::VectorXd reactions = structure.supports.stiffness * u;
  double vertical = 0;
  for (std::size_t i = 0; i < structure.supports.names.size(); ++i) {
    if (structure.supports.names[i].back() == 'z')
      vertical += reactions[static_cast<Eigen::Index>(i)];
  }
  EXPECT_NEAR(vertical, -load.sum(), 1e-9 * std::abs(load.sum()));
}

TEST(Block, end_diaphragms_and_no_poisson_effect_give_timoshenkos_frequency_at_second_order) {
  // z and y held over the whole end sections, nu = 0: the limit is not disturbed at the supports.
  // Timoshenko's first frequency with the shear coefficient 5/6 (that of nu = 0, Cowper 1966).
  const double l = 5, h = 1, e = 30e9, rho = 2400;
  const auto frequency = [&](HexahedronFormulation formulation, int refinement) {
    const Block block{1, l, 0.5, h, 10 * refinement, 2, 2 * refinement};
    Model model = block_model(block, {e, 0, rho}, formulation, BearingHeight::middle);
    model.supports.clear();
    Support ends;
    ends.fixed = {false, true, true};
    Support middle;  // along x
    middle.fixed = {true};
    Support straight;  // no bending sideways
    straight.fixed = {false, true};
    for (int i = 0; i < model.mesh.n_nodes(); ++i) {
      const Eigen::Vector3d p = model.mesh.nodes.col(i);
      straight.nodes.push_back(i);
      if (p[0] < 1e-9 || p[0] > l - 1e-9) ends.nodes.push_back(i);
      if (std::abs(p[0] - l / 2) < 1e-9 && std::abs(p[2] - h / 2) < 1e-9) middle.nodes.push_back(i);
    }
    model.supports = {ends, middle, straight};
    const structure::ElasticStructure structure = assemble(model);
    return structure::sparse_modes(structure.stiffness, structure.mass, {1}).omega[0];
  };
  // omega^4 rho^2 I / (kG) - omega^2 (rho A + rho I k^2 (1 + E/kG)) + E I k^4 = 0 with k = pi/l.
  const double k = k_pi / l, area = h, inertia = h * h * h / 12, shear = 5.0 / 6 * e / 2;
  const double a = rho * rho * inertia / shear;
  const double b = rho * area + rho * inertia * k * k * (1 + e / shear);
  const double c = e * inertia * k * k * k * k;
  const double timoshenko = std::sqrt((b - std::sqrt(b * b - 4 * a * c)) / (2 * a));
  for (const HexahedronFormulation formulation :
       {HexahedronFormulation::full, HexahedronFormulation::incompatible_modes}) {
    const double coarse = frequency(formulation, 1);
    const double medium = frequency(formulation, 2);
    const double fine = frequency(formulation, 4);
    EXPECT_NEAR(std::log2((coarse - medium) / (medium - fine)), 2, 0.1);
    const double limit = fine - (medium - fine) / 3;
    EXPECT_NEAR(limit, timoshenko, 5e-4 * timoshenko);
  }
}

TEST(PlaneBeam, nodes_deflect_exactly_under_a_load_in_the_middle) {
  BeamProperties section;
  section.axial_stiffness = 1e9;
  section.bending_stiffness_y = 2e8;
  section.shear_stiffness_z = 5e8;
  section.mass_per_length = 1000;
  const structure::ElasticStructure structure = assemble(plane_beam_model({{12}, 4, section}));
  const structure::LineWeights middle = structure.line.at(6);
  Eigen::VectorXd load = Eigen::VectorXd::Zero(structure.n_dofs());
  const auto& segment = structure.line.segments()[static_cast<std::size_t>(middle.segment)];
  for (std::size_t i = 0; i < segment.dofs.size(); ++i) {
    load[segment.dofs[i]] = 1000 * middle.shape[static_cast<Eigen::Index>(i)];
  }
  const Eigen::VectorXd u = structure::SparseFactor(structure.stiffness).solve(load);
  const double exact = 1000 * (std::pow(12, 3) / (48 * 2e8) + 12 / (4 * 5e8));
  EXPECT_NEAR(middle.shape.dot(u(segment.dofs)), exact, 1e-12 * exact);
}

TEST(PlaneBeam, kinds_and_joints_have_the_displacements_they_say) {
  BeamProperties section;
  section.axial_stiffness = 1e9;
  section.bending_stiffness_y = 2e8;
  section.mass_per_length = 1000;
  PlaneBeam beam{{10, 15}, 5, section};
  EXPECT_EQ(assemble(plane_beam_model(beam)).n_dofs(), 11 * 3 - 4);
  beam.joints = PlaneBeam::Joints::separate;
  EXPECT_EQ(assemble(plane_beam_model(beam)).n_dofs(), 12 * 3 - 6);
  beam.kind = BeamKind::bending;
  const structure::ElasticStructure structure = assemble(plane_beam_model(beam));
  EXPECT_EQ(structure.n_dofs(), 12 * 2 - 4);
  EXPECT_DOUBLE_EQ(structure.line.end(), 25);
}

TEST(PlaneBeam, frequencies_are_those_of_beam_theory) {
  BeamProperties section;
  section.axial_stiffness = 1e9;
  section.bending_stiffness_y = 2e8;
  section.mass_per_length = 1000;
  PlaneBeam beam{{12}, 40, section};
  beam.kind = BeamKind::bending;
  const structure::ElasticStructure structure = assemble(plane_beam_model(beam));
  const structure::SparseModes modes =
      structure::sparse_modes(structure.stiffness, structure.mass, {4});
  for (int n = 1; n <= 4; ++n) {
    const double exact = std::pow(n * k_pi / 12, 2) * std::sqrt(2e8 / 1000);
    // Hermite's elements: (k h)^4 / 1440 of a frequency.
    const double order_4 = std::pow(n * k_pi / 40, 4) / 1440;
    EXPECT_NEAR(modes.omega[n - 1], exact * (1 + order_4), 0.05 * order_4 * exact + 1e-9 * exact);
  }
}

}  // namespace
}  // namespace tread::fem
