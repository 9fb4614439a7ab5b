#include <gtest/gtest.h>

#include <cmath>

#include "interaction_structure/structures.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/reduction.hpp"
#include "tread/vehicle/vehicle_data.hpp"

namespace tread::interaction::test {
namespace {

using structure::ElasticStructure;

/// The same structure by all of its modes: the diagonal way instead of sparse factors.
TrainBridgeProblem by_all_modes(TrainBridgeProblem problem) {
  structure::ReductionOptions options;
  options.n_modes = problem.structure->n_dofs();
  options.correction = structure::StaticCorrection::none;
  problem.reduced =
      std::make_shared<const structure::LineModes>(structure::reduce(*problem.structure, options));
  return problem;
}

TEST(FullOrder, crossing_equals_that_of_all_modes_for_every_contact_and_scheme) {
  for (const ContactModel& contact :
       {ContactModel{k_yang_yau_spring}, ContactModel{PowerContact{9e10, 1.5}},
        ContactModel{LinearContact{1.595e6, 1e4}}, ContactModel{RigidContact{}}}) {
    for (const char* scheme : {"newmark", "hht_alpha", "generalised_alpha", "backward_euler"}) {
      const TrainBridgeProblem problem = yang_yau_elements(10, contact);
      CrossingOptions options = with_step(1e-3);
      options.scheme.name = scheme;
      const Crossing full = cross_bridge(problem, options);
      const Crossing modal = cross_bridge(by_all_modes(problem), options);
      ASSERT_EQ(full.status, SolveStatus::converged) << full.message;
      EXPECT_LT(largest_difference(full.deflections, modal.deflections), 1e-9)
          << scheme << contact.index();
      EXPECT_LT(largest_difference(full.forces, modal.forces), 1e-8) << scheme << contact.index();
    }
  }
}

TEST(FullOrder, damped_vehicle_on_a_damped_bridge_equals_that_of_all_modes) {
  TrainBridgeProblem problem = yang_yau_elements(12, PowerContact{9e10, 1.5});
  structure::Beam beam = yang_yau_beam(structure::RayleighDamping{0.3, 1e-4});
  beam.sections.front().mass_per_length *= 10;
  problem.structure = shared(structure::elastic_structure(beam, 12));
  problem.train =
      vehicle::single_vehicle_train(make_vehicle(vehicle::find_vehicle("manchester").data));
  problem.rail = vehicle::VersineBump{1e-3, 8, 2};
  const CrossingOptions options = with_step(5e-4);
  const Crossing full = cross_bridge(problem, options);
  const Crossing modal = cross_bridge(by_all_modes(problem), options);
  EXPECT_LT(largest_difference(full.deflections, modal.deflections), 1e-9);
  EXPECT_LT(largest_difference(full.forces, modal.forces), 1e-8);
}

TEST(FullOrder, elements_go_to_the_modal_solution_with_the_third_power_of_their_length) {
  // Cubic elements under a force between their nodes, where the third derivative jumps.
  const History exact =
      cross_bridge(yang_yau(200, k_yang_yau_spring), at_midspan(yang_yau(1, {}), 2e-4)).deflections;
  const auto error_with = [&](int n) {
    const History found =
        cross_bridge(yang_yau_elements(n, k_yang_yau_spring), with_step(2e-4)).deflections;
    return (found - exact).norm() / exact.norm();
  };
  const double coarse = error_with(16), fine = error_with(32);
  EXPECT_LT(coarse, 2e-5);
  EXPECT_NEAR(std::log2(coarse / fine), 3, 0.3);
}

TEST(FullOrder, reactions_carry_a_standing_wheel) {
  TrainBridgeProblem problem = yang_yau_elements(10, RigidContact{});
  problem.start_position = 10;
  problem.speed = 1e-9;
  problem.duration = 2e-3;
  CrossingOptions options = with_step(1e-3);
  options.record_reactions = true;
  const Crossing crossing = cross_bridge(problem, options);
  const double weight = crossing.wheel_loads[0];
  ASSERT_EQ(crossing.reactions.cols(), 2);
  // What supports do to the beam, positive down.
  EXPECT_NEAR(crossing.reactions(0, 0), -0.6 * weight, 1e-6 * weight);
  EXPECT_NEAR(crossing.reactions(0, 1), -0.4 * weight, 1e-6 * weight);
}

TEST(FullOrder, reactions_carry_a_slow_wheel_everywhere_also_straight_above_a_support) {
  TrainBridgeProblem of_beam = yang_yau_elements(5, RigidContact{});
  TrainBridgeProblem of_model = of_beam;
  of_model.structure = plane_spans(
      {25}, 5,
      {.bending_stiffness_y = k_yang_yau_stiffness, .mass_per_length = k_yang_yau_mass_per_length});
  int direction = 1;  // down is positive for beams, up for models
  for (TrainBridgeProblem* problem : {&of_beam, &of_model}) {
    problem->speed = 0.5;
    CrossingOptions options = with_step(0.05);
    options.record_reactions = true;
    const Crossing crossing = cross_bridge(*problem, options);
    const double weight = crossing.wheel_loads[0];
    for (Eigen::Index i = 0; i < crossing.reactions.rows(); ++i) {
      const double share = crossing.positions(i, 0) / 25;
      EXPECT_NEAR(crossing.reactions(i, 0), -direction * (1 - share) * weight, 0.03 * weight) << i;
      EXPECT_NEAR(crossing.reactions(i, 1), -direction * share * weight, 0.03 * weight) << i;
    }
    direction = -1;
  }
}

TEST(FullOrder, supports_that_move_together_slowly_take_the_bridge_along) {
  ElasticStructure moved =
      structure::elastic_structure(yang_yau_beam(structure::RayleighDamping{}), 10);
  const double omega = 0.05 * 30.02;  // of the first frequency
  const auto motion = [omega](double t) {
    return structure::SupportMotion{0.01 * (1 - std::cos(omega * t)),
                                    0.01 * omega * std::sin(omega * t),
                                    0.01 * omega * omega * std::cos(omega * t)};
  };
  moved.supports.motions = {motion, motion};
  TrainBridgeProblem problem = yang_yau_elements(1, RigidContact{});
  problem.structure = shared(std::move(moved));
  problem.train = one_wheel(1e-3);
  problem.start_position = -2000;
  problem.speed = 999.5;
  problem.duration = 2.01;  // no wheel is on the bridge before
  const Crossing crossing = cross_bridge(problem, with_step(1e-3));
  for (Eigen::Index i = 0; i < 2000; i += 100) {
    const double t = crossing.times[static_cast<std::size_t>(i)];
    // 1 / (1 - 0.05^2) of a slow motion, and as much again for how it starts.
    EXPECT_NEAR(crossing.deflections(i, 0), motion(t).displacement, 0.02 * 0.006) << t;
  }
}

TEST(FullOrder, wheels_beside_the_load_line_are_refused_before_time_is_spent) {
  const auto refusal = [](auto change) {
    TrainBridgeProblem problem = yang_yau_elements(10, RigidContact{});
    problem.beyond = Beyond::refuse;
    problem.start_position = 5;
    problem.duration = 0.1;
    change(problem);
    try {
      cross_bridge(problem, with_step(1e-3));
    } catch (const ModelError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal([](auto&) {}), "");
  EXPECT_EQ(refusal([](auto& problem) { problem.start_position = -1; }),
            "the last wheel starts at x = -1 m, before the load line, which begins at 0 m: start "
            "later, lengthen the line, or lay rigid ground beyond it");
  EXPECT_EQ(refusal([](auto& problem) { problem.duration = 1; }),
            "the first wheel runs to x = 32.7778 m, beyond the load line, which ends at 25 m: end "
            "the run before, lengthen the line, or lay rigid ground beyond it");
  EXPECT_EQ(refusal([](auto& problem) {
              ElasticStructure without = *problem.structure;
              without.line = {};
              problem.structure = shared(std::move(without));
            }),
            "the structure has no load line: say where on it the wheels run");
  EXPECT_EQ(refusal([](auto& problem) { problem.bridge = yang_yau_bridge(3); }),
            "a bridge of beams and a structure are given: the train runs on one of them");
}

TEST(FullOrder, a_structure_that_nothing_holds_is_refused_when_a_train_stands_on_it) {
  structure::Beam beam = yang_yau_beam(structure::RayleighDamping{});
  beam.supports.pop_back();
  TrainBridgeProblem problem = yang_yau_elements(1, RigidContact{});
  problem.structure = shared(structure::elastic_structure(beam, 10));
  problem.start_position = 5;
  problem.duration = 0.1;
  EXPECT_THROW(cross_bridge(problem, with_step(1e-3)), ModelError);
}

}  // namespace
}  // namespace tread::interaction::test
