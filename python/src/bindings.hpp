#pragma once

#include <pybind11/pybind11.h>

#include <limits>
#include <optional>

/// The Python module tread._tread: a thin layer over the public headers of the library. Each file
/// beside this one binds one room; names, units and signs are those of the library. The package in
/// python/tread adds what is better said in Python: cases as objects, results in notebooks.

namespace tread::python {

namespace py = pybind11;

using Optional = std::optional<double>;  // a number or None

inline constexpr double k_inf = std::numeric_limits<double>::infinity();

void bind_errors(py::module_& module);
void bind_core(py::module_& module);
void bind_reference(py::module_& module);
void bind_halfspace(py::module_& module);
void bind_normal(py::module_& module);
void bind_friction(py::module_& module);
void bind_rolling(py::module_& module);
void bind_fast_models(py::module_& module);
void bind_beams(py::module_& module);
void bind_moving_loads(py::module_& module);
void bind_integrate(py::module_& module);
void bind_profiles(py::module_& module);
void bind_wheel_rail(py::module_& module);
void bind_keys(py::module_& module);
void bind_results(py::module_& module);
void bind_run(py::module_& module);

}  // namespace tread::python
