#include <gtest/gtest.h>

#include <numbers>

#include "casefile_inp/inp_text.hpp"
#include "tread/casefile/inp_reader.hpp"

/// The cases follow the make-up (control words, order of the groups) of the examples that come with
/// CONTACT: cattaneo, carter2d, bentall, catt_to_cart, spence35, veldep_fric, tractcurv, fastsim,
/// subsurf, plastic_3bl.
namespace tread::casefile {
namespace {

using PrescribedKind = Prescribed::Kind;
using Type = Motion::Type;

TEST(InpFriction, TZeroIsFrictionlessWhateverTheNumbersSay) {
  const ContactCase c = InpText{.load = "1000. 0.001 0.002 0.003 FN CKSI CETA CPHI"}.read_one();
  EXPECT_EQ(c.motion.type, Type::none);
}

TEST(InpFriction, AShiftHasLengthsAndAnAngle) {
  const ContactCase c =
      InpText{.first = "201100", .load = "1000. 0.004 -0.002 0.01 FN CKSI CETA CPHI"}.read_one();
  EXPECT_EQ(c.motion.type, Type::shift);
  EXPECT_EQ(c.motion.longitudinal.kind, PrescribedKind::motion);
  EXPECT_DOUBLE_EQ(c.motion.longitudinal.value, 4e-6);
  EXPECT_DOUBLE_EQ(c.motion.lateral.value, -2e-6);
  EXPECT_DOUBLE_EQ(c.motion.spin, 0.01);
  EXPECT_EQ(c.history, History::anew);
}

TEST(InpFriction, RollingHasCreepagesAndSpinPerLength) {
  InpText text = steady();
  text.load = "1000. 0.004 -0.002 0.0006 1. -2. FN CKSI CETA CPHI SPINXO SPINYO";
  const ContactCase c = text.read_one();
  EXPECT_EQ(c.motion.type, Type::steady_rolling);
  EXPECT_DOUBLE_EQ(c.motion.longitudinal.value, 0.004);
  EXPECT_DOUBLE_EQ(c.motion.lateral.value, -0.002);
  EXPECT_DOUBLE_EQ(c.motion.spin, 0.6);
  EXPECT_DOUBLE_EQ(c.motion.spin_centre_x, 1e-3);
  EXPECT_DOUBLE_EQ(c.motion.spin_centre_y, -2e-3);
}

TEST(InpFriction, AStepOfSteadyRollingThatIsNotUsedIsToldOf) {
  InpText text = steady();
  text.rolling = "0. 0.25 30000. CHI DQ VELOC";
  const CaseFile file = text.read();
  EXPECT_FALSE(file.cases[0].rolling.step);
  ASSERT_EQ(file.warnings.size(), 1U);
  EXPECT_NE(file.warnings[0].find(": DQ = 0.25 is not used in steady rolling (T = 3), where a step "
                                  "is an element long, "),
            std::string::npos)
      << file.warnings[0];
  // transient rolling takes it
  text.first[2] = '2';
  EXPECT_DOUBLE_EQ(text.read_one().rolling.step.value(), 0.25e-3);
  EXPECT_TRUE(text.read().warnings.empty());
}

TEST(InpFriction, InMetresNothingIsScaled) {
  InpText text = steady();
  text.first = "202100";
  text.load = "1000. 0.004 0. 0.6";
  const ContactCase c = text.read_one(InpUnits::metre);
  EXPECT_DOUBLE_EQ(c.motion.spin, 0.6);
  EXPECT_DOUBLE_EQ(c.rolling.speed.value(), 30000);
  EXPECT_DOUBLE_EQ(c.rolling.step.value(), 0.5);
}

TEST(InpFriction, ForcesAreRelativeToTheFrictionBound) {
  const ContactCase one = InpText{.first = "201110", .load = "9.2 -0.875 0.001 0."}.read_one();
  EXPECT_EQ(one.motion.longitudinal.kind, PrescribedKind::relative_to_bound);
  EXPECT_EQ(one.motion.longitudinal.value, -0.875);
  EXPECT_EQ(one.motion.lateral.kind, PrescribedKind::motion);
  EXPECT_DOUBLE_EQ(one.motion.lateral.value, 1e-6);
  const ContactCase two = InpText{.first = "201120", .load = "9.2 -0.875 0.1 0."}.read_one();
  EXPECT_EQ(two.motion.lateral.kind, PrescribedKind::relative_to_bound);
  EXPECT_EQ(two.motion.lateral.value, 0.1);
}

TEST(InpFriction, RollingIsReadBeforeTheMaterials) {
  InpText text = steady();
  text.first = "202100";
  text.rolling = "180.d 0.25 1000. CHI DQ VELOC";
  const ContactCase c = text.read_one();
  EXPECT_EQ(c.motion.type, Type::transient_rolling);
  EXPECT_DOUBLE_EQ(c.rolling.direction, std::numbers::pi);
  EXPECT_DOUBLE_EQ(c.rolling.step.value(), 0.25e-3);
  EXPECT_DOUBLE_EQ(c.rolling.speed.value(), 1);
  EXPECT_EQ(c.rolling.scheme, Rolling::Scheme::exact);
  EXPECT_EQ(c.rolling.n_steps, 1);
  EXPECT_DOUBLE_EQ(c.rolling.spin_offset, 1.0 / 6);
  EXPECT_DOUBLE_EQ(c.bodies.upper.shear_modulus, 80e9);
}

TEST(InpFriction, AnglesMayCarryTheirUnit) {
  InpText text = steady();
  const auto direction = [&](const char* chi) {
    text.rolling = std::string(chi) + " 0.5 30000.";
    return text.read_one().rolling.direction;
  };
  EXPECT_DOUBLE_EQ(direction("180.0d"), std::numbers::pi);
  EXPECT_DOUBLE_EQ(direction("-90D"), -std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(direction("0.35r"), 0.35);
  EXPECT_DOUBLE_EQ(direction("0.35"), 0.35);
  EXPECT_DOUBLE_EQ(direction("3.5d-1"), 0.35);
}

TEST(InpFriction, TheSpinOffsetMayBeGiven) {
  InpText text = steady();
  text.rolling = "0. 0.5 30000. 0.5 CHI DQ VELOC FACPHI";
  EXPECT_EQ(text.read_one().rolling.spin_offset, 0.5);
}

TEST(InpFriction, SteadyRollingStepsByOneElement) {
  EXPECT_FALSE(steady().read_one().rolling.step.has_value());
}

TEST(InpFriction, TheStepOfASteadyCaseIsKeptForATransientOne) {
  InpText text = steady();
  text.more = next_case("002100", "100000", "1000. 0.001 0. 0.");
  const CaseFile file = text.read();
  ASSERT_EQ(file.cases.size(), 2U);
  EXPECT_DOUBLE_EQ(file.cases[1].rolling.step.value(), 0.5e-3);
  EXPECT_EQ(file.cases[1].history, History::continues);
}

TEST(InpFriction, CoulombsLawIsRead) {
  const ContactCase c = InpText{.first = "201100", .friction = "0.4 0.4"}.read_one();
  EXPECT_EQ(std::get<CoulombFriction>(c.friction.law).static_coefficient, 0.4);
  EXPECT_EQ(c.friction.static_coefficient(), 0.4);
  EXPECT_EQ(c.friction.nominal_coefficient(), 0.4);
}

TEST(InpFriction, ADropFromRestToSlipIsTakenAndToldOf) {
  const CaseFile file = InpText{.first = "201100", .friction = "0.5 0.3"}.read();
  EXPECT_EQ(file.cases[0].friction.static_coefficient(), 0.5);
  EXPECT_EQ(file.cases[0].friction.nominal_coefficient(), 0.3);
  ASSERT_EQ(file.warnings.size(), 1U);
  EXPECT_EQ(file.warnings[0],
            "line 7: friction falls from FSTAT = 0.5 to FKIN = 0.3 in slip; CONTACT takes FSTAT "
            "for both");
}

TEST(InpFriction, ForcesOverFrictionAtRestBecomeForcesOverThatInSlip) {
  const ContactCase c =
      InpText{.first = "201110", .load = "1000. 0.6 0. 0.", .friction = "0.5 0.3"}.read_one();
  // 0.6 x 0.5 x 1000 N = 300 N = 1 x 0.3 x 1000 N
  EXPECT_DOUBLE_EQ(c.motion.longitudinal.value, 1);
}

TEST(InpFriction, FallingLawsAreReadWithMemory) {
  const auto law = [](const char* second) {
    InpText text = steady();
    text.second = second;
    text.friction = "0.14 0.19 1250. 0.01 20.\n0.003 1.0 MEMDST MEM_S0";
    return text.read_one().friction;
  };
  using Shape = FallingFriction::Shape;
  EXPECT_EQ(std::get<FallingFriction>(law("222020").law).shape, Shape::linear);
  EXPECT_EQ(std::get<FallingFriction>(law("322020").law).shape, Shape::rational);
  const Friction friction = law("422020");
  const auto& falling = std::get<FallingFriction>(friction.law);
  EXPECT_EQ(falling.shape, Shape::exponential);
  EXPECT_EQ(falling.kinetic_coefficient, 0.14);
  EXPECT_EQ(falling.terms[0].height, 0.19);
  EXPECT_DOUBLE_EQ(falling.terms[0].half_velocity, 1.25);
  EXPECT_EQ(falling.terms[1].height, 0.01);
  EXPECT_DOUBLE_EQ(falling.terms[1].half_velocity, 0.02);
  EXPECT_DOUBLE_EQ(friction.static_coefficient(), 0.34);
  EXPECT_DOUBLE_EQ(friction.memory.distance, 3e-6);
  EXPECT_DOUBLE_EQ(friction.memory.velocity, 1e-3);
}

/// As the program does it: INISLP > 0 begins without slip, < 0 with the rolling speed.
TEST(InpFriction, TheFirstSlipChoosesTheBranch) {
  const auto branch = [](const char* third, const std::string& solver) {
    InpText text = steady();
    text.second = "422020";
    text.friction = "0.14 0.19 1250. 0.01 20.\n0. 1.";
    text.third = third;
    text.solver = "999 100 30 1 1e-6\n" + solver;
    return std::get<FallingFriction>(text.read_one().friction.law).branch;
  };
  using Branch = FallingFriction::Branch;
  EXPECT_EQ(branch("000001", ""), Branch::as_before);
  EXPECT_EQ(branch("400001", "0 1.1"), Branch::as_before);
  EXPECT_EQ(branch("400001", "1 1.1"), Branch::low_slip);
  EXPECT_EQ(branch("400001", "-1 1.1"), Branch::high_slip);
  EXPECT_EQ(branch("200001", "0.9 0.9 -3 1.1"), Branch::high_slip);
  EXPECT_EQ(branch("300001", "0.9 0.9 2 1.1"), Branch::low_slip);
}

TEST(InpFriction, APartOfNoHeightNeedsNoVelocity) {
  InpText text = steady();
  text.second = "422020";
  text.friction = "0.18 0.12 100. 0. 0.\n0. 1.";
  const auto law = std::get<FallingFriction>(text.read_one().friction.law);
  EXPECT_EQ(law.terms[1].height, 0);
  EXPECT_GT(law.terms[1].half_velocity, 0);
}

TEST(InpFriction, RowsMayDifferByAFactor) {
  InpText text = steady();
  text.second = "3022020";
  text.friction = "";
  text.more = "0.2 0.2 FSTAT FKIN\n0.4 0.4";
  const ContactCase c = text.read_one();
  EXPECT_EQ(c.friction.static_coefficient(), 0.4);
  EXPECT_EQ(c.friction.row_factors, (std::vector<double>{0.5, 1}));
}

TEST(InpFriction, WithRowsForcesAreRelativeToTheLoad) {
  InpText text = steady();
  text.first = "203110";
  text.second = "3022020";
  text.load = "1000. 0.1 0. 0. FN FX CETA CPHI";
  text.friction = "";
  text.more = "0.2 0.2 FSTAT FKIN\n0.4 0.4";
  EXPECT_EQ(text.read_one().motion.longitudinal.kind, PrescribedKind::relative_to_load);
}

TEST(InpFriction, FastsimHasItsFlexibilityAndBound) {
  InpText text = steady();
  text.first = "233100";
  text.second = "022320";
  text.model = "0.54 0.02 0.62 K0_MF ALFAMF BETAMF";
  text.option = "-3";
  text.grid = "44 44 8. 4. 1.1 MX MY AA BB SCALE";
  text.base = text.distance = "";
  const auto three = std::get<FastsimModel>(text.read_one().model);
  EXPECT_EQ(three.bound, FastsimModel::Bound::parabolic);
  EXPECT_FALSE(three.flexibility.has_value());
  EXPECT_EQ(three.initial_slope, 0.54);
  EXPECT_EQ(three.final_slope_ratio, 0.02);
  EXPECT_EQ(three.slope_decay, 0.62);
  text.first = "223100";
  text.second = "022220";
  text.model = "2e-5 1. 1. 1. FLX K0_MF ALFAMF BETAMF";
  const auto one = std::get<FastsimModel>(text.read_one().model);
  EXPECT_EQ(one.bound, FastsimModel::Bound::elliptic);
  EXPECT_DOUBLE_EQ(one.flexibility.value(), 2e-14);
  text.first = "203100";
  EXPECT_EQ(std::get<FastsimModel>(text.read_one().model).bound, FastsimModel::Bound::half_space);
}

TEST(InpFriction, FastsimParametersAreKept) {
  InpText text = steady();
  text.first = "233100";
  text.second = "022320";
  text.model = "0.54 0.02 0.62";
  text.option = "-3";
  text.grid = "44 44 8. 4. 1.1";
  text.base = text.distance = "";
  text.more = next_case("233100", "100300", "1000. 0.001 0. 0.") + "\n" +
              next_case("203100", "100000", "1000. 0.001 0. 0.");
  const CaseFile file = text.read();
  ASSERT_EQ(file.cases.size(), 3U);
  EXPECT_EQ(std::get<FastsimModel>(file.cases[1].model).initial_slope, 0.54);
  EXPECT_TRUE(std::holds_alternative<HalfSpaceModel>(file.cases[2].model));
}

TEST(InpFriction, AnElasticLayerIsRead) {
  const ContactCase c = InpText{.first = "201100",
                                .second = "022420",
                                .model = "8200. 1.25 0. 0. GG3 LAYTHK TAU_C0 K_TAU"}
                            .read_one();
  const std::optional<ElasticLayer> layer = std::get<HalfSpaceModel>(c.model).layer;
  ASSERT_TRUE(layer.has_value());
  EXPECT_DOUBLE_EQ(layer->shear_modulus, 8.2e9);
  EXPECT_DOUBLE_EQ(layer->thickness, 1.25e-3);
  EXPECT_DOUBLE_EQ(layer->flexibility(), 1.25e-3 / 8.2e9);
}

TEST(InpFriction, TheHistoryDigitIsKept) {
  const auto history = [](const char* first) {
    InpText text{.first = "201100"};
    text.more = next_case(first, "100000", "1000. 0.001 0. 0.");
    return text.read().cases.at(1).history;
  };
  EXPECT_EQ(history("001100"), History::continues);
  EXPECT_EQ(history("101100"), History::normal_only);
  EXPECT_EQ(history("201100"), History::anew);
  EXPECT_EQ(history("301100"), History::same_step);
}

TEST(InpFriction, SteadyRollingHasNoHistory) {
  InpText text = steady();
  text.more = next_case("003100", "100000", "1000. 0.001 0. 0.");
  EXPECT_EQ(text.read().cases.at(1).history, History::anew);
}

TEST(InpFriction, AFirstCaseStartsAnewAndSaysSo) {
  const CaseFile file = InpText{.first = "001100"}.read();
  EXPECT_EQ(file.cases[0].history, History::anew);
  ASSERT_EQ(file.warnings.size(), 1U);
  EXPECT_EQ(file.warnings[0], "line 2: P = 0 has no case to go on from: the case starts anew");
}

TEST(InpFriction, AGridMayMoveByWholeElements) {
  InpText text{.first = "201110", .load = "1000. -0.657 0. 0."};
  text.more = next_case("001010", "121020",
                        "0.07 -0.657 0. 0. PEN FX CETA CPHI\n1\n3 2 -1. -2. 2. 2.\n1 1\n"
                        "0.01 0. 0.02 -0.04 0. 0.04");
  const CaseFile file = text.read();
  ASSERT_EQ(file.cases.size(), 2U);
  EXPECT_EQ(file.cases[1].history, History::continues);
  EXPECT_DOUBLE_EQ(grid_of(file.cases[1]).x0, 0);
}

TEST(InpFriction, FrictionIsKeptFromAFrictionlessCase) {
  InpText text{.friction = "0.7 0.7"};
  text.more = next_case("203111", "102000", "1. 0.999 0. 0.\n0. 1. 30000.\n0.28 0.28 1. 1.");
  text.first = "200103";
  text.more = "2 1 MATFIL OUTPUT\n9\n1 1 2\n0.\n0.\n0. 1.\n0\n" + text.more;
  const CaseFile file = text.read();
  ASSERT_EQ(file.cases.size(), 2U);
  EXPECT_EQ(file.cases[0].motion.type, Type::none);
  EXPECT_EQ(file.cases[1].motion.type, Type::steady_rolling);
  EXPECT_EQ(file.cases[1].friction.static_coefficient(), 0.7);
  EXPECT_EQ(file.cases[1].subsurface.size(), 1U);
}

}  // namespace
}  // namespace tread::casefile
