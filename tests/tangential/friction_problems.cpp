#include "tangential/friction_problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/reference/hertz.hpp"

namespace tread::contact::test {
namespace {

constexpr double k_pi = 3.14159265358979323846;

/// What contact and material make of a unit of creepage.
struct Scales {
  double friction_force = 0;  // μ Fn, N
  double creepage = 0;        // where sliding begins, about
  double shift = 0;           // m
  double length = 0;          // mean radius of the contact, m
};

BodyPair random_bodies(Random& random) {
  const Material upper{random.magnitude(1e9, 1e11), random.uniform(0, 0.5)};
  const int kind = random.integer(0, 2);
  if (kind == 0) return {upper, upper};
  Material lower{upper.shear_modulus * random.magnitude(1, 100), random.uniform(0, 0.5)};
  return kind == 1 ? BodyPair{upper, lower} : BodyPair{lower, upper};
}

/// Mostly coarse: fine grids take the time.
int cells_across(Random& random) {
  return 20 + static_cast<int>(std::pow(random.uniform(0, 1), 4) * 61);
}

double shear_modulus(const BodyPair& bodies) { return 1 / (k_pi * compliance_of(bodies).shear); }

NormalProblem random_ellipse(Random& random, Scales& scales) {
  const BodyPair bodies = random_bodies(random);
  const double ratio = random.magnitude(0.1, 10);
  const double length = random.magnitude(1e-3, 1e-2);
  const reference::SemiAxes axes{length * std::sqrt(ratio), length / std::sqrt(ratio)};
  const double peak = 1e-2 * contact_modulus(bodies);
  const double force = 2.0 / 3 * k_pi * axes.x * axes.y * peak;
  const reference::HertzEllipse hertz =
      reference::hertz_ellipse_from_axes_and_force(axes, force, contact_modulus(bodies));
  const double margin = random.uniform(1.0, 1.4);
  const int nx = cells_across(random);
  const int ny = cells_across(random);
  const double wide_x = margin * (1 + 2.0 / nx);
  const double wide_y = margin * (1 + 2.0 / ny);
  const Grid grid = centred_grid(static_cast<int>(std::ceil(nx * wide_x)),
                                 static_cast<int>(std::ceil(ny * wide_y)), 2 * axes.x * wide_x,
                                 2 * axes.y * wide_y);
  const NormalProblem problem = problem_on(grid, bodies, [&](double x, double y) {
    return hertz.curvatures.x * x * x + hertz.curvatures.y * y * y;
  });
  scales.friction_force = force;
  scales.length = length;
  scales.creepage = force / (4 * shear_modulus(bodies) * axes.x * axes.y);
  scales.shift = force / (2 * shear_modulus(bodies) * length);
  if (random.integer(0, 3) == 0) return with_approach(problem, hertz.approach);
  return with_force(problem, force);
}

NormalProblem random_strip(Random& random, Scales& scales) {
  const BodyPair bodies = random_bodies(random);
  const double half_width = random.magnitude(1e-3, 1e-2);
  const double peak = 1e-2 * contact_modulus(bodies);
  const double radius = contact_modulus(bodies) * half_width / (2 * peak);
  const double force = k_pi / 2 * half_width * peak;
  const double wide = random.uniform(1.1, 1.5);
  const int n = static_cast<int>(std::ceil(random.integer(20, 80) * wide));
  NormalProblem problem = problem_on(centred_grid(n, 1, 2 * wide * half_width, 1), bodies,
                                     [&](double x, double) { return x * x / (2 * radius); });
  problem.line_datum = 100 * half_width;
  scales.friction_force = force;
  scales.length = half_width;
  scales.creepage = 0.5 * half_width / radius;
  scales.shift = force / shear_modulus(bodies);
  return with_force(problem, force);
}

/// Creepages or forces from almost nothing to sliding.
void prescribe(Random& random, const Scales& scales, double unit, bool strip,
               FrictionTrial& trial) {
  Kinematics& k = trial.problem.kinematics;
  const double level = unit * random.magnitude(0.01, 10);
  const double angle = random.uniform(0, 2 * k_pi);
  const double turned = random.uniform(0, k_pi / 2);  // from pure creep to pure spin
  const int spin_kind = random.integer(0, 3);
  const double share = spin_kind == 0 ? 0 : spin_kind == 1 ? 1 : std::sin(turned);
  const double rest = std::sqrt(1 - share * share);
  k.x = given_creepage(level * rest * std::cos(angle));
  k.y = given_creepage(level * rest * std::sin(angle));
  k.spin = strip ? 0 : 2 * level * share / scales.length * (random.integer(0, 1) == 0 ? 1 : -1);
  const int forces = random.integer(0, 5);
  if (trial.problem.normal.prescribed == Prescribed::approach) return;
  const double part =
      random.integer(0, 2) == 0 ? random.uniform(0.9, 0.99) : random.uniform(0, 0.99);
  const double size = part * scales.friction_force;
  if (forces == 0) k.x = given_force(size);
  if (forces == 1) k.y = given_force(-size);
  if (forces == 2) {
    k.x = given_force(size * std::cos(angle));
    k.y = given_force(size * std::sin(angle));
  }
}

/// A step of rolling, or of shift, after one that left tractions behind.
void add_history(Random& random, const Scales& scales, bool strip, FrictionTrial& trial) {
  const Grid& grid = trial.problem.normal.grid;
  const bool rolls = random.integer(0, 3) != 0;
  const double part = random.integer(0, 1) == 0 ? 1 : random.uniform(0.05, 1);
  const Path cell = steady_path(grid, trial.problem.rolling.direction);
  trial.step = Step{rolls ? part * cell.length : 0, 0.5, 0};
  trial.path = rolls ? Path{part * cell.length, 0.5, {0, 0}} : Path{};
  const double unit = rolls ? scales.creepage * random.magnitude(0.1, 10) : scales.shift;

  FrictionTrial first = trial;
  first.problem.normal.value *= random.uniform(0.8, 1.1);
  first.step.reset();
  first.path = {};
  first.problem.motion = Motion::shift;
  prescribe(random, scales, scales.shift, strip, first);
  for (Given* given : {&first.problem.kinematics.x, &first.problem.kinematics.y}) {
    if (given->kind == Given::Kind::force) given->value *= 0.75;  // the load may be smaller
  }
  FrictionalWorkspace workspace;
  const FrictionalSolution before = solve(first, {}, workspace);
  const SurfaceDisplacement u(first.problem.normal, 0, before.normal.pressure, before.traction);
  const std::array<double, 2> ahead =
      rolls ? std::array<double, 2>{part * cell.cells[0], part * cell.cells[1]}
            : std::array<double, 2>{0, 0};
  trial.history.displacement.resize(grid.n_cells());
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const auto [x, y] = u.at(i, j, ahead);
      trial.history.displacement.x[grid.index(i, j)] = x;
      trial.history.displacement.y[grid.index(i, j)] = y;
    }
  }
  trial.history.cells = before.cells;
  prescribe(random, scales, unit, strip, trial);
}

}  // namespace

