#include <gtest/gtest.h>

#include <numbers>

#include "casefile_toml/friction_text.hpp"
#include "casefile_toml/toml_support.hpp"

namespace tread::casefile {
namespace {

using PrescribedKind = Prescribed::Kind;
using Type = Motion::Type;

TEST(FrictionToml, WithoutMotionThereIsNoFriction) {
  EXPECT_EQ(contact_of(k_ball).motion.type, Type::none);
}

TEST(FrictionToml, AShiftIsGivenByDistances) {
  const ContactCase c = contact_of(k_ball + k_coulomb +
                                   "[motion]\ntype = 'shift'\nshift_x_um = 3\nshift_y = -1e-6\n"
                                   "rotation_deg = 90\nspin_centre_x_mm = 2\n");
  EXPECT_EQ(c.motion.type, Type::shift);
  EXPECT_EQ(c.motion.longitudinal.kind, PrescribedKind::motion);
  EXPECT_DOUBLE_EQ(c.motion.longitudinal.value, 3e-6);
  EXPECT_DOUBLE_EQ(c.motion.lateral.value, -1e-6);
  EXPECT_DOUBLE_EQ(c.motion.spin, std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(c.motion.spin_centre_x, 2e-3);
  EXPECT_EQ(c.friction.static_coefficient(), 0.3);
  EXPECT_EQ(c.friction.nominal_coefficient(), 0.3);
}

TEST(FrictionToml, AMotionOfNothingPressesWithFriction) {
  const ContactCase c = contact_of(k_ball + k_coulomb + "[motion]\ntype = 'shift'\n");
  EXPECT_EQ(c.motion.longitudinal.value, 0);
  EXPECT_EQ(c.motion.lateral.value, 0);
}

TEST(FrictionToml, SteadyRollingIsGivenByCreepages) {
  const ContactCase c =
      contact_of(k_ball + k_coulomb +
                 "[motion]\ntype = 'steady_rolling'\nlongitudinal_creepage = 0.001\n"
                 "lateral_creepage = -0.002\nspin_creepage_per_mm = 0.0005\n"
                 "[rolling]\nspeed_km_h = 36\ndirection_deg = 180\n");
  EXPECT_EQ(c.motion.type, Type::steady_rolling);
  EXPECT_EQ(c.motion.longitudinal.value, 0.001);
  EXPECT_EQ(c.motion.lateral.value, -0.002);
  EXPECT_DOUBLE_EQ(c.motion.spin, 0.5);
  EXPECT_DOUBLE_EQ(c.rolling.speed.value(), 10);
  EXPECT_DOUBLE_EQ(c.rolling.direction, std::numbers::pi);
  EXPECT_FALSE(c.rolling.step.has_value());
  EXPECT_TRUE(std::holds_alternative<HalfSpaceModel>(c.model));
}

TEST(FrictionToml, TheSpeedMayBeLeftOutWithCoulombsLaw) {
  const ContactCase c = contact_of(k_ball + k_coulomb + "[motion]\ntype = 'steady_rolling'\n");
  EXPECT_FALSE(c.rolling.speed.has_value());
}

TEST(FrictionToml, AForceMayBePrescribedInEitherDirection) {
  const ContactCase c = contact_of(k_ball + k_coulomb +
                                   "[motion]\ntype = 'steady_rolling'\nlongitudinal_force = -20\n"
                                   "relative_lateral_force = 0.1\n");
  EXPECT_EQ(c.motion.longitudinal.kind, PrescribedKind::force);
  EXPECT_EQ(c.motion.longitudinal.value, -20);
  EXPECT_EQ(c.motion.lateral.kind, PrescribedKind::relative_to_bound);
  EXPECT_EQ(c.motion.lateral.value, 0.1);
}

TEST(FrictionToml, StaticAndKineticFrictionMayDiffer) {
  const ContactCase c =
      contact_of(k_ball +
                 "[motion]\ntype = 'shift'\nrelative_longitudinal_force = 1.2\n"
                 "[friction]\nstatic_coefficient = 0.5\nkinetic_coefficient = 0.3\n");
  EXPECT_EQ(c.friction.static_coefficient(), 0.5);
  EXPECT_EQ(c.friction.nominal_coefficient(), 0.3);
}

TEST(FrictionToml, AFallingLawHasOneOrTwoParts) {
  const std::string rolling = k_ball + "[motion]\ntype = 'steady_rolling'\n[rolling]\nspeed = 10\n";
  const ContactCase one = contact_of(rolling +
                                     "[friction]\nlaw = 'exponential'\nkinetic_coefficient = 0.14\n"
                                     "falling_heights = [0.19]\nhalf_velocities_mm_s = [1250]\n");
  const auto& law = std::get<FallingFriction>(one.friction.law);
  EXPECT_EQ(law.shape, FallingFriction::Shape::exponential);
  EXPECT_EQ(law.kinetic_coefficient, 0.14);
  EXPECT_EQ(law.terms[0].height, 0.19);
  EXPECT_DOUBLE_EQ(law.terms[0].half_velocity, 1.25);
  EXPECT_EQ(law.terms[1].height, 0);
  EXPECT_EQ(law.branch, FallingFriction::Branch::low_slip);
  const ContactCase two =
      contact_of(rolling +
                 "[friction]\nlaw = 'rational'\nkinetic_coefficient = 0.1\n"
                 "falling_heights = [0.1, 0.2]\nhalf_velocities = [1, 2]\n"
                 "memory_distance_um = 3\nmemory_velocity_mm_s = 1\nrow_factors = [1, 0.5]\n"
                 "branch = 'high_slip'\n"
                 "[grid]\ncells_y = 2\n");
  EXPECT_DOUBLE_EQ(two.friction.static_coefficient(), 0.4);
  EXPECT_DOUBLE_EQ(two.friction.memory.distance, 3e-6);
  EXPECT_DOUBLE_EQ(two.friction.memory.velocity, 1e-3);
  EXPECT_EQ(std::get<FallingFriction>(two.friction.law).branch, FallingFriction::Branch::high_slip);
  EXPECT_EQ(two.friction.row_factors, (std::vector<double>{1, 0.5}));
}

TEST(FrictionToml, ATransientRollsADistanceInSteps) {
  const ContactCase c =
      contact_of(k_ball + k_coulomb +
                 "[motion]\ntype = 'transient_rolling'\nrelative_longitudinal_force = "
                 "0.5\n[rolling]\ndistance_mm = 10\nstep_mm = 0.1\noutput_every = 5\n"
                 "scheme = 'interpolated'\nstart = 'shift'\n");
  EXPECT_EQ(c.motion.type, Type::transient_rolling);
  EXPECT_DOUBLE_EQ(c.rolling.distance.value(), 0.01);
  EXPECT_DOUBLE_EQ(c.rolling.step.value(), 1e-4);
  EXPECT_EQ(c.rolling.output_every, 5);
  EXPECT_EQ(c.rolling.scheme, Rolling::Scheme::interpolated);
  EXPECT_EQ(c.rolling.start, Rolling::Start::shift);
  EXPECT_TRUE(c.schedule.distance.empty());
}

TEST(FrictionToml, ATransientIsWorldFixedAndUntouchedUnlessSaidOtherwise) {
  const ContactCase c = contact_of(k_ball + k_coulomb +
                                   "[motion]\ntype = 'transient_rolling'\n[rolling]\nsteps = 7\n");
  EXPECT_EQ(c.rolling.scheme, Rolling::Scheme::world_fixed);
  EXPECT_EQ(c.rolling.start, Rolling::Start::untouched);
  EXPECT_EQ(c.rolling.n_steps, 7);
  EXPECT_FALSE(c.rolling.distance.has_value());
}

TEST(FrictionToml, AScheduleChangesLoadAndForcesOverTheDistance) {
  const ContactCase c =
      contact_of("[shape]\ntype = 'sphere'\nradius = 0.01\n" + k_coulomb +
                 "[motion]\ntype = 'transient_rolling'\nlateral_creepage = 0.001\n"
                 "[schedule]\ndistance_mm = [0, 1, 4]\nnormal_force = [100, 120, 90]\n"
                 "longitudinal_force = [0, 10, -5]\nspin_creepage = [0, 0.1, 0.2]\n");
  EXPECT_EQ(c.load.kind, Load::Kind::force);
  EXPECT_EQ(c.load.value, 100);
  EXPECT_EQ(c.motion.longitudinal.kind, PrescribedKind::force);
  EXPECT_EQ(c.motion.lateral.kind, PrescribedKind::motion);
  EXPECT_EQ(c.motion.lateral.value, 0.001);
  EXPECT_EQ(c.schedule.distance, (std::vector<double>{0, 0.001, 0.004}));
  EXPECT_EQ(c.schedule.load, (std::vector<double>{100, 120, 90}));
  EXPECT_EQ(c.schedule.longitudinal, (std::vector<double>{0, 10, -5}));
  EXPECT_TRUE(c.schedule.lateral.empty());
  EXPECT_EQ(c.schedule.spin, (std::vector<double>{0, 0.1, 0.2}));
  EXPECT_DOUBLE_EQ(c.rolling.distance.value(), 0.004);
}

TEST(FrictionToml, AScheduleMayRunOverTime) {
  const ContactCase c =
      contact_of(k_ball + k_coulomb +
                 "[motion]\ntype = 'transient_rolling'\n[rolling]\nspeed = 20\n"
                 "[schedule]\ntime_ms = [0, 1]\nlongitudinal_creepage = [0, 0.001]\n");
  EXPECT_EQ(c.schedule.distance, (std::vector<double>{0, 0.02}));
  EXPECT_EQ(c.motion.longitudinal.kind, PrescribedKind::motion);
}

TEST(FrictionToml, EveryModelCanBeChosen) {
  const auto model = [](const std::string& name, const std::string& more = "") {
    return contact_of(k_ball + k_coulomb +
                      "[motion]\ntype = 'steady_rolling'\n[contact]\nmodel = '" + name + "'\n" +
                      more)
        .model;
  };
  EXPECT_TRUE(std::holds_alternative<HalfSpaceModel>(model("half_space")));
  EXPECT_TRUE(std::holds_alternative<LinearModel>(model("linear")));
  EXPECT_TRUE(std::holds_alternative<ShenHedrickElkinsModel>(model("shen_hedrick_elkins")));
  EXPECT_TRUE(std::holds_alternative<Polach1999Model>(model("polach_1999")));
  const auto polach = std::get<Polach2005Model>(
      model("polach_2005", "adhesion_reduction = 0.3\nslip_reduction = 0.1\n"));
  EXPECT_EQ(polach.adhesion_reduction, 0.3);
  EXPECT_EQ(polach.slip_reduction, 0.1);
  const auto fastsim = std::get<FastsimModel>(
      model("fastsim",
            "traction_bound = 'elliptic'\nflexibility_mm3_N = 2e-5\ninitial_slope = 0.5\n"
            "final_slope_ratio = 0.02\nslope_decay = 0.6\n"));
  EXPECT_EQ(fastsim.bound, FastsimModel::Bound::elliptic);
  EXPECT_DOUBLE_EQ(fastsim.flexibility.value(), 2e-14);
  EXPECT_EQ(fastsim.initial_slope, 0.5);
  EXPECT_EQ(fastsim.final_slope_ratio, 0.02);
  EXPECT_EQ(fastsim.slope_decay, 0.6);
  EXPECT_EQ(std::get<FastsimModel>(model("fastsim")).bound, FastsimModel::Bound::parabolic);
}

TEST(FrictionToml, ALayerMayLieBetweenTheBodies) {
  const ContactCase c = contact_of(k_ball + k_coulomb +
                                   "[motion]\ntype = 'steady_rolling'\n[layer]\n"
                                   "shear_modulus_GPa = 8.2\nthickness_mm = 1.25\n");
  EXPECT_DOUBLE_EQ(std::get<HalfSpaceModel>(c.model).layer.value().flexibility(), 1.25e-3 / 8.2e9);
}

TEST(FrictionToml, ACreepCurveIsAListOrARange) {
  const ContactCase c = contact_of(k_ball + k_coulomb +
                                   "[motion]\ntype = 'steady_rolling'\nlateral_creepage = 0.002\n"
                                   "[creep_curve]\nlongitudinal_range = [-0.01, 0.02, 4]\n"
                                   "spin_per_mm = [0, 0.001]\n");
  ASSERT_TRUE(c.creep_table.has_value());
  ASSERT_EQ(c.creep_table->longitudinal.size(), 4U);
  EXPECT_EQ(c.creep_table->longitudinal.front(), -0.01);
  EXPECT_NEAR(c.creep_table->longitudinal[1], 0, 1e-17);
  EXPECT_EQ(c.creep_table->longitudinal.back(), 0.02);
  EXPECT_EQ(c.creep_table->lateral, (std::vector<double>{0.002}));
  EXPECT_EQ(c.creep_table->spin, (std::vector<double>{0, 1}));
  EXPECT_EQ(c.creep_table->n_points(), 8U);
}

TEST(FrictionToml, WhatCountsIsEchoed) {
  const CaseFile file =
      parse_toml(k_ball + k_coulomb + "[motion]\ntype = 'steady_rolling'\nlongitudinal_force = 3\n",
                 "case.toml", "");
  const auto has = [&](const std::string& key) {
    for (const EchoEntry& entry : file.echo) {
      if (entry.key == key) return true;
    }
    return false;
  };
  EXPECT_TRUE(has("motion.type"));
  EXPECT_TRUE(has("motion.longitudinal_force"));
  EXPECT_TRUE(has("motion.lateral_creepage"));
  EXPECT_TRUE(has("friction.law"));
  EXPECT_TRUE(has("rolling.direction"));
  EXPECT_FALSE(has("motion.longitudinal_creepage"));
  EXPECT_FALSE(has("rolling.scheme"));
  EXPECT_FALSE(has("contact.model"));
}

}  // namespace
}  // namespace tread::casefile
