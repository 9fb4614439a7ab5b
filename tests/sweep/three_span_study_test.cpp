#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "named_check.hpp"
#include "study_folder.hpp"
#include "three_span_reference.hpp"
#include "tread/sweep/study_run.hpp"

namespace tread::sweep {
namespace {

/// A continuous bridge of 30 + 40 + 30 m under HSLM-A: every number that a study reports of a case,
/// and every check, against an analysis of its own (three_span_reference.hpp).
///
/// Here with two trains near the speeds that govern. All ten trains, 140 to 420 km/h, take some two
/// minutes, print the table of docs/verification.md and are run by
///   TREAD_FULL_STUDY=1 build/release/tests/sweep/test_sweep --gtest_filter='ThreeSpanStudy.*'

constexpr double k_within = 0.005;
constexpr double k_free_vibration = 1;  // s, as moving_load has it by default

struct Scope {
  double step;  // m, of the reference
  std::vector<int> trains;
  std::vector<double> speeds;  // km/h
};

bool is_full() { return std::getenv("TREAD_FULL_STUDY") != nullptr; }

Scope scope() {
  if (!is_full()) return {0.05, {1, 9}, {312.5, 355, 357.5}};
  Scope all{0.02, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {}};
  for (double speed = 140; speed <= 420; speed += 2.5) all.speeds.push_back(speed);
  return all;
}

std::string listed_trains(const std::vector<int>& trains) {
  std::vector<std::string> names;
  for (const int train : trains) names.push_back(fmt::format("\"HSLM-A{}\"", train));
  return fmt::format("[{}]", fmt::join(names, ", "));
}

/// The study as tread sweep has it: train by train, all speeds of each.
result::CaseResult study_of(const Scope& scope) {
  const StudyFolder folder(fmt::format("train.type = {}\ntrain.speed_km_h = [{}]\n",
                                       listed_trains(scope.trains), fmt::join(scope.speeds, ", ")),
                           "evidence = false\n");
  folder.folder().write("base.toml", R"(scenario = "moving_load"
[bridge]
spans = [30, 40, 30]
bending_stiffness = 120e9
mass_per_length = 18000
damping_ratio = 0.005
[train]
type = "HSLM-A1"
speed_km_h = 200
)");
  Ranks alone;
  StudyOptions options;
  options.folder = folder.out();
  options.workers = 2;
  return run_study(folder.read(), alone, options).result.cases.at(0);
}

const result::Table& table_named(const result::CaseResult& study, std::string_view name) {
  const auto found = std::ranges::find(study.tables, name, &result::Table::name);
  EXPECT_NE(found, study.tables.end()) << name;
  return *found;
}

const std::vector<double>& column(const result::Table& table, std::string_view name) {
  const auto found = std::ranges::find(table.columns, name, &result::Column::name);
  EXPECT_NE(found, table.columns.end()) << name;
  return found->values;
}

double scalar(const result::CaseResult& study, std::string_view name) {
  const auto found = std::ranges::find(study.scalars, name, &result::Scalar::name);
  EXPECT_NE(found, study.scalars.end()) << name;
  return found->value;
}

/// What the reference says of one case.
struct Expected {
  int train = 0;
  double speed = 0;  // km/h
  double static_deflection = 0;
  ReferenceExtremes extremes;
};

std::vector<Expected> expected_of(const Scope& scope, ReferenceBeam& beam) {
  std::vector<Expected> all;
  for (const int train : scope.trains) {
    beam.load(train);
    for (const double speed : scope.speeds) {
      all.push_back(
          {train, speed, beam.static_deflection(), beam.cross(speed / 3.6, k_free_vibration)});
    }
  }
  return all;
}

struct Compared {
  const char* number;
  ReferencePeak ReferenceExtremes::*peak;
};
constexpr Compared k_compared[] = {
    {"max_deflection", &ReferenceExtremes::deflection},
    {"max_deck_acceleration", &ReferenceExtremes::deck_acceleration},
    {"max_moment", &ReferenceExtremes::moment},
    {"max_shear", &ReferenceExtremes::shear},
    {"max_end_rotation", &ReferenceExtremes::end_rotation},
};

void expect_within(double value, double expected, const std::string& what) {
  EXPECT_NEAR(value, expected, k_within * std::abs(expected)) << what;
}

std::string words_of(const Expected& one, double x) {
  return fmt::format("HSLM-A{} at {:.6g} km/h, x = {:.6g} m", one.train, one.speed, x);
}

/// The case that comes closest to its limit, as the reference has it.
/// @param unit what the reference's peak and limit are multiplied with
void expect_check(const result::CaseResult& study, const char* name,
                  const std::vector<Expected>& expected, ReferencePeak ReferenceExtremes::*peak,
                  double limit, double unit = 1) {
  const auto most = std::ranges::max_element(
      expected, {}, [&](const Expected& one) { return (one.extremes.*peak).value; });
  const ReferencePeak& reference = most->extremes.*peak;
  const result::Check& check = named(study.checks, name);
  expect_within(check.value, unit * reference.value, name);
  EXPECT_DOUBLE_EQ(check.limit, unit * limit) << name;
  EXPECT_EQ(check.decided_by, words_of(*most, reference.x)) << name;
  EXPECT_EQ(check.verdict,
            reference.value <= limit ? result::Check::Verdict::pass : result::Check::Verdict::fail);
  if (!is_full()) return;
  fmt::print("{:18} {:.6g} against {:.6g} ({:+.2f} %), {}\n", name, check.value,
             unit * reference.value, 100 * (check.value / (unit * reference.value) - 1),
             check.decided_by);
}

/// Phi2, Phi3 and 1 + phi' + phi'' of EN 1991-2 6.4.5.2 and annex C.
void expect_dynamic_factors(const result::CaseResult& study, const ReferenceBeam& beam,
                            const std::vector<Expected>& expected) {
  const double length = 1.3 * (30 + 40 + 30) / 3.0;  // table 6.2: three spans, 1.3 of their mean
  EXPECT_NEAR(scalar(study, "determinant_length"), length, 1e-9);
  EXPECT_NEAR(scalar(study, "phi_2"), 1.44 / (std::sqrt(length) - 0.2) + 0.82, 1e-9);
  EXPECT_NEAR(scalar(study, "phi_3"), 2.16 / (std::sqrt(length) - 0.2) + 0.73, 1e-9);
  const double n0 = beam.frequency(1);
  expect_within(scalar(study, "first_frequency"), n0, "n0");
  EXPECT_NEAR(scalar(study, "n0_upper"), 94.76 * std::pow(length, -0.748), 1e-9);
  EXPECT_NEAR(scalar(study, "n0_lower"), 23.58 * std::pow(length, -0.592), 1e-9);
  const result::Table& factors = table_named(study, "dynamic_factors");
  const std::vector<double>& speeds = column(factors, "speed");
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const std::string at = fmt::format("at {:.6g} km/h", 3.6 * speeds[i]);
    double largest = 0;
    for (const Expected& one : expected) {
      if (std::abs(one.speed - 3.6 * speeds[i]) > 1e-6) continue;
      largest = std::max(largest, one.extremes.deflection.value / one.static_deflection);
    }
    expect_within(column(factors, "measured")[i], largest, "dynamic factor " + at);
    const double k = speeds[i] / (2 * length * n0);
    const double perfect = k < 0.76 ? k / (1 - k + std::pow(k, 4)) : 1.325;
    const double rough =
        std::max(0.0, (56 * std::exp(-std::pow(length / 10, 2)) +
                       50 * (length * n0 / 80 - 1) * std::exp(-std::pow(length / 20, 2))) /
                          100);
    expect_within(column(factors, "1_plus_phi_prime")[i], 1 + perfect, "phi' " + at);
    expect_within(column(factors, "1_plus_phi_prime_plus_phi_double_prime")[i], 1 + perfect + rough,
                  "phi'' " + at);
  }
}

TEST(ThreeSpanStudy, AgreesWithAnAnalysisOfItsOwn) {
  const Scope what = scope();
  const result::CaseResult study = study_of(what);
  ReferenceBeam beam({{30, 40, 30}, 120e9, 18000, 0.005}, what.step);
  const std::vector<Expected> expected = expected_of(what, beam);

  const result::Table& cases = table_named(study, "cases");
  ASSERT_EQ(cases.columns.front().values.size(), expected.size());
  for (const Compared& compared : k_compared) {
    double largest = 0;
    std::size_t n_same = 0;
    const std::vector<double>& values = column(cases, compared.number);
    const std::vector<double>& positions =
        column(cases, fmt::format("position_of_{}", compared.number));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const ReferencePeak& peak = expected[i].extremes.*(compared.peak);
      expect_within(values[i], peak.value,
                    fmt::format("{} of {}", compared.number, words_of(expected[i], peak.x)));
      largest = std::max(largest, std::abs(values[i] / peak.value - 1));
      n_same += std::abs(positions[i] - peak.x) < 0.01 ? 1 : 0;  // shear: a trace before piers
    }
    if (!is_full()) continue;
    fmt::print("{:22} differs by {:.3f} % at most, position the same in {} of {} cases\n",
               compared.number, 100 * largest, n_same, expected.size());
  }
  const std::vector<double>& at_rest = column(cases, "static_deflection");
  for (std::size_t i = 0; i < expected.size(); ++i) {
    expect_within(at_rest[i], expected[i].static_deflection,
                  fmt::format("static deflection of HSLM-A{}", expected[i].train));
  }

  expect_check(study, "deck_acceleration", expected, &ReferenceExtremes::deck_acceleration, 3.5);
  constexpr double k_middle_span = 40;  // m: where the deflection governs
  expect_check(study, "deflection", expected, &ReferenceExtremes::deflection_to_span, 1 / 600.0,
               k_middle_span);
  expect_check(study, "end_rotation", expected, &ReferenceExtremes::end_rotation, 6.5e-3);
  expect_dynamic_factors(study, beam, expected);
}

}  // namespace
}  // namespace tread::sweep
