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
    EXPECT_LT(difference(low_passed(slow, k_interval, k_cut), slow, 1), 3e-4) << frequency;
  }
}

TEST(LowPass, HasItsGainAtEveryFrequencyWithoutDelay) {
  // 0.5 %: the bilinear transform bends frequencies of 45 Hz at 1 kHz by (pi f h)^2 / 3 = 0.7 %
  // against the cut's 0.3 %, of which the eighth power makes at most 2 % of 1 - gain
  for (const double frequency : {20.0, 25.0, 30.0, 35.0, 45.0}) {
    const std::vector<double> wave = sine(frequency, 1.1);
    EXPECT_LT(difference(low_passed(wave, k_interval, k_cut), wave, gain(frequency)), 5e-3)
        << frequency;
  }
}

TEST(LowPass, KillsWhatIsFast) {
  for (const double frequency : {60.0, 120.0, 400.0}) {
    const std::vector<double> fast = sine(frequency);
    EXPECT_LT(difference(low_passed(fast, k_interval, k_cut), fast, 0), 0.01) << frequency;
  }
}

double largest_of(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

TEST(LowPass, KillsWhatIsFastAtTheEndAsWell) {
  // Phases that end in a peak: the mirror image makes the end one value of a wave that goes on.
  for (const double frequency : {120.0, 400.0}) {
    const double end = 2 * std::numbers::pi * frequency * 3999 * k_interval;
    const std::vector<double> filtered =
        low_passed(sine(frequency, std::numbers::pi / 2 - end), k_interval, k_cut);
    EXPECT_LT(largest_of({filtered.begin() + 2000, filtered.end()}), 0.01) << frequency;
  }
}

TEST(LowPass, DoesNotMakeLargestValuesOfWhatIsSlow) {
  for (const double phase : {0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0}) {
    const std::vector<double> slow = sine(5, phase);
    // 2.7e-4 as above; a kink at the end rings by less than a hundredth
    EXPECT_LT(std::abs(largest_of(low_passed(slow, k_interval, k_cut)) - 1), 0.01) << phase;
  }
}

TEST(LowPass, LeavesConstantsAloneAndLinesAwayFromTheirEnds) {
  const std::vector<double> constant(1000, 3.0);
  for (const double value : low_passed(constant, k_interval, k_cut)) EXPECT_NEAR(value, 3, 1e-9);
  std::vector<double> line;
  for (int i = 0; i < 1000; ++i) line.push_back(3 - 0.01 * i);
  const std::vector<double> filtered = low_passed(line, k_interval, k_cut);
  // six periods of the cut are 200 values: what the filter remembers
  for (std::size_t i = 200; i + 200 < line.size(); ++i)
    EXPECT_NEAR(filtered[i], line[i], 1e-6) << i;
}

TEST(LowPass, ReversedInTimeGivesTheReverse) {
  std::vector<double> impulse(800, 0.0);
  impulse[300] = 1;
  std::vector<double> reversed(impulse.rbegin(), impulse.rend());
  const std::vector<double> a = low_passed(impulse, k_interval, k_cut);
  std::vector<double> b = low_passed(reversed, k_interval, k_cut);
  std::ranges::reverse(b);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-12) << i;
  EXPECT_EQ(std::ranges::max_element(a) - a.begin(), 300);
}

TEST(LowPass, LeavesAHistoryAloneThatHasNothingAboveTheCut) {
  const std::vector<double> wave = sine(100);
  EXPECT_EQ(low_passed(wave, k_interval, 500), wave);
  EXPECT_TRUE(low_passed({}, k_interval, 30).empty());
}

}  // namespace
}  // namespace tread::study
