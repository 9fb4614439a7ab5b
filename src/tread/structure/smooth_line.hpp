#pragma once

#include "tread/structure/load_line.hpp"

namespace tread::structure {

/// The same line with a continuous slope: in each segment the cubic through the deflections at its
/// ends, with slopes from the parabola through three neighbouring ends (at the two ends of a line
/// the slope of the first and last parabola). Linear fields stay as they are.
///
/// For wheels with mass on linear elements, whose kinks would hammer. Where two segments meet in
/// different deflections (spans that are not joined) the slope may jump, as it was.
LoadLine smoothed(const LoadLine& line);

}  // namespace tread::structure
