#include "tread/casefile/read_case.hpp"

#include "tread/casefile/case_toml.hpp"

namespace tread::casefile {

CaseFile read_case(const std::filesystem::path& path, InpUnits units) {
  return path.extension() == ".inp" ? read_inp(path, units) : read_toml(path);
}

}  // namespace tread::casefile
