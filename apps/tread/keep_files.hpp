#pragma once

#include <filesystem>

namespace tread::app {

/// Throws IoError with a remedy if there is something at the path.
void refuse_to_overwrite(const std::filesystem::path& path);

}  // namespace tread::app
