#pragma once

#include "tread/contact/normal.hpp"
#include "tread/core/shape.hpp"

namespace tread::contact {

/// What is known before a grid is chosen.
struct UngriddedProblem {
  Shape shape;
  BodyPair bodies;
  Prescribed prescribed = Prescribed::force;
  double value = 0;        // N or m
  double line_datum = 0;   // > 0: line contact, see NormalProblem
  double line_length = 1;  // m, line contact only: what carries the force
};

/// A grid of nx by ny cells whose sides are `margin` times those of the contact.
///
/// Found by solving on coarse grids that are grown while the contact touches their edge and shrunk
/// while it fills little of them. Throws ModelError for a contact that no grid can hold (an endless
/// cylinder, a flat surface everywhere). Where nothing touches the grid has the size of the shape's
/// own curvature region, around its lowest point.
Grid find_potential_contact(const UngriddedProblem& problem, int nx, int ny, double margin,
                            NormalWorkspace& workspace);

}  // namespace tread::contact
