#include <gtest/gtest.h>

#include "casefile_inp/inp_text.hpp"
#include "tread/casefile/inp_reader.hpp"

namespace tread::casefile {
namespace {

TEST(InpErrors, OtherModulesAreRefused) {
  EXPECT_EQ((InpText{.module = "11 MODULE"}).error(),
            "t.inp:1: MODULE: wheel-rail contact inside Simpack is not supported, got 11\n"
            "  hint: 3 starts a case, 1 one of wheel and rail, 0 ends the file; other numbers here "
            "may be values too many in the case before");
  EXPECT_EQ((InpText{.module = "x"}).error().substr(0, 52),
            "t.inp:1: MODULE: must be a module number, got x\n  hi");
}

TEST(InpErrors, EachUnsupportedDigitIsNamed) {
  struct Row {
    InpText text;
    const char* error;
  };
  const Row rows[] = {
      {{.first = "210100"},
       "t.inp:2: B: a thin compressible sheet (BOUND) is not supported, got 1\n"},
      {{.first = "250100"},
       "t.inp:2: B: the KPEC normal contact (BOUND) is not supported, got 5\n"},
      {{.second = "1022020"},
       "t.inp:3: V: friction that varies across the rail (VARFRC) is not supported, got 1\n"},
      {{.second = "622020"},
       "t.inp:3: L: friction that depends on temperature (FRCLAW) is not supported, got 6\n"},
      {{.second = "522020"},
       "t.inp:3: L: the Polach friction law (FRCLAW) is not supported, got 5\n"},
      {{.second = "023020"}, "t.inp:3: C: bilinear elements (INFLCF) is not supported, got 3\n"},
      {{.second = "024020"}, "t.inp:3: C: conformal contact (INFLCF) is not supported, got 4\n"},
      {{.second = "029020"},
       "t.inp:3: C: influence coefficients from a file (INFLCF) is not supported, got 9\n"},
      {{.second = "022120"}, "t.inp:3: M: viscoelastic material (MATER) is not supported, got 1\n"},
      {{.second = "022520"},
       "t.inp:3: M: simplified theory (modified FaStrip) (MATER) is not supported, got 5\n"},
      {{.second = "022029"},
       "t.inp:3: E: an extra term in the rigid slip (EXRHS) is not supported, got 9\n"},
      {{.second = "022020 2"}, "t.inp:3: M2: damping (M2) is not supported, got 2\n"},
      {{.third = "3000001"}, "t.inp:4: H: surface temperature (HEAT) is not supported, got 3\n"},
  };
  for (const Row& row : rows) {
    const std::string error = row.text.error();
    EXPECT_EQ(error.substr(0, error.find('\n') + 1), row.error);
  }
}

TEST(InpErrors, DigitsOutsideTheirRangeNameTheRange) {
  EXPECT_EQ((InpText{.first = "200900"}).error(),
            "t.inp:2: N: the control digit NORM must be one of 0 1, got 9");
  EXPECT_EQ((InpText{.second = "722020"}).error(),
            "t.inp:3: L: the control digit FRCLAW must be one of 0 1 2 3 4 5 6, got 7");
  EXPECT_EQ((InpText{.third = "0000009"}).error(),
            "t.inp:4: R: the control digit RETURN must be one of 0 1 2 3, got 9");
}

TEST(InpErrors, WrongControlWordsAreTold) {
  EXPECT_EQ((InpText{.first = "1200100"}).error(),
            "t.inp:2: P-B-T-N-F-S: must be a word of at most 6 digits, got 1200100\n"
            "  hint: leading zeros may be left out; see the control digits in CONTACT's manual");
  EXPECT_EQ((InpText{.third = "-1"}).error().substr(0, 63),
            "t.inp:4: X-H-G-I-A-O-W-R: must be a word of at most 8 digits, g");
  EXPECT_EQ((InpText{.first = "P-B-T"}).error(),
            "t.inp:2: P-B-T-N-F-S: must be a number, got P-B-T\n  hint: due here: P-B-T-N-F-S");
}

TEST(InpErrors, AllUnsupportedDigitsOfACaseAreToldInOneRun) {
  try {
    InpText{.first = "210100", .second = "022120", .third = "1000001"}.read();
    FAIL() << "accepted";
  } catch (const CaseError& error) {
    ASSERT_EQ(error.problems().size(), 3u);
    EXPECT_EQ(error.problems()[0].key, "B");
    EXPECT_EQ(error.problems()[1].key, "M");
    EXPECT_EQ(error.problems()[2].key, "H");
    EXPECT_EQ(error.problems()[2].line, 4);
  }
}

TEST(InpErrors, RangeProblemsOfAllLinesAreToldInOneRun) {
  const InpText text{.first = "400100",
                     .solver = "0 100 30 1 2.0",
                     .load = "-5 0 0 0",
                     .friction = "-0.3 0.3",
                     .material = "0.6 -0.1 -80000. 0.",
                     .grid = "0 2 -3. -2. -2. nan"};
  EXPECT_EQ(text.error(),
            "t.inp:2: P: the control digit PVTIME must be one of 0 1 2 3, got 4\n"
            "t.inp:5: MAXGS: must be 1 or more, got 0\n"
            "t.inp:5: EPS: must be a relative accuracy between 0 and 1, got 2.0\n"
            "t.inp:6: FN: must be >= 0, got -5\n"
            "  hint: a positive force presses the bodies together\n"
            "t.inp:7: FSTAT: must be >= 0, got -0.3\n"
            "t.inp:8: POISS1: must lie in [0, 0.5], got 0.6\n"
            "  hint: this is Poisson's ratio of a body\n"
            "t.inp:8: POISS2: must lie in [0, 0.5], got -0.1\n"
            "  hint: this is Poisson's ratio of a body\n"
            "t.inp:8: GG1: must be > 0, got -80000.\n"
            "t.inp:8: GG2: must be > 0, got 0.\n"
            "t.inp:10: DY: must be a finite number, got nan\n"
            "t.inp:10: MX: must be 1 or more, got 0\n"
            "t.inp:10: DX: must be > 0, got -2.");
}

TEST(InpErrors, NumbersThatDoNotFitAreTold) {
  EXPECT_EQ((InpText{.load = "1e999 0 0 0"}).error(),
            "t.inp:6: FN: must be a number between 1e-308 and 1e308, got 1e999");
  EXPECT_EQ((InpText{.load = "inf 0 0 0"}).error(),
            "t.inp:6: FN: must be a finite number, got inf");
  EXPECT_EQ((InpText{.material = "0.3 0.3 1e305 1"}).error(),
            "t.inp:8: GG1: is too large, got 1e305");
  EXPECT_EQ((InpText{.grid = "3 2 0 0 1e-323 1"}).error(),
            "t.inp:10: DX: is too small, got 1e-323");
  EXPECT_EQ((InpText{.grid = "99999999999 2 0 0 1 1"}).error(),
            "t.inp:10: MX: must be a whole number below 2147483648, got 99999999999");
  EXPECT_EQ((InpText{.grid = "3.5 2 0 0 1 1"}).error(),
            "t.inp:10: MX: must be a whole number, got 3.5");
  EXPECT_EQ((InpText{.distance = "0.01 0 nan 0 0 0"}).error(),
            "t.inp:12: B3: must be a finite number, got nan");
  EXPECT_EQ((InpText{.base = "9 1", .distance = "1 2 3\n4 inf 6"}).error(),
            "t.inp:13: H(5): must be a finite number, got inf");
}

TEST(InpErrors, TextWhereANumberIsDueEndsTheReadingAndSaysWhatIsDue) {
  EXPECT_EQ((InpText{.solver = "999 100 30 MAXGS"}).error(),
            "t.inp:5: MAXOUT: must be a whole number, got MAXGS\n"
            "  hint: due here: MAXGS MAXIN MAXNR MAXOUT EPS");
  EXPECT_EQ((InpText{.base = "9 1", .distance = "1 2 abc"}).error(),
            "t.inp:12: H(3): must be a number, got abc\n  hint: due here: 6 values of H");
}

TEST(InpErrors, TooManyValuesAreTold) {
  EXPECT_EQ((InpText{.load = "1000 0 0 0 0 0 0"}).error(),
            "t.inp:6: SPINYO: a value too many after it, got 0\n"
            "  hint: due here: FN CKSI CETA CPHI; a remark that starts with a number needs a % "
            "before it");
  EXPECT_EQ(
      (InpText{.base = "9 1", .distance = "1 2 3 4 5 6 7"}).error(),
      "t.inp:12: H(6): a value too many after it, got 7\n"
      "  hint: due here: 6 values of H; a remark that starts with a number needs a % before it");
  EXPECT_EQ((InpText{.base = "9 1", .distance = "1 2 3 4 5 6\n7.5"}).error().substr(0, 53),
            "t.inp:13: MODULE: must be a module number, got 7.5\n  ");
}

TEST(InpErrors, TooFewValuesAreTold) {
  EXPECT_EQ((InpText{.base = "9 1", .distance = "1 2 3 4 5", .end = ""}).error(),
            "t.inp:12: H(6): the file ends before this value\n  hint: due here: 6 values of H");
  // Line 9 then gives GG2, and the grid's numbers stand where IPOTCN is due.
  EXPECT_EQ((InpText{.material = "0.3 0.3 80000."}).error(),
            "t.inp:10: IPOTCN: a value too many after it, got 2\n"
            "  hint: due here: IPOTCN; a remark that starts with a number needs a % before it\n"
            "t.inp:11: XC1: must be a number, got IBASE\n"
            "  hint: due here: MX MY XC1 YC1 DX DY");
}

TEST(InpErrors, AHugeCountWithoutDataTakesNoMemory) {
  EXPECT_EQ(
      (InpText{.grid = "8000 8000 0 0 1 1", .base = "9 1", .distance = "1 2 3", .end = ""}).error(),
      "t.inp:12: H(4): the file ends before this value\n  hint: due here: 64000000 values of H");
  EXPECT_EQ(
      (InpText{.base = "2 1", .distance = "2000000000 0 460 0 1\n1 2", .end = ""}).error(),
      "t.inp:13: Z(3): the file ends before this value\n  hint: due here: 2000000000 values of Z");
}

TEST(InpErrors, GridsTooLargeForMemoryAreRefused) {
  EXPECT_EQ((InpText{.grid = "100000 10000 0 0 1 1"}).error(),
            "t.inp:10: MX: a grid of 100000 x 10000 elements would need about 400 GB of memory; "
            "the limit is "
            "64000000 elements\n"
            "  hint: take fewer or larger elements");
}

TEST(InpErrors, GridEndsMustBeInOrder) {
  EXPECT_EQ((InpText{.option = "2", .grid = "3 2 1 0 1 1"}).error(),
            "t.inp:10: XH: must be larger than XL = 1, got 1");
  EXPECT_EQ((InpText{.option = "4", .grid = "3 2 0 5 1 1"}).error(),
            "t.inp:10: YCM: must be larger than YC1 = 5, got 1");
}

TEST(InpErrors, UnknownOptionsOfTheGridAreTold) {
  EXPECT_EQ((InpText{.option = "-6"}).error(),
            "t.inp:9: IPOTCN: the SDEC contact area is not supported, got -6\n"
            "  hint: 1 to 4 give the grid, -1 to -5 a Hertzian contact");
  EXPECT_EQ((InpText{.option = "5"}).error(),
            "t.inp:9: IPOTCN: must be -5 to -1 or 1 to 4, got 5\n"
            "  hint: 1 to 4 give the grid, -1 to -5 a Hertzian contact");
}

TEST(InpErrors, UnknownOptionsOfTheDistanceAreTold) {
  EXPECT_EQ((InpText{.base = "4 4"}).error(),
            "t.inp:11: IBASE: must be 1 2 3 or 9, got 4\n"
            "t.inp:11: IPLAN: weighted interaction of patches is not supported, got 4");
  EXPECT_EQ((InpText{.base = "1 5"}).error(), "t.inp:11: IPLAN: must be 1 2 or 3, got 5");
}

TEST(InpErrors, NumbersOfTheDistanceAreChecked) {
  EXPECT_EQ((InpText{.base = "3 1", .distance = "0 0 0 0 0 0 0 1"}).error(),
            "t.inp:12: B7: must not be 0, got 0\n"
            "  hint: it is the diameter of curvature h is divided by; a huge value means flat");
  EXPECT_EQ((InpText{.base = "2 1", .distance = "2 0 0 0 -1\n1 2"}).error(),
            "t.inp:12: RM: must not be 0, got 0\n"
            "  hint: it is the radius along x; a huge value means flat\n"
            "t.inp:12: DY1: must be > 0, got -1");
  EXPECT_EQ((InpText{.base = "2 1", .distance = "1 0 460 0 1\n1"}).error(),
            "t.inp:12: NN: must be 2 or more, got 1");
  EXPECT_EQ((InpText{.base = "1 3", .more = "0 1 0 1 2 1 0 1"}).error(),
            "t.inp:13: XH2: must be larger than XL2 = 2, got 1");
}

TEST(InpErrors, HertzianNumbersAreChecked) {
  InpText text{.option = "-1", .grid = "40 30 -2. 0. 0.", .base = "", .distance = ""};
  EXPECT_EQ(text.error(),
            "t.inp:10: A1: must be > 0, got -2.\n"
            "t.inp:10: B1: must be > 0, got 0.\n"
            "t.inp:10: SCALE: must be > 0, got 0.");
  text.first = "200000";
  text.grid = "40 30 2 3 1.2";
  text.load = "-0.5 0 0 0";
  EXPECT_EQ(text.error(),
            "t.inp:6: PEN: must be >= 0 with a Hertzian contact (IPOTCN < 0), got -0.5");
  text.load = "0.5 0 0 0";
  text.option = "-4";
  EXPECT_EQ(text.error(),
            "t.inp:9: IPOTCN: a Hertzian line contact needs the force (N = 1), got -4\n"
            "  hint: its approach depends on the length of the bodies and cannot be prescribed");
}

TEST(InpErrors, TheFirstCaseHasNothingToKeep) {
  EXPECT_EQ(
      (InpText{.first = "200101", .second = "100000", .third = "0100001"}).error(),
      "t.inp:2: D: there is no case before it whose grid could be kept, got 0\n"
      "t.inp:2: C: there is no case before it whose material could be kept, got 0\n"
      "t.inp:2: Z: there is no case before it whose undeformed distance could be kept, got 0\n"
      "t.inp:2: L: there is no case before it whose friction law could be kept, got 1\n"
      "t.inp:2: G: there is no case before it whose solver settings could be kept, got 1\n"
      "t.inp:2: S: there is no case before it whose points below the surface could be kept, got 1");
}

TEST(InpErrors, WhatCannotBeKeptForANewGridIsTold) {
  const std::string next = "3 MODULE\n200100\n";
  EXPECT_EQ((InpText{.more = next + "120000\n0100001\n5 0 0 0\n3\n5 5 0 0 1 1"}).error(),
            "t.inp:14: Z: a new grid (D = 2) needs the undeformed distance anew, got 0\n"
            "  hint: Z = 1 forms it again, Z = 2 reads it");
  EXPECT_EQ((InpText{.base = "9 1",
                     .distance = "1 2 3 4 5 6",
                     .more = next + "120010\n0100001\n5 0 0 0\n3\n5 5 0 0 1 1"})
                .error(),
            "t.inp:14: Z: the undeformed distance kept has 3 x 2 elements, the grid 5 x 5, got 1\n"
            "  hint: Z = 2 reads an undeformed distance for this grid");
  InpText hertz{.option = "-1", .grid = "40 30 2. 3. 1.25", .base = "", .distance = ""};
  hertz.more = next + "120010\n0100001\n5 0 0 0\n3\n5 5 0 0 1 1";
  EXPECT_EQ(hertz.error(),
            "t.inp:12: Z: the undeformed distance of a Hertzian case cannot be kept for another "
            "grid, got 1\n"
            "  hint: Z = 2 reads an undeformed distance for this grid");
  hertz.more = next + "100000\n0100001\n5 0 0 0";
  EXPECT_EQ(hertz.error(),
            "t.inp:12: D: the grid of a Hertzian contact cannot be kept for another load, got 0\n"
            "  hint: D = 1 and Z = 1 form it again for this load; IPOTCN = 1 fixes a grid");
}

TEST(InpErrors, PointsBelowTheSurfaceAreChecked) {
  const auto error = [](const std::string& blocks) {
    return InpText{.first = "200103", .more = blocks}.error();
  };
  EXPECT_EQ(error("1 1\n4\n0"),
            "t.inp:14: ISUBS: must be 1 2 3 5 6 7 or 9, or 0 after the last block, got 4");
  EXPECT_EQ(error("3 9\n1\n1 -1 0\n0"),
            "t.inp:13: MATFIL: must be 0 to 2, got 3\n"
            "t.inp:13: OUTPUT: must be 0 to 4, got 9\n"
            "t.inp:15: ZL: must be >= 0, got -1\n"
            "  hint: points of body 2 (z < 0) are not supported: exchange the bodies\n"
            "t.inp:15: DZ: must be > 0, got 0");
  EXPECT_EQ(error("1 1\n9\n1 1 2\n0\n0\n0.5 -0.5\n0"),
            "t.inp:18: Z: points of body 2 (z < 0) are not supported, got -0.5\n"
            "  hint: exchange the bodies, so that the points lie at z >= 0 in body 1");
  EXPECT_EQ(error("1 1\n2\n1 1 4\n1 1 2\n1 0 1\n0"),
            "t.inp:14: ISUBS: the block has element (4, 2), the grid has 3 x 2, got 2");
  EXPECT_EQ(error("1 1\n2\n0 0 -1\n1 1 2\n1 0 1\n0"),
            "t.inp:15: IXL: must be an element number, 1 or more, got 0\n"
            "t.inp:15: IXINC: must be 1 or more, got 0\n"
            "t.inp:15: IXH: must not be below IXL = 0, got -1");
  EXPECT_EQ(error("1 1\n3\n1 1\n1.5\n1\n1 0 1\n0"),
            "t.inp:15: NX: IX must hold element numbers, 1 or more: 1.5 is none, got 1");
  EXPECT_EQ(error("1 1\n9\n10000 1 1\n0"), "t.inp:15: NX: must be 1 to 9999, got 10000");
}

TEST(InpErrors, PointsBelowElementsNeedAGivenGrid) {
  InpText text{
      .first = "200103", .option = "-1", .grid = "40 30 2. 3. 1.25", .base = "", .distance = ""};
  text.more = "1 1\n1\n1 0 1\n0";
  EXPECT_EQ(text.error(),
            "t.inp:12: ISUBS: points below element centres are not supported with a Hertzian grid "
            "(IPOTCN < 0), got 1\n"
            "  hint: give their coordinates with ISUBS = 9");
}

TEST(InpErrors, AMissingEndIsTold) {
  EXPECT_EQ((InpText{.end = ""}).error(),
            "t.inp:12: MODULE: the file ends without '0 MODULE'\n"
            "  hint: a whole .inp file ends with the line '0 MODULE'; is a part missing?");
}

TEST(InpErrors, AFileWithoutACaseIsTold) {
  EXPECT_EQ(error_of("0 MODULE\n"),
            "t.inp: the file holds no case\n  hint: a case starts with the line '3 MODULE', of "
            "wheel and rail with '1 MODULE'");
  EXPECT_EQ(error_of("% nothing\n\n"),
            "t.inp: the file holds no case\n  hint: a case starts with the line '3 MODULE', of "
            "wheel and rail with '1 MODULE'");
  EXPECT_EQ(error_of(""), "t.inp: the file is empty");
}

TEST(InpErrors, BinaryFilesAreTold) {
  EXPECT_EQ(error_of(std::string("3 MODULE\n\0\1\2", 12)),
            "t.inp:2: this is not a text file: it has the byte 0x00");
  EXPECT_EQ(error_of("\x7F"
                     "ELF"),
            "t.inp:1: this is not a text file: it has the byte 0x7F");
  EXPECT_EQ(error_of("\xFF\xFE\xC0 MODULE").substr(0, 58),
            "t.inp:1: MODULE: must be a module number, got \\xFF\\xFE\\xC0");
}

TEST(InpErrors, ManyProblemsEndTheReading) {
  std::string bad;
  for (int i = 0; i < 6000; ++i) bad += "inf\n";
  try {
    InpText{.grid = "100 60 0 0 1 1", .base = "9 1", .distance = bad}.read();
    FAIL() << "accepted";
  } catch (const CaseError& error) {
    ASSERT_EQ(error.problems().size(), 101u);
    EXPECT_EQ(error.problems().back().text(), "t.inp: 100 problems: the rest was not read");
  }
}

TEST(InpErrors, CasesThatTogetherNeedTooMuchMemoryAreRefused) {
  std::string more;
  for (int i = 0; i < 10'001; ++i) more += "3 MODULE\n200100\n100000\n0100001\n50 0 0 0\n";
  EXPECT_EQ((InpText{.more = more}).error(),
            "t.inp:50009: more than 10000 cases in one file\n  hint: spread the cases over several "
            "files");
}

}  // namespace
}  // namespace tread::casefile
