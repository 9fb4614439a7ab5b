#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "casefile_toml/toml_support.hpp"
#include "support/temporary_folder.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/casefile/toml_document.hpp"
#include "tread/core/problem_text.hpp"

namespace tread::casefile {
namespace {

namespace fs = std::filesystem;

// Lines 1 to 5 of most cases below.
const std::string k_load = "[load]\nforce = 1\n";
const std::string k_copy_hint = "\n  hint: copy its contents to a file first";
const std::string k_sphere = "[shape]\ntype = 'sphere'\nradius = 1\n";

using Folder = testing_support::TemporaryFolder;

std::string problems_of_file(const fs::path& path) {
  try {
    read_toml(path);
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

std::string heights_problems(const Folder& folder, const std::string& more = "") {
  return problems_of(k_load +
                         "[shape]\ntype = 'heights'\nfile = 'h.csv'\ncell_size_x = 1\n"
                         "cell_size_y = 1\n" +
                         more,
                     folder.path().string());
}

TEST(CaseTomlErrors, AnEmptyCaseShowsTheSmallestOne) {
  const std::string expected =
      "case.toml: the case is empty\n"
      "  hint: the smallest case is\n"
      "    [shape]\n    type = \"sphere\"\n    radius_mm = 10\n    [load]\n    force = 100";
  EXPECT_EQ(problems_of(""), expected);
  EXPECT_EQ(problems_of("# only words\n\n"), expected);
}

TEST(CaseTomlErrors, ExactlyOneLoadMustBeGiven) {
  EXPECT_EQ(problems_of(k_sphere),
            "case.toml: load: force or approach must be given\n"
            "  hint: write force (N) or approach (m) in [load]");
  EXPECT_EQ(problems_of(k_sphere + "[load]\n"),
            "case.toml:4: load: force or approach must be given\n"
            "  hint: write force (N) or approach (m) in [load]");
  EXPECT_EQ(problems_of(k_sphere + "[load]\napproach = 1e-6\nforce_kN = 2\n"),
            "case.toml:6: load.force_kN: conflicts with load.approach of line 5\n"
            "  hint: give only one of the two");
}

TEST(CaseTomlErrors, TheSameValueInTwoUnitsIsAConflict) {
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'sphere'\nradius_mm = 300\nradius = 0.3\n"),
            "case.toml:6: shape.radius: conflicts with shape.radius_mm of line 5\n"
            "  hint: give the value once, in the unit you like best");
}

TEST(CaseTomlErrors, AnUnknownUnitIsAnsweredWithTheKnownOnes) {
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'sphere'\nradius_inch = 12\n"),
            "case.toml:5: shape.radius_inch: unknown unit \"inch\"\n"
            "  hint: write radius (in m), radius_km, radius_cm, radius_mm or radius_um");
  EXPECT_EQ(problems_of(k_load + k_sphere + "[grid]\nmargin_mm = 2\n"),
            "case.toml:7: grid.margin_mm: unknown unit \"mm\"\n"
            "  hint: write margin, which has no unit");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'sphere'\nradius_N = 12\n"),
            "case.toml:5: shape.radius_N: \"N\" is no unit of length\n"
            "  hint: write radius (in m), radius_km, radius_cm, radius_mm or radius_um");
}

TEST(CaseTomlErrors, AnUnknownKeyOrTableIsAnsweredWithTheNearest) {
  EXPECT_EQ(problems_of("titel = 'x'\n" + k_load + k_sphere),
            "case.toml:1: titel: unknown key\n  hint: did you mean title?");
  EXPECT_EQ(problems_of(k_sphere + "[load]\naproach_mm = 1\n"),
            "case.toml:5: load.aproach_mm: unknown key\n  hint: did you mean approach_mm?");
  EXPECT_EQ(problems_of(k_load + k_sphere + "force = 3\n"),
            "case.toml:6: shape.force: unknown key\n  hint: force belongs in [load]");
  EXPECT_EQ(problems_of(k_load + k_sphere + "colour = 3\n"),
            "case.toml:6: shape.colour: unknown key\n  hint: tread keys lists every key");
  EXPECT_EQ(problems_of(k_load + k_sphere + "[solvr]\n"),
            "case.toml:6: [solvr]: unknown table\n  hint: did you mean [solver]?");
  EXPECT_EQ(problems_of(k_load + k_sphere + "[vehicle]\n"),
            "case.toml:6: [vehicle]: unknown table\n"
            "  hint: the tables are load, shape, upper, lower, grid, motion, friction, rolling, "
            "schedule, contact, layer, creep_curve, solver, subsurface");
  EXPECT_EQ(problems_of("grid = 5\n" + k_load + k_sphere),
            "case.toml:1: grid: must be a table, got 5\n"
            "  hint: write [grid] on a line of its own and its keys below");
}

TEST(CaseTomlErrors, AnUnknownScenarioIsRefused) {
  EXPECT_EQ(problems_of("scenario = 'bridge'\nspeed = 3\n"),
            "case.toml:1: scenario: must be \"contact\", \"drop\", \"impact\", "
            "\"moving_load\", \"train_bridge\", \"vehicle_run\" or \"wheelset\", got \"bridge\"");
}

TEST(CaseTomlErrors, WrongTypesAreTold) {
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'sphere'\nradius = '0.3'\n"),
            "case.toml:5: shape.radius: must be a number, got \"0.3\"\n"
            "  hint: write numbers without quotes");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'sphere'\nradius = [1, 2]\n"),
            "case.toml:5: shape.radius: must be a number, got [1, 2]");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'sphere'\nradius = {a = 1}\n"),
            "case.toml:5: shape.radius: must be a number, got a table");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'sphere'\nradius = 1979-05-27\n"),
            "case.toml:5: shape.radius: must be a number, got 1979-05-27");
  EXPECT_EQ(problems_of("title = 3\n" + k_load + k_sphere),
            "case.toml:1: title: must be text in quotes, got 3");
  EXPECT_EQ(problems_of("title = \"a\\nb\"\n" + k_load + k_sphere),
            "case.toml:1: title: must be one line without control characters, got \"a\\x0Ab\"");
  EXPECT_EQ(problems_of(k_load + k_sphere + "[grid]\ncells_x = 10.5\nline_contact = 1\n"),
            "case.toml:7: grid.cells_x: must be a whole number, got 10.5\n"
            "case.toml:8: grid.line_contact: must be true or false, got 1");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'spher'\n"),
            "case.toml:4: shape.type: must be \"sphere\", \"paraboloid\", \"ellipsoid\", "
            "\"cylinder\", \"quadric\", \"wheel_on_rail\", \"flat_punch\" or \"heights\", got "
            "\"spher\"\n  hint: did you mean \"sphere\"?");
  EXPECT_EQ(problems_of(k_load + k_sphere + "[subsurface]\nz = 3\n"),
            "case.toml:7: subsurface.z: must be a list of at least one number, got 3\n"
            "  hint: write [3]");
}

