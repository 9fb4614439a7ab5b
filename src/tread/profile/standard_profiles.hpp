#pragma once

#include "tread/profile/profile.hpp"

namespace tread::profile {

/// Profiles that have a formula. All lengths in m, angles as slopes; right side, y to the right, z
/// down (profile.hpp).
///
/// **S1002** is the wheel of UIC 510-2 / EN 13715 with a flange 28 mm high and 32.5 mm thick: a
/// line, two polynomials, an arc (flange root), the 70 degree flange line and three arcs. It is as
/// published, with 10 digits to a coefficient; at the ends of the polynomial of the root it has
/// steps of 0.04 and 0.12 micrometres (y = -26 and -35 mm). The polynomials' terms reach 1e4 mm
/// where they add up to 3 mm, so that double leaves 1e-11 mm.
///
/// **UIC60 and 60E1** heads are arcs of 300, 80 and 13 mm and sides 1:20, symmetric before they are
/// laid. They differ in where the arcs meet: at 10.5 and 25.988 mm from the middle (UIC60, as in
/// the file of the Manchester contact benchmark), or 10.228 and 26.0265 mm (60E1 of EN 13674-1).
/// The sides are drawn to 37.5 mm below the top.
///
/// An inclination turns the head about x: positive leans the rail inwards, towards the track's
/// middle, as laid; 1:40 is an inclination of 0.025. The gauge side comes down, the highest point,
/// where the origin is, moves to the field side.

enum class RailHead { uic60, en60e1 };

double s1002_lowest_y();   // the flange back, -70 mm
double s1002_highest_y();  // 60 mm

/// z at this y, NaN beyond the ends.
double s1002_height(double y);

/// z of a laid head at this y, NaN beyond its sides. Sides that hang over (inclinations above 1:20)
/// end where they are vertical.
double rail_head_height(RailHead head, double inclination, double y);

/// The curves through points on the formulas, dense where the curvature jumps. They keep to the
/// formula within 2e-6 mm, but round its steps: S1002 by up to 6e-5 mm (within 1 mm of y = -35 and
/// -26 mm), UIC60 by up to 2.5e-5 mm (within 1 mm of the upper ends of its arcs of 13 mm). Sides
/// that hang over end a little before the vertical, with 2e-4 mm at the very end.
Profile s1002();
/// Throws ModelError for an inclination beyond 1:5 either way.
Profile rail_head(RailHead head, double inclination);

/// A wheel whose tread is a cone: z = -slope y, radius larger towards the flange.
enum class Flange { none, s1002 };

struct ConeShape {
  double slope = 0.05;  // tangent of the cone's half angle; negative: the other way
  Flange flange = Flange::none;
  double lowest_y = -0.03;  // m, where the tread ends if there is no flange
  double highest_y = 0.06;  // m
};

/// With a flange: that of S1002, joined to the cone by an arc of 13 mm. Throws ModelError for ends
/// that are the wrong way round and slopes that leave no room for the arc (beyond 0.3).
Profile cone_wheel(const ConeShape& shape);

/// Arcs about the origin, |y| <= half_width. A positive radius is convex, as a rail's head or a
/// barrel; a negative one is hollow. Throws ModelError unless 0 < half_width < |radius|.
Profile circular_wheel(double radius, double half_width);
Profile circular_rail(double radius, double half_width);

/// A rail from anywhere turned as `rail_head` turns its own (about the origin, which then moves to
/// the highest point). Ends that hang over afterwards are cut off.
Profile inclined(const Profile& rail, double inclination);

/// The profile of a wheel whose radii are all larger by so much, in m, counted from the same
/// nominal radius.
Profile enlarged(const Profile& wheel, double by);

}  // namespace tread::profile
