#pragma once

#include <string>

namespace tread::casefile {

// Lines 1 to 5.
inline const std::string k_ball = "[load]\nforce = 100\n[shape]\ntype = 'sphere'\nradius = 0.01\n";
inline const std::string k_coulomb = "[friction]\ncoefficient = 0.3\n";

}  // namespace tread::casefile
