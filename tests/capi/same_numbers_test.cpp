// The C library gives the closed forms, and what the C++ library gives, bit for bit.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "capi/support.hpp"
#include "tread/contact/fast_models.hpp"
#include "tread/contact/fastsim.hpp"
#include "tread/contact/frictional.hpp"
#include "tread/contact/rolling_contact.hpp"
#include "tread/core/shape.hpp"
#include "tread/reference/kalker_coefficients.hpp"

namespace tread::capi_test {
namespace {

const BodyPair k_bodies{{k_shear_modulus, k_poisson_ratio}, {k_shear_modulus, k_poisson_ratio}};

Grid grid() { return centred_grid(k_cells, k_cells, k_width, k_height); }

contact::NormalProblem normal_problem() {
  contact::NormalProblem problem;
  problem.grid = grid();
  problem.bodies = k_bodies;
  problem.distance = undeformed_distance(Paraboloid{k_radius_x, k_radius_y}, problem.grid);
  problem.value = k_load;
  return problem;
}

void expect_same_solution(const tread_result& ours, const contact::FrictionalSolution& theirs) {
  EXPECT_EQ(ours.status, TREAD_STATUS_CONVERGED);
  EXPECT_EQ(ours.iterations, theirs.iterations);
  EXPECT_EQ(ours.residual, theirs.residual);
  EXPECT_EQ(ours.normal_force, theirs.normal.force);
  EXPECT_EQ(ours.approach, theirs.normal.approach);
  EXPECT_EQ(ours.force_x, theirs.forces.longitudinal);
  EXPECT_EQ(ours.force_y, theirs.forces.lateral);
  EXPECT_EQ(ours.spin_moment, theirs.forces.spin_moment);
  EXPECT_EQ(ours.frictional_power, theirs.frictional_power);
  EXPECT_EQ(ours.n_slip, static_cast<int>(theirs.n_slip));
  EXPECT_EQ(ours.n_adhesion, static_cast<int>(theirs.n_adhesion));
  EXPECT_LT(ours.force_x, 0);  // a positive creepage meets a negative force
}

TEST(ClosedForms, hertz_of_a_ball_is_the_textbooks) {
  const tread_material steel{k_shear_modulus, k_poisson_ratio};
  tread_hertz hertz;
  tread_hertz_init(&hertz, sizeof hertz, nullptr);
  const double radius = 0.5;
  ASSERT_EQ(
      tread_hertz_solve(&steel, &steel, radius, radius, TREAD_GIVEN_FORCE, k_load, &hertz, nullptr),
      TREAD_OK);
  const double modulus = k_shear_modulus / (1 - k_poisson_ratio);
  const double a = std::cbrt(3 * k_load * radius / (4 * modulus));
  EXPECT_NEAR(hertz.contact_modulus, modulus, 1e-12 * modulus);
  EXPECT_NEAR(hertz.semi_axis_x, a, 1e-12 * a);
  EXPECT_NEAR(hertz.semi_axis_y, a, 1e-12 * a);
  EXPECT_NEAR(hertz.approach, a * a / radius, 1e-12 * a * a / radius);
  EXPECT_NEAR(hertz.stiffness, 2 * modulus * a, 1e-12 * modulus * a);
  EXPECT_NEAR(hertz.shear_modulus, k_shear_modulus, 1e-12 * k_shear_modulus);
  EXPECT_NEAR(hertz.poisson_ratio, k_poisson_ratio, 1e-12);
}

TEST(ClosedForms, normal_contact_on_a_grid_tends_to_hertz) {
  const tread_material steel{k_shear_modulus, k_poisson_ratio};
  tread_hertz hertz;
  tread_hertz_init(&hertz, sizeof hertz, nullptr);
  ASSERT_EQ(tread_hertz_solve(&steel, &steel, k_radius_x, k_radius_y, TREAD_GIVEN_FORCE, k_load,
                              &hertz, nullptr),
            TREAD_OK);
  double error_before = 0;
  for (const int n : {25, 50, 100}) {
    tread_contact_options o = options();
    o.sensitivities = 1;
    tread_centred_grid(n, n, k_width, k_height, &o.grid, nullptr);
    const Contact contact(o);
    set_paraboloid(contact);
    tread_result r = result();
    ASSERT_EQ(tread_contact_solve_normal(contact, TREAD_GIVEN_FORCE, k_load, &r, nullptr),
              TREAD_OK);
    EXPECT_NEAR(r.normal_force, k_load, 1e-9 * k_load);
    EXPECT_EQ(r.has_sensitivity, 1);
    EXPECT_NEAR(r.stiffness, hertz.stiffness, 0.02 * hertz.stiffness);
    const double error = std::abs(r.approach / hertz.approach - 1);
    EXPECT_LT(error, n == 25 ? 0.01 : error_before / 1.5);
    error_before = error;
  }
}

TEST(ClosedForms, moments_of_a_pressure_beside_the_origin_are_force_times_arm) {
  tread_contact_options o = options();
  const double arm_x = 3 * o.grid.dx;
  const double arm_y = -2 * o.grid.dy;
  o.grid.x0 += arm_x;
  o.grid.y0 += arm_y;
  const Contact contact(o);
  const Grid cells = centred_grid(k_cells, k_cells, k_width, k_height);
  const std::vector<double> h = undeformed_distance(Paraboloid{k_radius_x, k_radius_y}, cells);
  ASSERT_EQ(tread_contact_set_distance(contact, h.data(), h.size(), nullptr), TREAD_OK);
  tread_result r = result();
  ASSERT_EQ(tread_contact_solve_normal(contact, TREAD_GIVEN_FORCE, k_load, &r, nullptr), TREAD_OK);
  EXPECT_NEAR(r.moment_x, k_load * arm_y, 1e-6 * k_load * arm_x);
  EXPECT_NEAR(r.moment_y, -k_load * arm_x, 1e-6 * k_load * arm_x);
}

TEST(SameBits, normal_contact) {
  contact::NormalWorkspace workspace;
  const contact::NormalSolution theirs = contact::solve_normal(normal_problem(), {}, workspace);
  const Contact contact;
  set_paraboloid(contact);
  tread_result r = result();
  ASSERT_EQ(tread_contact_solve_normal(contact, TREAD_GIVEN_FORCE, k_load, &r, nullptr), TREAD_OK);
  EXPECT_EQ(r.approach, theirs.approach);
  EXPECT_EQ(r.peak_pressure, theirs.peak_pressure);
  EXPECT_EQ(field(contact, TREAD_PRESSURE), theirs.pressure);
  EXPECT_EQ(field(contact, TREAD_NORMAL_DISPLACEMENT), theirs.displacement);
}

TEST(SameBits, distances_by_array_function_and_radii) {
  const std::vector<double> h = normal_problem().distance;
  const Contact by_array;
  const Contact by_radii;
  const Contact by_function;
  ASSERT_EQ(tread_contact_set_distance(by_array, h.data(), h.size(), nullptr), TREAD_OK);
  set_paraboloid(by_radii);
  double radii[2] = {k_radius_x, k_radius_y};
  const auto paraboloid = [](double x, double y, void* user) {
    const auto* r = static_cast<const double*>(user);
    return 0.5 * (x * x / r[0] + y * y / r[1]);
  };
  ASSERT_EQ(tread_contact_set_distance_function(by_function, paraboloid, radii, nullptr), TREAD_OK);
  const tread_motion m = motion(1e-3, 5e-4, 0.1);
  for (tread_contact* contact : {&*by_array, &*by_radii, &*by_function}) {
    ASSERT_EQ(tread_contact_solve_steady(contact, &m, nullptr, nullptr), TREAD_OK);
  }
  const std::vector<double> traction = field(by_radii, TREAD_TRACTION_X);
  EXPECT_EQ(field(by_array, TREAD_TRACTION_X), traction);
  EXPECT_EQ(field(by_function, TREAD_TRACTION_X), traction);
}

TEST(SameBits, steady_rolling_and_its_sensitivities) {
  contact::FrictionalProblem problem;
  problem.normal = normal_problem();
  problem.rolling.speed = k_speed;
  problem.kinematics = {contact::given_creepage(1e-3), contact::given_force(-2e3), 0.1};
  contact::FrictionalOptions solver;
  solver.sensitivity = contact::Sensitivity::forces;
  contact::FrictionalWorkspace workspace;
  const contact::FrictionalSolution theirs = solve_frictional(problem, solver, workspace);

  tread_contact_options o = options();
  o.sensitivities = 1;
  const Contact contact(o);
  set_paraboloid(contact);
  tread_motion m = motion(1e-3, -2e3, 0.1);
  m.y_given = TREAD_GIVEN_FORCE;
  tread_result r = result();
  ASSERT_EQ(tread_contact_solve_steady(contact, &m, &r, nullptr), TREAD_OK);
  expect_same_solution(r, theirs);
  EXPECT_EQ(r.creepage_y, theirs.creepage.lateral);
  EXPECT_EQ(field(contact, TREAD_TRACTION_Y), theirs.traction.y);
  EXPECT_EQ(field(contact, TREAD_SLIP_X), theirs.slip.x);
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      EXPECT_EQ(r.sensitivity[row][column], theirs.sensitivity[row][column]);
    }
  }
  EXPECT_EQ(r.stiffness, theirs.normal.stiffness);
  EXPECT_LT(r.sensitivity[1][1], 0);
}

