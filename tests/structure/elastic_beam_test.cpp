#include <gtest/gtest.h>

#include <cmath>

#include "support/line_rows.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/finite_elements.hpp"
#include "tread/structure/sparse_factor.hpp"

namespace tread::structure {
namespace {

using test::line_row;

TEST(ElasticBeam, simply_supported_beam_deflects_and_reacts_as_in_the_textbook) {
  const double length = 20, ei = 3e9, force = 1e5;
  const ElasticStructure beam = elastic_structure(simply_supported_beam(length, {0, ei, 4000}), 16);
  EXPECT_NO_THROW(check(beam));
  EXPECT_EQ(beam.n_dofs(), 2 * 17 - 2);
  const Eigen::VectorXd middle = line_row(beam.line, length / 2, beam.n_dofs());
  const Eigen::VectorXd y = SparseFactor(beam.stiffness).solve(force * middle);
  EXPECT_NEAR(middle.dot(y), force * std::pow(length, 3) / (48 * ei), 1e-12);
  // Held displacements pull the free ones back: what the supports get is down.
  const Eigen::VectorXd reactions = beam.supports.stiffness * y;
  ASSERT_EQ(reactions.size(), 2);
  EXPECT_NEAR(reactions(0), -force / 2, 1e-5);
  EXPECT_NEAR(reactions(1), -force / 2, 1e-5);
  EXPECT_EQ(beam.supports.names[1], "support at 20 m");
}

TEST(ElasticBeam, cantilever_with_shear_deflects_as_timoshenko_says_and_holds_its_moment) {
  const double length = 3, ei = 2e7, ga = 5e7, force = 1e4;
  const ElasticStructure beam = elastic_structure(cantilever(length, {0, ei, 100, ga, 1}), 6);
  const Eigen::VectorXd tip = line_row(beam.line, length, beam.n_dofs());
  const Eigen::VectorXd y = SparseFactor(beam.stiffness).solve(force * tip);
  EXPECT_NEAR(tip.dot(y), force * std::pow(length, 3) / (3 * ei) + force * length / ga, 1e-11);
  const Eigen::VectorXd reactions = beam.supports.stiffness * y;
  ASSERT_EQ(reactions.size(), 2);
  EXPECT_NEAR(std::abs(reactions(1)), force * length, 1e-5);
}

TEST(ElasticBeam, damping_of_rayleigh_is_a_matrix_and_ratios_of_modes_are_refused) {
  Beam beam = simply_supported_beam(10, {0, 1e9, 1000}, RayleighDamping{0.3, 1e-3});
  const ElasticStructure structure = elastic_structure(beam, 10);
  const SparseMatrix expected = 0.3 * structure.mass + 1e-3 * structure.stiffness;
  EXPECT_EQ((structure.damping - expected).norm(), 0);
  beam.damping = ModalDamping{{0.01}};
  EXPECT_THROW(elastic_structure(beam, 10), ModelError);
  beam.damping = ModalDamping{};
  EXPECT_EQ(elastic_structure(beam, 10).damping.norm(), 0);
}

}  // namespace
}  // namespace tread::structure
