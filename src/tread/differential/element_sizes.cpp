#include "tread/differential/element_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tread::differential {
namespace {

using profile::Profile;
using profile::ProfileKind;

constexpr double k_growth = 0.25;  // of sizes, per distance
constexpr double k_fine_layers = 3;
constexpr double k_least_share = 0.2;  // of the fine size: what a kink of a profile may ask for
constexpr double k_least_curvature = 1e-3;  // 1/m
constexpr double k_most_values = 1e6;       // of the grid
/// Nodes per volume h^3, measured on meshes of wheels and rails: 0.98 to 1.3, more in coarse ones,
/// whose surface counts.
constexpr double k_nodes_per_cube = 1.1;
/// Nodes per area h^2 of the zone: 1.2 to 1.5.
constexpr double k_nodes_per_square = 1.3;

struct Box {
  double lowest_y, highest_y, lowest_z, highest_z;
};

Box box_of(const Profile& profile, const PieceSection& section, double step) {
  Box box{profile.at(section.begin).y, profile.at(section.end).y, section.floor, section.floor};
  const int n = 1 + static_cast<int>((section.end - section.begin) / step);
  for (int i = 0; i <= n; ++i) {
    const double z = profile.at(section.begin + (section.end - section.begin) * i / n).z;
    box.lowest_z = std::min(box.lowest_z, z);
    box.highest_z = std::max(box.highest_z, z);
  }
  return box;
}

/// A place of the zone, and how large elements are there.
struct FinePlace {
  double y, z, size;
};

std::vector<FinePlace> fine_places(const Profile& profile, const PieceSection& section,
                                   const PieceSettings& settings) {
  const double length = section.zone_end - section.zone_begin;
  const int n = 1 + static_cast<int>(std::ceil(length / (settings.fine_size / 2)));
  std::vector<FinePlace> places;
  for (int i = 0; i <= n; ++i) {
    const profile::ProfileSample p = profile.at(section.zone_begin + length * i / n);
    const double curvature = std::max(std::abs(p.curvature), k_least_curvature);
    places.push_back({p.y, p.z,
                      std::clamp(settings.radius_share / curvature,
                                 k_least_share * settings.fine_size, settings.fine_size)});
  }
  return places;
}

/// Size of elements that are near to a place of the zone, without a limit.
double size_near(const FinePlace& place, double distance) {
  return place.size + k_growth * std::max(0.0, distance - k_fine_layers * place.size);
}

bool is_inside(const Profile& profile, const PieceSection& section, double y, double z) {
  const double surface = profile.height(y);  // NaN beyond the ends
  return profile.kind() == ProfileKind::wheel ? z <= surface && z >= section.floor
                                              : z >= surface && z <= section.floor;
}

}  // namespace

ElementSizes element_sizes(const Profile& profile, const PieceSection& section,
                           const PieceSettings& settings) {
  const double fine = settings.fine_size;
  const Box box = box_of(profile, section, fine);
  const double length = settings.half_length;
  const double width = box.highest_y - box.lowest_y;
  const double height = box.highest_z - box.lowest_z;
  const std::vector<FinePlace> places = fine_places(profile, section, settings);
  double finest = fine;
  for (const FinePlace& place : places) finest = std::min(finest, place.size);
  ElementSizes sizes;
  sizes.spacing = std::max(finest, std::cbrt(length * width * height / k_most_values));
  const auto count = [&](double extent) {
    return 2 + static_cast<int>(std::ceil(extent / sizes.spacing));
  };
  sizes.n_x = count(length);
  sizes.n_y = count(width);
  sizes.n_z = count(height);
  sizes.y_origin = box.lowest_y;
  sizes.z_origin = box.lowest_z;

  // Places of the zone by distance in the section; along x they are as far as the zone's end.
  struct SectionPlace {
    double distance, size;
    bool is_inside;
  };
  const int n_section = sizes.n_y * sizes.n_z;
  std::vector<SectionPlace> grid;
  for (int i = 0; i < sizes.n_y; ++i) {
    for (int k = 0; k < sizes.n_z; ++k) {
      const double y = sizes.y_origin + i * sizes.spacing;
      const double z = sizes.z_origin + k * sizes.spacing;
      SectionPlace best{0, std::numeric_limits<double>::infinity(),
                        is_inside(profile, section, y, z)};
      double least = best.size;
      for (const FinePlace& place : places) {
        const double distance = std::hypot(y - place.y, z - place.z);
        const double size = size_near(place, distance);
        if (size >= least) continue;
        least = size;
        best.distance = distance;
        best.size = place.size;
      }
      grid.push_back(best);
    }
  }
  sizes.values.reserve(static_cast<std::size_t>(sizes.n_x) * grid.size());
  const double cell = std::pow(sizes.spacing, 3);
  for (int i = 0; i < sizes.n_x; ++i) {
    const double x = i * sizes.spacing;
    const double beyond = std::max(0.0, x - settings.zone_half_length);
    for (int j = 0; j < n_section; ++j) {
      const SectionPlace& at = grid[static_cast<std::size_t>(j)];
      const double distance = std::hypot(at.distance, beyond);
      const double size = std::min(settings.coarse_size, size_near({0, 0, at.size}, distance));
      sizes.values.push_back(size);
      if (at.is_inside && x < length) {
        const double share = i == 0 ? 0.5 : 1;
        sizes.expected_nodes += share * k_nodes_per_cube * cell / std::pow(size, 3);
      }
    }
  }
  sizes.expected_nodes *= 2;
  const double strip = (section.zone_end - section.zone_begin) / static_cast<double>(places.size());
  for (const FinePlace& place : places) {
    sizes.expected_zone_nodes +=
        k_nodes_per_square * 2 * settings.zone_half_length * strip / (place.size * place.size);
  }
  return sizes;
}

}  // namespace tread::differential
