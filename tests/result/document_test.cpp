#include "tread/result/document.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "result/rich_result.hpp"
#include "tread/core/errors.hpp"

namespace tread::result {
namespace {

using nlohmann::literals::operator"" _json_pointer;

/// The arrays of a document, kept, as something to read from.
ArraySource source_of(const Document& document) {
  const auto find = [&document]<class Number>(std::string_view path, Number) {
    for (const ArrayView& array : document.arrays) {
      if (array.path != path) continue;
      const auto values = std::get<std::span<const Number>>(array.values);
      return std::vector<Number>(values.begin(), values.end());
    }
    throw IoError("no array " + std::string(path));
  };
  return {[find](std::string_view path) { return find(path, 0.0); },
          [find](std::string_view path) { return find(path, 0); }};
}

std::vector<char> bytes_of(const ArrayView& array) {
  return std::visit(
      [](const auto values) {
        const auto bytes = std::as_bytes(values);
        std::vector<char> out(bytes.size());
        if (!out.empty()) std::memcpy(out.data(), bytes.data(), out.size());
        return out;
      },
      array.values);
}

/// Equal to the last bit, NaN included.
void expect_same(const Result& a, const Result& b) {
  const Document left = document_of(a);
  const Document right = document_of(b);
  EXPECT_EQ(left.tree, right.tree);
  ASSERT_EQ(left.arrays.size(), right.arrays.size());
  for (std::size_t i = 0; i < left.arrays.size(); ++i) {
    EXPECT_EQ(left.arrays[i].path, right.arrays[i].path);
    EXPECT_EQ(bytes_of(left.arrays[i]), bytes_of(right.arrays[i])) << left.arrays[i].path;
  }
}

std::string refusal_of(const std::string& tree, const ArraySource& arrays = {}) {
  try {
    result_of(tree, arrays);
  } catch (const IoError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Document, ARoundTripGivesTheSameResult) {
  const Result result = rich_result();
  const Document document = document_of(result);
  const Result again = result_of(document.tree, source_of(document));
  expect_same(result, again);
  // What the tree derives is not read; what it holds is, part by part.
  const CaseResult& c = again.cases.at(0);
  EXPECT_EQ(again.case_text, result.case_text);
  EXPECT_EQ(c.tables.at(1).look, Table::Look::bands);
  EXPECT_EQ(c.tables.at(0).home, Table::Home::file_and_json);
  EXPECT_EQ(c.files.at(1).text, std::string("a\0b", 3));
  EXPECT_EQ(c.animation->frames.at(1).wheels, (std::vector<double>{5, 2}));
  EXPECT_EQ(c.solids.at(0).cells, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(c.checks.at(1).bound, Check::Bound::at_least);
  EXPECT_EQ(c.histories.at(0).fields.at(0).values, result.cases[0].histories[0].fields[0].values);
  EXPECT_TRUE(std::isnan(c.scalars.back().value));
  EXPECT_TRUE(std::isinf(c.tables.at(0).columns.at(1).values.at(2)));
  EXPECT_FALSE(again.cases.at(1).iterations.has_value());
  EXPECT_EQ(again.cases.at(1).elements.at(0).value, -1'000'000'000'000LL);
  EXPECT_EQ(c.notes, result.cases[0].notes);
}

TEST(Document, AResultOfAnEarlierReleaseThatLacksAnAddedWordIsRead) {
  const Result result = rich_result();
  const Document document = document_of(result);
  auto tree = nlohmann::json::parse(document.tree);
  auto& change = tree["cases"][0]["evidence"][0]["changes"][0];
  ASSERT_EQ(change.erase("meaning"), 1u);
  const Result again = result_of(tree.dump(), source_of(document));
  EXPECT_EQ(again.cases[0].evidence[0].changes[0].meaning, "");
  EXPECT_EQ(again.cases[0].evidence[0].changes[0].varied_meaning, "normal force, finer");
}

TEST(Document, PathsAreSafeAndEachIsThereOnce) {
  const Result result = rich_result();
  const Document document = document_of(result);
  std::set<std::string> paths;
  for (const ArrayView& array : document.arrays) {
    EXPECT_TRUE(paths.insert(array.path).second) << array.path;
    EXPECT_EQ(array.path.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "0123456789_-/"),
              std::string::npos)
        << array.path;
  }
  for (const char* path :
       {"/cases/1/fields/pressure", "/cases/1/tables/deflection/time",
        "/cases/1/tables/deflection_2/a_b", "/cases/1/tables/deflection_2/a_b_2",
        "/cases/1/histories/pressure_history/times", "/cases/1/histories/pressure_history/times_2",
        "/cases/1/solids/wheel/cells", "/cases/1/animation/deflections",
        "/cases/3/fields/pressure"}) {
    EXPECT_TRUE(paths.contains(path)) << path;
  }
}

TEST(Document, TreeNamesShapesOfArraysAndWhatFollowsFromTheRest) {
  const Result result = rich_result();
  const auto tree = nlohmann::json::parse(document_of(result).tree);
  EXPECT_EQ(tree["format"], "tread-result");
  EXPECT_EQ(tree["format_version"], 1);
  EXPECT_EQ(tree["status"], "max_iterations");
  EXPECT_EQ(tree["ok"], false);
  const auto& c = tree["cases"][0];
  EXPECT_EQ(c["fields"]["fields"][0]["values"],
            nlohmann::json({{"array", "/cases/1/fields/pressure"}, {"shape", {30, 40}}}));
  EXPECT_EQ(c["histories"][0]["fields"][0]["values"]["shape"], nlohmann::json({200, 3, 4}));
  EXPECT_EQ(c["animation"]["wheels"]["shape"], nlohmann::json({2, 2}));
  EXPECT_TRUE(c["scalars"].back()["value"].is_null());
  EXPECT_NEAR(c["checks"][0]["margin"].get<double>(), 0.3 / 3.5, 1e-12);
  EXPECT_TRUE(tree["cases"][1]["fields"].is_null());
  EXPECT_TRUE(tree["cases"][1]["residual"].is_null());
}

TEST(Document, ATreeOfALaterVersionIsRefusedWithItsVersion) {
  auto tree = nlohmann::json::parse(document_of(rich_result()).tree);
  tree["format_version"] = 7;
  tree["program_version"] = "9.1.2";
  const std::string message = refusal_of(tree.dump());
  EXPECT_NE(message.find("format 7 and was written by tread 9.1.2"), std::string::npos) << message;
}

TEST(Document, ATreeThatIsNoResultIsRefused) {
  for (const char* tree : {"", "{", "[]", "null", "7", R"({"format": "other"})",
                           R"({"format": "tread-result", "format_version": 1})",
                           R"({"format": "tread-result", "format_version": "1"})"}) {
    EXPECT_NE(refusal_of(tree).find("hint:"), std::string::npos) << tree;
  }
}

/// Every place of the tree once made something else: refused, or a result all the same.
void spoil(nlohmann::json& node, const nlohmann::json& root, const ArraySource& arrays,
           int& tried) {
  for (auto& child : node) {
    const nlohmann::json kept = child;
    for (const nlohmann::json& other :
         {nlohmann::json(nullptr), nlohmann::json(-1), nlohmann::json(1e300),
          nlohmann::json("word"), nlohmann::json::array(), nlohmann::json::object()}) {
      child = other;
      ++tried;
      try {
        result_of(root.dump(), arrays);
      } catch (const IoError&) {
      }
    }
    child = kept;
    if (child.is_structured()) spoil(child, root, arrays, tried);
  }
}

TEST(Document, ATreeSpoiledAnywhereIsRefusedOrReadNeverMore) {
  Result result = rich_result();
  result.cases.resize(1);
  result.cases[0].fields.reset();
  const Document document = document_of(result);
  auto tree = nlohmann::json::parse(document.tree);
  int tried = 0;
  spoil(tree, tree, source_of(document), tried);
  EXPECT_GT(tried, 1000);
}

/// The message when one place of the tree of rich_result() says something else.
std::string message_after(const nlohmann::json::json_pointer& place, const nlohmann::json& other) {
  const Result result = rich_result();
  const Document document = document_of(result);
  auto tree = nlohmann::json::parse(document.tree);
  tree.at(place) = other;
  return refusal_of(tree.dump(), source_of(document));
}

TEST(Document, AGridOfImpossibleSizeIsRefused) {
  for (const auto& [nx, ny] : std::vector<std::pair<int, int>>{
           {2'147'483'647, 0}, {0, 30}, {-1, 30}, {-1, -1}, {64'000'001, 1}, {8001, 8001}}) {
    const nlohmann::json grid = {{"nx", nx}, {"ny", ny}, {"x0", 0},
                                 {"y0", 0},  {"dx", 1},  {"dy", 1}};
    const std::string message = message_after("/cases/0/fields/grid"_json_pointer, grid);
    EXPECT_NE(message.find("more cells than a grid can have"), std::string::npos) << message;
  }
}

TEST(Document, ASolidThatNamesNodesThatItHasNotIsRefused) {
  for (const int node : {-1, 4}) {
    Result result = rich_result();
    const Document document = document_of(result);
    ArraySource arrays = source_of(document);
    arrays.integers = [node](std::string_view) { return std::vector<int>{0, 1, 2, node}; };
    EXPECT_NE(refusal_of(document.tree, arrays).find("nodes that it has not"), std::string::npos);
  }
}

TEST(Document, AFieldOfASolidIsANumberAVectorOrATensor) {
  for (const int n : {0, 2, 4, 2'000'000'000}) {
    EXPECT_NE(message_after("/cases/0/solids/0/fields/0/n_components"_json_pointer, n)
                  .find("neither number, vector nor tensor"),
              std::string::npos);
  }
}

TEST(Document, AnArrayThatIsNamedTwiceIsRefused) {
  const nlohmann::json points = {{"array", "/cases/1/solids/wheel/points"}, {"shape", {4, 3}}};
  EXPECT_NE(message_after("/cases/0/solids/0/fields/0/values"_json_pointer, points)
                .find("'values' is an array that is read already"),
            std::string::npos);
}

TEST(Document, ATreeOfVeryManyKeysIsReadInAMoment) {
  auto tree = nlohmann::json::parse(document_of(Result{}).tree);
  for (int i = 0; i < 300'000; ++i) tree["key" + std::to_string(i)] = i;
  EXPECT_EQ(refusal_of(tree.dump()), "nothing was thrown");
}

TEST(Document, AShapeThatDisagreesWithTheRestIsRefused) {
  const Result result = rich_result();
  const Document document = document_of(result);
  auto tree = nlohmann::json::parse(document.tree);
  tree["cases"][0]["fields"]["grid"]["nx"] = 41;
  EXPECT_NE(refusal_of(tree.dump(), source_of(document)).find("of another shape"),
            std::string::npos);
  tree = nlohmann::json::parse(document.tree);
  tree["cases"][0]["tables"][0]["columns"][0]["values"]["shape"] = {4};
  EXPECT_NE(refusal_of(tree.dump(), source_of(document)).find("longer or shorter"),
            std::string::npos);
}

}  // namespace
}  // namespace tread::result
