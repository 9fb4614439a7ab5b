#include "tread/study/plausibility.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tread/casefile/case_toml.hpp"
#include "tread/study/run_case.hpp"

namespace tread::study {
namespace {

std::string axles_on_bridge(const std::string& stiffness, const std::string& mass) {
  return "scenario = \"moving_load\"\n[bridge]\nlength = 40\nbending_stiffness = " + stiffness +
         "\nmass_per_length = " + mass +
         "\nmodes = 3\n[train]\ndistances = [0, 3]\nforces_kN = [200]\nspeed = 60\n";
}

std::vector<std::string> notes_on(const std::string& text) {
  return run_case(casefile::parse_toml(text, "test.toml", {}), {}).cases.front().notes;
}

bool any_says(const std::vector<std::string>& notes, const std::string& words) {
  return std::ranges::any_of(
      notes, [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

TEST(Plausibility, OfAnOrdinaryBridgeNothingIsSaid) {
  const std::vector<std::string> notes = notes_on(axles_on_bridge("6e10", "15e3"));
  EXPECT_FALSE(any_says(notes, "right?"));
}

TEST(Plausibility, ASagOfMetresIsToldWithItsShareOfTheSpan) {
  // Static deflection of a force at midspan: P L^3/(48 EI) = 4e5 * 40^3/(48 * 1.2e8) = 4.4 m.
  const std::vector<std::string> notes = notes_on(axles_on_bridge("1.2e8", "15e3"));
  EXPECT_TRUE(any_says(notes, "bridges deflect by 1/600 or less"));
}

TEST(Plausibility, AFrequencyFarOutsideTheBandIsToldWithTheBand) {
  // 15 kg/m for 15 t/m: pi/(2 L^2) sqrt(EI/m) = 62 Hz. Figure 6.10 at 40 m: 2.66 to 6 Hz.
  const std::vector<std::string> notes = notes_on(axles_on_bridge("6e10", "15"));
  EXPECT_TRUE(any_says(notes, "62.1 Hz"));
  EXPECT_TRUE(any_says(notes, "2.66 to 6 Hz"));
}

TEST(Plausibility, WarningsAboutKeysAreNotesOfTheFirstCase) {
  const std::vector<std::string> notes = notes_on(axles_on_bridge("6e10", "15"));
  EXPECT_TRUE(any_says(notes, "bridge.mass_per_length of 15 kg/m is unusual (usually 200 to "));
}

}  // namespace
}  // namespace tread::study
