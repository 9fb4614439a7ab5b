#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "interaction/cases.hpp"

/// Moving mass with full inertia against an independent integration of the same modal equations
/// (eighth-order Runge-Kutta, relative tolerance 1e-10).
namespace tread::interaction::test {
namespace {

struct MidspanPeak {
  int n_modes;
  double deflection;  // m, as printed
  double digit;       // the last one
};

TEST(MovingMass, largest_midspan_deflection_on_the_bridge_of_yang_and_yau) {
  for (const MidspanPeak& expected : {MidspanPeak{1, 2.40369e-3, 1e-8},
                                      {3, 2.42330e-3, 1e-8},
                                      {10, 2.42694e-3, 1e-8},
                                      {30, 2.42667e-3, 1e-8}}) {
    const TrainBridgeProblem problem = yang_yau(expected.n_modes, RigidContact{});
    const Crossing crossing = cross_bridge(problem, at_midspan(problem, 2e-5));
    ASSERT_EQ(crossing.status, SolveStatus::converged);
    EXPECT_NEAR(crossing.deflections.maxCoeff(), expected.deflection, expected.digit)
        << expected.n_modes;
    EXPECT_TRUE(crossing.contact_changes.empty());
  }
}

TEST(MovingMass, contact_force_on_the_bridge_of_yang_and_yau) {
  const TrainBridgeProblem problem = yang_yau(30, RigidContact{});
  const Extremes force = amplification(cross_bridge(problem, at_midspan(problem, 5e-6)));
  // 1.0384 and 0.9716, from a table with coarser times than the spikes of the thirtieth mode (0.23
  // ms long): the extremes between its times may be a little larger.
  EXPECT_NEAR(force.most, 1.0384, 1e-3);
  EXPECT_NEAR(force.least, 0.9716, 1.5e-3);
}

struct DimensionlessCase {
  double mass_ratio;   // M / (m L)
  double speed_ratio;  // v / v_critical
  double amplification;
  double least_force, most_force;  // over the weight; 10 modes; 0: contact is lost
  double lost_at;                  // x/L, 10 modes
};

Crossing cross(const DimensionlessCase& it, int n_modes, int n_steps = 10000) {
  TrainBridgeProblem problem = yang_yau(n_modes, RigidContact{});
  const double mass = it.mass_ratio * k_yang_yau_mass_per_length * k_yang_yau_length;
  problem.train = one_wheel(mass);
  problem.speed =
      it.speed_ratio * problem.bridge->omega()[0] * k_yang_yau_length / std::numbers::pi;
  return cross_bridge(problem, at_midspan(problem, k_yang_yau_length / problem.speed / n_steps));
}

TEST(MovingMass, dimensionless_table_of_amplifications_and_forces_while_contact_holds) {
  for (const DimensionlessCase& it : {DimensionlessCase{0.10, 0.10, 1.0759, 0.977, 1.030, 0},
                                      {0.10, 0.25, 1.2872, 0.929, 1.085, 0},
                                      {0.10, 0.50, 1.7629, 0.636, 1.268, 0},
                                      {0.25, 0.10, 1.0375, 0.949, 1.058, 0},
                                      {0.25, 0.25, 1.3343, 0.851, 1.170, 0},
                                      {0.50, 0.10, 1.0722, 0.921, 1.083, 0},
                                      {0.50, 0.25, 1.4179, 0.706, 1.325, 0},
                                      {1.00, 0.10, 1.1162, 0.872, 1.111, 0}}) {
    const double still = it.mass_ratio * k_yang_yau_mass_per_length * k_yang_yau_length * 9.81 *
                         std::pow(k_yang_yau_length, 3) / (48 * k_yang_yau_stiffness);
    EXPECT_NEAR(cross(it, 20).deflections.maxCoeff() / still, it.amplification, 1e-4)
        << it.mass_ratio << " " << it.speed_ratio;
    const Crossing ten_modes = cross(it, 10, 30000);
    EXPECT_NEAR(amplification(ten_modes).least, it.least_force, 1e-3) << it.mass_ratio;
    EXPECT_NEAR(amplification(ten_modes).most, it.most_force, 1e-3) << it.mass_ratio;
  }
}

TEST(MovingMass, heavy_and_fast_mass_leaves_the_bridge_where_its_force_turns_negative) {
  // Deflections of the first three come before the mass leaves.
  for (const DimensionlessCase& it : {DimensionlessCase{0.25, 0.5, 1.8539, 0, 0, 0.962},
                                      {0.5, 0.5, 2.0221, 0, 0, 0.939},
                                      {1, 0.25, 1.5713, 0, 0, 0.889},
                                      {1, 0.5, 0, 0, 0, 0.9585}}) {
    const Crossing crossing = cross(it, 10);
    ASSERT_FALSE(crossing.contact_changes.empty());
    const ContactChange& first = crossing.contact_changes.front();
    EXPECT_EQ(first.kind, ContactChange::Kind::lost);
    const double end = crossing.times.back();
    EXPECT_NEAR(first.time / end, it.lost_at, 5e-4) << it.mass_ratio << " " << it.speed_ratio;
    EXPECT_GE(crossing.forces.minCoeff(), -1e-6);
    if (it.amplification == 0) continue;
    const double still = it.mass_ratio * k_yang_yau_mass_per_length * k_yang_yau_length * 9.81 *
                         std::pow(k_yang_yau_length, 3) / (48 * k_yang_yau_stiffness);
    EXPECT_NEAR(cross(it, 20).deflections.maxCoeff() / still, it.amplification, 1e-4);
  }
}

TEST(MovingMass, very_stiff_contact_tends_to_the_rigid_one) {
  const TrainBridgeProblem rigid = yang_yau(10, RigidContact{});
  const Crossing expected = cross_bridge(rigid, at_midspan(rigid, 1e-4));
  const auto error = [&](double stiffness) {
    const TrainBridgeProblem elastic = yang_yau(10, LinearContact{stiffness, 0});
    const Crossing crossing = cross_bridge(elastic, at_midspan(elastic, 1e-4));
    return (crossing.deflections - expected.deflections).cwiseAbs().maxCoeff() /
           expected.deflections.maxCoeff();
  };
  EXPECT_LT(error(1e10), error(1e9) / 5);
  EXPECT_LT(error(1e11), 1e-4);
}

}  // namespace
}  // namespace tread::interaction::test
