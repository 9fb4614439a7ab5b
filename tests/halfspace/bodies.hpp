#pragma once

#include "tread/core/material.hpp"

namespace tread::halfspace {

inline const BodyPair k_bodies{Material{82e9, 0.28}, Material{23e9, 0.31}};

}  // namespace tread::halfspace
