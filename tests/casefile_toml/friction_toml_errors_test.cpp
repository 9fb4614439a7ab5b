#include <gtest/gtest.h>

#include "casefile_toml/friction_text.hpp"
#include "casefile_toml/toml_support.hpp"

namespace tread::casefile {
namespace {

const std::string k_rolling = "[motion]\ntype = 'steady_rolling'\n";
const std::string k_transient = "[motion]\ntype = 'transient_rolling'\n";
const std::string k_exponential =
    "[friction]\nlaw = 'exponential'\nkinetic_coefficient = 0.1\nfalling_heights = [0.2]\n"
    "half_velocities = [1]\n";

TEST(FrictionTomlErrors, NegativeFrictionIsRefused) {
  EXPECT_EQ(problems_of(k_ball + k_rolling + "[friction]\ncoefficient = -0.3\n"),
            "case.toml:9: friction.coefficient: must be >= 0, got -0.3");
}

TEST(FrictionTomlErrors, ACreepageThatIsNoNumberIsRefused) {
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_rolling + "lateral_creepage = nan\n"),
            "case.toml:10: motion.lateral_creepage: must be a finite number, got nan");
}

TEST(FrictionTomlErrors, MotionNeedsFriction) {
  EXPECT_EQ(problems_of(k_ball + k_rolling),
            "case.toml:7: motion.type: needs [friction] as well\n"
            "  hint: write [friction] and below it coefficient = 0.3, or another law");
  EXPECT_EQ(problems_of(k_ball + k_rolling + "[friction]\n"),
            "case.toml:8: friction.coefficient: is missing\n"
            "  hint: the friction coefficient; dry steel has about 0.3 to 0.6");
}

TEST(FrictionTomlErrors, FrictionNeedsMotion) {
  EXPECT_EQ(problems_of(k_ball + k_coulomb + "[rolling]\nspeed = 3\n"),
            "case.toml:6: [friction]: has no effect without [motion]\n"
            "  hint: motion.type says what moves; type = \"shift\" alone presses the bodies "
            "together with friction\n"
            "case.toml:8: [rolling]: has no effect without [motion]\n"
            "  hint: motion.type says what moves; type = \"shift\" alone presses the bodies "
            "together with friction");
}

TEST(FrictionTomlErrors, TheKindOfMotionMustBeSaid) {
  EXPECT_EQ(
      problems_of(k_ball + k_coulomb + "[motion]\n"),
      "case.toml:8: motion.type: is missing\n"
      "  hint: [motion] needs it: What kind of motion it is, \"shift\", \"steady_rolling\" or "
      "\"transient_rolling\"");
}

TEST(FrictionTomlErrors, CreepageAndForceOfOneDirectionExcludeEachOther) {
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_rolling +
                        "longitudinal_creepage = 0.001\nlongitudinal_force = 3\n"),
            "case.toml:11: motion.longitudinal_force: conflicts with motion.longitudinal_creepage "
            "of line 10\n"
            "  hint: give only one of the two");
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_transient +
                        "lateral_force = 1\n[schedule]\ndistance = [0, 1]\n"
                        "lateral_creepage = [0, 0.1]\n"),
            "case.toml:13: schedule.lateral_creepage: conflicts with motion.lateral_force of line "
            "10\n"
            "  hint: give only one of the two");
}

TEST(FrictionTomlErrors, KeysOfOtherMotionsAreRefused) {
  EXPECT_EQ(problems_of(k_ball + k_coulomb +
                        "[motion]\ntype = 'shift'\nspin_creepage = 1\n"
                        "[rolling]\nspeed = 3\n"),
            "case.toml:10: motion.spin_creepage: only for motion.type = steady_rolling or "
            "transient_rolling, here it is shift\n"
            "case.toml:12: rolling.speed: only for motion.type = steady_rolling or "
            "transient_rolling, here it is shift");
}

TEST(FrictionTomlErrors, AForceBeyondFrictionHasNoSolution) {
  const std::string hint =
      "\n  hint: the force, of both directions together, must stay below friction coefficient "
      "times normal force";
  EXPECT_EQ(
      problems_of(k_ball + k_coulomb + k_rolling + "longitudinal_force = -36\n"),
      "case.toml:10: motion.longitudinal_force: no solution: the force is 1.2 times what friction "
      "can carry, got -36" +
          hint);
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_rolling +
                        "relative_longitudinal_force = 0.6\nrelative_lateral_force = -0.8\n"),
            "case.toml:10: motion.relative_longitudinal_force: no solution: the force is 1 times "
            "what friction can carry, got 0.6" +
                hint);
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_transient +
                        "[schedule]\ndistance = [0, 1]\nrelative_lateral_force = [0.5, 1.5]\n"),
            "case.toml:12: schedule.relative_lateral_force: no solution: the force is 1.5 times "
            "what friction can carry, got [0.5, 1.5]" +
                hint);
  EXPECT_EQ(
      problems_of(k_ball + k_rolling + "lateral_force = 1\n[friction]\ncoefficient = 0\n"),
      "case.toml:8: motion.lateral_force: no solution: there is no friction to carry a force, "
      "got 1" +
          hint);
}

