#include <gtest/gtest.h>

#include "casefile_inp/inp_text.hpp"

namespace tread::casefile {
namespace {

TEST(InpFrictionErrors, NegativeFrictionIsRefused) {
  EXPECT_EQ((InpText{.first = "201100", .friction = "0.3 -0.3"}).error(),
            "t.inp:7: FKIN: must be >= 0, got -0.3");
}

TEST(InpFrictionErrors, StaticBelowKineticFrictionIsRefused) {
  EXPECT_EQ((InpText{.first = "201100", .friction = "0.2 0.3"}).error(),
            "t.inp:7: FSTAT: must not be below FKIN = 0.3, got 0.2\n"
            "  hint: friction at rest is at least that of sliding; CONTACT takes FSTAT for both");
}

TEST(InpFrictionErrors, ACreepageThatIsNoNumberIsRefused) {
  InpText text = steady();
  text.load = "1000. nan 0. 0.";
  EXPECT_EQ(text.error(), "t.inp:6: CKSI: must be a finite number, got nan");
}

TEST(InpFrictionErrors, AForceBeyondTheFrictionBoundHasNoSolution) {
  const auto error = [](const char* first, const char* load) {
    return InpText{.first = first, .load = load}.error();
  };
  EXPECT_EQ(error("201110", "1000. -1.25 0. 0."),
            "t.inp:6: FX: no solution: the force is 1.25 times the friction bound, got -1.25\n"
            "  hint: FX and FY are relative to FSTAT FN: together below 1");
  EXPECT_EQ(error("201120", "1000. 0.8 -0.6 0."),
            "t.inp:6: FX FY: no solution: the force is 1 times the friction bound, got 0.8 -0.6\n"
            "  hint: FX and FY are relative to FSTAT FN: together below 1");
  EXPECT_EQ(error("201120", "1000. 0.79 -0.6 0."), "");
  EXPECT_EQ(error("201110", "1000. 0.999 5. 0."), "");
}

TEST(InpFrictionErrors, WithRowsAForceIsMeasuredByTheLoad) {
  InpText text = steady();
  text.first = "203110";
  text.second = "3022020";
  text.load = "1000. 0.4 0. 0. FN FX CETA CPHI";
  text.friction = "";
  text.more = "0.2 0.2 FSTAT FKIN\n0.4 0.4";
  EXPECT_EQ(text.error(),
            "t.inp:6: FX: no solution: the force is 0.4 times FN, friction carries less than 0.4 "
            "of it, got 0.4\n"
            "  hint: with V = 3 FX and FY are relative to FN");
}

TEST(InpFrictionErrors, AStepWithoutLengthIsRefused) {
  for (const std::string step : {"0.", "-0.25"}) {
    InpText text = steady();
    text.first = "202100";
    text.rolling = "0. " + step + " 30000.";
    EXPECT_EQ(text.error(), "t.inp:8: DQ: must be > 0, got " + step +
                                "\n  hint: a step of rolling has a length; without one take a "
                                "shift, T = 1");
  }
}

TEST(InpFrictionErrors, RollingBackwardsIsADirection) {
  InpText text = steady();
  text.rolling = "0. 0.5 -30000.";
  EXPECT_EQ(text.error(),
            "t.inp:8: VELOC: must be > 0, got -30000.\n"
            "  hint: to roll the other way set CHI = 180d");
}

TEST(InpFrictionErrors, AnAngleInOtherUnitsIsRefused) {
  InpText text = steady();
  text.rolling = "180deg 0.5 30000.";
  EXPECT_EQ(text.error(),
            "t.inp:8: CHI: must be a number, got 180deg\n"
            "  hint: due here: CHI DQ VELOC");
}

TEST(InpFrictionErrors, FallingFrictionNeedsAVelocity) {
  EXPECT_EQ(
      (InpText{.first = "201100", .second = "422020", .friction = "0.18 0.12 100. 0. 0.\n0. 1."})
          .error(),
      "t.inp:2: L: friction that falls with the slip velocity needs rolling (T = 2, 3): a "
      "shift has no velocity, got 4\n"
      "  hint: L = 0 is Coulomb's law");
}

TEST(InpFrictionErrors, APartThatFallsNeedsItsVelocity) {
  InpText text = steady();
  text.second = "422020";
  text.friction = "0.18 0.12 0. 0. 0.\n0. 1.";
  EXPECT_EQ(text.error(), "t.inp:7: SABSH1: must be > 0, got 0.");
}

TEST(InpFrictionErrors, RowsOfDifferentLawsAreRefused) {
  InpText text = steady();
  text.second = "3422020";
  text.friction = "";
  text.more = "0.1 0.1 100. 0. 0.\n0.1 0.2 100. 0. 0.\n0. 1.";
  EXPECT_EQ(text.error(),
            "t.inp:2: V: the friction law of row 1 is more than a factor away from that of row 2\n"
            "  hint: rows may differ by a factor of all coefficients, with the same velocities");
}

TEST(InpFrictionErrors, FrictionOfOtherRowsIsNotKept) {
  InpText text = steady();
  text.more = next_case("203100", "3100000", "1000. 0.001 0. 0.");
  EXPECT_EQ(text.error(),
            "t.inp:15: L: the friction kept is for 0 rows, the grid has 2, got 1\n"
            "  hint: L = 0, 2, 3 or 4 reads it anew");
}

TEST(InpFrictionErrors, RollingNeedsItsNumbers) {
  InpText text{.first = "201100"};
  text.more = next_case("002100", "100000", "1000. 0.001 0. 0.");
  EXPECT_EQ(text.error(),
            "t.inp:14: C: T = 2 needs CHI, DQ and VELOC, which no case before it has, got 0\n"
            "  hint: C = 2 reads them");
}

TEST(InpFrictionErrors, AModelNeedsItsNumbers) {
  InpText text = steady();
  text.more = next_case("203100", "100400", "1000. 0.001 0. 0.");
  EXPECT_EQ(text.error(),
            "t.inp:15: C: M = 4 needs its parameters, which no case before it has, got 0\n"
            "  hint: C = 2 reads them");
}

TEST(InpFrictionErrors, APlasticLayerIsRefusedByName) {
  EXPECT_EQ(
      (InpText{.first = "201100", .second = "022420", .model = "176.63 0.02 560. 0."}).error(),
      "t.inp:9: TAU_C0: a plastic layer is not supported, got 560.\n"
      "  hint: TAU_C0 = 0 is a layer that stays elastic");
}

TEST(InpFrictionErrors, SlopeReductionLiesBetweenNothingAndOne) {
  InpText text = steady();
  text.second = "022320";
  text.model = "0. 1.5 -1.";
  EXPECT_EQ(text.error(),
            "t.inp:10: K0_MF: must be > 0 and <= 1, got 0.\n"
            "  hint: 1 means no slope reduction\n"
            "t.inp:10: ALFAMF: must lie in [0, 1], got 1.5\n"
            "  hint: 1 means no slope reduction\n"
            "t.inp:10: BETAMF: must be >= 0, got -1.");
}

TEST(InpFrictionErrors, APressureBoundBelongsToFastsimAndHertz) {
  InpText text = steady();
  text.first = "233100";
  EXPECT_EQ(text.error(),
            "t.inp:2: B: a Hertzian pressure bound is supported with FASTSIM only (M = 2, 3), "
            "here M = 0, got 3\n"
            "  hint: B = 0 solves for the pressures");
  text.second = "022320";
  text.model = "1. 1. 1.";
  EXPECT_EQ(text.error(), "t.inp:2: B: needs a Hertzian contact (IPOTCN < 0), got 3");
}

TEST(InpFrictionErrors, FastsimIsSteadyAndTakesCreepages) {
  InpText text{.first = "201110", .second = "022320", .load = "1000. 0.1 0. 0."};
  text.model = "1. 1. 1.";
  EXPECT_EQ(text.error(),
            "t.inp:2: T: FASTSIM (M = 3) is for steady rolling (T = 3), got 1\n"
            "t.inp:2: F: FASTSIM (M = 3) takes creepages, not forces, got 1\n"
            "  hint: F = 0 prescribes the creepages");
}

TEST(InpFrictionErrors, HistoryFromAnotherGridIsRefused) {
  const std::string hint =
      "\n  hint: P = 2 starts anew; grids of one sequence have elements of the same size and lie "
      "whole elements apart";
  const auto error = [](const std::string& grid) {
    InpText text{.first = "201100"};
    text.more = next_case("001100", "121020",
                          "1000. 0.001 0. 0.\n1\n" + grid + "\n1 1\n0.01 0. 0.02 0. 0. 0.");
    return text.error();
  };
  EXPECT_EQ(error("3 2 -3. -2. 1. 2."),
            "t.inp:14: P: the history of the case before is of another grid: elements of 2 x 2 mm, "
            "now 1 x 2 mm, got 0" +
                hint);
  EXPECT_EQ(
      error("3 2 -2.5 -2. 2. 2."),
      "t.inp:14: P: the history of the case before is of another grid: moved by 0.25 elements "
      "along x and 0 along y, not by whole ones, got 0" +
          hint);
  EXPECT_EQ(error("4 5 -5. 2. 2. 2."), "");
}

TEST(InpFrictionErrors, AHertzianGridHasTheHistoryOfItsLoadOnly) {
  const auto error = [](const std::string& option, const std::string& load) {
    InpText text{.first = "201100", .option = option, .grid = "9 9 0.01 0.01 1.1"};
    text.base = text.distance = "";
    text.more = next_case("001100", "110010", load + " 0.001 0. 0.");
    return text.error();
  };
  EXPECT_EQ(error("-1", "1000."), "");
  EXPECT_EQ(error("-3", "900."), "");
  EXPECT_EQ(error("-1", "900."),
            "t.inp:12: P: the history of the case before is of another grid: the Hertzian contact "
            "has another load, got 0\n"
            "  hint: P = 2 starts anew; grids of one sequence have elements of the same size and "
            "lie whole elements apart");
}

TEST(InpFrictionErrors, HalfASpinCentreIsRefused) {
  InpText text = steady();
  text.load = "1000. 0. 0. 0.001 1. FN CKSI CETA CPHI SPINXO";
  EXPECT_EQ(text.error(),
            "t.inp:6: SPINXO: needs SPINYO behind it, got 1.\n"
            "  hint: both or none: the centre of the spin");
}

}  // namespace
}  // namespace tread::casefile
