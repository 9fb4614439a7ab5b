#include "tread/study/contact_model.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "tread/contact/potential_contact.hpp"
#include "tread/core/errors.hpp"
#include "tread/reference/hertz.hpp"

namespace tread::study {
namespace {

using casefile::AutomaticArea;
using casefile::ContactCase;
using casefile::FixedArea;
using casefile::HertzArea;
using casefile::Load;

/// Displacements of a line contact need a distance at which they are zero; without one given, this
/// many grid widths.
constexpr double k_default_datum_in_widths = 100;

contact::Prescribed prescribed(const Load& load) {
  return load.kind == Load::Kind::force ? contact::Prescribed::force
                                        : contact::Prescribed::approach;
}

void check_memory(const Grid& grid, const CasePlaces& places) {
  const double needed = k_bytes_per_cell * static_cast<double>(grid.n_cells());
  const double present =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  if (needed > 0.9 * present) {
    places.refuse({"grid.cells_x", "grid.cells_y", "shape.file", "MX"},
                  fmt::format("a grid of {} x {} cells would need about {:.1f} GB of memory; this "
                              "machine has {:.1f} GB",
                              grid.nx, grid.ny, needed * 1e-9, present * 1e-9),
                  "", "take fewer cells");
  }
}

/// Distances on the grid of the problem; infinite where the planform forbids contact.
void fill_distance(ContactModel& model, const Planform& planform, const CasePlaces& places) {
  places.blame({"grid.size_x", "grid.cells_x", "shape.file", "MX"}, "",
               [&] { check(model.problem.grid); });
  check_memory(model.problem.grid, places);
  model.problem.distance = distance_on_grids(model.shape, planform)(model.problem.grid);
}

/// A grid beside the body, or with cells so large that none has its centre over the body.
void check_something_can_touch(const ContactModel& model, const CasePlaces& places) {
  const std::vector<double>& h = model.problem.distance;
  if (std::any_of(h.begin(), h.end(), [](double d) { return std::isfinite(d); })) return;
  places.refuse({"grid.size_x", "grid.cells_x", "IPLAN", "MX"},
                "no cell has its centre where the bodies could touch", "",
                "move the grid over the body, or take smaller cells");
}

/// Does the body itself end at the edge of its area? Then contact in the last cells is no surprise.
/// Looks one cell beyond the middle of each side: a shape that ends on two opposite sides is a
/// finite cylinder or a punch.
bool ends_at_edge(const Shape& shape, const Grid& grid) {
  const auto ends_at = [&](int i, int j) {
    const Grid beyond{1, 1, grid.x(i), grid.y(j), grid.dx, grid.dy};
    return std::isinf(undeformed_distance(shape, beyond).front());
  };
  const int middle_x = grid.nx / 2;
  const int middle_y = grid.ny / 2;
  return (ends_at(-1, middle_y) && ends_at(grid.nx, middle_y)) ||
         (ends_at(middle_x, -1) && ends_at(middle_x, grid.ny));
}

struct AreaBuilder {
  const ContactCase& contact_case;
  const CasePlaces& places;
  contact::NormalWorkspace& workspace;
  ContactModel& model;

  void operator()(const FixedArea& area) const {
    model.problem.grid = area.grid;
    model.edge = std::holds_alternative<HeightField>(model.shape) ? ContactModel::Edge::warn
                 : area.edge == FixedArea::Edge::warn             ? ContactModel::Edge::warn
                 : ends_at_edge(model.shape, area.grid)           ? ContactModel::Edge::fine
                                                                  : ContactModel::Edge::error;
  }

  void operator()(const AutomaticArea& area) const {
    check_memory(centred_grid(area.nx, area.ny, 1, 1), places);
    contact::UngriddedProblem problem;
    problem.shape = model.shape;
    problem.bodies = contact_case.bodies;
    problem.prescribed = model.problem.prescribed;
    problem.value = model.problem.value;
    // with a force any datum does: it moves the approach, not the contact
    if (contact_case.line_contact) {
      problem.line_datum = contact_case.datum_distance > 0 ? contact_case.datum_distance : 1;
    }
    problem.line_length = area.line_length;
    model.problem.grid = places.blame({"shape.type"}, "", [&] {
      return contact::find_potential_contact(problem, area.nx, area.ny, area.margin, workspace);
    });
    model.edge = ContactModel::Edge::grow;
  }

  void operator()(const HertzArea& area) const {
    if (area.given == HertzArea::Given::line_curvature ||
        area.given == HertzArea::Given::line_half_width) {
      line(area);
    } else {
      ellipse(area);
    }
    model.edge = ContactModel::Edge::fine;
  }

  void ellipse(const HertzArea& area) const {
    check_load_presses();
    const reference::HertzEllipse hertz =
        places.blame({"IPOTCN"}, "", [&] { return hertz_ellipse(area); });
    model.shape = Quadric{{hertz.curvatures.x, 0, hertz.curvatures.y, 0, 0, 0}};
    model.problem.grid = centred_grid(area.nx, area.ny, 2 * area.margin * hertz.semi_axes.x,
                                      2 * area.margin * hertz.semi_axes.y);
  }

