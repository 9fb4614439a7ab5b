#pragma once

#include "tread/casefile/inp_source.hpp"
#include "tread/casefile/inp_units.hpp"
#include "tread/core/grid.hpp"
#include "tread/core/shape.hpp"

namespace tread::casefile {

/// The undeformed distance that follows IBASE = 1, 2, 3 or 9 in an .inp file. @pre for 9 the grid
/// has cells.
Shape read_base(InpSource& source, const InpScale& scale, int ibase, const Grid& grid);

/// The planform that follows it: IPLAN = 1, 2 or 3.
Planform read_planform(InpSource& source, const InpScale& scale, int iplan);

}  // namespace tread::casefile
