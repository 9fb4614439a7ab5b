#include "tread/core/random_numbers.hpp"

#include <cmath>
#include <numbers>

namespace tread {

double RandomNumbers::uniform() {
  constexpr int k_dropped = 12;  // of 64 bits: 52 are left, and half a unit keeps clear of 0 and 1
  return (static_cast<double>(bits_() >> k_dropped) + 0.5) * 0x1p-52;
}

double RandomNumbers::normal() {
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

}  // namespace tread
