#include "tread/result/report.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>

#include "result/contains.hpp"
#include "result/samples.hpp"
#include "tread/result/document.hpp"
#include "tread/result/embedding.hpp"
#include "tread/result/web_bundle.hpp"

namespace tread::result {
namespace {

std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t first = text.find(begin);
  if (first == std::string_view::npos) return {};
  text.remove_prefix(first + begin.size());
  return text.substr(0, text.find(end));
}

/// The page without the bundle, which is ours.
std::string own_part(std::string html) {
  for (const std::string_view part : {bundle_js(), bundle_css()}) {
    const std::size_t at = html.find(part);
    EXPECT_NE(at, std::string::npos);
    if (at != std::string::npos) html.erase(at, part.size());
  }
  return html;
}

nlohmann::json tree_of(const std::string& html) {
  return nlohmann::json::parse(
      between(html, "<script type=\"application/json\" id=\"tread-document\">", "</script>"));
}

std::vector<unsigned char> from_base64(std::string_view text) {
  constexpr std::string_view k_digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned char> bytes;
  std::uint32_t group = 0;
  int n_bits = 0;
  for (const char c : text.substr(0, text.find('='))) {
    group = group << 6 | static_cast<std::uint32_t>(k_digits.find(c));
    n_bits += 6;
    if (n_bits >= 8) bytes.push_back(static_cast<unsigned char>(group >> (n_bits -= 8) & 255U));
  }
  return bytes;
}

template <class Bits, class Value>
std::vector<double> numbers_in(const std::vector<unsigned char>& bytes) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i + sizeof(Bits) <= bytes.size(); i += sizeof(Bits)) {
    Bits bits = 0;
    for (std::size_t k = sizeof(Bits); k-- > 0;) bits = static_cast<Bits>(bits << 8 | bytes[i + k]);
    numbers.push_back(static_cast<double>(std::bit_cast<Value>(bits)));
  }
  return numbers;
}

struct Array {
  std::string type;
  std::string shape;
  std::vector<double> numbers;
};

/// What the script elements hold, by path.
std::map<std::string, Array> arrays_of(std::string_view html) {
  std::map<std::string, Array> arrays;
  constexpr std::string_view k_begin = "class=\"tread-array\"";
  for (std::size_t at = html.find(k_begin); at != std::string_view::npos; at = html.find(k_begin)) {
    html.remove_prefix(at + k_begin.size());
    Array array{std::string(between(html, "data-type=\"", "\"")),
                std::string(between(html, "data-shape=\"", "\"")),
                {}};
    const std::vector<unsigned char> bytes = from_base64(between(html, ">", "<"));
    if (array.type == "f8") array.numbers = numbers_in<std::uint64_t, double>(bytes);
    if (array.type == "f4") array.numbers = numbers_in<std::uint32_t, float>(bytes);
    if (array.type == "i4") array.numbers = numbers_in<std::uint32_t, std::int32_t>(bytes);
    arrays[std::string(between(html, "data-path=\"", "\""))] = array;
  }
  return arrays;
}

CaseResult ball() { return hertz_case(centred_grid(40, 40, 0.0144, 0.0144), 6e-3, 6e-3); }

CaseResult with_table(std::size_t n_rows) {
  CaseResult c = ball();
  Table table{"motion", "Motion", {{"time", "s", {}}, {"height", "m", {}}}};
  for (std::size_t i = 0; i < n_rows; ++i) {
    table.columns[0].values.push_back(0.1 * static_cast<double>(i));
    table.columns[1].values.push_back(1.0 / (1.0 + static_cast<double>(i)));
  }
  c.tables = {table};
  return c;
}

/// A bridge of three places under one wheel.
CaseResult crossing(std::size_t n_frames, std::size_t still) {
  CaseResult c;
  c.title = "Crossing";
  c.status = "converged";
  c.ok = true;
  c.animation = BridgeAnimation{.places = {0, 5, 10},
                                .supports = {0, 10},
                                .vehicle_of_wheel = {0},
                                .frames = {},
                                .still = still};
  for (std::size_t i = 0; i < n_frames; ++i) {
    const double t = static_cast<double>(i);
    c.animation->frames.push_back({t, {0, i == still ? 2e-3 : 1e-3, 0}, {t}});
  }
  return c;
}

TEST(Report, CarriesTheDocumentAndAllItsArrays) {
  const Result result = result_of({with_table(30), ball()});
  const std::string html = report_html(result);
  const Document document = document_of(result);
  EXPECT_EQ(tree_of(html), nlohmann::json::parse(document.tree));
  const std::map<std::string, Array> arrays = arrays_of(html);
  EXPECT_EQ(arrays.size(), document.arrays.size());
  for (const ArrayView& array : document.arrays)
    EXPECT_EQ(arrays.count(array.path), 1U) << array.path;
}

