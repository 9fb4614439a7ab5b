#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tread/result/held_signals.hpp"

namespace tread::result {

/// A file being written under a temporary name beside its final one. Throws IoError (path and
/// reason) when writing fails.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path temporary);

  void write(std::string_view bytes);

  /// Flushes and closes; only now is it known that everything reached the disk.
  void close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Closer> file_;
};

/// Sees every final name before anything is written under it, and throws if it must not be.
using NameCheck = std::function<void(const std::filesystem::path&)>;

/// Several files that appear together: all are first written under temporary names in the folder
/// and get their own names in commit(). If anything fails before, the folder is left as it was
/// found. Signals that end the program wait until the batch is gone, so that no temporary file
/// stays.
class OutputBatch {
 public:
  /// Makes the folder if it is missing.
  explicit OutputBatch(std::filesystem::path folder, NameCheck check_name = {});
  ~OutputBatch();
  OutputBatch(const OutputBatch&) = delete;
  OutputBatch& operator=(const OutputBatch&) = delete;

  /// Hands an open file to `fill`, which writes its contents.
  template <class Fill>
  void add(const std::string& name, Fill&& fill) {
    OutputFile file(reserve(name));
    fill(file);
    file.close();
  }

  /// The same for libraries that open files themselves: hands the name of a file to make.
  template <class Make>
  void add_at(const std::string& name, Make&& make) {
    make(reserve(name));
  }

  /// Throws IoError if a final name cannot be given: a folder has it.
  void check_obstacles() const;

  /// Looks for obstacles, then gives the names one by one, each replacing what had it. Should the
  /// system refuse one all the same, it is told, and the files before it have their names.
  void commit();

 private:
  struct Entry {
    std::filesystem::path temporary;
    std::filesystem::path final;
  };
  std::filesystem::path reserve(const std::string& name);
  void remove_folders_made();

  HeldSignals held_signals_;  // from before the first file until after the last
  std::filesystem::path folder_;
  NameCheck check_name_;
  std::vector<std::filesystem::path> folders_made_;  // outermost first
  std::vector<Entry> entries_;
  bool committed_ = false;
};

/// Throws IoError, with the path, the reason and a remedy, unless files can be written to the
/// folder or, where it does not exist yet, it can be made. Leaves nothing behind.
void check_writable(const std::filesystem::path& folder);

}  // namespace tread::result