TEST(CaseTomlErrors, NumbersMustBeFiniteAndInRange) {
  EXPECT_EQ(problems_of("[load]\nforce = nan\n" + k_sphere),
            "case.toml:2: load.force: must be a finite number, got nan");
  EXPECT_EQ(problems_of("[load]\napproach = -inf\n" + k_sphere),
            "case.toml:2: load.approach: must be a finite number, got -inf");
  EXPECT_EQ(problems_of("[load]\nforce_kN = -83.5\n" + k_sphere),
            "case.toml:2: load.force_kN: must be >= 0, got -83.5");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'sphere'\nradius_mm = -300\n"),
            "case.toml:5: shape.radius_mm: must be > 0, got -300");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'sphere'\nradius = 1e-300\n"),
            "case.toml:5: shape.radius: no length of that size is computed with, only 1e-15 to "
            "1e+09 m, got 1e-300");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'quadric'\nb = [1, 0, 1, inf, 0, 0]\n"),
            "case.toml:5: shape.b: number 4 of the list must be a finite number, got inf");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'quadric'\nb = [1, 0, 1]\n"),
            "case.toml:5: shape.b: must be a list of 6 numbers, got [1, 0, 1]");
  EXPECT_EQ(problems_of(k_load + k_sphere + "[solver]\ntolerance = 0\nthreads = 0\n"),
            "case.toml:7: solver.tolerance: must be in [1e-14, 0.1], got 0\n"
            "case.toml:8: solver.threads: must be in [1, 256], got 0");
}

