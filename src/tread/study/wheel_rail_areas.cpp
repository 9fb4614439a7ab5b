#include "tread/study/wheel_rail_areas.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace tread::study {
namespace {

using profile::Side;
using running::RunRecord;

void join(std::vector<Extent>& extents) {
  constexpr double k_together = 2e-3;  // m
  std::ranges::sort(extents, std::greater<>{}, &Extent::high);
  std::vector<Extent> contacts;
  for (const Extent& extent : extents) {
    if (contacts.empty() || extent.high < contacts.back().low - k_together) {
      contacts.push_back(extent);
      continue;
    }
    contacts.back().low = std::min(contacts.back().low, extent.low);
    contacts.back().force += extent.force;
  }
  extents = std::move(contacts);
}

void add_touched(const profile::ContactPoint& place, double low, double high, double force,
                 Touched& touched) {
  const double across = std::cos(place.angle);
  touched.wheel.push_back({place.wheel_y + across * low, place.wheel_y + across * high, force});
  touched.rail.push_back({place.rail_y + across * low, place.rail_y + across * high, force});
}

/// Ellipses of Hertz.
Touched touched_by_ellipses(const wheel_rail::WheelForces& wheel) {
  Touched touched;
  for (const wheel_rail::PatchForces& patch : wheel.pair.patches) {
    add_touched(patch.place, -patch.semi_axis_y, patch.semi_axis_y, patch.normal_force, touched);
  }
  return touched;
}

/// Rows of cells under pressure: one patch of a half-space may touch at two places.
Touched touched_by_cells(const wheel_rail::HalfSpacePatches& patches) {
  Touched touched;
  for (const wheel_rail::SolvedPatch* part : patches.solved()) {
    const Grid& grid = part->problem.normal.grid;
    for (int j = 0; j < grid.ny; ++j) {
      double force = 0;
      for (int i = 0; i < grid.nx; ++i) {
        force += part->solution.normal.pressure[grid.index(i, j)] * grid.cell_area();
      }
      if (force <= 0) continue;
      const double right = -grid.y(j);  // the plane's y is to the left
      add_touched(part->patch.reference, right - grid.dy / 2, right + grid.dy / 2, force, touched);
    }
  }
  return touched;
}

/// Points of quadrature that touch, each for a square of its weight.
Touched touched_by_points(const differential::ElasticContactSolution& solution) {
  Touched touched;
  for (const differential::TouchingPoint& point : solution.points) {
    if (point.pressure <= 0) continue;
    const double half = std::sqrt(point.weight) / 2 * std::abs(point.normal.z());
    const double force = point.pressure * point.weight;
    touched.wheel.push_back({point.wheel_y - half, point.wheel_y + half, force});
    touched.rail.push_back({point.rail_y - half, point.rail_y + half, force});
  }
  return touched;
}

class ElasticWheel {
 public:
  ElasticWheel(const profile::WheelRailPair& pair,
               const wheel_rail::DifferentialModelSettings& settings)
      : contact_(pair, settings.bodies, settings.contact) {}

  /// @param motion as of a right wheel
  Touched touched(const profile::WheelsetMotion& motion) {
    contact_.evaluate(motion, solution_);
    return touched_by_points(solution_);
  }

 private:
  differential::ElasticContact contact_;
  differential::ElasticContactSolution solution_;
};

class HalfSpaceWheel {
 public:
  HalfSpaceWheel(const profile::WheelRailPair& pair,
                 const wheel_rail::HalfSpaceModelSettings& settings)
      : patches_(pair, settings) {}

  /// @param motion as of a right wheel
  Touched touched(const profile::WheelsetMotion& motion) {
    patches_.evaluate(motion, forces_);
    return touched_by_cells(patches_);
  }

