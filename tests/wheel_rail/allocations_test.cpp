#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <random>
#include <vector>

#include "tread/wheel_rail/wheelset_forces.hpp"
#include "wheel_rail/sample_motions.hpp"

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

namespace tread::wheel_rail {
namespace {

TEST(allocations, hertz_models_allocate_nothing_after_the_first_calls) {
  std::mt19937 random(1);
  std::vector<profile::WheelsetMotion> motions;
  for (int i = 0; i < 100; ++i) motions.push_back(test::random_motion(random));
  for (const HertzModelSettings& settings :
       {hertz_linear(), hertz_shen_hedrick_elkins(), hertz_polach(), semi_elastic()}) {
    WheelsetContact contact(profile::test::benchmark_pair(), settings);
    WheelsetForces forces;
    const auto evaluate_all = [&] {
      for (const auto& motion : motions) contact.evaluate(motion, forces);
    };
    evaluate_all();
    const long before = n_allocations;
    evaluate_all();
    EXPECT_EQ(n_allocations - before, 0);
  }
}

}  // namespace
}  // namespace tread::wheel_rail
