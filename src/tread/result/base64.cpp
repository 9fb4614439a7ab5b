#include "tread/result/base64.hpp"

#include <algorithm>
#include <string_view>

namespace tread::result {

void append_base64(std::string& text, std::span<const std::uint8_t> bytes) {
  constexpr std::string_view k_digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < n ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= n ? k_digits[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
}

}  // namespace tread::result
