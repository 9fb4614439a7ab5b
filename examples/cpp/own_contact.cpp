// A contact problem of one's own: a steel ball on a steel plane, compared with Hertz; then a ball
// with a dimple, pressed and rolled. Link with tread::tread.
#include <cmath>
#include <cstdio>
#include <vector>

#include "tread/contact/frictional.hpp"
#include "tread/contact/normal.hpp"
#include "tread/core/shape.hpp"
#include "tread/reference/hertz.hpp"

using namespace tread;

namespace {

constexpr double k_radius = 10e-3;  // m
constexpr double k_force = 100;     // N
const Material k_steel = Material::from_young(210e9, 0.3);

contact::NormalProblem ball_on_plane(int n, double width) {
  contact::NormalProblem problem;
  problem.bodies = {k_steel, k_steel};
  problem.grid = centred_grid(n, n, width, width);
  problem.distance = undeformed_distance(Paraboloid{k_radius, k_radius}, problem.grid);
  problem.value = k_force;
  return problem;
}

void compare_with_hertz(const reference::HertzCircle& hertz) {
  std::printf("Hertz: radius %.4f mm, approach %.4f um, peak pressure %.2f MPa\n",
              1e3 * hertz.contact_radius, 1e6 * hertz.approach, 1e-6 * hertz.peak_pressure);
  std::printf("   n  error of approach  of peak pressure\n");
  contact::NormalWorkspace workspace;
  for (const int n : {25, 50, 100, 200, 400}) {
    const auto solution =
        contact::solve_normal(ball_on_plane(n, 2.4 * hertz.contact_radius), {}, workspace);
    if (solution.status != SolveStatus::converged) continue;
    std::printf("%4d  %17.1e  %16.1e\n", n, std::abs(solution.approach / hertz.approach - 1),
                std::abs(solution.peak_pressure / hertz.peak_pressure - 1));
  }
}

/// A dimple of 1 um, 0.1 mm wide, in the middle of the ball.
void add_dimple(contact::NormalProblem& problem) {
  const Grid& grid = problem.grid;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const double x = grid.x0 + i * grid.dx;
      const double y = grid.y0 + j * grid.dy;
      const double r = std::hypot(x, y) / 0.05e-3;
      problem.distance[static_cast<std::size_t>(i + grid.nx * j)] += 1e-6 * std::exp(-r * r);
    }
  }
}

void roll(const contact::NormalProblem& normal) {
  contact::FrictionalProblem problem;
  problem.normal = normal;
  problem.friction.law = contact::CoulombFriction{0.3, 0.3};
  problem.kinematics.x = contact::given_creepage(0.0005);
  contact::FrictionalWorkspace workspace;
  const auto solution = contact::solve_frictional(problem, {}, workspace);
  std::printf("  rolls at creepage 0.05 %%: force %.2f N, %zu cells stick, %zu slip\n",
              solution.forces.longitudinal, solution.n_adhesion, solution.n_slip);
}

}  // namespace

int main() {
  const double modulus = contact_modulus({k_steel, k_steel});
  const auto hertz = reference::hertz_circle_from_force(k_force, k_radius, modulus);
  compare_with_hertz(hertz);

  contact::NormalProblem problem = ball_on_plane(100, 2.6 * hertz.contact_radius);
  contact::NormalWorkspace workspace;
  for (const char* name : {"ball", "ball with a dimple"}) {
    const auto solution = contact::solve_normal(problem, {}, workspace);
    const double middle = solution.pressure[50 + 100 * 50];
    std::printf("%s: approach %.4f um, pressure at most %.1f MPa, in the middle %.1f MPa\n", name,
                1e6 * solution.approach, 1e-6 * solution.peak_pressure, 1e-6 * middle);
    roll(problem);
    add_dimple(problem);
  }
}
