#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tread/result/result_file.hpp"
#include "tread/view/overview.hpp"

namespace tread::view {

/// A result that is open for reading. Who reads from any of them waits for those who asked before,
/// and for nobody else.
class OpenRun {
 public:
  /// @param path for messages alone. Throws IoError.
  OpenRun(const std::filesystem::path& path, int descriptor);

  /// No other run, nor the same one opened again, has this number.
  std::uint64_t serial() const { return serial_; }
  const std::string& tree() const { return file_.tree(); }
  const Overview& overview() const { return overview_; }

  using Info = result::ResultFile::ArrayInfo;
  Info info(const std::string& path) const;

  /// Numbers of an array, row by row, exactly as many. Throws IoError.
  std::vector<double> numbers(const std::string& path, std::size_t first, std::size_t count) const;

 private:
  std::uint64_t serial_;
  result::ResultFile file_;
  Overview overview_;
};

}  // namespace tread::view