TEST(CaseTomlErrors, BodiesMustBeElasticAndSaidOnce) {
  EXPECT_EQ(problems_of(k_load + k_sphere + "[upper]\nyoung_modulus = -1\npoisson_ratio = 0.7\n"),
            "case.toml:7: upper.young_modulus: must be > 0, got -1\n"
            "case.toml:8: upper.poisson_ratio: must be in [0, 0.5], got 0.7");
  EXPECT_EQ(problems_of(k_load + k_sphere + "[upper]\nmaterial = 'steel'\nyoung_modulus = 1e9\n"),
            "case.toml:8: upper.young_modulus: conflicts with upper.material of line 7\n"
            "  hint: give only one of the two");
  EXPECT_EQ(problems_of(k_load + k_sphere + "[upper]\nyoung_modulus = 1e9\n"),
            "case.toml:7: upper.young_modulus: needs upper.poisson_ratio as well");
  EXPECT_EQ(problems_of(k_load + k_sphere + "[lower]\npoisson_ratio = 0.3\n"),
            "case.toml:7: lower.poisson_ratio: needs lower.young_modulus or lower.shear_modulus as "
            "well");
  EXPECT_EQ(problems_of(k_load + k_sphere +
                        "[lower]\nyoung_modulus = 1e9\nshear_modulus = 1e9\npoisson_ratio = 0\n"),
            "case.toml:8: lower.shear_modulus: conflicts with lower.young_modulus of line 7\n"
            "  hint: give only one of the two");
  EXPECT_EQ(problems_of(k_load + k_sphere + "[lower]\nmaterial = 'iron'\n"),
            "case.toml:7: lower.material: must be \"steel\", \"aluminium\", \"concrete\", "
            "\"rubber\" or \"rigid\", got \"iron\"");
  EXPECT_EQ(
      problems_of(k_load + k_sphere + "[upper]\nmaterial = 'rigid'\n[lower]\nmaterial = 'rigid'\n"),
      "case.toml:9: lower.material: both bodies are rigid, the upper one by line 7\n"
      "  hint: at least one must be elastic");
}

TEST(CaseTomlErrors, AShapeTakesItsOwnKeysAndAllOfThem) {
  EXPECT_EQ(problems_of(k_load + k_sphere + "axis = 'x'\n"),
            "case.toml:6: shape.axis: only for shape.type = cylinder, here it is sphere");
  EXPECT_EQ(
      problems_of(k_load + "[shape]\ntype = 'sphere'\n"),
      "case.toml:3: shape.radius: is missing\n"
      "  hint: shape.type = sphere needs it: Radius of the sphere, cylinder or round punch, or "
      "of curvature of the paraboloid in both directions");
  EXPECT_EQ(problems_of(k_load + "[shape]\n"),
            "case.toml:3: shape.type: is missing\n"
            "  hint: [shape] needs it: What the shape is, \"sphere\", \"paraboloid\", "
            "\"ellipsoid\", \"cylinder\", \"quadric\", \"wheel_on_rail\", \"flat_punch\" or "
            "\"heights\"");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'paraboloid'\n"),
            "case.toml:3: shape.radius: is missing\n"
            "  hint: a paraboloid needs radius, or radius_x and radius_y");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'paraboloid'\nradius_x = 1\n"),
            "case.toml:5: shape.radius_x: needs shape.radius_y as well");
  EXPECT_EQ(problems_of(k_load +
                        "[shape]\ntype = 'paraboloid'\nradius = 1\nradius_x = 1\nradius_y = 1\n"),
            "case.toml:6: shape.radius_x: conflicts with shape.radius of line 5\n"
            "  hint: give only one of the two\n"
            "case.toml:7: shape.radius_y: conflicts with shape.radius of line 5\n"
            "  hint: give only one of the two");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'flat_punch'\n"),
            "case.toml:3: shape.radius: is missing\n"
            "  hint: a flat punch needs radius, or length_x and width_y");
}

