#pragma once

#include <string>
#include <string_view>

#include "tread/structure/elastic_structure.hpp"

namespace tread::fem {

/// Matrices in the exchange format Matrix Market: a head line, comments (%), sizes, then an entry a
/// line (coordinate) or all values column by column (array).
///
///   %%MatrixMarket matrix coordinate real symmetric
///   3 3 4
///   1 1 2.0
///   ...
///
/// R. F. Boisvert, R. Pozo, K. A. Remington, The Matrix Market Exchange Formats, NISTIR 5935
/// (1996).
///
/// Real or integer values; general, or symmetric, of which both halves are returned. Entries of one
/// place are added. Throws CaseError with the line: not this format, values of another kind, counts
/// that do not match, indices beyond the sizes, numbers that are none or not finite.
structure::SparseMatrix parse_matrix_market(std::string_view text, const std::string& file_name);

/// Coordinate format; the lower half alone, if the matrix equals its transpose exactly. Values
/// are written so that they read back as the same numbers.
std::string matrix_market_text(const structure::SparseMatrix& matrix);

}  // namespace tread::fem
