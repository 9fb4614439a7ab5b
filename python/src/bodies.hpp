#pragma once

#include <pybind11/pybind11.h>

#include "tread/core/material.hpp"

namespace tread::python {

Material steel();

/// From what a Python caller hands in: a pair (upper, lower), one material for both, or None for
/// steel on steel. Throws ModelError, TypeError.
BodyPair bodies_of(const pybind11::object& bodies);

}  // namespace tread::python
