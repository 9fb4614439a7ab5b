#include "keep_files.hpp"

#include <fmt/format.h>

#include "tread/core/errors.hpp"

namespace tread::app {

namespace fs = std::filesystem;

void refuse_to_overwrite(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(path, ignored))) return;
  throw IoError(fmt::format("{} is there already\n  hint: --force writes over it", path.string()));
}

void refuse_to_replace_input(const fs::path& in, const fs::path& out) {
  std::error_code ignored;
  if (!fs::equivalent(in, out, ignored) && !fs::equivalent(in / "result.h5", out, ignored)) return;
  throw IoError(fmt::format("{} is the file to be read: it is never written over", out.string()));
}

}  // namespace tread::app
