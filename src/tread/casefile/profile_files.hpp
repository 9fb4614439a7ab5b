#pragma once

#include <filesystem>

#include "tread/profile/profile_file.hpp"

namespace tread::casefile {

inline constexpr std::size_t k_max_profile_bytes = 50'000'000;

/// A file of a profile, opened; what may be in it and what is refused stands with the parser of
/// room `profile`. Throws CaseError with the path as given.
profile::ReadProfile read_profile(const std::filesystem::path& path,
                                  const profile::ProfileReadOptions& options = {});

}  // namespace tread::casefile
