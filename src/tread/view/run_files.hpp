#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tread/view/descriptor.hpp"
#include "tread/view/response.hpp"

namespace tread::view {

/// Whether a link in the place of a folder is followed: one that the user has named, and no other.
enum class Links { follow, refuse };

/// A result's folder: the result in it, and what may be fetched as it is.
struct RunFiles {
  std::filesystem::path folder;
  Links links = Links::follow;
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

  /// result.h5 of the folder, never through a link; or the file that the user has named, through
  /// links too. Not open, and errno, if it cannot be had.
  Descriptor open_result() const;

  /// Empty, or why there is no result that could be opened: there is none, or a link or a pipe.
  std::string look_for_result(struct stat& state) const;

 private:
  Descriptor open_folder() const;
  const std::string& name_of_result() const;
};

}  // namespace tread::view
