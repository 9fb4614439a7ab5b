#pragma once

#include <string>
#include <string_view>

namespace tread::result {

/// SI numbers as people like to read them: 175298 N as 175.3 kN, 4.639e-7 m as 463.9 nm, 1e-6 m²
/// as 1 mm².
///
/// The prefix goes to the first symbol of the unit (N/m becomes kN/m, m² becomes mm²), so that
/// numbers lie between 1 and 1000 where the prefixes n, µ, m, k, M, G allow it; areas lie between
/// 0.01 and 10 000, as their steps are wide, and pressures stay in MPa up to 10 GPa. Lengths and
/// times stop at m and s. Units that begin with a number (1/Pa) or that SI gives no prefix (%, °)
/// are left alone.

struct ScaledUnit {
  double size = 1;     // of one such unit in SI: 1e6 for MPa
  std::string symbol;  // "MPa"
};

/// The unit in which numbers of this magnitude are best read.
ScaledUnit scaled_unit(double magnitude, std::string_view si_unit);

inline constexpr int k_digits_for_people = 5;

/// Value and unit, "175.3 kN"; NaN and infinity as words.
std::string format_si(double value, std::string_view si_unit, int digits = k_digits_for_people);

/// A plain number with so many significant digits.
std::string format_number(double value, int digits = k_digits_for_people);

}  // namespace tread::result