TEST(SameBits, a_shift_with_static_and_kinetic_friction) {
  contact::FrictionalProblem problem;
  problem.normal = normal_problem();
  problem.motion = contact::Motion::shift;
  problem.friction.law = contact::CoulombFriction{0.4, 0.25};
  problem.kinematics = {contact::given_creepage(5e-6), contact::given_creepage(1e-6), 0};
  contact::FrictionalWorkspace workspace;
  const contact::FrictionalSolution theirs = solve_frictional(problem, {}, workspace);

  tread_friction f = friction();
  f.static_coefficient = 0.4;
  f.kinetic_coefficient = 0.25;
  const Contact contact(options(), f);
  set_paraboloid(contact);
  tread_motion m = motion(5e-6, 1e-6);
  m.speed = 0;
  tread_result r = result();
  ASSERT_EQ(tread_contact_solve_shift(contact, &m, &r, nullptr), TREAD_OK);
  expect_same_solution(r, theirs);
}

TEST(SameBits, rolling_step_by_step_in_all_schemes) {
  using contact::RollingScheme;
  const std::pair<int, RollingScheme> schemes[] = {
      {TREAD_WORLD_FIXED, RollingScheme::world_fixed},
      {TREAD_EXACT, RollingScheme::exact},
      {TREAD_INTERPOLATED, RollingScheme::interpolated}};
  for (const auto& [number, scheme] : schemes) {
    contact::RollingSetup setup;
    setup.grid = grid();
    setup.bodies = k_bodies;
    setup.scheme = scheme;
    setup.distance = [](double x, double y) {
      return 0.5 * (x * x / k_radius_x + y * y / k_radius_y);
    };
    contact::RollingContact theirs(setup);
    tread_contact_options o = options();
    o.rolling_scheme = number;
    const Contact contact(o);
    set_paraboloid(contact);
    tread_result r = result();
    for (int n = 1; n <= 5; ++n) {
      const double dt = 0.4 * n * setup.grid.dx / k_speed;
      contact::RollingStep step;
      step.speed = k_speed;
      step.normal_value = k_load * (1 + 0.02 * n);
      step.kinematics = {contact::given_creepage(4e-4 * n), contact::given_creepage(1e-4), 0.2};
      tread_motion m = motion(4e-4 * n, 1e-4, 0.2);
      m.normal_value = step.normal_value;
      ASSERT_EQ(theirs.step(dt, step), SolveStatus::converged);
      ASSERT_EQ(tread_contact_step(contact, dt, &m, &r, nullptr), TREAD_OK);
      expect_same_solution(r, theirs.solution());
      EXPECT_EQ(r.time, theirs.state().time);
      EXPECT_EQ(r.way_x, theirs.state().way[0]);
      EXPECT_EQ(r.friction_work, theirs.state().friction_work());
      EXPECT_EQ(r.creepage_x, theirs.creepage().longitudinal);
    }
    tread_grid ours;
    ASSERT_EQ(tread_contact_get_grid(contact, &ours, nullptr), TREAD_OK);
    EXPECT_EQ(ours.x0, theirs.grid().x0);
    EXPECT_EQ(field(contact, TREAD_TRACTION_X), theirs.solution().traction.x);
    std::vector<unsigned char> cells(theirs.solution().cells.size());
    ASSERT_EQ(tread_contact_get_cells(contact, cells.data(), cells.size(), nullptr), TREAD_OK);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      EXPECT_EQ(cells[i], static_cast<unsigned char>(theirs.solution().cells[i]));
    }
  }
}

