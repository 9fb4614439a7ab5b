#pragma once

#include "tread/contact/fast_models.hpp"
#include "tread/contact/frictional.hpp"
#include "tread/contact/rolling_contact.hpp"
#include "tread/core/grid.hpp"
#include "tread/core/material.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/tread.h"

namespace tread::capi {

/// From the C structs to the library's own, and back. Throws Refusal on numbers that name no
/// choice; values are left to the library's own checks.

Material material_of(const tread_material& given);
Grid grid_of(const tread_grid& given);
tread_grid grid_of(const Grid& grid);
contact::Friction friction_of(const tread_friction* given);
contact::RollingSetup setup_of(const tread_contact_options& options,
                               const tread_friction* friction);
contact::RollingStep step_of(const tread_motion* given);
contact::Prescribed prescribed_of(int given, const char* name);
int status_of(SolveStatus status);

}  // namespace tread::capi
