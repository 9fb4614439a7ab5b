#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <utility>
#include <vector>

#include "tread/contact/friction.hpp"
#include "tread/contact/frictional.hpp"
#include "tread/contact/normal.hpp"

namespace tread::python {

namespace py = pybind11;

struct Prescription {
  contact::Prescribed prescribed;
  double value;
};

/// Exactly one of the two. Throws ModelError.
Prescription prescribed_of(std::optional<double> force, std::optional<double> approach);

/// @param memory for the distance, whatever it holds
contact::NormalProblem normal_problem(const py::object& distance, const Grid& grid,
                                      std::optional<double> force, std::optional<double> approach,
                                      const py::object& bodies, double line_datum,
                                      std::vector<double> memory = {});

/// Two numbers that belong together, as a tuple has them.
using Pair = std::pair<double, double>;

/// (distance in m, velocity in m/s); none: no memory.
contact::FrictionMemory memory_of(std::optional<Pair> memory);

/// A number (Coulomb), CoulombFriction or FallingFriction.
contact::FrictionLaw friction_law_of(const py::object& friction);

contact::FrictionalOptions options_of(double tolerance, int max_iterations,
                                      int max_outer_iterations, bool sensitivities, int threads);

/// Creepage or force of one direction; neither: creepage 0. Throws ModelError for both.
contact::Given given_of(const char* direction, std::optional<double> creepage,
                        std::optional<double> force);

}  // namespace tread::python
