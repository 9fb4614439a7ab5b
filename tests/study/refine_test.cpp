#include "tread/study/refine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "study/case_result.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/casefile/inp_reader.hpp"
#include "tread/reference/hertz.hpp"
#include "tread/study/run_case.hpp"

namespace tread::study {
namespace {

using result::Evidence;
using test::scalar;

std::string ball_on_cells(const std::string& cells) {
  return "[load]\nforce = 100\n[shape]\ntype = \"sphere\"\nradius_mm = 10\n[grid]\ncells_x = " +
         cells + "\ncells_y = " + cells + "\n";
}

std::string bridge(const std::string& modes, const std::string& time) {
  return "scenario = \"train_bridge\"\n[bridge]\nlength = 20\nbending_stiffness_GNm2 = 20\n"
         "mass_per_length_t_m = 12\nmodes = " +
         modes +
         "\n[vehicle]\ntype = \"sprung_mass\"\nbody_mass_t = 20\nwheelset_mass_t = 1\n"
         "stiffness_MN_m = 2\n[train]\nspeed_km_h = 200\n[time]\n" +
         time;
}

result::Result run_text(const std::string& text, const RunOptions& options) {
  return run_case(casefile::parse_toml(text, "test.toml", {}), options);
}

result::CaseResult with_evidence(const std::string& text) {
  return run_text(text, {.evidence = true}).cases.front();
}

const Evidence& find(const result::CaseResult& c, const std::string& name) {
  const auto found = std::ranges::find(c.evidence, name, &Evidence::name);
  EXPECT_NE(found, c.evidence.end()) << name;
  return *found;
}

double varied(const Evidence& evidence, const std::string& name) {
  const auto found = std::ranges::find(evidence.changes, name, &Evidence::Change::name);
  EXPECT_NE(found, evidence.changes.end()) << name;
  return found == evidence.changes.end() ? 0 : found->varied;
}

TEST(Evidence, OfAContactIsTheSameCaseOnTwiceTheCells) {
  const result::CaseResult coarse = with_evidence(ball_on_cells("10"));
  const result::CaseResult fine = run_text(ball_on_cells("20"), {}).cases.front();
  const Evidence& grid = find(coarse, "finer_grid");
  EXPECT_EQ(grid.title, "20 x 20 instead of 10 x 10 cells");
  for (const char* name : {"peak_pressure", "approach", "contact_area"}) {
    EXPECT_EQ(varied(grid, name), scalar(fine, name)) << name;
    EXPECT_NE(scalar(coarse, name), scalar(fine, name)) << name;
  }
  EXPECT_EQ(coarse.evidence.size(), 1u);
}

TEST(Evidence, OfATrainOnABridgeHasMoreModesAndHalfTheStep) {
  const result::CaseResult found = with_evidence(bridge("2", "step_ms = 2\n"));
  const result::CaseResult more = run_text(bridge("4", "step_ms = 2\n"), {}).cases.front();
  const result::CaseResult half = run_text(bridge("2", "step_ms = 1\n"), {}).cases.front();
  const Evidence& modes = find(found, "more_modes");
  const Evidence& step = find(found, "half_the_step");
  EXPECT_EQ(modes.title, "4 instead of 2 modes");
  EXPECT_EQ(step.title, "steps of 1 instead of 2 ms");
  for (const char* name : {"max_deflection", "max_acceleration", "max_force"}) {
    EXPECT_EQ(varied(modes, name), scalar(more, name)) << name;
    EXPECT_EQ(varied(step, name), scalar(half, name)) << name;
  }
}

TEST(Evidence, OfASchemeThatChoosesItsStepsHasASmallerTolerance) {
  const std::string text =
      "scenario = \"drop\"\n[drop]\nmass_kg = 1\nheight_mm = 1\n[shape]\ntype = "
      "\"sphere\"\nradius_mm = 10\n[time]\nscheme = \"cvode_adams\"\nend_ms = 40\n"
      "relative_tolerance = 1e-5\n";
  const result::CaseResult found = with_evidence(text);
  EXPECT_EQ(find(found, "smaller_tolerance").title, "a tolerance of 1e-06 instead of 1e-05");
}

TEST(Evidence, IsNotLookedForUnlessAsked) {
  EXPECT_TRUE(run_text(ball_on_cells("10"), {}).cases.front().evidence.empty());
}

TEST(Evidence, ThatCannotBeFoundSaysWhy) {
  const casefile::CaseFile file = casefile::parse_toml(ball_on_cells("10"), "test.toml", {});
  const result::CaseResult found = run_text(ball_on_cells("10"), {}).cases.front();
  result::CaseResult refined = found;
  refined.ok = false;
  refined.status = "max_iterations";
  const Refinement refinement = refinements_of(file, found).front();
  EXPECT_EQ(evidence_of(refinement, found, refined).failure, "max iterations");
  EXPECT_TRUE(evidence_of(refinement, found, refined).changes.empty());
}

TEST(Evidence, ComparesExtremesBySizeAndTheRestWithSign) {
  result::CaseResult found;
  found.ok = true;
  found.scalars = {{"max_acceleration", -3.21, "m/s2", "at x = 5 m"},
                   {"min_force_ratio", 0.2, "", "smallest"}};
  result::CaseResult refined = found;
  refined.scalars[0] = {"max_acceleration", 3.26136, "m/s2", "at x = 15 m"};
  refined.scalars[1].value = -0.2;
  const Evidence evidence = evidence_of({"half_the_step", "", {}}, found, refined);
  ASSERT_EQ(evidence.changes.size(), 2u);
  EXPECT_NEAR(evidence.changes[0].relative(), 0.016, 1e-12);
  EXPECT_EQ(evidence.changes[0].meaning, "at x = 5 m");
  EXPECT_EQ(evidence.changes[0].varied_meaning, "at x = 15 m");
  EXPECT_NEAR(evidence.changes[1].relative(), 2, 1e-12);
}

/// Ends the work when a refined run has begun.
class StopsLate : public Observer {
 public:
  void on_progress(double, std::string_view what) override {
    is_refined_ = is_refined_ || what.starts_with("with ");
  }
  bool stop_requested() override { return is_refined_; }

 private:
  bool is_refined_ = false;
};

TEST(Evidence, ThatIsStoppedLeavesTheResultAsItIs) {
  StopsLate observer;
  const result::Result result =
      run_text(bridge("2", "step_ms = 2\n"), {.observer = &observer, .evidence = true});
  EXPECT_TRUE(result.ok());
  ASSERT_FALSE(result.cases.front().evidence.empty());
  for (const Evidence& evidence : result.cases.front().evidence) {
    EXPECT_EQ(evidence.failure, "stopped");
  }
}

}  // namespace
}  // namespace tread::study
