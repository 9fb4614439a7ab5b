#include "tread/study/user_cache.hpp"

#include <cstdlib>

namespace tread::study {
namespace {

/// XDG Base Directory Specification: what is not absolute does not count.
std::filesystem::path absolute_path_in(const char* variable) {
  const char* value = std::getenv(variable);
  const std::filesystem::path path = value == nullptr ? "" : value;
  return path.is_absolute() ? path : std::filesystem::path();
}

}  // namespace

std::filesystem::path user_cache_folder() {
  const std::filesystem::path caches = absolute_path_in("XDG_CACHE_HOME");
  if (!caches.empty()) return caches / "tread";
  const std::filesystem::path home = absolute_path_in("HOME");
  return home.empty() ? home : home / ".cache" / "tread";
}

}  // namespace tread::study
