#include "tread/reference/elastic_moduli.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <tuple>

#include "reference/quadrature.hpp"
#include "tread/core/errors.hpp"

namespace tread::reference {
namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();
constexpr std::array k_all = {Modulus::young, Modulus::poisson, Modulus::shear,
                              Modulus::bulk,  Modulus::lame,    Modulus::p_wave};

double value(const ElasticModuli& moduli, Modulus which) {
  const std::array values = {moduli.young, moduli.poisson, moduli.shear,
                             moduli.bulk,  moduli.lame,    moduli.p_wave};
  return values.at(static_cast<std::size_t>(which));
}

/// The textbook relations from bulk and shear modulus; the code under test never goes this way.
ElasticModuli from_bulk_and_shear(double K, double G) {
  return {.young = 9 * K * G / (3 * K + G),
          .poisson = (3 * K - 2 * G) / (2 * (3 * K + G)),
          .shear = G,
          .bulk = K,
          .lame = K - 2 * G / 3,
          .p_wave = K + 4 * G / 3};
}

void expect_equal(const ElasticModuli& actual, const ElasticModuli& expected, double tolerance) {
  for (const Modulus which : k_all) {
    const double scale = which == Modulus::poisson ? 1 : expected.young;
    EXPECT_NEAR(value(actual, which) / scale, value(expected, which) / scale, tolerance)
        << "modulus " << static_cast<int>(which);
  }
}

TEST(ElasticModuli, EachOfTheFifteenPairsInEitherOrderGivesBackTheSolid) {
  for (const double bulk_over_shear : {0.2, 0.5, 0.7, 1.0, 2.0, 5.0}) {  // nu from -0.44 to 0.41
    const ElasticModuli solid = from_bulk_and_shear(bulk_over_shear * 8e10, 8e10);
    for (const Modulus first : k_all) {
      for (const Modulus second : k_all) {
        if (first == second) continue;
        const bool ambiguous =
            std::min(first, second) == Modulus::young && std::max(first, second) == Modulus::p_wave;
        if (ambiguous && solid.poisson < 0) continue;  // the solid with nu > 0 is returned
        SCOPED_TRACE(testing::Message()
                     << "K/G " << bulk_over_shear << " from " << static_cast<int>(first) << ", "
                     << static_cast<int>(second));
        expect_equal(elastic_moduli({first, value(solid, first)}, {second, value(solid, second)}),
                     solid, 2e-14);
      }
    }
  }
}

TEST(ElasticModuli, SteelFromYoungAndPoisson) {
  const ElasticModuli steel = elastic_moduli({Modulus::young, 2.1e11}, {Modulus::poisson, 0.3});
  EXPECT_REL(steel.shear, 2.1e11 / 2.6, 4e-16);
  EXPECT_REL(steel.bulk, 1.75e11, 4e-16);
  EXPECT_EQ(steel.young, 2.1e11);
  EXPECT_EQ(steel.poisson, 0.3);
  const Material material = material_from(steel);
  EXPECT_EQ(material.shear_modulus, steel.shear);
  EXPECT_EQ(material.poisson_ratio, 0.3);
}

TEST(ElasticModuli, YoungAndPWaveModulusGiveTheSolidWithPositivePoissonRatio) {
  // M/E = (1 - nu)/((1 + nu)(1 - 2 nu)) = 4/3 is 8 nu^2 + nu - 1 = 0.
  const double positive = (-1 + std::sqrt(33.0)) / 16;
  const ElasticModuli solid = elastic_moduli({Modulus::young, 3e9}, {Modulus::p_wave, 4e9});
  EXPECT_REL(solid.poisson, positive, 1e-15);
  EXPECT_EQ(elastic_moduli({Modulus::young, 3e9}, {Modulus::p_wave, 3e9}).poisson, 0);
}

TEST(ElasticModuli, AlmostIncompressibleSolidsLoseNoDigits) {
  const double G = 1.2345678e6;
  const double K = 9.8765432e14;
  const ElasticModuli expected = from_bulk_and_shear(K, G);
  const ElasticModuli from_shear = elastic_moduli({Modulus::shear, G}, {Modulus::bulk, K});
  const ElasticModuli from_young =
      elastic_moduli({Modulus::young, expected.young}, {Modulus::bulk, K});
  const ElasticModuli from_lame =
      elastic_moduli({Modulus::young, expected.young}, {Modulus::lame, expected.lame});
  const ElasticModuli from_p_wave =
      elastic_moduli({Modulus::young, expected.young}, {Modulus::p_wave, expected.p_wave});
  for (const ElasticModuli& solid : {from_shear, from_young, from_lame, from_p_wave}) {
    EXPECT_REL(solid.shear, G, 2e-15);
    EXPECT_REL(solid.bulk, K, 2e-15);
    EXPECT_REL(solid.lame, expected.lame, 2e-15);
    EXPECT_REL(solid.p_wave, expected.p_wave, 2e-15);
  }
}

TEST(ElasticModuli, IncompressibleSolidsHaveInfiniteBulkLameAndPWaveModulus) {
  const ElasticModuli rubber = elastic_moduli({Modulus::young, 1.5e8}, {Modulus::poisson, 0.5});
  EXPECT_EQ(rubber.bulk, k_infinity);
  EXPECT_EQ(rubber.lame, k_infinity);
  EXPECT_EQ(rubber.p_wave, k_infinity);
  EXPECT_DOUBLE_EQ(rubber.shear, 5e7);
  for (const Modulus endless : {Modulus::bulk, Modulus::lame, Modulus::p_wave}) {
    EXPECT_EQ(elastic_moduli({endless, k_infinity}, {Modulus::shear, 5e7}).young, 1.5e8);
    EXPECT_EQ(elastic_moduli({Modulus::young, 1.5e8}, {endless, k_infinity}).poisson, 0.5);
  }
}

TEST(ElasticModuli, ImpossibleOrUndeterminedPairsAreRefusedWithTheirValues) {
  const auto refused = [](KnownModulus a, KnownModulus b, const std::string& message) {
    expect_model_error([&] { elastic_moduli(a, b); }, message);
  };
  refused(
      {Modulus::young, 4e10}, {Modulus::shear, 1e10},
      "no elastic solid follows from a Young modulus of 40000000000 Pa and a shear modulus of "
      "10000000000 Pa: they would need a shear modulus of 10000000000 Pa and a Poisson ratio of 1, "
      "which must be > 0 and in (-1, 0.5]");
  refused(
      {Modulus::p_wave, 2.5}, {Modulus::young, 3.5},
      "no elastic solid follows from a Young modulus of 3.5 Pa and a P-wave modulus of 2.5 Pa: the "
      "P-wave modulus is never smaller than the Young modulus");
  refused(
      {Modulus::poisson, 0.0}, {Modulus::lame, 0.0},
      "no elastic solid follows from a Poisson ratio of 0 and a first Lame constant of 0 Pa: at a "
      "Poisson ratio of 0 the first Lame constant is 0 and tells nothing of the stiffness");
  refused({Modulus::young, -2.5}, {Modulus::poisson, 0.25},
          "no elastic solid follows from a Young modulus of -2.5 Pa and a Poisson ratio of 0.25: a "
          "modulus must be > 0");
  refused(
      {Modulus::young, 2.5}, {Modulus::poisson, 0.75},
      "no elastic solid follows from a Young modulus of 2.5 Pa and a Poisson ratio of 0.75: the "
      "Poisson ratio must be > -1 and <= 0.5");
  refused(
      {Modulus::young, 2.5}, {Modulus::young, 2.5},
      "no elastic solid follows from a Young modulus of 2.5 Pa and a Young modulus of 2.5 Pa: two "
      "different constants are needed");
  refused({Modulus::young, std::nan("")}, {Modulus::shear, 2.5},
          "no elastic solid follows from a Young modulus of nan Pa and a shear modulus of 2.5 Pa: "
          "values "
          "must be finite numbers (a rigid body is Material::rigid())");
  refused({Modulus::bulk, k_infinity}, {Modulus::poisson, 0.5},
          "no elastic solid follows from a bulk modulus of inf Pa and a Poisson ratio of 0.5: an "
          "incompressible solid is fixed by its Young or shear modulus, and has an infinite bulk "
          "modulus, "
          "first Lame constant and P-wave modulus");
}

TEST(ElasticModuli, EveryUnstablePairIsRefused) {
  const auto pairs = std::to_array<std::tuple<Modulus, double, Modulus, double>>({
      {Modulus::young, 10, Modulus::bulk, 1},      // nu < -1
      {Modulus::shear, 1, Modulus::lame, -0.7},    // K < 0
      {Modulus::shear, 1, Modulus::lame, -2},      // nu > 1/2
      {Modulus::shear, 1, Modulus::p_wave, 1.3},   // K < 0
      {Modulus::shear, 1, Modulus::p_wave, 1},     // lambda + G = 0
      {Modulus::bulk, 1, Modulus::lame, 1.1},      // G < 0
      {Modulus::bulk, 1, Modulus::p_wave, 0.9},    // G < 0
      {Modulus::lame, 1, Modulus::p_wave, 0.9},    // G < 0
      {Modulus::lame, -2, Modulus::p_wave, 1},     // K < 0
      {Modulus::poisson, 0.5, Modulus::bulk, 1},   // G = 0
      {Modulus::poisson, 0.2, Modulus::lame, -1},  // G < 0
      {Modulus::poisson, 0.0, Modulus::lame, 1},
  });
  for (const auto& [first, a, second, b] : pairs) {
    EXPECT_THROW(elastic_moduli({first, a}, {second, b}), ModelError)
        << static_cast<int>(first) << " " << a << ", " << static_cast<int>(second) << " " << b;
  }
}

TEST(ElasticModuli, AuxeticSolidsExistButAreNoMaterialOfOurs) {
  const ElasticModuli foam = elastic_moduli({Modulus::young, 1e6}, {Modulus::poisson, -0.25});
  EXPECT_LT(foam.lame, 0);
  expect_model_error([&] { material_from(foam); },
                     "the Poisson ratio must lie in [0, 0.5], got -0.25");
}

}  // namespace
}  // namespace tread::reference
