#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "profile/en15302_profiles.hpp"
#include "tread/core/errors.hpp"
#include "tread/profile/rigid_contact.hpp"
#include "tread/profile/standard_profiles.hpp"

namespace tread::profile::test {
namespace {

/// Gauge 1435.16 mm, 14 mm below the rails' tops; flange backs 1360 mm apart, wheels of 920 mm.
ContactSearch benchmark_side(char wheel, double smaller = 0) {
  return ContactSearch({enlarged(en15302_wheel(TREAD_TEST_DATA, wheel), -smaller),
                        en15302_rail(TREAD_TEST_DATA), WheelsetGeometry{},
                        TrackGeometry{1.43516, 0.014}});
}

RigidWheelset wheelset_of(const ConicityCase& c) {
  return {benchmark_side(c.left, c.smaller_left), benchmark_side(c.right)};
}

TEST(conicity_benchmark, all_combinations_lie_in_the_bands_of_en_15302) {
  for (const ConicityCase& c : k_conicity_cases) {
    const RigidWheelset wheelset = wheelset_of(c);
    const LateralRange range = wheelset.standing_range(15e-3, 0.1e-3, Roll::left_out);
    const RadiusDifference table = radius_difference(wheelset, range.from, range.to);
    for (int i = 0; i < 7; ++i) {
      const double wanted = c.conicity[i];
      EXPECT_NEAR(equivalent_conicity(table, 1e-3 * (i + 1)).by_integration, wanted,
                  conicity_tolerance(wanted))
          << c.name << " at " << i + 1 << " mm";
    }
  }
}

struct TabulatedDifference {
  double lateral, difference;  // mm
};

TEST(conicity_benchmark, radius_differences_are_those_of_the_annex) {
  // E2 and E3, annex E, on cone, jump, tread and flange. Profiles are files with five to seven
  // digits, gauges are told to 0.01 mm: 0.02 mm sideways are 0.2 mm of radius in the flange.
  const TabulatedDifference e2[] = {{1, 0.050}, {2, 0.100}, {3, 1.950},   {4, 2.517},
                                    {5, 3.163}, {6, 3.889}, {6.4, 5.392}, {6.6, 7.050}};
  const TabulatedDifference e3[] = {{1, 0.050}, {2, 0.100}, {3, 2.480},  {4, 2.722},
                                    {5, 2.947}, {6, 3.172}, {6.6, 3.307}};
  const auto compare = [](const RigidWheelset& wheelset, const auto& table) {
    for (const TabulatedDifference& row : table) {
      const RigidContact right = wheelset.at(1e-3 * row.lateral, 0, Roll::left_out);
      const RigidContact left = wheelset.at(-1e-3 * row.lateral, 0, Roll::left_out);
      const double tolerance = row.lateral > 6.2 ? 0.2 : 0.03;
      EXPECT_NEAR(1e3 * right.radius_difference(), row.difference, tolerance) << row.lateral;
      EXPECT_NEAR(1e3 * left.radius_difference(), -row.difference, tolerance) << row.lateral;
    }
  };
  compare(RigidWheelset(benchmark_side('B')), e2);
  compare(RigidWheelset(benchmark_side('H')), e3);
}

TEST(conicity_benchmark, roll_brings_the_flange_in_earlier_unless_y_counts_at_the_contact) {
  // At 6.6 mm wheels H touch their flanges if the wheelset rolls about its axle, as the annex has
  // it not; counted at the height of the contact the roll makes hardly a difference.
  const RigidWheelset wheelset(benchmark_side('H'));
  EXPECT_LT(wheelset.at(6.6e-3, 0, Roll::left_out).radius_difference(), 3.4e-3);
  EXPECT_GT(wheelset.at(6.6e-3, 0, Roll::followed).radius_difference(), 12e-3);
  const RadiusDifference level = radius_difference(wheelset, -7e-3, 7e-3);
  const RadiusDifference rolled = radius_difference(wheelset, -7e-3, 7e-3, 0.05e-3, Roll::followed);
  for (const double amplitude : {1e-3, 3e-3, 5e-3, 7e-3}) {
    EXPECT_NEAR(equivalent_conicity(rolled, amplitude).by_integration,
                equivalent_conicity(level, amplitude).by_integration, 0.02);
  }
}

TEST(conicity_benchmark, the_gauge_counts_from_the_highest_point_of_the_rail) {
  // The tabulated rail has its zero 0.49 mm below its top, at y = -32.402 it is 14 mm below it.
  for (const double lower : {0.0, 0.49e-3}) {
    const Profile rail = en15302_rail(TREAD_TEST_DATA);
    std::vector<ProfilePoint> points(rail.points().begin(), rail.points().end());
    for (ProfilePoint& point : points) point.z -= lower;
    const ContactSearch search({en15302_wheel(TREAD_TEST_DATA, 'A'),
                                Profile(ProfileKind::rail, "rail", points), WheelsetGeometry{},
                                TrackGeometry{1.43516, 0.014}});
    const double y = 1.43516 / 2 - search.rail_offset();
    EXPECT_NEAR(rail.height(y), 0.014, 1e-9) << lower;
  }
}

/// A table of a function of y over ±10 mm.
template <class Function>
RadiusDifference table_of(Function difference) {
  RadiusDifference table;
  for (int i = -2000; i <= 2000; ++i) {
    table.lateral.push_back(5e-6 * i);
    table.difference.push_back(difference(5e-6 * i));
  }
  return table;
}

TEST(conicity, wheels_of_unlike_radii_run_beside_the_middle) {
  // A jump from -h to +k at y = -2 mm: parabolas, whose amplitudes a and b to either side have
  // a h = b k and a + b = 2 A. Quarters of the wave are sqrt(2 a e r0 / h).
  const double h = 2e-3;
  const double k = 1e-3;
  RadiusDifference table;
  table.lateral = {-10e-3, -2e-3, -2e-3, 10e-3};
  table.difference = {-h, -h, k, k};
  const double scale = table.spacing * table.nominal_radius;
  for (const double amplitude : {1e-3, 4e-3}) {
    const double a = 2 * amplitude * k / (h + k);
    const double b = 2 * amplitude - a;
    const double wave = 2 * (std::sqrt(2 * a * scale / h) + std::sqrt(2 * b * scale / k));
    const EquivalentConicity conicity = equivalent_conicity(table, amplitude);
    EXPECT_NEAR(conicity.middle, -2e-3 + (b - a) / 2, 1e-9);
    EXPECT_NEAR(conicity.wavelength, wave, 1e-3 * wave);
    EXPECT_NEAR(conicity.by_integration, 2 * M_PI * M_PI * scale / (wave * wave),
                2e-3 * conicity.by_integration);
  }
}

TEST(conicity, a_wheelset_that_is_not_steered_has_none) {
  // Level within ±1.75 mm, as wheels I on the benchmark's rail.
  RadiusDifference table;
  table.lateral = {-10e-3, -1.75e-3, -1.75e-3, 1.75e-3, 1.75e-3, 10e-3};
  table.difference = {-2e-3, -2e-3, 0, 0, 2e-3, 2e-3};
  for (const double amplitude : {0.5e-3, 1e-3, 1.7e-3}) {
    const EquivalentConicity none = equivalent_conicity(table, amplitude);
    EXPECT_EQ(none.by_integration, 0);
    EXPECT_NEAR(none.by_regression, 0, 1e-12);
    EXPECT_EQ(none.wavelength, std::numeric_limits<double>::infinity());
    EXPECT_NEAR(none.middle, 0, 1e-9);
  }
  // Beyond it: a straight way of 3.5 mm at the speed that a parabola of 0.25 mm ends with.
  const double scale = table.spacing * table.nominal_radius;
  const double quarter = std::sqrt(2 * 0.25e-3 * scale / 2e-3);
  const double straight = 3.5e-3 / std::sqrt(2 * 2e-3 * 0.25e-3 / scale);
  const double wave = 4 * quarter + 2 * straight;
  EXPECT_NEAR(equivalent_conicity(table, 2e-3).wavelength, wave, 1e-3 * wave);
  // Cylinders have none anywhere.
  EXPECT_EQ(equivalent_conicity(table_of([](double) { return 0.0; }), 3e-3).by_integration, 0);
}

std::string conicity_refusal(const RadiusDifference& table, double amplitude) {
  try {
    equivalent_conicity(table, amplitude);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "moves";
}

TEST(conicity, negative_in_the_middle_it_is_that_of_the_valley_beside) {
  // Δr = c y (y² - b²) steers away from the middle, and back to ±b. Near b it is a cone of half
  // its slope there, c b²; from b √2 on a motion passes over both valleys.
  const double b = 3e-3;
  const double c = 5000;  // 1/m²
  const RadiusDifference table = table_of([&](double y) { return c * y * (y * y - b * b); });
  const EquivalentConicity beside = equivalent_conicity(table, 0.1e-3);
  EXPECT_NEAR(std::abs(beside.middle), b, 0.01e-3);
  EXPECT_NEAR(beside.by_integration, c * b * b, 0.01 * c * b * b);
  EXPECT_NEAR(equivalent_conicity(table, 5e-3).middle, 0, 1e-9);
  EXPECT_GT(equivalent_conicity(table, 5e-3).by_integration, 0);
  EXPECT_EQ(conicity_refusal(table, 3e-3),
            "a motion of the wheelset with an amplitude of 3 mm does not pass y = 0 mm: beside it "
            "the radius difference steers away from there, to either side");
}

TEST(conicity, why_there_is_no_motion_is_told) {
  const RadiusDifference away = table_of([](double y) { return -0.1 * y; });
  EXPECT_EQ(conicity_refusal(away, 3e-3),
            "a motion of the wheelset with an amplitude of 3 mm does not exist: the radius "
            "difference does not steer back between y = -10 and 10 mm");
  const RadiusDifference back = table_of([](double y) { return 0.1 * y; });
  EXPECT_EQ(conicity_refusal(back, 11e-3),
            "a motion of the wheelset with an amplitude of 11 mm does not stay between y = -10 and "
            "10 mm");
  // Unlike radii whose middle lies beyond the end of the table.
  const RadiusDifference aside = table_of([](double y) { return 0.1 * (y + 9e-3); });
  EXPECT_EQ(conicity_refusal(aside, 3e-3),
            "a motion of the wheelset with an amplitude of 3 mm does not stay between y = -10 and "
            "10 mm");
  EXPECT_EQ(conicity_refusal(aside, 0.5e-3), "moves");
}

}  // namespace
}  // namespace tread::profile::test
