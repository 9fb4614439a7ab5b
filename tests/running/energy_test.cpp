#include <gtest/gtest.h>

#include <cmath>

#include "running/vehicles.hpp"
#include "tread/integrate/march.hpp"

namespace tread::running {
namespace {

/// Change of the coach's energy over a run less the work of all contacts and dampers on it, over
/// the sum of what they did in either direction.
double energy_left_over(double step) {
  vehicle::ManchesterData data;
  data.forward = vehicle::Forward::free;  // a held motion would do work unseen
  const auto coach = test::on_rails(vehicle::manchester_coach(data), {}, 30, test::s1002_on_uic60(),
                                    wheel_rail::semi_elastic());
  State state = test::state_of(find_steady_running(*coach, set_on_rails(*coach, 0)));
  for (int i = 0; i < coach->n_wheelsets(); ++i) {
    const int body = coach->model().body_of_wheelset(i);
    state.velocity(coach->model().coordinate(body, vehicle::Motion::y)) = 0.02;
  }
  const auto power_at = [&](const State& at) {
    coach->evaluate_contacts(at.time, at.position, at.velocity);
    return coach->contact_power() -
           coach->model().dissipated_power(at.time, at.position, at.velocity);
  };
  const auto energy_at = [&](const State& at) {
    return coach->model().energy(at.time, at.position, at.velocity).total();
  };
  const double start = energy_at(state);
  double work = 0;
  double moved = 0;
  double time = 0;
  double before = power_at(state);
  integrate::MarchOptions options;
  options.end_time = 0.04;
  options.step = step;
  options.on_step = [&](const State& at) {
    const double power = power_at(at);
    work += (before + power) / 2 * (at.time - time);
    moved += (std::abs(before) + std::abs(power)) / 2 * (at.time - time);
    before = power;
    time = at.time;
  };
  const integrate::MarchResult result =
      integrate::march(*coach, test::scheme("dormand_prince_5"), state, options);
  EXPECT_EQ(result.status, SolveStatus::converged);
  return std::abs(energy_at(result.state) - start - work) / moved;
}

TEST(energy, what_a_coach_loses_is_what_its_contacts_and_dampers_take) {
  const double coarse = energy_left_over(2e-4);
  const double fine = energy_left_over(1e-4);
  EXPECT_LT(fine, 2e-4);
  EXPECT_LT(fine, coarse / 1.5);  // kinks of the contact leave first order
}

}  // namespace
}  // namespace tread::running
