#pragma once

#include "tread/structure/beam.hpp"

namespace tread::structure {

inline const BeamSection k_section{0, 2e9, 8000};
inline const BeamSection k_unit{0, 1, 1};

}  // namespace tread::structure
