#pragma once

#include <pybind11/pybind11.h>

#include "tread/contact/rolling_contact.hpp"

namespace tread::python {

/// The undeformed distance of a rolling contact from what a Python caller hands in: a shape, an
/// array with one value per cell of the contact's grid, or a function of x and y. Arrays (and a
/// HeightField, whose grid must cover that of the contact) are interpolated between centres.
/// Throws ModelError, TypeError.
contact::DistanceFunction distance_of(const pybind11::object& distance, const Grid& grid);

}  // namespace tread::python
