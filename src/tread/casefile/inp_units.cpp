#include "tread/casefile/inp_units.hpp"

#include <cmath>

namespace tread::casefile {

double scaled(InpSource& source, const InpValue& value, double unit) {
  const double result = value.real * unit;
  source.require(std::isfinite(result), value, "is too large");
  return std::isfinite(result) ? result : 0;
}

double positive(InpSource& source, const InpValue& value, double unit) {
  source.require(value.real > 0, value, "must be > 0");
  source.require(value.real <= 0 || value.real * unit > 0, value, "is too small");
  return scaled(source, value, unit);
}

double not_negative(InpSource& source, const InpValue& value, double unit) {
  source.require(value.real >= 0, value, "must be >= 0");
  return scaled(source, value, unit);
}

}  // namespace tread::casefile
