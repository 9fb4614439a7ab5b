#pragma once

#include <array>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "tread/core/grid.hpp"

namespace tread {

/// Shapes of the undeformed distance h(x, y) between two bodies that are about to touch, in m.
///
/// h is measured along the normal, grows as the surfaces part, and is defined up to a constant (the
/// approach takes it up). Where a shape has no surface (beside a sphere, beyond the edge of a
/// punch) h is infinite: no contact there.

struct Sphere {  // h = R - sqrt(R^2 - x^2 - y^2)
  double radius;
};
struct Paraboloid {  // h = x^2/(2 Rx) + y^2/(2 Ry)
  double radius_x;
  double radius_y;
};
struct Ellipsoid {  // semi-axes; its pole touches
  double semi_axis_x;
  double semi_axis_y;
  double semi_axis_z;
};
enum class Axis { x, y };
struct Cylinder {  // lies along its axis; length may be infinite
  double radius;
  Axis axis = Axis::y;
  double length = std::numeric_limits<double>::infinity();
};
struct Quadric {  // h = b1 x^2 + b2 x y + b3 y^2 + b4 x + b5 y + b6 (CONTACT's IBASE = 1)
  std::array<double, 6> b;
};
struct QuadricWithSines {  // waves along x on a paraboloid (CONTACT's IBASE = 3):
  // h = b1 sin(b2 (x - b3)) - b4 sin(b5 (x - b6)) + x^2/b7 + y^2/b8; b1 b3 b4 b6 b7 b8 in m, b2 b5
  // in rad/m. b7 and b8 are diameters of curvature, not zero: negative is concave, huge is flat.
  std::array<double, 8> b;
};
struct WheelOnRail {  // rolling along x; a negative profile radius is concave, an infinite one flat
  double wheel_rolling_radius;
  double wheel_profile_radius = std::numeric_limits<double>::infinity();
  double rail_profile_radius = std::numeric_limits<double>::infinity();
};
struct CircularPunch {  // flat, rigid or elastic
  double radius;
};
struct RectangularPunch {
  double length_x;
  double width_y;
};
struct CircleAlongX {  // profile tabulated across, wheel-like along x (CONTACT's IBASE = 2):
  // h = z(y) + (x - x_centre)^2 / (2 radius): the circle's parabola. z(y) is linear between
  // heights[k] at y_first + k y_step and goes on linearly beyond both ends. At least two heights,
  // y_step > 0, radius not 0.
  double x_centre;
  double radius;  // negative is concave
  double y_first;
  double y_step;
  std::vector<double> heights;
};
struct HeightField {  // h per cell of the grid it belongs to, x fastest
  Grid grid;
  std::vector<double> heights;
};

using Shape = std::variant<Sphere, Paraboloid, Ellipsoid, Cylinder, Quadric, QuadricWithSines,
                           WheelOnRail, CircularPunch, RectangularPunch, CircleAlongX, HeightField>;

/// Where contact is allowed at all (CONTACT's IPLAN).
struct Everywhere {};
struct QuadraticRegion {  // b1 x^2 + b2 x y + b3 y^2 + b4 x + b5 y + b6 < 0: its edge is outside
                          // (IPLAN = 2)
  std::array<double, 6> b;
};
struct Rectangle {  // its edges are inside
  double x_low, x_high, y_low, y_high;
};
struct TwoRectangles {  // their union (IPLAN = 3)
  std::array<Rectangle, 2> rectangles;
};
using Planform = std::variant<Everywhere, QuadraticRegion, TwoRectangles>;

/// The undeformed distance at every cell centre, x fastest. A HeightField must have been given on
/// this very grid; the tabulated and divided-by numbers of CircleAlongX and QuadricWithSines must
/// be as said there. Throws ModelError otherwise.
std::vector<double> undeformed_distance(const Shape& shape, const Grid& grid);

/// 1 where the cell centre lies in the planform and contact is allowed, 0 elsewhere.
std::vector<unsigned char> allowed_cells(const Planform& planform, const Grid& grid);

}  // namespace tread
