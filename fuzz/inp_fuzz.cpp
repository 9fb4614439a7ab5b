#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tread/casefile/inp_reader.hpp"
#include "tread/core/errors.hpp"

/// Any bytes either read as cases or are refused with a tread::Error: no crash, no hang, no other
/// exception.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using tread::casefile::InpUnits;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const InpUnits units : {InpUnits::millimetre, InpUnits::metre}) {
    try {
      tread::casefile::parse_inp(text, "fuzz.inp", units);
    } catch (const tread::Error&) {
    }
  }
  return 0;
}
