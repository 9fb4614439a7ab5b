#include "tread/study/thesis_chapter_4.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "tread/core/shape.hpp"
#include "tread/reference/hertz.hpp"
#include "tread/reference/sphere.hpp"
#include "tread/study/remark.hpp"

namespace tread::study {
namespace {

constexpr double k_ball_radius = 0.1;  // of the ball, m

// The solver's residual is relative to the displacement: the forces are then good to seven digits.
constexpr double k_tolerance = 1e-8;

BodyPair rubber_and_rigid_ball() { return {Material::from_young(1.5e8, 0.5), Material::rigid()}; }

/// Solves many problems with one workspace and remembers the first that did not converge.
class Solver {
 public:
  explicit Solver(Observer& observer) : stop_only_(observer) {
    options_.tolerance = k_tolerance;
    options_.observer = &stop_only_;
  }

  contact::NormalSolution solve(const contact::NormalProblem& problem) {
    contact::NormalSolution solution = contact::solve_normal(problem, options_, workspace_);
    if (status_ == SolveStatus::converged) status_ = solution.status;
    return solution;
  }

  SolveStatus status() const { return status_; }

 private:
  StopOnly stop_only_;
  contact::NormalOptions options_;
  contact::NormalWorkspace workspace_;
  SolveStatus status_ = SolveStatus::converged;
};

constexpr double k_margin = 1.2;

/// n x n elements over the contact that Hertz expects, and a margin.
Grid grid_around_contact(int n, double approach) {
  const double size = k_margin * 2 * std::sqrt(k_ball_radius * approach);
  return centred_grid(n, n, size, size);
}

contact::NormalProblem pressed_in(const Shape& shape, const Grid& grid, const BodyPair& bodies,
                                  double approach) {
  return {grid, bodies, undeformed_distance(shape, grid), contact::Prescribed::approach, approach};
}

ReproducedRow in_newton(std::string what, double force, std::string why) {
  return {std::move(what), std::nullopt, force, "N", std::move(why)};
}

ReproducedRow in_percent(std::string what, double fraction, std::string why) {
  return {std::move(what), std::nullopt, 100 * fraction, "%", std::move(why)};
}

// ---- figure 4.2

enum class Mesh { file, listing, fine };
enum class Body { sphere, paraboloid };

constexpr double k_approach_step = 0.5e-3;  // m
constexpr int k_n_approaches = 40;          // up to 20 mm, a fifth of the radius
constexpr int k_n_on_file_mesh = 10;        // up to 5 mm, the file's own; from 6 mm on the contact
                                            // reaches the edge of that mesh

double approach_of(int i) { return (i + 1) * k_approach_step; }
int index_of(double approach) {
  return static_cast<int>(std::lround(approach / k_approach_step)) - 1;
}

int n_approaches(Mesh mesh) { return mesh == Mesh::file ? k_n_on_file_mesh : k_n_approaches; }

constexpr double k_file_cell = 5e-3;  // m
constexpr double k_listing_cell = 10e-3;

std::string mesh_name(Mesh mesh) {
  if (mesh == Mesh::fine) return "fine mesh";
  return mesh == Mesh::file ? fmt::format("{:g} mm mesh of 4.5.3", 1e3 * k_file_cell)
                            : fmt::format("{:g} mm mesh of A.2", 1e3 * k_listing_cell);
}

std::string_view body_name(Body body) { return body == Body::sphere ? "sphere" : "paraboloid"; }

Shape shape_of(Body body) {
  if (body == Body::sphere) return Sphere{k_ball_radius};
  return Paraboloid{k_ball_radius, k_ball_radius};
}

Grid grid_of(Mesh mesh, double approach) {
  switch (mesh) {
    case Mesh::file:
      return centred_grid(11, 11, 11 * k_file_cell, 11 * k_file_cell);
    case Mesh::listing:
      return centred_grid(11, 11, 11 * k_listing_cell, 11 * k_listing_cell);
    case Mesh::fine:
      return grid_around_contact(100, approach);
  }
  return {};
}

struct Series {
  Mesh mesh;
  Body body;
  std::vector<double> forces;  // one per approach_of(i)

