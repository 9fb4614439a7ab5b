#pragma once

#include <filesystem>

#include "tread/profile/profile_file.hpp"

namespace tread::casefile {

/// The profile in a file, which is not read if it is none or too large. Throws CaseError.
profile::ReadProfile read_profile_file(const std::filesystem::path& path,
                                       const profile::ProfileReadOptions& options);

}  // namespace tread::casefile
