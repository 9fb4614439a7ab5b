#include "tread/study/reproduction.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace tread::study {
namespace {

std::vector<ReproducedRow> two_rows() {
  return {{"approach", 4.64e-7, 4.639e-7, "m", "three digits are printed"},
          {"elements in contact", std::nullopt, 11, "", "a \"column\" of the grid"}};
}

TEST(ReproducedRow, DifferenceIsRelativeToTheSizeOfThePrintedNumber) {
  const auto difference = [](std::optional<double> paper, double ours) {
    return ReproducedRow{"", paper, ours, "", ""}.difference();
  };
  EXPECT_EQ(difference(4, 5), 0.25);
  EXPECT_EQ(difference(-4, -5), -0.25);
  EXPECT_EQ(difference(-4, -3), 0.25);
  EXPECT_EQ(difference(0, 5), std::nullopt);
  EXPECT_EQ(difference(std::nullopt, 5), std::nullopt);
  const double never = std::numeric_limits<double>::infinity();
  EXPECT_EQ(difference(never, 5), std::nullopt);
  EXPECT_EQ(difference(5, never), std::nullopt);
}

TEST(ReproductionJson, IsAnArrayOfRowsWithExactlyTheFiveKeys) {
  const auto json = nlohmann::ordered_json::parse(to_json(two_rows()));
  ASSERT_TRUE(json.is_array());
  ASSERT_EQ(json.size(), 2u);
  for (const auto& row : json) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : row.items()) keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"what", "paper", "ours", "difference", "why"}));
  }
  EXPECT_EQ(json[0]["what"], "approach [m]");
  EXPECT_EQ(json[0]["paper"], 4.64e-7);  // to the bit: the shortest text that reads back the same
  EXPECT_EQ(json[0]["ours"], 4.639e-7);
  EXPECT_NEAR(json[0]["difference"].get<double>(), -0.001 / 4.64, 1e-12);
  EXPECT_EQ(json[0]["why"], "three digits are printed");
}

TEST(ReproductionJson, HasNullWhereTheDocumentGivesNoNumber) {
  const auto json = nlohmann::json::parse(to_json(two_rows()));
  EXPECT_TRUE(json[1]["paper"].is_null());
  EXPECT_TRUE(json[1]["difference"].is_null());
  EXPECT_EQ(json[1]["ours"], 11);
  EXPECT_EQ(json[1]["what"], "elements in contact");
  EXPECT_EQ(json[1]["why"], "a \"column\" of the grid");
}

TEST(ReproductionJson, OfNothingIsAnEmptyArray) {
  EXPECT_EQ(to_json(std::vector<ReproducedRow>{}), "[]");
  EXPECT_EQ(to_json(std::vector<Reproduction>{}), "[]");
}

TEST(ReproductionJson, OfSeveralIsOneArrayWithTheNameInFront) {
  std::vector<Reproduction> both(2);
  both[0].name = "thesis-fig-10.4";
  both[0].rows = two_rows();
  both[1].name = "thesis-fig-10.5";
  both[1].rows = {two_rows()[0]};
  const auto json = nlohmann::json::parse(to_json(both));
  ASSERT_EQ(json.size(), 3u);
  EXPECT_EQ(json[1]["what"], "thesis-fig-10.4: elements in contact");
  EXPECT_EQ(json[2]["what"], "thesis-fig-10.5: approach [m]");
}

TEST(ReproductionTable, ShowsPaperOursDifferenceAndTheReasonBelow) {
  Reproduction reproduction{"thesis-fig-10.4", "approach over time", {}, two_rows(), {}};
  EXPECT_EQ(to_table(reproduction),
            "thesis-fig-10.4: approach over time\n"
            "                          paper        ours      difference\n"
            "approach               4.64e-07   4.639e-07 m      -0.022 %\n"
            "    three digits are printed\n"
            "elements in contact           -          11               -\n"
            "    a \"column\" of the grid\n");
}

TEST(ReproductionTable, WrapsReasonsAtTheWidth) {
  Reproduction reproduction{"a", "b", {}, {{"c", std::nullopt, 1, "", ""}}, {}};
  for (int i = 0; i < 100; ++i) reproduction.rows[0].why += "word ";
  std::istringstream lines(to_table(reproduction, 60));
  std::size_t n_words = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("    word")) continue;
    EXPECT_LE(line.size(), 60u);
    n_words += (line.size() - 3) / 5;
  }
  EXPECT_EQ(n_words, 100u);
}

TEST(ReproductionTable, OfARunThatDidNotConvergeSaysHowItEndedInsteadOfNumbers) {
  Reproduction reproduction{"a", "b", SolveStatus::stopped, {}, {}};
  EXPECT_EQ(to_table(reproduction), "a: b\nnot reproduced: stopped\n");
}

}  // namespace
}  // namespace tread::study
