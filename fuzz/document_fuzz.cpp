#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tread/core/errors.hpp"
#include "tread/result/document.hpp"

/// Any tree is read as a result or refused with a tread::Error. Arrays are as long as the path that
/// names them: some fit, some do not.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const tread::result::ArraySource arrays = {
      [](std::string_view path) { return std::vector<double>(path.size(), 1.5); },
      [](std::string_view path) { return std::vector<int>(path.size(), 1); }};
  try {
    tread::result::document_of(tread::result::result_of(text, arrays));
  } catch (const tread::Error&) {
  }
  return 0;
}
