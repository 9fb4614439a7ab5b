#pragma once

#include <cstdint>
#include <random>

namespace tread {

/// Random numbers that are the same on every machine for the same seed: those of the Mersenne
/// twister are laid down by the C++ standard, what its distributions make of them is not.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : bits_(seed) {}

  /// Even in (0, 1): neither end.
  double uniform();
  /// Normal with mean 0 and standard deviation 1 (Box and Muller).
  double normal();

 private:
  std::mt19937_64 bits_;
};

}  // namespace tread