TEST(CaseTomlErrors, AContactWithoutEndNeedsAFixedArea) {
  const std::string endless = k_load + "[shape]\ntype = 'cylinder'\nradius = 1\n";
  EXPECT_EQ(problems_of(endless),
            "case.toml:3: shape.length: is missing: the contact of an endless cylinder has no end\n"
            "  hint: give shape.length, or a fixed area by grid.size_x and size_y, or set "
            "grid.line_contact = true");
  EXPECT_EQ(problems_of(endless + "[grid]\nsize_x = 1\nsize_y = 1\n"), "");
  EXPECT_EQ(problems_of(endless + "[grid]\nline_contact = true\n"), "");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'quadric'\nb = [1, 2, 1, 0, 0, 0]\n"),
            "case.toml:5: shape.b: b1 and 4 b1 b3 - b2^2 must be > 0, or the contact has no end\n"
            "  hint: or give a fixed area by grid.size_x and size_y");
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'wheel_on_rail'\nwheel_radius = 0.5\n"
                                 "wheel_profile_radius = -0.2\nrail_radius = 0.3\n"),
            "case.toml:6: shape.wheel_profile_radius: a hollow wheel must be flatter than the rail "
            "head of 0.3 m\n  hint: the radius of a hollow profile is negative and larger in size "
            "than rail_radius");
}

TEST(CaseTomlErrors, AGridMustHaveCellsAndFitInMemory) {
  const std::string before = k_load + k_sphere + "[grid]\n";
  EXPECT_EQ(problems_of(before + "cells_x = 0\n"),
            "case.toml:7: grid.cells_x: must be in [1, 2147483647], got 0");
  EXPECT_EQ(problems_of(before + "cells_x = 1000000000\ncells_y = 1\n"),
            "case.toml:7: grid.cells_x: a grid of 1000000000 x 1 cells would need about 400 GB of "
            "memory; the limit is 64000000 cells");
  EXPECT_EQ(problems_of(before + "cells_y = 1000000000\n"),
            "case.toml:7: grid.cells_y: a grid of 100 x 1000000000 cells would need about 40000 GB "
            "of memory; the limit is 64000000 cells");
  EXPECT_EQ(problems_of(before + "size_x = 1\nmargin = 1.5\n"),
            "case.toml:7: grid.size_x: needs grid.size_y as well\n"
            "case.toml:8: grid.margin: conflicts with grid.size_x of line 7\n"
            "  hint: give only one of the two");
  EXPECT_EQ(problems_of(before + "centre_x = 1\nline_length = 1\n"),
            "case.toml:7: grid.centre_x: needs grid.size_x as well\n"
            "case.toml:8: grid.line_length: only for grid.line_contact = true, here it is false");
}

TEST(CaseTomlErrors, LineContactIsTheSameAlongY) {
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'cylinder'\nradius = 1\naxis = 'x'\nlength = 1\n"
                                 "[grid]\nline_contact = true\ncells_y = 4\nsize_y = 1\n"),
            "case.toml:6: shape.axis: must be y in line contact, where nothing changes along y\n"
            "case.toml:7: shape.length: has no place in line contact\n"
            "  hint: give grid.line_length\n"
            "case.toml:10: grid.cells_y: must be 1 in line contact, got 4\n"
            "  hint: it may be left out\n"
            "case.toml:11: grid.size_y: only for grid.line_contact = false, here it is true");
  EXPECT_EQ(problems_of("[load]\napproach = 1e-6\n" + k_sphere + "[grid]\nline_contact = true\n"),
            "case.toml:2: load.approach: needs grid.datum_distance as well in line contact\n"
            "  hint: in two dimensions the approach depends on where the displacement is taken as "
            "zero");
}

TEST(CaseTomlErrors, SubsurfacePointsNeedDepths) {
  const std::string before = k_load + k_sphere + "[subsurface]\n";
  EXPECT_EQ(problems_of(before),
            "case.toml:6: subsurface.z: is missing\n"
            "  hint: give z or depth_max");
  EXPECT_EQ(problems_of(before + "z = [1, -1]\n"),
            "case.toml:7: subsurface.z: number 2 of the list must be >= 0, got -1");
  EXPECT_EQ(problems_of(before + "z = [1]\ndepth_max = 1\n"),
            "case.toml:8: subsurface.depth_max: conflicts with subsurface.z of line 7\n"
            "  hint: give only one of the two");
  EXPECT_EQ(problems_of(before + "n_depths = 5\nz = [1]\n"),
            "case.toml:8: subsurface.z: conflicts with subsurface.n_depths of line 7\n"
            "  hint: give only one of the two");
}

