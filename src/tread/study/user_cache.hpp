#pragma once

#include <filesystem>

namespace tread::study {

/// Where programs of this user keep what they can make again: $XDG_CACHE_HOME/tread, otherwise
/// ~/.cache/tread. Empty: there is no such place, or nothing can be written to it.
std::filesystem::path user_cache_folder();

}  // namespace tread::study
