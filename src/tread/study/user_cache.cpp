#include "tread/study/user_cache.hpp"

#include <unistd.h>

#include <cstdlib>

namespace tread::study {
namespace {

/// XDG Base Directory Specification: what is not absolute does not count.
std::filesystem::path absolute_path_in(const char* variable) {
  const char* value = std::getenv(variable);
  const std::filesystem::path path = value == nullptr ? "" : value;
  return path.is_absolute() ? path : std::filesystem::path();
}

/// Whether files can be made in a folder, or in the nearest of its parents that exists.
bool is_writable(std::filesystem::path folder) {
  std::error_code failure;
  while (!std::filesystem::exists(folder, failure) && folder != folder.parent_path()) {
    folder = folder.parent_path();
  }
  return std::filesystem::is_directory(folder, failure) && access(folder.c_str(), W_OK) == 0;
}

}  // namespace

std::filesystem::path user_cache_folder() {
  const std::filesystem::path caches = absolute_path_in("XDG_CACHE_HOME");
  const std::filesystem::path home = absolute_path_in("HOME");
  if (caches.empty() && home.empty()) return {};
  const std::filesystem::path folder = (caches.empty() ? home / ".cache" : caches) / "tread";
  return is_writable(folder) ? folder : std::filesystem::path();
}

}  // namespace tread::study
