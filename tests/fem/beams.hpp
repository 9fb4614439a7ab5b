#pragma once

#include "tread/fem/structured.hpp"

namespace tread::fem::test {

inline BeamProperties concrete_beam() {
  return beam_properties(rectangle(0.4, 0.6), {30e9, 0.2, 2500});
}

}  // namespace tread::fem::test
