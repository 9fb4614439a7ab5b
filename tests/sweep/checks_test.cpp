#include "tread/sweep/checks.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "sweep/named_check.hpp"
#include "sweep/study_table.hpp"

namespace tread::sweep {
namespace {

using result::Check;
using standards::ComfortLevel;
using standards::TrackKind;

CaseTable one_case(const std::string& name, const std::string& unit, double value) {
  CaseTable table = product_of({speeds_km_h({250})});
  tell(table, name, unit, {value});
  return table;
}

Verdict verdict_on(const std::string& check, const std::string& number, double value,
                   const CheckSettings& settings) {
  return named(checks_of(one_case(number, "", value), settings), check).verdict;
}

/// A hair below passes, the limit itself passes, a hair above fails; turned round for at least.
void expect_limit(const std::string& check, const std::string& number, double limit,
                  const CheckSettings& settings) {
  const Check at = named(checks_of(one_case(number, "", limit), settings), check);
  EXPECT_EQ(at.verdict, Verdict::pass) << check;
  EXPECT_DOUBLE_EQ(at.limit, limit) << check;
  const double sign = at.bound == Check::Bound::at_most ? 1 : -1;
  EXPECT_EQ(verdict_on(check, number, limit * (1 - sign * 1e-9), settings), Verdict::pass) << check;
  EXPECT_EQ(verdict_on(check, number, limit * (1 + sign * 1e-9), settings), Verdict::fail) << check;
}

TEST(Checks, DeckAccelerationHasItsLimitFromTheTrack) {
  expect_limit("deck_acceleration", "max_deck_acceleration", 3.5, {});
  expect_limit("deck_acceleration", "max_deck_acceleration", 5.0,
               {.track = TrackKind::ballastless});
  expect_limit("deck_acceleration", "max_deck_acceleration", 2.5, {.deck_acceleration = 2.5});
}

TEST(Checks, DeflectionHasItsLimitFromTheSpan) {
  expect_limit("deflection", "max_deflection", 30.0 / 600, {.longest_span = 30});
  expect_limit("deflection", "max_deflection", 30.0 / 1000,
               {.longest_span = 30, .span_to_deflection = 1000});
}

TEST(Checks, ASpanThatVariesHasLimitsOfItsOwn) {
  CaseTable table = product_of({numbers("bridge.length", "m", {15, 30})});
  tell(table, "max_deflection", "m", {0.024, 0.040});  // 0.96 and 0.8 of L/600
  const Check check = named(checks_of(table, {.longest_span = 60}), "deflection");
  EXPECT_EQ(check.verdict, Verdict::pass);
  EXPECT_EQ(check.value, 0.024);
  EXPECT_DOUBLE_EQ(check.limit, 0.025);
  EXPECT_NEAR(check.margin(), 0.04, 1e-12);
  EXPECT_EQ(check.decided_by, "length 15 m");
}

TEST(Checks, ADeflectionIsHeldAgainstTheSpanItIsIn) {
  // 52 mm in the side span of 30 m exceed its 50 mm; 60 mm in the middle keep to 66.7 mm.
  CaseTable table = product_of({speeds_km_h({200, 250})});
  tell(table, "max_deflection", "m", {0.060, 0.052});
  tell(table, "position_of_max_deflection", "m", {50, 85});
  tell(table, "max_deflection_to_span", "", {0.060 / 40, 0.052 / 30});
  tell(table, "position_of_max_deflection_to_span", "m", {50, 85});
  const CheckSettings settings{.n_spans = 3, .longest_span = 40, .spans = {30, 40, 30}};
  const Check check = named(checks_of(table, settings), "deflection");
  EXPECT_EQ(check.verdict, Verdict::fail);
  EXPECT_NEAR(check.value, 0.052, 1e-12);
  EXPECT_DOUBLE_EQ(check.limit, 30.0 / 600);
  EXPECT_EQ(check.decided_by, "at 250 km/h, x = 85 m");
}

TEST(Checks, TheRadiusSeenFromAboveIsThatOfTheDeflectionGiven) {
  // Table A2.8 by hand: 30^2 / (8 * 0.01) = 11250 m keeps 6000 m up to 200 km/h, not 14000 m above.
  const auto radius = [](double speed_km_h, const CheckSettings& settings) {
    return named(checks_of(product_of({speeds_km_h({speed_km_h})}), settings), "horizontal_radius");
  };
  CheckSettings settings{.longest_span = 30, .horizontal_deflection = 0.01};
  EXPECT_NEAR(radius(200, settings).value, 11250, 1e-9);
  EXPECT_EQ(radius(120, settings).limit, 1700);
  EXPECT_EQ(radius(200, settings).limit, 6000);
  EXPECT_EQ(radius(200, settings).verdict, Verdict::pass);
  EXPECT_EQ(radius(250, settings).limit, 14000);
  EXPECT_EQ(radius(250, settings).verdict, Verdict::fail);
  settings.n_spans = 2;  // decks one behind the other
  EXPECT_EQ(radius(120, settings).limit, 3500);
  EXPECT_EQ(radius(200, settings).limit, 9500);
  EXPECT_EQ(radius(250, settings).limit, 17500);
  settings.horizontal_radius = 11000;
  EXPECT_EQ(radius(250, settings).verdict, Verdict::pass);
  EXPECT_EQ(radius(250, {}).verdict, Verdict::not_applicable);
}

TEST(Checks, DeflectionWithoutASpanIsNotApplicable) {
  const Check check = named(checks_of(one_case("max_deflection", "m", 1e-9), {}), "deflection");
  EXPECT_EQ(check.verdict, Verdict::not_applicable);
  EXPECT_EQ(check.note, "the span is not known; give checks.longest_span");
}

TEST(Checks, ComfortHasItsLimitFromTheLevel) {
  expect_limit("comfort", "max_body_acceleration", 1.0, {});
  expect_limit("comfort", "max_body_acceleration", 1.3, {.comfort = ComfortLevel::good});
  expect_limit("comfort", "max_body_acceleration", 2.0, {.comfort = ComfortLevel::acceptable});
  expect_limit("comfort", "max_body_acceleration", 0.5, {.comfort_acceleration = 0.5});
}

TEST(Checks, TheComfortChartIsAskedForAndThenAppliedWithItsFactors) {
  const CaseTable table = one_case("max_deflection", "m", 0.02);
  EXPECT_EQ(named(checks_of(table, {.longest_span = 30}), "comfort_deflection").note,
            "the value of the norm's chart for this span and speed is not given");
  CheckSettings settings{.longest_span = 30, .comfort_span_to_deflection = 2000};
  const Check one_span = named(checks_of(table, settings), "comfort_deflection");
  EXPECT_EQ(one_span.verdict, Verdict::pass);  // 1500 of 1400
  EXPECT_DOUBLE_EQ(one_span.value, 1500);
  EXPECT_DOUBLE_EQ(one_span.limit, 1400);
  settings.n_spans = 3;
  const Check three = named(checks_of(table, settings), "comfort_deflection");
  EXPECT_EQ(three.verdict, Verdict::fail);  // 1500 of 2000
  EXPECT_NEAR(three.margin(), -0.25, 1e-12);
  settings.longest_span.reset();
  EXPECT_EQ(named(checks_of(table, settings), "comfort_deflection").verdict,
            Verdict::not_applicable);
}

TEST(Checks, TwistAndRotationsAreCheckedWhereAModelHasThem) {
  expect_limit("twist", "max_twist", 1.5e-3, {});  // 250 km/h
  expect_limit("horizontal_rotation", "max_horizontal_rotation", 1.5e-3, {});
  expect_limit("end_rotation", "max_end_rotation", 6.5e-3, {});
  expect_limit("end_rotation", "max_end_rotation", 3.5e-3, {.n_tracks = 2});
  expect_limit("lateral_frequency", "first_lateral_frequency", 1.2, {});
}

TEST(Checks, LimitsBySpeedAreThoseOfTheDecidingCase) {
  CaseTable table = product_of({speeds_km_h({120, 200, 250})});
  tell(table, "max_twist", "m", {4.4e-3, 2.0e-3, 1.0e-3});
  const Check check = named(checks_of(table, {}), "twist");
  EXPECT_EQ(check.verdict, Verdict::pass);
  EXPECT_EQ(check.decided_by, "at 120 km/h");
  EXPECT_EQ(check.limit, 4.5e-3);
  table.rows[2].values[0] = 2.0e-3;  // less than at 120 km/h, but beyond the limit at 250
  const Check failed = named(checks_of(table, {}), "twist");
  EXPECT_EQ(failed.verdict, Verdict::fail);
  EXPECT_EQ(failed.decided_by, "at 250 km/h");
  EXPECT_EQ(failed.limit, 1.5e-3);
}

TEST(Checks, WhatAModelDoesNotHaveIsNotApplicableAndSaysWhy) {
  const std::vector<Check> checks = checks_of(one_case("max_deck_acceleration", "m/s2", 1), {});
  const std::vector<std::pair<std::string, std::string>> reasons = {
      {"deflection", "no case tells a deflection"},
      {"comfort", "the trains are forces and have no bodies"},
      {"twist", "the model has no torsion"},
      {"end_rotation", "no case tells the rotation at the ends"},
      {"horizontal_rotation", "the model has no lateral motion"},
      {"lateral_frequency", "the model has no lateral motion"},
      {"unloading", "the trains are forces that do not change"},
      {"wheel_force", "no case tells the forces of wheels"},
      {"derailment_quotient", "the model has no lateral forces"},
      {"sum_of_lateral_forces", "the model has no lateral forces"}};
  for (const auto& [name, why] : reasons) {
    EXPECT_EQ(named(checks, name).verdict, Verdict::not_applicable) << name;
    EXPECT_EQ(named(checks, name).note, why) << name;
  }
}

TEST(Checks, EachNamesItsClauseKeyAndTitle) {
  const std::vector<Check> checks = checks_of(one_case("max_deflection", "m", 1), {});
  EXPECT_EQ(checks.size(), 13u);
  for (const Check& check : checks) {
    EXPECT_FALSE(check.clause.empty()) << check.name;
    EXPECT_FALSE(check.title.empty()) << check.name;
    EXPECT_TRUE(check.limit_key.starts_with("checks.")) << check.name;
  }
}

TEST(Checks, TheDecidingCaseIsNamedWithAllThatVaries) {
  CaseTable table = product_of({trains({"HSLM-A1", "HSLM-A3"}), speeds_km_h({350, 360}),
                                numbers("bridge.damping_ratio", "", {0.01, 0.02})});
  tell(table, "max_deck_acceleration", "m/s2", {1, 1, 1, 1, 1, 1, -3.2, 1});
  const Check check = named(checks_of(table, {}), "deck_acceleration");
  EXPECT_EQ(check.value, 3.2);
  EXPECT_EQ(check.decided_by, "HSLM-A3 at 360 km/h, damping ratio 0.01");
}

TEST(Checks, CasesThatAreNotThereAreCounted) {
  CaseTable table = product_of({speeds_km_h({100, 150, 200, 250})});
  tell(table, "max_deck_acceleration", "m/s2", {1, 2, 9, 3});
  table.rows[2].state = CaseRow::State::failed;
  const Check one = named(checks_of(table, {}), "deck_acceleration");
  EXPECT_EQ(one.verdict, Verdict::pass);
  EXPECT_EQ(one.value, 3);
  EXPECT_EQ(one.note, "1 case is missing or failed and does not count");
  table.rows[1].state = CaseRow::State::missing;
  EXPECT_EQ(named(checks_of(table, {}), "deck_acceleration").note,
            "2 cases are missing or failed and do not count");
  for (CaseRow& row : table.rows) row.state = CaseRow::State::failed;
  const Check none = named(checks_of(table, {}), "deck_acceleration");
  EXPECT_EQ(none.verdict, Verdict::not_applicable);
  EXPECT_EQ(none.note, "no case was finished");
}

TEST(Checks, NothingPassesWhereAFinishedCaseDoesNotTell) {
  CaseTable table = product_of({speeds_km_h({100, 150, 200})});
  tell(table, "max_deck_acceleration", "m/s2", {1, k_not_told, 3});
  const Check check = named(checks_of(table, {}), "deck_acceleration");
  EXPECT_EQ(check.verdict, Verdict::not_applicable);
  EXPECT_EQ(check.note, "1 of 3 finished cases do not tell it; the others keep the limit");
  table.rows[0].values[0] = 4;  // but what is exceeded is exceeded
  const Check failed = named(checks_of(table, {}), "deck_acceleration");
  EXPECT_EQ(failed.verdict, Verdict::fail);
  EXPECT_EQ(failed.note, "1 case does not tell it");
}

TEST(Checks, InfinityFailsAndNotANumberDoesNotPass) {
  EXPECT_EQ(verdict_on("deck_acceleration", "max_deck_acceleration",
                       std::numeric_limits<double>::infinity(), {}),
            Verdict::fail);
  EXPECT_EQ(verdict_on("deck_acceleration", "max_deck_acceleration", k_not_told, {}),
            Verdict::not_applicable);
}

TEST(Checks, AnEmptyStudyPassesNothing) {
  for (const Check& check : checks_of({}, {})) {
    EXPECT_EQ(check.verdict, Verdict::not_applicable) << check.name;
  }
}

TEST(Checks, ALineSpeedLeavesFasterCasesOutAndAsksForOneFifthMore) {
  CaseTable table = product_of({speeds_km_h({200, 240, 245})});
  tell(table, "max_deck_acceleration", "m/s2", {1, 3, 9});
  const Check check = named(checks_of(table, {.line_speed = km_h(200)}), "deck_acceleration");
  EXPECT_EQ(check.verdict, Verdict::pass);
  EXPECT_EQ(check.value, 3);
  EXPECT_EQ(check.note, "1 case is faster than 1.2 times the speed of the line and does not count");
  const Check beyond = named(checks_of(table, {.line_speed = km_h(250)}), "deck_acceleration");
  EXPECT_EQ(beyond.verdict, Verdict::fail);
  EXPECT_EQ(beyond.note, "the cases end at 245 km/h; EN 1991-2 6.4.6.2 asks for 300 km/h");
  EXPECT_EQ(named(checks_of(table, {.line_speed = km_h(100)}), "deck_acceleration").note,
            "all cases are faster than the line's speed asks for");
}

TEST(Checks, ALimitThatWasGivenSaysSo) {
  const Check check =
      named(checks_of(one_case("max_deck_acceleration", "m/s2", 1), {.deck_acceleration = 2}),
            "deck_acceleration");
  EXPECT_EQ(check.note, "limit as given");
  EXPECT_EQ(check.limit, 2);
}

}  // namespace
}  // namespace tread::sweep
