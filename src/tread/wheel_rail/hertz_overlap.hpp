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
/// along a closed way gains from it. Along the outline of the wheel the surfaces overlap by e(s),
/// measured along the rail's normal. With two integrals over the overlap
///
///   W = integral of e^3 ds,   V = integral of e^8 ds
///
/// it has the energy of the paraboloid with the same two, of depth delta and curvature B:
///
///   E = 2/5 K(A, B) delta^(5/2)     delta^5 = (w3/w8) V/W     sqrt(B) = w3 delta^(7/2)/W
///
/// w_n is the integral of (1 - x^2)^n, K Hertz' stiffness, A the mean of the curvature along the
/// track weighed by e^3. Where the overlap is a parabola this is Hertz. The slope of E is a force
/// on every strip, along the rail's normal there. With rho = B b^2/delta, b the semi-axis across:
///
///   dE/E = (0.5 - 0.7 rho) dV/V + (1.7 rho - 0.5) dW/W - (0.5 - 0.5 rho) dA/A
///
/// Powers: the pressure of a paraboloid is spread as e^m, m = 1 of a long patch across the track,
/// 3.5 of a round one and more of a slender one; 3 and 8 hold these, and let shallow rims of the
/// overlap, which do not touch, do little. Compared with half-spaces the height of a loaded wheel
/// differs by 1 um in the root of a flange.
///
/// A force K(A, B) delta^(3/2) along the normal of the deepest place alone would forget that a
/// moving contact changes B and turns its normal: it is not the slope of anything, and with
/// friction a wheelset gains energy from it at 130 Hz.
///
/// **Points that share an overlap.** The overlap seen from a place is the least on the way there.
/// With E[.] the energy of the overlap seen from a place, all of it has
///
///   E = sum of E[maximum] - sum of E[minimum between two maxima]
///
/// which is the one energy where a second maximum is just born out of a shoulder, and the sum of
/// two where the surfaces part between them.
///
/// For creep forces an overlap with several maxima is one patch in part, several in part: with
/// u = 1 - minimum/lower maximum, a minimum parts patches by u^2 (3 - 2u). Of two maxima there are
/// then three pressed points: the whole overlap, with the rest of that weight, and either maximum.
///
/// RIGHT wheels only, as the contact search.

enum class ContactPoints {
  deepest,  ///< one patch a wheel
  all,
};

/// A contact point that presses, with depth and curvatures of its overlap. Its force is `share`
/// times that of Hertz from them, along the normal of the plane of contact, through its position.
struct PressedPoint {
  profile::ContactPoint point;
  double share = 1;
  double weight = 1;                                // of the patch: its forces are taken times it
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
    double rise = 0;     // de/dy, along the outline
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
  };
  /// The overlap seen from a place.
  struct Level {
    double overlap = 0;  // m
    int minimum = -1;    // on the way that hides more; -1: none
  };
  /// The paraboloid with the same integrals.
  struct Paraboloid {
    double integral_3 = 0;  // W
    double integral_8 = 0;  // V
    double depth = 0;       // m
    double curvature_x = 0;
    double curvature_y = 0;
    reference::HertzEllipse hertz;
  };

  Strip strip_at(const profile::PosedWheel& wheel, std::size_t sample) const;
  std::size_t sample_of(double wheel_y) const;
  double radius_at(double wheel_y) const;
  std::size_t stride_for(const profile::ContactPoint& point) const;
  void take_strips(const profile::PosedWheel& wheel, std::size_t sample, std::size_t stride);
  bool covers(const profile::ContactPoint& point) const;
  void find_extremes();
  Extreme extreme_in(std::size_t before, double sign) const;
  void look(std::size_t first, std::ptrdiff_t step, double overlap, int minimum);
  Paraboloid paraboloid(std::size_t first, std::size_t last) const;
  void add_energy(double factor);
  void weigh_strips(ContactPoints which);
  void add_pressed(const profile::PosedWheel& wheel, std::size_t first_maximum,
                   std::size_t last_maximum, double weight, std::vector<PressedPoint>& pressed);
  double parting(std::size_t minimum) const;

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
  std::vector<Extreme> minima_;         // between two maxima each
  std::vector<double> weights_;         // N, of strips: slopes of the energy by their overlaps
  std::vector<double> minima_weights_;  // N
};

}  // namespace tread::wheel_rail
