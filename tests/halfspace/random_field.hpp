#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace tread::halfspace {

/// Numbers between -1 and 1, the same for the same seed.
inline std::vector<double> random_field(std::size_t n, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> field(n);
  for (double& value : field) value = uniform(generator);
  return field;
}

}  // namespace tread::halfspace
