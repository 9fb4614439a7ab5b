#include <gtest/gtest.h>

#include "profile/sample_profiles.hpp"
#include "support/counted_allocations.hpp"

namespace tread::profile::test {
namespace {

TEST(allocations, a_search_allocates_nothing_once_there_is_room_for_the_points) {
  const ContactSearch search(benchmark_pair());
  std::vector<ContactPoint> points;
  points.reserve(16);
  const long before = n_allocations;
  std::size_t n_points = 0;
  for (int i = 0; i <= 20; ++i) {
    search.find({0.5e-3 * i, -0.1e-3 * i, 0, 1e-3 * i}, 1e-3, points);
    n_points += points.size();
  }
  EXPECT_EQ(n_allocations - before, 0);
  EXPECT_GT(n_points, 10u);
}

}  // namespace
}  // namespace tread::profile::test
