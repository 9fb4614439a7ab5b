#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tread/casefile/study_file.hpp"
#include "tread/sweep/case_record.hpp"

namespace tread::sweep {

/// A file that is open as long as the object lives.
class OpenFile {
 public:
  OpenFile() = default;
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  OpenFile(OpenFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OpenFile& operator=(OpenFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~OpenFile();

  int descriptor() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }

 private:
  int descriptor_ = -1;
};

/// The finished cases of a study on disk:
///
///   study.json    which study the folder belongs to
///   cases.jsonl   a line a case (case_record.hpp), in the order in which they were finished
///
/// A line is handed to the system as soon as its case is finished, so that it outlives the program
/// however that ends; it is forced to the disk at least every second. Lines that are damaged or cut
/// off are left out when the folder is opened again, and their cases run again.
class FinishedCases {
 public:
  enum class Start { resume, afresh };

  /// Opens the folder, made if it is missing, for one process alone. Throws IoError with a remedy:
  /// for the folder of another study or of another version, for one that is no study's and not
  /// empty, for one at which another process is at work, and when it cannot be written.
  FinishedCases(const casefile::StudyFile& study, std::filesystem::path folder, Start start);
  ~FinishedCases();

  /// What is finished, by the number of the case; missing where nothing is.
  const std::vector<CaseRecord>& records() const { return records_; }
  std::size_t n_finished() const { return n_finished_; }
  /// Lines that could not be used.
  std::size_t n_damaged() const { return n_damaged_; }

  /// Throws IoError when the disk is full: what was finished before is safe.
  void add(CaseRecord record);

  /// All lines in the order of the cases: the same bytes whoever ran them.
  void put_in_order();

 private:
  void read();
  void rewrite(const std::string& text);
  void append(const std::string& line);

  std::filesystem::path folder_;
  std::string identity_;
  std::vector<CaseRecord> records_;
  std::size_t n_finished_ = 0;
  std::size_t n_damaged_ = 0;
  OpenFile lock_;
  OpenFile file_;
  double last_sync_ = 0;  // s
};

/// Everything that the results of a study depend on: base case, files it names, what varies, and
/// the version of the program.
std::string identity_of(const casefile::StudyFile& study);

}  // namespace tread::sweep
