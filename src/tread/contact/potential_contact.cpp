#include "tread/contact/potential_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/cell_range.hpp"
#include "tread/core/errors.hpp"

namespace tread::contact {
namespace {

constexpr int k_coarse_cells = 41;  // odd: one lies on the lowest point
constexpr int k_max_looks = 80;
/// A contact that fills this much of a coarse grid, or more, is measured well enough.
constexpr double k_filled = 0.55;
constexpr double k_look_tolerance = 1e-3;
constexpr double k_shrink = 0.1;
/// A contact that is so many times larger than the first look has no end.
constexpr double k_too_large = 1e6;

struct Side {
  double centre = 0;
  double size = 0;
};

struct Area {
  Side x;
  Side y;
};

/// Where to look first: a size well within the shape's curvature, around its lowest point.
struct FirstLook {
  Area operator()(const Sphere& s) const { return square(0.1 * s.radius); }
  Area operator()(const Paraboloid& s) const {
    return {{0, 0.1 * s.radius_x}, {0, 0.1 * s.radius_y}};
  }
  Area operator()(const Ellipsoid& s) const {
    return {{0, 0.1 * s.semi_axis_x}, {0, 0.1 * s.semi_axis_y}};
  }
  Area operator()(const Cylinder& s) const {
    const Side across{0, 0.1 * s.radius};
    const Side along{0, std::isfinite(s.length) ? 1.2 * s.length : s.radius};
    return s.axis == Axis::x ? Area{along, across} : Area{across, along};
  }
  Area operator()(const Quadric& s) const {
    // lowest point of b1 x² + b2 xy + b3 y² + b4 x + b5 y, where it has one
    const auto& b = s.b;
    const double determinant = 4 * b[0] * b[2] - b[1] * b[1];
    if (!(b[0] >= 0 && b[2] >= 0 && b[0] + b[2] > 0)) {
      throw ModelError(
          "a quadric whose distance falls away from the contact has no automatic area: its b1 and "
          "b3 must not be negative");
    }
    const double length = 0.1 / (b[0] + b[2]);
    if (determinant <= 0) return square(length);
    return {{(b[1] * b[4] - 2 * b[2] * b[3]) / determinant, length},
            {(b[1] * b[3] - 2 * b[0] * b[4]) / determinant, length}};
  }
  Area operator()(const WheelOnRail& s) const { return square(0.1 * s.wheel_rolling_radius); }
  Area operator()(const CircularPunch& s) const { return square(2.4 * s.radius); }
  Area operator()(const RectangularPunch& s) const {
    return {{0, 1.2 * s.length_x}, {0, 1.2 * s.width_y}};
  }
  Area operator()(const QuadricWithSines&) const { return refuse("a quadric with sines"); }
  Area operator()(const CircleAlongX&) const { return refuse("a profile given in rows"); }
  Area operator()(const HeightField&) const { return refuse("heights given per cell"); }

  static Area square(double size) { return {{0, size}, {0, size}}; }
  [[noreturn]] static Area refuse(const char* what) {
    throw ModelError(fmt::format("{} has no automatic area: give the grid", what));
  }
};

/// Extent of the contact along one axis, in cells.
struct Span {
  int first = 0;
  int last = -1;
  int n_cells = 0;

  bool touches_edge() const { return first == 0 || last == n_cells - 1; }
  double filled() const { return static_cast<double>(last - first + 1) / n_cells; }
};

/// Changes a side towards the contact seen on it; true when it fits.
bool fit(Side& side, const Span& span) {
  const double cell = side.size / span.n_cells;
  const double start = side.centre - 0.5 * side.size;
  if (span.touches_edge()) {
    side.size *= 2;
    return false;
  }
  if (span.filled() >= k_filled) return true;
  // the contact and two cells around it: it is seen with that uncertainty only
  side.centre = start + 0.5 * (span.first + span.last + 1) * cell;
  side.size = (span.last - span.first + 5) * cell;
  return false;
}

bool overlaps_at_centre(const UngriddedProblem& problem, const Area& area) {
  if (problem.prescribed == Prescribed::force) return false;
  const Grid centre{1, 1, area.x.centre, area.y.centre, 1, 1};
  return undeformed_distance(problem.shape, centre).front() < problem.value;
}

}  // namespace

Grid find_potential_contact(const UngriddedProblem& problem, int nx, int ny, double margin,
                            NormalWorkspace& workspace) {
  const Area first = std::visit(FirstLook{}, problem.shape);
  Area area = first;
  const bool line = problem.line_datum > 0;
  if (line) area.y = {0, problem.line_length};
  NormalProblem coarse;
  coarse.bodies = problem.bodies;
  coarse.prescribed = problem.prescribed;
  coarse.value = problem.value;
  NormalOptions options;
  options.tolerance = k_look_tolerance;
  NormalSolution solution;
  for (int round = 0; round < k_max_looks; ++round) {
    coarse.grid = centred_grid(k_coarse_cells, line ? 1 : k_coarse_cells, area.x.size, area.y.size,
                               area.x.centre, area.y.centre);
    coarse.distance = undeformed_distance(problem.shape, coarse.grid);
    // the datum only shifts the approach, which is not looked at here
    coarse.line_datum = line ? std::max(problem.line_datum, 2 * area.x.size) : 0;
    solve_normal(coarse, options, workspace, solution, Start::cold);
    if (solution.n_contact == 0) {
      if (overlaps_at_centre(problem, area)) {  // a contact smaller than a coarse cell
        area.x.size *= k_shrink;
        if (!line) area.y.size *= k_shrink;
        continue;
      }
      return centred_grid(nx, ny, area.x.size, area.y.size, area.x.centre, area.y.centre);
    }
    const CellRange range = positive_range(solution.pressure, coarse.grid.nx, coarse.grid.ny);
    const Span span_x{range.x_first, range.x_last, coarse.grid.nx};
    const Span span_y{range.y_first, range.y_last, coarse.grid.ny};
    const bool fits_x = fit(area.x, span_x);
    const bool fits_y = line || fit(area.y, span_y);
    if (fits_x && fits_y) {
      const auto side = [&](const Side& s, const Span& span) {
        const double cell = s.size / span.n_cells;
        return Side{s.centre - 0.5 * s.size + 0.5 * (span.first + span.last + 1) * cell,
                    margin * (span.last - span.first + 1) * cell};
      };
      area.x = side(area.x, span_x);
      if (!line) area.y = side(area.y, span_y);
      return centred_grid(nx, ny, area.x.size, area.y.size, area.x.centre, area.y.centre);
    }
    if (area.x.size > k_too_large * first.x.size || area.y.size > k_too_large * first.y.size) break;
  }
  throw ModelError(
      "no potential contact area was found: the contact seems to have no end. Give the size of the "
      "grid, or a length of the cylinder, or ask for a line contact");
}

}  // namespace tread::contact
