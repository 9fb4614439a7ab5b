#include "tread/result/json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "result/samples.hpp"

namespace tread::result {
namespace {

using nlohmann::json;

TEST(Json, HoldsTheContractOfOneEntryACase) {
  CaseResult ball = hertz_case(centred_grid(20, 20, 0.0144, 0.0144), 6e-3, 6e-3);
  ball.notes = {"a remark"};
  const Result result = result_of({ball, no_contact_case()});
  const json root = json::parse(to_json(result));

  EXPECT_EQ(root["status"], "converged");
  EXPECT_EQ(root["version"], "0.1.0");
  EXPECT_EQ(root["case_file"], "ball.toml");
  EXPECT_EQ(root["units"], "SI");
  EXPECT_EQ(root["case"][0]["key"], "load.force");
  ASSERT_EQ(root["results"].size(), 2u);
  const json& first = root["results"][0];
  EXPECT_EQ(first["title"], "Ball on flat");
  EXPECT_EQ(first["status"], "converged");
  EXPECT_EQ(first["elements"]["contact"], ball.elements[0].value);
  EXPECT_EQ(first["iterations"], 7);
  EXPECT_EQ(first["residual"], 3.2e-7);
  EXPECT_EQ(first["notes"], json::array({"a remark"}));
  EXPECT_EQ(first["files"], json::array());
  EXPECT_EQ(root["results"][1]["status"], "no_contact");
  EXPECT_EQ(root["results"][1]["normal_force"], 0);
}

TEST(Json, NumbersComeBackWithTheSameBits) {
  CaseResult c;
  const std::vector<double> values = {0.1 + 0.2, 1.0 / 3, 5e-324, 1.7976931348623157e308, -0.0};
  for (std::size_t i = 0; i < values.size(); ++i) {
    c.scalars.push_back({"value_" + std::to_string(i), values[i], "", ""});
  }
  const json entry = json::parse(to_json(result_of({c})))["results"][0];
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double read = entry["value_" + std::to_string(i)].get<double>();
    EXPECT_EQ(std::signbit(read), std::signbit(values[i]));
    EXPECT_EQ(read, values[i]);
  }
}

TEST(Json, NotANumberAndInfinityBecomeNull) {
  CaseResult c;
  c.scalars = {{"first", std::nan(""), "", ""},
               {"second", std::numeric_limits<double>::infinity(), "", ""}};
  c.residual = -std::numeric_limits<double>::infinity();
  const json entry = json::parse(to_json(result_of({c})))["results"][0];
  EXPECT_TRUE(entry["first"].is_null());
  EXPECT_TRUE(entry["second"].is_null());
  EXPECT_TRUE(entry["residual"].is_null());
}

TEST(Json, StatusIsThatOfTheFirstCaseThatFailed) {
  CaseResult good, first, second;
  good.status = "converged";
  good.ok = true;
  first.status = "stalled";
  second.status = "max_iterations";
  EXPECT_EQ(json::parse(to_json(result_of({good, first, second})))["status"], "stalled");
}

TEST(Json, IsValidWhateverBytesATitleHolds) {
  CaseResult c;
  c.title = "quote \" slash \\ line\n bad \xff\xfe end";
  const json root = json::parse(to_json(result_of({c})));
  EXPECT_EQ(root["results"][0]["title"], "quote \" slash \\ line\n bad \uFFFD\uFFFD end");
}

TEST(Json, NamesTheFilesOfEachCase) {
  const json root = json::parse(
      to_json(result_of({CaseResult{}, CaseResult{}}), {{"a.csv"}, {"b.csv", "b.vtu"}}));
  EXPECT_EQ(root["results"][0]["files"], json::array({"a.csv"}));
  EXPECT_EQ(root["results"][1]["files"], json::array({"b.csv", "b.vtu"}));
}

TEST(Json, NumbersThatBelongTogetherAreAnArray) {
  const Grid grid = centred_grid(12, 12, 0.012, 0.012);
  const nlohmann::json root =
      nlohmann::json::parse(to_json(result_of({rolling_case(grid, 5e-3, 5e-3)}), {}));
  const nlohmann::json& entry = root["results"][0];
  EXPECT_EQ(entry["tangential_force"], nlohmann::json({-2.5e3, 0.0}));
  EXPECT_EQ(entry["creepage"], nlohmann::json({1e-3, 0.0, 0.25}));
  EXPECT_EQ(entry["elements"]["adhesion"].get<int>() + entry["elements"]["slip"].get<int>(),
            entry["elements"]["contact"].get<int>());
}

TEST(Json, HoldsTheTablesThatAskForIt) {
  CaseResult c = hertz_case(centred_grid(4, 4, 0.01, 0.01), 4e-3, 4e-3);
  Table points{"subsurface", "points", {{"z", "m", {0, 1}}}};
  Table history{"history", "history", {{"distance", "m", {0, 0.5}}}, Table::Home::file_and_json};
  c.tables = {points, history};
  const nlohmann::json root = nlohmann::json::parse(to_json(result_of({c}), {}));
  const nlohmann::json& tables = root["results"][0]["tables"];
  EXPECT_FALSE(tables.contains("subsurface"));
  EXPECT_EQ(tables["history"]["distance"]["unit"], "m");
  EXPECT_EQ(tables["history"]["distance"]["values"], nlohmann::json({0.0, 0.5}));
}

TEST(Json, ChecksHaveVerdictNumbersAndClause) {
  CaseResult c;
  c.checks = three_checks();
  const json checks = json::parse(to_json(result_of({c})))["results"][0]["checks"];
  ASSERT_EQ(checks.size(), 3u);
  EXPECT_EQ(checks[0]["name"], "deck_acceleration");
  EXPECT_EQ(checks[0]["verdict"], "pass");
  EXPECT_EQ(checks[0]["value"], 3.2);
  EXPECT_EQ(checks[0]["limit"], 3.5);
  EXPECT_EQ(checks[0]["bound"], "at_most");
  EXPECT_EQ(checks[0]["unit"], "m/s2");
  EXPECT_DOUBLE_EQ(checks[0]["margin"].get<double>(), 1 - 3.2 / 3.5);
  EXPECT_EQ(checks[0]["clause"], "EN 1990 A2.4.4.2.1(4)");
  EXPECT_EQ(checks[0]["limit_key"], "checks.deck_acceleration");
  EXPECT_EQ(checks[0]["decided_by"], "HSLM-A3 at 360 km/h");
  EXPECT_EQ(checks[1]["verdict"], "fail");
  EXPECT_EQ(checks[1]["bound"], "at_least");
  EXPECT_DOUBLE_EQ(checks[1]["margin"].get<double>(), -0.25);
  EXPECT_EQ(checks[2]["verdict"], "not_applicable");
  EXPECT_EQ(checks[2]["note"], "the model has no torsion");
  EXPECT_FALSE(checks[2].contains("value"));  // a zero there would look like a result
}

TEST(Json, WithoutChecksThereIsNoEntryForThem) {
  EXPECT_FALSE(json::parse(to_json(result_of({CaseResult{}})))["results"][0].contains("checks"));
}

}  // namespace
}  // namespace tread::result
