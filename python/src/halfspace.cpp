#include <pybind11/stl.h>

#include <algorithm>
#include <memory>

#include "arrays.hpp"
#include "bindings.hpp"
#include "bodies.hpp"
#include "guarded.hpp"
#include "listener.hpp"
#include "tread/core/thread_team.hpp"
#include "tread/halfspace/influence.hpp"
#include "tread/halfspace/subsurface.hpp"
#include "tread/halfspace/surface_operator.hpp"

namespace tread::python {
namespace {

using namespace py::literals;
using namespace halfspace;

/// Displacements and stresses at points, as arrays.
struct Subsurface {
  py::ssize_t n = 0;
  std::vector<double> displacement;  // x y z
  std::vector<double> stress;        // xx yy zz xy xz yz
  std::vector<double> von_mises;
  std::vector<double> tresca;
  std::vector<double> mean;
};

std::shared_ptr<Subsurface> gathered(const std::vector<SubsurfaceState>& states) {
  auto result = std::make_shared<Subsurface>();
  result->n = static_cast<py::ssize_t>(states.size());
  for (const SubsurfaceState& state : states) {
    const StressTensor& s = state.stress;
    for (int i = 0; i < 3; ++i) result->displacement.push_back(state.displacement[i]);
    for (const double component : {s.xx, s.yy, s.zz, s.xy, s.xz, s.yz}) {
      result->stress.push_back(component);
    }
    result->von_mises.push_back(von_mises(s));
    result->tresca.push_back(tresca(s));
    result->mean.push_back(mean_stress(s));
  }
  return result;
}

std::shared_ptr<Subsurface> subsurface(const py::object& points, const Grid& grid,
                                       const py::object& pressure, const py::object& traction_x,
                                       const py::object& traction_y, const Material& material) {
  const Input at = row_array(points, "points", 3);
  const Input normal = cell_array(pressure, "pressure", grid);
  const std::vector<double> along = optional_cells(traction_x, "traction_x", grid);
  const std::vector<double> across = optional_cells(traction_y, "traction_y", grid);
  const auto* first = reinterpret_cast<const Eigen::Vector3d*>(at.values().data());
  static_assert(sizeof(Eigen::Vector3d) == 3 * sizeof(double));
  const std::span<const Eigen::Vector3d> places(first, at.values().size() / 3);
  const TractionField tractions{normal.values(), along, across};
  return without_lock(py::none(), [&](Observer& observer) {
    constexpr std::size_t k_at_once = 64;  // a moment, between looks for Ctrl-C
    std::vector<SubsurfaceState> states;
    states.reserve(places.size());
    for (std::size_t i = 0; i < places.size() && !observer.stop_requested(); i += k_at_once) {
      const auto some = places.subspan(i, std::min(k_at_once, places.size() - i));
      for (const SubsurfaceState& state : subsurface_at(material, grid, tractions, some)) {
        states.push_back(state);
      }
    }
    return gathered(states);
  });
}

py::object influence_of(const py::object& x, const py::object& y, double dx, double dy,
                        const py::object& bodies) {
  const std::vector<Input> at = broadcast({{"x", x}, {"y", y}});
  const Compliance compliance = compliance_of(bodies_of(bodies));
  std::vector<py::ssize_t> shape(at[0].array.shape(), at[0].array.shape() + at[0].array.ndim());
  shape.insert(shape.end(), {3, 3});
  py::array_t<double> result = new_array(shape);
  double* out = result.mutable_data();
  const std::span<const double> xs = at[0].values();
  const std::span<const double> ys = at[1].values();
  {
    const py::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < xs.size(); ++i) {
      const InfluenceCoefficients a = influence(xs[i], ys[i], dx, dy, compliance);
      for (const double c : {a.xx, a.xy, a.xz, a.yx, a.yy, a.yz, a.zx, a.zy, a.zz}) *out++ = c;
    }
  }
  return result;
}

Direction direction_of(const std::string& name) {
  if (name == "x") return Direction::x;
  if (name == "y") return Direction::y;
  if (name == "z") return Direction::z;
  throw py::value_error("a direction is x, y or z, got " + name);
}

/// The operator with what its products need.
struct Operator {
  Operator(const Grid& cells, SurfaceOperator matrix, int threads)
      : grid(cells), product(std::move(matrix)), team(threads) {}

