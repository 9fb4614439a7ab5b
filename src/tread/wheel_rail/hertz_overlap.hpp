#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "tread/profile/contact_search.hpp"
#include "tread/profile/height_table.hpp"
#include "tread/wheel_rail/hertz_table.hpp"

namespace tread::wheel_rail {

/// How hard wheel and rail press where their undeformed surfaces overlap, from Hertz' theory, also
/// where the overlap is not that of a paraboloid: in the root of a flange, with two contact points
/// in one overlap, across places where arcs of a profile meet.
///
/// Along the outline of the wheel, of length s, the surfaces overlap by e(s), measured along the
/// normal of the rail. They have stored
///
///   E = E* integral of phi(B/A) e^2 ds         e > 0
///
/// A, B are the curvatures of the gap at s, along the track and across. phi is chosen so that a
/// paraboloid of depth delta has the energy of Hertz, 2/5 K(A, B) delta^(5/2):
///
///   phi = 3/8 K sqrt(B)/E*         0.35 for A = B, less for wide patches, more for slender ones
///
/// and its force and line of action with it. The normal force is the slope of E by the wheel's
/// place: 2 E* phi e ds along the normal of the rail at every s, and what the change of B gives. So
/// no motion along a closed way gains energy from it, nothing happens when a second maximum of the
/// overlap is born, and two points in one overlap do not count it twice.
///
/// A force K(A, B) delta^(3/2) along the normal of the deepest place alone forgets that a contact
/// that moves along the profiles changes B and turns its normal: it is not the slope of anything,
/// and with friction a wheelset in the root of its flange gains energy from it at 130 Hz.
///
/// **Patches for creep forces.** The overlap is cut at the minima between its maxima. Two
/// neighbours are one patch where the minimum is as high as the lower maximum, two where it is
/// below 0.8 of it (in the rim of an overlap, below about half its depth, bodies do not touch), and
/// in between both in part; the same with their distance, as MergeRule says. So of two maxima there
/// are up to three pressed points: both as one patch, with the rest of that weight, and either.
///
/// RIGHT wheels only, as the contact search.

enum class ContactPoints {
  deepest,  ///< one patch a wheel
  all,
};

struct MergeRule {
  double merge_distance = 4e-3;     // m, between contact points: at most this: one patch
  double separate_distance = 8e-3;  // m, at least this: two
};

/// A patch that presses, with depth and curvatures of its overlap.
struct PressedPoint {
  profile::ContactPoint point;  // on the line of action of the force
  double force = 0;             // N
  double weight = 1;            // of the patch: its forces are taken times it
};

class HertzOverlap {
 public:
  /// @param least curvature of the gap, 1/m: flatter surfaces are taken as if they had this
  /// @param curvature_width m: as in profile::SearchOptions
  HertzOverlap(const profile::ContactSearch& search, const HertzTable& table,
               double contact_modulus, const MergeRule& merge, double least,
               double curvature_width);

  /// @param pressed cleared and filled, in the order of the wheel's profile
  void find(const profile::WheelsetPose& pose, ContactPoints which,
            std::vector<PressedPoint>& pressed);

  /// Of the pose asked about last, m: largest overlap; 0: there is none.
  double depth() const { return depth_; }

  /// Of the pose asked about last, J: what the surfaces have stored.
  double energy() const { return energy_; }

 private:
  /// The wheel's profile over its length, with cubics in between.
  struct WheelPiece {
    double y[4];
    double z[4];
    double curvature[2];  // 1/m, across, convex positive, and its change over a step
  };
  struct WheelPlace {
    double y, z;
    double slope_y;    // dy/ds
    double steepness;  // dz/dy
  };
  /// The overlap at one place along the wheel's profile.
  struct Strip {
    double place = 0;    // s, m
    double overlap = 0;  // e, m
    double rise = 0;     // de/ds
    double y = 0;        // m, track frame, on the rail
    double z = 0;
    double below_y = 0;  // m, rail's profile: below the outline
    double sine = 0;     // of the rail's angle
    double cosine = 1;
    bool exists = false;
  };
  /// The cubic through overlaps and rises of two strips.
  struct Cubic {
    Cubic(const Strip& low, const Strip& high);
    double value(double t) const;
    double slope(double t) const;       // by t
    double extreme(double sign) const;  // t; sign 1: a maximum
    double root(double low, double high) const;
    double start, length;                 // m
    double zeroth, first, second, third;  // of t from 0 to 1
  };
  /// One maximum of the overlap, from the minimum before it, or the overlap's end, to the next.
  struct Region {
    double first = 0;  // s, m
    double last = 0;
    double maximum = 0;                                  // s, m
    double depth = 0;                                    // m
    Eigen::Vector3d position = Eigen::Vector3d::Zero();  // of the maximum, track frame, m
    double saddle = 0;  // m, overlap at its first end; not positive: the overlap begins there
    bool at_profile_end = false;
    int overlap = 0;  // number of the overlap it belongs to
  };
  /// Integrals over a region.
  struct Sums {
    double energy = 0;  // J
    double square = 0;  // of e^2
    double fourth = 0;  // of e^4
    double force_y = 0;
    double force_z = 0;
    double moment = 0;  // about x through the track's origin
    double y = 0;       // the rest: means, weighed by e^2
    double z = 0;
    double wheel_y = 0;
    double wheel_z = 0;
    double steepness = 0;
    double curvature_x = 0;
    void add(const Sums& other, double factor);
  };
  struct Stiffness {
    double phi, slope;  // by B/A
  };
  /// A node of the quadrature.
  struct Node {
    double place, width;  // m
    WheelPlace wheel;
    double across;  // 1/m, curvature of the wheel's profile
    double round;   // 1/m, of its circle
  };
  struct RailCurvature {
    double value, slope;  // 1/m, across, and its change with y
  };

