#include "tread/study/validation_page.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "tread/study/reproduce.hpp"

namespace tread::study {
namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::string heading_of(const CatalogueEntry& entry) {
  return "\n### " + std::string(entry.name) + ": ";
}

TEST(ValidationSection, PutsThePrintedNumberOursAndTheDifferenceInOneLine) {
  Reproduction reproduction;
  reproduction.name = "thesis-table-1";
  reproduction.title = "A table";
  reproduction.rows = {
      {"force", 4, 5, "N", "a|b <c>"},
      {"iterations", std::nullopt, std::numeric_limits<double>::infinity(), "", ""}};
  const std::vector<std::string> pictures{"thesis-table-1.svg"};
  const std::string text = validation_section(reproduction, pictures, "1.2.3");
  EXPECT_NE(text.find("| force [N] | 4 | 5 | +25 % | a\\|b &lt;c> |\n"), std::string::npos) << text;
  EXPECT_NE(text.find("| iterations |  | does not converge |  |  |\n"), std::string::npos) << text;
  EXPECT_NE(text.find("![A table](thesis-table-1.svg)"), std::string::npos) << text;
  EXPECT_NE(text.find("1.2.3"), std::string::npos) << text;
}

TEST(ValidationSection, OfWhatDidNotConvergeSaysSoAndHasNoNumbers) {
  Reproduction reproduction;
  reproduction.status = SolveStatus::max_iterations;
  const std::string text = validation_section(reproduction, {}, "1");
  EXPECT_NE(text.find("Not reproduced: max_iterations"), std::string::npos) << text;
  EXPECT_EQ(text.find('|'), std::string::npos) << text;
}

TEST(ValidationPage, NamesEveryEntryOfTheCatalogueOnce) {
  const std::string page = validation_page([](std::string_view) { return std::nullopt; });
  for (const CatalogueEntry& entry : catalogue()) {
    EXPECT_EQ(occurrences(page, heading_of(entry)), 1u) << entry.name;
  }
}

TEST(ValidationPage, SaysWhatIsNotComputedAndHowToComputeIt) {
  const std::string page = validation_page([](std::string_view name) {
    return name == "wiggles-fig-1" ? std::optional<std::string>("here it is\n") : std::nullopt;
  });
  EXPECT_EQ(occurrences(page, "here it is"), 1u);
  EXPECT_EQ(occurrences(page, "`tread reproduce wiggles-fig-1`"), 0u);
  EXPECT_EQ(occurrences(page, "`tread reproduce wiggles-fig-2`"), 1u);
}

/// The page of the documentation, made by `tread reproduce all --out docs/validation`.
TEST(ValidationPage, OfTheDocumentationHasNumbersOrAPictureForAllThatIsBuilt) {
  const std::string folder = TREAD_SOURCE_DIR "/docs/validation/";
  std::ifstream file(folder + "index.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  for (const CatalogueEntry& entry : catalogue()) {
    const auto begin = page.find(heading_of(entry));
    ASSERT_NE(begin, std::string::npos) << entry.name;
    const std::string section = page.substr(begin + 1, page.find("\n##", begin + 1) - begin);
    if (!entry.built()) continue;
    EXPECT_TRUE(section.find("| quantity |") != std::string::npos ||
                section.find("![") != std::string::npos)
        << section;
    static const std::regex picture(R"(!\[[^\]]*\]\(([^)]+)\))");
    for (std::sregex_iterator match(section.begin(), section.end(), picture), end; match != end;
         ++match) {
      EXPECT_TRUE(std::ifstream(folder + (*match)[1].str()).good()) << (*match)[1].str();
    }
  }
}

}  // namespace
}  // namespace tread::study
