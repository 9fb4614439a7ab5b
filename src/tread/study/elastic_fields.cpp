#include "tread/study/elastic_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <variant>
#include <vector>

#include "tread/core/as_size.hpp"
#include "tread/differential/piece_stress.hpp"
#include "tread/profile/contact_search.hpp"
#include "tread/study/row_table.hpp"

namespace tread::study {
namespace {

/// A peak pressure that is further above the mean around it is not resolved by the mesh.
constexpr double k_rough_peak = 0.05;
/// Creep forces of a ball are 15 % off with 25 nodes in its contact, 3 % with 120.
constexpr std::size_t k_few_nodes = 20;

using differential::ElasticPiece;
using differential::PieceFields;
using differential::TouchingPoint;
using profile::Side;
using result::SolidFields;

// ---- from the axes of a piece to the track frame of its side ----

/// p -> rotation p + shift, seen in the mirror for a left wheel or rail.
struct Placement {
  Eigen::Matrix3d rotation;  // determinant -1 on the left side
  Eigen::Vector3d shift;
};

Placement placed_on_side(Side side, const Eigen::Matrix3d& rotation, const Eigen::Vector3d& shift) {
  if (side == Side::right) return {rotation, shift};
  const Eigen::Matrix3d mirror = Eigen::Vector3d(1, -1, 1).asDiagonal();
  return {mirror * rotation, mirror * shift};
}

/// @param pose that of a right wheel
Placement wheel_placement(const profile::WheelRailPair& pair, Side side,
                          const profile::WheelsetPose& pose) {
  const profile::PosedWheel wheel(pair.wheelset, pose);
  return placed_on_side(side, wheel.rotation(), wheel.to_track({0, wheel.half_spacing(), 0}));
}

Placement rail_placement(const profile::WheelRailPair& pair, Side side) {
  const double offset = profile::ContactSearch(pair).rail_offset();
  return placed_on_side(side, Eigen::Matrix3d::Identity(), {0, offset, 0});
}

std::vector<double> flat(const Eigen::MatrixXd& columns) {
  return {columns.data(), columns.data() + columns.size()};
}

Eigen::MatrixXd turned_stresses(const Eigen::Matrix<double, 6, Eigen::Dynamic>& stresses,
                                const Eigen::Matrix3d& rotation) {
  Eigen::MatrixXd result(6, stresses.cols());
  for (Eigen::Index i = 0; i < stresses.cols(); ++i) {
    const auto s = stresses.col(i);
    Eigen::Matrix3d tensor;
    tensor << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
    const Eigen::Matrix3d t = rotation * tensor * rotation.transpose();
    result.col(i) << t(0, 0), t(1, 1), t(2, 2), t(0, 1), t(1, 2), t(2, 0);
  }
  return result;
}

/// The order of a tetrahedron's nodes that turns it the other way round, as a mirror asks for:
/// corners 1 and 2 change places, and with them the middles of their edges.
constexpr std::array<int, 10> k_mirrored_order{0, 2, 1, 3, 6, 5, 4, 7, 9, 8};

std::vector<int> cells_of(const ElasticPiece& piece, Side side, int& nodes_per_cell) {
  std::vector<int> cells;
  for (const fem::ElementGroup* group : fem::find_groups(piece.mesh, "body")) {
    if (fem::dimension_of(group->shape) != 3) continue;
    nodes_per_cell = fem::n_nodes_of(group->shape);
    for (Eigen::Index e = 0; e < group->nodes.rows(); ++e) {
      for (int a = 0; a < nodes_per_cell; ++a) {
        const int from = side == Side::left ? k_mirrored_order[as_size(a)] : a;
        cells.push_back(group->nodes(e, from));
      }
    }
  }
  return cells;
}

SolidFields solid_of(const char* name, const char* title, const ElasticPiece& piece,
                     const PieceFields& fields, Side side, const Placement& placement) {
  SolidFields solid;
  solid.name = name;
  solid.title = title;
  solid.points = flat((placement.rotation * piece.mesh.nodes).colwise() + placement.shift);
  solid.cells = cells_of(piece, side, solid.nodes_per_cell);
  solid.fields = {
      {"displacement", "m", "displacement", 3, flat(placement.rotation * fields.displacement)},
      {"stress", "Pa", "stress, tension positive", 6,
       flat(turned_stresses(fields.stress, placement.rotation))},
      {"von_mises", "Pa", "von Mises stress", 1, flat(fields.von_mises)}};
  return solid;
}

void add_largest_stress(const char* body, const PieceFields& fields, const SolidFields& solid,
                        result::CaseResult& out) {
  Eigen::Index node = 0;
  const double largest = fields.von_mises.maxCoeff(&node);
  const double* place = solid.points.data() + 3 * node;
  out.scalars.push_back(
      {fmt::format("max_von_mises_{}", body), largest, "Pa",
       fmt::format("largest von Mises stress in the {}, at x = {:.3g}, y = {:.4g}, z = {:.3g} mm",
                   body, 1e3 * place[0], 1e3 * place[1], 1e3 * place[2])});
}

void add_solids(const profile::WheelRailPair& pair, Side side,
                const differential::ElasticPair& bodies,
                const differential::ElasticContact& contact, const profile::WheelsetPose& pose,
                result::CaseResult& out) {
  const PieceFields wheel = piece_fields(bodies.wheel, contact.wheel_forces());
  const PieceFields rail = piece_fields(bodies.rail, contact.rail_forces());
  out.solids = {solid_of("wheel", "Stresses in the wheel", bodies.wheel, wheel, side,
                         wheel_placement(pair, side, pose)),
                solid_of("rail", "Stresses in the rail", bodies.rail, rail, side,
                         rail_placement(pair, side))};
  add_largest_stress("wheel", wheel, out.solids[0], out);
  add_largest_stress("rail", rail, out.solids[1], out);
}

// ---- the points that touch ----

void mirror(std::vector<TouchingPoint>& points) {
  for (TouchingPoint& point : points) {
    for (Eigen::Vector3d* vector : {&point.position, &point.normal, &point.traction, &point.slip}) {
      vector->y() = -vector->y();
    }
  }
}

result::Table point_table(const std::vector<TouchingPoint>& points) {
  using Row = TouchingPoint;
  static constexpr RowColumn<Row> k_columns[] = {
      {"x", "m", [](const Row& r) { return r.position.x(); }},
      {"y", "m", [](const Row& r) { return r.position.y(); }},
      {"height", "m", [](const Row& r) { return -r.position.z(); }},
      {"pressure", "Pa", [](const Row& r) { return r.pressure; }},
      {"traction_x", "Pa", [](const Row& r) { return r.traction.x(); }},
      {"traction_y", "Pa", [](const Row& r) { return r.traction.y(); }},
      {"traction_z", "Pa", [](const Row& r) { return r.traction.z(); }},
      {"slip_x", "m/s", [](const Row& r) { return r.slip.x(); }},
      {"slip_y", "m/s", [](const Row& r) { return r.slip.y(); }},
      {"slip_z", "m/s", [](const Row& r) { return r.slip.z(); }},
      {"area", "m2", [](const Row& r) { return r.weight; }},
      {"penetration", "m", [](const Row& r) { return r.penetration; }},
      {"wheel_y", "m", [](const Row& r) { return r.wheel_y; }},
      {"rail_y", "m", [](const Row& r) { return r.rail_y; }},
      {"patch", "", [](const Row& r) { return r.patch + 1.0; }}};
  result::Table table = row_table<Row>("contact_points", "Points that touch", k_columns,
                                       std::span<const Row>(points));
  table.look = result::Table::Look::file_only;
  return table;
}

/// Which points share a face of the wheel's surface with each of them.
std::vector<std::vector<std::size_t>> touching_neighbours(
    const differential::ContactSurface& surface, const std::vector<TouchingPoint>& points) {
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> point_of(as_size(static_cast<int>(surface.nodes.cols())), none);
  for (std::size_t i = 0; i < points.size(); ++i) point_of[as_size(points[i].node)] = i;
  std::vector<std::vector<std::size_t>> neighbours(points.size());
  const int first = surface.faces.cols() == 3 ? 0 : 3;  // middles of the sides of quadratic ones
  for (Eigen::Index f = 0; f < surface.faces.rows(); ++f) {
    for (int a = first; a < first + 3; ++a) {
      for (int b = first; b < first + 3; ++b) {
        const std::size_t i = point_of[as_size(surface.faces(f, a))];
        const std::size_t j = point_of[as_size(surface.faces(f, b))];
        if (a != b && i != none && j != none) neighbours[i].push_back(j);
      }
    }
  }
  for (std::vector<std::size_t>& some : neighbours) {
    std::ranges::sort(some);
    some.erase(std::unique(some.begin(), some.end()), some.end());
  }
  return neighbours;
}

/// Largest mean pressure over a node and those around it.
double mean_peak(const differential::ContactSurface& surface,
                 const std::vector<TouchingPoint>& points) {
  const std::vector<std::vector<std::size_t>> neighbours = touching_neighbours(surface, points);
  double peak = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    double force = points[i].weight * points[i].pressure;
    double area = points[i].weight;
    for (const std::size_t j : neighbours[i]) {
      force += points[j].weight * points[j].pressure;
      area += points[j].weight;
    }
    peak = std::max(peak, force / area);
  }
  return peak;
}

void tell_rough_peak(double peak, double mean, double fine_size, result::CaseResult& out) {
  if (!(peak > (1 + k_rough_peak) * mean)) return;
  out.notes.push_back(fmt::format(
      "The peak pressure of {:.4g} MPa is that of one node, {:.3g} % above the mean of it and its "
      "neighbours: elements of {:.3g} mm resolve it no better. A smaller differential.fine_size "
      "brings the two together.",
      peak / 1e6, 100 * (peak / mean - 1), 1e3 * fine_size));
}

void add_contact(const differential::ElasticContactSolution& solution, const ElasticPiece& wheel,
                 result::CaseResult& out) {
  double normal_force = 0;
  double area = 0;
  double peak = 0;
  for (const TouchingPoint& point : solution.points) {
    normal_force += point.weight * point.pressure;
    area += point.weight;
    peak = std::max(peak, point.pressure);
  }
  const double mean = mean_peak(wheel.surface, solution.points);
  out.elements = {{"contact", static_cast<long long>(solution.points.size())}};
  out.scalars = {
      {"normal_force", normal_force, "N", "normal force"},
      {"peak_pressure", peak, "Pa", "peak pressure, largest of all nodes"},
      {"mean_peak_pressure", mean, "Pa", "largest mean pressure of a node and those around it"},
      {"contact_area", area, "m2", "contact area"},
      {"contact_patches", static_cast<double>(solution.n_patches), "",
       "parts of the contact that nothing joins"},
      {"penetration_share", solution.penetration_share, "",
       "largest overlap of the deformed bodies over that of the undeformed ones"}};
  if (solution.points.empty()) return;
  tell_rough_peak(peak, mean, wheel.settings.fine_size, out);
  out.tables = {point_table(solution.points)};
}

void add_number(result::CaseResult& out, const char* name, double value, const char* meaning) {
  out.scalars.push_back({name, value, "", meaning});
}

}  // namespace

