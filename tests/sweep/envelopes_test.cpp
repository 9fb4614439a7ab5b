#include "tread/sweep/envelopes.hpp"

#include <gtest/gtest.h>

#include "sweep/study_table.hpp"
#include "tread/core/errors.hpp"

namespace tread::sweep {
namespace {

using result::Table;

void expect_values(const result::Column& column, const std::vector<double>& expected) {
  ASSERT_EQ(column.values.size(), expected.size()) << column.name;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(column.values[i])) << column.name << ' ' << i;
    } else {
      EXPECT_DOUBLE_EQ(column.values[i], expected[i]) << column.name << ' ' << i;
    }
  }
}

CaseTable two_trains_three_speeds() {
  CaseTable table = product_of({trains({"HSLM-A1", "HSLM-A2"}), speeds_km_h({300, 100, 200})});
  tell(table, "max_deflection", "m", {3, 1, 2, 6, 5, 1.5});
  return table;
}

TEST(Envelopes, HaveACurveATrainOverSortedSpeedsAndOneOverAll) {
  const std::vector<Table> tables = envelopes_of(two_trains_three_speeds());
  ASSERT_EQ(tables.size(), 1u);
  const Table& table = tables[0];
  EXPECT_EQ(table.name, "envelope_max_deflection");
  EXPECT_EQ(table.title, "Largest deflection over speed");
  EXPECT_EQ(table.look, Table::Look::curves);
  ASSERT_EQ(table.columns.size(), 4u);
  EXPECT_EQ(table.columns[0].name, "speed");
  EXPECT_EQ(table.columns[0].unit, "m/s");
  expect_values(table.columns[0], {km_h(100), km_h(200), km_h(300)});
  EXPECT_EQ(table.columns[1].name, "HSLM-A1");
  EXPECT_EQ(table.columns[1].unit, "m");
  expect_values(table.columns[1], {1, 2, 3});
  expect_values(table.columns[2], {5, 1.5, 6});
  EXPECT_EQ(table.columns[3].name, "envelope");
  expect_values(table.columns[3], {5, 2, 6});
}

TEST(Envelopes, WhateverElseVariesIsEnvelopedBySize) {
  CaseTable table = product_of(
      {speeds_km_h({100, 200}), numbers("bridge.damping_ratio", "", {0.005, 0.01, 0.02})});
  tell(table, "max_moment", "N m", {1, -4, 3, 2, 0, -1});
  const std::vector<Table> tables = envelopes_of(table);
  ASSERT_EQ(tables.size(), 1u);
  ASSERT_EQ(tables[0].columns.size(), 2u);  // no key of words: no curves of their own
  expect_values(tables[0].columns[1], {4, 2});
}

TEST(Envelopes, OfTheSmallestForceTheSmallestIsKept) {
  CaseTable table = product_of({trains({"A", "B"}), speeds_km_h({100, 200})});
  tell(table, "min_force_ratio", "", {0.7, 0, 0.4, 0.9});
  const std::vector<Table> tables = envelopes_of(table);
  ASSERT_EQ(tables.size(), 1u);
  expect_values(tables[0].columns[3], {0.4, 0});
}

TEST(Envelopes, FailedAndMissingCasesLeaveGapsAndNeverZeros) {
  CaseTable table = two_trains_three_speeds();
  table.rows[3].state = CaseRow::State::failed;   // A2 at 300, the largest
  table.rows[4].state = CaseRow::State::missing;  // A2 at 100
  table.rows[1].values[0] = k_not_told;           // A1 at 100
  table.rows[2].values.clear();                   // A1 at 200
  const Table envelope = envelopes_of(table)[0];
  expect_values(envelope.columns[1], {k_not_told, k_not_told, 3});
  expect_values(envelope.columns[2], {k_not_told, 1.5, k_not_told});
  expect_values(envelope.columns[3], {k_not_told, 1.5, 3});
}

TEST(Envelopes, AreNotMadeOfWhatNoCaseTells) {
  CaseTable table = product_of({speeds_km_h({100, 200})});
  tell(table, "max_shear", "N", {k_not_told, k_not_told});
  tell(table, "some_other_number", "N", {1, 2});
  EXPECT_TRUE(envelopes_of(table).empty());
}

TEST(Envelopes, AFrequencyThatNeverChangesHasNoCurve) {
  CaseTable table = product_of({speeds_km_h({100, 200})});
  tell(table, "first_frequency", "Hz", {5, 5});
  EXPECT_TRUE(envelopes_of(table).empty());
  table.rows[1].values[0] = 6;
  EXPECT_EQ(envelopes_of(table).size(), 1u);
}

TEST(Envelopes, WithoutASpeedTheListedKeyWithMostValuesIsTheAxis) {
  Varied seeds = numbers("irregularity.seed", "", {1, 2, 3, 4, 5});
  seeds.origin = Varied::Origin::drawn;
  CaseTable table = product_of(
      {seeds, numbers("bridge.length", "m", {20, 10, 30}), numbers("x.mass", "kg", {1, 2})});
  tell(table, "max_shear", "N", std::vector<double>(30, 1.0));
  EXPECT_EQ(envelopes_of(table)[0].columns[0].name, "length");
  expect_values(envelopes_of(table)[0].columns[0], {10, 20, 30});
}

