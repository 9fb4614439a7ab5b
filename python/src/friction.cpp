#include "tread/contact/friction.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "bodies.hpp"
#include "contact_inputs.hpp"
#include "listener.hpp"
#include "solutions.hpp"
#include "tread/core/errors.hpp"

namespace tread::python {
namespace {

using namespace py::literals;
using namespace contact;

void bind_laws(py::module_& module) {
  py::class_<CoulombFriction>(module, "CoulombFriction",
                              "|traction| <= mu times pressure, with a static and a kinetic "
                              "coefficient.")
      .def(py::init([](double still, Optional kinetic) {
             return CoulombFriction{still, kinetic.value_or(still)};
           }),
           "static_coefficient"_a, "kinetic_coefficient"_a = py::none(),
           "The kinetic coefficient is the static one unless given.")
      .def_readonly("static_coefficient", &CoulombFriction::static_coefficient, "At rest.")
      .def_readonly("kinetic_coefficient", &CoulombFriction::kinetic_coefficient, "In slip.");
  py::class_<FallingFriction> falling(module, "FallingFriction",
                                      "mu(v) = kinetic + sum of height f(v / half_velocity): a "
                                      "coefficient that falls with the slip velocity v, m/s.");
  py::enum_<SlipBranch>(falling, "Branch",
                        "Which solution, where the law falls so steeply that there are several.")
      .value("low_slip", SlipBranch::low_slip)
      .value("high_slip", SlipBranch::high_slip)
      .value("as_before", SlipBranch::as_before);
  py::enum_<FallingFriction::Shape>(falling, "Shape", "How the coefficient falls.")
      .value("linear", FallingFriction::Shape::linear)
      .value("rational", FallingFriction::Shape::rational)
      .value("exponential", FallingFriction::Shape::exponential);
  falling
      .def(py::init([](double kinetic, std::vector<double> heights, std::vector<double> velocities,
                       FallingFriction::Shape shape, SlipBranch branch) {
             if (heights.size() != velocities.size() || heights.empty() || heights.size() > 2) {
               throw ModelError("heights and half_velocities need one or two numbers each");
             }
             FallingFriction law{shape, kinetic, {}, branch};
             for (std::size_t i = 0; i < heights.size(); ++i) {
               law.terms[i] = {heights[i], velocities[i]};
             }
             return law;
           }),
           "kinetic_coefficient"_a, "heights"_a, "half_velocities"_a,
           "shape"_a = FallingFriction::Shape::rational, "branch"_a = SlipBranch::low_slip,
           "Coefficient at infinite velocity; heights of one or two terms; velocities at which "
           "they have fallen to half, m/s.")
      .def("coefficient",
           py::vectorize([](const FallingFriction* law, double v) { return coefficient(*law, v); }),
           "slip_velocity"_a, "mu at slip velocities, m/s.");
}

/// Properties that both kinds of solutions have.
template <class Outcome>
void bind_common_fields(py::class_<Outcome, std::shared_ptr<Outcome>>& type) {
  const auto field = [&type](const char* name, auto member, const char* doc) {
    type.def_property_readonly(
        name,
        [member](const py::object& self) {
          const auto& o = self.cast<const Outcome&>();
          return cell_view(member(o.solution), o.grid, self);
        },
        doc);
  };
  type.def_readonly("grid", &Outcome::grid, "Cells of the fields.")
      .def_property_readonly(
          "status", [](const Outcome& o) { return o.solution.status; }, "How it ended.")
      .def_property_readonly(
          "iterations", [](const Outcome& o) { return o.solution.iterations; },
          "Steps of the linear solver.")
      .def_property_readonly(
          "residual", [](const Outcome& o) { return o.solution.residual; },
          "Largest distance of a traction from what its slip asks for, over the largest traction.")
      .def_property_readonly(
          "n_adhesion", [](const Outcome& o) { return o.solution.n_adhesion; }, "Cells that stick.")
      .def_property_readonly(
          "n_slip", [](const Outcome& o) { return o.solution.n_slip; }, "Cells that slip.")
      .def_property_readonly(
          "cells",
          [](const py::object& self) {
            const auto& o = self.cast<const Outcome&>();
            return cell_byte_view(std::as_bytes(std::span(o.solution.cells)), o.grid, self);
          },
          "State of each cell: 0 outside, 1 adhesion, 2 slip; shape (ny, nx).");
  field(
      "traction_x", [](const auto& s) -> auto& { return s.traction.x; },
      "Tangential traction on body 1 along x, Pa, shape (ny, nx).");
  field(
      "traction_y", [](const auto& s) -> auto& { return s.traction.y; },
      "Tangential traction on body 1 along y, Pa, shape (ny, nx).");
  field(
      "slip_x", [](const auto& s) -> auto& { return s.slip.x; },
      "Slip of body 1 relative to body 2 along x: over the rolling speed, or m in a shift.");
  field(
      "slip_y", [](const auto& s) -> auto& { return s.slip.y; },
      "Slip of body 1 relative to body 2 along y: over the rolling speed, or m in a shift.");
}

void bind_tangential_solution(py::module_& module) {
  py::class_<TangentialOutcome, std::shared_ptr<TangentialOutcome>> type(
      module, "TangentialSolution",
      "Where two pressed bodies stick and slip under a given friction bound. Arrays are read-only "
      "views of the solution's own memory.");
  bind_common_fields(type);
  type.def_property_readonly(
          "force",
          [](const TangentialOutcome& o) {
            return py::make_tuple(o.solution.force[0], o.solution.force[1]);
          },
          "Tangential force on body 1 along x and y, N.")
      .def_property_readonly(
          "offset",
          [](const TangentialOutcome& o) {
            return py::make_tuple(o.solution.offset[0], o.solution.offset[1]);
          },
          "Rigid displacement that was found where a force was given, m.");
}

void bind_frictional_solution(py::module_& module) {
  py::class_<FrictionalOutcome, std::shared_ptr<FrictionalOutcome>> type(
      module, "FrictionalSolution",
      "Contact with friction: pressures, tractions, stick and slip, creep forces. Arrays are "
      "read-only views of the solution's own memory.");
  bind_common_fields(type);
  const auto field = [&type](const char* name, auto member, const char* doc) {
    type.def_property_readonly(
        name,
        [member](const py::object& self) {
          const auto& o = self.cast<const FrictionalOutcome&>();
          return cell_view(member(o.solution), o.grid, self);
        },
        doc);
  };
  field(
      "pressure", [](const auto& s) -> auto& { return s.normal.pressure; },
      "Pressure of each cell, Pa, shape (ny, nx).");
  field(
      "bound", [](const auto& s) -> auto& { return s.bound; },
      "mu times pressure, Pa: what the traction cannot exceed.");
  field(
      "friction_coefficient", [](const auto& s) -> auto& { return s.friction; },
      "mu of each cell that touches, shape (ny, nx).");
  field(
      "normal_displacement", [](const auto& s) -> auto& { return s.normal.displacement; },
      "What both surfaces give way together along the normal, m.");
  field(
      "displacement_x", [](const auto& s) -> auto& { return s.displacement.x; },
      "Displacement of body 1 minus that of body 2 along x, m.");
  field(
      "displacement_y", [](const auto& s) -> auto& { return s.displacement.y; },
      "Displacement of body 1 minus that of body 2 along y, m.");
  type.def_property_readonly(
          "normal_force", [](const FrictionalOutcome& o) { return o.solution.normal.force; }, "N.")
      .def_property_readonly(
          "approach", [](const FrictionalOutcome& o) { return o.solution.normal.approach; }, "m.")
      .def_property_readonly(
          "peak_pressure",
          [](const FrictionalOutcome& o) { return o.solution.normal.peak_pressure; }, "Pa.")
      .def_property_readonly(
          "contact_area", [](const FrictionalOutcome& o) { return o.solution.normal.contact_area; },
          "Area of the cells under pressure, m2.")
      .def_property_readonly(
          "n_contact", [](const FrictionalOutcome& o) { return o.solution.normal.n_contact; },
          "Cells under pressure.")
      .def_property_readonly(
          "touches_edge", [](const FrictionalOutcome& o) { return o.solution.normal.touches_edge; },
          "Whether an outermost cell is in contact: the grid may be too small.")
      .def_property_readonly(
          "may_not_be_unique",
          [](const FrictionalOutcome& o) { return o.solution.may_not_be_unique; },
          "Whether friction falls so steeply with the slip that there may be other solutions.")
      .def_property_readonly(
          "sensitivity",
          [](const py::object& self) {
            const auto& table = self.cast<const FrictionalOutcome&>().solution.sensitivity;
            static_assert(sizeof(table) == 16 * sizeof(double));
            return view({table.front().data(), 16}, {4, 4}, self);
          },
          "Derivatives of normal force, F_x, F_y and M_z (rows) by approach, creepage_x, "
          "creepage_y "
          "and spin (columns), SI, shape (4, 4); 0 unless asked for. A direction whose force is "
          "given keeps it: its column is 0.")
      .def_property_readonly(
          "forces",
          [](const FrictionalOutcome& o) {
            const CreepForces& f = o.solution.forces;
            return py::make_tuple(f.longitudinal, f.lateral, f.spin_moment);
          },
          "Tangential forces on body 1 along x and y, N, and moment about z, N m.")
      .def_property_readonly(
          "creepage",
          [](const FrictionalOutcome& o) {
            const Creepage& c = o.solution.creepage;
            return py::make_tuple(c.longitudinal, c.lateral, c.spin);
          },
          "Longitudinal and lateral creepage and spin (1/m), given or found; in a shift m and rad.")
      .def_property_readonly(
          "frictional_power",
          [](const FrictionalOutcome& o) { return o.solution.frictional_power; },
          "What friction takes out of the motion: W, never positive; in a shift J.")
      .def_property_readonly(
          "outer_iterations",
          [](const FrictionalOutcome& o) { return o.solution.outer_iterations; },
          "Turns between the normal and the tangential problem.")
      .def("__repr__", [](const FrictionalOutcome& o) {
        const auto& s = o.solution;
        return fmt::format(
            "<FrictionalSolution {}: normal force {:.6g} N, Fx {:.6g} N, Fy {:.6g} N, {} cells "
            "stick, {} slip>",
            to_string(s.status), s.normal.force, s.forces.longitudinal, s.forces.lateral,
            s.n_adhesion, s.n_slip);
      });
}

std::shared_ptr<FrictionalOutcome> frictional_outcome(const FrictionalProblem& problem,
                                                      FrictionalOptions options,
                                                      const py::object& progress) {
  auto outcome = std::make_shared<FrictionalOutcome>();
  outcome->grid = problem.normal.grid;
  without_lock(progress, [&](Observer& observer) {
    options.observer = &observer;
    FrictionalWorkspace workspace;
    outcome->solution = solve_frictional(problem, options, workspace);
    return 0;
  });
  return outcome;
}

FrictionalProblem problem_of(const py::object& distance, const Grid& grid, Optional force,
                             Optional approach, const py::object& bodies, double line_datum,
                             const py::object& friction, std::optional<Pair> memory,
                             double layer_flexibility) {
  FrictionalProblem problem;
  problem.normal = normal_problem(distance, grid, force, approach, bodies, line_datum);
  problem.friction.law = friction_law_of(friction);
  problem.friction.memory = memory_of(memory);
  problem.layer_flexibility = layer_flexibility;
  return problem;
}

/// What both solvers with friction say of the arguments that they share.
constexpr const char* k_solver_words =
    "\n\nfriction_memory: (distance in m, least velocity in m/s) with which a falling coefficient "
    "follows the slip velocity. layer_flexibility: of a thin layer between the bodies, tangential, "
    "m/Pa. sensitivities: also the derivatives of the forces. progress: function of the fraction "
    "done and the work at hand; False stops. Does not hold the interpreter lock.";

void bind_solvers(py::module_& module) {
  module.def(
      "solve_tangential",
      [](const py::object& bound, const py::object& rigid_x, const py::object& rigid_y,
         const Grid& grid, const py::object& bodies, Optional force_x, Optional force_y,
         double line_datum, double layer_flexibility, double tolerance, int max_iterations,
         int threads, const py::object& progress) {
        TangentialProblem problem;
        problem.grid = grid;
        problem.bodies = bodies_of(bodies);
        problem.line_datum = line_datum;
        problem.layer_flexibility = layer_flexibility;
        problem.bound = cell_array(bound, "bound", grid).vector();
        problem.rigid.x = cell_array(rigid_x, "rigid_x", grid).vector();
        problem.rigid.y = cell_array(rigid_y, "rigid_y", grid).vector();
        problem.force_given = {force_x.has_value(), force_y.has_value()};
        problem.force = {force_x.value_or(0), force_y.value_or(0)};
        auto outcome = std::make_shared<TangentialOutcome>();
        outcome->grid = grid;
        without_lock(progress, [&](Observer& observer) {
          TangentialWorkspace workspace;
          const TangentialOptions options{.tolerance = tolerance,
                                          .max_iterations = max_iterations,
                                          .n_threads = threads,
                                          .observer = &observer};
          contact::solve_tangential(problem, options, workspace, outcome->solution, Start::cold);
          return 0;
        });
        return outcome;
      },
      "bound"_a, "rigid_x"_a, "rigid_y"_a, "grid"_a, py::kw_only(), "bodies"_a = py::none(),
      "force_x"_a = py::none(), "force_y"_a = py::none(), "line_datum"_a = 0.0,
      "layer_flexibility"_a = 0.0, "tolerance"_a = 1e-6, "max_iterations"_a = 60, "threads"_a = 1,
      "progress"_a = py::none(),
      "One shift of bodies pressed together, for a given friction bound.\n\nbound: largest "
      "traction of each cell, Pa, 0 outside the contact; rigid_x, rigid_y: displacement of body 1 "
      "relative to body 2 as if rigid, m. All of shape (ny, nx). force_x, force_y: the tangential "
      "force on body 1, N, where it is given instead of the constant part of the displacement. "
      "layer_flexibility: of a thin layer between the bodies, m/Pa. progress: function of the "
      "fraction done and the work at hand; False stops. Does not hold the interpreter lock.");
  module.def(
      "solve_shift",
      [](const py::object& distance, const Grid& grid, Optional force, Optional approach,
         const py::object& friction, Optional shift_x, Optional shift_y, double turn,
         Optional force_x, Optional force_y, Pair turn_centre, const py::object& bodies,
         double line_datum, std::optional<Pair> memory, double layer_flexibility, double tolerance,
         int max_iterations, int max_outer_iterations, bool sensitivities, int threads,
         const py::object& progress) {
        FrictionalProblem problem = problem_of(distance, grid, force, approach, bodies, line_datum,
                                               friction, memory, layer_flexibility);
        problem.motion = Motion::shift;
        problem.kinematics = {given_of("shift_x", shift_x, force_x),
                              given_of("shift_y", shift_y, force_y),
                              turn,
                              {turn_centre.first, turn_centre.second}};
        return frictional_outcome(
            problem,
            options_of(tolerance, max_iterations, max_outer_iterations, sensitivities, threads),
            progress);
      },
      "distance"_a, "grid"_a, py::kw_only(), "force"_a = py::none(), "approach"_a = py::none(),
      "friction"_a = 0.3, "shift_x"_a = py::none(), "shift_y"_a = py::none(), "turn"_a = 0.0,
      "force_x"_a = py::none(), "force_y"_a = py::none(), "turn_centre"_a = Pair(0, 0),
      "bodies"_a = py::none(), "line_datum"_a = 0.0, "friction_memory"_a = py::none(),
      "layer_flexibility"_a = 0.0, "tolerance"_a = 1e-6, "max_iterations"_a = 100,
      "max_outer_iterations"_a = 60, "sensitivities"_a = false, "threads"_a = 1,
      "progress"_a = py::none(),
      (std::string(
           "Bodies pressed together, then shifted against each other without rolling (Cattaneo, "
           "Mindlin).\n\nshift_x, shift_y: displacement of body 1 relative to body 2, m, or "
           "force_x, "
           "force_y: the tangential force on body 1, N; turn: about z, rad, around turn_centre, m. "
           "friction: a coefficient, CoulombFriction or FallingFriction. The other arguments are "
           "those "
           "of solve_normal.") +
       k_solver_words)
          .c_str());
  module.def(
      "solve_rolling",
      [](const py::object& distance, const Grid& grid, Optional force, Optional approach,
         const py::object& friction, Optional creepage_x, Optional creepage_y, double spin,
         Optional force_x, Optional force_y, double speed, double direction, Pair spin_centre,
         const py::object& bodies, double line_datum, std::optional<Pair> memory,
         double layer_flexibility, double tolerance, int max_iterations, int max_outer_iterations,
         bool sensitivities, int threads, const py::object& progress) {
        FrictionalProblem problem = problem_of(distance, grid, force, approach, bodies, line_datum,
                                               friction, memory, layer_flexibility);
        problem.motion = Motion::steady_rolling;
        problem.rolling.speed = speed;
        problem.rolling.direction = direction;
        problem.kinematics = {given_of("creepage_x", creepage_x, force_x),
                              given_of("creepage_y", creepage_y, force_y),
                              spin,
                              {spin_centre.first, spin_centre.second}};
        return frictional_outcome(
            problem,
            options_of(tolerance, max_iterations, max_outer_iterations, sensitivities, threads),
            progress);
      },
      "distance"_a, "grid"_a, py::kw_only(), "force"_a = py::none(), "approach"_a = py::none(),
      "friction"_a = 0.3, "creepage_x"_a = py::none(), "creepage_y"_a = py::none(), "spin"_a = 0.0,
      "force_x"_a = py::none(), "force_y"_a = py::none(), "speed"_a = 1.0, "direction"_a = 0.0,
      "spin_centre"_a = Pair(0, 0), "bodies"_a = py::none(), "line_datum"_a = 0.0,
      "friction_memory"_a = py::none(), "layer_flexibility"_a = 0.0, "tolerance"_a = 1e-6,
      "max_iterations"_a = 100, "max_outer_iterations"_a = 60, "sensitivities"_a = false,
      "threads"_a = 1, "progress"_a = py::none(),
      (std::string(
           "Steady rolling along +x (or at `direction`, rad, from it) by Kalker's theory.\n\n"
           "creepage_x, creepage_y: longitudinal and lateral creepage of body 1 relative to body "
           "2, or "
           "force_x, force_y: the force on body 1, N; spin: 1/m, around spin_centre, m; speed: "
           "m/s, for "
           "powers and falling friction. A positive creepage meets a negative force. The other "
           "arguments "
           "are those of solve_shift.") +
       k_solver_words)
          .c_str());
}

}  // namespace

FrictionLaw friction_law_of(const py::object& friction) {
  if (py::isinstance<CoulombFriction>(friction)) return friction.cast<CoulombFriction>();
  if (py::isinstance<FallingFriction>(friction)) return friction.cast<FallingFriction>();
  if (!PyNumber_Check(friction.ptr())) {
    throw py::type_error("friction must be a number, CoulombFriction or FallingFriction");
  }
  const double coefficient = friction.cast<double>();
  return CoulombFriction{coefficient, coefficient};
}

FrictionMemory memory_of(std::optional<Pair> memory) {
  return memory ? FrictionMemory{memory->first, memory->second} : FrictionMemory{};
}

FrictionalOptions options_of(double tolerance, int max_iterations, int max_outer_iterations,
                             bool sensitivities, int threads) {
  FrictionalOptions options;
  options.tolerance = tolerance;
  options.max_iterations = max_iterations;
  options.max_outer_iterations = max_outer_iterations;
  options.sensitivity = sensitivities ? Sensitivity::forces : Sensitivity::none;
  options.n_threads = threads;
  return options;
}

Given given_of(const char* direction, Optional creepage, Optional force) {
  if (creepage && force) {
    throw ModelError(fmt::format("give {} or the force along it, not both", direction));
  }
  return force ? given_force(*force) : given_creepage(creepage.value_or(0));
}

void bind_friction(py::module_& module) {
  bind_laws(module);
  bind_tangential_solution(module);
  bind_frictional_solution(module);
  bind_solvers(module);
}

}  // namespace tread::python
