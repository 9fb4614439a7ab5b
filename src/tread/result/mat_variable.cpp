#include "tread/result/mat_variable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <new>

#include "tread/result/safe_name.hpp"

namespace tread::result {
namespace {

constexpr std::size_t k_longest_name = 63;  // of Matlab

MatVariable owned(matvar_t* variable) {
  if (variable == nullptr) throw std::bad_alloc();
  return MatVariable(variable);
}

template <std::size_t rank>
MatVariable create(matio_classes kind, matio_types type, std::array<std::size_t, rank> extents,
                   const void* data, int options = 0) {
  // The library takes data that it only reads as if it wrote it.
  return owned(Mat_VarCreate(nullptr, kind, type, static_cast<int>(rank), extents.data(),
                             const_cast<void*>(data), options));
}

/// Matlab's characters are those of UTF-16. Bytes that are no UTF-8 become U+FFFD.
std::vector<std::uint16_t> utf16_of(std::string_view utf8) {
  std::vector<std::uint16_t> units;
  units.reserve(utf8.size());
  for (std::size_t i = 0; i < utf8.size();) {
    const auto lead = static_cast<unsigned char>(utf8[i++]);
    const int n_more = lead < 0x80   ? 0
                       : lead < 0xC2 ? -1
                       : lead < 0xE0 ? 1
                       : lead < 0xF0 ? 2
                       : lead < 0xF5 ? 3
                                     : -1;
    std::uint32_t point = n_more <= 0 ? lead : lead & (0x3Fu >> n_more);
    bool is_whole = n_more >= 0;
    for (int k = 0; k < n_more && is_whole; ++k) {
      is_whole = i < utf8.size() && (static_cast<unsigned char>(utf8[i]) & 0xC0) == 0x80;
      if (is_whole) point = (point << 6) | (static_cast<unsigned char>(utf8[i++]) & 0x3Fu);
    }
    if (!is_whole || point > 0x10FFFF) point = 0xFFFD;
    if (point < 0x10000) {
      units.push_back(static_cast<std::uint16_t>(point));
    } else {
      units.push_back(static_cast<std::uint16_t>(0xD800 + ((point - 0x10000) >> 10)));
      units.push_back(static_cast<std::uint16_t>(0xDC00 + ((point - 0x10000) & 0x3FF)));
    }
  }
  return units;
}

}  // namespace

MatVariable mat_text(std::string_view utf8) {
  const std::vector<std::uint16_t> units = utf16_of(utf8);
  const std::array<std::size_t, 2> extents = {units.empty() ? 0u : 1u, units.size()};
  return create(MAT_C_CHAR, MAT_T_UTF16, extents, units.data());
}

MatVariable mat_number(double value) { return mat_column({&value, 1}); }

MatVariable mat_logical(bool value) {
  const std::uint8_t byte = value ? 1 : 0;
  return create(MAT_C_UINT8, MAT_T_UINT8, std::array<std::size_t, 2>{1, 1}, &byte, MAT_F_LOGICAL);
}

MatVariable mat_column(std::span<const double> values) {
  return create(MAT_C_DOUBLE, MAT_T_DOUBLE, std::array<std::size_t, 2>{values.size(), 1},
                values.data());
}

MatVariable mat_texts(const std::vector<std::string>& texts) {
  std::vector<matvar_t*> cells;
  for (const std::string& text : texts) cells.push_back(mat_text(text).release());
  return create(MAT_C_CELL, MAT_T_CELL, std::array<std::size_t, 2>{cells.size(), 1}, cells.data());
}

MatVariable mat_matrix(std::span<const double> values, std::size_t n_rows, std::size_t n_columns,
                       std::size_t n_pages) {
  assert(values.size() == n_rows * n_columns * n_pages);
  std::vector<double> turned;
  turned.reserve(values.size());
  for (std::size_t page = 0; page < n_pages; ++page) {
    for (std::size_t column = 0; column < n_columns; ++column) {
      for (std::size_t row = 0; row < n_rows; ++row) {
        turned.push_back(values[(page * n_rows + row) * n_columns + column]);
      }
    }
  }
  if (n_pages == 1) {
    return create(MAT_C_DOUBLE, MAT_T_DOUBLE, std::array{n_rows, n_columns}, turned.data());
  }
  return create(MAT_C_DOUBLE, MAT_T_DOUBLE, std::array{n_rows, n_columns, n_pages}, turned.data());
}

std::string MatStruct::add(std::string_view name, MatVariable value) {
  std::string safe = safe_name(name, "unnamed");
  for (char& c : safe) c = c == '-' ? '_' : c;
  const bool begins_with_letter =
      (safe[0] >= 'a' && safe[0] <= 'z') || (safe[0] >= 'A' && safe[0] <= 'Z');
  if (!begins_with_letter) safe.insert(0, "x");
  safe.resize(std::min(safe.size(), k_longest_name));
  std::string unique = safe;
  for (int number = 2; !taken_.insert(unique).second; ++number) {
    const std::string suffix = fmt::format("_{}", number);
    unique = safe.substr(0, k_longest_name - suffix.size()) + suffix;
  }
  names_.push_back(unique);
  values_.push_back(std::move(value));
  return unique;
}

MatVariable MatStruct::variable() && {
  std::vector<MatStruct> one;
  one.push_back(std::move(*this));
  return array(std::move(one));
}

MatVariable MatStruct::array(std::vector<MatStruct> elements) {
  if (elements.empty() || elements.front().names_.empty()) return mat_matrix({}, 0, 0);
  const std::vector<std::string>& names = elements.front().names_;
  std::vector<const char*> fields;
  for (const std::string& name : names) fields.push_back(name.c_str());
  std::array<std::size_t, 2> extents = {1, elements.size()};
  MatVariable variable = owned(Mat_VarCreateStruct(nullptr, 2, extents.data(), fields.data(),
                                                   static_cast<unsigned>(fields.size())));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    assert(elements[i].names_ == names);
    for (std::size_t k = 0; k < names.size(); ++k) {
      Mat_VarSetStructFieldByIndex(variable.get(), k, i, elements[i].values_[k].release());
    }
  }
  return variable;
}

}  // namespace tread::result