TEST(Envelopes, AxisAndCurvesCanBeChosen) {
  CaseTable table = product_of({trains({"A", "B"}), speeds_km_h({100, 200}),
                                numbers("bridge.damping_ratio", "", {0.005, 0.01})});
  tell(table, "max_shear", "N", {1, 2, 3, 4, 5, 6, 7, 8});
  const Table t = envelopes_of(table, {.over = "bridge.damping_ratio",
                                       .curve_for_each = "train.speed",
                                       .marks = {{0.007, "here"}}})[0];
  ASSERT_EQ(t.columns.size(), 4u);
  expect_values(t.columns[0], {0.005, 0.01});
  expect_values(t.columns[1], {5, 6});  // 100 km/h, the worse of both trains
  expect_values(t.columns[2], {7, 8});
  ASSERT_EQ(t.marks.size(), 1u);
  EXPECT_EQ(t.marks[0].at, 0.007);
}

TEST(Envelopes, AKeyThatDoesNotVaryOrHasWordsIsRefusedAsAxis) {
  const CaseTable table = two_trains_three_speeds();
  const auto message = [&](const EnvelopeSettings& settings) -> std::string {
    try {
      envelopes_of(table, settings);
    } catch (const ModelError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({.over = "bridge.length"}),
            "envelopes: bridge.length does not vary in this study; name one of its varied keys");
  EXPECT_EQ(message({.over = "train.type"}),
            "envelopes: the values of train.type are words; an x axis needs numbers");
  EXPECT_NE(message({.curve_for_each = "bridge.length"}), "");
}

TEST(Envelopes, ThereAreNoneWithoutAKeyOfNumbers) {
  CaseTable table = product_of({trains({"A", "B"})});
  tell(table, "max_shear", "N", {1, 2});
  EXPECT_TRUE(envelopes_of(table).empty());
}

CaseTable drawn(const std::vector<double>& values) {
  Varied seeds = numbers("irregularity.seed", "", values);
  seeds.origin = Varied::Origin::drawn;
  return product_of({seeds});
}

TEST(Statistics, AreThoseOfTheFinishedCases) {
  CaseTable table = drawn({1, 2, 3, 4, 5, 6});
  tell(table, "max_unloading", "", {0.1, 0.2, 0.3, 0.4, 9, k_not_told});
  table.rows[4].state = CaseRow::State::failed;
  const std::vector<Table> tables = statistics_of(table);
  ASSERT_EQ(tables.size(), 1u);
  const std::vector<result::Column>& columns = tables[0].columns;
  ASSERT_EQ(columns.size(), 8u);
  EXPECT_EQ(tables[0].name, "statistics_max_unloading");
  EXPECT_EQ(tables[0].title, "Largest unloading dQ/Q0: statistics over seed");
  EXPECT_EQ(columns[0].values[0], 4);
  EXPECT_DOUBLE_EQ(columns[1].values[0], 0.25);
  EXPECT_NEAR(columns[2].values[0], std::sqrt(0.05 / 3), 1e-15);
  EXPECT_EQ(columns[3].values[0], 0.1);
  EXPECT_EQ(columns[4].name, "fractile_5_percent");
  EXPECT_NEAR(columns[4].values[0], 0.115, 1e-15);  // 0.15 of the way from the first to the second
  EXPECT_NEAR(columns[5].values[0], 0.25, 1e-15);
  EXPECT_EQ(columns[6].name, "fractile_95_percent");
  EXPECT_NEAR(columns[6].values[0], 0.385, 1e-15);  // 0.85 of the way from the third to the fourth
  EXPECT_EQ(columns[7].values[0], 0.4);
}

TEST(Statistics, AreThoseOfEachTrainAtEachSpeed) {
  // Seeds that are written down are a sample, too.
  CaseTable table = product_of(
      {numbers("rail.seed", "", {1, 2, 3, 4, 5}), trains({"A", "B"}), speeds_km_h({100, 200})});
  std::vector<double> values;
  for (int seed = 0; seed < 5; ++seed) {
    for (const double first : {1.0, 10.0, 100.0, 1000.0}) values.push_back(first * (1 + seed));
  }
  tell(table, "max_force", "N", values);
  const Table t = statistics_of(table)[0];
  EXPECT_EQ(t.title, "Largest axle force: statistics over seed for each type and speed");
  expect_values(t.columns[0], {1, 1, 2, 2});  // A, B
  EXPECT_EQ(t.columns[0].name, "train.type_number");
  expect_values(t.columns[1], {km_h(100), km_h(200), km_h(100), km_h(200)});
  expect_values(t.columns[2], {5, 5, 5, 5});
  expect_values(t.columns[3], {3, 30, 300, 3000});
  EXPECT_NEAR(t.columns[4].values[1], 10 * std::sqrt(2.5), 1e-12);
  expect_values(t.columns[5], {1, 10, 100, 1000});
  EXPECT_NEAR(t.columns[6].values[2], 120, 1e-12);
  expect_values(t.columns[7], {3, 30, 300, 3000});
  EXPECT_NEAR(t.columns[8].values[3], 4800, 1e-12);
  expect_values(t.columns[9], {5, 50, 500, 5000});
}

TEST(Statistics, OfOneCaseHaveNoDeviation) {
  CaseTable table = drawn({1});
  tell(table, "max_shear", "N", {-7});
  const Table t = statistics_of(table)[0];
  EXPECT_EQ(t.columns[1].values[0], 7);
  EXPECT_TRUE(std::isnan(t.columns[2].values[0]));
  EXPECT_EQ(t.columns[6].values[0], 7);
}

TEST(Statistics, AreNotMadeOfCasesThatWereChosen) {
  EXPECT_TRUE(statistics_of(two_trains_three_speeds()).empty());
}

}  // namespace
}  // namespace tread::sweep
