#include "tread/casefile/read_case.hpp"

#include <algorithm>

#include "tread/casefile/case_toml.hpp"
#include "tread/core/letters.hpp"

namespace tread::casefile {
namespace {

/// Programs of old and other systems write their file names in capitals.
std::string lower_case_extension(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), lower_case);
  return extension;
}

}  // namespace

CaseFile read_case(const std::filesystem::path& path, InpUnits units) {
  return lower_case_extension(path) == ".inp" ? read_inp(path, units) : read_toml(path);
}

}  // namespace tread::casefile
