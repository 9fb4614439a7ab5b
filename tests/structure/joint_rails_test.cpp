#include "tread/structure/joint_rails.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tread/structure/finite_elements.hpp"

namespace tread::structure {
namespace {

constexpr double k_railed_length = 20;
constexpr double k_reach = 1;
constexpr BeamSection k_section{.bending_stiffness = 2e9, .mass_per_length = 8000};

/// Mode i of a simple beam in closed form and its slope.
double sine(int i, double x, int derivative = 0) {
  const double wave = i * std::numbers::pi / k_railed_length;
  const double amplitude = std::sqrt(2 / (k_section.mass_per_length * k_railed_length));
  return amplitude * (derivative == 0 ? std::sin(wave * x) : wave * std::cos(wave * x));
}

BeamModes simple_beam(int n_modes) {
  return beam_modes(simply_supported_beam(k_railed_length, k_section), {.n_modes = n_modes});
}

Eigen::VectorXd railed_at(const RailedModes& line, int n_modes, double x, int derivative) {
  Eigen::VectorXd values(n_modes);
  line.evaluate(x, derivative, {values.data(), static_cast<std::size_t>(n_modes)});
  return values;
}

TEST(JointRails, line_goes_over_the_ends_of_a_beam_without_a_kink) {
  constexpr int k_modes = 6;
  const BeamModes beam = simple_beam(k_modes);
  const RailedModes line(beam, rails_over_joints(beam, k_reach));
  EXPECT_DOUBLE_EQ(line.start(), -k_reach);
  EXPECT_DOUBLE_EQ(line.end(), k_railed_length + k_reach);
  EXPECT_TRUE(line.kinks().empty());
  constexpr double k_step = 1e-6;
  for (const double x : {-1.0, 0.0, 1.0, 19.0, 20.0, 21.0}) {
    for (const int derivative : {0, 1}) {
      const Eigen::VectorXd jump = railed_at(line, k_modes, x + k_step, derivative) -
                                   railed_at(line, k_modes, x - k_step, derivative);
      EXPECT_LT(jump.cwiseAbs().maxCoeff(), 2e-5 * std::abs(sine(6, 0, 1))) << x;
    }
  }
  for (int i = 1; i <= k_modes; ++i) {
    // half way: the mean of the ends, and an eighth of the length times the slope that is lost
    const double middle = sine(i, k_reach) / 2 - 2 * k_reach / 8 * sine(i, k_reach, 1);
    EXPECT_NEAR(railed_at(line, k_modes, 0, 0)(i - 1), middle, 1e-12) << i;
    EXPECT_NEAR(railed_at(line, k_modes, 7.3, 0)(i - 1), sine(i, 7.3), 1e-12) << i;
  }
}

TEST(JointRails, kink_of_a_straight_line_becomes_one_curvature) {
  const JointRails rails({5.0}, k_reach);
  // w = 0 before the joint, 0.001 (x - 5) behind it
  const auto value = [&](double x, int derivative) {
    const auto rail = rails.at(x, derivative);
    const JointRails::End& behind = rail.value().ends[1];
    return 1e-3 * (behind.deflection * (behind.x - 5) + behind.slope);
  };
  for (const double x : {4.01, 4.5, 5.0, 5.9}) {
    EXPECT_NEAR(value(x, 2), 1e-3 / (2 * k_reach), 1e-15);
    EXPECT_NEAR(value(x, 0), 1e-3 * (x - 4) * (x - 4) / 4, 1e-15);
  }
  EXPECT_FALSE(rails.at(6.01).has_value());
}

TEST(JointRails, clamped_ends_and_piers_have_none) {
  Beam clamped = simply_supported_beam(k_railed_length, k_section);
  clamped.supports = {clamped_at(0), clamped_at(k_railed_length)};
  EXPECT_TRUE(rails_over_joints(beam_modes(clamped, {.n_modes = 4}), k_reach).joints().empty());
  Beam continuous = simply_supported_beam(k_railed_length, k_section);
  continuous.supports = {pinned_at(0), pinned_at(8), pinned_at(k_railed_length)};
  const JointRails rails = rails_over_joints(beam_modes(continuous, {.n_modes = 4}), k_reach);
  EXPECT_EQ(rails.joints(), (std::vector<double>{0, k_railed_length}));
  const JointRails separate = rails_over_joints(equal_spans(simple_beam(3), 2), k_reach);
  EXPECT_EQ(separate.joints(), (std::vector<double>{0, k_railed_length, 2 * k_railed_length}));
}

TEST(JointRails, reach_no_farther_than_a_quarter_of_the_shortest_beam) {
  EXPECT_DOUBLE_EQ(rails_over_joints(simple_beam(3), 30).reach(), k_railed_length / 4);
}

TEST(JointRails, load_line_of_elements_is_that_of_the_modes) {
  const ElasticStructure elements =
      elastic_structure(simply_supported_beam(k_railed_length, k_section), 40);
  const LoadLine line = with_joint_rails(
      elements.line, rails_over_joints(elements.line, {0, k_railed_length}, k_reach));
  EXPECT_DOUBLE_EQ(line.start(), -k_reach);
  EXPECT_DOUBLE_EQ(line.end(), k_railed_length + k_reach);
  EXPECT_TRUE(line.kinks().empty());
  // displacements of the nodes of the first sine, found where the bare line has them
  Eigen::VectorXd q = Eigen::VectorXd::Zero(elements.n_dofs());
  for (const LineSegment& segment : elements.line.segments()) {
    for (std::size_t k = 0; k < segment.dofs.size(); ++k) {
      const auto row = segment.coefficients.row(static_cast<Eigen::Index>(k));
      const bool is_at_start = row(0) != 0 || row(1) != 0;
      const double x = segment.start + (is_at_start ? 0 : segment.length);
      // a deflection has the weight 1 at its node, a rotation none
      const double weight = is_at_start ? row(0) : row.sum();
      const double slope_weight =
          (is_at_start ? row(1) : row(1) + 2 * row(2) + 3 * row(3)) / segment.length;
      q(segment.dofs[k]) =
          std::abs(weight) > 0.5 ? sine(1, x) / weight : sine(1, x, 1) / slope_weight;
    }
  }
  const BeamModes beam = simple_beam(1);
  const RailedModes modes(beam, rails_over_joints(beam, k_reach));
  for (const double x : {-0.9, -0.2, 0.0, 0.6, 0.99, 1.3, 10.0, 19.2, 20.0, 20.7}) {
    const LineWeights weights = line.at(x);
    double w = 0, slope = 0;
    const std::vector<int>& dofs = line.segments()[static_cast<std::size_t>(weights.segment)].dofs;
    for (std::size_t k = 0; k < dofs.size(); ++k) {
      w += weights.shape(static_cast<Eigen::Index>(k)) * q(dofs[k]);
      slope += weights.slope(static_cast<Eigen::Index>(k)) * q(dofs[k]);
    }
    EXPECT_NEAR(w, railed_at(modes, 1, x, 0)(0), 1e-7 * sine(1, 10)) << x;
    EXPECT_NEAR(slope, railed_at(modes, 1, x, 1)(0), 1e-6 * sine(1, 0, 1)) << x;
  }
}

}  // namespace
}  // namespace tread::structure
