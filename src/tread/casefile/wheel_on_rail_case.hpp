#pragma once

#include <map>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/contact_case.hpp"
#include "tread/casefile/place.hpp"
#include "tread/casefile/tangential_case.hpp"
#include "tread/core/material.hpp"
#include "tread/profile/contact_search.hpp"
#include "tread/profile/wheelset.hpp"

namespace tread::casefile {

/// The elements of a patch of wheel and rail, and which overlaps of the two make one patch.
struct PatchSettings {
  double element_x = 0.2e-3;                     // m, along the track
  double element_y = 0.2e-3;                     // m, across, in the plane of contact
  double separate_angle = std::numbers::pi / 2;  // rad: planes that differ more stay two patches
  double separate_distance = 8e-3;               // m: overlaps further apart stay two
  double combine_distance = 4e-3;                // m: overlaps nearer than that are one
};

/// Where a rail lies beside its place by the track's gauge, and how it moves, in the track's axes.
struct RailDeviation {
  double lateral = 0;   // m, to the right
  double vertical = 0;  // m, down
  double lateral_velocity = 0;
  double vertical_velocity = 0;
};

/// One wheel on its rail (CONTACT's module 1), complete and in SI units.
struct WheelOnRailCase {
  std::string title;
  profile::Side side = profile::Side::right;
  std::shared_ptr<const profile::WheelRailPair> pair;  // shared by cases that keep it
  RailDeviation rail;
  profile::WheelsetMotion motion;
  std::optional<double> vertical_force;  // N, on the rail, down; the wheelset's height follows and
                                         // that of the pose does not count
  BodyPair bodies;
  Friction friction;
  bool rolls = true;  // steadily, with creepages from the motion; otherwise without friction
  TangentialModel model;
  PatchSettings patches;
  SolverSettings solver;
  std::vector<std::string> notes;       // how the profiles were read
  std::map<std::string, Place> places;  // key -> where it was written
};

}  // namespace tread::casefile