  void check_load_presses() const {
    const double value = contact_case.load.value;
    if (value > 0) return;
    places.refuse({contact_case.load.kind == Load::Kind::force ? "FN" : "PEN"},
                  "must be > 0: the potential contact follows from it by Hertz' theory",
                  fmt::format("{}", value),
                  "or give the potential contact itself, IPOTCN = 1 .. 4");
  }

  reference::HertzEllipse hertz_ellipse(const HertzArea& area) const {
    const double modulus = contact_modulus(contact_case.bodies);
    const double value = contact_case.load.value;
    const bool force = contact_case.load.kind == Load::Kind::force;
    if (area.given == HertzArea::Given::semi_axes) {
      const reference::SemiAxes axes{area.first, area.second};
      return force ? reference::hertz_ellipse_from_axes_and_force(axes, value, modulus)
                   : reference::hertz_ellipse_from_axes_and_approach(axes, value, modulus);
    }
    const reference::GapCurvatures curvatures =
        area.given == HertzArea::Given::curvatures
            ? reference::GapCurvatures{area.first, area.second}
            : reference::gap_curvatures_from_axis_ratio(area.first, area.second);
    return force ? reference::hertz_ellipse_from_force(value, curvatures, modulus)
                 : reference::hertz_ellipse_from_approach(value, curvatures, modulus);
  }

  /// A line contact along y of half length BB: see HertzArea for the rule of its rows.
  void line(const HertzArea& area) const {
    check_load_presses();
    if (contact_case.load.kind != Load::Kind::force) {
      places.refuse({"IPOTCN"}, "a line contact from Hertz' theory needs a force, not an approach",
                    "", "set N = 1 and give FN");
    }
    const double force_per_length = contact_case.load.value / (2 * area.second);
    const double modulus = contact_modulus(contact_case.bodies);
    // a² = F/L / (pi E* A1 / 2) with A1 = 1/(2R)
    const double product = 2 * force_per_length / (std::numbers::pi * modulus);  // A1 a²
    const bool curvature_given = area.given == HertzArea::Given::line_curvature;
    const double curvature = curvature_given ? area.first : product / (area.first * area.first);
    const double half_width = curvature_given ? std::sqrt(product / area.first) : area.first;
    int rows = area.ny;
    if (area.margin > 1) {
      rows = std::max(1, static_cast<int>(std::lround(area.ny / area.margin)));
      if ((area.ny - rows) % 2 != 0) ++rows;
    }
    const double dy = 2 * area.second / rows;
    model.shape = Quadric{{curvature, 0, 0, 0, 0, 0}};
    model.problem.grid = centred_grid(area.nx, area.ny, 2 * area.margin * half_width, dy * area.ny);
  }
};

}  // namespace

ContactModel build_contact_model(const ContactCase& contact_case, const CasePlaces& places,
                                 contact::NormalWorkspace& workspace) {
  ContactModel model;
  model.shape = contact_case.shape;
  model.problem.bodies = contact_case.bodies;
  model.problem.prescribed = prescribed(contact_case.load);
  model.problem.value = contact_case.load.value;
  places.blame({"upper.material", "upper.young_modulus", "upper.shear_modulus", "GG1"}, "",
               [&] { check(contact_case.bodies); });
  std::visit(AreaBuilder{contact_case, places, workspace, model}, contact_case.area);
  if (contact_case.line_contact) {
    model.problem.line_datum = line_datum(contact_case, model.problem.grid);
  }
  fill_distance(model, contact_case.planform, places);
  check_something_can_touch(model, places);
  return model;
}

contact::DistanceOnGrid distance_on_grids(const Shape& shape, const Planform& planform) {
  return [shape, planform](const Grid& grid) {
    std::vector<double> distance = undeformed_distance(shape, grid);
    if (std::holds_alternative<Everywhere>(planform)) return distance;
    const std::vector<unsigned char> allowed = allowed_cells(planform, grid);
    for (std::size_t i = 0; i < allowed.size(); ++i) {
      if (allowed[i] == 0) distance[i] = std::numeric_limits<double>::infinity();
    }
    return distance;
  };
}

double line_datum(const ContactCase& contact_case, const Grid& grid) {
  return contact_case.datum_distance > 0 ? contact_case.datum_distance
                                         : k_default_datum_in_widths * grid.width();
}

void enlarge(ContactModel& model, const ContactCase& contact_case, const CasePlaces& places,
             double factor) {
  const Grid& old = model.problem.grid;
  const double height = contact_case.line_contact ? old.height() : factor * old.height();
  model.problem.grid =
      centred_grid(old.nx, old.ny, factor * old.width(), height,
                   old.x0 + 0.5 * (old.nx - 1) * old.dx, old.y0 + 0.5 * (old.ny - 1) * old.dy);
  fill_distance(model, contact_case.planform, places);
}

}  // namespace tread::study
