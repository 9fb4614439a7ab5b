#pragma once

#include <variant>

#include "tread/vehicle/surface_profile.hpp"

namespace tread::vehicle {

/// How far a wheel's tread lies inside its nominal circle where it meets the rail, as a function of
/// the way s that it has rolled, m: a loss of height f(s) >= 0 that lets the axle down. It comes
/// round once a revolution, 2 pi R.

struct Round {};

/// A flat of length l on a wheel of radius R; at its middle d is missing.
///
///   fresh:    sharp edges, the wheel turns over them. With the half angle a0 = l / (2 R) and the
///             angle a from the flat's middle, f = R (1 - cos(a0 - |a|)): a kink at a = 0, where
///             the wheel hits the rail with its other edge. d = R (1 - cos a0) = l^2 / (8 R)
///   rounded:  worn edges, f = d (1 + cos(2 pi s / l)) / 2 with d = l^2 / (16 R)
///
/// S. G. Newton, R. A. Clark, J. Mech. Eng. Sci. 21 (1979), 287.
struct FlatSpot {
  enum class Edges { fresh, rounded };
  double radius = 0;  // R, m
  double length = 0;  // l, m; below R
  double place = 0;   // s at which its middle meets the rail for the first time
  Edges edges = Edges::rounded;
};

/// A tread that is out of round with n waves a turn: f = amplitude (1 - cos(n s / R)),
/// between 0 and twice the amplitude.
struct OutOfRound {
  double radius = 0;
  double amplitude = 0;  // m
  int waves = 1;         // a turn
};

using WheelDefect = std::variant<Round, FlatSpot, OutOfRound>;

/// f, df/ds, d2f/ds2.
ProfileAt defect_at(const WheelDefect& defect, double rolled);

/// Missing height in the middle of a flat, m.
double depth(const FlatSpot& flat);

/// Throws ModelError for a radius or length that is not positive, or a flat longer than the radius.
void check(const WheelDefect& defect);

}  // namespace tread::vehicle
