#pragma once

namespace tread::reference {

/// Cauchy stress in Pa, tension positive; z points into the body, so that a pressure p on its
/// surface gives zz = -p.
struct Stress {
  double xx = 0;
  double yy = 0;
  double zz = 0;
  double yz = 0;
  double xz = 0;
  double xy = 0;
};

}  // namespace tread::reference
