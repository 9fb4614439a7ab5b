// Contacts: made, copied, given a geometry, solved once. Steps are in steps.cpp.
#include <cmath>
#include <limits>

#include "contact_handle.hpp"
#include "convert.hpp"
#include "distance_table.hpp"
#include "guard.hpp"
#include "tread/core/errors.hpp"

using namespace tread;
using namespace tread::capi;

namespace {

tread_contact_options default_options() {
  const contact::RollingSetup setup;
  tread_contact_options options{};
  options.tolerance = setup.options.tolerance;
  options.max_iterations = setup.options.max_iterations;
  options.max_outer_iterations = setup.options.max_outer_iterations;
  options.n_threads = setup.options.n_threads;
  options.start = TREAD_COLD;
  options.rolling_scheme = TREAD_WORLD_FIXED;
  options.commits_per_cell = setup.commits_per_cell;
  return options;
}

tread_motion default_motion() {
  tread_motion motion{};
  motion.normal_given = TREAD_GIVEN_FORCE;
  motion.x_given = TREAD_GIVEN_CREEPAGE;
  motion.y_given = TREAD_GIVEN_CREEPAGE;
  return motion;
}

void check_choices(const tread_contact_options& options) {
  check_reserved(options.reserved, "tread_contact_options");
  if (options.start != TREAD_COLD && options.start != TREAD_WARM) {
    refuse_choice("start", options.start, "TREAD_COLD and TREAD_WARM");
  }
  if (options.sensitivities != 0 && options.sensitivities != 1) {
    refuse_choice("sensitivities", options.sensitivities, "0 and 1");
  }
}

void check_range(int value, int low, int high, const char* name) {
  if (value >= low && value <= high) return;
  throw ModelError(fmt::format("{} must be from {} to {}, got {}", name, low, high, value));
}

/// The solvers would find these in the first solve: better at once.
void check_values(const contact::RollingSetup& setup) {
  tread::check(setup.grid);
  tread::check(setup.bodies);
  const bool is_line = setup.line_datum != 0;
  if (is_line && !(setup.line_datum >= setup.grid.width() && std::isfinite(setup.line_datum))) {
    throw ModelError(
        fmt::format("line_datum must be 0 or at least the width of the grid, {} m, got {}",
                    setup.grid.width(), setup.line_datum));
  }
  if (is_line && setup.grid.ny != 1) {
    throw ModelError(fmt::format("a line contact has one row of cells, got {}", setup.grid.ny));
  }
  if (!(setup.layer_flexibility >= 0) || !std::isfinite(setup.layer_flexibility)) {
    throw ModelError(
        fmt::format("layer_flexibility must be >= 0 m/Pa, got {}", setup.layer_flexibility));
  }
  if (!(setup.options.tolerance > 0) || !std::isfinite(setup.options.tolerance)) {
    throw ModelError(fmt::format("the tolerance must be > 0, got {}", setup.options.tolerance));
  }
  constexpr int k_most = std::numeric_limits<int>::max();
  check_range(setup.options.max_iterations, 1, k_most, "max_iterations");
  check_range(setup.options.max_outer_iterations, 1, k_most, "max_outer_iterations");
  check_range(setup.options.n_threads, 1, 256, "n_threads");
  check_range(setup.commits_per_cell, 0, 1000, "commits_per_cell");
}

contact::NormalProblem normal_problem(const tread_contact& handle, contact::Prescribed prescribed,
                                      double value) {
  handle.need_geometry();
  const Grid& grid = handle.setup.grid;
  contact::NormalProblem problem;
  problem.grid = grid;
  problem.bodies = handle.setup.bodies;
  problem.prescribed = prescribed;
  problem.value = value;
  problem.line_datum = handle.setup.line_datum;
  problem.distance.resize(grid.n_cells());
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      problem.distance[grid.index(i, j)] = handle.setup.distance(grid.x(i), grid.y(j));
    }
  }
  return problem;
}

contact::Start start_of(const tread_contact& handle) {
  return handle.warm ? contact::Start::from_solution : contact::Start::cold;
}

int solve_frictional(tread_contact* given, const tread_motion* motion, contact::Motion kind,
                     tread_result* result, tread_error* error) {
  return guarded(error, [&] {
    tread_contact& handle = needed(given, "contact");
    check_result(result);
    const contact::RollingStep step = step_of(motion);
    const bool rolls = kind == contact::Motion::steady_rolling;
    if (rolls != (step.speed > 0)) {
      throw ModelError(fmt::format("the speed must be {} m/s, got {}",
                                   rolls ? "> 0" : "0 in a shift", step.speed));
    }
    contact::FrictionalProblem problem;
    problem.normal = normal_problem(handle, step.normal, step.normal_value);
    problem.friction = handle.setup.friction;
    problem.motion = kind;
    problem.rolling.direction = step.direction;
    if (rolls) problem.rolling.speed = step.speed;
    problem.rolling.lead = handle.setup.lead;
    problem.kinematics = step.kinematics;
    problem.layer_flexibility = handle.setup.layer_flexibility;
    contact::FrictionalOptions options = handle.setup.options;
    if (handle.sensitivities) options.sensitivity = contact::Sensitivity::forces;
    handle.last = Last::nothing;
    contact::solve_frictional(problem, options, handle.frictional_workspace, handle.frictional,
                              start_of(handle));
    handle.last = Last::frictional;
    return finish(handle, result, error);
  });
}

}  // namespace

