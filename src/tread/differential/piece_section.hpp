#pragma once

#include <vector>

#include "tread/differential/elastic_piece.hpp"
#include "tread/profile/profile.hpp"

namespace tread::differential {

inline constexpr double k_mm = 1e3;  // in a metre

/// The section of a piece across the track: its profile from `begin` to `end` (places along the
/// curve), closed by straight lines from both ends to the floor z = `floor` inside the body.
///
///        zone                                       floor  ______________
///       ______                                            |              |
///   ___/      \___      profile                     side  |              |  side
///  |              |                                       |__        ____|
///  |              |     side                                 \______/       profile
///  |______________|     floor                                  zone
///       rail                                                  wheel
struct PieceSection {
  enum class Side { own, cut };  // of the body itself and free, or cut and held

  double begin = 0;  // m along the profile
  double zone_begin = 0;
  double zone_end = 0;
  double end = 0;
  Side begin_side = Side::own;
  Side end_side = Side::own;
  double floor = 0;  // m, z of the cut inside the body
};

/// "wheel" or "rail".
const char* name_of(const profile::Profile& profile);

/// Throws ModelError: a piece or zone beyond the profile, a zone at a side that is cut, a floor
/// that the profile reaches.
PieceSection piece_section(const profile::Profile& profile, const PieceSettings& settings);

/// Finds the nearest point of a part of a profile.
class NearestPlace {
 public:
  /// @param step between samples, m: shorter than the least radius of curvature
  NearestPlace(const profile::Profile& profile, double begin, double end, double step);

  /// The place along the profile, between begin and end, that is nearest to (y, z).
  double operator()(double y, double z) const;

  /// Distance to the nearest of the samples, m.
  double rough_distance(double y, double z) const;

 private:
  std::size_t nearest_sample(double y, double z) const;

  const profile::Profile& profile_;
  double begin_;
  double end_;
  std::vector<double> places_;
  std::vector<profile::ProfileSample> samples_;
};

}  // namespace tread::differential