TEST(CaseTomlErrors, AllProblemsComeInOneRunSortedByLine) {
  EXPECT_EQ(problems_of("[upper]\npoisson_ratio = 2\n[shape]\nradius = -1\ntype = 'sphere'\n"
                        "[grid]\ncells_q = 3\n[load]\nforce = 'big'\n"),
            "case.toml:2: upper.poisson_ratio: must be in [0, 0.5], got 2\n"
            "case.toml:2: upper.poisson_ratio: needs upper.young_modulus or upper.shear_modulus as "
            "well\n"
            "case.toml:4: shape.radius: must be > 0, got -1\n"
            "case.toml:7: grid.cells_q: unknown key\n"
            "  hint: did you mean cells_x?\n"
            "case.toml:9: load.force: must be a number, got \"big\"\n"
            "  hint: write numbers without quotes");
}

TEST(CaseTomlErrors, AHopelessFileGetsAHundredProblemsAndTheirNumber) {
  std::string text = k_load + k_sphere;
  for (int i = 0; i < 300; ++i) text += "q" + std::to_string(i) + " = 1\n";
  try {
    parse_toml(text, "case.toml", "");
    FAIL() << "accepted";
  } catch (const CaseError& error) {
    ASSERT_EQ(error.problems().size(), ProblemList::k_max_listed + 1);
    EXPECT_EQ(error.problems().back().text(), "case.toml: 300 problems in all, 100 of them listed");
  }
}

TEST(CaseTomlErrors, WhatIsNotTomlIsToldWithItsLine) {
  EXPECT_EQ(problems_of("[load]\nforce = 1\nforce = 2\n"),
            "case.toml:3: not valid TOML: Error while parsing key-value pair: cannot redefine "
            "existing integer 'force'\n  hint: each key and each [table] may be given once");
  EXPECT_EQ(
      problems_of("[load]\nforce = 1,5\n"),
      "case.toml:2: not valid TOML: Error while parsing key-value pair: expected a comment or "
      "whitespace, saw ','\n  hint: decimals are written with a point");
  EXPECT_EQ(problems_of("title = 'a'\nforce = .5\n"),
            "case.toml:2: not valid TOML: Error while parsing floating-point: expected decimal "
            "digit, saw '.'\n  hint: a number has a digit before its point");
  EXPECT_EQ(problems_of("title = \"\xff\"\n"),
            "case.toml:1: not valid TOML: Encountered invalid utf-8 sequence\n"
            "  hint: save the file as UTF-8");
}

