#pragma once

#include <limits>
#include <vector>

#include "tread/profile/contact_locus.hpp"
#include "tread/profile/height_table.hpp"
#include "tread/profile/profile.hpp"
#include "tread/profile/wheelset.hpp"

namespace tread::profile {

/// Where a wheel touches a rail, or would, as undeformed bodies.
///
/// The rail is a cylinder along x, the wheel a body of revolution. Where they touch, the wheel's
/// normal has no component along x: on every circle of the wheel only one point (near its lowest)
/// can touch. These points make the contact locus, a curve that is known in closed form for any
/// yaw and roll; what is left is to compare two plane curves, the locus seen along x and the rail.
///
/// Everything here is a RIGHT wheel on a RIGHT rail; a left one is asked about in the mirror
/// (mirrored(), wheelset.hpp).

/// One wheel and one rail, in place.
struct WheelRailPair {
  Profile wheel;
  Profile rail;
  WheelsetGeometry wheelset;
  TrackGeometry track;
};

/// A place where the undeformed surfaces overlap deepest, or come closest: a maximum of the
/// overlap along the contact locus.
struct ContactPoint {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // track frame, m, on the rail's surface
  double angle = 0;  // contact angle, rad: the plane of contact is turned by it about x; on the
                     // right flange it is negative, as the slope dz/dy of the rail's gauge face
  double penetration = 0;     // m, along the normal; negative: a gap
  double wheel_y = 0;         // m, in the wheel's profile
  double rail_y = 0;          // m, in the rail's profile
  double rolling_radius = 0;  // m
  double curvature_x = 0;     // 1/m, gap A x^2 + B y^2 in the plane of contact: A, along the track
  double curvature_y = 0;     // B, across; the term in x y that yaw brings along is left out
  /// m: least penetration on the way to the next point towards the flange, from samples. -infinity:
  /// there is none, or the surfaces part in between.
  double saddle = -std::numeric_limits<double>::infinity();
  bool at_profile_end = false;  // no true maximum: one of the profiles ends here
};

struct SearchOptions {
  double step = 0.25e-3;  // m along the wheel's profile: maxima closer than that may be missed
  /// m along the profiles: curvatures are means over this width, as noise asks for; 0: the spline's
  double curvature_width = 0;
};

/// The wheel's outline over, or in, the rail at a place along the wheel's profile.
struct Overlap {
  double depth = 0;  // m, vertical; negative: a gap
  double rise = 0;   // slope of the outline less that of the rail
  double x = 0;      // m, track frame, as y and z on the rail
  double y = 0;
  double z = 0;
  double angle = 0;     // of the rail there, rad
  bool exists = false;  // both profiles are there
};

/// Looks for contact again and again without allocating. Constructing it places the rail by its
/// gauge and samples both profiles. Throws ModelError on profiles that cannot be used (a rail
/// without a gauge face at the height where the gauge is taken, a rail given for a wheel).
///
/// The slopes of outline and rail are compared along the wheel at `step`; where the outline stops
/// falling below the rail faster than the rail itself, the place is refined to rounding.
class ContactSearch {
 public:
  explicit ContactSearch(WheelRailPair pair, SearchOptions options = {});

  const WheelRailPair& pair() const { return pair_; }
  const SearchOptions& options() const { return options_; }
  double rail_offset() const { return rail_offset_; }  // y of the rail profile's origin, m

  /// All maxima of the overlap that are deeper than -margin, deepest first. `points` is cleared and
  /// filled; it allocates only if it must grow.
  void find(const WheelsetPose& pose, double margin, std::vector<ContactPoint>& points) const;

  /// Largest vertical overlap, m; negative: a gap; -infinity: there is no rail below the wheel.
  /// With roll and yaw kept the outline moves up and down as it is: a wheel that is lifted by this
  /// much just touches. `points` is memory, and filled as by find().
  double vertical_overlap(const WheelsetPose& pose, std::vector<ContactPoint>& points) const;

  /// Where along the wheel's profile the surfaces may overlap, in order; elsewhere they do not.
  /// `ranges` is cleared and filled.
  struct PlaceRange {
    double first, last;  // m
  };
  void find_ranges(const PosedWheel& wheel, std::vector<PlaceRange>& ranges) const;

  /// @param place along the wheel's profile, m
  Overlap overlap(const PosedWheel& wheel, double place) const;

 private:
  struct WheelSample {
    double place, y, z;
    double steepness;  // dz/dy
  };
  /// Samples i to i + k_block of the wheel, and how deep they can reach at most.
  struct WheelBlock {
    std::size_t first, last;
    double y_middle, y_half;  // m
    double highest_z;         // m, largest
    double steepness;         // largest length of a normal of unit height
  };
  void sample_wheel();
  void bound_blocks();
  /// Largest depth that any sample of a block can have, m.
  double depth_bound(const PosedWheel& wheel, const WheelBlock& block) const;
  Overlap sampled_overlap(const PosedWheel& wheel, std::size_t i) const;
  /// What find() has come to, along the wheel's profile.
  struct Progress {
    double margin;
    double saddle;  // m, least penetration since the last point
    std::vector<ContactPoint>& points;
  };
  void search_block(const PosedWheel& wheel, const WheelBlock& block, Progress& progress) const;
  void add_point(const PosedWheel& wheel, double place, bool at_end, Progress& progress) const;
  double refined_place(const PosedWheel& wheel, double low, double high) const;
  ContactPoint contact_point(const PosedWheel& wheel, double place) const;
  double curvature_of(const Profile& profile, double place) const;

  WheelRailPair pair_;
  SearchOptions options_;
  double rail_offset_ = 0;
  std::vector<WheelSample> samples_;
  std::vector<WheelBlock> blocks_;
  HeightTable rail_;
  std::vector<double> rail_tops_;  // least z of the rail over bins of k_bin, m
};

}  // namespace tread::profile
