#pragma once

#include <variant>
#include <vector>

namespace tread::vehicle {

/// How the rail's surface departs from its level line: its height r(x) over it, m, positive UP, so
/// that a bump is positive and presses on the wheel that rolls over it. x in m along the track.
///
/// Slope and curvature are those that a wheel feels which keeps contact: r' v and r'' v^2. At a
/// kink of a ramp the slope is that of the right-hand side.

struct ProfileAt {
  double height = 0;     // r, m
  double slope = 0;      // r'
  double curvature = 0;  // r'', 1/m
};

struct Level {};

struct SineProfile {     // r = amplitude sin(2 pi (x - start) / wavelength), from start to end
  double amplitude = 0;  // m
  double wavelength = 0;
  double start = -1e300;  // outside [start, end]: level
  double end = 1e300;
  double origin = 0;  // where the sine passes through zero, rising
};

struct VersineBump {  // r = height (1 - cos(2 pi s)) / 2 for s = (x - start) / length in [0, 1]
  double height = 0;  // m; negative: a dip
  double start = 0;
  double length = 0;
};

struct Ramp {         // r rises in a straight line from 0 to height over length, and stays there
  double height = 0;  // m; negative: a step down
  double start = 0;
  double length = 0;
};

struct DippedJoint {  // r = -depth (1 - |s|)^p, s from -1 to 1 over length: kinked in the middle
  double depth = 0;   // m, positive: down
  double start = 0;
  double length = 0;
  enum class Form { straight, parabola };  // p = 1, 2
  Form form = Form::parabola;
  double spacing = 0;  // m, from one joint to the next; 0: there is one
  double end = 1e300;  // the last joint is over before it
};

/// Heights measured at increasing places, joined by the natural cubic spline (smooth slope and
/// curvature); constant with the end values outside.
class SampledProfile {
 public:
  /// Throws ModelError unless there are at least two places, strictly increasing, as many finite
  /// heights.
  SampledProfile(std::vector<double> places, std::vector<double> heights);
  ProfileAt at(double x) const;

 private:
  std::vector<double> places_;
  std::vector<double> heights_;
  std::vector<double> curvatures_;
};

using SurfaceProfile =
    std::variant<Level, SineProfile, VersineBump, Ramp, DippedJoint, SampledProfile>;

ProfileAt profile_at(const SurfaceProfile& profile, double x);

/// Throws ModelError for a wavelength or length that is not positive, or a height that is not
/// finite.
void check(const SurfaceProfile& profile);

}  // namespace tread::vehicle
