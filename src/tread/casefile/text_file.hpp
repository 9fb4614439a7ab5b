#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace tread::casefile {

/// The bytes of a regular file of at most max_bytes. Kind and size are checked before it is opened:
/// a pipe would hang, a device never end, a huge file fill the memory. Throws CaseError (file: the
/// path as given, no line).
std::string read_text_file(const std::filesystem::path& path, std::size_t max_bytes);

}  // namespace tread::casefile
