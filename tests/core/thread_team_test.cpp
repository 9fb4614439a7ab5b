#include "tread/core/thread_team.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace tread {
namespace {

TEST(ThreadTeam, WorksOnEveryIndexOnceWhateverItsSize) {
  for (const int n_threads : {1, 2, 5}) {
    ThreadTeam team(n_threads);
    EXPECT_EQ(team.size(), n_threads);
    for (const int n : {0, 1, 3, 1000}) {
      std::vector<int> visits(static_cast<std::size_t>(n), 0);
      for (int repeat = 0; repeat < 3; ++repeat) {
        team.for_ranges(n, [&](int begin, int end, int thread) {
          EXPECT_LT(thread, n_threads);
          for (int i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
        });
      }
      EXPECT_TRUE(std::all_of(visits.begin(), visits.end(), [](int v) { return v == 3; }));
    }
  }
}

}  // namespace
}  // namespace tread
