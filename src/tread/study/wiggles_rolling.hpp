#pragma once

#include "tread/core/observer.hpp"
#include "tread/study/reproduction.hpp"

namespace tread::study {

/// The figures of the wiggles paper that roll: tractions of a cylinder in plane strain, for time
/// steps of c cells, with the history carried in three ways (contact/rolling_contact.hpp). The
/// paper draws curves and prints no numbers; rows compare what its text says. C. D. van der Wekken,
/// E. A. H. Vollebregt, C. Vuik, Occurrence and removal of wiggles in transient rolling contact
/// simulation.

/// Carter's rolling cylinder in the long run: wiggles for small c, and none with either cure.
Reproduction wiggles_fig_1(Observer& observer);

/// From Cattaneo to Carter after 24 cells: interpolated A' for several c, world-fixed beside it.
Reproduction wiggles_fig_4(Observer& observer);

/// From Cattaneo to Carter after 17 cells: c = 0.2 on the moving and on the world-fixed grid, c = 1
/// as reference.
Reproduction wiggles_fig_6(Observer& observer);

}  // namespace tread::study
