#include "tread/study/impact_study.hpp"
#include "study/case_result.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tread/casefile/case_toml.hpp"
#include "tread/core/errors.hpp"
#include "tread/study/run_case.hpp"

namespace tread::study {
namespace {

using test::scalar;

const std::string k_impact_head =
    "scenario = 'impact'\n"
    "[ground]\nyoung_modulus_GPa = 200\nwidth = 0.3\nheight = 0.1\n"
    "[cylinder]\nradius = 0.1\nvelocity = -1.4\n"
    "[grid]\nnodes_x = 31\nnodes_z = 11\n";

casefile::CaseFile impact(const std::string& rest) {
  return casefile::parse_toml(k_impact_head + rest, "case.toml", {});
}

std::string impact_problems(const std::string& rest) {
  try {
    check_case(impact(rest));
  } catch (const CaseError& error) {
    std::string text;
    for (const Problem& problem : error.problems()) text += problem.text() + "\n";
    return text;
  }
  return "";
}

TEST(Impact, SteelRunsToTheEndWithHistoryAndFieldsAtTheInstants) {
  const result::Result result = run_case(
      impact("[time]\nstep = 2e-6\nend = 3e-4\n[output]\ninstants = [5e-5, 1e-4]\n"), RunOptions{});
  ASSERT_EQ(result.cases.size(), 3u);
  EXPECT_TRUE(result.ok());
  const result::CaseResult& run = result.cases.front();
  EXPECT_GT(scalar(run, "max_force"), 0);
  EXPECT_LT(scalar(run, "widest_gap"), 1e-15);
  EXPECT_GT(scalar(run, "final_velocity"), 0);
  EXPECT_LE(scalar(run, "final_energy"), scalar(run, "start_energy"));
  ASSERT_EQ(run.tables.size(), 4u);
  EXPECT_EQ(run.tables[0].name, "motion");
  EXPECT_EQ(run.tables[1].name, "energy");
  for (const std::size_t whole_run : {0u, 1u}) {
    for (const result::Column& column : run.tables[whole_run].columns) {
      EXPECT_EQ(column.values.size(), 151u) << column.name;
    }
  }
  EXPECT_EQ(run.tables[2].name, "contact");
  EXPECT_LE(run.tables[2].columns[0].values.back(), 1.3 * scalar(run, "last_contact"));
  const result::CaseResult& instant = result.cases[1];
  ASSERT_TRUE(instant.fields);
  EXPECT_EQ(instant.fields->fields.size(), 2u);
  EXPECT_EQ(instant.fields->fields[1].values.size(), 30u * 10u);
  EXPECT_EQ(instant.tables[0].name, "surface");
  ASSERT_EQ(run.histories.size(), 1u);
  const result::FieldHistory& ground = run.histories.front();
  EXPECT_EQ(ground.times.size(), 2u);
  std::vector<double> heights = result.cases[1].fields->fields[1].values;
  const std::vector<double>& then = result.cases[2].fields->fields[1].values;
  heights.insert(heights.end(), then.begin(), then.end());
  EXPECT_EQ(ground.fields[1].values, heights);
}

TEST(Impact, ARunThatDoesNotConvergeIsMarkedAndKeepsItsHistory) {
  const result::Result result =
      run_case(impact("[contact]\ncondition = 'hertz_line'\niteration = 'picard'\n"
                      "[time]\nstep_ms = 0.1\nleast_step_ms = 0.1\nend = 0.01\n"),
               RunOptions{});
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.status(), "max_iterations");
  EXPECT_GE(result.cases.front().tables[0].columns[0].values.size(), 1u);
  EXPECT_EQ(result.cases.front().notes[0],
            "Ended early: the step from 0 s could not be solved with 0.0001 s, and half of it is "
            "below the least step of 0.0001 s. Everything up to then is kept.");
}

TEST(Impact, AStepBeyondTheLimitIsRefusedAtItsLine) {
  EXPECT_EQ(impact_problems("[time]\nscheme = 'leapfrog'\nstep = 1e-5\nend = 1e-3\n"),
            "case.toml:14: time.step: the step of 1e-05 s is unstable: the largest stable step on "
            "this grid is 1.23542e-06 s; take that or less, an implicit scheme, or allow_unstable "
            "= true\n");
  EXPECT_EQ(impact_problems(
                "[time]\nscheme = 'leapfrog'\nstep = 1e-5\nend = 1e-3\nallow_unstable = true\n"),
            "");
}

TEST(Impact, UnknownWordsAndBadNumbersAreToldAtOnce) {
  EXPECT_EQ(impact_problems("[time]\nscheme = 'leapfrogg'\nstep = -1e-5\nend = 1e-3\n"),
            "case.toml:13: time.scheme: must be \"midpoint\", \"backward_euler\", \"leapfrog\" or "
            "\"forward_euler\", got \"leapfrogg\"\n  hint: did you mean \"leapfrog\"?\n"
            "case.toml:14: time.step: must be > 0, got -1e-05\n");
  EXPECT_EQ(impact_problems("[time]\nstep = 1e-6\nleast_step = 1e-5\nend = 1e-3\n"),
            "case.toml:14: time.least_step: must not exceed time.step\n");
}

TEST(Impact, UnilateralContactOnACollocatedGridIsRefusedAtTheGrid) {
  casefile::CaseFile file = impact("type = 'collocated'\n[time]\nstep = 1e-6\nend = 1e-3\n");
  try {
    check_case(file);
    FAIL();
  } catch (const CaseError& error) {
    EXPECT_EQ(error.problems().front().line, 12);
    EXPECT_EQ(error.problems().front().key, "grid.type");
  }
}

TEST(Impact, ARunThatGainsEnergyEndsAndSaysWhy) {
  const auto soft_ground = [](const std::string& contact) {
    return casefile::parse_toml(
        "scenario = 'impact'\n[ground]\nyoung_modulus_MPa = 20\nwidth = 0.6\nheight = 0.3\n"
        "[cylinder]\nradius = 0.05\nvelocity = -1.4\n[grid]\nnodes_x = 41\nnodes_z = 21\n"
        "[time]\nstep_ms = 0.04\nend_ms = 12\n[contact]\n" +
            contact,
        "case.toml", {});
  };
  for (const char* condition : {"displacement", "grid_solver", "hertz_line"}) {
    const std::string contact = std::string("condition = '") + condition + "'\n";
    const result::CaseResult run = run_case(soft_ground(contact), RunOptions{}).cases.front();
    EXPECT_FALSE(run.ok) << condition;
    EXPECT_EQ(run.status, "blew_up");
    EXPECT_GT(scalar(run, "energy_gain"), 0.05);
    EXPECT_LT(scalar(run, "energy_gain"), 0.1);  // it ends with the step that exceeds it
    EXPECT_LT(scalar(run, "final_time"), 6e-3);
    const auto is_why = [&](const std::string& note) {
      return note.find(std::string("The condition ") + condition + " does that") !=
             std::string::npos;
    };
    EXPECT_TRUE(std::ranges::any_of(run.notes, is_why)) << condition;
    const result::CaseResult allowed =
        run_case(soft_ground(contact + "allow_energy_gain = true\n"), RunOptions{}).cases.front();
    EXPECT_TRUE(allowed.ok) << condition;
    EXPECT_GT(scalar(allowed, "energy_gain"), 0.5);
    EXPECT_NEAR(scalar(allowed, "final_time"), 12e-3, 1e-8);
    EXPECT_TRUE(std::ranges::any_of(allowed.notes, is_why)) << condition;
  }
  const result::CaseResult kept = run_case(soft_ground(""), RunOptions{}).cases.front();
  EXPECT_TRUE(kept.ok);
  EXPECT_LT(scalar(kept, "energy_gain"), 1e-12);
}

TEST(Impact, ALossOfEnergyIsTold) {
  const std::string head = "[time]\nstep = 4e-6\nend = 3e-4\n";
  const auto is_told = [](const result::CaseResult& run) {
    return std::ranges::any_of(run.notes, [](const std::string& note) {
      return note.find("% of the energy was lost") != std::string::npos;
    });
  };
  const result::CaseResult damped =
      run_case(impact(head + "scheme = 'backward_euler'\n"), RunOptions{}).cases.front();
  EXPECT_TRUE(damped.ok);
  EXPECT_LT(scalar(damped, "final_energy"), 0.95 * scalar(damped, "start_energy"));
  EXPECT_TRUE(is_told(damped));
  const result::CaseResult kept = run_case(impact(head), RunOptions{}).cases.front();
  EXPECT_GT(scalar(kept, "final_energy"), 0.95 * scalar(kept, "start_energy"));
  EXPECT_FALSE(is_told(kept));
}

}  // namespace
}  // namespace tread::study
