#include "tread/study/low_pass.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tread::study {
namespace {

constexpr double k_interval = 1e-3;
constexpr double k_cut = 30;

std::vector<double> sine(double frequency, double phase = 0) {
  std::vector<double> values;
  for (int i = 0; i < 4000; ++i) {
    values.push_back(std::sin(2 * std::numbers::pi * frequency * i * k_interval + phase));
  }
  return values;
}

std::vector<double> filtered(const std::vector<double>& values, double cut = k_cut) {
  return low_passed(values, k_interval, cut, BeforeStart::unknown).values;
}

/// Largest difference from a multiple of another history, away from the ends.
double difference(const std::vector<double>& a, const std::vector<double>& b, double factor) {
  double largest = 0;
  for (std::size_t i = 500; i + 500 < a.size(); ++i) {
    largest = std::max(largest, std::abs(a[i] - factor * b[i]));
  }
  return largest;
}

double gain(double frequency) {
  return 1 / (1 + (std::numbers::sqrt2 - 1) * std::pow(frequency / k_cut, 8));
}

TEST(LowPass, PassesWhatIsSlowWithoutDelay) {
  for (const double frequency : {1.0, 5.0, 12.0}) {
    const std::vector<double> slow = sine(frequency, 0.3);
    // 1 - gain(12 Hz) = 2.7e-4
    EXPECT_LT(difference(filtered(slow), slow, 1), 3e-4) << frequency;
  }
}

TEST(LowPass, HasItsGainAtEveryFrequencyWithoutDelay) {
  // 0.5 %: the bilinear transform bends frequencies of 45 Hz at 1 kHz by (pi f h)^2 / 3 = 0.7 %
  // against the cut's 0.3 %, of which the eighth power makes at most 2 % of 1 - gain
  for (const double frequency : {20.0, 25.0, 30.0, 35.0, 45.0}) {
    const std::vector<double> wave = sine(frequency, 1.1);
    EXPECT_LT(difference(filtered(wave), wave, gain(frequency)), 5e-3) << frequency;
  }
}

TEST(LowPass, KillsWhatIsFast) {
  for (const double frequency : {60.0, 120.0, 400.0}) {
    const std::vector<double> fast = sine(frequency);
    EXPECT_LT(difference(filtered(fast), fast, 0), 0.01) << frequency;
  }
}

TEST(LowPass, LeavesConstantsAndLinesAlone) {
  std::vector<double> line;
  for (int i = 0; i < 1000; ++i) line.push_back(3 - 0.01 * i);
  const LowPassed slow = low_passed(line, k_interval, k_cut, BeforeStart::unknown);
  ASSERT_EQ(slow.first, 100u);  // three periods of 30 Hz
  ASSERT_EQ(slow.end, 900u);
  // the mirror image has a kink at the end: 1e-3 of what a line that goes on would add there
  for (std::size_t i = slow.first; i < slow.end; ++i) {
    EXPECT_NEAR(slow.values[i], line[i], 1e-3 * 2 * 0.01 * 100) << i;
  }
  const std::vector<double> constant(1000, 3.0);
  for (const double value : filtered(constant)) EXPECT_NEAR(value, 3, 1e-12);
}

TEST(LowPass, ALastValueThatIsNoiseIsFilteredToo) {
  std::vector<double> history = sine(5, 0.3);
  const std::vector<double> slow = history;
  const std::vector<double> noise = sine(390, 1.0);
  for (std::size_t i = 0; i < history.size(); ++i) history[i] += 80 * noise[i];
  for (const std::size_t n : {3601u, 3713u, 3977u, 4000u}) {
    ASSERT_GT(std::abs(noise[n - 1]), 0.5);
    const std::vector<double> cut_off(history.begin(),
                                      history.begin() + static_cast<std::ptrdiff_t>(n));
    const LowPassed calm = low_passed(cut_off, k_interval, k_cut, BeforeStart::unknown);
    // sin(omega |t|) has 2 / omega of all low frequencies: up to the cut 2 cut / (pi f) of it
    EXPECT_NEAR(calm.values.back(), slow[n - 1], 80 * 2 * k_cut / (std::numbers::pi * 390)) << n;
    for (std::size_t i = calm.first; i < calm.end; ++i) {
      EXPECT_NEAR(calm.values[i], slow[i], 1e-3 * 80) << i;
    }
  }
}

TEST(LowPass, WhatFollowsTheEndDoesNotChangeSettledValues) {
  // the worst that may follow: something else of the same size
  const std::vector<double> slow = sine(12, 0.3);
  for (const double jump : {-2.0, 2.0}) {
    std::vector<double> longer = slow;
    for (std::size_t i = 3000; i < longer.size(); ++i) longer[i] += jump;
    const std::vector<double> shorter(slow.begin(), slow.begin() + 3000);
    const LowPassed known = low_passed(longer, k_interval, k_cut, BeforeStart::unknown);
    const LowPassed cut_off = low_passed(shorter, k_interval, k_cut, BeforeStart::unknown);
    ASSERT_EQ(cut_off.end, 2900u);
    double largest = 0;
    double nearer = 0;  // to the end than settled values are
    for (std::size_t i = 0; i < cut_off.end; ++i) {
      largest = std::max(largest, std::abs(known.values[i] - cut_off.values[i]));
    }
    for (std::size_t i = cut_off.end; i < 3000; ++i) {
      nearer = std::max(nearer, std::abs(known.values[i] - cut_off.values[i]));
    }
    EXPECT_LT(largest, 1e-3 * std::abs(jump));
    EXPECT_GT(nearer, 0.1);
  }
}

TEST(LowPass, FromRestItIsRightFromTheFirstValueOn) {
  const std::size_t n_before = 1000;
  std::vector<double> with_rest(n_before, 0.0);
  const std::vector<double> wave = sine(10);
  with_rest.insert(with_rest.end(), wave.begin(), wave.end());
  const std::vector<double> long_known = filtered(with_rest);
  const LowPassed started = low_passed(wave, k_interval, k_cut, BeforeStart::at_rest);
  EXPECT_EQ(started.first, 0u);
  for (std::size_t i = 0; i < started.end; ++i) {
    EXPECT_NEAR(started.values[i], long_known[n_before + i], 1e-6) << i;
  }
}

TEST(LowPass, ReversedInTimeGivesTheReverse) {
  std::vector<double> impulse(800, 0.0);
  impulse[300] = 1;
  std::vector<double> reversed(impulse.rbegin(), impulse.rend());
  const std::vector<double> a = filtered(impulse);
  std::vector<double> b = filtered(reversed);
  std::ranges::reverse(b);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-12) << i;
  EXPECT_EQ(std::ranges::max_element(a) - a.begin(), 300);
}

TEST(LowPass, LeavesAHistoryAloneThatHasNothingAboveTheCut) {
  const std::vector<double> wave = sine(100);
  EXPECT_EQ(filtered(wave, 500), wave);
  EXPECT_TRUE(filtered({}).empty());
}

}  // namespace
}  // namespace tread::study
