#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tread/core/errors.hpp"
#include "tread/study/reproduce.hpp"
#include "tread/study/validation_page.hpp"

namespace tread::study {
namespace {

/// "thesis | Figure 4.2 | 4.6" names the entry thesis-fig-4.2; times, curve and integrators have no
/// number.
std::string name_from(const std::string& line) {
  std::istringstream words(line);
  std::string document, bar, kind, number;
  words >> document >> bar >> kind >> number;
  if (kind == "Times") return document + "-times";
  if (kind == "Curve") return document + "-curve";
  if (kind == "Integrators") return document + "-integrators";
  const std::string short_kind = kind == "Figure" ? "fig" : kind == "Table" ? "table" : "file";
  return document + "-" + short_kind + "-" + number;
}

std::vector<std::string> names_in_documents() {
  std::ifstream file(TREAD_TEST_DATA "/documents.txt");
  std::vector<std::string> names;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') names.push_back(name_from(line));
  }
  return names;
}

std::vector<std::string> names_in_catalogue() {
  std::vector<std::string> names;
  for (const CatalogueEntry& entry : catalogue()) names.emplace_back(entry.name);
  return names;
}

std::string message_for(std::string_view name) {
  Observer observer;
  try {
    reproduce(name, observer);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no ModelError";
}

// The four documents: 31 figures, 8 tables and a file in the thesis, 6 figures, 6 and 1 and the
// times, 20 and 7 and the curve and its integrators.
TEST(Catalogue, TheListOfTheDocumentsIsComplete) {
  EXPECT_EQ(names_in_documents().size(), 31u + 8 + 1 + 6 + 6 + 1 + 1 + 20 + 7 + 2);
}

TEST(Catalogue, HasEveryTableAndFigureOfTheDocumentsOnceAndTheBenchmarkBeside) {
  auto documents = names_in_documents();
  documents.emplace_back("contact-benchmark-a22");  // of no document
  auto ours = names_in_catalogue();
  std::ranges::sort(documents);
  std::ranges::sort(ours);
  EXPECT_EQ(ours, documents);
  EXPECT_EQ(std::ranges::adjacent_find(ours), ours.end()) << "an entry is there twice";
}

TEST(Catalogue, TitlesDifferAndFitOnALine) {
  std::set<std::string_view> titles;
  for (const CatalogueEntry& entry : catalogue()) {
    EXPECT_TRUE(titles.insert(entry.title).second) << entry.title;
    EXPECT_FALSE(entry.title.empty()) << entry.name;
    EXPECT_LT(entry.title.size(), 100u) << entry.name;
  }
}

TEST(Catalogue, AllResultsAreBuiltAndNothingElse) {
  for (const CatalogueEntry& entry : catalogue()) {
    EXPECT_EQ(entry.built(), entry.kind == EntryKind::result) << entry.name;
  }
}

TEST(Catalogue, TheTableHasALineForEveryEntryAndMarksWhatIsBuilt) {
  std::istringstream lines(catalogue_table());
  for (const CatalogueEntry& entry : catalogue()) {
    std::string line;
    ASSERT_TRUE(std::getline(lines, line)) << entry.name;
    EXPECT_TRUE(line.starts_with(std::string(entry.name) + " ")) << line;
    EXPECT_TRUE(line.ends_with(entry.title)) << line;
    std::istringstream words(line);
    std::string name, state;
    words >> name >> state;
    EXPECT_EQ(state == "built", entry.built()) << line;
  }
  std::string rest;
  EXPECT_FALSE(std::getline(lines, rest)) << rest;
}

// ---- the validation page ----

/// The cells of the rows of a section: what, printed, tread, difference, remark.
std::vector<std::vector<std::string>> rows_of_section(const std::string& section) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(section);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ") || line.starts_with("| quantity") || line.starts_with("| ---")) {
      continue;
    }
    std::vector<std::string> cells;
    std::size_t from = 2;
    for (std::size_t at = 2; (at = line.find(" |", at)) != std::string::npos; ++at) {
      cells.push_back(line.substr(std::min(from, at), at > from ? at - from : 0));
      from = at + 3;
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

/// A change of nearly nothing may be either way.
std::string without_numbers(const std::string& text) {
  static const std::regex number(R"([-+]?\d+(\.\d+)?(e[-+]?\d+)?( % (more|less))?)");
  return std::regex_replace(text, number, "#");
}

/// Where rounding decides, or the machine: texts are compared, numbers are not.
bool has_numbers_by_chance(const CatalogueEntry& entry, const std::string& what) {
  return entry.name == "thesis-table-6.1" || what.starts_with("processor time");
}

bool is_about(const std::string& number, const std::string& other) {
  const double a = std::strtod(number.c_str(), nullptr);
  const double b = std::strtod(other.c_str(), nullptr);
  return std::abs(a - b) <= 0.01 * std::max(std::abs(a), std::abs(b)) + 1e-9;
}

void expect_section(const CatalogueEntry& entry, const Reproduction& reproduction) {
  std::ifstream file(TREAD_SOURCE_DIR "/docs/validation/" + std::string(entry.name) + ".section");
  const std::string kept(std::istreambuf_iterator<char>(file), {});
  const auto documented = rows_of_section(kept);
  const auto now = rows_of_section(validation_section(reproduction, {}, ""));
  const std::string remedy = fmt::format(
      "{}: tread reproduce {} --out docs/validation makes it anew", entry.name, entry.name);
  ASSERT_EQ(documented.size(), now.size()) << remedy;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const std::vector<std::string>& a = documented[i];
    const std::vector<std::string>& b = now[i];
    ASSERT_EQ(a.size(), 5u) << remedy;
    EXPECT_EQ(a[0], b[0]) << remedy;
    EXPECT_EQ(a[1], b[1]) << remedy;
    EXPECT_EQ(without_numbers(a[4]), without_numbers(b[4])) << remedy;
    if (has_numbers_by_chance(entry, a[0])) continue;
    EXPECT_TRUE(is_about(a[2], b[2])) << a[0] << ": " << a[2] << ", now " << b[2] << "; " << remedy;
  }
}

// Entries that take minutes are tested on smaller meshes, each in its own file.
TEST(Reproduce, RunsEveryEntryThatIsBuiltAndTheValidationPageHasWhatComesOut) {
  Observer observer;
  std::size_t n_built = 0;
  for (const CatalogueEntry& entry : catalogue()) {
    if (!entry.built() || entry.effort == Effort::minutes) continue;
    ++n_built;
    const Reproduction reproduction = reproduce(entry.name, observer);
    EXPECT_EQ(reproduction.name, entry.name);
    EXPECT_EQ(reproduction.title, entry.title);
    EXPECT_EQ(reproduction.status, SolveStatus::converged) << entry.name;
    EXPECT_FALSE(reproduction.rows.empty()) << entry.name;
    expect_section(entry, reproduction);
  }
  EXPECT_GT(n_built, 0u);
}

TEST(Reproduce, AnUnknownNameIsToldWithTheNearestOne) {
  EXPECT_EQ(message_for("thesis-fig-42"),
            "no table or figure is called 'thesis-fig-42'; the nearest name is 'thesis-fig-4.2', "
            "and the list (tread reproduce --list) has all of them");
  EXPECT_NE(message_for("wheelrail-table-5").find("'wheel-rail-table-5'"), std::string::npos);
  EXPECT_NE(message_for("wiggle-figure-6").find("'wiggles-fig-6'"), std::string::npos);
  EXPECT_NE(message_for("").find("no table or figure is called ''"), std::string::npos);
}

TEST(Reproduce, AnInputOrAnIllustrationSaysThatThereIsNothingToCompute) {
  EXPECT_EQ(message_for("thesis-table-10.1"),
            "'thesis-table-10.1' (Wheel on bridge: constants) is an input: there is nothing to "
            "compute");
  EXPECT_NE(message_for("thesis-fig-2.1").find("is an illustration: there is nothing to compute"),
            std::string::npos);
}

}  // namespace
}  // namespace tread::study
