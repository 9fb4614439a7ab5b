#pragma once

#include <filesystem>

#include "tread/result/document.hpp"

namespace tread::result {

/// Writes a document as an HDF5 file under that very name; write_hdf5() in result_file.hpp sees to
/// it that nothing half written stays. Throws IoError with the path and the reason.
void write_document(const Document& document, std::string_view program_version,
                    const std::filesystem::path& file);

}  // namespace tread::result
