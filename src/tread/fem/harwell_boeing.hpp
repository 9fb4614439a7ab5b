#pragma once

#include <string>
#include <string_view>

#include "tread/structure/elastic_structure.hpp"

namespace tread::fem {

/// Matrices in the Harwell-Boeing format, which ANSYS writes (/AUX2, HBMAT with Form ASCII), and in
/// its successor Rutherford-Boeing: four or five head lines, then where the columns begin, the row
/// of each entry and the values, in columns of fixed width as Fortran lays them out.
///
///   title (72 characters), key
///   lines in all, of pointers, of rows, of values, of right-hand sides
///   RSA, rows, columns, entries, 0
///   (8I10) (8I10) (1P,3D25.16) (1P,3D25.16)
///   right-hand sides: kind and count; only if there are lines of them
///
/// I. S. Duff, R. G. Grimes, J. G. Lewis, Users' Guide for the Harwell-Boeing Sparse Matrix
/// Collection, TR/PA/92/86 (1992).
///
/// Real or integer values; symmetric (RSA: either half may be stored, both are returned) or not
/// (RUA); assembled. Right-hand sides are skipped. Entries of one place are added. The counts of
/// lines are not needed and not believed: the forms tell. Throws CaseError with the line.
structure::SparseMatrix parse_harwell_boeing(std::string_view text, const std::string& file_name);

}  // namespace tread::fem
