#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "contact/problems.hpp"
#include "contact/report.hpp"
#include "tread/reference/hertz.hpp"

/// Numbers of the master's thesis "dynamical contact problems with CONTACT" and what was found by
/// recomputing them.
namespace tread::contact::test {
namespace {

/// The wheel at rest of chapter 10: a cylinder along y, elastic, on a rigid plane; cells much
/// longer than wide. The strip has 11 rows of 0.8 m; the wheel's weight is 175 298 N.
NormalProblem wheel_at_rest(int cells_per_thesis_cell) {
  constexpr double radius = 0.3;
  const int nx = 25 * cells_per_thesis_cell;
  const double width = 25 * 0.05 / 24;
  return with_force(
      problem_on(centred_grid(nx, 11, width, 11 * 0.8),
                 BodyPair{Material::from_young(2e11, 0.5), Material::rigid()},
                 [](double x, double) { return radius - std::sqrt(radius * radius - x * x); }),
      175298);
}

TEST(Thesis, wheel_at_rest_on_the_grid_of_the_thesis) {
  const NormalSolution solution = solve(wheel_at_rest(1), to_tolerance(1e-9));
  ASSERT_EQ(solution.status, SolveStatus::converged);
  EXPECT_NEAR(solution.approach, 4.639e-7, 0.0005e-7);
  EXPECT_EQ(solution.n_contact, 11u);
  report_row("thesis", "wheel at rest, 25 x 11 cells: approach",
             "4.639e-7 m (figure 10.4: 4.64e-7)", digits(solution.approach, 5));
  report_row("thesis", "wheel at rest, cells in contact", "11", solution.n_contact);
}

TEST(Thesis, wheel_at_rest_refined_across_the_contact) {
  // The contact is 0.34 mm wide, a sixth of the thesis' cell: 6 to 50 cells over it.
  double approach = 0;
  for (const int refinement : {36, 72, 144, 288}) {
    const NormalSolution solution = solve(wheel_at_rest(refinement), to_tolerance(1e-8));
    EXPECT_EQ(solution.status, SolveStatus::converged)
        << refinement << ": residual " << solution.residual;
    approach = solution.approach;
    EXPECT_NEAR(approach, 5.60e-7, 0.01e-7) << refinement;
  }
  EXPECT_NEAR(approach, 5.60e-7, 0.005e-7);
  if (HasFailure()) return;
  report_row("thesis", "wheel at rest, 288 times finer along x: approach", "5.60e-7 m",
             digits(approach, 5));
}

TEST(Thesis, force_of_the_refined_wheel_at_its_approach) {
  for (const int refinement : {72, 144, 288}) {
    const NormalSolution solution =
        solve(with_approach(wheel_at_rest(refinement), 5.60e-7), to_tolerance(1e-8));
    EXPECT_EQ(solution.status, SolveStatus::converged);
    // the approach is given to three digits
    EXPECT_NEAR(solution.force / 175298, 1, 1.5e-3) << refinement;
  }
}

/// The file of section 4.5.3: sphere R = 0.1 m pressed in by 5 mm, 11 x 11 cells of 5 mm, heights
/// as printed there (five digits; symmetric, so one eighth of the field holds them all).
constexpr double k_sphere_radius = 0.1;
constexpr double k_depth = 5e-3;
const BodyPair k_thesis_bodies{Material{5e7, 0.5}, Material{1e20, 0.5}};

/// Printed height by the numbers of cells from the centre, the larger first.
double printed_height(int far, int near) {
  constexpr std::array<std::array<double, 6>, 6> heights = {{
      {-5.0000e-3},
      {-4.8749e-3, -4.7497e-3},
      {-4.4987e-3, -4.3730e-3, -3.9949e-3},
      {-3.8686e-3, -3.7421e-3, -3.3616e-3, -2.7241e-3},
      {-2.9796e-3, -2.8519e-3, -2.4679e-3, -1.8246e-3, -9.1663e-4},
      {-1.8246e-3, -1.6954e-3, -1.3068e-3, -6.5563e-4, 2.6352e-4, 1.4586e-3},
  }};
  return heights[as_size(far)][as_size(near)];
}

double sphere_height(double x, double y) {
  return k_sphere_radius - std::sqrt(k_sphere_radius * k_sphere_radius - x * x - y * y);
}

TEST(Thesis, file_of_section_4_5_3_as_printed) {
  const Grid grid{11, 11, -0.028 + 0.0025, -0.03 + 0.0025, 5e-3, 5e-3};
  NormalProblem problem = problem_on(grid, k_thesis_bodies, [](double, double) { return 0.0; });
  for (int j = 0; j < 11; ++j) {
    for (int i = 0; i < 11; ++i) {
      const int along_x = std::abs(i - 5);
      const int along_y = std::abs(j - 5);
      problem.distance[grid.index(i, j)] =
          printed_height(std::max(along_x, along_y), std::min(along_x, along_y));
    }
  }
  const NormalSolution solution = solve(with_approach(problem, 0), to_tolerance(1e-9));
  ASSERT_EQ(solution.status, SolveStatus::converged);
  EXPECT_NEAR(solution.force, 29796, 0.5);
  EXPECT_EQ(solution.n_contact, 69u);
  report_row("thesis", "file of 4.5.3, heights as printed: force", "29 796 N",
             digits(solution.force, 6));
  report_row("thesis", "file of 4.5.3, cells in contact", "69", solution.n_contact);
}

TEST(Thesis, file_of_section_4_5_3_with_the_exact_sphere) {
  const NormalSolution solution = solve(
      with_approach(problem_on(centred_grid(11, 11, 0.055, 0.055), k_thesis_bodies, sphere_height),
                    k_depth),
      to_tolerance(1e-9));
  ASSERT_EQ(solution.status, SolveStatus::converged);
  EXPECT_NEAR(solution.force, 29796, 0.5);
  EXPECT_EQ(solution.n_contact, 69u);
}

/// A rigid sphere, not a paraboloid, on an elastic half-space: contact radius a from the approach,
/// then the force,
///
///   δ = a/2 ln((R+a)/(R-a))     F = E* [(R^2 + a^2)/2 ln((R+a)/(R-a)) - a R]
///
/// I. N. Sneddon, Int. J. Eng. Sci. 3 (1965) 47-57.
double force_of_sphere(double approach, double radius, double modulus) {
  double low = 0;
  double high = radius;
  const auto logarithm = [&](double a) { return std::log((radius + a) / (radius - a)); };
  for (int k = 0; k < 200; ++k) {
    const double a = (low + high) / 2;
    (a / 2 * logarithm(a) < approach ? low : high) = a;
  }
  return modulus * ((radius * radius + low * low) / 2 * logarithm(low) - low * radius);
}

TEST(Thesis, the_sphere_of_4_5_3_on_fine_grids_is_softer_than_the_paraboloid_of_hertz) {
  const double modulus = contact_modulus(k_thesis_bodies);
  const double hertz =
      reference::hertz_circle_from_approach(k_depth, k_sphere_radius, modulus).force;
  EXPECT_NEAR(hertz, 29814, 0.5);
  const auto force = [&](int n, auto&& height) {
    const NormalProblem problem =
        problem_on(centred_grid(n, n, 0.055, 0.055), k_thesis_bodies, height);
    return solve(with_approach(problem, k_depth), to_tolerance(1e-9)).force;
  };
  const auto paraboloid = [](double x, double y) {
    return (x * x + y * y) / (2 * k_sphere_radius);
  };

  // 29 669 is what five times finer cells give; finer ones still go on to the closed form.
  const double five_times_finer = force(55, sphere_height);
  EXPECT_NEAR(five_times_finer, 29669, 0.5);
  const double finest = force(299, sphere_height);
  const double exact = force_of_sphere(k_depth, k_sphere_radius, modulus);
  EXPECT_NEAR(finest / exact, 1, 1e-5);
  const double finest_paraboloid = force(299, paraboloid);
  EXPECT_NEAR(finest_paraboloid / hertz, 1, 1e-5);

  report_row("thesis", "sphere of 4.5.3 on 55 x 55 cells: force", "29 669 N",
             digits(five_times_finer, 6));
  report_row("thesis", "sphere on 299 x 299 cells: force",
             fmt::format("{} N (closed form of the sphere)", digits(exact, 7)), digits(finest, 7));
  report_row("thesis", "paraboloid on 299 x 299 cells: force",
             fmt::format("{} N (Hertz)", digits(hertz, 7)), digits(finest_paraboloid, 7));
}

}  // namespace
}  // namespace tread::contact::test
