#pragma once

#include <vector>

#include "tread/profile/wheelset.hpp"
#include "tread/running/run_vehicle.hpp"
#include "tread/study/reproduction.hpp"
#include "tread/wheel_rail/pair_models.hpp"

namespace tread::study {

/// Where wheels and rails touch over the way, across: from edge to edge, contact by contact.

struct Extent {
  double low = 0, high = 0;  // m, y of the profile
  double force = 0;          // N
};

/// Contacts of one wheel with its rail, from the field side to the flange. What is less than 2 mm
/// apart is one contact.
struct Touched {
  std::vector<Extent> wheel;
  std::vector<Extent> rail;
};

/// At each record of a run of one wheelset.
struct TouchedWay {
  std::vector<double> distances;  // m
  std::vector<Touched> left;
  std::vector<Touched> right;

  const std::vector<Touched>& of(profile::Side side) const {
    return side == profile::Side::left ? left : right;
  }
};

/// Ellipses of Hertz as they are in the records; cells of half-spaces under pressure and points of
/// elastic bodies that touch are found again, from the motions.
TouchedWay find_touched(const wheel_rail::PairModelSettings& settings,
                        const profile::WheelRailPair& pair, running::RunningVehicle& vehicle,
                        const std::vector<running::RunRecord>& records);

enum class TouchedSurface { wheel, rail };
const std::vector<Extent>& contacts_of(const Touched& touched, TouchedSurface surface);

/// Bands, one for contacts that are alone and one for each place among several.
std::vector<ReproducedCurve> area_curves(const TouchedWay& way, profile::Side side,
                                         TouchedSurface surface, const std::string& label);

/// Where a wheel has more than one contact.
struct SecondContact {
  double length = 0;         // m of the way; 0: it has not
  double from = 0, to = 0;   // m, first and last place
  double largest_share = 0;  // of the force, that the contact towards the flange has
};
SecondContact second_contact(const TouchedWay& way, profile::Side side, TouchedSurface surface);

}  // namespace tread::study
