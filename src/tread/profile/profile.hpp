#pragma once

#include <span>
#include <string>
#include <vector>

namespace tread::profile {

/// Cross-sections of wheels and rails, all as those of the RIGHT side: y to the right, z down, in
/// m. The flange of a wheel and the gauge face of a rail lie at negative y. The left side is the
/// mirror image, made where it is used (docs/conventions.md#wheel-rail).
///
///   wheel   origin on the tape circle; z is how much larger the rolling radius is there
///   rail    as laid, inclination included; origin at the highest point
enum class ProfileKind { wheel, rail };

struct ProfilePoint {
  double y = 0;
  double z = 0;
};

/// A point of a profile with what contact asks for.
struct ProfileSample {
  double y = 0;
  double z = 0;
  double slope_y = 0;    // unit tangent in the direction of rising y
  double slope_z = 0;    // dz/ds
  double curvature = 0;  // 1/m: dy/ds d2z/ds2 - dz/ds d2y/ds2; positive where the curve bends
                         // towards +z (a rail's head), negative on a convex wheel tread
};

/// A smooth curve through points in the order of rising y: natural cubic splines y(s) and z(s) over
/// the length s along the points. y never falls along s (a profile is seen from the other body),
/// so that vertical tangents are allowed at its ends only.
class Profile {
 public:
  static constexpr std::size_t k_least_points = 4;

  /// @param points at least k_least_points, rising in y, finite; throws ModelError with the index
  ///        of the point that is wrong
  Profile(ProfileKind kind, std::string name, std::vector<ProfilePoint> points);

  ProfileKind kind() const { return kind_; }
  const std::string& name() const { return name_; }
  std::span<const ProfilePoint> points() const { return points_; }

  double length() const { return knots_.back(); }  // s runs from 0 to here
  double lowest_y() const { return points_.front().y; }
  double highest_y() const { return points_.back().y; }

  /// @param s 0 to length(); the spline's end pieces go on beyond
  ProfileSample at(double s) const;

  /// The place along the curve where it has this y. @pre lowest_y() <= y <= highest_y()
  double place_of(double y) const;

  /// z at this y, NaN beyond the ends.
  double height(double y) const;

 private:
  std::size_t piece_of(double s) const;

  ProfileKind kind_;
  std::string name_;
  std::vector<ProfilePoint> points_;
  std::vector<double> knots_;     // s of the points
  std::vector<double> second_y_;  // second derivatives at the points
  std::vector<double> second_z_;
};

}  // namespace tread::profile
