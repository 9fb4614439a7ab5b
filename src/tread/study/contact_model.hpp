#pragma once

#include "tread/casefile/contact_case.hpp"
#include "tread/contact/growing_grid.hpp"
#include "tread/contact/normal.hpp"
#include "tread/core/shape.hpp"
#include "tread/study/case_places.hpp"

namespace tread::study {

/// A case turned into something that can be solved: the shape and the grid that were given, found
/// or follow from Hertz.
struct ContactModel {
  Shape shape;
  contact::NormalProblem problem;

  /// What contact in an outermost cell means: the area is too small, or there is nothing beyond.
  enum class Edge { grow, error, warn, fine };
  Edge edge = Edge::error;
};

/// Throws CaseError, at its place, if there is no area, no Hertzian contact or not enough memory
/// for it.
ContactModel build_contact_model(const casefile::ContactCase& contact_case,
                                 const CasePlaces& places, contact::NormalWorkspace& workspace);

/// Distances of a shape on any grid; infinite where the planform forbids contact.
contact::DistanceOnGrid distance_on_grids(const Shape& shape, const Planform& planform);

/// Where displacements of a line contact are zero, m: as given, or far away from this grid.
double line_datum(const casefile::ContactCase& contact_case, const Grid& grid);

/// The same model on an area that is `factor` times as large.
void enlarge(ContactModel& model, const casefile::ContactCase& contact_case,
             const CasePlaces& places, double factor);

}  // namespace tread::study
