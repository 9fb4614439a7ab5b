#include "tread/contact/fast_models.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "bodies.hpp"
#include "contact_inputs.hpp"
#include "tread/contact/fastsim.hpp"
#include "tread/core/errors.hpp"

namespace tread::python {
namespace {

using namespace py::literals;
using namespace contact;

/// Forces for creepages that broadcast against each other: (F_x, F_y, M_z).
template <class Law>
py::tuple forces_over(const py::object& creepage_x, const py::object& creepage_y,
                      const py::object& spin, Law&& law) {
  const std::vector<Input> in =
      broadcast({{"creepage_x", creepage_x}, {"creepage_y", creepage_y}, {"spin", spin}});
  std::array<py::array_t<double>, 3> out{array_like(in[0]), array_like(in[0]), array_like(in[0])};
  std::array<double*, 3> to{out[0].mutable_data(), out[1].mutable_data(), out[2].mutable_data()};
  const std::span<const double> xi = in[0].values();
  const std::span<const double> eta = in[1].values();
  const std::span<const double> phi = in[2].values();
  {
    const py::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < xi.size(); ++i) {
      const CreepForces forces = law(Creepage{xi[i], eta[i], phi[i]});
      to[0][i] = forces.longitudinal;
      to[1][i] = forces.lateral;
      to[2][i] = forces.spin_moment;
    }
  }
  return py::make_tuple(number_or_array(out[0]), number_or_array(out[1]), number_or_array(out[2]));
}

template <class Law>
void def_law(py::module_& module, const char* name, Law law, const char* doc) {
  module.def(
      name,
      [law](const EllipticContact& contact, const py::object& x, const py::object& y,
            const py::object& spin) {
        return forces_over(x, y, spin, [&](const Creepage& c) { return law(contact, c); });
      },
      "contact"_a, "creepage_x"_a = 0.0, "creepage_y"_a = 0.0, "spin"_a = 0.0,
      (std::string(doc) +
       "\n\nCreepages and spin (1/m) are numbers or arrays that broadcast. Returns (F_x, F_y, M_z) "
       "on body 1: N, N, N m.")
          .c_str());
}

struct FastsimOutcome {
  Grid grid;
  FastsimSolution solution;
  FastsimFields fields;
};

FlexibilityRule rule_of(const std::string& name) {
  if (name == "three") return FlexibilityRule::three;
  if (name == "one") return FlexibilityRule::one;
  if (name == "blended") return FlexibilityRule::blended;
  throw ModelError(fmt::format("flexibility must be three, one or blended, got {}", name));
}

PressureShape pressure_shape_of(const std::string& name) {
  if (name == "parabolic") return PressureShape::parabolic;
  if (name == "elliptic") return PressureShape::elliptic;
  throw ModelError(fmt::format("pressure must be parabolic or elliptic, got {}", name));
}

void bind_fastsim(py::module_& module) {
  py::class_<FastsimOutcome, std::shared_ptr<FastsimOutcome>> type(
      module, "FastsimFields",
      "FASTSIM on a grid. Arrays are read-only views of the object's own memory.");
  const auto field = [&type](const char* name, auto member, const char* doc) {
    type.def_property_readonly(
        name,
        [member](const py::object& self) {
          const auto& o = self.cast<const FastsimOutcome&>();
          return cell_view(o.fields.*member, o.grid, self);
        },
        doc);
  };
  field("pressure", &FastsimFields::pressure, "Pa, shape (ny, nx).");
  field("traction_x", &FastsimFields::traction_x, "On body 1 along x, Pa, shape (ny, nx).");
  field("traction_y", &FastsimFields::traction_y, "On body 1 along y, Pa, shape (ny, nx).");
  field("slip_x", &FastsimFields::slip_x, "Slip along x over the rolling speed.");
  field("slip_y", &FastsimFields::slip_y, "Slip along y over the rolling speed.");
  field("dissipation", &FastsimFields::dissipation, "J per m2 and metre rolled, >= 0.");
  type.def_readonly("grid", &FastsimOutcome::grid, "Cells of the fields.")
      .def_property_readonly(
          "cells",
          [](const py::object& self) {
            const auto& o = self.cast<const FastsimOutcome&>();
            return cell_byte_view(std::as_bytes(std::span(o.fields.state)), o.grid, self);
          },
          "State of each cell: 0 outside, 1 adhesion, 2 slip.")
      .def_property_readonly(
          "forces",
          [](const FastsimOutcome& o) {
            const CreepForces& f = o.solution.forces;
            return py::make_tuple(f.longitudinal, f.lateral, f.spin_moment);
          },
          "(F_x, F_y, M_z) on body 1: N, N, N m.")
      .def_property_readonly(
          "dissipated", [](const FastsimOutcome& o) { return o.solution.dissipation; },
          "Frictional work per metre rolled, J/m.");
  module.def(
      "fastsim",
      [](const EllipticContact& contact, const py::object& x, const py::object& y,
         const py::object& spin, const std::string& flexibility, const std::string& pressure,
         int strips, int slices) {
        FastsimOptions options;
        options.flexibility = rule_of(flexibility);
        options.pressure = pressure_shape_of(pressure);
        options.n_strips = strips;
        options.n_slices = slices;
        return forces_over(x, y, spin, [&](const Creepage& c) {
          return contact::fastsim(contact, c, options).forces;
        });
      },
      "contact"_a, "creepage_x"_a = 0.0, "creepage_y"_a = 0.0, "spin"_a = 0.0, py::kw_only(),
      "flexibility"_a = "three", "pressure"_a = "parabolic", "strips"_a = 41, "slices"_a = 41,
      "Kalker's FASTSIM.\n\nCreepages and spin (1/m) are numbers or arrays that broadcast. Returns "
      "(F_x, F_y, M_z) on body 1: N, N, N m. flexibility: three, one or blended; pressure: "
      "parabolic or elliptic.");
  module.def(
      "fastsim_fields",
      [](const EllipticContact& contact, const Grid& grid, double x, double y, double spin,
         const py::object& pressure, const std::string& flexibility) {
        auto outcome = std::make_shared<FastsimOutcome>();
        outcome->grid = grid;
        FastsimOptions options;
        options.flexibility = rule_of(flexibility);
        const std::vector<double> given = optional_cells(pressure, "pressure", grid);
        const py::gil_scoped_release unlocked;
        outcome->solution =
            given.empty()
                ? contact::fastsim(contact, {x, y, spin}, grid, options, &outcome->fields)
                : contact::fastsim(contact, {x, y, spin}, grid, given, options, &outcome->fields);
        return outcome;
      },
      "contact"_a, "grid"_a, "creepage_x"_a = 0.0, "creepage_y"_a = 0.0, "spin"_a = 0.0,
      "pressure"_a = py::none(), "flexibility"_a = "three",
      "FASTSIM on the cells of a grid, with tractions and slip; pressure (Pa, shape (ny, nx)): any "
      "shape instead of the ellipse's own.");
}

}  // namespace

