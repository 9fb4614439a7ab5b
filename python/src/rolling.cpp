#include <pybind11/stl.h>

#include <sstream>

#include "arrays.hpp"
#include "bindings.hpp"
#include "bodies.hpp"
#include "contact_inputs.hpp"
#include "guarded.hpp"
#include "listener.hpp"
#include "rolling_distance.hpp"
#include "solutions.hpp"
#include "tread/contact/rolling_contact.hpp"

namespace tread::python {
namespace {

using namespace py::literals;
using namespace contact;

using Contact = Guarded<RollingContact>;

RollingStep step_of(Optional force, Optional approach, double speed, double direction,
                    Optional creepage_x, Optional creepage_y, double spin, Optional force_x,
                    Optional force_y, Pair spin_centre) {
  const auto [prescribed, value] = prescribed_of(force, approach);
  return {speed,
          direction,
          prescribed,
          value,
          {given_of("creepage_x", creepage_x, force_x),
           given_of("creepage_y", creepage_y, force_y),
           spin,
           {spin_centre.first, spin_centre.second}}};
}

/// What step() and start_steady() say of their arguments.
constexpr const char* k_step_words =
    "Give the normal force (N) or the approach (m) at the end of the step; creepages, or forces on "
    "body 1 along x and y (N); spin, 1/m, around spin_centre, m; speed, m/s, and direction of "
    "rolling, rad from x. With speed 0 the bodies shift: creepages are then distances (m). Returns "
    "how it ended; a step that does not converge leaves the state as it was. Does not hold the "
    "interpreter lock.";

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
            const std::string bytes = [&] {
              const py::gil_scoped_release unlocked;
              std::ostringstream out(std::ios::binary);
              save(state, out);
              return std::move(out).str();
            }();
            return py::bytes(bytes);
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
  py::class_<Contact>(module, "RollingContact",
                      "Contact of two bodies that roll over each other, step by step, with "
                      "its history.")
      .def(
          py::init([](const Grid& grid, const py::object& distance, const py::object& friction,
                      const py::object& bodies, RollingScheme scheme, double line_datum,
                      std::optional<Pair> memory, double layer_flexibility, int commits_per_cell,
                      double tolerance, int max_iterations, int max_outer_iterations, int threads) {
            RollingSetup setup;
            setup.grid = grid;
            setup.bodies = bodies_of(bodies);
            setup.friction.law = friction_law_of(friction);
            setup.friction.memory = memory_of(memory);
            setup.line_datum = line_datum;
            setup.layer_flexibility = layer_flexibility;
            setup.distance = distance_of(distance, grid);
            setup.scheme = scheme;
            setup.commits_per_cell = commits_per_cell;
            setup.options =
                options_of(tolerance, max_iterations, max_outer_iterations, false, threads);
            // Steps and copies of the contact share it: it hears whoever takes the step.
            setup.options.observer = &listener_of_this_thread();
            const py::gil_scoped_release unlocked;
            return std::make_unique<Contact>("contact", std::move(setup));
          }),
          "grid"_a, "distance"_a, py::kw_only(), "friction"_a = 0.3, "bodies"_a = py::none(),
          "scheme"_a = RollingScheme::world_fixed, "line_datum"_a = 0.0,
          "friction_memory"_a = py::none(), "layer_flexibility"_a = 0.0, "commits_per_cell"_a = 4,
          "tolerance"_a = 1e-6, "max_iterations"_a = 100, "max_outer_iterations"_a = 60,
          "threads"_a = 1,
          "grid: potential contact around the origin, which moves with the contact, with two "
          "cells to spare; distance: a shape (Sphere, Paraboloid, WheelOnRail, ...), the "
          "undeformed distance of each cell, m, shape (ny, nx), interpolated between them, or a "
          "function of x and y (m) that returns it. A HeightField may be finer than the grid and "
          "must cover it. friction_memory: (distance in m, least velocity in m/s) with which a "
          "falling coefficient follows the slip velocity. layer_flexibility: of a thin layer "
          "between the bodies, tangential, m/Pa. commits_per_cell: states kept on each cell of "
          "way (world_fixed). One thread at a time may use it: others get a RuntimeError.")
      .def(
          "step",
          [](Contact& guarded, double dt, Optional force, Optional approach, double speed,
             double direction, Optional creepage_x, Optional creepage_y, double spin,
             Optional force_x, Optional force_y, Pair spin_centre) {
            const RollingStep step = step_of(force, approach, speed, direction, creepage_x,
                                             creepage_y, spin, force_x, force_y, spin_centre);
            const auto contact = guarded.use();
            return without_lock(py::none(), [&](Observer&) { return contact->step(dt, step); });
          },
          "dt"_a, py::kw_only(), "force"_a = py::none(), "approach"_a = py::none(), "speed"_a = 0.0,
          "direction"_a = 0.0, "creepage_x"_a = py::none(), "creepage_y"_a = py::none(),
          "spin"_a = 0.0, "force_x"_a = py::none(), "force_y"_a = py::none(),
          "spin_centre"_a = Pair(0, 0), (std::string("Goes on by dt (s). ") + k_step_words).c_str())
      .def(
          "start_steady",
          [](Contact& guarded, Optional force, Optional approach, double speed, double direction,
             Optional creepage_x, Optional creepage_y, double spin, Optional force_x,
             Optional force_y, Pair spin_centre) {
            const RollingStep step = step_of(force, approach, speed, direction, creepage_x,
                                             creepage_y, spin, force_x, force_y, spin_centre);
            const auto contact = guarded.use();
            return without_lock(py::none(), [&](Observer&) { return contact->start_steady(step); });
          },
          py::kw_only(), "force"_a = py::none(), "approach"_a = py::none(), "speed"_a = 1.0,
          "direction"_a = 0.0, "creepage_x"_a = py::none(), "creepage_y"_a = py::none(),
          "spin"_a = 0.0, "force_x"_a = py::none(), "force_y"_a = py::none(),
          "spin_centre"_a = Pair(0, 0),
          (std::string("Begins anew with the tractions of steady rolling. ") + k_step_words)
              .c_str())
      .def_property_readonly(
          "solution",
          [](Contact& guarded) {
            const auto contact = guarded.use();
            return std::make_shared<FrictionalOutcome>(
                FrictionalOutcome{contact->grid(), contact->solution()});
          },
          "A copy of the solution at the end of the last step: it stays what it is when the "
          "contact goes on.")
      .def_property_readonly(
          "grid", [](Contact& guarded) { return Grid(guarded.use()->grid()); },
          "Grid of the solution, in the contact frame.")
      .def_property_readonly(
          "forces",
          [](Contact& guarded) {
            const CreepForces f = guarded.use()->solution().forces;
            return py::make_tuple(f.longitudinal, f.lateral, f.spin_moment);
          },
          "Forces on body 1 along x and y, N, and moment about z, N m, at the end of the last "
          "step.")
      .def_property_readonly(
          "creepage",
          [](Contact& guarded) {
            const Creepage c = guarded.use()->creepage();
            return py::make_tuple(c.longitudinal, c.lateral, c.spin);
          },
          "Creepages and spin as means over the last cell of way.")
      .def_property_readonly(
          "state", [](Contact& guarded) { return RollingState(guarded.use()->state()); },
          "A copy of the state: the history.")
      .def(
          "restore",
          [](Contact& guarded, const RollingState& state) { guarded.use()->restore(state); },
          "state"_a, "Goes back to a state that was kept.")
      .def(
          "set_distance",
          [](Contact& guarded, const py::object& distance) {
            const auto contact = guarded.use();
            contact->set_distance(distance_of(distance, contact->setup().grid));
          },
          "distance"_a,
          "Other geometry from the next step on: a shape, an array or a function of x and y.")
      .def(
          "copy",
          [](Contact& guarded) {
            const auto contact = guarded.use();
            const py::gil_scoped_release unlocked;
            return std::make_unique<Contact>("contact", *contact);
          },
          "An independent copy, history included.");
}

}  // namespace tread::python
