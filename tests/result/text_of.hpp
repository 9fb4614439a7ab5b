#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace tread::result {

/// All bytes of a file.
inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace tread::result