FrictionalProblem like_bodies(const NormalProblem& normal, double coefficient, Motion motion) {
  FrictionalProblem problem;
  problem.normal = normal;
  problem.friction.law = CoulombFriction{coefficient, coefficient};
  problem.motion = motion;
  return problem;
}

FrictionTrial random_trial(Random& random) {
  FrictionTrial trial;
  Scales scales;
  const bool strip = random.integer(0, 7) == 0;
  const NormalProblem normal =
      strip ? random_strip(random, scales) : random_ellipse(random, scales);
  trial.coefficient = random.magnitude(0.05, 1);
  for (double* scale : {&scales.friction_force, &scales.creepage, &scales.shift}) {
    *scale *= trial.coefficient;
  }
  trial.problem = like_bodies(normal, trial.coefficient, Motion::shift);
  const int turn = random.integer(0, 7);
  trial.problem.rolling.direction = strip      ? (turn % 2 == 0 ? 0 : k_pi)
                                    : turn < 4 ? turn * k_pi / 2
                                               : random.uniform(-k_pi, k_pi);
  trial.problem.rolling.speed = random.uniform(0.5, 50);
  const int kind = random.integer(0, 2);
  if (kind == 0) {
    prescribe(random, scales, scales.shift, strip, trial);
  } else if (kind == 1) {
    trial.problem.motion = Motion::steady_rolling;
    trial.path = steady_path(normal.grid, trial.problem.rolling.direction);
    prescribe(random, scales, scales.creepage, strip, trial);
  } else {
    trial.problem.motion = Motion::steady_rolling;
    add_history(random, scales, strip, trial);
  }
  const Kinematics& k = trial.problem.kinematics;
  const auto text = [](const Given& given) {
    return fmt::format("{} {:.4g}", given.kind == Given::Kind::force ? "force" : "creepage",
                       given.value);
  };
  trial.name = fmt::format(
      "{} on {} x {} cells, dy/dx {:.3g}, {} materials (G {:.3g} {:.3g}, nu {:.3g} {:.3g}), mu "
      "{:.3g}, direction {:.4g}, x {}, y {}, spin {:.4g}",
      kind == 0   ? "shift"
      : kind == 1 ? "steady"
                  : "step",
      normal.grid.nx, normal.grid.ny, normal.grid.dy / normal.grid.dx,
      compliance_of(normal.bodies).coupling == 0 ? "like" : "unlike",
      normal.bodies.upper.shear_modulus, normal.bodies.lower.shear_modulus,
      normal.bodies.upper.poisson_ratio, normal.bodies.lower.poisson_ratio, trial.coefficient,
      trial.problem.rolling.direction, text(k.x), text(k.y), k.spin);
  return trial;
}

FrictionalSolution solve(const FrictionTrial& trial, const FrictionalOptions& options,
                         FrictionalWorkspace& workspace) {
  if (!trial.step) return solve_frictional(trial.problem, options, workspace);
  FrictionalSolution solution;
  solve_step(trial.problem, *trial.step, trial.history, options, workspace, solution, Start::cold);
  return solution;
}

FrictionBalance balance_of(const FrictionTrial& trial, const FrictionalSolution& solution) {
  return friction_balance(trial.problem, trial.coefficient, trial.path,
                          trial.step ? &trial.history.displacement : nullptr, solution);
}

}  // namespace tread::contact::test
