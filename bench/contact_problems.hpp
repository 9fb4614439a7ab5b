#pragma once

#include <string_view>

#include "tread/contact/normal.hpp"

namespace tread::bench {

/// Steel on steel, 10 kN, n x n cells over 1.2 times the contact (rough: over its own square).
///   hertz    sphere of 300 mm
///   ellipse  semi-axes 1:5
///   two      two spherical tops side by side
///   punch    flat and round
///   rough    self-affine surface, Hurst exponent 0.8, about 20 % in contact
contact::NormalProblem contact_problem(std::string_view kind, int n);

}  // namespace tread::bench
