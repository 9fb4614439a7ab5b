#include "tread/casefile/inp_tokens.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace tread::casefile {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  InpWords words(text);
  std::vector<std::string> all;
  while (words.next_line()) {
    while (const auto word = words.next_word()) {
      all.push_back(std::to_string(word->line) + ":" + std::string(word->text));
    }
  }
  return all;
}

using Words = std::vector<std::string>;

TEST(InpWords, BlanksTabsCommasEqualSignsAndLineEndsSeparate) {
  EXPECT_EQ(words_of("a b,c\td=e ,, f\n\ng"),
            (Words{"1:a", "1:b", "1:c", "1:d", "1:e", "1:f", "3:g"}));
}

TEST(InpWords, LinesEndWithLfCrLfOrCr) {
  EXPECT_EQ(words_of("a\nb\r\nc\rd"), (Words{"1:a", "2:b", "3:c", "4:d"}));
}

TEST(InpWords, CommentsRunToTheEndOfTheirLine) {
  EXPECT_EQ(words_of("% first\n1% x 2\n %\n3 % 4 % 5"), (Words{"2:1", "4:3"}));
}

TEST(InpWords, ByteOrderMarkIsNoWord) {
  EXPECT_EQ(words_of("\xEF\xBB\xBF"
                     "3"),
            (Words{"1:3"}));
}

TEST(InpWords, NextLineLeavesTheRestOfALine) {
  InpWords words("1 2 3\n4");
  EXPECT_FALSE(words.next_word());
  ASSERT_TRUE(words.next_line());
  EXPECT_EQ(words.next_word()->text, "1");
  ASSERT_TRUE(words.next_line());
  EXPECT_EQ(words.next_word()->text, "4");
  EXPECT_FALSE(words.next_word());
  EXPECT_FALSE(words.next_line());
}

TEST(InpWords, LinesMayBeLongerThanContactReads) {
  const std::string line(1000, ' ');
  EXPECT_EQ(words_of("1" + line + "2"), (Words{"1:1", "1:2"}));
}

TEST(InpNumbers, AllFortranFormsAreRead) {
  const std::vector<std::pair<std::string, double>> forms{
      {"1", 1},
      {"+3", 3},
      {"-3", -3},
      {".5", 0.5},
      {"5.", 5},
      {"-.5", -0.5},
      {"1e-3", 1e-3},
      {"1.0D+02", 100},
      {"1d-3", 1e-3},
      {"2.5Q1", 25},
      {"1.5-3", 1.5e-3},
      {"1.5+3", 1500},
      {"-1.-2", -0.01},
      {"1E20", 1e20},
      {"007", 7},
      {"\xE2\x88\x92"
       "0.028",
       -0.028},
      {"1.0E\xE2\x88\x92"
       "04",
       1e-4},
      {"\xE2\x80\x93"
       "2",
       -2},
  };
  for (const auto& [word, value] : forms) {
    const auto number = read_real(word);
    EXPECT_EQ(number.fault, NumberFault::none) << word;
    EXPECT_DOUBLE_EQ(number.value, value) << word;
  }
}

TEST(InpNumbers, WhatIsNoNumberIsNotRead) {
  for (const char* word : {"", "-", "+", ".", "e5", "1e", "1d+", "1.2.3", "0x10", "1,5", "1e5x",
                           "abc", "--1", "1-", "20r", "1_000", "1e5.0", "'1'", "\xFF"}) {
    EXPECT_EQ(read_real(word).fault, NumberFault::text) << word;
  }
}

TEST(InpNumbers, NanAndInfinityAreTold) {
  for (const char* word : {"nan", "NaN", "-nan", "inf", "+Inf", "INFINITY", "nan(7)"}) {
    EXPECT_EQ(read_real(word).fault, NumberFault::not_finite) << word;
  }
}

TEST(InpNumbers, NumbersBeyondDoublePrecisionAreTold) {
  for (const char* word : {"1e309", "-1e400", "1d99999999999999999999", "1e-400"}) {
    EXPECT_EQ(read_real(word).fault, NumberFault::out_of_range) << word;
  }
}

TEST(InpNumbers, WholeNumbersAreWhole) {
  EXPECT_EQ(read_whole("200100").value, 200100);
  EXPECT_EQ(read_whole("+7").value, 7);
  EXPECT_EQ(read_whole("-5").value, -5);
  EXPECT_EQ(read_whole("\xE2\x88\x92"
                       "5")
                .value,
            -5);
  EXPECT_EQ(read_whole("007").fault, NumberFault::none);
  EXPECT_EQ(read_whole("3.0").fault, NumberFault::not_whole);
  EXPECT_EQ(read_whole("1e3").fault, NumberFault::not_whole);
  EXPECT_EQ(read_whole("nan").fault, NumberFault::not_whole);
  EXPECT_EQ(read_whole("2147483647").fault, NumberFault::none);
  EXPECT_EQ(read_whole("2147483648").fault, NumberFault::out_of_range);
  EXPECT_EQ(read_whole("-").fault, NumberFault::text);
  EXPECT_EQ(read_whole("3x").fault, NumberFault::text);
}

TEST(InpNumbers, ShownWordsArePrintableAndShort) {
  EXPECT_EQ(shown("\xE2\x88\x92"
                  "0.5"),
            "-0.5");
  EXPECT_EQ(shown("a\xFF\x01"), "a\\xFF\\x01");
  EXPECT_EQ(shown(std::string(100, '9')), std::string(40, '9') + "...");
}

}  // namespace
}  // namespace tread::casefile
