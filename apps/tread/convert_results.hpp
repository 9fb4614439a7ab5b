#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tread::app {

/// Whether it is for convert_results(): a folder, or an HDF5 file by its name.
bool are_results(const std::filesystem::path& path);

/// Writes finished results in another format, which the ending of `out` chooses: .mat, .h5, .pvd;
/// without an ending, a folder of .csv files. Bad input is thrown.
/// @returns the files written.
std::vector<std::string> convert_results(const std::filesystem::path& results,
                                         const std::filesystem::path& out);

}  // namespace tread::app
