#include <fmt/format.h>
#include <pybind11/stl.h>

#include <numbers>

#include "arrays.hpp"
#include "bindings.hpp"
#include "tread/structure/beam_load.hpp"
#include "tread/structure/beam_modes.hpp"

namespace tread::python {
namespace {

using namespace py::literals;
using namespace structure;

BeamSection section_of(double bending, double mass, double shear, double rotary) {
  return {0, bending, mass, shear, rotary};
}

Damping damping_of(double ratio) { return ModalDamping{{ratio}}; }

/// One function of the modes at places x: shape (len(x), n_modes), or (n_modes,) for a number.
template <class Evaluate>
py::array_t<double> over_places(const BeamModes& modes, const py::object& x, Evaluate evaluate) {
  const Input places = any_array(x, "x");
  std::vector<py::ssize_t> shape(places.array.shape(), places.array.shape() + places.array.ndim());
  shape.push_back(modes.n_modes());
  py::array_t<double> result = new_array(shape);
  const auto n = static_cast<std::size_t>(modes.n_modes());
  double* out = result.mutable_data();
  const py::gil_scoped_release unlocked;
  for (const double place : places.values()) {
    (modes.*evaluate)(place, std::span<double>(out, n));
    out += n;
  }
  return result;
}

void bind_beam(py::module_& module) {
  const auto def_kind = [](auto& type, const char* name, auto make, const char* doc) {
    type.def_static(
        name,
        [make](double length, double bending, double mass, double damping, double shear,
               double rotary) {
          Beam beam = make(length, section_of(bending, mass, shear, rotary), damping_of(damping));
          check(beam);
          return beam;
        },
        "length"_a, "bending_stiffness"_a, "mass_per_length"_a, "damping_ratio"_a = 0.0,
        "shear_stiffness"_a = k_inf, "rotary_inertia"_a = 0.0, doc);
  };
  py::class_<Beam> type(module, "Beam", "A straight beam in bending, deflections downwards.");
  type.def_readonly("length", &Beam::length, "m.").def("__repr__", [](const Beam& b) {
    return fmt::format("<Beam of {:g} m on {} supports>", b.length, b.supports.size());
  });
  def_kind(type, "simply_supported", &simply_supported_beam,
           "On two supports: length (m), EI (N m2), mass (kg/m), damping ratio of all modes, GA_s "
           "(N, infinite: no shear deformation), rho I (kg m).");
  def_kind(type, "clamped", &clamped_beam, "Clamped at both ends; as simply_supported.");
  def_kind(type, "cantilever", &cantilever, "Clamped at x = 0, free at the end.");
  type.def_static(
      "continuous",
      [](const std::vector<double>& spans, double bending, double mass, double damping) {
        Beam beam =
            continuous_beam(spans, section_of(bending, mass, k_inf, 0), damping_of(damping));
        check(beam);
        return beam;
      },
      "spans"_a, "bending_stiffness"_a, "mass_per_length"_a, "damping_ratio"_a = 0.0,
      "Several spans (m) over piers, the beam going through.");
}

void bind_modes(py::module_& module) {
  py::class_<BeamModes>(module, "BeamModes",
                        "Mass-normalised modes of a beam: w(x, t) = sum of q_i(t) w_i(x).")
      .def_property_readonly("n_modes", &BeamModes::n_modes, "Number of modes.")
      .def_property_readonly("length", &BeamModes::length, "m, of all beams together.")
      .def_property_readonly(
          "omega",
          [](const py::object& self) { return view(self.cast<const BeamModes&>().omega(), self); },
          "Angular frequencies, rad/s, shape (n_modes,).")
      .def_property_readonly(
          "frequency",
          [](const BeamModes& modes) {
            py::array_t<double> result(modes.n_modes());
            for (int i = 0; i < modes.n_modes(); ++i) {
              result.mutable_at(i) =
                  modes.omega()[static_cast<std::size_t>(i)] / (2 * std::numbers::pi);
            }
            return result;
          },
          "Frequencies, Hz.")
      .def_property_readonly(
          "damping_ratio",
          [](const BeamModes& modes) {
            const std::vector<double> ratio = modes.damping_ratio();
            return py::array_t<double>(static_cast<py::ssize_t>(ratio.size()), ratio.data());
          },
          "Damping ratio of each mode.")
      .def(
          "shape",
          [](const BeamModes& m, const py::object& x) {
            return over_places(m, x, &BeamModes::shape);
          },
          "x"_a, "w_i at places x (m), 1/sqrt(kg), shape (..., n_modes).")
      .def(
          "slope",
          [](const BeamModes& m, const py::object& x) {
            return over_places(m, x, &BeamModes::slope);
          },
          "x"_a, "dw_i/dx at places x (m), shape (..., n_modes).")
      .def(
          "curvature",
          [](const BeamModes& m, const py::object& x) {
            return over_places(m, x, &BeamModes::curvature);
          },
          "x"_a, "d2w_i/dx2 at places x (m), shape (..., n_modes).")
      .def(
          "moment",
          [](const BeamModes& m, const py::object& x) {
            return over_places(m, x, &BeamModes::moment);
          },
          "x"_a, "Bending moment of each mode at unit q, positive when sagging.")
      .def(
          "shear",
          [](const BeamModes& m, const py::object& x) {
            return over_places(m, x, &BeamModes::shear);
          },
          "x"_a, "Shear force of each mode at unit q.")
      .def("__repr__", [](const BeamModes& m) {
        return fmt::format("<BeamModes: {} modes from {:.4g} Hz>", m.n_modes(),
                           m.omega().empty() ? 0 : m.omega().front() / (2 * std::numbers::pi));
      });
  module.def(
      "beam_modes",
      [](const Beam& beam, int n_modes, const std::string& method, int n_elements) {
        ModeOptions options{n_modes, ModeMethod::automatic, n_elements};
        if (method == "finite_elements") {
          options.method = ModeMethod::finite_elements;
        } else if (method == "finite_differences") {
          options.method = ModeMethod::finite_differences;
        } else if (method != "automatic") {
          throw py::value_error("method must be automatic, finite_elements or finite_differences");
        }
        const py::gil_scoped_release unlocked;
        return beam_modes(beam, options);
      },
      "beam"_a, "n_modes"_a = 10, "method"_a = "automatic", "n_elements"_a = 0,
      "The first modes of a beam: in closed form where there is one, else by finite elements.");
  module.def(
      "static_deflection",
      [](const BeamModes& modes, const py::object& x, const py::object& forces) {
        BeamLoad load;
        const Input rows = row_array(forces, "forces", 2);
        for (std::size_t i = 0; i < rows.values().size(); i += 2) {
          load.points.push_back({rows.values()[i], rows.values()[i + 1]});
        }
        const Input places = any_array(x, "x");
        py::array_t<double> result = array_like(places);
        double* out = result.mutable_data();
        {
          const py::gil_scoped_release unlocked;
          const std::vector<double> q = static_coordinates(modes, load);
          for (const double place : places.values()) *out++ = values_at(modes, q, place).deflection;
        }
        return number_or_array(result);
      },
      "modes"_a, "x"_a, "forces"_a,
      "Deflection (m, down) at places x (m) under forces at rest: rows (place in m, force in N).");
}

}  // namespace

void bind_beams(py::module_& module) {
  bind_beam(module);
  bind_modes(module);
}

}  // namespace tread::python