TEST(Report, ShortArraysAreExactAndLongOnesHaveSevenDigits) {
  const Result result = result_of({with_table(900)});
  const auto arrays = arrays_of(report_html(result));
  const Array& exact = arrays.at("/cases/1/tables/motion/height");
  EXPECT_EQ(exact.type, "f8");
  EXPECT_EQ(exact.shape, "900");
  EXPECT_EQ(exact.numbers, result.cases[0].tables[0].columns[1].values);
  const Array& rounded = arrays.at("/cases/1/fields/pressure");
  EXPECT_EQ(rounded.type, "f4");
  EXPECT_EQ(rounded.shape, "40,40");
  const std::vector<double>& pressure = result.cases[0].fields->fields[0].values;
  ASSERT_EQ(rounded.numbers.size(), pressure.size());
  for (std::size_t i = 0; i < pressure.size(); ++i) {
    EXPECT_EQ(rounded.numbers[i], static_cast<double>(static_cast<float>(pressure[i])));
  }
}

TEST(Report, IntegersStayIntegers) {
  const Array wheels =
      arrays_of(report_html(result_of({crossing(2, 0)}))).at("/cases/1/animation/vehicle_of_wheel");
  EXPECT_EQ(wheels.type, "i4");
  EXPECT_EQ(wheels.numbers, std::vector<double>{0});
}

TEST(Report, NeedsNothingFromOutsideAndForbidsItself) {
  const std::string page = own_part(report_html(result_of({ball()})));
  for (const char* outside : {"src=\"", "<link", "url(", "https:", "import"}) {
    EXPECT_FALSE(contains(page, outside)) << outside;
  }
  EXPECT_TRUE(contains(page, "default-src 'none'"));
}

TEST(Report, AllTextOfUsersIsDataAndNeverMarkup) {
  const std::string evil =
      "</script><script>alert('x')</script><img src=x onerror=alert(1)>&\"<!--";
  CaseResult c = with_table(3);
  c.title = c.status = evil;
  c.notes = {evil};
  c.echo = {{evil, evil, evil}};
  c.scalars[0].name = c.scalars[0].meaning = c.scalars[0].unit = evil;
  c.fields->fields[1].name = c.fields->fields[1].meaning = evil;
  c.tables[0].name = c.tables[0].title = c.tables[0].columns[1].name = evil;
  c.checks = three_checks();
  c.checks[0].title = c.checks[0].note = evil;
  Result result = result_of({c});
  result.case_file = result.program_version = result.units_note = evil;
  result.case_text = result.description = evil;
  const std::string page = own_part(report_html(result));
  EXPECT_FALSE(contains(page, "<script>alert"));
  EXPECT_FALSE(contains(page, "<img"));
  EXPECT_FALSE(contains(page, "<!--"));
  EXPECT_EQ(count(page, "<script"), count(page, "</script>"));
  EXPECT_EQ(tree_of(page).at("description"), evil);
}

TEST(Report, TitleOfThePageIsThatOfTheOnlyCaseOrTheFile) {
  EXPECT_TRUE(contains(report_html(result_of({ball()})), "<title>Ball on flat</title>"));
  EXPECT_TRUE(contains(report_html(result_of({ball(), ball()})), "<title>ball.toml</title>"));
  EXPECT_TRUE(contains(report_html(Result{}), "<title>tread result</title>"));
}

TEST(Embedding, WhatFitsIsWholeAndWithoutANote) {
  const Result result = result_of({crossing(8, 5)});
  const EmbeddedDocument embedded = embed(document_of(result));
  EXPECT_FALSE(contains(embedded.tree, "embedding_note"));
  EXPECT_EQ(arrays_of(embedded.arrays).at("/cases/1/animation/times").numbers.size(), 8U);
}

TEST(Embedding, FramesAreThinnedToTheBudgetAndTheStillOneStays) {
  const Result result = result_of({crossing(4000, 1235)});
  const std::size_t budget = 30'000;  // of 107 kB: every fourth frame
  const EmbeddedDocument embedded = embed(document_of(result), budget);
  EXPECT_LE(embedded.arrays.size(), budget + 2000);  // and the tags
  const nlohmann::json tree = nlohmann::json::parse(embedded.tree);
  const nlohmann::json& animation = tree.at("cases")[0].at("animation");
  const auto arrays = arrays_of(embedded.arrays);
  const std::vector<double>& times = arrays.at("/cases/1/animation/times").numbers;
  const std::size_t still = animation.at("still");
  ASSERT_LT(still, times.size());
  EXPECT_EQ(times[still], 1235);
  EXPECT_NEAR(arrays.at("/cases/1/animation/deflections").numbers[3 * still + 1], 2e-3, 1e-9);
  EXPECT_EQ(animation.at("times").at("shape")[0], times.size());
  EXPECT_EQ(animation.at("deflections").at("shape"), nlohmann::json({times.size(), 3}));
  EXPECT_EQ(tree.at("embedding_note"),
            "This page has not all frames, but at least one in 4. All of it is in result.h5: tread "
            "view shows it.");
}

