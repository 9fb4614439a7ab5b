#include "tread/structure/moving_loads.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "arrays.hpp"
#include "bindings.hpp"
#include "listener.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/critical_speeds.hpp"
#include "tread/structure/speed_sweep.hpp"
#include "tread/structure/train_library.hpp"

namespace tread::python {
namespace {

using namespace py::literals;
using namespace structure;

using CrossingPtr = std::shared_ptr<CrossingHistory>;

void bind_train(py::module_& module) {
  py::class_<AxleTrain>(module, "AxleTrain", "A train as forces that move with it.")
      .def(
          py::init([](const py::object& behind, const py::object& force, std::string name) {
            const Input places = flat_array(behind, "behind");
            const std::vector<Input> rows = broadcast({{"behind", places.array}, {"force", force}});
            if (rows[0].array.ndim() != 1 || rows[0].array.size() != places.array.size()) {
              throw ModelError(fmt::format("force must be one number, or {} as behind has",
                                           places.array.size()));
            }
            AxleTrain train;
            train.name = std::move(name);
            for (std::size_t i = 0; i < rows[0].values().size(); ++i) {
              train.axles.push_back({rows[0].values()[i], rows[1].values()[i]});
            }
            check(train);
            return train;
          }),
          "behind"_a, "force"_a, "name"_a = "train",
          "Distances of the axles behind the front, m, and their forces, N (one for all, or one "
          "each).")
      .def_static(
          "named",
          [](const std::string& name, int forces, double spacing, int wagons) {
            return train_by_name(name, {forces, spacing, wagons});
          },
          "name"_a, "n_forces"_a = 0, "spacing"_a = 0.0, "n_wagons"_a = 0,
          "A known train: HSLM-A1 ... A10, ICE 2, ...; see known_trains(). HSLM-B needs "
          "n_forces and spacing (m), line categories n_wagons.")
      .def_readonly("name", &AxleTrain::name, "Name.")
      .def_readonly("pitches", &AxleTrain::pitches, "Lengths after which the loads repeat, m.")
      .def_property_readonly("length", &AxleTrain::length, "From the front to the last load, m.")
      .def_property_readonly(
          "behind",
          [](const AxleTrain& train) {
            py::array_t<double> result(static_cast<py::ssize_t>(train.axles.size()));
            std::ranges::transform(train.axles, result.mutable_data(), &Axle::behind);
            return result;
          },
          "Distances of the axles behind the front, m.")
      .def_property_readonly(
          "force",
          [](const AxleTrain& train) {
            py::array_t<double> result(static_cast<py::ssize_t>(train.axles.size()));
            std::ranges::transform(train.axles, result.mutable_data(), &Axle::force);
            return result;
          },
          "Forces of the axles, N.")
      .def("__repr__", [](const AxleTrain& train) {
        return fmt::format("<AxleTrain {}: {} axles over {:.4g} m>", train.name, train.axles.size(),
                           train.length());
      });
  module.def(
      "known_trains",
      [] {
        py::dict result;
        for (const KnownTrain& train : known_trains()) result[py::str(train.name)] = train.source;
        return result;
      },
      "Names of trains and where their data come from.");
}

void bind_crossing(py::module_& module) {
  py::class_<CrossingHistory, CrossingPtr> type(
      module, "Crossing", "A beam while forces cross it. Arrays are read-only views.");
  type.def_property_readonly(
          "time",
          [](const py::object& self) {
            return view(self.cast<const CrossingHistory&>().time, self);
          },
          "Instants, s, shape (n,).")
      .def_property_readonly(
          "front",
          [](const py::object& self) {
            return view(self.cast<const CrossingHistory&>().front, self);
          },
          "Where the front of the train is, m.")
      .def_property_readonly(
          "q",
          [](const py::object& self) {
            const auto& h = self.cast<const CrossingHistory&>();
            return view(h.q, {static_cast<py::ssize_t>(h.time.size()), h.n_modes}, self);
          },
          "Modal coordinates, shape (n, n_modes).")
      .def_readonly("status", &CrossingHistory::status, "converged, or stopped.")
      .def_property_readonly(
          "sections",
          [](const CrossingHistory& h) {
            std::vector<double> places;
            for (const SectionHistory& section : h.sections) places.push_back(section.x);
            return places;
          },
          "Places that were looked at, m.");
  const auto of_section = [&type](const char* name, auto member, const char* doc) {
    type.def(
        name,
        [member](const py::object& self, std::size_t section) {
          const auto& h = self.cast<const CrossingHistory&>();
          if (section >= h.sections.size()) throw py::index_error("no such section");
          return view(h.sections[section].*member, self);
        },
        "section"_a = 0, doc);
  };
  of_section("deflection", &SectionHistory::deflection, "m, down, at a section (by its number).");
  of_section("velocity", &SectionHistory::velocity, "m/s.");
  of_section("acceleration", &SectionHistory::acceleration, "m/s2, of all modes.");
  of_section("deck_acceleration", &SectionHistory::deck_acceleration,
             "m/s2, of the modes that EN 1990 asks for.");
  of_section("moment", &SectionHistory::moment, "Bending moment, N m.");
  of_section("shear", &SectionHistory::shear, "Shear force, N.");
  module.def(
      "simulate_crossing",
      [](const BeamModes& modes, const AxleTrain& train, double speed,
         const std::vector<double>& sections, double time_step, double front, double free_vibration,
         const py::object& progress) {
        Crossing crossing;
        crossing.speed = speed;
        crossing.time_step = time_step;
        crossing.front = front;
        crossing.free_vibration = free_vibration;
        return without_lock(progress, [&](Observer& observer) {
          return std::make_shared<CrossingHistory>(
              structure::simulate_crossing(modes, train, crossing, sections, {}, &observer));
        });
      },
      "modes"_a, "train"_a, "speed"_a, "sections"_a, py::kw_only(), "time_step"_a = 0.0,
      "front"_a = 0.0, "free_vibration"_a = 0.0, "progress"_a = py::none(),
      "Forces cross a beam at constant speed (m/s); every mode is stepped exactly.\n\nsections: "
      "places to look at, m; time_step: s, 0: chosen; front: place of the train's front at t = 0; "
      "free_vibration: time after the last load has left, s.");
}

void bind_sweep(py::module_& module) {
  using SweepPtr = std::shared_ptr<SweepResult>;
  py::class_<SweepResult, SweepPtr> type(module, "SpeedSweep",
                                         "Extremes of a beam under a train at many speeds.");
  type.def_property_readonly(
          "speeds",
          [](const py::object& self) { return view(self.cast<const SweepResult&>().speeds, self); },
          "m/s, shape (n,).")
      .def_readonly("sections", &SweepResult::sections, "Places that were looked at, m.")
      .def_property_readonly(
          "end_rotations",
          [](const py::object& self) {
            return view(self.cast<const SweepResult&>().end_rotations, self);
          },
          "Largest slope at ends and supports, rad, shape (n,).")
      .def_readonly("static_deflection", &SweepResult::static_deflection,
                    "Largest under the train at rest anywhere, m.")
      .def_readonly("status", &SweepResult::status, "converged, or stopped.");
  const auto largest = [&type](const char* name, auto member, const char* doc) {
    type.def_property_readonly(
        name,
        [member](const SweepResult& sweep) {
          py::array_t<double> result(static_cast<py::ssize_t>(sweep.extremes.size()));
          for (std::size_t i = 0; i < sweep.extremes.size(); ++i) {
            result.mutable_data()[i] = sweep.largest_at(i).*member;
          }
          return result;
        },
        doc);
  };
  largest("deflection", &SweepExtreme::deflection, "Largest deflection at each speed, m.");
  largest("acceleration", &SweepExtreme::acceleration, "Largest acceleration, m/s2, all modes.");
  largest("deck_acceleration", &SweepExtreme::deck_acceleration,
          "Largest deck acceleration, m/s2, of the modes that EN 1990 asks for.");
  largest("moment", &SweepExtreme::moment, "Largest bending moment, N m.");
  largest("shear", &SweepExtreme::shear, "Largest shear force, N.");
  module.def(
      "sweep_speeds",
      [](const BeamModes& modes, const AxleTrain& train, const py::object& speeds,
         const std::vector<double>& sections, double free_vibration, const py::object& progress) {
        SweepOptions options;
        options.speeds = flat_array(speeds, "speeds").vector();
        options.sections = sections;
        options.free_vibration = free_vibration;
        return without_lock(progress, [&](Observer& observer) {
          return std::make_shared<SweepResult>(
              structure::sweep_speeds(modes, train, options, &observer));
        });
      },
      "modes"_a, "train"_a, "speeds"_a, "sections"_a, py::kw_only(), "free_vibration"_a = 1.0,
      "progress"_a = py::none(),
      "A train at many speeds (m/s), largest values at places (m) of the beam.");
  module.def(
      "critical_speeds",
      [](const BeamModes& modes, const AxleTrain& train, double frequency_limit, int n_divisors) {
        const py::gil_scoped_release unlocked;
        std::vector<std::pair<double, std::string>> result;
        for (const CriticalSpeed& speed :
             critical_speeds(modes, train, frequency_limit, n_divisors)) {
          result.emplace_back(speed.speed, speed.what);
        }
        return result;
      },
      "modes"_a, "train"_a, "frequency_limit"_a = 0.0, "n_divisors"_a = 4,
      "Speeds (m/s) at which a beam is in tune with a train, with what makes them: of the modes up "
      "to a frequency (Hz; 0: up to which accelerations of the deck count).");
}

}  // namespace

void bind_moving_loads(py::module_& module) {
  bind_train(module);
  bind_crossing(module);
  bind_sweep(module);
}

}  // namespace tread::python
