#pragma once

#include "tread/casefile/inp_source.hpp"

namespace tread::casefile {

/// What one unit of an .inp file is in SI; times and forces are s and N in any case.
struct InpScale {
  double length = 1;     // m; also that of a velocity, m/s
  double pressure = 1;   // Pa
  double curvature = 1;  // 1/m
};

/// A value times its unit; a problem if that is too large for a double.
double scaled(InpSource& source, const InpValue& value, double unit);

/// The same for a value that must be > 0 or >= 0.
double positive(InpSource& source, const InpValue& value, double unit);
double not_negative(InpSource& source, const InpValue& value, double unit);

}  // namespace tread::casefile
