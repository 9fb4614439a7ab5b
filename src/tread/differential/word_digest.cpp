#include "tread/differential/word_digest.hpp"

#include <fmt/format.h>

#include <bit>

namespace tread::differential {

void WordDigest::add(std::uint64_t word) { value_ = (value_ ^ word) * k_prime; }
void WordDigest::add(double value) { add(std::bit_cast<std::uint64_t>(value)); }

std::uint64_t WordDigest::high() const { return static_cast<std::uint64_t>(value_ >> 64); }
std::uint64_t WordDigest::low() const { return static_cast<std::uint64_t>(value_); }

std::string WordDigest::hex() const { return fmt::format("{:016x}{:016x}", high(), low()); }

}  // namespace tread::differential
