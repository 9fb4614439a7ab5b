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
};

/// Wheel: the flange sticks out by more than 7 % of the width, over more than 6 % of it; z is right
/// if it sticks out towards +z, y if it lies towards -y. Vertical sides have no width and do not
/// count. Rail: its sides go down (+z), of a whole one the wider foot lies below; y is right if the
/// one side that is there lies at -y.
ShapeSenses senses_of_shape(ProfileKind kind, std::span<const ProfilePoint> points);

}  // namespace tread::profile