TEST(Embedding, WhatIsTooLargeAnywayCostsNothingElse) {
  CaseResult c = crossing(200, 5);
  c.fields = hertz_case(centred_grid(200, 200, 0.0144, 0.0144), 6e-3, 6e-3).fields;
  const EmbeddedDocument embedded = embed(document_of(result_of({c})), 30'000);
  const auto arrays = arrays_of(embedded.arrays);
  EXPECT_EQ(arrays.at("/cases/1/animation/times").numbers.size(), 200U);
  EXPECT_EQ(arrays.count("/cases/1/fields/pressure"), 0U);
  EXPECT_EQ(nlohmann::json::parse(embedded.tree).at("embedding_note"),
            "Some of the arrays are too large for this page. All of it is in result.h5: tread view "
            "shows it.");
}

TEST(Embedding, LargeTablesAreThinnedBeforeASmallMotion) {
  CaseResult c = with_table(100'000);
  c.fields.reset();
  c.animation = crossing(400, 5).animation;
  const EmbeddedDocument embedded = embed(document_of(result_of({c})), 300'000);
  const auto arrays = arrays_of(embedded.arrays);
  EXPECT_EQ(arrays.at("/cases/1/animation/times").numbers.size(), 400U);
  EXPECT_EQ(arrays.at("/cases/1/tables/motion/time").numbers.size(), 25'000U);
  EXPECT_FALSE(contains(embedded.tree, "frames, but"));
  EXPECT_TRUE(contains(embedded.tree, "not all rows here, but at least one in 4."));
}

TEST(Embedding, OfATableThatIsTooLargeTheFirstColumnsStayAndOthersLoseNothing) {
  CaseResult c = with_table(500);
  c.tables[0].columns.resize(50, c.tables[0].columns[1]);
  c.fields.reset();
  c.animation = crossing(400, 5).animation;
  const EmbeddedDocument embedded = embed(document_of(result_of({c})), 100'000);
  const auto arrays = arrays_of(embedded.arrays);
  for (const char* path : {"times", "deflections", "wheels"}) {
    EXPECT_EQ(arrays.count(std::string("/cases/1/animation/") + path), 1U) << path;
  }
  EXPECT_EQ(arrays.count("/cases/1/tables/motion/time"), 1U);
  EXPECT_EQ(arrays.count("/cases/1/tables/motion/height"), 1U);
  EXPECT_EQ(arrays.count("/cases/1/tables/motion/height_49"), 0U);
}

TEST(Embedding, TextsOfFilesStayOutside) {
  CaseResult c = ball();
  c.files = {{"mass", ".mtx", std::string(1'000'000, 'x')}};
  const EmbeddedDocument embedded = embed(document_of(result_of({c})));
  EXPECT_LT(embedded.tree.size(), 100'000U);
  EXPECT_EQ(nlohmann::json::parse(embedded.tree).at("cases")[0].at("files")[0].at("stem"), "mass");
}

TEST(Embedding, LongTablesAreThinnedAndTooLargeFieldsLeftOut) {
  CaseResult c = with_table(40'000);
  c.fields.reset();
  const EmbeddedDocument thinned = embed(document_of(result_of({c})), 100'000);
  const auto columns = arrays_of(thinned.arrays);
  EXPECT_EQ(columns.at("/cases/1/tables/motion/time").numbers.size(),
            columns.at("/cases/1/tables/motion/height").numbers.size());
  EXPECT_LE(thinned.arrays.size(), 101'000U);
  EXPECT_TRUE(contains(thinned.tree, "Long tables have not all rows here"));

  const EmbeddedDocument without = embed(document_of(result_of({ball()})), 4000);
  EXPECT_TRUE(arrays_of(without.arrays).empty());
  EXPECT_TRUE(contains(without.tree, "too large for this page"));
}

TEST(WebBundle, IsThereAndCanStandInAPage) {
  EXPECT_GT(bundle_js().size(), 100'000U);
  EXPECT_GT(bundle_css().size(), 1000U);
  EXPECT_FALSE(contains(bundle_js(), "</script"));
  EXPECT_FALSE(contains(bundle_js(), "<!--"));
  EXPECT_FALSE(contains(bundle_css(), "</style"));
  EXPECT_TRUE(contains(bundle_js(), "Permission is hereby granted"));  // licences of its parts
}

TEST(WebBundle, ThePageOfTheViewerTakesItFromTheServer) {
  const std::string page = viewer_html();
  EXPECT_TRUE(contains(page, "<body data-mode=\"viewer\">"));
  EXPECT_TRUE(contains(page, "src=\"/assets/tread.js\""));
  EXPECT_TRUE(contains(page, "href=\"/assets/tread.css\""));
}

}  // namespace
}  // namespace tread::result
