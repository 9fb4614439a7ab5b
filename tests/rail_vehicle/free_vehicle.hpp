#pragma once

#include <Eigen/Geometry>

#include "tread/integrate/march.hpp"
#include "tread/vehicle/rail_vehicle_model.hpp"

namespace tread::vehicle {

/// A vehicle without wheel-rail forces, for the schemes of `integrate`.
class FreeVehicle : public integrate::EquationOfMotion {
 public:
  explicit FreeVehicle(RailVehicleModel& model) : model_(model) {}

  int size() const override { return model_.size(); }
  void internal_force(double time, const Vector& q, const Vector& v, Vector& force) override {
    model_.internal_force(time, q, v, force);
  }
  void solve_mass(const Vector& q, const Vector& force, Vector& acceleration) override {
    model_.solve_mass(q, force, acceleration);
  }
  void apply_mass(const Vector& q, const Vector& acceleration, Vector& force) override {
    model_.apply_mass(q, acceleration, force);
  }

 private:
  RailVehicleModel& model_;
};

inline integrate::State fly(RailVehicleModel& model, const Vector& q, const Vector& v, double time,
                            double step) {
  FreeVehicle system(model);
  integrate::SchemeSettings scheme;
  scheme.name = "dormand_prince_5";
  integrate::State start;
  start.position = q;
  start.velocity = v;
  integrate::MarchOptions options;
  options.end_time = time;
  options.step = step;
  return integrate::march(system, scheme, start, options).state;
}

/// The same with a step that finds its own length: where the track has kinks in its curvature, or
/// in the rate of its cant, steps of a fixed length are of first order only.
inline integrate::State fly_adaptively(RailVehicleModel& model, const Vector& q, const Vector& v,
                                       double time) {
  FreeVehicle system(model);
  integrate::SchemeSettings scheme;
  scheme.name = "arkode_dormand_prince";
  scheme.relative_tolerance = 1e-13;
  scheme.absolute_tolerance = 1e-13;
  integrate::State start;
  start.position = q;
  start.velocity = v;
  integrate::MarchOptions options;
  options.end_time = time;
  return integrate::march(system, scheme, start, options).state;
}

/// A track on which everything changes: curvature, slope and cant.
inline TrackPath winding_track() {
  TrackAlignment alignment;
  alignment.curvature = {{10, 60, 120, 170}, {0, 1. / 200, 1. / 200, -1. / 250}};
  alignment.slope = {{0, 40, 90, 160}, {0.01, 0.03, -0.02, 0.015}};
  alignment.cant = {{20, 55, 125, 180}, {0, 0.15, 0.15, -0.12}};
  return TrackPath(alignment);
}

}  // namespace tread::vehicle
