#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

#include "tread/structure/critical_speeds.hpp"
#include "tread/structure/speed_sweep.hpp"
#include "tread/structure/train_library.hpp"

namespace tread::structure {
namespace {

struct HslmRow {
  double speed;  // m/s
  double acceleration;
  double deflection;
  double acceleration_one_mode;
  double deflection_one_mode;
};

/// The sweep of tests/structure/data/hslm_erri15.csv (its origin stands there), by train.
std::vector<std::vector<HslmRow>> read_reference() {
  std::vector<std::vector<HslmRow>> trains(10);
  std::ifstream file(TREAD_TEST_DATA "/hslm_erri15.csv");
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#' || line[0] == 't') continue;
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    std::size_t train = 0;
    double km_h = 0;
    HslmRow row{};
    words >> train >> km_h >> row.acceleration >> row.deflection >> row.acceleration_one_mode >>
        row.deflection_one_mode;
    row.speed = km_h / 3.6;
    trains.at(train - 1).push_back(row);
  }
  return trains;
}

BeamModes erri_bridge(int n_modes) {
  return beam_modes(simply_supported_beam(15, {0, 7.694081e9, 15000}, ModalDamping{{0.01}}),
                    {n_modes});
}

SweepResult sweep(const BeamModes& modes, const AxleTrain& train,
                  const std::vector<HslmRow>& rows) {
  SweepOptions options;
  for (const HslmRow& row : rows) options.speeds.push_back(row.speed);
  options.sections = {7.5};
  return sweep_speeds(modes, train, options);
}

/// Of the third mode's part, what a program loses that reads peaks off instants 0.5 ms apart: it
/// turns by 0.141 rad in between.
constexpr double k_lost_between_instants = 2.5e-3;

TEST(HslmSweep, AllTenTrainsAtAllSpeedsAgreeWithAnIndependentProgramWithinATenthOfAPercent) {
  const auto reference = read_reference();
  const BeamModes one = erri_bridge(1);
  const BeamModes three = erri_bridge(3);
  for (int number = 1; number <= 10; ++number) {
    const auto& rows = reference[static_cast<std::size_t>(number - 1)];
    ASSERT_EQ(rows.size(), 51u);
    const SweepResult with_three = sweep(three, hslm_a(number), rows);
    const SweepResult with_one = sweep(one, hslm_a(number), rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const SweepExtreme a = with_three.extremes[i].front();
      EXPECT_GT(a.acceleration / rows[i].acceleration, 1 - 1e-3) << "A" << number << " " << i;
      EXPECT_LT(a.acceleration / rows[i].acceleration, 1 + k_lost_between_instants) << number;
      EXPECT_NEAR(a.deflection / rows[i].deflection, 1, 1e-3) << "A" << number << " " << i;
      const SweepExtreme b = with_one.extremes[i].front();
      EXPECT_NEAR(b.acceleration / rows[i].acceleration_one_mode, 1, 1e-3);
      EXPECT_NEAR(b.deflection / rows[i].deflection_one_mode, 1, 1e-3);
    }
  }
}

/// Largest values of all speeds, three modes, of the same program; km/h, m/s2 and mm.
struct TrainExtreme {
  int speed_of_acceleration;
  double acceleration;      // at midspan
  double any_acceleration;  // anywhere
  double deflection;        // at midspan
};

constexpr std::array<TrainExtreme, 10> k_extremes{{{325, 54.778, 54.778, 57.949},
                                                   {340, 57.238, 57.385, 60.721},
                                                   {360, 60.350, 60.350, 62.653},
                                                   {375, 57.101, 57.101, 60.450},
                                                   {395, 54.646, 54.646, 57.069},
                                                   {400, 35.588, 35.588, 38.336},
                                                   {400, 22.786, 22.786, 24.924},
                                                   {400, 18.556, 18.556, 19.226},
                                                   {235, 19.749, 19.788, 23.854},
                                                   {245, 22.515, 22.515, 25.514}}};

TEST(HslmSweep, TheWorstSpeedOfEachTrainAndItsExtremesAreRightWithinATenthOfAPercent) {
  const BeamModes modes = erri_bridge(3);
  SweepOptions options;
  for (int km_h = 150; km_h <= 400; km_h += 5) options.speeds.push_back(km_h / 3.6);
  for (int i = 1; i < 32; ++i) options.sections.push_back(15.0 * i / 32);
  constexpr std::size_t k_middle = 15;
  for (int number = 1; number <= 10; ++number) {
    const TrainExtreme& expected = k_extremes[static_cast<std::size_t>(number - 1)];
    const SweepResult sweep = sweep_speeds(modes, hslm_a(number), options);
    std::size_t worst = 0;
    double any = 0;
    double deflection = 0;
    for (std::size_t i = 0; i < sweep.speeds.size(); ++i) {
      const SweepExtreme& middle = sweep.extremes[i][k_middle];
      if (middle.acceleration > sweep.extremes[worst][k_middle].acceleration) worst = i;
      any = std::max(any, sweep.largest_at(i).acceleration);
      deflection = std::max(deflection, middle.deflection);
    }
    EXPECT_NEAR(sweep.speeds[worst] * 3.6, expected.speed_of_acceleration, 1e-9) << number;
    EXPECT_NEAR(sweep.extremes[worst][k_middle].acceleration / expected.acceleration, 1, 1e-3);
    EXPECT_NEAR(any / expected.any_acceleration, 1, 1e-3) << number;
    EXPECT_NEAR(1e3 * deflection / expected.deflection, 1, 1e-3) << number;
  }
}

TEST(HslmSweep, RealTrainsAgreeWithAnIndependentProgram) {
  // The same bridge and program, one mode; printed to four digits or five.
  struct RealTrain {
    AxleTrain train;
    double km_h, acceleration, deflection_mm;
  };
  const BeamModes modes = erri_bridge(1);
  SweepOptions options;
  options.sections = {7.5};
  for (const RealTrain& row :
       {RealTrain{talgo_350(), 236.5, 15.965, 18.478}, RealTrain{talgo_350(), 235, 16.538, 19.727},
        RealTrain{ice_2(), 219.5, 3.053, 6.247}, RealTrain{ice_2(), 236.5, 4.657, 6.792},
        RealTrain{ice_2(), 360, 5.679, 8.407}}) {
    const SweepExtreme found = SpeedSweep(modes, row.train, options).run(row.km_h / 3.6).largest();
    EXPECT_NEAR(found.acceleration / row.acceleration, 1, 1e-3) << row.train.name << row.km_h;
    EXPECT_NEAR(1e3 * found.deflection / row.deflection_mm, 1, 1e-3) << row.train.name << row.km_h;
  }
}

TEST(HslmSweep, ResonanceIsWhereTheFrequencyAndTheCoachLengthSay) {
  const BeamModes modes = erri_bridge(3);
  const AxleTrain train = hslm_a(3);
  const std::vector<CriticalSpeed> critical = critical_speeds(modes, train);
  // n0 D = 5 Hz x 20 m.
  const auto found = std::find_if(critical.begin(), critical.end(), [](const CriticalSpeed& c) {
    return c.mode == 1 && c.divisor == 1 && c.pitch == 20;
  });
  ASSERT_NE(found, critical.end());
  EXPECT_NEAR(found->speed, 100, 1e-3);
  SweepOptions options;
  options.sections = {7.5};
  for (int v = 90; v <= 110; ++v) options.speeds.push_back(v);
  const SweepResult result = sweep_speeds(modes, train, options);
  std::size_t peak = 0;
  for (std::size_t i = 0; i < options.speeds.size(); ++i) {
    if (result.extremes[i][0].acceleration > result.extremes[peak][0].acceleration) peak = i;
  }
  EXPECT_NEAR(options.speeds[peak], found->speed, 1);
}

}  // namespace
}  // namespace tread::structure
