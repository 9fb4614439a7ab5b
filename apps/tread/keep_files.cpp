#include "keep_files.hpp"

#include <fmt/format.h>

#include "tread/core/errors.hpp"

namespace tread::app {

void refuse_to_overwrite(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) return;
  throw IoError(fmt::format("{} is there already\n  hint: --force writes over it", path.string()));
}

}  // namespace tread::app
