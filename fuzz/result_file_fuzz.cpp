#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "tread/core/errors.hpp"
#include "tread/result/result_file.hpp"

namespace {

/// The library reads files only: one that goes when the program does.
struct Scratch {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("tread_fuzz_" + std::to_string(::getpid()) + ".h5");
  ~Scratch() {
    std::error_code error;
    std::filesystem::remove(path, error);
  }
};

}  // namespace

/// Any bytes are read as a result or refused with a tread::Error: no crash, no hang, no other
/// exception.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Scratch scratch;
  std::FILE* file = std::fopen(scratch.path.c_str(), "wb");
  if (file == nullptr || std::fwrite(data, 1, size, file) != size) std::abort();
  std::fclose(file);
  try {
    tread::result::read_result(scratch.path);
  } catch (const tread::Error&) {
  }
  return 0;
}
