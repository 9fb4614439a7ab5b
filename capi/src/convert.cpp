#include "convert.hpp"

#include <cmath>

#include "guard.hpp"
#include "tread/core/errors.hpp"

namespace tread::capi {
namespace {

contact::SlipBranch branch_of(const tread_friction& given) {
  switch (given.branch) {
    case TREAD_LOW_SLIP:
      return contact::SlipBranch::low_slip;
    case TREAD_HIGH_SLIP:
      return contact::SlipBranch::high_slip;
    case TREAD_AS_BEFORE:
      return contact::SlipBranch::as_before;
    default:
      refuse_choice("the branch of a falling law", given.branch,
                    "TREAD_LOW_SLIP, TREAD_HIGH_SLIP and TREAD_AS_BEFORE");
  }
}

contact::FallingFriction falling(const tread_friction& given,
                                 contact::FallingFriction::Shape shape) {
  return {shape,
          given.kinetic_coefficient,
          {{{given.height[0], given.half_velocity[0]}, {given.height[1], given.half_velocity[1]}}},
          branch_of(given)};
}

contact::FrictionLaw law_of(const tread_friction& given) {
  using Shape = contact::FallingFriction::Shape;
  switch (given.law) {
    case TREAD_COULOMB:
      return contact::CoulombFriction{given.static_coefficient, given.kinetic_coefficient};
    case TREAD_FALLING_LINEAR:
      return falling(given, Shape::linear);
    case TREAD_FALLING_RATIONAL:
      return falling(given, Shape::rational);
    case TREAD_FALLING_EXPONENTIAL:
      return falling(given, Shape::exponential);
    default:
      refuse_choice("the friction law", given.law, "TREAD_COULOMB and TREAD_FALLING_...");
  }
}

contact::RollingScheme scheme_of(int given) {
  switch (given) {
    case TREAD_WORLD_FIXED:
      return contact::RollingScheme::world_fixed;
    case TREAD_EXACT:
      return contact::RollingScheme::exact;
    case TREAD_INTERPOLATED:
      return contact::RollingScheme::interpolated;
    default:
      refuse_choice("the rolling scheme", given,
                    "TREAD_WORLD_FIXED, TREAD_EXACT and TREAD_INTERPOLATED");
  }
}

contact::Given tangential(int given, double value, const char* name) {
  switch (given) {
    case TREAD_GIVEN_CREEPAGE:
      return contact::given_creepage(value);
    case TREAD_GIVEN_FORCE:
      return contact::given_force(value);
    default:
      refuse_choice(name, given, "TREAD_GIVEN_CREEPAGE and TREAD_GIVEN_FORCE");
  }
}

}  // namespace

Material material_of(const tread_material& given) {
  return {given.shear_modulus, given.poisson_ratio};
}

Grid grid_of(const tread_grid& given) {
  return {given.nx, given.ny, given.x0, given.y0, given.dx, given.dy};
}

tread_grid grid_of(const Grid& grid) {
  return {grid.nx, grid.ny, grid.x0, grid.y0, grid.dx, grid.dy};
}

contact::Friction friction_of(const tread_friction* given) {
  const tread_friction known = read_struct(given, "tread_friction");
  if (known.law == TREAD_COULOMB) check_reserved(known.branch, "tread_friction");
  contact::Friction friction;
  friction.law = law_of(known);
  friction.memory = {known.memory_distance, known.memory_velocity};
  contact::check(friction.law);
  contact::check(friction.memory);
  if (known.law == TREAD_COULOMB && known.memory_distance > 0) {
    throw ModelError(fmt::format(
        "Coulomb's law has no memory, got a memory_distance of {} m: choose a falling law or 0",
        known.memory_distance));
  }
  return friction;
}

contact::RollingSetup setup_of(const tread_contact_options& options,
                               const tread_friction* friction) {
  contact::RollingSetup setup;
  setup.grid = grid_of(options.grid);
  setup.bodies = {material_of(options.upper), material_of(options.lower)};
  setup.friction = friction_of(friction);
  setup.line_datum = options.line_datum;
  setup.layer_flexibility = options.layer_flexibility;
  setup.scheme = scheme_of(options.rolling_scheme);
  setup.commits_per_cell = options.commits_per_cell;
  setup.options.tolerance = options.tolerance;
  setup.options.max_iterations = options.max_iterations;
  setup.options.max_outer_iterations = options.max_outer_iterations;
  setup.options.n_threads = options.n_threads;
  return setup;
}

contact::Prescribed prescribed_of(int given, const char* name) {
  switch (given) {
    case TREAD_GIVEN_FORCE:
      return contact::Prescribed::force;
    case TREAD_GIVEN_APPROACH:
      return contact::Prescribed::approach;
    default:
      refuse_choice(name, given, "TREAD_GIVEN_FORCE and TREAD_GIVEN_APPROACH");
  }
}

contact::RollingStep step_of(const tread_motion* given) {
  const tread_motion known = read_struct(given, "tread_motion");
  check_reserved(known.reserved, "tread_motion");
  contact::RollingStep step;
  step.speed = known.speed;
  step.direction = known.direction;
  step.normal = prescribed_of(known.normal_given, "normal_given");
  step.normal_value = known.normal_value;
  step.kinematics.x = tangential(known.x_given, known.x_value, "x_given");
  step.kinematics.y = tangential(known.y_given, known.y_value, "y_given");
  step.kinematics.spin = known.spin;
  step.kinematics.spin_centre = {known.spin_x, known.spin_y};
  return step;
}

int status_of(SolveStatus status) {
  switch (status) {
    case SolveStatus::converged:
      return TREAD_STATUS_CONVERGED;
    case SolveStatus::max_iterations:
      return TREAD_STATUS_MAX_ITERATIONS;
    case SolveStatus::stalled:
      return TREAD_STATUS_STALLED;
    case SolveStatus::blew_up:
      return TREAD_STATUS_BLEW_UP;
    case SolveStatus::stopped:
      return TREAD_STATUS_STOPPED;
  }
  return TREAD_STATUS_STOPPED;
}

}  // namespace tread::capi
