#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/drop_case.hpp"
#include "tread/casefile/place.hpp"
#include "tread/casefile/rail_vehicle_keys.hpp"
#include "tread/casefile/wheel_rail_case.hpp"
#include "tread/vehicle/rail_vehicle.hpp"
#include "tread/vehicle/track_path.hpp"

namespace tread::casefile {

/// A vehicle that runs along a track, with a contact problem at every wheel: what scenario
/// `vehicle_run` reads. SI; choices as their words.

/// The shape of the track, by pieces or point by point.
struct AlignmentInput {
  std::optional<double> curve_radius;  // m; none: straight, or by points
  std::string direction;               // left, right
  double straight_length = 0;          // m
  double transition_length = 0;
  std::optional<double> curve_length;
  double cant = 0;  // m, > 0 lifts the outer rail
  double cant_base = 0;
  double rounding = 0;
  std::vector<double> curvature_places, curvatures;
  std::vector<double> slope_places, slopes;
  std::vector<double> cant_places, cants;
};

struct RunInput {
  double speed = 0;                 // m/s
  std::optional<double> distance;   // m; none: to the end of the track, if it has one; 0: no run
  double start_position = 0;        // m, of the vehicle's reference point
  double lateral_displacement = 0;  // m, of the wheelsets at the start
  double lateral_velocity = 0;      // m/s
  std::string kicked;               // all, first
  int threads = 1;
};

struct AnalysisInput {
  bool modes = false;
  std::optional<double> lowest_speed;  // m/s; of the search for a critical speed
  std::optional<double> highest_speed;
  double speed_tolerance = 0;
  bool quasi_static = false;
};

struct VehicleRunOutput {
  double floor_height = 0;              // m above the rails
  std::vector<double> floor_places;     // x, m; empty: as the vehicle has it
  std::optional<double> steady_length;  // m, of the last part that is averaged
  double prudhomme_factor = 1;
};

struct VehicleRunCase {
  std::string title;
  WheelRailCase wheel_rail;
  RailVehicleInput vehicle_input;  // to find the key of a body or joint
  vehicle::RailVehicle vehicle;
  vehicle::TrackAlignment alignment;
  double curve_start = 0;  // m: from here on the track is as at the end of the run
  bool is_straight = true;
  RunInput run;
  double distance = 0;  // m; 0: nothing is run
  TimeSettings time;    // its end follows from the distance
  AnalysisInput analysis;
  VehicleRunOutput output;
  std::map<std::string, Place> places;
};

}  // namespace tread::casefile
