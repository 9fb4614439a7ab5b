#pragma once

#include <filesystem>
#include <string_view>

#include "tread/result/document.hpp"
#include "tread/result/output_file.hpp"

namespace tread::result {

/// Writes a document as an HDF5 file, which is made in memory first: beside the result, the
/// compressed one is there for a while. Throws IoError with the path and the reason.
/// @param path for messages
void write_document(const Document& document, std::string_view program_version,
                    const std::filesystem::path& path, OutputFile& file);

}  // namespace tread::result
