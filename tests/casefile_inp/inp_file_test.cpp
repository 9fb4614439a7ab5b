#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "casefile_inp/inp_text.hpp"
#include "support/temporary_folder.hpp"
#include "tread/casefile/inp_reader.hpp"

namespace tread::casefile {
namespace {

namespace fs = std::filesystem;

fs::path example(const char* name) { return fs::path(TREAD_EXAMPLES) / name; }

std::string error_of_file(const fs::path& path) {
  try {
    read_inp(path, InpUnits::millimetre);
  } catch (const CaseError& error) {
    return error.what();
  }
  return {};
}

/// A directory of its own for each test, gone at its end.
class InpFile : public testing::Test {
 protected:
  const testing_support::TemporaryFolder folder_;
  const fs::path directory_ = folder_.path();
};

TEST(InpExamples, TheFileOfTheThesisReadsInMetres) {
  const CaseFile file = read_inp(example("thesis_4_5_3.inp"), InpUnits::metre);
  ASSERT_EQ(file.cases.size(), 1u);
  ASSERT_EQ(file.warnings.size(), 1u);
  EXPECT_EQ(file.warnings[0],
            "typographic minus signs, first in line 8, were read as '-' in 124 numbers");
  const ContactCase& c = file.cases[0];
  EXPECT_EQ(c.load.kind, Load::Kind::approach);
  EXPECT_EQ(c.load.value, 0);
  EXPECT_EQ(c.bodies.upper.shear_modulus, 5e7);
  EXPECT_EQ(c.bodies.lower.shear_modulus, 1e20);
  EXPECT_EQ(c.solver.tolerance, 1e-4);
  const Grid& grid = grid_of(c);
  EXPECT_DOUBLE_EQ(grid.x0, -0.0255);
  EXPECT_DOUBLE_EQ(grid.y0, -0.0275);
  // The heights are those of a sphere of 0.1 m about the middle element, 5 mm deep, to the digits
  // printed.
  const auto& heights = std::get<HeightField>(c.shape).heights;
  for (int j = 0; j < 11; ++j) {
    for (int i = 0; i < 11; ++i) {
      const double r2 = 0.005 * 0.005 * ((i - 5) * (i - 5) + (j - 5) * (j - 5));
      EXPECT_NEAR(heights[grid.index(i, j)], 0.1 - std::sqrt(0.01 - r2) - 0.005, 0.51e-7);
    }
  }
}

TEST(InpExamples, EveryExampleReads) {
  int n_files = 0;
  for (const auto& entry : fs::directory_iterator(TREAD_EXAMPLES)) {
    if (entry.path().extension() != ".inp") continue;
    EXPECT_EQ(error_of_file(entry.path()), "") << entry.path();
    ++n_files;
  }
  EXPECT_GE(n_files, 5);
}

TEST(InpExamples, TheWavyRailIsOpenBetweenItsStrips) {
  const ContactCase c = read_inp(example("wavy_rail.inp"), InpUnits::millimetre).cases.at(0);
  const Grid& grid = grid_of(c);
  const auto allowed = allowed_cells(c.planform, grid);
  for (int j = 0; j < grid.ny; ++j) {
    EXPECT_EQ(allowed[grid.index(30, j)] == 1, std::abs(grid.y(j)) >= 1e-3) << grid.y(j);
  }
}

TEST_F(InpFile, AMissingFileIsTold) {
  const fs::path path = directory_ / "none.inp";
  EXPECT_EQ(error_of_file(path), path.string() + ": no such file");
}

TEST_F(InpFile, ADirectoryIsNoFile) {
  EXPECT_EQ(
      error_of_file(directory_),
      directory_.string() + ": must be a regular file, got a directory\n  hint: name a file in it");
}

TEST_F(InpFile, APipeIsRefusedWithoutWaitingForIt) {
  const fs::path path = directory_ / "pipe.inp";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(error_of_file(path), path.string() +
                                     ": must be a regular file, got a pipe\n"
                                     "  hint: copy its contents to a file first");
}

TEST_F(InpFile, AHugeFileIsRefusedBeforeItIsRead) {
  const fs::path path = directory_ / "huge.inp";
  std::ofstream(path) << "3 MODULE\n";
  fs::resize_file(path, 1'000'000'000);  // sparse
  EXPECT_EQ(error_of_file(path), path.string() + ": is larger than 64 MB, got 1000 MB");
}

TEST_F(InpFile, AnEmptyFileIsTold) {
  const fs::path path = directory_ / "empty.inp";
  std::ofstream(path).close();
  EXPECT_EQ(error_of_file(path), path.string() + ": the file is empty");
}

TEST_F(InpFile, WindowsLineEndsReadAsOthers) {
  const fs::path path = directory_ / "dos.inp";
  std::string text = InpText().text();
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.insert(at, "\r");
  std::ofstream(path, std::ios::binary) << text << '\x1A';
  EXPECT_EQ(read_inp(path, InpUnits::metre).cases.size(), 1u);
}

}  // namespace
}  // namespace tread::casefile
