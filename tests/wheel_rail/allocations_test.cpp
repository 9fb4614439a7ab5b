#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "support/counted_allocations.hpp"
#include "tread/wheel_rail/wheelset_forces.hpp"
#include "wheel_rail/sample_motions.hpp"

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
