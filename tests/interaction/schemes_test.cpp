#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "interaction/cases.hpp"

namespace tread::interaction::test {
namespace {

const char* const k_schemes[] = {
    "backward_euler", "newmark", "hht_alpha",       "generalised_alpha", "bdf_2",
    "bdf_3",          "bdf_4",   "adams_moulton_2", "adams_moulton_3",   "adams_moulton_4"};

/// Midspan deflection at 100 instants.
History midspan(const TrainBridgeProblem& problem, const std::string& scheme, int steps) {
  CrossingOptions options = at_midspan(problem, duration_of(problem) / steps);
  options.scheme.name = scheme;
  // Undamped modes that hardly move may gain some per cent: it is the limit that is looked at.
  options.unstable_step = UnstableStep::allow;
  options.record_every = steps / 100;
  const Crossing crossing = cross_bridge(problem, options);
  EXPECT_EQ(crossing.status, SolveStatus::converged) << scheme << ": " << crossing.message;
  return crossing.deflections;
}

double error(const TrainBridgeProblem& problem, const std::string& scheme, int steps,
             const History& reference) {
  return (midspan(problem, scheme, steps) - reference).cwiseAbs().maxCoeff() / reference.maxCoeff();
}

/// Halving the step halves the error of backward Euler (whose second-order terms are still felt)
/// and quarters that of all others, at least.
void expect_same_limit(const TrainBridgeProblem& problem, const History& reference,
                       const std::string& scheme, double largest_ratio) {
  const double coarse = error(problem, scheme, 3200, reference);
  const double fine = error(problem, scheme, 6400, reference);
  EXPECT_LT(fine, largest_ratio > 0.3 ? 1e-2 : 1e-4) << scheme;
  EXPECT_LT(fine, largest_ratio * coarse) << scheme;
}

TEST(Schemes, all_histories_have_a_row_for_every_record) {
  const TrainBridgeProblem problem = yang_yau(3, PowerContact{1e8, 1.5});
  // a last step that is shorter, and records between which steps are left out
  CrossingOptions options = at_midspan(problem, duration_of(problem) / 100.5);
  options.record_every = 3;
  options.record_modes = true;
  options.record_vehicles = true;
  const Crossing crossing = cross_bridge(problem, options);
  const auto n = static_cast<Eigen::Index>(crossing.times.size());
  for (const History* history :
       {&crossing.positions, &crossing.approaches, &crossing.forces, &crossing.wheels,
        &crossing.deflections, &crossing.accelerations, &crossing.moments, &crossing.shears,
        &crossing.modes, &crossing.vehicles, &crossing.vehicle_accelerations}) {
    EXPECT_EQ(history->rows(), n);
  }
}

TEST(Schemes, all_give_the_same_history_with_elastic_contacts_as_the_step_goes_to_zero) {
  for (const ContactModel& contact :
       {ContactModel(PowerContact{1e8, 1.5}), ContactModel(LinearContact{1.595e6, 2e4})}) {
    const TrainBridgeProblem problem = yang_yau(3, contact);
    const History reference = midspan(problem, "adams_moulton_4", 25600);
    for (const std::string scheme : k_schemes) {
      expect_same_limit(problem, reference, scheme, scheme == "backward_euler" ? 0.55 : 0.27);
    }
  }
}

TEST(Schemes, all_give_the_same_history_with_a_rigid_contact_as_the_step_goes_to_zero) {
  const TrainBridgeProblem problem = yang_yau(3, RigidContact{});
  const History reference = midspan(problem, "adams_moulton_4", 25600);
  for (const std::string scheme : k_schemes) {
    // The accelerations of HHT and generalised alpha belong to an instant inside the step, which
    // costs the constraint an order.
    const bool is_first_order = scheme == "backward_euler" || scheme.find("alpha") != scheme.npos;
    expect_same_limit(problem, reference, scheme, is_first_order ? 0.55 : 0.27);
  }
}

TEST(Schemes, newmark_is_of_second_order_with_every_contact) {
  for (const ContactModel& contact : {ContactModel(RigidContact{}), ContactModel(k_yang_yau_spring),
                                      ContactModel(PowerContact{1e9, 1.5})}) {
    const TrainBridgeProblem problem = yang_yau(3, contact);
    const History reference = midspan(problem, "newmark", 51200);
    const double order = std::log2(error(problem, "newmark", 1600, reference) /
                                   error(problem, "newmark", 3200, reference));
    EXPECT_NEAR(order, 2, 0.1) << contact.index();
  }
}

TEST(Schemes, same_run_gives_the_same_bits) {
  const TrainBridgeProblem problem = thesis_crossing(10);
  const CrossingOptions options = with_scheme("newmark", 1e-3);
  EXPECT_EQ(cross_bridge(problem, options).forces, cross_bridge(problem, options).forces);
}

}  // namespace
}  // namespace tread::interaction::test