result::CaseResult elastic_fields(const profile::WheelRailPair& pair, Side side,
                                  const wheel_rail::DifferentialModelSettings& settings,
                                  const profile::WheelsetMotion& motion, std::string title) {
  differential::ElasticContact contact(pair, settings.bodies, settings.contact);
  differential::ElasticContactSolution solution;
  const profile::WheelsetMotion as_right = side == Side::left ? mirrored(motion) : motion;
  contact.evaluate(as_right, solution);
  if (side == Side::left) mirror(solution.points);
  result::CaseResult out;
  out.title = std::move(title);
  out.ok = solution.status == SolveStatus::converged;
  out.status = to_string(solution.status);
  add_contact(solution, settings.bodies->wheel, out);
  if (!solution.points.empty()) {
    if (solution.points.size() < k_few_nodes) {
      out.notes.push_back(
          fmt::format("Only {} nodes touch: forces along the surface are rough. Make "
                      "differential.fine_size smaller.",
                      solution.points.size()));
    }
    add_solids(pair, side, *settings.bodies, contact, as_right.pose, out);
  }
  return out;
}

differential::ContactCounts total(const differential::ContactCounts& a,
                                  const differential::ContactCounts& b) {
  differential::ContactCounts sum;
  sum.problems = a.problems + b.problems;
  sum.newton = a.newton + b.newton;
  sum.linear = a.linear + b.linear;
  sum.factors = a.factors + b.factors;
  sum.backtracks = a.backtracks + b.backtracks;
  sum.rescued = a.rescued + b.rescued;
  sum.failed = a.failed + b.failed;
  sum.unknowns = a.unknowns + b.unknowns;
  sum.largest_penetration = std::max(a.largest_penetration, b.largest_penetration);
  return sum;
}

