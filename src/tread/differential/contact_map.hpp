#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "tread/differential/elastic_piece.hpp"
#include "tread/differential/unrolled_surface.hpp"
#include "tread/profile/contact_search.hpp"

namespace tread::differential {

/// Which places of the wheel's fine surface are over, or in, which places of the rail's, as
/// undeformed bodies: the contact map Phi, on the true surfaces.
///
/// Bodies meet at stations: those nodes of the wheel that carry the loads of its faces, which are
/// the corners of linear elements and the middles of the sides of quadratic ones (a pressure on a
/// face of theirs is on these alone). The rail is met wherever Phi leads to.
///
/// Slips take the gradients of displacements from faces just upstream, where the material comes
/// from. Gradients from both sides would not see displacements that alternate from node to node. A
/// wheel's station is a node, and always has the face before it. Over the rail stations wander from
/// face to face as the wheelset moves, and the gradients of two faces differ where these meet:
/// forces would jump there by some hundred newtons, and a vehicle find no rest between two jumps.
/// So the rail's gradient is the mean over a narrow band along the track, a difference of
/// displacements, which are continuous: that of the face where the band lies in one, and between
/// those of two faces where it lies in both.

/// What a node's displacement has to do with a station.
struct Share {
  int node = 0;
  double shape = 0;   // of the displacement there
  double along = 0;   // of its derivatives upstream: along the track, 1/m
  double across = 0;  // along the profile, 1/m
};

struct Station {
  int node = 0;                                           // of the wheel's surface
  double gap = 0;                                         // m, along the normal
  Eigen::Vector3d position = Eigen::Vector3d::Zero();     // of the node, track frame, m
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();       // leaves the rail
  Eigen::Vector3d across = Eigen::Vector3d::Zero();       // normal, x and this are right-handed
  Eigen::Vector3d wheel_along = Eigen::Vector3d::Zero();  // unit tangents of the wheel, track axes
  Eigen::Vector3d wheel_across = Eigen::Vector3d::Zero();
  double weight = 0;   // m2
  double wheel_y = 0;  // m, in the profiles
  double rail_y = 0;
  bool at_edge = false;  // of the fine surface of wheel or rail
  std::vector<Share> wheel;
  std::vector<Share> rail;
};

class ContactMap {
 public:
  ContactMap(const profile::WheelRailPair& pair, const ElasticPair& bodies);

  int n_wheel_nodes() const { return wheel_.n_nodes(); }
  /// Stations that share a face with one.
  const std::vector<int>& neighbours(int node) const {
    return nodes_[static_cast<std::size_t>(node)].neighbours;
  }

  /// All stations with a gap below `margin`. Throws LeavesFineZone when undeformed bodies overlap
  /// where one of them is not finely meshed.
  /// @param forward whether the wheel rolls towards +x
  /// @param stations grows if it must; only its first ones, of the number returned, are valid
  std::size_t find(const profile::WheelsetPose& pose, bool forward, double margin,
                   std::vector<Station>& stations);

  /// Least distance of the bodies of the pose asked about last, m; negative: they overlap.
  double gap() const { return gap_; }

  /// Throws LeavesFineZone with the place. Of which wheel it is, and where the wheelset stands, is
  /// for those to tell who know whether this is a right wheel or the mirror image of a left one.
  [[noreturn]] void refuse(double wheel_y, double rail_y, double x) const;

 private:
  struct WheelNode {
    Eigen::Vector3d position, along, across;  // axes of the wheelset but for the half spacing
    double y = 0;                             // in the profile
    double s = 0;
    double weight = 0;  // m2; 0: no station
    bool at_edge = false;
    std::vector<int> neighbours;
    std::array<std::vector<Share>, 2> upstream;  // rolling backward, forward; and the node itself
    double rail_s = -1;                          // the last foot on the rail
  };
  /// Stations whose s lies in a short piece of the wheel's profile.
  struct Strip {
    double s_low = 0;
    double s_high = 0;
    std::vector<int> nodes;
  };

  void place_nodes(const profile::Profile& profile);
  void weigh_nodes();
  void look_upstream();
  void fill_strips();
  double foot(double y, double z, double start) const;
  bool reaches(const profile::PosedWheel& wheel, const Strip& strip, double margin, double& x_low,
               double& x_high) const;
  void refuse_beyond_wheel_zone() const;
  bool place_station(const profile::PosedWheel& wheel, int node, bool forward, double margin,
                     Station& station);

  profile::ContactSearch search_;
  double radius_;
  double upstream_step_;  // m: how far upstream gradients are taken
  double rail_band_;      // m: over how long a way the rail's are means
  double zone_half_length_;
  Eigen::Vector2d wheel_zone_;  // between which y, as asked for
  Eigen::Vector2d rail_zone_;
  UnrolledSurface wheel_;
  UnrolledSurface rail_;
  std::vector<WheelNode> nodes_;
  std::vector<Strip> strips_;
  double zone_low_ = 0;  // s of the wheel's fine surface
  double zone_high_ = 0;
  std::vector<profile::ContactPoint> maxima_;
  double gap_ = 0;
};

}  // namespace tread::differential
