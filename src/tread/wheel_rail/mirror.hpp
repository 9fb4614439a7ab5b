#pragma once

#include "tread/wheel_rail/pair_model.hpp"

namespace tread::wheel_rail {

/// From the forces of a right wheel to those of the left wheel that is its mirror image. Creepages
/// and forces of patches then are in the left wheel's own contact frames (y to the left again);
/// the place of a patch stays that of the mirror image, as PatchForces has it.
inline void mirror(PairForces& forces) {
  forces.force.y() = -forces.force.y();
  forces.moment.x() = -forces.moment.x();
  forces.moment.z() = -forces.moment.z();
  for (PatchForces& patch : forces.patches) {
    patch.creepage.lateral = -patch.creepage.lateral;
    patch.creepage.spin = -patch.creepage.spin;
    patch.tangential.lateral = -patch.tangential.lateral;
    patch.tangential.spin_moment = -patch.tangential.spin_moment;
  }
}

}  // namespace tread::wheel_rail
