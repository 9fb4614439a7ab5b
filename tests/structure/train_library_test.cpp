#include "tread/structure/train_library.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

double weight(const AxleTrain& train) {
  double sum = 0;
  for (const Axle& axle : train.axles) sum += axle.force;
  return sum;
}

TEST(TrainLibrary, HighSpeedTrainsHaveTheAxlesLengthsAndLoadsOfTheStandard) {
  const std::vector<AxleTrain> trains = hslm_a_trains();
  ASSERT_EQ(trains.size(), 10u);
  // 2 N + 14 axles; 375.5 to 398.5 m and 7140 to 9600 kN over all ten.
  EXPECT_EQ(trains[0].axles.size(), 50u);
  EXPECT_EQ(trains[9].axles.size(), 36u);
  double shortest = 1e9, longest = 0, lightest = 1e9, heaviest = 0;
  for (const AxleTrain& train : trains) {
    double weight = 0;
    for (const Axle& axle : train.axles) weight += axle.force;
    shortest = std::min(shortest, train.length());
    longest = std::max(longest, train.length());
    lightest = std::min(lightest, weight);
    heaviest = std::max(heaviest, weight);
    // The same from both ends.
    for (std::size_t i = 0; i < train.axles.size(); ++i) {
      const std::size_t j = train.axles.size() - 1 - i;
      EXPECT_NEAR(train.axles[i].behind + train.axles[j].behind, train.length(), 1e-9);
    }
  }
  EXPECT_NEAR(shortest, 375.5, 0.05);
  EXPECT_NEAR(longest, 398.5, 0.05);
  EXPECT_NEAR(lightest, 7140e3, 1);
  EXPECT_NEAR(heaviest, 9600e3, 1);
  EXPECT_THROW(hslm_a(0), ModelError);
  EXPECT_THROW(hslm_a(11), ModelError);
}

TEST(TrainLibrary, RealTrainsHaveTheTotalsOfTheirSources) {
  // IAPF annex C: 40 axles of 170 kN over 356.05 m; 56 axles of 112 and 195 kN over 350.52 m.
  const AxleTrain talgo = talgo_350();
  EXPECT_EQ(talgo.axles.size(), 40u);
  EXPECT_NEAR(talgo.length(), 356.05, 1e-9);
  EXPECT_NEAR(weight(talgo), 40 * 170e3, 1e-6);
  EXPECT_EQ(talgo.pitches, std::vector{13.14});
  const AxleTrain ice = ice_2();
  EXPECT_EQ(ice.axles.size(), 56u);
  EXPECT_NEAR(ice.length(), 350.52, 1e-9);
  EXPECT_NEAR(weight(ice), 8 * 195e3 + 48 * 112e3, 1e-6);
  EXPECT_EQ(ice.pitches, std::vector{26.4});
  // Goicolea: eight cars, 200.32 m over its ends, which reach 4.76 m beyond the middles of bogies.
  const AxleTrain velaro = ave_s103();
  EXPECT_EQ(velaro.axles.size(), 32u);
  EXPECT_NEAR(velaro.length() - 2.5 + 2 * 4.76, 200.32, 1e-9);
  EXPECT_NEAR(weight(velaro) / 9.81, 6 * 62000 + 2 * 55400, 1e-6);
}

TEST(TrainLibrary, KnownTrainsAreInOrderAndTheSameFromBothEnds) {
  const TrainNumbers numbers{12, 4.5, 6};
  for (const KnownTrain& known : known_trains()) {
    const AxleTrain train = train_by_name(known.name, numbers);
    EXPECT_EQ(train.name, known.name);
    EXPECT_FALSE(train.pitches.empty()) << known.name;
    EXPECT_FALSE(known.source.empty());
    EXPECT_EQ(train.axles.front().behind, 0) << known.name;
    EXPECT_TRUE(std::ranges::is_sorted(train.axles, {}, &Axle::behind)) << known.name;
    for (std::size_t i = 0; i < train.axles.size(); ++i) {
      const Axle& mirrored = train.axles[train.axles.size() - 1 - i];
      // The list of the Talgo is a centimetre off symmetry in the middle of each unit.
      EXPECT_NEAR(train.axles[i].behind + mirrored.behind, train.length(), 0.011) << known.name;
      EXPECT_EQ(train.axles[i].force, mirrored.force);
    }
  }
  EXPECT_THROW(train_by_name("TGV"), ModelError);
  EXPECT_THROW(train_by_name("HSLM-B"), ModelError);  // without a number of forces
}

TEST(TrainLibrary, ReferenceWagonsHaveTheWeightALengthOfTheirLineCategory) {
  // EN 15528: the number in the category stands for 5.0, 6.4, 7.2, 8.0 and 8.8 t/m.
  const std::vector<std::pair<const char*, double>> categories{
      {"A", 5.0},  {"B1", 5.0}, {"B2", 6.4}, {"C2", 6.4}, {"C3", 7.2}, {"C4", 8.0},
      {"D2", 6.4}, {"D3", 7.2}, {"D4", 8.0}, {"D5", 8.8}, {"E4", 8.0}, {"E5", 8.8}};
  for (const auto& [category, tonnes_a_metre] : categories) {
    const AxleTrain train = reference_wagons(category, 3);
    ASSERT_EQ(train.axles.size(), 12u);
    const double one = weight(train) / 3 / 9.81e3 / train.pitches.front();
    EXPECT_NEAR(one, tonnes_a_metre, 0.02) << category;
  }
  EXPECT_THROW(reference_wagons("F1", 3), ModelError);
  EXPECT_THROW(reference_wagons("D4", 0), ModelError);
}

}  // namespace
}  // namespace tread::structure
