#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>
#include <utility>

#include "casefile_inp/wheel_rail_text.hpp"
#include "support/temporary_folder.hpp"
#include "tread/profile/standard_profiles.hpp"

namespace tread::casefile {
namespace {

using profile::Side;

TEST(InpWheelRail, EveryNumberArrivesInSiUnits) {
  const CaseFile file = WheelRailText{}.read();
  ASSERT_EQ(file.wheels_on_rails.size(), 1U);
  EXPECT_EQ(file.n_cases(), 1U);
  const WheelOnRailCase& c = file.wheels_on_rails.front();
  EXPECT_EQ(c.title, "case 1");
  EXPECT_EQ(c.side, Side::right);
  EXPECT_TRUE(c.rolls);
  EXPECT_EQ(c.solver.tolerance, 1e-5);
  EXPECT_EQ(std::get<CoulombFriction>(c.friction.law).static_coefficient, 0.3);
  EXPECT_DOUBLE_EQ(c.patches.element_x, 0.2e-3);
  EXPECT_DOUBLE_EQ(c.patches.element_y, 0.4e-3);
  EXPECT_DOUBLE_EQ(c.patches.separate_angle, std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(c.patches.separate_distance, 8e-3);
  EXPECT_DOUBLE_EQ(c.patches.combine_distance, 4e-3);
  EXPECT_DOUBLE_EQ(c.rail.lateral, 1e-3);
  EXPECT_DOUBLE_EQ(c.rail.vertical, 2e-3);
  EXPECT_DOUBLE_EQ(c.rail.lateral_velocity, 3e-3);
  EXPECT_DOUBLE_EQ(c.rail.vertical_velocity, 4e-3);
  EXPECT_DOUBLE_EQ(c.pair->track.gauge, 1.435);
  EXPECT_DOUBLE_EQ(c.pair->track.gauge_height, 0.014);
  EXPECT_DOUBLE_EQ(c.pair->wheelset.flange_back_distance, 1.36);
  EXPECT_DOUBLE_EQ(c.pair->wheelset.flange_back_position, -0.07);
  EXPECT_DOUBLE_EQ(c.pair->wheelset.nominal_radius, 0.46);
  EXPECT_DOUBLE_EQ(c.motion.pose.lateral, 5e-3);
  EXPECT_EQ(c.vertical_force, 10000.0);
  EXPECT_TRUE(c.motion.velocity.isApprox(Eigen::Vector3d(2, 0.01, 0.02), 1e-15));
}

TEST(InpWheelRail, BodyOneIsTheRail) {
  const WheelOnRailCase c = WheelRailText{}.read().wheels_on_rails.front();
  EXPECT_DOUBLE_EQ(c.bodies.lower.shear_modulus, 82e9);
  EXPECT_DOUBLE_EQ(c.bodies.lower.poisson_ratio, 0.28);
  EXPECT_DOUBLE_EQ(c.bodies.upper.shear_modulus, 80e9);
  EXPECT_DOUBLE_EQ(c.bodies.upper.poisson_ratio, 0.27);
}

/// Rx(roll) Rz(yaw), CONTACT's order, of the case of WheelRailText.
Eigen::Matrix3d turn_of_case() {
  return (Eigen::AngleAxisd(0.01, Eigen::Vector3d::UnitX()) *
          Eigen::AngleAxisd(std::numbers::pi / 9, Eigen::Vector3d::UnitZ()))
      .toRotationMatrix();
}

TEST(InpWheelRail, RollComesBeforeYaw) {
  const WheelOnRailCase c = WheelRailText{}.read().wheels_on_rails.front();
  const Eigen::Vector3d axle =
      Eigen::AngleAxisd(c.motion.pose.yaw, Eigen::Vector3d::UnitZ()) *
      (Eigen::AngleAxisd(c.motion.pose.roll, Eigen::Vector3d::UnitX()) * Eigen::Vector3d::UnitY());
  EXPECT_TRUE(axle.isApprox(turn_of_case().col(1), 1e-14));
  EXPECT_NEAR(c.motion.pose.roll, 0.00939690, 1e-8);  // asin(cos 20° sin 0.01)
}

TEST(InpWheelRail, AngularVelocitiesAreAboutTheAxesOfTheWheelset) {
  const Eigen::Vector3d expected = turn_of_case() * Eigen::Vector3d(0.1, -4, 0.2);
  const WheelOnRailCase c = WheelRailText{}.read().wheels_on_rails.front();
  EXPECT_TRUE(c.motion.angular_velocity.isApprox(expected, 1e-14));
  // Position and velocity kept: E = 0.
  const CaseFile file = WheelRailText{.more = "1 MODULE\n0203100\n0111000\n0100001"}.read();
  EXPECT_TRUE(file.wheels_on_rails.at(1).motion.angular_velocity.isApprox(expected, 1e-14));
}

/// Beside the profiles of the examples, an arc of 100 mm from -50 to 50 mm: a barrel as it is.
struct BarrelFolder {
  testing_support::TemporaryFolder folder;

  BarrelFolder() {
    std::string text;
    for (int y = -50; y <= 50; ++y) {
      text += std::to_string(y) + " " + std::to_string(std::sqrt(1e4 - y * y) - 100) + "\n";
    }
    folder.write("barrel.txt", text);
    const std::filesystem::path rail = "uic60_1to40.prr";
    std::filesystem::copy_file(TREAD_EXAMPLES / rail, folder.path() / rail);
  }
  WheelRailText text(const std::string& behind_smooth) const {
    return {.wheel = "'barrel.txt' 0 1.0 0.0 " + behind_smooth, .folder = folder.path()};
  }
};

TEST(InpWheelRail, MirrorzTakesAWheelWithoutFlangeAsItIsOrMirrorsIt) {
  const BarrelFolder barrel;
  const double fall = 0.1 - std::sqrt(0.0075);
  for (const auto& [word, z] : {std::pair{"-1", -fall}, {"1", fall}}) {
    const WheelOnRailCase c = barrel.text(word).read().wheels_on_rails.front();
    EXPECT_NEAR(c.pair->wheel.height(0.05), z, 1e-8) << word;
    EXPECT_NEAR(c.pair->wheel.height(0), 0, 1e-12) << word;
  }
}

TEST(InpWheelRailErrors, MirrorzIsAskedForWhereAWheelHasNoFlange) {
  const BarrelFolder barrel;
  for (const char* none : {"", "0", "WFNAME, MIRRORY, SCALE, SMOOTH"}) {
    EXPECT_EQ(
        barrel.text(none).error(),
        "t.inp:13: WFNAME: " + (barrel.folder.path() / "barrel.txt").string() +
            ": has no flange that would tell whether its z counts up or down\n"
            "  hint: MIRRORZ, the value behind SMOOTH: -1 takes the wheel as it is, 1 mirrors "
            "it");
  }
}

TEST(InpWheelRail, ProfilesAreThoseOfTheirFiles) {
  const WheelOnRailCase c = WheelRailText{}.read().wheels_on_rails.front();
  EXPECT_EQ(c.pair->wheel.kind(), profile::ProfileKind::wheel);
  EXPECT_NEAR(c.pair->wheel.height(-0.055), 0.028, 1e-8);  // the tip of the flange
  EXPECT_NEAR(c.pair->rail.height(0.0), 0, 1e-9);
}

TEST(InpWheelRail, CantTurnsTheRailInwards) {
  const WheelOnRailCase c =
      WheelRailText{.track = "14. 0 1435. 0.025"}.read().wheels_on_rails.front();
  const WheelOnRailCase flat = WheelRailText{}.read().wheels_on_rails.front();
  const profile::Profile turned = profile::inclined(flat.pair->rail, std::tan(0.025));
  for (const double y : {-0.03, -0.01, 0.01}) {
    EXPECT_EQ(c.pair->rail.height(y), turned.height(y));
    EXPECT_NE(c.pair->rail.height(y), flat.pair->rail.height(y));
  }
}

TEST(InpWheelRail, LaterCasesKeepWhatZeroDigitsKeep) {
  const CaseFile file = WheelRailText{.more = kept_case("0203100")}.read();
  ASSERT_EQ(file.wheels_on_rails.size(), 2U);
  const WheelOnRailCase& before = file.wheels_on_rails[0];
  const WheelOnRailCase& c = file.wheels_on_rails[1];
  EXPECT_EQ(c.side, Side::left);
  EXPECT_EQ(c.pair, before.pair);  // the very same object
  EXPECT_EQ(c.patches.element_y, before.patches.element_y);
  EXPECT_EQ(c.rail.lateral, before.rail.lateral);
  EXPECT_EQ(c.vertical_force, 20000.0);
  EXPECT_DOUBLE_EQ(c.motion.pose.lateral, 6e-3);
  EXPECT_EQ(c.motion.pose.yaw, 0);
  EXPECT_DOUBLE_EQ(c.motion.velocity.x(), 3);
  EXPECT_FALSE(before.notes.empty());
  EXPECT_TRUE(c.notes.empty());  // told once
}

TEST(InpWheelRail, HeightsAreTakenWithoutAForce) {
  const WheelOnRailCase c = WheelRailText{.first = "1203000", .position = "0 5. 0.1 0. 0. 0."}
                                .read()
                                .wheels_on_rails.front();
  EXPECT_FALSE(c.vertical_force);
  EXPECT_DOUBLE_EQ(c.motion.pose.vertical, 0.1e-3);
}

TEST(InpWheelRail, AFlexibleWheelsetWithoutDeviationsIsRigid) {
  const std::string zeros = "0. 0. 0. 0. 0. 0. DXWHL\n0. 0. 0. 0. 0. 0. VXWHL";
  EXPECT_EQ((WheelRailText{.second = "0022035", .more = zeros}).error(), "");
}

TEST(InpWheelRail, NumbersInMetresAreTaken) {
  WheelRailText text;
  text.material = "0.28 0.28 82e9 82e9";
  text.grid = "0.2e-3 0.2e-3 1. 90d 8e-3 4e-3";
  text.track = "0.014 0 1.435 0.";
  text.dimensions = "1.36 -0.07 0.46";
  text.position = "0. 5e-3 1e4 0. 0. 0.";
  text.velocity = "2. 0. 0. 0. 0. -4.";
  const CaseFile file = parse_inp(text.text(), "t.inp", InpUnits::metre, text.folder);
  EXPECT_DOUBLE_EQ(file.wheels_on_rails.front().pair->track.gauge, 1.435);
  EXPECT_DOUBLE_EQ(file.wheels_on_rails.front().motion.velocity.x(), 2);
}

// ---- what is refused ----

TEST(InpWheelRailErrors, EachUnsupportedDigitIsNamed) {
  struct Row {
    WheelRailText text;
    const char* error;
  };
  const Row rows[] = {
      {{.first = "4203100"},
       "t.inp:2: C: a left wheel on a roller (CONFIG) is not supported, got 4"},
      {{.first = "1253100"}, "t.inp:2: B: the KPEC normal contact (BOUND) is not supported, got 5"},
      {{.first = "1202100"},
       "t.inp:2: T: transient rolling of wheel on rail (TANG) is not supported, got 2"},
      {{.first = "1203130"}, "t.inp:2: F: a rail on springs (FORCE) is not supported, got 3"},
      {{.second = "1022033"},
       "t.inp:3: V: friction that varies across the rail (VARFRC) is not supported, got 1"},
      {{.second = "0042033"},
       "t.inp:3: D: conformal contact on a curved grid (DISCNS) is not supported, got 4"},
      {{.second = "0052033"}, "t.inp:3: D: the search on a grid (DISCNS) is not supported, got 5"},
      {{.second = "0024033"}, "t.inp:3: C: conformal contact (INFLCF) is not supported, got 4"},
      {{.second = "0022333"},
       "t.inp:3: M: simplified theory (modified FASTSIM) of wheel on rail (MATER) is not "
       "supported, got 3"},
      {{.third = "3000001"}, "t.inp:4: H: surface temperature (HEAT) is not supported, got 3"},
      {{.first = "2203100"}, "t.inp:2: C: the control digit CONFIG must be one of 0 1 4 5, got 2"},
      {{.second = "0022093"}, "t.inp:3: Z: the control digit ZTRACK must be one of 0 1 2 3, got 9"},
  };
  for (const Row& row : rows) EXPECT_EQ(row.text.first_line_of_error(), row.error);
}

TEST(InpWheelRailErrors, ValuesThatCannotBeAreTold) {
  struct Row {
    WheelRailText text;
    const char* error;
  };
  const Row rows[] = {
      {{.grid = "0. 0.2 1. 90d 8. 4."}, "t.inp:8: DX: must be > 0, got 0."},
      {{.grid = "nan 0.2 1. 90d 8. 4."}, "t.inp:8: DX: must be a finite number, got nan"},
      {{.grid = "0.2 0.2 1. 90d 3. 4."}, "t.inp:8: D_SEP: must not be below D_COMB = 4., got 3."},
      {{.grid = "1e-4 1e-4 1. 90d 8. 4."},
       "t.inp:8: DX: a patch 30 mm wide would have 90000000000 elements of this size, which take "
       "about 36000 GB of memory; the limit is 64000000 elements, got 1e-4"},
      {{.track = "-1. 750. 0. 0."},
       "t.inp:9: GAUGHT: a rail placed by RAILY0 and RAILZ0 (GAUGHT <= 0) is not supported, got "
       "-1."},
      {{.track = "14. 2 1435. 0."},
       "t.inp:9: GAUGSQ: a gauge face other than the first is not supported, got 2"},
      {{.track = "14. 0 1435. 1."},
       "t.inp:9: CANT: must be an angle below 0.19 rad either way, got 1."},
      {{.deviation = "0. 0. 0.1 0. 0. 0."},
       "t.inp:11: ROLL: a rail that rolls is not supported, got 0.1"},
      {{.rail = "uic60_1to40.prr 0 1. 0."},
       "t.inp:10: RFNAME: must be the name of a file, in single quotes, got uic60_1to40.prr"},
      {{.rail = "'' 0 1. 0."}, "t.inp:10: RFNAME: must be the name of a file"},
      {{.rail = "'uic60_1to40.prr' 2 1. 0."}, "t.inp:10: MIRRORY: must be -1, 0 or 1, got 2"},
      {{.rail = "'uic60_1to40.prr' 0 3. 0."},
       "t.inp:10: SCALE: must be 1 (mm), 25.4 (inch) or 1000 (m), got 3."},
      {{.rail = "'uic60_1to40.prr' 0 1. 5."},
       "t.inp:10: SMOOTH: smoothing of profiles is not supported, got 5."},
      {{.rail = "'turnout.slcs' 0 1. 0."},
       "t.inp:10: RFNAME: profiles that vary along the rail or around the wheel (slices) are not "
       "supported, got turnout.slcs"},
      {{.dimensions = "1360. -70. 0."}, "t.inp:12: NOMRAD: must be > 0, got 0."},
      {{.position = "0. 5. -10000. 0. 0. 0."}, "t.inp:14: FZ: must be > 0, got -10000."},
      {{.position = "0. 5. 10000. 0. 2. 0."},
       "t.inp:14: YAW: must be an angle below 0.5 rad either way, got 2."},
      {{.velocity = "0. 0. 0. 0. 0. 0."},
       "t.inp:15: VS: steady rolling (T = 3) needs a wheelset that moves or turns, got 0"},
      {{.second = "0022035", .more = "0. 0. 0. 0.1 0. 0.\n0. 0. 0. 0. 0. 0."},
       "t.inp:16: DROLLW: a flexible wheelset is not supported, got 0.1"},
  };
  for (const Row& row : rows) EXPECT_EQ(row.text.first_line_of_error(), row.error);
}

TEST(InpWheelRailErrors, FilesThatCannotBeUsedAreTold) {
  const std::string folder = TREAD_EXAMPLES;
  EXPECT_EQ((WheelRailText{.rail = "'none.prr' 0 1. 0."}).error(),
            "t.inp:10: RFNAME: " + folder + "/none.prr: no such file");
  EXPECT_EQ((WheelRailText{.rail = "'s1002.prw' 0 1. 0."}).error(),
            "t.inp:10: RFNAME: " + folder +
                "/s1002.prw: was given as a rail, but the file says that it is a wheel (type = 1)");
  EXPECT_EQ((WheelRailText{.wheel = "'s1002.prw' 0 1. 0. 1"}).error(),
            "t.inp:13: WFNAME: " + folder +
                "/s1002.prw: mirrored in z as given, the profile is upside down: its flange points "
                "to the axle\n  hint: leave it out, and it is found out");
  EXPECT_EQ((WheelRailText{.folder = ""}).error(),
            "t.inp:10: RFNAME: no files can be read here, got uic60_1to40.prr");
}

TEST(InpWheelRailErrors, AFirstCaseHasNothingToKeep) {
  EXPECT_EQ((WheelRailText{.second = "0111002"}).error(),
            "t.inp:2: D: there is no case before it whose grid could be kept, got 1\n"
            "t.inp:2: C: there is no case before it whose material could be kept, got 1\n"
            "t.inp:2: L: there is no case before it whose friction law could be kept, got 1\n"
            "t.inp:2: Z: there is no case before it whose rail could be kept, got 0\n"
            "t.inp:2: E: there is no case before it whose wheel could be kept, got 2");
}

TEST(InpWheelRailErrors, CasesOfTwoModulesDoNotShareAFile) {
  EXPECT_EQ((WheelRailText{.more = "3 MODULE"}).error(),
            "t.inp:16: MODULE: the cases before are of module 1, got 3\n"
            "  hint: put cases of another module into a file of their own");
}

}  // namespace
}  // namespace tread::casefile
