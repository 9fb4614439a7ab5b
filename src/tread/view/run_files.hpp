#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tread/view/response.hpp"

namespace tread::view {

/// What of a result's folder may be fetched as it is.
struct RunFiles {
  std::filesystem::path folder;
  std::string only{};  // nothing but this file; empty: all regular files that lie in the folder

  struct Entry {
    std::string name;
    std::size_t n_bytes = 0;
  };

  /// In alphabetical order. Neither links nor folders nor what lies in them.
  std::vector<Entry> list() const;

  /// The file of that name, if it is in the list: names are compared, never made part of a path
  /// before. Throws Refusal: 404 where there is none, 500 where it cannot be read.
  PiecewiseBody open(std::string_view name) const;
};

}  // namespace tread::view
