#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tread/result/output_file.hpp"

namespace tread::app {

/// Whether it is for convert_results(): of a folder, or of an HDF5 file by its name, or to a format
/// that nothing but results has.
bool is_of_results(const std::filesystem::path& in, const std::filesystem::path& out);

/// Writes finished results in another format, which the ending of `out` chooses: .mat, .h5, .pvd;
/// without an ending, a folder of .csv files. Bad input is thrown.
/// @param check_name sees the names of all files before the first is there
/// @returns the files written.
std::vector<std::string> convert_results(const std::filesystem::path& results,
                                         const std::filesystem::path& out,
                                         const result::NameCheck& check_name);

}  // namespace tread::app