  Grid grid;
  SurfaceOperator product;
  ThreadTeam team;
};

}  // namespace

void bind_halfspace(py::module_& module) {
  py::class_<Subsurface, std::shared_ptr<Subsurface>>(
      module, "Subsurface", "Displacements and stresses at points inside a half-space.")
      .def_property_readonly(
          "displacement",
          [](const py::object& self) {
            const auto& s = self.cast<const Subsurface&>();
            return view(s.displacement, {s.n, 3}, self);
          },
          "u, m, shape (n, 3).")
      .def_property_readonly(
          "stress",
          [](const py::object& self) {
            const auto& s = self.cast<const Subsurface&>();
            return view(s.stress, {s.n, 6}, self);
          },
          "xx, yy, zz, xy, xz, yz, Pa, positive in tension, shape (n, 6).")
      .def_property_readonly(
          "von_mises",
          [](const py::object& self) {
            return view(self.cast<const Subsurface&>().von_mises, self);
          },
          "Von Mises' equivalent stress, Pa, shape (n,).")
      .def_property_readonly(
          "tresca",
          [](const py::object& self) { return view(self.cast<const Subsurface&>().tresca, self); },
          "Tresca's equivalent stress, twice the largest shear stress, Pa, shape (n,).")
      .def_property_readonly(
          "mean_stress",
          [](const py::object& self) { return view(self.cast<const Subsurface&>().mean, self); },
          "Mean normal stress, Pa, negative under pressure, shape (n,).");
  module.def("subsurface", &subsurface, "points"_a, "grid"_a, "pressure"_a,
             "traction_x"_a = py::none(), "traction_y"_a = py::none(), "material"_a = steel(),
             "Displacements and stresses inside body 1 under surface tractions on a grid.\n\n"
             "points: (x, y, z) with z >= 0 into the body, m, shape (n, 3); pressure and tractions "
             "on the body, Pa, shape (ny, nx). For body 2 hand in minus the tractions.");
  module.def("influence", &influence_of, "x"_a, "y"_a, "dx"_a, "dy"_a, "bodies"_a = py::none(),
             "Influence coefficients of a rectangle dx by dy (m) under unit traction: displacement "
             "u1 - u2 in direction i at (x, y) (m, broadcast) by a traction in direction j on body "
             "1, m/Pa, shape (..., 3, 3).");
  py::class_<Guarded<Operator>>(
      module, "SurfaceOperator",
      "u = A p at all cell centres by FFT: displacement in one direction by a "
      "traction in another.")
      .def(py::init([](const Grid& grid, const std::string& displacement,
                       const std::string& traction, const py::object& bodies, double line_datum,
                       int threads) {
             const Compliance compliance = compliance_of(bodies_of(bodies));
             const Direction moved = direction_of(displacement);
             const Direction drawn = direction_of(traction);
             const py::gil_scoped_release unlocked;
             return std::make_unique<Guarded<Operator>>(
                 "operator", grid, SurfaceOperator(grid, compliance, moved, drawn, line_datum),
                 threads);
           }),
           "grid"_a, "displacement"_a = "z", "traction"_a = "z", "bodies"_a = py::none(),
           "line_datum"_a = 0.0, "threads"_a = 1,
           "Directions x, y or z; line_datum > 0: plane strain on one row.")
      .def(
          "apply",
          [](Guarded<Operator>& guarded, const py::object& traction) {
            const auto o = guarded.use();
            const Input in = cell_array(traction, "traction", o->grid);
            py::array_t<double> out = new_array(shape_of(o->grid));
            const std::span<double> target(out.mutable_data(), o->grid.n_cells());
            {
              const py::gil_scoped_release unlocked;
              o->product.apply(in.values(), target, o->team);
            }
            return out;
          },
          "traction"_a, "Displacement (m) by a traction (Pa), both of shape (ny, nx).");
}

}  // namespace tread::python
