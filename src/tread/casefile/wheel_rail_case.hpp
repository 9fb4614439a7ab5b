#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/differential_case.hpp"
#include "tread/casefile/tangential_case.hpp"
#include "tread/core/material.hpp"
#include "tread/profile/contact_search.hpp"

namespace tread::casefile {

/// Wheel and rail as a case describes them. SI; choices as their words.

/// Which theory gives the forces of a wheel on its rail, and its numbers.
struct WheelRailContact {
  std::string model;   // hertz_linear, hertz_shen_hedrick_elkins, hertz_polach, hertz_fastsim,
                       // semi_elastic, half_space, differential
  std::string points;  // all, deepest
  double merge_distance = 0;           // m
  double separate_distance = 0;        // m
  double damping = 0;                  // s/m
  double largest_relative_radius = 0;  // m
  std::optional<int> cells;            // of FASTSIM along and across; of half_space about that many
  std::string traction_bound;          // of FASTSIM: parabolic, elliptic
  double adhesion_reduction = 1;       // of Polach
  double slip_reduction = 1;
  double separate_angle = 0;          // rad, of half_space
  std::optional<double> cell_size_x;  // m, of half_space
  std::optional<double> cell_size_y;
  double tolerance = 0;      // of half_space
  double slowest_speed = 0;  // m/s
};

/// Profiles of both sides and one contact model for all wheels.
struct WheelRailCase {
  std::optional<profile::WheelRailPair> pair;  // always there in a case without problems
  /// The left side as its mirror image, where it is not that of the right one.
  std::optional<profile::WheelRailPair> left_pair;
  BodyPair bodies = {Material::rigid(), Material::rigid()};  // wheel, rail
  WheelRailContact contact;
  DifferentialCase differential;  // of contact.model differential
  Friction friction;
  std::vector<std::string> notes;  // what was found out about files

  /// @pre the pair is there
  const profile::WheelRailPair& pair_of(profile::Side side) const {
    return side == profile::Side::left && left_pair ? *left_pair : *pair;
  }
};

}  // namespace tread::casefile
