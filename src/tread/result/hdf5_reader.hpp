#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tread/result/hdf5_library.hpp"

namespace tread::result {

/// An HDF5 file opened for reading, distrusted: it may be cut off, damaged, or made to lead a
/// reader astray. Datasets are taken only if they lie in the file itself, are made by the filters
/// that tread uses, hold what tread stores (4-byte integers, 8-byte numbers, texts) and are not
/// much larger than what is stored. Throws IoError with the path, the reason and a remedy. Callers
/// hold an Hdf5Session.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& path);
  /// @param path for messages alone. @param descriptor of the file; stays the caller's.
  Hdf5Reader(const std::filesystem::path& path, int descriptor);

  /// Texts of a fixed length, as tread writes them; empty if there is none.
  std::string text_attribute(const char* name) const;
  long long integer_attribute(const char* name) const;  // -1: there is none

  std::string text_dataset(const std::string& path) const;

  struct Array {
    Hdf5Id dataset;
    std::vector<std::size_t> shape;
    bool is_integer = false;
  };
  Array array(const std::string& path) const;
  std::string unit_of(const Array& array) const;
  /// Rows must be there.
  std::vector<double> rows(const std::string& path, const Array& array, std::size_t first,
                           std::size_t count) const;
  /// Numbers of all rows one after the other, from any one on; they must be there.
  std::vector<double> numbers(const std::string& path, const Array& array, std::size_t first,
                              std::size_t count) const;

  [[noreturn]] void refuse(const std::string& reason) const;

 private:
  std::size_t size() const;  // bytes
  void open(int descriptor, const std::string& name);
  Hdf5Id open_dataset(const std::string& path) const;
  void check_storage(const std::string& path, const Hdf5Id& dataset) const;
  std::string text_attribute_of(hid_t object, const char* name) const;
  [[noreturn]] void refuse_damaged(const std::string& what) const;

  std::filesystem::path path_;
  Hdf5Id file_;
};

}  // namespace tread::result
