#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tread/result/result_file.hpp"
#include "tread/view/overview.hpp"
#include "tread/view/run_files.hpp"

namespace tread::view {

/// A result that is open for reading.
struct OpenRun {
  result::ResultFile file;
  Overview overview;
};

/// The results that are looked at, numbered from 0. They are read from disk when asked for, anew
/// when they have changed there, and a few of them stay open. Any number of threads may ask.
class RunList {
 public:
  /// @param paths result.h5 files, folders that hold one, or folders with such folders inside (one
  /// level). Throws IoError for one that is missing or holds no result, and if none can be read;
  /// one of several that cannot be read stays in the list with its error.
  explicit RunList(const std::vector<std::filesystem::path>& paths);

  struct Entry {
    std::string name;  // of the folder
    std::string path;  // as given
    std::string status;
    bool ok = false;
    std::string error{};  // why it cannot be read; empty: it can
  };

  std::size_t size() const { return runs_.size(); }

  /// As they are on disk now.
  std::vector<Entry> entries();

  /// Throws Refusal: 404 for a number that none has, 410 for a result that is gone, 500 for one
  /// that cannot be read (any more).
  std::shared_ptr<const OpenRun> open(std::size_t number);
  const RunFiles& files(std::size_t number) const;

 private:
  /// How one knows that a file is not the one that was read.
  struct Stamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t n_bytes = 0;
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    bool operator==(const Stamp&) const = default;
  };
  struct Run {
    std::filesystem::path file;
    RunFiles files;
    Entry entry;  // what was found at the last look
    Stamp stamp{};
    bool was_looked_at = false;
    std::shared_ptr<const OpenRun> open{};
  };

  void add(const std::filesystem::path& file, RunFiles files);
  void add_all_of(const std::filesystem::path& path);
  static bool read_stamp(const std::filesystem::path& file, Stamp& stamp);
  const Run& checked(std::size_t number) const;
  std::shared_ptr<const OpenRun> look_at(std::size_t number, const Stamp& stamp);
  void keep_open(std::size_t number);

  std::mutex mutex_;
  std::vector<Run> runs_;
  std::deque<std::size_t> recent_;  // numbers of runs that are open, the last one used in front
};

}  // namespace tread::view
