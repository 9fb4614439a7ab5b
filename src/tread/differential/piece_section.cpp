#include "tread/differential/piece_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::differential {
namespace {

using profile::Profile;
using profile::ProfileKind;
using profile::ProfileSample;

double place_of(const Profile& profile, double y) {
  if (y <= profile.lowest_y()) return 0;
  if (y >= profile.highest_y()) return profile.length();
  return profile.place_of(y);
}

/// Ends of the zone close to ends of the piece are put there: slivers in between help nobody.
double snapped(double place, double end, double margin) {
  return std::abs(place - end) < margin ? end : place;
}

void check_range(const Profile& profile, const PieceSettings& s) {
  const auto refuse = [&](const char* what, double lowest, double highest) {
    throw ModelError(fmt::format(
        "the {} of the {} from y = {} to {} mm leaves nothing of its profile, which reaches from "
        "{} to {} mm: choose both inside it",
        what, name_of(profile), k_mm * lowest, k_mm * highest, k_mm * profile.lowest_y(),
        k_mm * profile.highest_y()));
  };
  const double low = std::max(s.lowest_y, profile.lowest_y());
  const double high = std::min(s.highest_y, profile.highest_y());
  if (!(low + 2 * s.fine_size <= high)) refuse("piece", s.lowest_y, s.highest_y);
  if (!(std::max(low, s.zone_lowest_y) + s.fine_size <= std::min(high, s.zone_highest_y))) {
    refuse("fine zone", s.zone_lowest_y, s.zone_highest_y);
  }
}

/// Nodes of a side that is cut are held, and what touches must be able to move.
void check_zone_is_free(const Profile& profile, const PieceSection& section,
                        const PieceSettings& s) {
  const double margin = 2 * s.fine_size;
  const auto refuse = [&](double zone_y, double cut_y) {
    throw ModelError(fmt::format(
        "the fine zone of the {} reaches to y = {} mm and the piece is cut, and held, at {} mm: "
        "leave at least {} mm, two elements, between them",
        name_of(profile), k_mm * zone_y, k_mm * cut_y, k_mm * margin));
  };
  if (section.begin_side == PieceSection::Side::cut &&
      section.zone_begin - section.begin < margin) {
    refuse(s.zone_lowest_y, s.lowest_y);
  }
  if (section.end_side == PieceSection::Side::cut && section.end - section.zone_end < margin) {
    refuse(s.zone_highest_y, s.highest_y);
  }
}

void check_floor(const Profile& profile, const PieceSection& section, const PieceSettings& s) {
  const double inwards = profile.kind() == ProfileKind::wheel ? -1 : 1;
  double deepest = -std::numeric_limits<double>::infinity();
  double deepest_y = 0;
  const int n = 1 + static_cast<int>(std::ceil((section.end - section.begin) / s.fine_size));
  for (int i = 0; i <= n; ++i) {
    const ProfileSample p = profile.at(section.begin + (section.end - section.begin) * i / n);
    if (inwards * p.z > deepest) {
      deepest = inwards * p.z;
      deepest_y = p.y;
    }
  }
  const double least = deepest + 2 * s.fine_size;
  if (s.depth >= least) return;
  throw ModelError(fmt::format(
      "the piece of the {} is {} mm deep, and its profile reaches {} mm into the body's side at y "
      "= {} mm: make it at least {} mm deep, or choose lowest_y and highest_y so that this part "
      "is not in it",
      name_of(profile), k_mm * s.depth, k_mm * deepest, k_mm * deepest_y, k_mm * least));
}

}  // namespace

const char* name_of(const Profile& profile) {
  return profile.kind() == ProfileKind::wheel ? "wheel" : "rail";
}

PieceSection piece_section(const Profile& profile, const PieceSettings& settings) {
  check_range(profile, settings);
  using Side = PieceSection::Side;
  PieceSection section;
  section.begin = place_of(profile, settings.lowest_y);
  section.end = place_of(profile, settings.highest_y);
  section.begin_side = settings.lowest_y > profile.lowest_y() ? Side::cut : Side::own;
  section.end_side = settings.highest_y < profile.highest_y() ? Side::cut : Side::own;
  const double margin = settings.fine_size;
  section.zone_begin = snapped(std::max(section.begin, place_of(profile, settings.zone_lowest_y)),
                               section.begin, margin);
  section.zone_end = snapped(std::min(section.end, place_of(profile, settings.zone_highest_y)),
                             section.end, margin);
  section.floor = profile.kind() == ProfileKind::wheel ? -settings.depth : settings.depth;
  check_zone_is_free(profile, section, settings);
  check_floor(profile, section, settings);
  return section;
}

NearestPlace::NearestPlace(const Profile& profile, double begin, double end, double step)
    : profile_(profile), begin_(begin), end_(end) {
  const int n = std::max(1, static_cast<int>(std::ceil((end - begin) / step)));
  for (int i = 0; i <= n; ++i) {
    places_.push_back(i == n ? end : begin + (end - begin) * i / n);
    samples_.push_back(profile.at(places_.back()));
  }
}

std::size_t NearestPlace::nearest_sample(double y, double z) const {
  const auto distance = [&](const ProfileSample& p) {
    return (p.y - y) * (p.y - y) + (p.z - z) * (p.z - z);
  };
  const auto nearest = std::ranges::min_element(samples_, {}, distance);
  return static_cast<std::size_t>(nearest - samples_.begin());
}

double NearestPlace::rough_distance(double y, double z) const {
  const ProfileSample& p = samples_[nearest_sample(y, z)];
  return std::hypot(p.y - y, p.z - z);
}

double NearestPlace::operator()(double y, double z) const {
  const std::size_t i = nearest_sample(y, z);
  const double low = places_[i > 0 ? i - 1 : i];
  const double high = places_[i + 1 < places_.size() ? i + 1 : i];
  double s = places_[i];
  for (int iteration = 0; iteration < 20; ++iteration) {
    const ProfileSample p = profile_.at(s);
    // The curve is the circle of curvature: its centre decides how a step along it turns the
    // normal. Points beyond the centre do not come here.
    const double along = (y - p.y) * p.slope_y + (z - p.z) * p.slope_z;
    const double across = (z - p.z) * p.slope_y - (y - p.y) * p.slope_z;
    const double step = along / std::max(0.1, 1 - p.curvature * across);
    const double next = std::clamp(s + step, low, high);
    if (std::abs(next - s) < 1e-15) return next;
    s = next;
  }
  return s;
}

}  // namespace tread::differential