TEST(FrictionTomlErrors, WithAGivenApproachAForceIsJudgedLater) {
  EXPECT_EQ(problems_of("[load]\napproach = 1e-6\n[shape]\ntype = 'sphere'\nradius = 0.01\n" +
                        k_coulomb + k_rolling + "longitudinal_force = 1e9\n"),
            "");
}

TEST(FrictionTomlErrors, AStepWithoutLengthIsRefused) {
  const std::string hint =
      "\n  hint: a step of rolling has a length; without one take motion.type = \"shift\"";
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_transient + "[rolling]\nstep = 0\nsteps = 3\n"),
            "case.toml:11: rolling.step: must be > 0, got 0" + hint);
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_transient + "[rolling]\nstep_mm = -2\nsteps = 3\n"),
            "case.toml:11: rolling.step_mm: must be > 0, got -2" + hint);
}

TEST(FrictionTomlErrors, RollingBackwardsIsADirection) {
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_rolling + "[rolling]\nspeed_km_h = -80\n"),
            "case.toml:11: rolling.speed_km_h: must be > 0, got -80\n"
            "  hint: to roll the other way set rolling.direction_deg = 180");
}

TEST(FrictionTomlErrors, StaticBelowKineticFrictionIsRefused) {
  EXPECT_EQ(problems_of(k_ball + k_rolling +
                        "[friction]\nstatic_coefficient = 0.2\nkinetic_coefficient = 0.3\n"),
            "case.toml:9: friction.static_coefficient: must not be below kinetic_coefficient = "
            "0.3, got 0.2\n"
            "  hint: friction at rest is at least that of sliding");
  EXPECT_EQ(problems_of(k_ball + k_rolling + "[friction]\nkinetic_coefficient = 0.3\n"),
            "case.toml:9: friction.kinetic_coefficient: needs friction.static_coefficient as well\n"
            "  hint: friction.coefficient is both");
}

TEST(FrictionTomlErrors, AFallingLawNeedsAVelocity) {
  EXPECT_EQ(problems_of(k_ball + k_rolling + k_exponential),
            "case.toml:9: friction.law: needs rolling.speed as well, got \"exponential\"\n"
            "  hint: the slip velocity is slip times rolling speed: write speed (m/s) or "
            "speed_km_h in [rolling]");
  EXPECT_EQ(problems_of(k_ball + "[motion]\ntype = 'shift'\n" + k_exponential),
            "case.toml:9: friction.law: needs rolling: a shift has no velocity, got "
            "\"exponential\"\n"
            "  hint: motion.type = \"steady_rolling\" or \"transient_rolling\", or law = "
            "\"coulomb\"");
}

TEST(FrictionTomlErrors, AFallingLawNeedsAllItsNumbers) {
  EXPECT_EQ(problems_of(k_ball + k_rolling +
                        "[rolling]\nspeed = 1\n[friction]\nlaw = 'linear'\n"
                        "kinetic_coefficient = 0.1\nhalf_velocities = [1]\n"),
            "case.toml:10: friction.falling_heights: is missing\n"
            "  hint: friction.law = linear needs it: One or two parts that fall to nothing: added "
            "to the kinetic coefficient");
  EXPECT_EQ(problems_of(k_ball + k_rolling +
                        "[rolling]\nspeed = 1\n[friction]\nlaw = 'linear'\n"
                        "kinetic_coefficient = 0.1\nhalf_velocities = [1]\n"
                        "falling_heights = [0.1, 0.2]\n"),
            "case.toml:13: friction.half_velocities: must be 2 numbers, as falling_heights are, "
            "not 1");
}

TEST(FrictionTomlErrors, ASpinCentreNeedsSpin) {
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_rolling + "spin_centre_y = 0.001\n"),
            "case.toml:10: motion.spin_centre_y: needs motion.spin_creepage, motion.rotation, "
            "schedule.spin_creepage, creep_curve.spin or creep_curve.spin_range as well");
}

TEST(FrictionTomlErrors, ATransientMustEnd) {
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_transient),
            "case.toml: rolling.distance: is missing\n"
            "  hint: a transient needs rolling.distance, rolling.steps or a [schedule]");
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_transient + "[rolling]\ndistance = 1\nsteps = 2\n"),
            "case.toml:12: rolling.steps: conflicts with rolling.distance of line 11\n"
            "  hint: give only one of the two");
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_transient + "[rolling]\ndistance = 1\nstep = 2\n"),
            "case.toml:11: rolling.distance: must not be below rolling.step = 2 m, got 1");
}