 private:
  wheel_rail::HalfSpacePatches patches_;
  wheel_rail::PairForces forces_;
};

/// Each wheel has a contact of its own, whose guesses are those of the record before.
template <class Wheel, class Settings>
void find_again(const Settings& settings, const profile::WheelRailPair& pair,
                running::RunningVehicle& vehicle, const std::vector<RunRecord>& records,
                TouchedWay& way) {
  Wheel left(pair, settings);
  Wheel right(pair, settings);
  profile::WheelsetMotion motion;
  for (const RunRecord& record : records) {
    vehicle.model().wheelset_motion(0, record.time, record.position, record.velocity, motion);
    way.left.push_back(left.touched(mirrored(motion)));
    way.right.push_back(right.touched(motion));
  }
}

struct Finder {
  const profile::WheelRailPair& pair;
  running::RunningVehicle& vehicle;
  const std::vector<RunRecord>& records;
  TouchedWay& way;

  void operator()(const wheel_rail::HertzModelSettings&) const {
    for (const RunRecord& record : records) {
      way.left.push_back(touched_by_ellipses(record.wheelsets[0].left));
      way.right.push_back(touched_by_ellipses(record.wheelsets[0].right));
    }
  }
  void operator()(const wheel_rail::HalfSpaceModelSettings& settings) const {
    find_again<HalfSpaceWheel>(settings, pair, vehicle, records, way);
  }
  void operator()(const wheel_rail::DifferentialModelSettings& settings) const {
    find_again<ElasticWheel>(settings, pair, vehicle, records, way);
  }
};

std::string band_name(std::size_t band) {
  if (band == 0) return "one contact";
  return band == 1 ? "of two: on the tread" : "of two: towards the flange";
}

}  // namespace

TouchedWay find_touched(const wheel_rail::PairModelSettings& settings,
                        const profile::WheelRailPair& pair, running::RunningVehicle& vehicle,
                        const std::vector<RunRecord>& records) {
  TouchedWay way;
  for (const RunRecord& record : records) way.distances.push_back(record.distance);
  std::visit(Finder{pair, vehicle, records, way}, settings);
  for (std::vector<Touched>* wheel : {&way.left, &way.right}) {
    for (Touched& touched : *wheel) {
      join(touched.wheel);
      join(touched.rail);
    }
  }
  return way;
}

const std::vector<Extent>& contacts_of(const Touched& touched, TouchedSurface surface) {
  return surface == TouchedSurface::wheel ? touched.wheel : touched.rail;
}

std::vector<ReproducedCurve> area_curves(const TouchedWay& way, Side side, TouchedSurface surface,
                                         const std::string& label) {
  constexpr double k_absent = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Touched>& touched = way.of(side);
  std::size_t most = 1;
  for (const Touched& at : touched) most = std::max(most, contacts_of(at, surface).size());
  const std::size_t n_bands = most > 1 ? most + 1 : 1;
  std::vector<ReproducedCurve> curves;
  for (std::size_t band = 0; band < n_bands; ++band) {
    ReproducedCurve curve{band_name(band), "distance [m]", label, way.distances, {}};
    for (const Touched& at : touched) {
      const std::vector<Extent>& contacts = contacts_of(at, surface);
      const bool is_there =
          band == 0 ? contacts.size() == 1 : contacts.size() > 1 && band <= contacts.size();
      const Extent absent{k_absent, k_absent, 0};
      const Extent& extent = is_there ? contacts[band == 0 ? 0 : band - 1] : absent;
      curve.y.push_back(extent.low);
      curve.y_high.push_back(extent.high);
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

SecondContact second_contact(const TouchedWay& way, Side side, TouchedSurface surface) {
  SecondContact second;
  const std::size_t n = way.distances.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::vector<Extent>& contacts = contacts_of(way.of(side)[i], surface);
    if (contacts.size() < 2) continue;
    if (second.length == 0) second.from = way.distances[i];
    second.to = way.distances[i];
    // A record stands for the way half-way to its neighbours.
    const double before = way.distances[i == 0 ? 0 : i - 1];
    second.length += (way.distances[std::min(i + 1, n - 1)] - before) / 2;
    const double whole = contacts.front().force + contacts.back().force;
    second.largest_share = std::max(second.largest_share, contacts.back().force / whole);
  }
  return second;
}

}  // namespace tread::study
