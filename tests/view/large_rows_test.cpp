#include "tread/view/large_rows.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace tread::view {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t k_most = LargeRows::k_most_bytes;

TEST(LargeRows, GivesRoomAsLongAsThereIsSome) {
  LargeRows rows;
  LargeRows::Room half = rows.take(k_most / 2, {});
  const LargeRows::Room other_half = rows.take(k_most / 2, {});
  EXPECT_TRUE(half);
  EXPECT_TRUE(other_half);
  EXPECT_FALSE(rows.take(1, milliseconds(5)));
  half = {};
  EXPECT_TRUE(rows.take(1, {}));
}

TEST(LargeRows, OneMayHaveMoreThanThereIs) {
  LargeRows rows;
  const LargeRows::Room huge = rows.take(10 * k_most, {});
  EXPECT_TRUE(huge);
  EXPECT_FALSE(rows.take(1, {}));
}

TEST(LargeRows, WhoWaitsGetsWhatIsGivenBack) {
  LargeRows rows;
  LargeRows::Room all = rows.take(k_most, {});
  std::thread waiting([&] { EXPECT_TRUE(rows.take(k_most, std::chrono::minutes(1))); });
  std::this_thread::sleep_for(milliseconds(20));
  all = {};
  waiting.join();
}

}  // namespace
}  // namespace tread::view
