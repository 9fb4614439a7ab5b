#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tread/core/errors.hpp"
#include "tread/fem/harwell_boeing.hpp"

/// Any bytes are read or refused with a tread::Error: no crash, no hang, no other exception, no
/// memory beyond what the bytes can mean.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    tread::fem::parse_harwell_boeing(text, "fuzz.hb");
  } catch (const tread::Error&) {
  }
  return 0;
}
