#include "tread/casefile/heights_csv.hpp"

#include <gtest/gtest.h>

#include "tread/core/errors.hpp"

namespace tread::casefile {
namespace {

std::string complaint_about(const std::string& text) {
  try {
    parse_heights_csv(text, "h.csv");
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

TEST(HeightsCsv, LinesAreRowsAndXRunsFastest) {
  const HeightTable table = parse_heights_csv("# rough\n1, 2,3\n\n4,+5,-6e-1\r\n", "h.csv");
  EXPECT_EQ(table.n_columns, 3);
  EXPECT_EQ(table.n_rows, 2);
  EXPECT_EQ(table.values, (std::vector<double>{1, 2, 3, 4, 5, -0.6}));
}

TEST(HeightsCsv, SemicolonsTabsAndBlanksSeparateToo) {
  const std::vector<double> expected{1, 2.5, 3, 4};
  EXPECT_EQ(parse_heights_csv("1;2.5\n3 ; 4", "h.csv").values, expected);
  EXPECT_EQ(parse_heights_csv("1\t2.5\n3\t4\n", "h.csv").values, expected);
  EXPECT_EQ(parse_heights_csv("  1   2.5\n 3 4  \n", "h.csv").values, expected);
  EXPECT_EQ(parse_heights_csv("\xEF\xBB\xBF"
                              "1,2.5\n3,4",
                              "h.csv")
                .values,
            expected);
}

TEST(HeightsCsv, EachBadLineIsTold) {
  EXPECT_EQ(complaint_about("1,2\n3\nx,4\n5,nan\n6,7\n8,9,10\n"),
            "h.csv:2: must have 2 values as the lines before, got 1\n"
            "h.csv:3: value 1 must be a number, got \"x\"\n"
            "  hint: lines that are not numbers start with #\n"
            "h.csv:4: value 2 must be a finite number, got nan\n"
            "h.csv:6: must have 2 values as the lines before, got 3");
}

TEST(HeightsCsv, HolesDecimalCommasAndEmptyFilesAreRefused) {
  EXPECT_EQ(complaint_about("1,,2\n"),
            "h.csv:1: value 2 must be a number, got \"\"\n"
            "  hint: lines that are not numbers start with #");
  EXPECT_EQ(complaint_about("1,5;2,5\n"),
            "h.csv:1: has commas and semicolons, got 1,5;2,5\n"
            "  hint: write decimals with a point");
  EXPECT_EQ(complaint_about("# nothing\n\n"), "h.csv: holds no heights");
  EXPECT_EQ(complaint_about(""), "h.csv: holds no heights");
  EXPECT_EQ(complaint_about("1,2e999"),
            "h.csv:1: value 2 must be a number between 1e-308 and 1e308, got 2e999");
  EXPECT_EQ(complaint_about("1,\xFF\x01"),
            "h.csv:1: value 2 must be a number, got \"\\xFF\\x01\"\n"
            "  hint: lines that are not numbers start with #");
}

}  // namespace
}  // namespace tread::casefile
