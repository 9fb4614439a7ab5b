#pragma once

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::interaction {

inline void check_positive(const char* what, double value, const char* remedy) {
  if (value > 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format("{} = {} must be > 0: {}", what, value, remedy));
}

}  // namespace tread::interaction
