#pragma once

#include <functional>
#include <vector>

#include "tread/contact/rolling_contact.hpp"

namespace tread::contact::test {

/// The example "from Cattaneo to Carter" of CONTACT's user guide, which the wiggles paper uses: the
/// force is applied at rest, then the contact rolls. In metres what CONTACT has in millimetres.
struct CattaneoToCarter {
  static constexpr double half_width = 3.5e-3;  // about, m
  static constexpr double friction = 0.4013;
  static constexpr double force_ratio = -0.657;  // tangential force over friction times load
  static constexpr double curvature = 2.963;     // of the distance, 1/m
  static constexpr Material material{1e6, 0.28};
};

inline constexpr RollingScheme k_schemes[] = {RollingScheme::exact, RollingScheme::interpolated,
                                              RollingScheme::world_fixed};

/// In plane strain, so many cells across the contact.
RollingSetup line_contact(int cells_across, RollingScheme scheme, int commits_per_cell = 4);
RollingStep line_load(double force_ratio = CattaneoToCarter::force_ratio);
double line_cell(int cells_across);

/// In three dimensions, on the grid of CONTACT's example (34 x 33) or any square one.
RollingSetup circular_contact(RollingScheme scheme);
RollingSetup circular_contact(RollingScheme scheme, int cells, double cell);
RollingStep circular_load(double force_ratio = CattaneoToCarter::force_ratio);
constexpr double k_circular_load = 0.4705;  // N
constexpr double k_circular_cell = 0.25e-3;

/// What is to be given along the way: the step, by the number of cells rolled at its end.
using Course = std::function<RollingStep(double cells)>;

/// A shift under `start`, then steps of c cells over so many cells. Expects convergence.
RollingContact rolled(const RollingSetup& setup, const RollingStep& start, const Course& course,
                      double c, double cells);
/// The same under constant load.
RollingContact rolled(const RollingSetup& setup, RollingStep load, double c, double cells);
/// Only the rolling, from rest without tangential force.
void roll(RollingContact& contact, RollingStep load, double c, double cells);

/// Steady rolling of the same bodies, on the same grid.
FrictionalSolution steady(const RollingSetup& setup, const RollingStep& step);

// ---- measures of tractions along x, on one row

std::vector<double> row_of_tractions(const RollingContact& contact);
double total_variation(const std::vector<double>& p);
/// The largest traction ahead of a place, m.
double peak_ahead_of(const RollingContact& contact, double x);
/// Root of the sum of squares of the difference over that of the reference.
double relative_distance(const std::vector<double>& p, const std::vector<double>& reference);
/// Means over the cells of a coarser row.
std::vector<double> on_coarser_row(const RollingContact& fine, const Grid& coarse);
/// What alternates from cell to cell, over the local traction: largest fourth difference (16 times
/// the amplitude of a sawtooth, zero for cubics) in adhesion, four cells and more from its ends.
double sawtooth(const RollingContact& contact);

}  // namespace tread::contact::test
