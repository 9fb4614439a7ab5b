#pragma once

#include "tread/contact/frictional.hpp"
#include "tread/contact/normal.hpp"
#include "tread/contact/tangential.hpp"
#include "tread/core/grid.hpp"

namespace tread::python {

/// Solutions with the grid that gives their arrays a shape.

struct NormalOutcome {
  Grid grid;
  contact::NormalSolution solution;
};

struct TangentialOutcome {
  Grid grid;
  contact::TangentialSolution solution;
};

struct FrictionalOutcome {
  Grid grid;
  contact::FrictionalSolution solution;
};

}  // namespace tread::python
