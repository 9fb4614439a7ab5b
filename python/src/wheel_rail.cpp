#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "bodies.hpp"
#include "contact_inputs.hpp"
#include "guarded.hpp"
#include "listener.hpp"
#include "solutions.hpp"
#include "tread/core/errors.hpp"
#include "tread/wheel_rail/half_space_model.hpp"
#include "tread/wheel_rail/hertz_model.hpp"
#include "tread/wheel_rail/loaded_wheelset.hpp"

namespace tread::python {
namespace {

using namespace py::literals;
using namespace wheel_rail;

/// A right wheel on its rail, by the model's name.
struct ModelledWheel {
  profile::WheelRailPair pair;
  std::unique_ptr<PairModel> model;
  HalfSpaceModel* half_space = nullptr;  // the model, if it is that one
};

struct WheelContact {
  PairForces forces;
  profile::WheelsetMotion motion;
  std::vector<std::shared_ptr<FrictionalOutcome>> solutions;
};

CreepLaw creep_law_of(const std::string& name) {
  if (name == "linear") return LinearLaw{};
  if (name == "shen_hedrick_elkins") return ShenHedrickElkinsLaw{};
  if (name == "polach") return PolachLaw{};
  if (name == "fastsim") return FastsimLaw{};
  throw ModelError(fmt::format(
      "model must be half_space, linear, shen_hedrick_elkins, polach or fastsim, got {}", name));
}

std::unique_ptr<Guarded<ModelledWheel>> wheel_on_rail(const profile::Profile& wheel,
                                                      const profile::Profile& rail, double radius,
                                                      double flange_back, double gauge,
                                                      const std::string& model,
                                                      const py::object& friction,
                                                      const py::object& bodies, double cells) {
  profile::WheelsetGeometry wheelset;
  wheelset.nominal_radius = radius;
  wheelset.flange_back_distance = flange_back;
  profile::TrackGeometry track;
  track.gauge = gauge;
  const BodyPair materials = bodies_of(bodies);
  const contact::FrictionLaw law = friction_law_of(friction);
  const py::gil_scoped_release unlocked;
  ModelledWheel result{{wheel, rail, wheelset, track}, nullptr, nullptr};
  if (model == "half_space") {
    HalfSpaceModelSettings settings;
    settings.bodies = materials;
    settings.friction = law;
    settings.grid.cells = cells;
    settings.observer = &listener_of_this_thread();
    auto wheel_model =
        std::make_unique<HalfSpaceModel>(result.pair, profile::Side::right, settings);
    result.half_space = wheel_model.get();
    result.model = std::move(wheel_model);
  } else {
    HertzModelSettings settings;
    settings.bodies = materials;
    settings.friction = law;
    settings.creep_law = creep_law_of(model);
    result.model = make_hertz_model(result.pair, profile::Side::right, settings);
  }
  return std::make_unique<Guarded<ModelledWheel>>("contact", std::move(result));
}

std::shared_ptr<WheelContact> settle(Guarded<ModelledWheel>& guarded, double load, double lateral,
                                     double yaw, double roll, double speed,
                                     std::optional<double> pitch_rate) {
  const auto wheel = guarded.use();
  auto contact = std::make_shared<WheelContact>();
  const double rate = pitch_rate.value_or(-speed / wheel->pair.wheelset.nominal_radius);
  contact->motion.pose = {lateral, 0, roll, yaw};
  contact->motion.velocity = {speed, 0, 0};
  contact->motion.angular_velocity = rate * axle_direction(contact->motion.pose);
  return without_lock(py::none(), [&](Observer&) {
    settle_wheel(*wheel->model, load, {}, contact->motion, contact->forces);
    if (wheel->half_space != nullptr) {
      for (const SolvedPatch* patch : wheel->half_space->patches().solved()) {
        contact->solutions.push_back(std::make_shared<FrictionalOutcome>(
            FrictionalOutcome{patch->problem.normal.grid, patch->solution}));
      }
    }
    return contact;
  });
}

void bind_patch(py::module_& module) {
  py::class_<PatchForces>(module, "ContactPatch",
                          "One patch of contact of a wheel. Contact frame: x forward, y to the "
                          "left along the plane of contact, z into the wheel.")
      .def_readonly("place", &PatchForces::place, "Where it is: a ContactPoint.")
      .def_readonly("normal_force", &PatchForces::normal_force, "N.")
      .def_property_readonly(
          "creepage",
          [](const PatchForces& p) {
            return py::make_tuple(p.creepage.longitudinal, p.creepage.lateral, p.creepage.spin);
          },
          "Longitudinal, lateral, spin (1/m).")
      .def_property_readonly(
          "forces",
          [](const PatchForces& p) {
            return py::make_tuple(p.tangential.longitudinal, p.tangential.lateral,
                                  p.tangential.spin_moment);
          },
          "On the wheel: N, N, N m.")
      .def_property_readonly(
          "semi_axes",
          [](const PatchForces& p) { return py::make_tuple(p.semi_axis_x, p.semi_axis_y); },
          "Of the ellipse, or half the patch's extent, m.")
      .def_readonly("area", &PatchForces::area, "m2.")
      .def_readonly("peak_pressure", &PatchForces::peak_pressure, "Pa.")
      .def_readonly("dissipation", &PatchForces::dissipation, "Work per metre rolled, J/m.")
      .def_readonly("conformal", &PatchForces::conformal,
                    "The surfaces fit each other too closely for the theory.");
}

}  // namespace

void bind_wheel_rail(py::module_& module) {
  bind_patch(module);
  py::class_<WheelContact, std::shared_ptr<WheelContact>>(module, "WheelContact",
                                                          "What a rail does to a wheel.")
      .def_property_readonly(
          "status", [](const WheelContact& c) { return c.forces.status; }, "How it ended.")
      .def_property_readonly(
          "force",
          [](const WheelContact& c) {
            const auto& f = c.forces.force;
            return py::make_tuple(f.x(), f.y(), f.z());
          },
          "On the wheel in track axes (x forward, y right, z down), N.")
      .def_property_readonly(
          "vertical", [](const WheelContact& c) { return c.motion.pose.vertical; },
          "How far the wheelset was lowered, m.")
      .def_property_readonly(
          "patches", [](const WheelContact& c) { return c.forces.patches; },
          "The patches that press.")
      .def_readonly("solutions", &WheelContact::solutions,
                    "Fields on the grid of each patch (model half_space): FrictionalSolution.");
  py::class_<Guarded<ModelledWheel>>(module, "WheelRailContact",
                                     "A right wheel on its rail, by their profiles.")
      .def(py::init(&wheel_on_rail), "wheel"_a, "rail"_a, py::kw_only(), "radius"_a = 0.46,
           "flange_back_distance"_a = 1.36, "gauge"_a = 1.435, "model"_a = "half_space",
           "friction"_a = 0.3, "bodies"_a = py::none(), "cells"_a = 30.0,
           "model: half_space (Kalker's theory on grids, about `cells` cells across a patch), or "
           "Hertz with linear, shen_hedrick_elkins, polach or fastsim. Lengths in m.")
      .def("settle", &settle, "load"_a, py::kw_only(), "lateral"_a = 0.0, "yaw"_a = 0.0,
           "roll"_a = 0.0, "speed"_a = 1.0, "pitch_rate"_a = py::none(),
           "Lowers the wheelset until the wheel presses on its rail with a load (N), and tells the "
           "contact. lateral: m, to the right; yaw, roll: rad; speed: m/s; pitch_rate: rad/s, "
           "negative forward, None: -speed/radius.");
}

}  // namespace tread::python
