#include "tread/core/word_digest.hpp"

#include <fmt/format.h>

#include <bit>

namespace tread {

void WordDigest::add(std::uint64_t word) { value_ = (value_ ^ word) * k_prime; }
void WordDigest::add(double value) { add(std::bit_cast<std::uint64_t>(value)); }

void WordDigest::add(std::string_view text) {
  add(static_cast<std::uint64_t>(text.size()));
  for (std::size_t begin = 0; begin < text.size(); begin += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    for (const char c : text.substr(begin, sizeof word)) {
      word = word << 8 | static_cast<unsigned char>(c);
    }
    add(word);
  }
}

std::uint64_t WordDigest::high() const { return static_cast<std::uint64_t>(value_ >> 64); }
std::uint64_t WordDigest::low() const { return static_cast<std::uint64_t>(value_); }

std::string WordDigest::hex() const { return fmt::format("{:016x}{:016x}", high(), low()); }

}  // namespace tread