int tread_centred_grid(int nx, int ny, double width, double height, tread_grid* grid,
                       tread_error* error) {
  return guarded(error, [&] {
    needed(grid, "grid");
    const Grid found = centred_grid(nx, ny, width, height);
    check(found);
    *grid = grid_of(found);
  });
}

int tread_friction_init(tread_friction* friction, size_t size, tread_error* error) {
  return guarded(error, [&] {
    const contact::CoulombFriction coulomb;
    tread_friction defaults{};
    defaults.law = TREAD_COULOMB;
    defaults.kinetic_coefficient = coulomb.kinetic_coefficient;
    defaults.static_coefficient = coulomb.static_coefficient;
    defaults.half_velocity[0] = defaults.half_velocity[1] = contact::FallingTerm{}.half_velocity;
    init_struct(friction, size, defaults, "tread_friction");
  });
}

int tread_contact_options_init(tread_contact_options* options, size_t size, tread_error* error) {
  return guarded(error,
                 [&] { init_struct(options, size, default_options(), "tread_contact_options"); });
}

int tread_motion_init(tread_motion* motion, size_t size, tread_error* error) {
  return guarded(error, [&] { init_struct(motion, size, default_motion(), "tread_motion"); });
}

int tread_result_init(tread_result* result, size_t size, tread_error* error) {
  return guarded(error, [&] { init_struct(result, size, tread_result{}, "tread_result"); });
}

int tread_contact_create(const tread_contact_options* options, const tread_friction* friction,
                         tread_contact** contact, tread_error* error) {
  return guarded(error, [&] {
    needed(contact, "contact") = nullptr;
    const tread_contact_options known = read_struct(options, "tread_contact_options");
    check_choices(known);
    contact::RollingSetup setup = setup_of(known, friction);
    check_values(setup);
    *contact =
        new tread_contact(std::move(setup), known.start == TREAD_WARM, known.sensitivities == 1);
  });
}

int tread_contact_copy(const tread_contact* contact, tread_contact** copy, tread_error* error) {
  return guarded(error, [&] {
    needed(copy, "copy") = nullptr;
    *copy = new tread_contact(needed(contact, "contact"));
  });
}

void tread_contact_destroy(tread_contact* contact) { delete contact; }

int tread_contact_set_paraboloid(tread_contact* contact, double radius_x, double radius_y,
                                 tread_error* error) {
  return guarded(error, [&] {
    tread_contact& handle = needed(contact, "contact");
    if (!(radius_x > 0) || !(radius_y > 0)) {
      throw ModelError(fmt::format(
          "the radii of the undeformed distance must be > 0 m, got {} and {}; INFINITY is flat",
          radius_x, radius_y));
    }
    handle.set_geometry([radius_x, radius_y](double x, double y) {
      return 0.5 * (x * x / radius_x + y * y / radius_y);
    });
  });
}

int tread_contact_set_distance(tread_contact* contact, const double* distance, size_t n,
                               tread_error* error) {
  return guarded(error, [&] {
    tread_contact& handle = needed(contact, "contact");
    needed(distance, "distance");
    const Grid& grid = handle.setup.grid;
    if (n != grid.n_cells()) {
      throw Refusal(TREAD_ERROR_BUFFER,
                    fmt::format("the grid of {} x {} cells needs {} distances, got {}", grid.nx,
                                grid.ny, grid.n_cells(), n));
    }
    std::vector<double> values(distance, distance + n);
    for (std::size_t i = 0; i < n; ++i) {
      if (std::isnan(values[i]) || values[i] == -std::numeric_limits<double>::infinity()) {
        throw ModelError(
            fmt::format("the undeformed distance of cell {} is {}: it must be a "
                        "number, or INFINITY where there is no surface",
                        i, values[i]));
      }
    }
    handle.set_geometry(DistanceTable(grid, std::move(values)));
  });
}

int tread_contact_set_distance_function(tread_contact* contact, tread_distance_function function,
                                        void* user, tread_error* error) {
  return guarded(error, [&] {
    tread_contact& handle = needed(contact, "contact");
    if (function == nullptr) {
      throw Refusal(TREAD_ERROR_ARGUMENT, "the distance function must not be NULL");
    }
    handle.set_geometry([function, user](double x, double y) { return function(x, y, user); });
  });
}

int tread_contact_solve_normal(tread_contact* contact, int given, double value,
                               tread_result* result, tread_error* error) {
  return guarded(error, [&] {
    tread_contact& handle = needed(contact, "contact");
    check_result(result);
    const contact::NormalProblem problem =
        normal_problem(handle, prescribed_of(given, "given"), value);
    contact::NormalOptions options;
    options.tolerance = handle.setup.options.tolerance;
    options.max_iterations = handle.setup.options.max_iterations;
    options.n_threads = handle.setup.options.n_threads;
    if (handle.sensitivities) options.derivative = contact::Derivative::approach;
    handle.last = Last::nothing;
    contact::solve_normal(problem, options, handle.normal_workspace, handle.normal,
                          start_of(handle));
    handle.last = Last::normal;
    return finish(handle, result, error);
  });
}

int tread_contact_solve_steady(tread_contact* contact, const tread_motion* motion,
                               tread_result* result, tread_error* error) {
  return solve_frictional(contact, motion, contact::Motion::steady_rolling, result, error);
}

int tread_contact_solve_shift(tread_contact* contact, const tread_motion* motion,
                              tread_result* result, tread_error* error) {
  return solve_frictional(contact, motion, contact::Motion::shift, result, error);
}
