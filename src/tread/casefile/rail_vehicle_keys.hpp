#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/keys.hpp"

namespace tread::casefile {

/// A vehicle in three dimensions: what [vehicle] and the tables [[vehicle.body]],
/// [[vehicle.bushing]] and [[vehicle.rod]] say. SI; triples are x, y, z, places x, y, height.

using Triple = std::vector<double>;  // empty: not given

struct RailBodyInput {
  std::string name;
  double mass = 0;
  Triple inertia;
  Triple place;
  bool is_wheelset = false;
  std::vector<std::string> held;  // motions
};

/// A force over elongation or speed, of one direction.
struct LawInput {
  std::string direction;
  std::vector<double> places;
  std::vector<double> forces;
  bool is_odd = false;
};

struct BushingInput {
  std::string name;
  std::string first;
  std::string second;
  Triple place;
  Triple place_on_second;  // empty: place
  bool has_both_sides = false;
  std::string axes;
  Triple stiffness, damping, series_stiffness, preload;
  Triple turning_stiffness, turning_damping;
  LawInput spring_law;
  LawInput damper_law;
};

struct RodInput {
  std::string name;
  std::string first;
  std::string second;
  Triple place_on_first;
  Triple place_on_second;
  bool has_both_sides = false;
  double stiffness = 0;
  double damping = 0;
  double preload = 0;
  std::optional<double> series_stiffness;
  LawInput spring_law;
  LawInput damper_law;
};

struct RailVehicleInput {
  std::string type;
  double gravity = 0;  // m/s2
  // of the Manchester vehicles
  std::optional<double> body_mass;
  std::optional<double> body_height;
  std::optional<double> wheelbase;
  std::optional<double> pivot_spacing;
  Triple primary_stiffness, primary_damping;
  Triple secondary_stiffness;
  std::optional<double> vertical_damping, lateral_damping;
  std::optional<double> roll_bar_stiffness;
  std::vector<double> stop_places, stop_forces;
  std::string series_stiffness;
  std::string springs;
  // of bodies
  std::vector<RailBodyInput> bodies;
  std::vector<BushingInput> bushings;
  std::vector<RodInput> rods;
};

/// The tables that are declared, in the order of the reference.
std::vector<std::string> rail_vehicle_tables();
KeyList<RailVehicleInput> rail_vehicle_keys();

}  // namespace tread::casefile