void add_contact_work(const differential::ContactCounts& counts,
                      const differential::ElasticContactSettings& settings,
                      const CaseContact& contact, result::CaseResult& out) {
  out.notes.insert(out.notes.end(), contact.notes.begin(), contact.notes.end());
  if (const auto* model = std::get_if<wheel_rail::DifferentialModelSettings>(&contact.settings)) {
    out.notes.push_back(fmt::format(
        "Peak pressures are those of single nodes, which scatter about their neighbours' mean. "
        "With "
        "elements of {:.3g} mm where contact can be, the largest may be up to a quarter above that "
        "of half-spaces. Make differential.fine_size smaller where peak pressures matter; forces "
        "and areas are sums over all nodes and do not have this error.",
        1e3 * model->bodies->wheel.settings.fine_size));
  }
  const auto number = [](long long n) { return static_cast<double>(n); };
  out.scalars.push_back({"preparation_time", contact.preparation_time, "s",
                         "time to make or read the elastic bodies"});
  add_number(out, "elastic_contact_problems", number(counts.problems),
             "problems of elastic contact, those for the start and for records included");
  add_number(out, "newton_iterations", number(counts.newton), "Newton iterations of them all");
  add_number(out, "linear_iterations", number(counts.linear),
             "iterations of linear solvers of them all");
  add_number(out, "contact_factorisations", number(counts.factors),
             "LU factorisations of them all");
  if (counts.problems > 0) {
    add_number(out, "contact_unknowns", number(counts.unknowns) / number(counts.problems),
               "unknowns of a problem, in the mean");
  }
  add_number(out, "largest_penetration_share", counts.largest_penetration,
             "largest overlap of the deformed bodies over that of the undeformed ones");
  if (counts.largest_penetration > settings.largest_penetration) {
    out.notes.push_back(fmt::format(
        "The penalty of {:.3g} N/m3 is small: deformed, wheel and rail overlap by up to {:.3g} % "
        "of how much they do undeformed, more than the {:.3g} % that differential."
        "largest_penetration allows. Make differential.penalty larger.",
        settings.penalty, 100 * counts.largest_penetration, 100 * settings.largest_penetration));
  }
  if (counts.failed > 0) {
    add_number(out, "unconverged_elastic_contact_problems", number(counts.failed),
               "of them did not converge");
    out.notes.push_back(fmt::format(
        "{} of {} problems of elastic contact, trial motions included, did not converge; their "
        "last iterates were taken. "
        "Allow more iterations (differential.max_iterations), or take another penalty.",
        counts.failed, counts.problems));
  }
}

}  // namespace tread::study
