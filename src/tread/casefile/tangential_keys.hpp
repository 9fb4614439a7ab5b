#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/friction_keys.hpp"
#include "tread/casefile/keys.hpp"

namespace tread::casefile {

struct ContactInput;

/// The keys about friction: one struct per [table], one member per key, SI.

struct MotionInput {
  std::string type;
  std::optional<double> longitudinal_creepage;
  std::optional<double> lateral_creepage;
  std::optional<double> spin_creepage;
  std::optional<double> shift_x;
  std::optional<double> shift_y;
  std::optional<double> rotation;
  std::optional<double> longitudinal_force;
  std::optional<double> lateral_force;
  std::optional<double> relative_longitudinal_force;
  std::optional<double> relative_lateral_force;
  std::optional<double> spin_centre_x;
  std::optional<double> spin_centre_y;
};

struct RollingInput {
  std::optional<double> direction;
  std::optional<double> speed;
  std::optional<double> step;
  std::string scheme;
  std::string start;
  std::optional<double> distance;
  std::optional<int> steps;
  std::optional<int> output_every;
  bool keep_fields = false;
};

struct ScheduleInput {
  std::vector<double> distance;
  std::vector<double> time;
  std::vector<double> normal_force;
  std::vector<double> approach;
  std::vector<double> longitudinal_creepage;
  std::vector<double> lateral_creepage;
  std::vector<double> spin_creepage;
  std::vector<double> longitudinal_force;
  std::vector<double> lateral_force;
  std::vector<double> relative_longitudinal_force;
  std::vector<double> relative_lateral_force;
};

struct ModelInput {
  std::string model;
  std::string traction_bound;
  std::optional<double> flexibility;
  std::optional<double> initial_slope;
  std::optional<double> final_slope_ratio;
  std::optional<double> slope_decay;
  std::optional<double> adhesion_reduction;
  std::optional<double> slip_reduction;
};

struct LayerInput {
  std::optional<double> shear_modulus;
  std::optional<double> thickness;
};

struct CreepCurveInput {
  std::vector<double> longitudinal;
  std::vector<double> lateral;
  std::vector<double> spin;
  std::vector<double> longitudinal_range;
  std::vector<double> lateral_range;
  std::vector<double> spin_range;
};

struct TangentialInput {
  MotionInput motion;
  FrictionInput friction;
  RollingInput rolling;
  ScheduleInput schedule;
  ModelInput model;
  LayerInput layer;
  CreepCurveInput creep_curve;
};

void declare_tangential(KeyList<ContactInput>& keys);

}  // namespace tread::casefile
