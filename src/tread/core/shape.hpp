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
struct QuadricWithSines {  // CONTACT's IBASE = 3: see features of the .inp reader
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
struct CircleAlongX {  // CONTACT's IBASE = 2: circle (x_m, radius) in x plus tabulated heights in
                       // y, one per grid row
  double x_m;
  double radius;
  std::vector<double> row_heights;
};
struct HeightField {  // h per cell of the grid it belongs to, x fastest
  Grid grid;
  std::vector<double> heights;
};

using Shape = std::variant<Sphere, Paraboloid, Ellipsoid, Cylinder, Quadric, QuadricWithSines,
                           WheelOnRail, CircularPunch, RectangularPunch, CircleAlongX, HeightField>;

/// Where contact is allowed at all (CONTACT's IPLAN).
struct Everywhere {};
struct QuadraticRegion {  // b1 x^2 + b2 x y + b3 y^2 + b4 x + b5 y + b6 <= 0
  std::array<double, 6> b;
};
struct Rectangle {
  double x_low, x_high, y_low, y_high;
};
struct TwoRectangles {  // their union
  std::array<Rectangle, 2> rectangles;
};
using Planform = std::variant<Everywhere, QuadraticRegion, TwoRectangles>;

/// The undeformed distance at every cell centre, x fastest. A HeightField must have been given on
/// this very grid; a CircleAlongX must have one height per row. Throws ModelError otherwise.
std::vector<double> undeformed_distance(const Shape& shape, const Grid& grid);

/// 1 where contact is allowed, 0 elsewhere.
std::vector<unsigned char> allowed_cells(const Planform& planform, const Grid& grid);

}  // namespace tread
