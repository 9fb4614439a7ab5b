#pragma once

#include <span>

#include "tread/profile/profile.hpp"

namespace tread::profile {

/// What the shape of a profile tells about its axes, whatever its unit and the order of its points.
enum class AxisSense {
  right,  // as in our convention
  mirrored,
  unknown,  // the shape does not tell: no flange, a rail with both sides
};

struct ShapeSenses {
  AxisSense y = AxisSense::unknown;
  AxisSense z = AxisSense::unknown;
  /// The shape cannot be meant otherwise. A wheel's z is always certain or unknown: a tread without
  /// flange may be a barrel or hollow. A rail's z is not, where it has no sides: a crown the other
  /// way round is a groove.
  bool z_is_certain = false;
};

/// Wheel: the flange sticks out at one end by more than 7 % of the width, over more than 6 % of it,
/// behind a flank of more than 35 degrees, and flattens towards its tip; what only falls off, as
/// the ends of a barrel do, is none. z is right if the flange sticks out towards +z, y if it lies
/// towards -y. Vertical sides have no width and do not count. Rail: its sides go down (+z), of a
/// whole one the wider foot lies below; they make z certain where they fall by more than 30
/// degrees. then y is right if the one side that is there lies at -y.
ShapeSenses senses_of_shape(ProfileKind kind, std::span<const ProfilePoint> points);

}  // namespace tread::profile
