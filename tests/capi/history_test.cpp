// Rolling step by step through the C header: reject, accept, copies, saved histories, derivatives,
// threads.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <thread>

#include "capi/support.hpp"

namespace tread::capi_test {
namespace {

constexpr double k_dt = 0.6 * k_width / k_cells / k_speed;

void take_step(tread_contact* contact, int n, double dt = k_dt) {
  tread_motion m = motion(3e-4 * n, -1e-4 * n, 0.1);
  m.normal_value = k_load * (1 + 0.03 * n);
  tread_error error;
  ASSERT_EQ(tread_contact_step(contact, dt, &m, nullptr, &error), TREAD_OK) << error.text;
}

/// The paraboloid at the cell centres, with a constant added.
std::vector<double> paraboloid_plus(double constant) {
  const tread_grid g = options().grid;
  std::vector<double> h;
  for (int j = 0; j < k_cells; ++j) {
    for (int i = 0; i < k_cells; ++i) {
      const double x = g.x0 + i * g.dx;
      const double y = g.y0 + j * g.dy;
      h.push_back(constant + 0.5 * (x * x / k_radius_x + y * y / k_radius_y));
    }
  }
  return h;
}

void expect_same_state(tread_contact* a, tread_contact* b) {
  EXPECT_EQ(state_bytes(a), state_bytes(b));
  for (int which = TREAD_TRACTION_X; which <= TREAD_TRACTION_BOUND; ++which) {
    EXPECT_EQ(field(a, which), field(b, which)) << which;
  }
}

TEST(Rollback, leaves_no_trace_of_rejected_steps) {
  const Contact never_tried;
  const Contact contact;
  set_paraboloid(never_tried);
  set_paraboloid(contact);
  for (int n = 1; n <= 4; ++n) {
    take_step(never_tried, n);
    take_step(contact, n + 3, 2.5 * k_dt);
    take_step(contact, n + 1);
    ASSERT_EQ(tread_contact_rollback(contact, nullptr), TREAD_OK);
    take_step(contact, n);
    ASSERT_EQ(tread_contact_commit(contact, nullptr), TREAD_OK);
  }
  expect_same_state(contact, never_tried);
}

TEST(Rollback, goes_to_the_beginning_before_the_first_commit_and_after_a_restart) {
  const Contact contact;
  set_paraboloid(contact);
  const std::vector<char> beginning = state_bytes(contact);
  take_step(contact, 1);
  EXPECT_NE(state_bytes(contact), beginning);
  ASSERT_EQ(tread_contact_rollback(contact, nullptr), TREAD_OK);
  EXPECT_EQ(state_bytes(contact), beginning);
  take_step(contact, 1);
  ASSERT_EQ(tread_contact_commit(contact, nullptr), TREAD_OK);
  ASSERT_EQ(tread_contact_restart(contact, nullptr), TREAD_OK);
  EXPECT_EQ(state_bytes(contact), beginning);
  take_step(contact, 2);
  ASSERT_EQ(tread_contact_rollback(contact, nullptr), TREAD_OK);
  EXPECT_EQ(state_bytes(contact), beginning);
}

TEST(History, is_left_alone_by_single_problems) {
  const Contact disturbed;
  const Contact quiet;
  set_paraboloid(disturbed);
  set_paraboloid(quiet);
  for (int n = 1; n <= 3; ++n) {
    take_step(disturbed, n);
    take_step(quiet, n);
    const tread_motion m = motion(1e-3);
    ASSERT_EQ(tread_contact_solve_steady(disturbed, &m, nullptr, nullptr), TREAD_OK);
    ASSERT_EQ(tread_contact_solve_normal(disturbed, TREAD_GIVEN_APPROACH, 1e-4, nullptr, nullptr),
              TREAD_OK);
  }
  EXPECT_EQ(state_bytes(disturbed), state_bytes(quiet));
}

TEST(History, copies_go_their_own_ways) {
  const Contact contact;
  set_paraboloid(contact);
  take_step(contact, 1);
  ASSERT_EQ(tread_contact_commit(contact, nullptr), TREAD_OK);
  take_step(contact, 2);
  tread_contact* made = nullptr;
  ASSERT_EQ(tread_contact_copy(contact, &made, nullptr), TREAD_OK);
  const Contact copy(made);
  expect_same_state(copy, contact);
  take_step(copy, 5);
  EXPECT_NE(state_bytes(copy), state_bytes(contact));
  ASSERT_EQ(tread_contact_rollback(copy, nullptr), TREAD_OK);
  ASSERT_EQ(tread_contact_rollback(contact, nullptr), TREAD_OK);
  EXPECT_EQ(state_bytes(copy), state_bytes(contact));
}

TEST(History, goes_through_bytes_bit_by_bit) {
  const Contact contact;
  const Contact other;
  set_paraboloid(contact);
  set_paraboloid(other);
  take_step(contact, 1);
  take_step(contact, 2);
  const std::vector<char> bytes = state_bytes(contact);
  ASSERT_EQ(tread_contact_load_state(other, bytes.data(), bytes.size(), nullptr), TREAD_OK);
  take_step(contact, 3);
  take_step(other, 3);
  expect_same_state(other, contact);
  ASSERT_EQ(tread_contact_rollback(other, nullptr), TREAD_OK);
  EXPECT_EQ(state_bytes(other), bytes);
}

TEST(History, damaged_or_of_another_grid_is_refused) {
  const Contact contact;
  set_paraboloid(contact);
  take_step(contact, 1);
  std::vector<char> bytes = state_bytes(contact);
  tread_error error;
  EXPECT_EQ(tread_contact_load_state(contact, bytes.data(), bytes.size() / 2, &error),
            TREAD_ERROR_DATA);
  tread_contact_options o = options();
  o.rolling_scheme = TREAD_EXACT;
  const Contact other(o);
  set_paraboloid(other);
  EXPECT_EQ(tread_contact_load_state(other, bytes.data(), bytes.size(), &error), TREAD_ERROR_DATA);
  EXPECT_NE(std::string(error.text).find("scheme"), std::string::npos) << error.text;
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  EXPECT_EQ(tread_contact_load_state(contact, bytes.data(), bytes.size(), &error),
            TREAD_ERROR_DATA);
}

TEST(History, a_steady_start_is_steady) {
  tread_contact_options o = options();
  o.rolling_scheme = TREAD_EXACT;
  const Contact contact(o);
  set_paraboloid(contact);
  const tread_motion m = motion(1e-3);
  tread_result start = result();
  tread_result later = result();
  ASSERT_EQ(tread_contact_start_steady(contact, &m, &start, nullptr), TREAD_OK);
  for (int n = 0; n < 3; ++n) {
    ASSERT_EQ(tread_contact_step(contact, o.grid.dx / k_speed, &m, &later, nullptr), TREAD_OK);
  }
  EXPECT_NEAR(later.force_x, start.force_x, 1e-5 * std::abs(start.force_x));
  EXPECT_NEAR(later.normal_force, k_load, 1e-9 * k_load);
}

TEST(Distances, between_the_centres_of_an_array_are_exact_for_parabolas) {
  // World-fixed steps of 0.6 cells ask for places between the centres, and beyond the last.
  const Contact by_array;
  const Contact by_radii;
  set_paraboloid(by_radii);
  const std::vector<double> h = paraboloid_plus(0);
  ASSERT_EQ(tread_contact_set_distance(by_array, h.data(), h.size(), nullptr), TREAD_OK);
  for (int n = 1; n <= 3; ++n) {
    take_step(by_array, n);
    take_step(by_radii, n);
  }
  const std::vector<double> a = field(by_array, TREAD_PRESSURE);
  const std::vector<double> b = field(by_radii, TREAD_PRESSURE);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e3);  // of 1e9 Pa
}

TEST(StepSensitivity, is_what_two_steps_beside_each_other_tell) {
  const Contact contact;
  set_paraboloid(contact);
  for (int n = 1; n <= 3; ++n) take_step(contact, n);
  const std::vector<char> before = state_bytes(contact);
  tread_motion m = motion(1.2e-3, -4e-4, 0.1);
  m.normal_value = 1.1 * k_load;
  tread_sensitivity table;
  ASSERT_EQ(tread_contact_step_sensitivity(contact, k_dt, &m, table, nullptr), TREAD_OK);
  EXPECT_EQ(state_bytes(contact), before);
  ASSERT_EQ(tread_contact_commit(contact, nullptr), TREAD_OK);

  const auto at = [&](double load, double creepage) {
    tread_motion beside = m;
    beside.normal_value = load;
    beside.x_value = creepage;
    tread_result r = result();
    EXPECT_EQ(tread_contact_rollback(contact, nullptr), TREAD_OK);
    EXPECT_EQ(tread_contact_step(contact, k_dt, &beside, &r, nullptr), TREAD_OK);
    return r;
  };
  const double h = 5e-5;
  const double by_creepage =
      (at(m.normal_value, m.x_value + h).force_x - at(m.normal_value, m.x_value - h).force_x) /
      (2 * h);
  EXPECT_LT(by_creepage, 0);
  EXPECT_NEAR(table[1][1], by_creepage, 0.05 * std::abs(by_creepage));
  const tread_result more = at(1.01 * m.normal_value, m.x_value);
  const tread_result less = at(0.99 * m.normal_value, m.x_value);
  const double stiffness =
      (more.normal_force - less.normal_force) / (more.approach - less.approach);
  EXPECT_NEAR(table[0][0], stiffness, 0.01 * stiffness);
  EXPECT_EQ(table[0][1], 0);  // like bodies: tractions do not change the normal force
}

TEST(StepSensitivity, does_not_hang_on_the_constant_of_the_distance) {
  tread_sensitivity table[3];
  const double constants[] = {0, 0.01, -0.01};
  for (int k = 0; k < 3; ++k) {
    const Contact contact;
    const std::vector<double> h = paraboloid_plus(constants[k]);
    ASSERT_EQ(tread_contact_set_distance(contact, h.data(), h.size(), nullptr), TREAD_OK);
    tread_motion m = motion(1e-3);
    tread_result r = result();
    ASSERT_EQ(tread_contact_step(contact, k_dt, &m, &r, nullptr), TREAD_OK);
    m.normal_given = TREAD_GIVEN_APPROACH;
    m.normal_value = r.approach;
    tread_error error;
    ASSERT_EQ(tread_contact_step_sensitivity(contact, k_dt, &m, table[k], &error), TREAD_OK)
        << error.text;
  }
  EXPECT_GT(table[0][0][0], 1e8);  // N/m: 80 kN over a tenth of a millimetre
  EXPECT_LT(table[0][1][0], 0);
  for (int k = 1; k < 3; ++k) {
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) {
        const double expected = table[0][row][column];
        EXPECT_NEAR(table[k][row][column], expected, 1e-3 * std::abs(expected) + 1e3)
            << k << row << column;
      }
    }
  }
}

TEST(Threads, different_handles_at_once_give_what_they_give_alone) {
  const auto roll = [](std::vector<double>& traction) {
    const Contact contact;
    set_paraboloid(contact);
    for (int n = 1; n <= 4; ++n) take_step(contact, n);
    traction = field(contact, TREAD_TRACTION_X);
  };
  std::vector<double> alone;
  roll(alone);
  std::vector<double> together[3];
  std::vector<std::thread> threads;
  for (auto& traction : together) threads.emplace_back(roll, std::ref(traction));
  for (std::thread& thread : threads) thread.join();
  for (const auto& traction : together) EXPECT_EQ(traction, alone);
}

}  // namespace
}  // namespace tread::capi_test
