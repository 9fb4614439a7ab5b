#pragma once

#include "tread/core/material.hpp"

namespace tread::halfspace {

/// G = 1.3 Pa keeps displacement and stress of one size.
inline const Material k_body{1.3, 0.28};

}  // namespace tread::halfspace
