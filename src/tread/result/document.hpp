#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tread/result/result.hpp"

namespace tread::result {

/// A Result as a tree of words and numbers (JSON) and the arrays that the tree names: the one form
/// that result.h5, report.html and the viewer share. docs/results.md#document describes it.
///
/// Where a Result has an array, the tree has {"array": PATH, "shape": [..]}; the same path is a
/// dataset in result.h5. Nothing else is lost but the kind of a number that is not finite: null in
/// the tree, read as NaN.

/// Goes up when a reader of the last version could not read what is written now.
inline constexpr int k_document_version = 1;

/// Numbers of a Result, which must outlive the view; the last dimension runs fastest.
using ArrayShape = std::vector<std::size_t>;

struct ArrayView {
  std::string path;  // "/cases/1/tables/deflection/time"
  ArrayShape shape;  // [n], or [frames, ny, nx] of a history
  std::string unit;
  std::string meaning;
  std::variant<std::span<const double>, std::span<const int>> values;
};

struct Document {
  std::string tree;  // JSON, UTF-8
  std::vector<ArrayView> arrays;
  /// What views show that a Result has in pieces, as the frames of an animation.
  std::vector<std::shared_ptr<const void>> gathered{};
};

Document document_of(const Result& result);

/// Of the first dimension.
std::size_t values_per_row(std::span<const std::size_t> shape);

/// Where the numbers of an array are fetched from.
struct ArraySource {
  std::function<std::vector<double>(std::string_view path)> numbers;
  std::function<std::vector<int>(std::string_view path)> integers;
};

/// The inverse. Throws IoError for a tree that is not a result's, or of a later version (which it
/// names).
Result result_of(std::string_view tree, const ArraySource& arrays);

}  // namespace tread::result
