#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "tread/structure/speed_sweep.hpp"

namespace tread::structure {
namespace {

struct Row {
  double speed;  // m/s
  double acceleration;
  double deflection;
  double acceleration_one_mode;
  double deflection_one_mode;
};

/// The sweep of tests/structure/data/hslm_erri15.csv (its origin stands there), by train.
std::vector<std::vector<Row>> read_reference() {
  std::vector<std::vector<Row>> trains(10);
  std::ifstream file(TREAD_TEST_DATA "/hslm_erri15.csv");
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#' || line[0] == 't') continue;
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    std::size_t train = 0;
    double km_h = 0;
    Row row{};
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

SweepResult sweep(const BeamModes& modes, const AxleTrain& train, const std::vector<Row>& rows) {
  SweepOptions options;
  for (const Row& row : rows) options.speeds.push_back(row.speed);
  options.sections = {7.5};
  return sweep_speeds(modes, train, options);
}

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
      EXPECT_NEAR(a.acceleration / rows[i].acceleration, 1, 1e-3) << "A" << number << " " << i;
      EXPECT_NEAR(a.deflection / rows[i].deflection, 1, 1e-3) << "A" << number << " " << i;
      const SweepExtreme b = with_one.extremes[i].front();
      EXPECT_NEAR(b.acceleration / rows[i].acceleration_one_mode, 1, 1e-3);
      EXPECT_NEAR(b.deflection / rows[i].deflection_one_mode, 1, 1e-3);
    }
  }
}

TEST(HslmSweep, ResonanceIsWhereTheFrequencyAndTheCoachLengthSay) {
  const BeamModes modes = erri_bridge(3);
  const AxleTrain train = hslm_a(3);
  const std::vector<CriticalSpeed> critical = critical_speeds(modes, train);
  // n0 D = 5 Hz x 20 m.
  const auto found = std::find_if(critical.begin(), critical.end(), [](const CriticalSpeed& c) {
    return c.divisor == 1 && c.pitch == 20;
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
