#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tread {

/// A digest of words of 64 bits: FNV-1a of 128 bits, a word a step instead of a byte,
///
///   h <- (h xor word) P,   P = 2^88 + 2^8 + 0x3b
///
/// Each step is one to one in h and in the word: a single word that is changed is always seen. It
/// is no protection against people who want to be mistaken for others.
/// G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, The FNV non-cryptographic hash algorithm.
class WordDigest {
 public:
  void add(std::uint64_t word);
  void add(double value);
  void add(std::string_view text);  // its length and its bytes, eight a word

  std::uint64_t high() const;
  std::uint64_t low() const;
  std::string hex() const;  // 32 digits

  bool operator==(const WordDigest&) const = default;

 private:
  __extension__ typedef unsigned __int128 Wide;
  static constexpr Wide k_offset = (Wide{0x6c62272e07bb0142} << 64) | Wide{0x62b821756295c58d};
  static constexpr Wide k_prime = (Wide{1} << 88) + 0x13b;

  Wide value_ = k_offset;
};

}  // namespace tread
