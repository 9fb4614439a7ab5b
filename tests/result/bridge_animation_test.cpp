#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "result/samples.hpp"
#include "tread/result/write.hpp"

namespace tread::result {
namespace {

/// A triangle that one wheel presses 1, 2 and 1 mm deep.
CaseResult triangle_crossing() {
  CaseResult c;
  c.title = "Crossing";
  c.status = "converged";
  c.ok = true;
  c.animation = BridgeAnimation{
      .places = {0, 5, 10},
      .supports = {0, 10},
      .vehicle_of_wheel = {0},
      .frames = {{0.1, {0, 1e-3, 0}, {2}}, {0.2, {0, 2e-3, 0}, {5}}, {0.3, {0, 1e-3, 0}, {8}}},
      .still = 1};
  return c;
}

TEST(BridgeAnimation, TableHasARowAnInstant) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / "tread_bridge_animation";
  const CaseFiles files = write_result(result_of({triangle_crossing()}), folder);
  EXPECT_EQ(std::ranges::count(files.at(0), "animation.csv"), 1);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace tread::result
