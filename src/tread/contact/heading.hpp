#pragma once

#include "tread/core/grid.hpp"

namespace tread::contact {

/// Rolling direction on a grid.
struct Heading {
  double x = 1;  // unit vector
  double y = 0;
  double cell = 0;  // way through one cell along the axis that is nearest, m
};

/// Throws ModelError for a direction that a single row of cells does not have.
Heading heading_of(const Grid& grid, double direction);

}  // namespace tread::contact