TEST(SameBits, fast_models_and_creepage_coefficients) {
  contact::EllipticContact theirs;
  theirs.semi_axis_x = 6e-3;
  theirs.semi_axis_y = 4e-3;
  theirs.normal_force = k_load;
  theirs.shear_modulus = k_shear_modulus;
  theirs.poisson_ratio = k_poisson_ratio;
  theirs.friction = contact::CoulombFriction{0.3, 0.3};
  const contact::Creepage creepage{1e-3, -5e-4, 0.2};
  const contact::CreepForces expected[] = {
      contact::linear_creep_forces(theirs, creepage),
      contact::shen_hedrick_elkins_forces(theirs, creepage),
      contact::polach_1999_forces(theirs, creepage),
      contact::polach_2005_forces(theirs, creepage, {0.7, 0.3}),
      contact::fastsim(theirs, creepage).forces,
  };
  tread_ellipse ours;
  tread_ellipse_init(&ours, sizeof ours, nullptr);
  ours.semi_axis_x = theirs.semi_axis_x;
  ours.semi_axis_y = theirs.semi_axis_y;
  ours.normal_force = theirs.normal_force;
  ours.shear_modulus = theirs.shear_modulus;
  ours.poisson_ratio = theirs.poisson_ratio;
  ours.polach_adhesion = 0.7;
  ours.polach_slip = 0.3;
  const tread_friction f = friction();
  for (int model = TREAD_LINEAR; model <= TREAD_FASTSIM; ++model) {
    tread_creep_forces forces;
    ASSERT_EQ(tread_creep_solve(model, &ours, &f, 1e-3, -5e-4, 0.2, &forces, nullptr), TREAD_OK);
    EXPECT_EQ(forces.force_x, expected[model].longitudinal) << model;
    EXPECT_EQ(forces.force_y, expected[model].lateral) << model;
    EXPECT_EQ(forces.spin_moment, expected[model].spin_moment) << model;
  }
  double c[4];
  ASSERT_EQ(tread_kalker_coefficients(1.5, 0.28, c, nullptr), TREAD_OK);
  const reference::KalkerCoefficients k = reference::kalker_coefficients(1.5, 0.28);
  EXPECT_EQ(std::vector<double>(c, c + 4), (std::vector<double>{k.c11, k.c22, k.c23, k.c33}));
}

}  // namespace
}  // namespace tread::capi_test
