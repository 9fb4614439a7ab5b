#include "tread/casefile/key_reference.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tread/casefile/scenarios.hpp"
#include "tread/casefile/text_file.hpp"

namespace tread::casefile {
namespace {

TEST(KeyReference, ListsEveryKeyWithItsMeaningInBothFormats) {
  const std::string plain = key_reference(KeyReferenceFormat::plain);
  const std::string markdown = key_reference(KeyReferenceFormat::markdown);
  for (const Scenario& scenario : scenarios()) {
    ASSERT_FALSE(scenario.keys.keys.empty());
    for (const KeyInfo& key : scenario.keys.keys) {
      EXPECT_NE(plain.find("\n  " + key.name + " "), std::string::npos) << key.full_name();
      EXPECT_NE(markdown.find("| `" + key.name + "` |"), std::string::npos) << key.full_name();
      EXPECT_NE(markdown.find(key.doc), std::string::npos) << key.full_name();
    }
    for (const TableInfo& table : scenario.keys.tables) {
      EXPECT_NE(plain.find("\n" + table.header() + "\n"), std::string::npos);
    }
  }
}

TEST(KeyReference, TellsUnitRangeAndDefault) {
  const std::string plain = key_reference(KeyReferenceFormat::plain);
  EXPECT_NE(plain.find("  force                 N, >= 0\n"), std::string::npos);
  EXPECT_NE(plain.find("  cells_x               whole number, in [1, 2147483647] (default 100)\n"),
            std::string::npos);
  EXPECT_NE(plain.find("        steel           E = 210 GPa, nu = 0.3\n"), std::string::npos);
  EXPECT_NE(plain.find("      only for shape.type = cylinder\n"), std::string::npos);
}

TEST(KeyReference, NoLineOfThePlainFormIsWiderThanATerminal) {
  std::string text = key_reference(KeyReferenceFormat::plain);
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
    EXPECT_LE(end, 110U) << text.substr(0, end);
    text.erase(0, end + 1);
  }
}

TEST(KeyReference, ThePageInTheDocumentationIsUpToDate) {
  EXPECT_EQ(read_text_file(TREAD_SOURCE_DIR "/docs/keys.md", 1'000'000),
            key_reference(KeyReferenceFormat::markdown))
      << "write it again: tread keys --markdown > docs/keys.md";
}

TEST(Keys, WhatADeclarationNamesIsDeclared) {
  for (const Scenario& scenario : scenarios()) {
    std::set<std::string> names;
    for (const KeyInfo& key : scenario.keys.keys) {
      EXPECT_TRUE(names.insert(key.full_name()).second) << "twice: " << key.full_name();
      EXPECT_FALSE(key.doc.empty()) << key.full_name();
      const bool is_free = key.condition.key.empty();
      EXPECT_TRUE(is_free || scenario.keys.find(key.condition.key) != nullptr) << key.full_name();
      for (const auto& others : {key.not_with, key.needs}) {
        for (const std::string& other : others) {
          EXPECT_NE(scenario.keys.find(other), nullptr) << key.full_name() << " names " << other;
        }
      }
    }
  }
}

TEST(Keys, NoKeyLooksLikeAnotherWithAUnit) {
  for (const Scenario& scenario : scenarios()) {
    for (const KeyInfo& key : scenario.keys.keys) {
      for (const Unit& unit : info(key.dimension).units) {
        const std::string spelled = key.full_name() + "_" + std::string(unit.suffix);
        EXPECT_EQ(scenario.keys.find(spelled), nullptr) << spelled;
      }
    }
  }
}

}  // namespace
}  // namespace tread::casefile
