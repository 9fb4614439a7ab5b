#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "tread/view/curve_cache.hpp"
#include "tread/view/large_rows.hpp"
#include "tread/view/open_run.hpp"
#include "tread/view/run_files.hpp"

namespace tread::view {

/// The results that are looked at, numbered from 0. They are read from disk when asked for, anew
/// when they have changed there, and some of them stay open. Any number of threads may ask; one
/// that reads a result keeps only those waiting who want the same one.
class RunList {
 public:
  /// @param paths result.h5 files, folders that hold one, or folders with such folders inside (one
  /// level). Throws IoError for one that is missing or holds no result, and if none can be read;
  /// one of several that cannot be read stays in the list with its error.
  explicit RunList(const std::vector<std::filesystem::path>& paths,
                   const LargeRows::Patience& patience = {});

  struct Entry {
    std::string name;  // of the folder
    std::string path;  // as given
    std::string status;
    bool ok = false;
    int failed_checks = 0;
    std::string error{};  // why it cannot be read; empty: it can
  };

  std::size_t size() const { return runs_.size(); }

  /// As they are on disk now.
  std::vector<Entry> entries();

  /// Throws Refusal: 404 for a number that none has, 410 for a result that is gone, 500 for one
  /// that cannot be read (any more).
  std::shared_ptr<const OpenRun> open(std::size_t number);
  const RunFiles& files(std::size_t number) const;

  /// Closes results that were deleted: they would keep their place on the disk. Does not wait.
  void close_deleted();

  CurveCache& curves() { return curves_; }
  LargeRows& large_rows() { return large_rows_; }

 private:
  /// How one knows that a file is not the one that was read.
  struct Stamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t n_bytes = 0;
    timespec written{};
    timespec changed{};  // its rights or its name too
    bool operator==(const Stamp& other) const;
  };
  /// What was found at the last look.
  struct Found {
    Stamp stamp{};
    std::chrono::steady_clock::time_point when{};
    bool was_there = false;
    std::string status{};
    bool ok = false;
    int failed_checks = 0;
    std::string error{};
    std::shared_ptr<const OpenRun> open{};  // empty also where it was closed for others
  };
  struct Run {
    std::filesystem::path file;
    RunFiles files;
    std::string name;
    std::mutex looking{};  // held by who looks at the disk
    Found found{};         // belongs to who holds RunList::mutex_
  };
  enum class Want { entry, open };

  void add(const std::filesystem::path& file, RunFiles files);
  void add_all_of(const std::filesystem::path& path);
  const Run& checked(std::size_t number) const;
  static Stamp stamp_of(const struct stat& state);
  Found look_at(std::size_t number, Want want);
  std::optional<Found> known(std::size_t number, const Stamp& stamp, Want want);
  static Found read(const Run& run);
  void remember(std::size_t number, Found found);
  std::vector<std::shared_ptr<const OpenRun>> most_recent_first(std::size_t number);

  std::vector<std::unique_ptr<Run>> runs_;
  std::mutex mutex_;                // never held while anything is read or closed
  std::deque<std::size_t> recent_;  // numbers of runs that are open, the last one used in front
  CurveCache curves_;
  LargeRows large_rows_;
};

}  // namespace tread::view
