#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "bodies.hpp"
#include "tread/core/errors.hpp"
#include "tread/reference/carter.hpp"
#include "tread/reference/cattaneo_mindlin.hpp"
#include "tread/reference/hertz.hpp"
#include "tread/reference/kalker_coefficients.hpp"

namespace tread::python {
namespace {

using namespace py::literals;
using namespace reference;

double modulus_of(const py::object& bodies) { return contact_modulus(bodies_of(bodies)); }

void need_one(Optional a, Optional b, const char* names) {
  if (a.has_value() == b.has_value()) throw ModelError(fmt::format("give one of {}", names));
}

py::tuple stress_tuple(const StressTensor& s) {
  return py::make_tuple(s.xx, s.yy, s.zz, s.xy, s.xz, s.yz);
}

void bind_hertz_circle(py::module_& module) {
  py::class_<HertzCircle>(module, "HertzCircle", "Ball on flat by Hertz' theory.")
      .def_readonly("curvature_radius", &HertzCircle::curvature_radius, "R, m.")
      .def_readonly("contact_modulus", &HertzCircle::contact_modulus, "E*, Pa.")
      .def_readonly("force", &HertzCircle::force, "Normal force, N.")
      .def_readonly("approach", &HertzCircle::approach, "Approach, m.")
      .def_readonly("contact_radius", &HertzCircle::contact_radius, "Radius of the contact, m.")
      .def_readonly("peak_pressure", &HertzCircle::peak_pressure, "Pa.")
      .def("pressure", py::vectorize([](const HertzCircle* h, double r) { return h->pressure(r); }),
           "r"_a, "Pressure at distances r (m) from the centre, Pa; zero outside.")
      .def("displacement",
           py::vectorize([](const HertzCircle* h, double r) { return h->displacement(r); }), "r"_a,
           "What both surfaces give way together at distances r (m), m.")
      .def(
          "stress_on_axis",
          [](const HertzCircle& h, double depth, double poisson) {
            return stress_tuple(h.stress_on_axis(depth, poisson));
          },
          "depth"_a, "poisson_ratio"_a = 0.3,
          "(xx, yy, zz, xy, xz, yz), Pa, positive in tension, at a depth (m) below the centre.");
  module.def(
      "hertz_circle",
      [](double radius, Optional force, Optional approach, const py::object& bodies) {
        need_one(force, approach, "force (N) and approach (m)");
        return force ? hertz_circle_from_force(*force, radius, modulus_of(bodies))
                     : hertz_circle_from_approach(*approach, radius, modulus_of(bodies));
      },
      "radius"_a, py::kw_only(), "force"_a = py::none(), "approach"_a = py::none(),
      "bodies"_a = py::none(),
      "Ball of a radius (m; of two balls 1/R = 1/R1 + 1/R2) on flat. Give the force (N) or the "
      "approach (m).");
}

void bind_hertz_ellipse(py::module_& module) {
  py::class_<HertzEllipse>(module, "HertzEllipse",
                           "Curved surfaces by Hertz' theory: an elliptic contact.")
      .def_property_readonly(
          "curvatures",
          [](const HertzEllipse& h) { return py::make_tuple(h.curvatures.x, h.curvatures.y); },
          "A and B of the gap A x^2 + B y^2, 1/m.")
      .def_property_readonly(
          "semi_axes",
          [](const HertzEllipse& h) { return py::make_tuple(h.semi_axes.x, h.semi_axes.y); },
          "Half lengths of the contact along x and y, m.")
      .def_readonly("contact_modulus", &HertzEllipse::contact_modulus, "E*, Pa.")
      .def_readonly("force", &HertzEllipse::force, "Normal force, N.")
      .def_readonly("approach", &HertzEllipse::approach, "Approach, m.")
      .def_readonly("peak_pressure", &HertzEllipse::peak_pressure, "Pa.")
      .def("pressure", py::vectorize([](const HertzEllipse* h, double x, double y) {
             return h->pressure(x, y);
           }),
           "x"_a, "y"_a, "Pressure at points (m), Pa; zero outside.")
      .def("displacement", py::vectorize([](const HertzEllipse* h, double x, double y) {
             return h->displacement(x, y);
           }),
           "x"_a, "y"_a, "What both surfaces give way together at points (m), m.");
  module.def(
      "hertz_ellipse",
      [](double curvature_x, double curvature_y, Optional force, Optional approach,
         const py::object& bodies) {
        need_one(force, approach, "force (N) and approach (m)");
        const GapCurvatures gap{curvature_x, curvature_y};
        return force ? hertz_ellipse_from_force(*force, gap, modulus_of(bodies))
                     : hertz_ellipse_from_approach(*approach, gap, modulus_of(bodies));
      },
      "curvature_x"_a, "curvature_y"_a, py::kw_only(), "force"_a = py::none(),
      "approach"_a = py::none(), "bodies"_a = py::none(),
      "Contact over the gap A x^2 + B y^2 with A = curvature_x, B = curvature_y (1/m): half the "
      "sums "
      "of the bodies' curvatures. Give the force (N) or the approach (m).");
  module.def(
      "hertz_ellipse_from_axes",
      [](double a, double b, double force, const py::object& bodies) {
        return hertz_ellipse_from_axes_and_force({a, b}, force, modulus_of(bodies));
      },
      "semi_axis_x"_a, "semi_axis_y"_a, "force"_a, "bodies"_a = py::none(),
      "The contact that has these half axes (m) under a force (N); the curvatures follow.");
}

void bind_line(py::module_& module) {
  py::class_<HertzLine>(module, "HertzLine",
                        "Roller on flat in plane strain; forces per metre of length.")
      .def_readonly("curvature_radius", &HertzLine::curvature_radius, "R, m.")
      .def_readonly("force_per_length", &HertzLine::force_per_length, "N/m.")
      .def_readonly("half_width", &HertzLine::half_width, "Half the width of the contact, m.")
      .def_readonly("peak_pressure", &HertzLine::peak_pressure, "Pa.")
      .def("pressure", py::vectorize([](const HertzLine* h, double x) { return h->pressure(x); }),
           "x"_a, "Pressure at distances x (m) from the middle, Pa.")
      .def("approach", &HertzLine::approach, "datum_distance"_a,
           "Approach, m, relative to a point of the surface at this distance, m.")
      .def(
          "stress",
          [](const HertzLine& h, double x, double depth, double poisson) {
            return stress_tuple(h.stress(x, depth, poisson));
          },
          "x"_a, "depth"_a, "poisson_ratio"_a = 0.3,
          "(xx, yy, zz, xy, xz, yz), Pa, at (x, depth), m.");
  module.def(
      "hertz_line",
      [](double radius, double force_per_length, const py::object& bodies) {
        return hertz_line_from_force(force_per_length, radius, modulus_of(bodies));
      },
      "radius"_a, "force_per_length"_a, "bodies"_a = py::none(),
      "Roller of a radius (m) on flat under a force per length (N/m).");
  py::class_<CarterRolling>(module, "CarterRolling", "A driven roller by Carter's theory.")
      .def_readonly("creepage", &CarterRolling::creepage, "Longitudinal creepage.")
      .def_readonly("force_per_length", &CarterRolling::force_per_length, "On body 1, N/m.")
      .def_readonly("stick_half_length", &CarterRolling::stick_half_length,
                    "Half the length of the stick zone, m.")
      .def("traction",
           py::vectorize([](const CarterRolling* c, double x) { return c->traction(x); }), "x"_a,
           "Traction on body 1 at x (m), Pa.");
  module.def("carter", &carter_from_creepage, "normal"_a, "friction"_a, "creepage"_a,
             "A roller that rolls steadily along +x with a creepage; normal: HertzLine.");
}

void bind_tangential(py::module_& module) {
  py::class_<CattaneoSphere>(module, "CattaneoSphere",
                             "A ball pressed on flat and shifted: the middle sticks, a ring slips.")
      .def_readonly("force", &CattaneoSphere::force, "Tangential force on body 1, N.")
      .def_readonly("shift", &CattaneoSphere::shift, "Of body 1 relative to body 2, m.")
      .def_readonly("stick_radius", &CattaneoSphere::stick_radius, "Radius of the stick area, m.")
      .def("traction",
           py::vectorize([](const CattaneoSphere* c, double r) { return c->traction(r); }), "r"_a,
           "Traction along x at distances r (m) from the centre, Pa.");
  module.def(
      "cattaneo",
      [](const HertzCircle& normal, double friction, double force, const Material& material) {
        return cattaneo_sphere_from_force(normal, friction, force, material.shear_modulus,
                                          material.poisson_ratio);
      },
      "normal"_a, "friction"_a, "force"_a, "material"_a = steel(),
      "Cattaneo's and Mindlin's closed form for two bodies of one material; force: tangential, on "
      "body 1, N.");
  py::class_<KalkerCoefficients>(module, "KalkerCoefficients",
                                 "Kalker's creepage coefficients of an elliptic contact.")
      .def_readonly("c11", &KalkerCoefficients::c11, "Longitudinal.")
      .def_readonly("c22", &KalkerCoefficients::c22, "Lateral.")
      .def_readonly("c23", &KalkerCoefficients::c23, "Lateral force by spin.")
      .def_readonly("c33", &KalkerCoefficients::c33, "Moment by spin.")
      .def("__repr__", [](const KalkerCoefficients& c) {
        return fmt::format("<KalkerCoefficients C11 {:.4g}, C22 {:.4g}, C23 {:.4g}, C33 {:.4g}>",
                           c.c11, c.c22, c.c23, c.c33);
      });
  module.def("kalker_coefficients", &kalker_coefficients, "axis_ratio"_a, "poisson_ratio"_a,
             "C11, C22, C23, C33 for a/b (half axis along rolling over the one across) and the "
             "combined Poisson ratio: F_x = -G a b C11 xi, F_y = -G a b C22 eta - G (ab)^1.5 C23 "
             "phi.");
}

}  // namespace

void bind_reference(py::module_& module) {
  bind_hertz_circle(module);
  bind_hertz_ellipse(module);
  bind_line(module);
  bind_tangential(module);
}

}  // namespace tread::python