TEST(FrictionTomlErrors, AScheduleAscendsAndItsListsAreEquallyLong) {
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_transient +
                        "[schedule]\ndistance = [0, 2, 1]\nlateral_creepage = [0, 0, 0]\n"),
            "case.toml:11: schedule.distance: must ascend, but 2 is followed by 1");
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_transient +
                        "[schedule]\ndistance = [0, 2]\nlateral_creepage = [0, 0, 0]\n"),
            "case.toml:12: schedule.lateral_creepage: has 3 values, schedule.distance has 2");
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_transient +
                        "[schedule]\ntime = [0, 2]\nlateral_creepage = [0, 0]\n"),
            "case.toml:11: schedule.time: needs rolling.speed as well");
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_transient +
                        "[schedule]\ndistance = [0, 2]\nnormal_force = [1, 2]\n"),
            "case.toml:12: schedule.normal_force: conflicts with load.force of line 2\n"
            "  hint: give only one of the two");
}

TEST(FrictionTomlErrors, AFastModelIsSteadyAndTakesCreepages) {
  EXPECT_EQ(problems_of(k_ball + k_coulomb +
                        "[motion]\ntype = 'shift'\nlateral_force = 1\n"
                        "[contact]\nmodel = 'linear'\n"),
            "case.toml:12: contact.model: is for steady rolling only, got \"linear\"\n"
            "case.toml:12: contact.model: takes creepages, not forces, got \"linear\"");
}

TEST(FrictionTomlErrors, AFastModelNeedsAnEllipse) {
  EXPECT_EQ(problems_of("[load]\nforce = 100\n[shape]\ntype = 'flat_punch'\nradius = 0.01\n" +
                        k_coulomb + k_rolling + "[contact]\nmodel = 'fastsim'\n"),
            "case.toml:11: contact.model: needs the contact ellipse of Hertz, got \"fastsim\"\n"
            "  hint: shapes that have one: sphere, paraboloid, ellipsoid, wheel_on_rail, and "
            "quadric with b2 = b4 = b5 = b6 = 0");
}

TEST(FrictionTomlErrors, AFastModelKnowsFewLaws) {
  EXPECT_EQ(problems_of(k_ball + k_rolling +
                        "[contact]\nmodel = 'polach_1999'\n[rolling]\n"
                        "speed = 1\n" +
                        k_exponential),
            "case.toml:9: contact.model: knows no falling friction, got \"polach_1999\"");
}

TEST(FrictionTomlErrors, KeysOfOtherModelsAreRefused) {
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_rolling + "[contact]\nslip_reduction = 0.4\n"),
            "case.toml:11: contact.slip_reduction: only for contact.model = polach_2005, here it "
            "is half_space");
}

TEST(FrictionTomlErrors, RowFactorsMatchTheRows) {
  EXPECT_EQ(problems_of(k_ball + k_rolling +
                        "[friction]\ncoefficient = 0.3\nrow_factors = [1, 1]\n"
                        "[grid]\ncells_y = 3\n"),
            "case.toml:10: friction.row_factors: has 2 factors, the grid 3 rows of cells");
}

TEST(FrictionTomlErrors, ACreepCurveIsSteadyAndMadeOfCreepages) {
  EXPECT_EQ(
      problems_of(k_ball + k_coulomb + k_rolling +
                  "lateral_force = 1\n[creep_curve]\nlongitudinal = [0, 0.001]\n"),
      "case.toml:11: [creep_curve]: is made of creepages, but motion.lateral_force prescribes "
      "a force");
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_rolling +
                        "[creep_curve]\nlongitudinal_range = [0, 0.001, 2.5]\n"),
            "case.toml:11: creep_curve.longitudinal_range: the third number must be how many there "
            "are, 1 or more, got [0, 0.001, 2.5]\n"
            "  hint: [0, 0.01, 11] are 0, 0.001, ... 0.01");
  EXPECT_EQ(problems_of(k_ball + k_coulomb + k_rolling +
                        "[creep_curve]\nlongitudinal_range = [0, 0.001, 5000]\n"
                        "spin_range = [0, 0.001, 5000]\n"),
            "case.toml:10: [creep_curve]: 5000 x 1 x 5000 creepages are too many, the limit is "
            "1e+06");
}

TEST(FrictionTomlErrors, SpinHasNoPlaceInLineContact) {
  EXPECT_EQ(
      problems_of("[load]\nforce = 100\n[shape]\ntype = 'cylinder'\nradius = 0.01\n" + k_coulomb +
                  k_rolling +
                  "spin_creepage = 1\n[rolling]\ndirection_deg = 90\n[grid]\n"
                  "line_contact = true\n"),
      "case.toml:10: motion.spin_creepage: has no place in line contact\n"
      "case.toml:12: rolling.direction_deg: must be 0 or 180 degrees in line contact, got 90\n"
      "  hint: nothing changes along y");
}

}  // namespace
}  // namespace tread::casefile
