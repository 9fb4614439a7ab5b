#include <fmt/format.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <sstream>

#include "arrays.hpp"
#include "bindings.hpp"
#include "bodies.hpp"
#include "contact_inputs.hpp"
#include "listener.hpp"
#include "solutions.hpp"
#include "tread/contact/rolling_contact.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/shape.hpp"

namespace tread::python {
namespace {

using namespace py::literals;
using namespace contact;

using Optional = std::optional<double>;

/// A shape, or a Python function of x and y that is called with the interpreter lock.
DistanceFunction distance_of(const py::object& distance) {
  if (!PyCallable_Check(distance.ptr())) {
    Shape shape = distance.cast<Shape>();
    return [shape = std::move(shape)](double x, double y) {
      return undeformed_distance(shape, Grid{1, 1, x, y, 1, 1}).front();
    };
  }
  // The last reference may go without the lock.
  const std::shared_ptr<py::object> function(new py::object(distance), [](py::object* object) {
    const py::gil_scoped_acquire locked;
    delete object;
  });
  return [function](double x, double y) {
    const py::gil_scoped_acquire locked;
    return (*function)(x, y).cast<double>();
  };
}

RollingStep step_of(Optional force, Optional approach, double speed, double direction,
                    Optional creepage_x, Optional creepage_y, double spin, Optional force_x,
                    Optional force_y) {
  const auto [prescribed, value] = prescribed_of(force, approach);
  return {speed,
          direction,
          prescribed,
          value,
          {given_of("creepage_x", creepage_x, force_x),
           given_of("creepage_y", creepage_y, force_y),
           spin,
           {}}};
}

/// What step() and start_steady() say of their arguments.
constexpr const char* k_step_words =
    "Give the normal force (N) or the approach (m) at the end of the step; creepages, or forces on "
    "body 1 along x and y (N); spin, 1/m; speed, m/s, and direction of rolling, rad from x. With "
    "speed 0 the bodies shift: creepages are then distances (m). Returns how it ended; a step that "
    "does not converge leaves the state as it was. Does not hold the interpreter lock.";

void bind_state(py::module_& module) {
  py::class_<RollingState>(module, "RollingState",
                           "Where a rolling contact stands: all that its future depends on. Can be "
                           "kept, restored and pickled.")
      .def_readonly("time", &RollingState::time, "s.")
      .def_property_readonly(
          "way", [](const RollingState& s) { return py::make_tuple(s.way[0], s.way[1]); },
          "Of the contact over the rail along x and y, m.")
      .def_property_readonly("friction_work", &RollingState::friction_work,
                             "Work of friction since the start, J, never positive.")
      .def(py::pickle(
          [](const RollingState& state) {
            std::ostringstream out(std::ios::binary);
            save(state, out);
            return py::bytes(out.str());
          },
          [](const py::bytes& bytes) {
            std::istringstream in(std::string(bytes), std::ios::binary);
            return load_rolling_state(in);
          }));
}

}  // namespace

void bind_rolling(py::module_& module) {
  py::enum_<RollingScheme>(module, "RollingScheme",
                           "How the history of rolling contact is carried from step to step.")
      .value("exact", RollingScheme::exact)
      .value("interpolated", RollingScheme::interpolated)
      .value("world_fixed", RollingScheme::world_fixed);
  bind_state(module);
  py::class_<RollingContact>(module, "RollingContact",
                             "Contact of two bodies that roll over each other, step by step, with "
                             "its history.")
      .def(py::init([](const Grid& grid, const py::object& distance, const py::object& friction,
                       const py::object& bodies, RollingScheme scheme, double line_datum,
                       double tolerance, int threads) {
             RollingSetup setup;
             setup.grid = grid;
             setup.bodies = bodies_of(bodies);
             setup.friction.law = friction_law_of(friction);
             setup.line_datum = line_datum;
             setup.distance = distance_of(distance);
             setup.scheme = scheme;
             setup.options.tolerance = tolerance;
             setup.options.n_threads = threads;
             return RollingContact(std::move(setup));
           }),
           "grid"_a, "distance"_a, py::kw_only(), "friction"_a = 0.3, "bodies"_a = py::none(),
           "scheme"_a = RollingScheme::world_fixed, "line_datum"_a = 0.0, "tolerance"_a = 1e-6,
           "threads"_a = 1,
           "grid: potential contact around the origin, which moves with the contact, with two "
           "cells to spare; distance: a shape (Sphere, Paraboloid, WheelOnRail, ...) or a function "
           "of x and y (m) that returns the undeformed distance, m.")
      .def(
          "step",
          [](RollingContact& contact, double dt, Optional force, Optional approach, double speed,
             double direction, Optional creepage_x, Optional creepage_y, double spin,
             Optional force_x, Optional force_y) {
            const RollingStep step = step_of(force, approach, speed, direction, creepage_x,
                                             creepage_y, spin, force_x, force_y);
            const py::gil_scoped_release unlocked;
            return contact.step(dt, step);
          },
          "dt"_a, py::kw_only(), "force"_a = py::none(), "approach"_a = py::none(), "speed"_a = 0.0,
          "direction"_a = 0.0, "creepage_x"_a = py::none(), "creepage_y"_a = py::none(),
          "spin"_a = 0.0, "force_x"_a = py::none(), "force_y"_a = py::none(),
          (std::string("Goes on by dt (s). ") + k_step_words).c_str())
      .def(
          "start_steady",
          [](RollingContact& contact, Optional force, Optional approach, double speed,
             double direction, Optional creepage_x, Optional creepage_y, double spin,
             Optional force_x, Optional force_y) {
            const RollingStep step = step_of(force, approach, speed, direction, creepage_x,
                                             creepage_y, spin, force_x, force_y);
            const py::gil_scoped_release unlocked;
            return contact.start_steady(step);
          },
          py::kw_only(), "force"_a = py::none(), "approach"_a = py::none(), "speed"_a = 1.0,
          "direction"_a = 0.0, "creepage_x"_a = py::none(), "creepage_y"_a = py::none(),
          "spin"_a = 0.0, "force_x"_a = py::none(), "force_y"_a = py::none(),
          (std::string("Begins anew with the tractions of steady rolling. ") + k_step_words)
              .c_str())
      .def_property_readonly(
          "solution",
          [](const RollingContact& contact) {
            return std::make_shared<FrictionalOutcome>(
                FrictionalOutcome{contact.grid(), contact.solution()});
          },
          "A copy of the solution at the end of the last step: it stays what it is when the "
          "contact goes on.")
      .def_property_readonly("grid", &RollingContact::grid,
                             "Grid of the solution, in the contact frame.")
      .def_property_readonly(
          "forces",
          [](const RollingContact& contact) {
            const CreepForces& f = contact.solution().forces;
            return py::make_tuple(f.longitudinal, f.lateral, f.spin_moment);
          },
          "Forces on body 1 along x and y, N, and moment about z, N m, at the end of the last "
          "step.")
      .def_property_readonly(
          "creepage",
          [](const RollingContact& contact) {
            const Creepage c = contact.creepage();
            return py::make_tuple(c.longitudinal, c.lateral, c.spin);
          },
          "Creepages and spin as means over the last cell of way.")
      .def_property_readonly(
          "state", [](const RollingContact& contact) { return RollingState(contact.state()); },
          "A copy of the state: the history.")
      .def("restore", &RollingContact::restore, "state"_a, "Goes back to a state that was kept.")
      .def(
          "set_distance",
          [](RollingContact& contact, const py::object& distance) {
            contact.set_distance(distance_of(distance));
          },
          "distance"_a, "Other geometry from the next step on: a shape or a function of x and y.")
      .def(
          "copy", [](const RollingContact& contact) { return RollingContact(contact); },
          "An independent copy, history included.");
}

}  // namespace tread::python
