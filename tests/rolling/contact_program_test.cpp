#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "rolling/scenarios.hpp"

/// Transient rolling against the program CONTACT, on its grid, in its coordinates that move with
/// the contact (our exact scheme). data/cattaneo_to_carter.txt tells the case.
namespace tread::contact::test {
namespace {

struct ContactStep {
  double creepage = 0;
  int n_adhesion = 0;
  int n_slip = 0;
  double power = 0;
};

struct ContactSeries {
  double step = 0;  // m
  int n_steps = 0;
  std::map<int, ContactStep> steps;
  std::map<int, std::vector<double>> rows;  // Pa
};

ContactSeries read_series(const std::string& name) {
  std::ifstream file(TREAD_TEST_DATA "/cattaneo_to_carter.txt");
  EXPECT_TRUE(file.good());
  ContactSeries series;
  bool ours = false;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "case") {
      std::string which;
      words >> which;
      ours = which == name;
      if (ours) words >> series.step >> series.n_steps;
      continue;
    }
    int k = 0;
    if (!ours || !(words >> k)) continue;
    if (kind == "step") {
      ContactStep& s = series.steps[k];
      words >> s.creepage >> s.n_adhesion >> s.n_slip >> s.power;
    } else {
      for (double p = 0; words >> p;) series.rows[k].push_back(1e6 * p);
    }
  }
  series.step *= 1e-3;
  return series;
}

/// The issue asks for 0.2 % and 1 % of the cells. What is allowed here is what both solvers'
/// tolerances leave open: where tractions wiggle, a cell may stick or slip by a hair.
struct Agreement {
  double creepage;
  int n_cells;
  double traction;  // of the largest
  double power;
};

void expect_contact_series(const std::string& name, const Agreement& allowed) {
  const ContactSeries series = read_series(name);
  ASSERT_EQ(series.rows.size(), 9u);
  RollingContact contact(circular_contact(RollingScheme::exact));
  RollingStep step = circular_load();
  for (int k = 0; k <= series.n_steps; ++k) {
    step.speed = k == 0 ? 0 : 1;
    ASSERT_EQ(contact.step(k == 0 ? 1 : series.step, step), SolveStatus::converged) << k;
    const FrictionalSolution& s = contact.solution();
    if (const auto theirs = series.steps.find(k); theirs != series.steps.end()) {
      const double scale = k == 0 ? 1e3 : 1;
      const ContactStep& expected = theirs->second;
      EXPECT_NEAR(s.creepage.longitudinal * scale / expected.creepage, 1, allowed.creepage) << k;
      EXPECT_NEAR(static_cast<int>(s.n_adhesion), expected.n_adhesion, allowed.n_cells) << k;
      EXPECT_NEAR(static_cast<int>(s.n_slip), expected.n_slip, allowed.n_cells) << k;
      if (k > 0) {
        EXPECT_NEAR(s.frictional_power / expected.power, 1, allowed.power) << k;
      }
    }
    if (const auto theirs = series.rows.find(k); theirs != series.rows.end()) {
      const std::vector<double> ours = row_of_tractions(contact);
      ASSERT_EQ(theirs->second.size(), ours.size());
      for (std::size_t i = 0; i < ours.size(); ++i) {
        EXPECT_NEAR(ours[i], theirs->second[i], allowed.traction * 5.2e3) << k << ", cell " << i;
      }
    }
  }
}

TEST(ContactProgram, from_cattaneo_to_carter_in_steps_of_a_cell) {
  expect_contact_series("c100", {2e-5, 0, 1e-4, 1e-4});
}

TEST(ContactProgram, from_cattaneo_to_carter_in_steps_of_half_a_cell) {
  expect_contact_series("c050", {5e-5, 1, 1e-4, 1e-4});
}

TEST(ContactProgram, from_cattaneo_to_carter_in_steps_of_a_twentieth_wiggles_and_all) {
  expect_contact_series("c005", {5e-4, 3, 5e-3, 2e-3});
}

// The reference has something to match: neighbours in its last row differ by turns.
TEST(ContactProgram, wiggles_where_the_step_is_a_twentieth_of_a_cell) {
  const auto last_row = [](const std::string& name) {
    return read_series(name).rows.rbegin()->second;
  };
  EXPECT_GT(total_variation(last_row("c005")), 1.5 * total_variation(last_row("c100")));
}

}  // namespace
}  // namespace tread::contact::test