void bind_fast_models(py::module_& module) {
  py::class_<EllipticContact>(
      module, "EllipticContact",
      "Hertz' ellipse with what passes it, for the fast creep-force models.")
      .def(py::init([](double a, double b, double force, const py::object& friction,
                       const Material& material, double speed) {
             return EllipticContact{a,
                                    b,
                                    force,
                                    material.shear_modulus,
                                    material.poisson_ratio,
                                    friction_law_of(friction),
                                    speed,
                                    RollingDirection::plus_x};
           }),
           "semi_axis_x"_a, "semi_axis_y"_a, "normal_force"_a, "friction"_a = 0.3,
           "material"_a = steel(), "speed"_a = 0.0,
           "Half axes (m) along and across rolling, normal force (N), friction (a coefficient or a "
           "law), material of both bodies, rolling speed (m/s; for falling friction).")
      .def_readonly("semi_axis_x", &EllipticContact::semi_axis_x, "m, along rolling.")
      .def_readonly("semi_axis_y", &EllipticContact::semi_axis_y, "m, across.")
      .def_readonly("normal_force", &EllipticContact::normal_force, "N.");
  def_law(module, "linear_creep_forces", &linear_creep_forces,
          "Kalker's linear theory: all sticks; the slope at small creepage.");
  def_law(module, "shen_hedrick_elkins_forces", &shen_hedrick_elkins_forces,
          "Shen, Hedrick and Elkins: linear theory with saturation.");
  module.def(
      "polach_forces",
      [](const EllipticContact& contact, const py::object& x, const py::object& y,
         const py::object& spin, double adhesion, double slip) {
        return forces_over(x, y, spin, [&](const Creepage& c) {
          return polach_2005_forces(contact, c, {adhesion, slip});
        });
      },
      "contact"_a, "creepage_x"_a = 0.0, "creepage_y"_a = 0.0, "spin"_a = 0.0,
      "adhesion_reduction"_a = 1.0, "slip_reduction"_a = 1.0,
      "Polach's model: that of 1999, or with reductions k_A, k_S below 1 that of "
      "2005.\n\nCreepages "
      "and spin (1/m) are numbers or arrays that broadcast. Returns (F_x, F_y, M_z) on body 1: N, "
      "N, "
      "N m; it has no moment.");
  module.def("polach_friction", &polach_friction, "static_coefficient"_a, "limit_ratio"_a,
             "decay"_a, "Friction that falls as mu0 ((1 - A) exp(-B v) + A); B in s/m.");
  bind_fastsim(module);
}

}  // namespace tread::python
