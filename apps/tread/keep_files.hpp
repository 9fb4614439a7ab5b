#pragma once

#include <filesystem>

namespace tread::app {

/// Throws IoError with a remedy if there is something at the path.
void refuse_to_overwrite(const std::filesystem::path& path);

/// Throws IoError if `out` is the file or folder that is read, or the result.h5 in it.
void refuse_to_replace_input(const std::filesystem::path& in, const std::filesystem::path& out);

}  // namespace tread::app
