#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "rolling/scenarios.hpp"

/// Counts what operator new hands out in this program.
namespace {
std::atomic<long> n_allocations{0};
}

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++n_allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace tread::contact::test {
namespace {

/// Of rolling over so many cells, after the first 30.
long allocations_of_rolling(RollingScheme scheme, double c, double cells) {
  RollingContact contact(circular_contact(scheme, 25, 0.4e-3));
  roll(contact, circular_load(), c, 30);
  const long before = n_allocations;
  roll(contact, circular_load(), c, cells);
  return n_allocations - before;
}

TEST(Allocations, steps_of_a_contact_that_rolls_for_long_allocate_nothing) {
  for (const RollingScheme scheme :
       {RollingScheme::exact, RollingScheme::interpolated, RollingScheme::world_fixed}) {
    EXPECT_EQ(allocations_of_rolling(scheme, 0.3, 30), 0);
  }
}

}  // namespace
}  // namespace tread::contact::test
