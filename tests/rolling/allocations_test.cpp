#include <gtest/gtest.h>

#include "rolling/scenarios.hpp"
#include "support/counted_allocations.hpp"

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
