#include "tread/result/units.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tread::result {
namespace {

TEST(Units, NumbersGetThePrefixThatFitsTheirMagnitude) {
  EXPECT_EQ(format_si(175298, "N"), "175.3 kN");
  EXPECT_EQ(format_si(4.639e-7, "m"), "463.9 nm");
  EXPECT_EQ(format_si(5.6e-6, "m"), "5.6 µm");
  EXPECT_EQ(format_si(0.46, "m"), "460 mm");
  EXPECT_EQ(format_si(-0.25, "N"), "-250 mN");
  EXPECT_EQ(format_si(2.5e8, "N/m"), "250 MN/m");
  EXPECT_EQ(format_si(0.0123, "s", 3), "12.3 ms");
}

TEST(Units, BeyondAllPrefixesTheBareUnitIsUsed) {
  EXPECT_EQ(format_si(2e-12, "m"), "0.002 nm");
  EXPECT_EQ(format_si(2e-13, "m"), "2e-13 m");
  EXPECT_EQ(format_si(3e13, "N"), "30000 GN");
  EXPECT_EQ(format_si(3e15, "N"), "3e+15 N");
}

TEST(Units, ContactPressuresAreInMPaAndElasticModuliInGPa) {
  EXPECT_EQ(format_si(1.2345e9, "Pa"), "1234.5 MPa");
  EXPECT_EQ(format_si(2.1e11, "Pa"), "210 GPa");
}

TEST(Units, AreasTakeThePowerOfThePrefixHoweverTheyAreSpelled) {
  EXPECT_EQ(format_si(1.13e-4, "m²"), "113 mm²");
  EXPECT_EQ(format_si(1.13e-4, "m^2"), "113 mm²");
  EXPECT_EQ(format_si(2e-8, "m2"), "0.02 mm²");
  EXPECT_EQ(format_si(3e-11, "m²"), "30 µm²");
  EXPECT_EQ(format_si(8.8, "m²"), "8.8 m²");
  EXPECT_EQ(format_si(2e-9, "m³"), "2 mm³");
}

TEST(Units, LengthsAndTimesStopAtMetreAndSecond) {
  EXPECT_EQ(format_si(12345, "m"), "12345 m");
  EXPECT_EQ(format_si(3600, "s"), "3600 s");
}

TEST(Units, RoundingNeverShowsAThousandOfASmallerUnit) {
  EXPECT_EQ(format_si(999.9999, "N"), "1 kN");
  EXPECT_EQ(format_si(999.4, "N"), "999.4 N");
}

TEST(Units, UnitsWithoutAPrefixAreLeftAlone) {
  EXPECT_EQ(format_si(0.28, ""), "0.28");
  EXPECT_EQ(format_si(3e-12, "1/Pa"), "3e-12 1/Pa");
  EXPECT_EQ(format_si(0.001, "mol"), "0.001 mol");
  EXPECT_EQ(format_si(5, "Nm"), "5 Nm");
}

TEST(Units, ZeroAndNumbersThatAreNoneAreSaidPlainly) {
  EXPECT_EQ(format_si(0, "N"), "0 N");
  EXPECT_EQ(format_si(-0.0, "N"), "0 N");
  EXPECT_EQ(format_si(std::nan(""), "Pa"), "not a number Pa");
  EXPECT_EQ(format_si(std::numeric_limits<double>::infinity(), "m"), "infinite m");
}

TEST(Units, TheScaledUnitTimesTheScaledValueIsTheValue) {
  for (const double value : {3e-10, 2e-7, 4e-5, 0.6, 12.0, 3.3e4, 7e7, 9e11}) {
    const ScaledUnit unit = scaled_unit(value, "N");
    EXPECT_DOUBLE_EQ(value / unit.size * unit.size, value);
    EXPECT_GE(value / unit.size, 0.3);
    EXPECT_LT(value / unit.size, 1000);
  }
}

}  // namespace
}  // namespace tread::result
