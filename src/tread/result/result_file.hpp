#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tread/result/result.hpp"

namespace tread::result {

/// The whole result in one HDF5 file (result.h5): the tree of its document, and every array as a
/// dataset of its own, compressed, with its unit as attribute. docs/results.md#hdf5.
void write_hdf5(const Result& result, const std::filesystem::path& file);

/// A result on disk, read piece by piece: what is asked for is in memory and nothing else. Calls
/// from several threads wait for one another (the HDF5 library knows one at a time).
class ResultFile {
 public:
  /// @param path result.h5, or the folder that holds it. Throws IoError with the path and what is
  /// wrong: missing, not a result, cut off, of a format this version does not know (it is named).
  explicit ResultFile(const std::filesystem::path& path);
  /// A result.h5 that the caller has opened, in the way that it trusts.
  /// @param path for messages alone. @param descriptor stays the caller's.
  ResultFile(const std::filesystem::path& path, int descriptor);
  ~ResultFile();
  ResultFile(ResultFile&&) noexcept;
  ResultFile& operator=(ResultFile&&) noexcept;

  /// JSON, see document.hpp.
  const std::string& tree() const;

  struct ArrayInfo {
    std::vector<std::size_t> shape;
    bool is_integer = false;
    std::string unit;

    std::size_t n_values() const;
    std::size_t values_per_row() const;  // of the first dimension
  };

  /// Throws IoError for a path that the file does not have: nothing but arrays of the document can
  /// be asked for.
  ArrayInfo info(std::string_view path) const;

  /// Rows `first` to `first + count` along the first dimension; integers as numbers.
  std::vector<double> read(std::string_view path, std::size_t first, std::size_t count) const;
  std::vector<double> read(std::string_view path) const;
  /// A part of all rows one after the other, however long a row is.
  std::vector<double> read_numbers(std::string_view path, std::size_t first,
                                   std::size_t count) const;

 private:
  struct Contents;
  struct Close {
    void operator()(Contents* contents) const;
  };
  void read_arrays();

  std::unique_ptr<Contents, Close> contents_;
};

/// All of it.
Result read_result(const std::filesystem::path& path);

}  // namespace tread::result