  void take_wheel(const profile::Profile& wheel, double curvature_width);
  void take_rail(const profile::Profile& rail, double curvature_width);
  void take_stiffness(const HertzTable& table);

  WheelPlace wheel_at(double place) const;
  Node node_at(double place, double width) const;
  Strip strip_at(const profile::PosedWheel& wheel, double place, const WheelPlace& at) const;
  double depth_at(const profile::PosedWheel& wheel, const WheelPlace& at) const;
  Strip lattice_strip(const profile::PosedWheel& wheel, std::size_t i) const;
  Strip last_that_exists(const profile::PosedWheel& wheel, Strip inside, double outside) const;
  Strip end_between(const profile::PosedWheel& wheel, const Strip& inside,
                    const Strip& outside) const;
  void begin_overlap(const profile::PosedWheel& wheel, std::size_t first);
  void end_overlap(const profile::PosedWheel& wheel, std::size_t next);
  void look_between(const profile::PosedWheel& wheel, std::size_t low);
  void take_overlaps(const profile::PosedWheel& wheel, std::size_t first, std::size_t last);
  void add_regions(const profile::PosedWheel& wheel);
  void set_maximum(const profile::PosedWheel& wheel, double place, double overlap, Region& region);
  RailCurvature rail_curvature(double y) const;
  Stiffness stiffness(double ratio) const;
  void add_node(const profile::PosedWheel& wheel, const Node& node, Sums& sums) const;
  Sums integrate(const profile::PosedWheel& wheel, double low, double high) const;
  Sums panel_sums(const profile::PosedWheel& wheel, std::size_t panel, double first,
                  double last) const;
  std::size_t integrate_overlap(const profile::PosedWheel& wheel, std::size_t first);
  void leave_deepest();
  double parting(const Region& region, const Region& next) const;
  void join_regions();
  void add_pressed(const profile::PosedWheel& wheel, std::size_t first, std::size_t last,
                   double weight, std::vector<PressedPoint>& pressed) const;

  const profile::ContactSearch& search_;
  profile::WheelsetGeometry wheelset_;
  double contact_modulus_;
  MergeRule merge_;
  double least_;
  double rail_offset_;
  double step_ = 0;  // m along the wheel's profile, of its pieces
  std::vector<WheelPiece> wheel_;
  double walk_ = 0;                    // m, between places where overlaps are looked for
  std::vector<WheelPlace> lattice_;    // of the wheel there
  std::vector<double> panels_;         // s of the ends of the quadrature's panels
  std::vector<std::size_t> panel_of_;  // panel that begins at or before a place of the lattice
  std::vector<Node> nodes_;            // of whole panels
  profile::HeightTable rail_;
  double rail_step_ = 0;                       // m
  std::vector<RailCurvature> rail_curvature_;  // at steps of y; slopes over one
  std::vector<Stiffness> stiffness_;           // slopes over one step

  double energy_ = 0;
  double depth_ = 0;
  double yaw_squared_ = 0;  // tan of the yaw, squared
  std::vector<profile::ContactSearch::PlaceRange> ranges_;
  std::vector<Strip> strips_;  // of the overlap under way, ends included
  int n_overlaps_ = 0;
  std::vector<Region> regions_;
  std::vector<double> partings_;  // of the regions from the next
  std::vector<Sums> sums_;        // of the regions
};

}  // namespace tread::wheel_rail
