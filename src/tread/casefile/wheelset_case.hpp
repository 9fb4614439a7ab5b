#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/place.hpp"
#include "tread/casefile/wheel_rail_case.hpp"
#include "tread/profile/rigid_contact.hpp"

namespace tread::casefile {

/// One wheelset on two rails at given positions: what scenario `wheelset` reads. SI.

struct WheelsetPosition {
  double lateral = 0;  // m, to the right
  double yaw = 0;      // rad, positive steers to the right
};

/// What holds the wheelset up: a load, and height and roll follow from both wheels carrying the
/// same, or height and roll themselves.
struct WheelsetSupport {
  std::optional<double> wheel_force;  // N on each wheel
  double height = 0;                  // m, down from where the tape circles touch the rails' tops
  double roll = 0;                    // rad
};

/// How it rolls.
struct WheelsetRolling {
  enum class Rotation {
    free,     // as fast as no moment about the axle is left
    nominal,  // speed over nominal radius
    given,
  };
  double speed = 0;  // m/s
  Rotation rotation = Rotation::free;
  double angular_velocity = 0;  // rad/s, if given
};

/// The table of the rigid wheelset over its lateral position.
struct WheelsetGeometryTable {
  double from = 0;  // m
  double to = 0;
  double step = 0;
  std::vector<double> amplitudes;                // m, of the equivalent conicity
  profile::Roll roll = profile::Roll::left_out;  // of the wheelset in the conicity
};

struct WheelsetCase {
  std::string title;
  WheelRailCase wheel_rail;
  std::vector<WheelsetPosition> positions;
  WheelsetSupport support;
  WheelsetRolling rolling;
  WheelsetGeometryTable geometry;
  std::vector<std::size_t> fields_at;   // which positions, from 0
  std::map<std::string, Place> places;  // key -> where it was written
};

}  // namespace tread::casefile
