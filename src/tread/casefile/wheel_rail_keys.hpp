#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/differential_keys.hpp"
#include "tread/casefile/friction_keys.hpp"
#include "tread/casefile/keys.hpp"
#include "tread/casefile/wheel_rail_case.hpp"
#include "tread/profile/wheelset.hpp"

namespace tread::casefile {

/// The keys of [wheel], [left_wheel], [rail], [left_rail], [wheelset], [track], [contact],
/// [differential] and [friction], shared by the scenarios in which profiled wheels roll on profiled
/// rails. SI.

/// A profile from a file, or what its formula needs.
struct ProfileInput {
  std::string profile;
  std::string file;
  std::string unit;              // of the file; empty: as it says, or as its size tells
  std::optional<bool> mirror_y;  // none: found out
  std::optional<bool> mirror_z;
  std::string origin;              // moved, kept
  double smoothing = 0;            // m, wavelength
  std::optional<double> slope;     // of a cone
  std::string flange;              // of a cone: none, s1002
  std::optional<double> lowest_y;  // m
  std::optional<double> highest_y;
  std::optional<double> radius;      // m, of a circle
  std::optional<double> half_width;  // m
  std::optional<double> inclination;
  double young_modulus = 0;  // Pa
  double poisson_ratio = 0;
};

struct WheelRailInput {
  ProfileInput wheel;
  ProfileInput left_wheel;  // without a profile: as wheel
  ProfileInput rail;
  ProfileInput left_rail;
  profile::WheelsetGeometry wheelset;
  std::optional<double> left_radius;  // m, at the tape circle; none: nominal_radius
  std::optional<double> right_radius;
  profile::TrackGeometry track;
  WheelRailContact contact;
  DifferentialInput differential;
  FrictionInput friction;
};

/// The tables that are declared, in the order of the reference; [track] is the last, so that a
/// scenario can go on with it.
std::vector<std::string> wheel_rail_tables();
KeyList<WheelRailInput> wheel_rail_keys();

}  // namespace tread::casefile
