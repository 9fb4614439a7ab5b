#pragma once

#include <numbers>
#include <string>
#include <vector>

#include "tread/core/grid.hpp"
#include "tread/profile/contact_search.hpp"

namespace tread::profile {

/// From the overlap of wheel and rail to patches of contact: which parts are one problem, where
/// each has its plane, and how far the surfaces are apart over that plane. RIGHT wheels only, as
/// the contact search.
///
/// Where the outline of the wheel (contact_locus.hpp) lies below the rail it overlaps it by d(y),
/// and, the wheel being round, over |x - x_locus| <= sqrt(2 r0 d). The integral of its square over
/// x is proportional to d^(5/2). With that weight the point of reference and the angle of the plane
/// are means over the patch: the overlap's own centre, as in CONTACT (module 1); on a nearly
/// conformal tread it is 1 mm off the deepest place.

/// When nearby overlaps are one patch: A_SEP, D_SEP and D_COMB of CONTACT.
struct PatchRule {
  double separate_angle = std::numbers::pi / 2;  // rad: planes that differ more stay two patches
  double separate_distance = 8e-3;  // m between the overlaps' ends, across and along the track:
                                    // beyond it they stay two
  double combine_distance = 4e-3;   // m: up to here they are wholly one. In between they share a
                                    // plane, but feel each other only in part (PatchSeam)
  double conformal_angle = 0.24;    // rad: a rail that turns more than that away from the patch's
                                    // plane, where the overlap is at least a tenth of the deepest,
                                    // makes the patch conformal (3 % of length)
};

/// Between two overlaps that share a plane: what the pressure of one does to the surface under the
/// other is taken times `factor`, which falls from 1 at the combine_distance to 0 at the
/// separate_distance as the 0.8th power, as in CONTACT.
struct PatchSeam {
  double s = 0;  // m along the plane from the reference, to the right
  double factor = 1;
};

struct ContactPatch {
  /// Means over the patch: position on the rail, angle; penetration along the normal of the plane,
  /// the largest of the patch (to first order in it); places in the profiles; the curvatures are
  /// those of the deepest point.
  ContactPoint reference;
  double x_low = 0;  // m, track frame: where the undeformed surfaces overlap
  double x_high = 0;
  double s_low = 0;  // m along the rail from the reference, to the right
  double s_high = 0;
  Eigen::Vector2d start = Eigen::Vector2d::Zero();  // y, z on the rail where the overlap begins
  Eigen::Vector2d end = Eigen::Vector2d::Zero();    // and ends, further to the right
  double lowest_angle = 0;  // rad, of the rail where the overlap is a tenth of the deepest or more
  double highest_angle = 0;
  double weight = 0;             // m^(7/2): integral of d^(5/2)
  int n_overlaps = 1;            // that were put together
  std::vector<PatchSeam> seams;  // from left to right; mostly none
  bool conformal = false;
  bool at_profile_end = false;  // a profile ends inside the patch
};

/// What a user should know about a patch: that it is conformal, that a profile ends in it. Empty:
/// nothing.
std::string warning_of(const ContactPatch& patch);

class PatchSearch {
 public:
  explicit PatchSearch(ContactSearch search, PatchRule rule = {});

  const ContactSearch& search() const { return search_; }
  const PatchRule& rule() const { return rule_; }
  void set_rule(const PatchRule& rule);
  const HeightTable& wheel_heights() const { return wheel_heights_; }

  /// All patches, from the gauge side to the field side. Empty: the wheel is up. `patches` is
  /// cleared and filled; nothing is allocated once it has held as many, but for seams.
  void find(const WheelsetPose& pose, std::vector<ContactPatch>& patches);

  /// Least distance of the surfaces of the pose asked about last, m; negative where they overlap.
  double gap() const { return gap_; }

  /// ContactSearch::vertical_overlap.
  double vertical_overlap(const WheelsetPose& pose) {
    return search_.vertical_overlap(pose, points_);
  }

 private:
  struct Extent {
    double low, high;  // places along the wheel's profile
    bool ends;         // at a profile's end
  };
  Extent extent_of(const PosedWheel& wheel, double place) const;
  double edge(const PosedWheel& wheel, double inside, double outside) const;
  ContactPatch patch_of(const PosedWheel& wheel, const Extent& extent, const ContactPoint& deepest);
  void join(std::vector<ContactPatch>& patches) const;
  void complete(const PosedWheel& wheel, ContactPatch& patch) const;

  ContactSearch search_;
  PatchRule rule_;
  HeightTable wheel_heights_;
  std::vector<ContactPoint> points_;
  std::vector<Extent> extents_;
  double gap_ = 0;
};

/// Cells over a patch, x forward and y to the left along the plane of contact, with its origin at
/// the patch's reference; cells are centred at whole multiples of their size, with one to spare
/// beyond the overlap on every side, and `rounding` makes their numbers multiples of it.
Grid patch_grid(const ContactPatch& patch, double dx, double dy, int rounding = 1);

/// Distance of the undeformed surfaces along the normal of the patch's plane, at the centres of a
/// grid's cells, m: negative where they overlap, infinite where one of the profiles has ended.
void undeformed_distance(const PatchSearch& search, const WheelsetPose& pose,
                         const ContactPatch& patch, const Grid& grid,
                         std::vector<double>& distance);

}  // namespace tread::profile
