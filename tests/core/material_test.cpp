#include "tread/core/material.hpp"

#include <gtest/gtest.h>

#include "tread/core/errors.hpp"

namespace tread {
namespace {

TEST(Material, ContactModulusOfTwoElasticBodiesIsTheSumOfTheirCompliances) {
  const Material a = Material::from_young(2.1e11, 0.3);
  const Material b = Material::from_young(7e10, 0.33);
  const double expected = 1 / ((1 - 0.3 * 0.3) / 2.1e11 + (1 - 0.33 * 0.33) / 7e10);
  EXPECT_NEAR(contact_modulus({a, b}) / expected, 1, 1e-14);
}

TEST(Material, ARigidBodyAddsNoCompliance) {
  const Material rubber = Material::from_young(1.5e8, 0.5);
  EXPECT_NEAR(contact_modulus({rubber, Material::rigid()}), 2e8, 1e-6);
  EXPECT_EQ(contact_modulus({rubber, Material::rigid()}),
            contact_modulus({Material::rigid(), rubber}));
  EXPECT_NEAR(contact_modulus({rubber, Material{1e26, 0.3}}), 2e8, 1e-6);
}

TEST(Material, LikeBodiesAreNotCoupledAndUnlikeOnesAre) {
  const Material steel = Material::from_young(2.1e11, 0.3);
  const Material rubber = Material::from_young(1.5e8, 0.4);
  EXPECT_EQ(compliance_of(BodyPair{steel, steel}).coupling, 0);
  // the softer body on top: K > 0 (Kalker), and the sign turns with the bodies
  EXPECT_GT(compliance_of(BodyPair{rubber, steel}).coupling, 0);
  EXPECT_EQ(compliance_of(BodyPair{rubber, steel}).coupling,
            -compliance_of(BodyPair{steel, rubber}).coupling);
}

TEST(Material, ImpossibleBodiesAreRefusedWithTheirValue) {
  const auto message = [](const BodyPair& bodies) -> std::string {
    try {
      check(bodies);
    } catch (const ModelError& error) {
      return error.what();
    }
    return "accepted";
  };
  const Material steel = Material::from_young(2.1e11, 0.3);
  EXPECT_EQ(message({Material{-1, 0.3}, steel}), "the shear modulus must be > 0 Pa, got -1");
  EXPECT_EQ(message({steel, Material{1e9, 0.6}}),
            "the Poisson ratio must lie in [0, 0.5], got 0.6");
  EXPECT_EQ(message({Material::rigid(), Material::rigid()}),
            "both bodies are rigid: at least one must be elastic");
}

}  // namespace
}  // namespace tread
