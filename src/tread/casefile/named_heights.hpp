#pragma once

#include <filesystem>
#include <optional>

#include "tread/casefile/heights_csv.hpp"
#include "tread/casefile/keys.hpp"

namespace tread::casefile {

/// The numbers in the file that a key names, sought from base_dir; none may be read if that is
/// empty. Nothing, and problems, if they cannot be had: what is wrong with the file as a whole
/// (missing, a pipe) is told at the key.
std::optional<HeightTable> named_heights(std::string_view key, const std::string& file,
                                         const std::filesystem::path& base_dir,
                                         const Reading& reading, ProblemList& problems);

}  // namespace tread::casefile