  std::string name() const { return fmt::format("{}, {}", body_name(body), mesh_name(mesh)); }
};

/// All that the figure's rows are made of.
struct Figure {
  double contact_modulus = 0;
  std::vector<Series> series;
  double force_off_the_mesh = 0;  // sphere on the file's mesh where the contact reaches its edge

  double hertz(double approach) const {
    return reference::hertz_circle_from_approach(approach, k_ball_radius, contact_modulus).force;
  }
  double true_sphere(double approach) const {
    return reference::true_sphere_from_approach(approach, k_ball_radius, contact_modulus).force;
  }
  const Series& of(Mesh mesh, Body body) const {
    return *std::ranges::find_if(series,
                                 [&](const Series& s) { return s.mesh == mesh && s.body == body; });
  }
  /// Relative to Hertz.
  double difference(const Series& s, double approach) const {
    return s.forces[static_cast<std::size_t>(index_of(approach))] / hertz(approach) - 1;
  }
  double largest_difference(const Series& s, double from, double to) const {
    double largest = 0;
    for (int i = index_of(from); i <= index_of(to); ++i) {
      largest = std::max(largest, std::abs(difference(s, approach_of(i))));
    }
    return largest;
  }
};

constexpr double k_small = 0.5e-3;  // approaches the rows are about, m
constexpr double k_of_file = 5e-3;
constexpr double k_off_file_mesh = 10e-3;
constexpr double k_deep = 15e-3;
constexpr double k_large = 20e-3;

Figure compute_figure(Solver& solver, Observer& observer) {
  const BodyPair bodies = rubber_and_rigid_ball();
  Figure figure;
  figure.contact_modulus = contact_modulus(bodies);
  int n_done = 0;
  for (const Mesh mesh : {Mesh::file, Mesh::listing, Mesh::fine}) {
    for (const Body body : {Body::sphere, Body::paraboloid}) {
      Series series{mesh, body, {}};
      for (int i = 0; i < n_approaches(mesh); ++i) {
        const double approach = approach_of(i);
        const Grid grid = grid_of(mesh, approach);
        series.forces.push_back(
            solver.solve(pressed_in(shape_of(body), grid, bodies, approach)).force);
        if (solver.status() != SolveStatus::converged) return figure;
      }
      figure.series.push_back(std::move(series));
      observer.on_progress(++n_done / 6.0, "force over approach");
    }
  }
  figure.force_off_the_mesh =
      solver
          .solve(pressed_in(shape_of(Body::sphere), grid_of(Mesh::file, k_off_file_mesh), bodies,
                            k_off_file_mesh))
          .force;
  return figure;
}

std::string why_different(Mesh mesh, Body body, double approach) {
  if (mesh == Mesh::fine && body == Body::sphere) {
    return fmt::format(
        "shape alone: away from the pole the ball is steeper than Hertz' paraboloid, "
        "expected -delta/(10 R) = {:.2f} %",
        -100 * approach / (10 * k_ball_radius));
  }
  if (mesh == Mesh::fine) return "Hertz' own problem: what a fine mesh leaves";
  const double n_elements =
      std::sqrt(k_ball_radius * approach) / grid_of(mesh, approach).dx;  // in the contact radius
  return fmt::format("{}: the contact's radius is {:.1f} elements",
                     body == Body::sphere ? "shape and mesh" : "mesh alone", n_elements);
}

void add_rows_at(double approach, const Figure& figure, std::vector<ReproducedRow>& rows) {
  const std::string at = fmt::format("{:g} mm", 1e3 * approach);
  rows.push_back(
      in_newton(at + ": force, Hertz", figure.hertz(approach), "4/3 E* sqrt(R) delta^1.5"));
  for (const Series& series : figure.series) {
    if (index_of(approach) >= n_approaches(series.mesh)) continue;
    rows.push_back(in_percent(fmt::format("{}: {}, from Hertz", at, series.name()),
                              figure.difference(series, approach),
                              why_different(series.mesh, series.body, approach)));
  }
}

/// How far the two lines of the plot are apart, in parts of its highest force.
double visible_distance(const Series& series, const Figure& figure) {
  double largest = 0;
  for (std::size_t i = 0; i < series.forces.size(); ++i) {
    const double hertz = figure.hertz(approach_of(static_cast<int>(i)));
    largest = std::max(largest, std::abs(series.forces[i] - hertz));
  }
  return largest / figure.hertz(approach_of(n_approaches(series.mesh) - 1));
}

/// "20 mm".
std::string in_mm(double approach) { return fmt::format("{:g} mm", 1e3 * approach); }

void add_rows_on_the_mesh(const Figure& figure, std::vector<ReproducedRow>& rows) {
  const Series& mesh_alone = figure.of(Mesh::listing, Body::paraboloid);
  const std::string on_listing = ", " + mesh_name(Mesh::listing);
  const double at_small = figure.largest_difference(mesh_alone, k_small, k_of_file);
  const double at_large = figure.largest_difference(mesh_alone, k_deep, k_large);
  rows.push_back(in_percent(
      fmt::format("mesh alone, largest up to {}{}", in_mm(k_of_file), on_listing), at_small,
      "the text makes the mesh the reason for the growth; as a part of the force it is largest "
      "where the contact is a few elements wide, at small approaches"));
  const bool turns =
      figure.difference(mesh_alone, k_small) * figure.difference(mesh_alone, k_large) < 0;
  rows.push_back(in_percent(fmt::format("mesh alone, largest from {:g} to {}{}", 1e3 * k_deep,
                                        in_mm(k_large), on_listing),
                            at_large,
                            fmt::format("it {} as the contact covers more elements{}",
                                        at_large < at_small ? "shrinks" : "grows",
                                        turns ? ", and changes its sign" : "")));
  const double hertz = figure.hertz(k_large);
  const double by_mesh = mesh_alone.forces.back() - hertz;
  const double by_shape = figure.true_sphere(k_large) - hertz;
  rows.push_back(
      in_newton(fmt::format("mesh alone at {}{}, from Hertz", in_mm(k_large), on_listing), by_mesh,
                "in newtons, as a plot shows it, the mesh's part grows too"));
  rows.push_back(
      in_newton(fmt::format("shape alone at {}, closed form, from Hertz", in_mm(k_large)), by_shape,
                fmt::format("but the shape's part is {:.1f} times as large, and of {} sign",
                            std::abs(by_shape / by_mesh),
                            by_shape * by_mesh < 0 ? "the other" : "the same")));
}

void add_rows_on_the_text(const Figure& figure, std::vector<ReproducedRow>& rows) {
  for (const Mesh mesh : {Mesh::file, Mesh::listing}) {
    const Series& sphere = figure.of(mesh, Body::sphere);
    const double gap = visible_distance(sphere, figure);
    rows.push_back(in_percent(
        fmt::format("solver agrees with Hertz: gap in the plot, {}", mesh_name(mesh)), gap,
        checked("stated in the text", gap < 0.05) +
            ": the largest distance of the two lines, as a part of the highest force "
            "drawn"));
  }
  const Series& fine_sphere = figure.of(Mesh::fine, Body::sphere);
  const double growth =
      figure.difference(fine_sphere, k_large) / figure.difference(fine_sphere, k_of_file);
  rows.push_back(
      {fmt::format("difference grows with penetration: {} over {}, fine mesh", in_mm(k_large),
                   in_mm(k_of_file)),
       std::nullopt, growth, "",
       checked(fmt::format("stated in the text: it grows; in proportion to the approach, which is "
                           "{:g} times as large",
                           k_large / k_of_file),
               std::abs(growth * k_of_file / k_large - 1) < 0.05)});
  add_rows_on_the_mesh(figure, rows);
  rows.push_back(in_percent(
      fmt::format("finer mesh: sphere at {}, from the sphere's closed form", in_mm(k_large)),
      fine_sphere.forces.back() / figure.true_sphere(k_large) - 1,
      "the text expects a finer mesh to bring the result closer; for the ball it leads to "
      "Sneddon's solution, and the difference from Hertz stays"));
  const double hertz = figure.hertz(k_off_file_mesh);
  rows.push_back(in_percent(
      fmt::format("contact off the mesh: sphere at {}, {}, from Hertz", in_mm(k_off_file_mesh),
                  mesh_name(Mesh::file)),
      figure.force_off_the_mesh / hertz - 1,
      fmt::format("a third reason, if the figure was drawn with this mesh so far: the contact "
                  "outgrows it; the shape alone makes {:.2g} % here",
                  100 * (figure.true_sphere(k_off_file_mesh) / hertz - 1))));
}

void add_figure_curves(const Figure& figure, std::vector<ReproducedCurve>& curves) {
  const std::string x_label = "approach [m]";
  const auto add = [&](const std::string& name, std::size_t n, auto&& force_at) {
    ReproducedCurve force{name, x_label, "force [N]", {}, {}};
    ReproducedCurve difference{name, x_label, "difference from Hertz [%]", {}, {}};
    for (std::size_t i = 0; i < n; ++i) {
      const double approach = approach_of(static_cast<int>(i));
      force.x.push_back(approach);
      force.y.push_back(force_at(i));
      difference.y.push_back(100 * (force.y.back() / figure.hertz(approach) - 1));
    }
    difference.x = force.x;
    curves.push_back(std::move(force));
    curves.push_back(std::move(difference));
  };
  add("Hertz", k_n_approaches,
      [&](std::size_t i) { return figure.hertz(approach_of(static_cast<int>(i))); });
  for (const Series& series : figure.series) {
    add(series.name(), series.forces.size(), [&](std::size_t i) { return series.forces[i]; });
  }
}

// ---- the file of section 4.5.3

constexpr int k_half_file_grid = 5;

// Penetration of the element i columns and j <= i rows away from the middle one, m, as printed.
constexpr std::array<std::array<double, k_half_file_grid + 1>, k_half_file_grid + 1>
    k_printed_penetrations{{
        {-5.0000e-03},
        {-4.8749e-03, -4.7497e-03},
        {-4.4987e-03, -4.3730e-03, -3.9949e-03},
        {-3.8686e-03, -3.7421e-03, -3.3616e-03, -2.7241e-03},
        {-2.9796e-03, -2.8519e-03, -2.4679e-03, -1.8246e-03, -9.1663e-04},
        {-1.8246e-03, -1.6954e-03, -1.3068e-03, -6.5563e-04, 2.6352e-04, 1.4586e-03},
    }};

double printed_penetration(int i, int j) {
  const int columns = std::abs(i - k_half_file_grid);
  const int rows = std::abs(j - k_half_file_grid);
  const auto far = static_cast<std::size_t>(std::max(columns, rows));
  const auto near = static_cast<std::size_t>(std::min(columns, rows));
  return k_printed_penetrations[far][near];
}

/// The same grid with its origin at the deepest element, where the ball's pole is.
Grid centred_on_deepest(const contact::NormalProblem& problem) {
  const auto deepest = std::ranges::min_element(problem.distance) - problem.distance.begin();
  Grid grid = problem.grid;
  grid.x0 = -static_cast<double>(deepest % grid.nx) * grid.dx;
  grid.y0 = -static_cast<double>(deepest / grid.nx) * grid.dy;
  return grid;
}

}  // namespace

Reproduction thesis_fig_4_2(Observer& observer) {
  Solver solver(observer);
  const Figure figure = compute_figure(solver, observer);
  Reproduction reproduction;
  reproduction.status = solver.status();
  if (reproduction.status != SolveStatus::converged) return reproduction;
  for (const double approach : {k_small, k_of_file, k_large}) {
    add_rows_at(approach, figure, reproduction.rows);
  }
  add_rows_on_the_text(figure, reproduction.rows);
  add_figure_curves(figure, reproduction.curves);
  return reproduction;
}

contact::NormalProblem thesis_file_4_5_3_problem() {
  // The file gives the lower left corner as (-0.028, -0.03): listing A.1 rounds -0.0275 to three
  // and to two decimals. Where the grid lies changes nothing.
  const double size = 5e-3;
  const int n = 2 * k_half_file_grid + 1;
  contact::NormalProblem problem;
  problem.grid = {n, n, -0.028 + 0.5 * size, -0.03 + 0.5 * size, size, size};
  problem.bodies = {Material{5e7, 0.5}, Material{1e20, 0.5}};
  problem.prescribed = contact::Prescribed::approach;
  problem.value = 0;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) problem.distance.push_back(printed_penetration(i, j));
  }
  return problem;
}

