#pragma once

#include <matio.h>

#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tread::result {

/// Variables of Matlab, made of plain values; what they need is copied.
struct FreeMatVariable {
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};
using MatVariable = std::unique_ptr<matvar_t, FreeMatVariable>;

MatVariable mat_text(std::string_view utf8);
MatVariable mat_number(double value);
MatVariable mat_logical(bool value);
MatVariable mat_column(std::span<const double> values);
MatVariable mat_texts(const std::vector<std::string>& texts);  // a column of cells

/// Numbers whose last dimension runs fastest, as an array of these extents in which, as Matlab has
/// it, the first does.
MatVariable mat_matrix(std::span<const double> values, std::size_t n_rows, std::size_t n_columns,
                       std::size_t n_pages = 1);

/// Names made fit for fields of a struct: each once.
class MatStruct {
 public:
  /// @returns the name it got.
  std::string add(std::string_view name, MatVariable value);
  MatVariable variable() &&;
  /// All have the same names in the same order. Without elements or names: [].
  static MatVariable array(std::vector<MatStruct> elements);

 private:
  std::vector<std::string> names_;
  std::vector<MatVariable> values_;
  std::set<std::string> taken_;
};

}  // namespace tread::result
