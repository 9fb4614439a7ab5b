// Any text at all must end in a case or in a tread::Error. No files are read: the base folder is
// empty.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tread/casefile/case_toml.hpp"
#include "tread/core/errors.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    tread::casefile::parse_toml(text, "fuzz.toml", "");
  } catch (const tread::Error&) {
  }
  return 0;
}