TEST(CaseTomlErrors, DeepNestingIsRefusedBeforeItCanExhaustTheStack) {
  const auto repeated = [](const std::string& what, int n) {
    std::string text;
    for (int i = 0; i < n; ++i) text += what;
    return text;
  };
  const std::string expected = "case.toml:2: tables or lists are nested more than 32 deep";
  EXPECT_EQ(problems_of("\na = " + repeated("[", 100'000)), expected);
  EXPECT_EQ(problems_of("\n" + repeated("a.", 100'000) + "b = 1"), expected);
  EXPECT_EQ(problems_of("\n[" + repeated("'a'.", 100'000) + "b]"), expected);
  EXPECT_EQ(problems_of("\na = " + repeated("{b=", 100'000)), expected);
  // Four quotes end a string that ends in a quote; what follows counts.
  EXPECT_EQ(problems_of("\na = [\"\"\"x\"\"\"\", " + repeated("[", 100'000)), expected);
  // Dots and brackets in texts, comments and numbers are none.
  EXPECT_EQ(problems_of("title = '" + repeated("[.", 100) + "' # " + repeated("[", 100) + "\n" +
                        k_load + k_sphere + "[subsurface]\nz = [" + repeated("0.5, ", 100) + "]\n"),
            "");
}

TEST(CaseTomlErrors, ATooLongTextIsNotParsed) {
  EXPECT_EQ(problems_of(std::string(k_max_case_bytes + 1, '#')),
            "case.toml: a case must be no larger than 16 MB, got 16000001 bytes\n"
            "  hint: fields of heights belong in a CSV file of their own");
}

TEST(CaseTomlErrors, OnlyRegularFilesOfReasonableSizeAreOpened) {
  const Folder folder;
  const std::string path = folder.path().string();
  EXPECT_EQ(problems_of_file(folder.path() / "none.toml"), path + "/none.toml: no such file");
  EXPECT_EQ(problems_of_file(folder.path()),
            path + ": must be a regular file, got a directory\n  hint: name a file in it");
  ASSERT_EQ(::mkfifo((path + "/pipe.toml").c_str(), 0600), 0);
  EXPECT_EQ(problems_of_file(path + "/pipe.toml"),
            path + "/pipe.toml: must be a regular file, got a pipe" + k_copy_hint);
  EXPECT_EQ(problems_of_file("/dev/zero"),
            "/dev/zero: must be a regular file, got a device" + k_copy_hint);
  const fs::path large = folder.write("large.toml", "");
  fs::resize_file(large, 1'000'000'000);  // sparse: takes no room
  EXPECT_EQ(problems_of_file(large), path + "/large.toml: is larger than 16 MB, got 1000 MB");
  const fs::path empty = folder.write("empty.toml", "");
  EXPECT_EQ(problems_of_file(empty).substr(0, path.size() + 30),
            path + "/empty.toml: the case is empty");
}

TEST(CaseTomlErrors, AFileOfHeightsThatCannotBeReadIsToldAtItsKey) {
  const Folder folder;
  const std::string csv = folder.path().string() + "/h.csv";
  EXPECT_EQ(heights_problems(folder), "case.toml:5: shape.file: " + csv + ": no such file");
  folder.write("h.csv", "# nothing\n");
  EXPECT_EQ(heights_problems(folder), "case.toml:5: shape.file: " + csv + ": holds no heights");
  fs::resize_file(csv, 1'000'000'000);
  EXPECT_EQ(heights_problems(folder),
            "case.toml:5: shape.file: " + csv + ": is larger than 200 MB, got 1000 MB");
  fs::remove(csv);
  ASSERT_EQ(::mkfifo(csv.c_str(), 0600), 0);
  EXPECT_EQ(heights_problems(folder), "case.toml:5: shape.file: " + csv +
                                          ": must be a regular file, got a pipe" + k_copy_hint);
}

TEST(CaseTomlErrors, WhatIsWrongInAFileOfHeightsIsToldAtItsLine) {
  const Folder folder;
  const std::string csv = folder.write("h.csv", "1,2\n3\n").string();
  EXPECT_EQ(heights_problems(folder, "[solver]\nthreads = 0\n"),
            "case.toml:9: solver.threads: must be in [1, 256], got 0\n" + csv +
                ":2: must have 2 values as the lines before, got 1");
  folder.write("h.csv", "1,2\n3,4\n");
  EXPECT_EQ(heights_problems(folder), "");
  EXPECT_EQ(heights_problems(folder, "[grid]\ncells_x = 3\ncells_y = 2\n"),
            "case.toml:9: grid.cells_x: the file of heights has 2 values in a line, not 3\n"
            "  hint: it may be left out: the file says it");
  EXPECT_EQ(heights_problems(folder, "[grid]\nline_contact = true\n"),
            "case.toml:5: shape.file: must hold one line of heights in line contact, not 2");
  EXPECT_EQ(heights_problems(folder, "[grid]\nsize_x = 3\n"),
            "case.toml:9: grid.size_x: conflicts with shape.file of line 5\n"
            "  hint: give only one of the two");
}

TEST(CaseTomlErrors, AFieldOfPenetrationsIsTheLoadItself) {
  const Folder folder;
  folder.write("h.csv", "1,-2\n");
  const std::string shape =
      "[shape]\ntype = 'heights'\nfile = 'h.csv'\ncell_size_x = 1\ncell_size_y = 1\n"
      "meaning = 'penetration'\nheight_unit = 'um'\norigin_x = 7\n";
  EXPECT_EQ(
      problems_of(shape + k_load, folder.path().string()),
      "case.toml:10: load.force: conflicts with shape.meaning of line 6\n"
      "  hint: a field of penetrations is the load itself; a field of distances takes a load");
  const ContactCase c = parse_toml(shape, "case.toml", folder.path()).cases.at(0);
  EXPECT_EQ(c.load.kind, Load::Kind::approach);
  EXPECT_EQ(c.load.value, 0);
  EXPECT_EQ(std::get<HeightField>(c.shape).heights, (std::vector<double>{-1e-6, 2e-6}));
  EXPECT_EQ(std::get<HeightField>(c.shape).grid, (Grid{2, 1, 7, 0, 1, 1}));
}

TEST(CaseTomlErrors, WithoutABaseFolderNoFileIsRead) {
  EXPECT_EQ(problems_of(k_load + "[shape]\ntype = 'heights'\nfile = '/etc/hostname'\n"
                                 "cell_size_x = 1\ncell_size_y = 1\n"),
            "case.toml:5: shape.file: no files can be read here");
}

}  // namespace
}  // namespace tread::casefile
