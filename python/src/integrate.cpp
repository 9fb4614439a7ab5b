#include <fmt/format.h>
#include <pybind11/eigen.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "equation.hpp"
#include "tread/core/errors.hpp"
#include "tread/integrate/march.hpp"

namespace tread::python {
namespace {

using namespace py::literals;
using namespace integrate;

/// What a march leaves behind, as arrays.
struct MarchedMotion {
  SolveStatus status = SolveStatus::stopped;
  std::string message;
  py::ssize_t size = 0;
  std::vector<double> times;
  std::vector<double> position;      // [instant][unknown]
  std::vector<double> velocity;      // likewise
  std::vector<double> acceleration;  // likewise
  std::vector<EventHit> events;
  StepCounts counts;
};

SchemeSettings scheme_of(const std::string& name, const py::dict& settings) {
  SchemeSettings scheme;
  scheme.name = name;
  for (const auto& [key, value] : settings) {
    const auto word = key.cast<std::string>();
    const double number = value.cast<double>();
    if (word == "beta") {
      scheme.beta = number;
    } else if (word == "gamma") {
      scheme.gamma = number;
    } else if (word == "alpha") {
      scheme.alpha = number;
    } else if (word == "alpha_m") {
      scheme.alpha_m = number;
    } else if (word == "alpha_f") {
      scheme.alpha_f = number;
    } else if (word == "rho_inf") {
      scheme.rho_inf = number;
    } else if (word == "relative_tolerance") {
      scheme.relative_tolerance = number;
      scheme.nonlinear.relative_tolerance = number;
    } else if (word == "absolute_tolerance") {
      scheme.absolute_tolerance = number;
    } else {
      throw py::type_error(fmt::format(
          "settings has no {}: beta, gamma, alpha, alpha_m, alpha_f, rho_inf, relative_tolerance, "
          "absolute_tolerance",
          word));
    }
  }
  return scheme;
}

/// Positions, velocities and accelerations of every unknown, as records of a march.
std::vector<Quantity> all_of(int size) {
  std::vector<Quantity> record;
  for (int i = 0; i < size; ++i) {
    record.push_back({"x", "", [i](const State& s) { return s.position[i]; }});
  }
  for (int i = 0; i < size; ++i) {
    record.push_back({"v", "", [i](const State& s) { return s.velocity[i]; }});
  }
  for (int i = 0; i < size; ++i) {
    record.push_back({"a", "", [i](const State& s) {
                        return i < s.acceleration.size() ? s.acceleration[i]
                                                         : std::numeric_limits<double>::quiet_NaN();
                      }});
  }
  return record;
}

std::vector<double> rows_of(const std::vector<std::vector<double>>& records, std::size_t first,
                            std::size_t count, std::size_t n) {
  std::vector<double> rows;
  rows.reserve(n * count);
  for (std::size_t instant = 0; instant < n; ++instant) {
    for (std::size_t i = 0; i < count; ++i) rows.push_back(records[first + i][instant]);
  }
  return rows;
}

std::shared_ptr<MarchedMotion> motion_of(MarchResult result, int size) {
  auto motion = std::make_shared<MarchedMotion>();
  const auto count = static_cast<std::size_t>(size);
  motion->status = result.status;
  motion->message = std::move(result.message);
  motion->size = size;
  motion->position = rows_of(result.records, 0, count, result.times.size());
  motion->velocity = rows_of(result.records, count, count, result.times.size());
  motion->acceleration = rows_of(result.records, 2 * count, count, result.times.size());
  motion->times = std::move(result.times);
  motion->events = std::move(result.events);
  motion->counts = result.counts;
  return motion;
}

py::array motion_view(const py::object& self, std::vector<double> MarchedMotion::*member) {
  const auto& m = self.cast<const MarchedMotion&>();
  return view(m.*member, {static_cast<py::ssize_t>(m.times.size()), m.size}, self);
}

std::shared_ptr<MarchedMotion> march_python(const py::function& internal_force,
                                            const py::object& position, const py::object& velocity,
                                            double end_time, double step, const std::string& scheme,
                                            const py::dict& settings, const py::object& mass,
                                            const py::object& external_force,
                                            const py::object& stiffness, bool depends_on_velocity,
                                            const py::dict& events, double start_time,
                                            double record_interval, const py::object& progress) {
  const Input x = flat_array(position, "position");
  const Input v = flat_array(velocity, "velocity");
  const int size = static_cast<int>(x.array.size());
  if (size == 0) throw ModelError("position is empty: a march needs at least one unknown");
  PythonEquation equation(size, internal_force, external_force, stiffness, mass,
                          depends_on_velocity, progress);
  State start;
  start.time = start_time;
  start.position = Eigen::Map<const integrate::Vector>(x.array.data(), size);
  start.velocity = Eigen::Map<const integrate::Vector>(v.array.data(), v.array.size());
  MarchOptions options;
  options.end_time = end_time;
  options.step = step;
  options.record_interval = record_interval;
  options.record = all_of(size);
  options.events = equation.events(events);
  options.observer = &equation.listener();
  const SchemeSettings numbers = scheme_of(scheme, settings);
  MarchResult result = [&] {
    const py::gil_scoped_release unlocked;
    return march(equation, numbers, start, options);
  }();
  equation.rethrow();
  return motion_of(std::move(result), size);
}

}  // namespace

void bind_integrate(py::module_& module) {
  py::class_<SchemeInfo>(module, "Scheme", "A scheme for stepping in time.")
      .def_property_readonly(
          "name", [](const SchemeInfo& s) { return std::string(s.name); }, "Name.")
      .def_readonly("order", &SchemeInfo::order, "Order of accuracy; of adaptive ones the highest.")
      .def_readonly("is_implicit", &SchemeInfo::is_implicit, "Whether steps are solved for.")
      .def_readonly("is_adaptive", &SchemeInfo::is_adaptive, "Whether it chooses its steps.")
      .def_readonly("needs_equal_steps", &SchemeInfo::needs_equal_steps,
                    "Whether steps must be equal and forces without velocity.")
      .def_property_readonly(
          "doc", [](const SchemeInfo& s) { return std::string(s.doc); }, "A line for people.");
  module.def(
      "schemes",
      [] {
        py::dict result;
        for (const SchemeInfo& scheme : schemes()) {
          result[py::str(scheme.name.data(), scheme.name.size())] = scheme;
        }
        return result;
      },
      "All schemes by name.");
  py::class_<MarchedMotion, std::shared_ptr<MarchedMotion>>(
      module, "Motion", "A motion over time. Arrays are read-only views of its own memory.")
      .def_readonly("status", &MarchedMotion::status, "How it ended.")
      .def_readonly("message", &MarchedMotion::message,
                    "Why it did not come to the end; empty: it did.")
      .def_property_readonly(
          "time",
          [](const py::object& self) {
            return view(self.cast<const MarchedMotion&>().times, self);
          },
          "Instants, s, shape (n,).")
      .def_property_readonly(
          "position",
          [](const py::object& self) { return motion_view(self, &MarchedMotion::position); },
          "x, shape (n, unknowns).")
      .def_property_readonly(
          "velocity",
          [](const py::object& self) { return motion_view(self, &MarchedMotion::velocity); },
          "dx/dt, shape (n, unknowns).")
      .def_property_readonly(
          "acceleration",
          [](const py::object& self) { return motion_view(self, &MarchedMotion::acceleration); },
          "d2x/dt2 as the scheme carries it, shape (n, unknowns); NaN where it has none.")
      .def_property_readonly(
          "events",
          [](const MarchedMotion& m) {
            py::list result;
            for (const EventHit& hit : m.events) {
              result.append(
                  py::make_tuple(hit.name, hit.state.time, hit.state.position, hit.state.velocity));
            }
            return result;
          },
          "Events in the order of time: (name, time, position, velocity).")
      .def_property_readonly(
          "counts",
          [](const MarchedMotion& m) {
            return py::dict("steps"_a = m.counts.steps, "iterations"_a = m.counts.iterations,
                            "force_evaluations"_a = m.counts.force_evaluations,
                            "jacobians"_a = m.counts.jacobians);
          },
          "What it cost: steps, iterations, force_evaluations, jacobians.")
      .def("__repr__", [](const MarchedMotion& m) {
        return fmt::format("<Motion {}: {} instants, {} unknowns>", to_string(m.status),
                           m.times.size(), m.size);
      });
  module.def(
      "march", &march_python, "internal_force"_a, "position"_a, "velocity"_a, py::kw_only(),
      "end_time"_a, "step"_a, "scheme"_a = "newmark", "settings"_a = py::dict(),
      "mass"_a = py::none(), "external_force"_a = py::none(), "tangent_stiffness"_a = py::none(),
      "depends_on_velocity"_a = true, "events"_a = py::dict(), "start_time"_a = 0.0,
      "record_interval"_a = 0.0, "progress"_a = py::none(),
      "Integrates M a + P(t, x, v) = F(t) from a start to end_time (s).\n\ninternal_force(t, x, v) "
      "returns P, which resists: a spring has P = k x. external_force(t) returns F. mass: a "
      "number, "
      "one per unknown, or a matrix. tangent_stiffness(t, x, v): dP/dx, for Newton's method. step: "
      "s; of adaptive schemes the longest (0: no limit). settings: numbers of the scheme (beta, "
      "gamma, alpha, rho_inf, tolerances). events: name -> function(t, x, v) whose passing through "
      "zero is told. record_interval: s between records, 0: every step. Schemes: see schemes(). "
      "What a function raises comes out.");
}

}  // namespace tread::python
