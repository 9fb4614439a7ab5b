#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tread::result {

/// Appends the bytes as base64, filled up with '=' to groups of four letters.
void append_base64(std::string& text, std::span<const std::uint8_t> bytes);

}  // namespace tread::result