Reproduction thesis_file_4_5_3(const contact::NormalProblem& printed, Observer& observer) {
  const double approach = printed.value - *std::ranges::min_element(printed.distance);
  const double modulus = contact_modulus(printed.bodies);
  const int n_fine = 200;
  Solver solver(observer);
  const contact::NormalSolution as_printed = solver.solve(printed);
  observer.on_progress(1.0 / 3, "file as printed");
  const double same_grid = solver
                               .solve(pressed_in(Sphere{k_ball_radius}, centred_on_deepest(printed),
                                                 printed.bodies, approach))
                               .force;
  observer.on_progress(2.0 / 3, "sphere on the file's grid");
  const double refined =
      solver
          .solve(pressed_in(Sphere{k_ball_radius}, grid_around_contact(n_fine, approach),
                            printed.bodies, approach))
          .force;
  observer.on_progress(1, "sphere on a refined grid");
  const double closed_form =
      reference::true_sphere_from_approach(approach, k_ball_radius, modulus).force;
  const double hertz =
      reference::hertz_circle_from_approach(approach, k_ball_radius, modulus).force;

  Reproduction reproduction;
  reproduction.status = solver.status();
  if (reproduction.status != SolveStatus::converged) return reproduction;
  reproduction.rows = {
      in_newton(
          "force, penetrations as printed", as_printed.force,
          fmt::format("{} numbers of five digits, elements of {:g} mm; the thesis prints no result "
                      "of this file",
                      printed.grid.n_cells(), 1e3 * printed.grid.dx)),
      {"elements in contact, as printed", std::nullopt, static_cast<double>(as_printed.n_contact),
       "", fmt::format("of {}", printed.grid.n_cells())},
      in_newton("force, exact sphere on the same grid", same_grid,
                "the file's numbers before they were rounded to five digits"),
      in_newton(fmt::format("force, sphere on {0} x {0} elements", n_fine), refined,
                fmt::format("over {:g} times the contact: the mesh's part is {:.1g} %", k_margin,
                            100 * (refined / closed_form - 1))),
      in_newton("force, sphere in closed form", closed_form, "Sneddon: where refinement leads"),
      in_newton("force, Hertz", hertz, "4/3 E* sqrt(R) delta^1.5, for the paraboloid r^2/(2R)"),
      in_percent("mesh alone: as printed from the sphere's closed form",
                 as_printed.force / closed_form - 1,
                 fmt::format("the contact's radius is {:.1f} elements",
                             std::sqrt(k_ball_radius * approach) / printed.grid.dx)),
      in_percent(
          "shape alone: sphere's closed form from Hertz", closed_form / hertz - 1,
          fmt::format("the ball is steeper than its paraboloid: about -delta/(10 R) = {:.2g} %",
                      -100 * approach / (10 * k_ball_radius))),
      in_percent(
          "both: as printed from Hertz", as_printed.force / hertz - 1,
          "mesh and shape nearly cancel: agreement with Hertz here says little about either"),
  };
  return reproduction;
}

}  // namespace tread::study
