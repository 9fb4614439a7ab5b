#include "tread/standards/dynamic_factors.hpp"

#include <algorithm>
#include <cmath>

namespace tread::standards {

double phi_2(double length) {
  return std::clamp(1.44 / (std::sqrt(length) - 0.2) + 0.82, 1.0, 1.67);
}

double phi_3(double length) {
  return std::clamp(2.16 / (std::sqrt(length) - 0.2) + 0.73, 1.0, 2.0);
}

}  // namespace tread::standards
