#pragma once

#include <optional>
#include <string_view>

#include "tread/core/read_number.hpp"

namespace tread::fem {

/// How Fortran lays out the numbers of a line: columns of fixed width that may touch one another.
struct FortranFormat {
  enum class Kind { integer, real };
  Kind kind = Kind::integer;
  int scale = 0;       // the k of kP
  int n_per_line = 0;  // >= 1
  int width = 0;       // characters of a number, >= 1
};

/// Of (8I10), (5E16.8), (1P,3D25.16), (4F20.12), (1PE25.15) and the like, blanks anywhere, small
/// letters too. Nothing: another form.
std::optional<FortranFormat> parse_fortran_format(std::string_view text);

/// A real number as Fortran writes it: the exponent begins with E, D or only its sign. A number
/// without a point would mean another one to Fortran (E16.8 reads 1 as 1e-8), and so would one
/// without an exponent under a scale: not_a_number, unless it is zero.
NumberRead read_fortran_number(std::string_view item, const FortranFormat& format);

}  // namespace tread::fem
