#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "bodies.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/shape.hpp"
#include "tread/core/solve_status.hpp"

namespace tread::python {
namespace {

using namespace py::literals;

py::array_t<double> centres(int n, double first, double step) {
  py::array_t<double> result(n);
  for (int i = 0; i < n; ++i) result.mutable_at(i) = first + i * step;
  return result;
}

void bind_grid(py::module_& module) {
  py::class_<Grid>(module, "Grid",
                   "Equal cells in the plane of contact; x is the direction of rolling, y lateral "
                   "to the left.\n\nFields are arrays of shape (ny, nx): field[j, i] belongs to "
                   "the cell with its centre at (x[i], y[j]). Lengths in m.")
      .def(py::init([](int nx, int ny, double x0, double y0, double dx, double dy) {
             const Grid grid{nx, ny, x0, y0, dx, dy};
             check(grid);
             return grid;
           }),
           "nx"_a, "ny"_a, "x0"_a, "y0"_a, "dx"_a, "dy"_a,
           "(x0, y0): centre of the first cell, m; dx, dy: size of a cell, m.")
      .def_static(
          "centred",
          [](int nx, int ny, double width, double height, double x, double y) {
            const Grid grid = centred_grid(nx, ny, width, height, x, y);
            check(grid);
            return grid;
          },
          "nx"_a, "ny"_a, "width"_a, "height"_a, "x_centre"_a = 0.0, "y_centre"_a = 0.0,
          "nx by ny cells that cover a rectangle of width (along x) by height (along y), "
          "m, around a centre.")
      .def_readonly("nx", &Grid::nx, "Cells along x.")
      .def_readonly("ny", &Grid::ny, "Cells along y.")
      .def_readonly("x0", &Grid::x0, "x of the first cell's centre, m.")
      .def_readonly("y0", &Grid::y0, "y of the first cell's centre, m.")
      .def_readonly("dx", &Grid::dx, "Size of a cell along x, m.")
      .def_readonly("dy", &Grid::dy, "Size of a cell along y, m.")
      .def_property_readonly(
          "shape", [](const Grid& g) { return py::make_tuple(g.ny, g.nx); },
          "(ny, nx): the shape of fields.")
      .def_property_readonly(
          "x", [](const Grid& g) { return centres(g.nx, g.x0, g.dx); },
          "x of the cell centres, m, shape (nx,).")
      .def_property_readonly(
          "y", [](const Grid& g) { return centres(g.ny, g.y0, g.dy); },
          "y of the cell centres, m, shape (ny,).")
      .def_property_readonly("cell_area", &Grid::cell_area, "dx dy, m2.")
      .def_property_readonly(
          "extent",
          [](const Grid& g) {
            return py::make_tuple(g.x0 - g.dx / 2, g.x0 - g.dx / 2 + g.width(), g.y0 - g.dy / 2,
                                  g.y0 - g.dy / 2 + g.height());
          },
          "(left, right, bottom, top) of the outer edges, m: for Matplotlib's imshow with "
          "origin='lower'.")
      .def(
          "__eq__", [](const Grid& a, const Grid& b) { return a == b; }, py::is_operator(),
          "Whether all numbers are the same.")
      .def("__repr__", [](const Grid& g) {
        return fmt::format("Grid(nx={}, ny={}, x0={}, y0={}, dx={}, dy={})", g.nx, g.ny, g.x0, g.y0,
                           g.dx, g.dy);
      });
}

void bind_material(py::module_& module) {
  py::class_<Material>(module, "Material",
                       "Linear elastic, homogeneous, isotropic. Give Young's modulus or the shear "
                       "modulus, Pa, and Poisson's ratio.")
      .def(py::init([](std::optional<double> young, double poisson, std::optional<double> shear) {
             if (young.has_value() == shear.has_value()) {
               throw ModelError("give one of young_modulus and shear_modulus");
             }
             const Material result =
                 young ? Material::from_young(*young, poisson) : Material{*shear, poisson};
             check(result);
             return result;
           }),
           "young_modulus"_a = py::none(), "poisson_ratio"_a = 0.3, py::kw_only(),
           "shear_modulus"_a = py::none(), "Moduli in Pa; Poisson's ratio from 0 to 0.5.")
      .def_static("rigid", &Material::rigid, "A body that does not give way.")
      .def_static("steel", &steel, "E = 210 GPa, nu = 0.3.")
      .def_readonly("shear_modulus", &Material::shear_modulus, "G, Pa; infinite for a rigid body.")
      .def_readonly("poisson_ratio", &Material::poisson_ratio, "nu.")
      .def_property_readonly("young_modulus", &Material::young_modulus, "E, Pa.")
      .def("__repr__", [](const Material& m) {
        return m.is_rigid() ? std::string("Material.rigid()")
                            : fmt::format("Material(young_modulus={}, poisson_ratio={})",
                                          m.young_modulus(), m.poisson_ratio);
      });
  module.def(
      "contact_modulus",
      [](const py::object& bodies) { return contact_modulus(bodies_of(bodies)); },
      "bodies"_a = py::none(),
      "E* = [(1-nu1^2)/E1 + (1-nu2^2)/E2]^-1, Pa, of two bodies.\n\nbodies: a pair (upper, lower) "
      "of Material, one Material for both, or None: steel on steel.");
}

void bind_shapes(py::module_& module) {
  py::enum_<Axis>(module, "Axis", "An axis of the plane of contact.")
      .value("x", Axis::x)
      .value("y", Axis::y);
  py::class_<Sphere>(module, "Sphere", "h = R - sqrt(R^2 - x^2 - y^2); R in m.")
      .def(py::init<double>(), "radius"_a, "Radius in m.")
      .def_readonly("radius", &Sphere::radius, "R, m.");
  py::class_<Paraboloid>(module, "Paraboloid", "h = x^2/(2 Rx) + y^2/(2 Ry); radii in m.")
      .def(py::init<double, double>(), "radius_x"_a, "radius_y"_a,
           "Radii of curvature along x and y, m.")
      .def_readonly("radius_x", &Paraboloid::radius_x, "Rx, m.")
      .def_readonly("radius_y", &Paraboloid::radius_y, "Ry, m.");
  py::class_<Ellipsoid>(module, "Ellipsoid", "An ellipsoid that touches with its pole.")
      .def(py::init<double, double, double>(), "semi_axis_x"_a, "semi_axis_y"_a, "semi_axis_z"_a,
           "Half axes, m.");
  py::class_<Cylinder>(module, "Cylinder", "A cylinder that lies along an axis.")
      .def(py::init<double, Axis, double>(), "radius"_a, "axis"_a = Axis::y, "length"_a = k_inf,
           "Radius and length in m.");
  py::class_<Quadric>(module, "Quadric", "h = b1 x^2 + b2 x y + b3 y^2 + b4 x + b5 y + b6.")
      .def(py::init<std::array<double, 6>>(), "b"_a, "The six numbers, in powers of m.");
  py::class_<WheelOnRail>(module, "WheelOnRail",
                          "A wheel that rolls along x on a rail, by their radii; a negative "
                          "profile radius is concave, an infinite one flat.")
      .def(py::init<double, double, double>(), "wheel_rolling_radius"_a,
           "wheel_profile_radius"_a = k_inf, "rail_profile_radius"_a = k_inf, "Radii in m.");
  py::class_<CircularPunch>(module, "CircularPunch", "Flat and round; no surface outside.")
      .def(py::init<double>(), "radius"_a, "Radius in m.");
  py::class_<RectangularPunch>(module, "RectangularPunch",
                               "Flat and rectangular; no surface outside.")
      .def(py::init<double, double>(), "length_x"_a, "width_y"_a, "Sides in m.");
  py::class_<QuadricWithSines>(module, "QuadricWithSines",
                               "Waves along x on a paraboloid: h = b1 sin(b2 (x - b3)) - b4 sin(b5 "
                               "(x - b6)) + x^2/b7 + y^2/b8.")
      .def(py::init<std::array<double, 8>>(), "b"_a,
           "The eight numbers: b2 and b5 in rad/m, the others in m.");
  py::class_<CircleAlongX>(module, "CircleAlongX",
                           "A profile across, tabulated, that is a circle along x, as of a wheel.")
      .def(py::init([](const py::object& heights, double y_first, double y_step, double radius,
                       double x_centre) {
             return CircleAlongX{x_centre, radius, y_first, y_step,
                                 flat_array(heights, "heights").vector()};
           }),
           "heights"_a, "y_first"_a, "y_step"_a, "radius"_a, "x_centre"_a = 0.0,
           "Heights (m) at y_first, y_first + y_step, ... (m); rolling radius, m.");
  py::class_<HeightField>(module, "HeightField", "A measured surface: one height per cell.")
      .def(py::init([](const Grid& grid, const py::object& heights) {
             return HeightField{
                 grid, cell_array(heights, "heights", grid, Values::finite_or_infinite).vector()};
           }),
           "grid"_a, "heights"_a, "Undeformed distance of each cell, m, shape (ny, nx).");
  module.def(
      "undeformed_distance",
      [](const Shape& shape, const Grid& grid) {
        check(grid);
        py::array_t<double> result = new_array(shape_of(grid));
        double* out = result.mutable_data();
        const py::gil_scoped_release unlocked;
        const std::vector<double> distance = undeformed_distance(shape, grid);
        std::copy(distance.begin(), distance.end(), out);
        return result;
      },
      "shape"_a, "grid"_a,
      "Distance h(x, y) between the undeformed surfaces at every cell centre, m, shape (ny, nx); "
      "infinite where there is no surface. It grows as the surfaces part and counts from first "
      "touch.");
}

}  // namespace

Material steel() { return Material::from_young(210e9, 0.3); }

BodyPair bodies_of(const py::object& bodies) {
  BodyPair pair;
  if (bodies.is_none()) {
    pair = {steel(), steel()};
  } else if (py::isinstance<Material>(bodies)) {
    pair = {bodies.cast<Material>(), bodies.cast<Material>()};
  } else {
    try {
      const auto [upper, lower] = bodies.cast<std::pair<Material, Material>>();
      pair = {upper, lower};
    } catch (const py::cast_error&) {
      throw py::type_error("bodies must be a pair (upper, lower) of Material, or one Material");
    }
  }
  check(pair);
  return pair;
}

void bind_core(py::module_& module) {
  py::enum_<SolveStatus>(module, "SolveStatus",
                         "How an iteration ended. Anything but converged is an outcome to look at, "
                         "not an exception.")
      .value("converged", SolveStatus::converged)
      .value("max_iterations", SolveStatus::max_iterations)
      .value("stalled", SolveStatus::stalled)
      .value("blew_up", SolveStatus::blew_up)
      .value("stopped", SolveStatus::stopped);
  bind_grid(module);
  bind_material(module);
  bind_shapes(module);
}

}  // namespace tread::python
