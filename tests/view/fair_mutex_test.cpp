#include "tread/view/fair_mutex.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

namespace tread::view {
namespace {

TEST(FairMutex, WhoAsksAgainAndAgainLetsOthersInBetween) {
  FairMutex mutex;
  std::atomic<bool> ended = false;
  std::atomic<int> n_greedy = 0;
  std::thread greedy([&] {
    while (!ended) {
      const std::lock_guard lock(mutex);
      ++n_greedy;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  while (n_greedy == 0) std::this_thread::yield();
  int most_in_between = 0;
  for (int i = 0; i < 20; ++i) {
    const int before = n_greedy;
    const std::lock_guard lock(mutex);
    most_in_between = std::max(most_in_between, n_greedy - before);
  }
  ended = true;
  greedy.join();
  EXPECT_LE(most_in_between, 5) << "one, if the system lets threads run at once";
}

TEST(FairMutex, LetsOneInAtATime) {
  FairMutex mutex;
  int n = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 1000; ++j) {
        const std::lock_guard lock(mutex);
        ++n;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(n, 8000);
}

}  // namespace
}  // namespace tread::view
