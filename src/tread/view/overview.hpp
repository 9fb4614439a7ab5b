#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace tread::view {

/// What the server itself must know of a document: how the run ended, how many of its checks
/// fail, and which arrays it names.
struct Overview {
  std::string status;
  bool ok = false;
  int failed_checks = 0;
  std::unordered_set<std::string> arrays;  // paths
};

/// Reads the tree word by word: that of a large study would be many times larger as objects.
/// Throws IoError for a text that is not JSON.
Overview overview_of(std::string_view tree);

}  // namespace tread::view
