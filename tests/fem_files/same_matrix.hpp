#pragma once

#include <algorithm>

#include "tread/structure/elastic_structure.hpp"

namespace tread::testing_support {

/// Equal to the bit, the places of stored zeros included.
inline bool is_same(const structure::SparseMatrix& a, const structure::SparseMatrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a.nonZeros() == b.nonZeros() &&
         std::equal(a.outerIndexPtr(), a.outerIndexPtr() + a.outerSize() + 1, b.outerIndexPtr()) &&
         std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), b.innerIndexPtr()) &&
         std::equal(a.valuePtr(), a.valuePtr() + a.nonZeros(), b.valuePtr());
}

}  // namespace tread::testing_support
