#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

#include "tread/profile/contact_search.hpp"
#include "tread/profile/height_table.hpp"
#include "tread/wheel_rail/hertz_table.hpp"

namespace tread::wheel_rail {

/// Hertz' theory where wheel and rail do not overlap as an ellipse would: in the root of a flange,
/// with two contact points that share an overlap, over places where arcs of a profile meet.
///
/// The normal force is the slope of an energy that depends on the pose alone, so that no motion
/// through a closed way gains from it. Along the outline of the wheel the surfaces overlap by e(s),
/// measured along the rail's normal. An overlap with the deepest place delta has the energy of the
/// paraboloid with the same depth and the same integral of e^2:
///
///   E = 2/5 K(A, B) delta^(5/2)       sqrt(B) = 16/15 delta^(5/2) / integral of e^2 ds
///
/// K is Hertz', A the mean of the curvature along the track, weighed by e^2. Where the overlap is a
/// parabola this is Hertz to the last digit. With b the semi-axis across and rho = B b^2/delta
/// (a half of a round patch) the slope of E is
///
///   (1 - rho) F at the deepest place,   rho F spread over the overlap as e is
///
/// each along the rail's normal where it acts. A force K(A, B) delta^(3/2) along the normal of the
/// deepest place alone would forget that a moving contact changes B: it is not the slope of
/// anything, and under friction a flange's root gains energy from it at 130 Hz.
///
/// **Points that share an overlap.** The overlap seen from a place is the least on the way there.
/// With E[.] the energy of the overlap seen from a place, all of it has
///
///   E = sum of E[maximum] - sum of E[minimum between two maxima]
///
/// which is the one energy where a second maximum is just born out of a shoulder, and the sum of
/// two where the surfaces part between them. What a minimum takes away is shared by its neighbours
/// so that a maximum which is just born has no force.
///
/// RIGHT wheels only, as the contact search.

enum class ContactPoints {
  deepest,  ///< one patch a wheel
  all,
};

/// A contact point that presses, with the curvatures of its overlap. Its force is `share` times
/// that of Hertz from penetration and curvatures, along the normal of the plane of contact, through
/// its position.
struct PressedPoint {
  profile::ContactPoint point;
  double share = 1;
  Eigen::Vector2d start = Eigen::Vector2d::Zero();  // y, z on the rail where its overlap begins
  Eigen::Vector2d end = Eigen::Vector2d::Zero();    // and ends, further to the right
};

class HertzOverlap {
 public:
  /// @param least curvature of the gap, 1/m: a flatter overlap is taken as if it had this
  /// @param curvature_width m: as in profile::SearchOptions
  HertzOverlap(const profile::ContactSearch& search, const HertzTable& table,
               double contact_modulus, double least, double curvature_width);

  /// @param points of the pose, those with a positive penetration, deepest first
  /// @param pressed cleared and filled, deepest first
  void find(const profile::WheelsetPose& pose, std::span<const profile::ContactPoint> points,
            ContactPoints which, std::vector<PressedPoint>& pressed);

  /// Of the pose asked about last, J: what the surfaces have stored.
  double energy() const { return energy_; }

 private:
  struct WheelSample {
    double y, z;       // m
    double steepness;  // dz/dy
    double curvature;  // 1/m, across, positive where the wheel is convex
  };
  /// The overlap at one place along the wheel's profile.
  struct Strip {
    double overlap = 0;  // e, m
    double rise = 0;     // de/dy
    double width = 0;    // ds, m
    double y = 0;        // m, track frame, on the rail
    double z = 0;
    double sine = 0;  // of the rail's angle
    double cosine = 1;
    double curvature_x = 0;  // A, 1/m
    const WheelSample* wheel = nullptr;
    bool exists = false;
  };
  /// A maximum of the overlap, or a minimum between two.
  struct Extreme {
    std::size_t before = 0;  // strip
    double part = 0;         // of the way from it to the next
    double overlap = 0;      // m
    double curvature = 0;    // 1/m, B at the very place
  };
  /// Sums of forces on strips.
  struct Weights {
    double force = 0;  // N
    double y = 0;      // N m: times the place in the track, and in the wheel's profile
    double z = 0;
    double wheel_y = 0;
    double wheel_z = 0;
    double steepness = 0;  // N
    double normal_y = 0;   // N, track axes
    double normal_z = 0;
    double moment = 0;  // N m, about x through the track's origin

    void add(double weight, const Strip& strip);
    void add(double factor, const Weights& other);
  };
  /// The overlap seen from a place.
  struct Seen {
    double force = 0;  // Hertz', N
    double energy = 0;
    double curvature_x = 0;
    double curvature_y = 0;
    Weights weights;
  };
  struct Level {
    double overlap = 0;               // m, the least on the way from where it is seen
    const Extreme* source = nullptr;  // where that is; none: here
  };

  Strip strip_at(const profile::PosedWheel& wheel, std::size_t sample) const;
  std::size_t sample_of(double wheel_y) const;
  std::size_t stride_for(const profile::ContactPoint& point) const;
  void take_strips(const profile::PosedWheel& wheel, std::size_t sample, std::size_t stride);
  bool covers(const profile::ContactPoint& point) const;
  void find_extremes();
  void add_extreme(std::size_t before, double sign);
  void look(const Extreme& from, std::ptrdiff_t step);
  Seen seen_from(const Extreme& extreme);
  void add_at(const Extreme& extreme, double weight, Weights& weights) const;
  void share_forces();
  void add_pressed(const profile::PosedWheel& wheel, ContactPoints which,
                   std::vector<PressedPoint>& pressed);
  PressedPoint pressed_point(const profile::PosedWheel& wheel, std::size_t maximum,
                             const Weights& normal) const;

  profile::WheelsetGeometry wheelset_;
  const HertzTable& table_;
  double contact_modulus_;
  double least_;
  double rail_offset_;
  std::vector<WheelSample> samples_;
  profile::HeightTable rail_;

  double energy_ = 0;
  double yaw_squared_ = 0;     // tan of the yaw, squared
  std::vector<Strip> strips_;  // of the overlap under way
  std::vector<Level> levels_;
  std::vector<Extreme> maxima_;
  std::vector<Extreme> minima_;  // between two maxima each
  std::vector<Seen> seen_;       // from maxima
  std::vector<Seen> saddles_;    // from minima
  std::vector<double> forces_;   // of maxima, N
  std::vector<std::size_t> joined_;  // first maximum of those that a maximum is joined with
};

}  // namespace tread::wheel_rail
