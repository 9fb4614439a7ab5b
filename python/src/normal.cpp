#include "tread/contact/normal.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "bodies.hpp"
#include "contact_inputs.hpp"
#include "guarded.hpp"
#include "listener.hpp"
#include "solutions.hpp"
#include "tread/contact/potential_contact.hpp"
#include "tread/core/errors.hpp"

namespace tread::python {
namespace {

using namespace py::literals;
using namespace contact;

/// What a solver keeps between calls. The distance is kept as memory: to take it anew from the
/// system and give it back costs a few percent of a solve.
struct NormalMemory {
  NormalWorkspace workspace;
  std::vector<double> distance;
};

std::shared_ptr<NormalOutcome> normal_outcome(const py::object& distance, const Grid& grid,
                                              std::optional<double> force,
                                              std::optional<double> approach,
                                              const py::object& bodies, double line_datum,
                                              double tolerance, int max_iterations, int threads,
                                              bool derivative, Guarded<NormalMemory>* memory,
                                              const py::object& progress) {
  NormalMemory own;
  std::optional<Guarded<NormalMemory>::Use> kept;
  if (memory != nullptr) kept.emplace(*memory);
  NormalMemory& used = kept ? **kept : own;
  NormalProblem problem =
      normal_problem(distance, grid, force, approach, bodies, line_datum, std::move(used.distance));
  NormalOptions options;
  options.tolerance = tolerance;
  options.max_iterations = max_iterations;
  options.n_threads = threads;
  options.derivative = derivative ? Derivative::approach : Derivative::none;
  auto outcome = std::make_shared<NormalOutcome>();
  outcome->grid = grid;
  without_lock(progress, [&](Observer& observer) {
    options.observer = &observer;
    outcome->solution = solve_normal(problem, options, used.workspace);
    return 0;
  });
  used.distance = std::move(problem.distance);
  return outcome;
}

Grid potential_contact(const Shape& shape, std::optional<double> force,
                       std::optional<double> approach, int nx, int ny, double margin,
                       const py::object& bodies) {
  const auto [prescribed, value] = prescribed_of(force, approach);
  const UngriddedProblem problem{shape, bodies_of(bodies), prescribed, value};
  const py::gil_scoped_release unlocked;
  NormalWorkspace workspace;
  return find_potential_contact(problem, nx, ny, margin, workspace);
}

}  // namespace

Prescription prescribed_of(std::optional<double> force, std::optional<double> approach) {
  if (force.has_value() == approach.has_value()) {
    throw ModelError("give one of force (N) and approach (m)");
  }
  return force ? Prescription{contact::Prescribed::force, *force}
               : Prescription{contact::Prescribed::approach, *approach};
}

NormalProblem normal_problem(const py::object& distance, const Grid& grid,
                             std::optional<double> force, std::optional<double> approach,
                             const py::object& bodies, double line_datum,
                             std::vector<double> memory) {
  const auto [prescribed, value] = prescribed_of(force, approach);
  NormalProblem problem;
  problem.grid = grid;
  problem.bodies = bodies_of(bodies);
  const Input cells = cell_array(distance, "distance", grid, Values::finite_or_infinite);
  memory.assign(cells.values().begin(), cells.values().end());
  problem.distance = std::move(memory);
  problem.prescribed = prescribed;
  problem.value = value;
  problem.line_datum = line_datum;
  return problem;
}

void bind_normal(py::module_& module) {
  py::class_<Guarded<NormalMemory>>(
      module, "NormalWorkspace",
      "Memory that a solver of normal contact keeps between calls (FFT "
      "plans, kernels). One per thread.")
      .def(py::init([] { return std::make_unique<Guarded<NormalMemory>>("workspace"); }),
           "Empty; filled by the first solve.");

  py::class_<NormalOutcome, std::shared_ptr<NormalOutcome>>(
      module, "NormalSolution",
      "Frictionless contact: where the bodies touch and with what pressure. Arrays are read-only "
      "views of the solution's own memory.")
      .def_readonly("grid", &NormalOutcome::grid, "Cells of the fields.")
      .def_property_readonly(
          "status", [](const NormalOutcome& o) { return o.solution.status; }, "How it ended.")
      .def_property_readonly(
          "iterations", [](const NormalOutcome& o) { return o.solution.iterations; },
          "Conjugate-gradient steps on the finest grid.")
      .def_property_readonly(
          "residual", [](const NormalOutcome& o) { return o.solution.residual; },
          "Largest violation of the contact conditions over the largest displacement.")
      .def_property_readonly(
          "approach", [](const NormalOutcome& o) { return o.solution.approach; },
          "How far the bodies have come together since first touch, m.")
      .def_property_readonly(
          "force", [](const NormalOutcome& o) { return o.solution.force; }, "Normal force, N.")
      .def_property_readonly(
          "peak_pressure", [](const NormalOutcome& o) { return o.solution.peak_pressure; }, "Pa.")
      .def_property_readonly(
          "contact_area", [](const NormalOutcome& o) { return o.solution.contact_area; },
          "Area of the cells under pressure, m2.")
      .def_property_readonly(
          "n_contact", [](const NormalOutcome& o) { return o.solution.n_contact; },
          "Cells under pressure.")
      .def_property_readonly(
          "touches_edge", [](const NormalOutcome& o) { return o.solution.touches_edge; },
          "Whether an outermost cell is in contact: the grid may be too small.")
      .def_property_readonly(
          "pressure",
          [](const py::object& self) {
            const auto& o = self.cast<const NormalOutcome&>();
            return cell_view(o.solution.pressure, o.grid, self);
          },
          "Pressure of each cell, Pa, >= 0, shape (ny, nx).")
      .def_property_readonly(
          "displacement",
          [](const py::object& self) {
            const auto& o = self.cast<const NormalOutcome&>();
            return cell_view(o.solution.displacement, o.grid, self);
          },
          "What both surfaces give way together, m, shape (ny, nx).")
      .def_property_readonly(
          "stiffness", [](const NormalOutcome& o) { return o.solution.stiffness; },
          "dF/d(approach), N/m; 0 unless the derivative was asked for.")
      .def_property_readonly(
          "pressure_derivative",
          [](const py::object& self) {
            const auto& o = self.cast<const NormalOutcome&>();
            return cell_view(o.solution.pressure_derivative, o.grid, self);
          },
          "dp/d(approach), Pa/m, if it was asked for.")
      .def("__repr__", [](const NormalOutcome& o) {
        return fmt::format(
            "<NormalSolution {}: force {:.6g} N, approach {:.6g} m, peak pressure {:.6g} Pa, {} of "
            "{} cells in contact>",
            to_string(o.solution.status), o.solution.force, o.solution.approach,
            o.solution.peak_pressure, o.solution.n_contact, o.grid.n_cells());
      });

  module.def(
      "solve_normal", &normal_outcome, "distance"_a, "grid"_a, py::kw_only(),
      "force"_a = py::none(), "approach"_a = py::none(), "bodies"_a = py::none(),
      "line_datum"_a = 0.0, "tolerance"_a = 1e-6, "max_iterations"_a = 100, "threads"_a = 1,
      "derivative"_a = false, "workspace"_a = py::none(), "progress"_a = py::none(),
      "Frictionless contact of two elastic half-spaces.\n\ndistance: undeformed distance of "
      "the surfaces at the cell centres, m, shape (ny, nx), infinite where there is no "
      "surface. Give the normal force (N) or the approach (m, positive presses together). "
      "bodies: (upper, lower) Material, one for both, or None for steel. line_datum: > 0 "
      "for plane strain on one row of cells; displacements then count from a point at this "
      "distance, m. derivative: also the stiffness. progress: function of the fraction done and "
      "the work at hand; False stops. Does not hold the interpreter lock.");
  module.def("find_potential_contact", &potential_contact, "shape"_a, py::kw_only(),
             "force"_a = py::none(), "approach"_a = py::none(), "nx"_a = 64, "ny"_a = 64,
             "margin"_a = 1.2, "bodies"_a = py::none(),
             "A grid whose sides are `margin` times those of the contact of a shape, found by "
             "coarse solves. Give the force (N) or the approach (m).");
}

}  // namespace tread::python
