#include <gtest/gtest.h>

#include <cmath>

#include "running/vehicles.hpp"
#include "tread/differential/elastic_piece.hpp"

namespace tread::running {
namespace {

using test::on_rails;
using test::s1002_on_uic60;
using test::scheme;
using test::state_of;

/// On a coarse mesh, prepared anew: what is claimed does not depend on it.
wheel_rail::DifferentialModelSettings elastic_bodies() {
  const Material steel = Material::from_young(2.1e11, 0.3);
  differential::PairPieceSettings pieces;
  for (differential::PieceSettings* piece : {&pieces.wheel, &pieces.rail}) {
    piece->fine_size = 4e-3;
    piece->radius_share = 0.2;
  }
  wheel_rail::DifferentialModelSettings settings;
  settings.bodies = differential::prepare_pair(s1002_on_uic60(), {steel, steel}, pieces, {});
  settings.contact.friction = contact::CoulombFriction{0.3, 0.3};
  return settings;
}

/// Eight wheels away from the middle of the track, two of them at their flange root: forces that
/// jumped from face to face of the rail's mesh left no state in which all of them were in balance.
TEST(elastic_running, a_coach_keeps_its_state_in_a_curve_and_its_wheels_carry_it) {
  const vehicle::ManchesterData data;
  constexpr double speed = 45;
  constexpr double curve_time = 300 / speed;
  const auto coach = on_rails(vehicle::manchester_coach(data), vehicle::curve_track({}), speed,
                              s1002_on_uic60(), elastic_bodies());
  const SteadyRunning steady = find_steady_curving(*coach, 0, curve_time);
  ASSERT_EQ(steady.status, SolveStatus::converged) << steady.residual;
  const RunRecord record = record_of(*coach, state_of(steady, curve_time));
  double sum = 0;
  for (const WheelsetRecord& wheelset : record.wheelsets) {
    EXPECT_LT(wheelset.pose.lateral, -1e-3);  // outwards: the curve turns right
    EXPECT_GT(wheelset.left.q, wheelset.right.q);
    sum += wheelset.left.q + wheelset.right.q;
  }
  // Gravity and the way round the curve, seen in the canted track; contact angles tilt nothing of
  // a sum.
  const double mass = data.body_mass + 2 * data.bogie_mass + 4 * data.wheelset_mass;
  const double cant = std::asin(0.06 / 1.5);
  const double down = data.gravity * std::cos(cant) + speed * speed / 1200 * std::sin(cant);
  EXPECT_NEAR(sum, mass * down, 2e-3 * mass * down);

  // Some metres of the curve: what is steady stays where it is.
  RunOptions options;
  options.scheme = scheme("hht_alpha");
  options.scheme.nonlinear.relative_tolerance = 1e-6;
  options.step = 1e-3;
  options.end_time = curve_time + 3 / speed;
  const VehicleRun run = run_vehicle(*coach, state_of(steady, curve_time),
                                     derailment_limits(s1002_on_uic60()), options);
  ASSERT_EQ(run.status, SolveStatus::converged) << run.message;
  EXPECT_EQ(run.n_unconverged, 0);
  const RunRecord& end = run.records.back();
  EXPECT_NEAR(end.distance - record.distance, 3, 0.05);
  for (std::size_t i = 0; i < record.wheelsets.size(); ++i) {
    const WheelsetRecord& before = record.wheelsets[i];
    const WheelsetRecord& after = end.wheelsets[i];
    EXPECT_NEAR(after.pose.lateral, before.pose.lateral, 1e-5);
    EXPECT_NEAR(after.left.q, before.left.q, 1e-3 * before.left.q);
    EXPECT_NEAR(after.right.q, before.right.q, 1e-3 * before.right.q);
  }
}

}  // namespace
}  // namespace tread::running
