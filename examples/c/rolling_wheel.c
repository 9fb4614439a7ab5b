/*
 * A steel wheel rolls over a rail and is braked harder and harder, then released: creepage changes in every step, and
 * tractions follow with the history that the contact keeps. Each step is tried twice, as an integrator does that
 * iterates: first with a guess of the load, which is rejected, then with the right one, which is accepted.
 *
 *     cc -std=c99 rolling_wheel.c $(pkg-config --cflags --libs tread_c) -lm -o rolling_wheel && ./rolling_wheel
 *
 * Prints time, creepage and forces on the wheel; beside them what the formula of Polach gives for steady rolling.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <tread/tread.h>

enum { CELLS = 31, STEPS = 16 };

static const double k_radius = 0.46;       /* of the wheel, m */
static const double k_rail_radius = 0.3;   /* of the rail's head, m */
static const double k_load = 80e3;         /* N */
static const double k_speed = 20.0;        /* m/s */
static const double k_friction = 0.3;
static const double k_most_creepage = 2e-3;

static void stop(const char *what, const tread_error *error) {
  fprintf(stderr, "%s: %s: %s\n", what, tread_code_name(error->code), error->text);
  exit(EXIT_FAILURE);
}

/* The contact ellipse by Hertz: it tells how large a grid is needed. */
static tread_hertz hertz_ellipse(const tread_material *steel) {
  tread_error error;
  tread_hertz hertz;
  tread_hertz_init(&hertz, sizeof hertz, NULL);
  if (tread_hertz_solve(steel, steel, k_radius, k_rail_radius, TREAD_GIVEN_FORCE, k_load, &hertz, &error) != TREAD_OK)
    stop("Hertz", &error);
  return hertz;
}

static tread_friction coulomb(void) {
  tread_friction friction;
  tread_friction_init(&friction, sizeof friction, NULL);
  friction.static_coefficient = friction.kinetic_coefficient = k_friction;
  return friction;
}

static tread_contact *make_contact(const tread_material *steel, const tread_hertz *hertz) {
  tread_error error;
  tread_contact_options options;
  tread_friction friction = coulomb();
  tread_contact *contact = NULL;

  tread_contact_options_init(&options, sizeof options, NULL);
  options.upper = *steel;
  options.lower = *steel;
  /* half as large again as the contact: world-fixed rolling needs room on every side */
  if (tread_centred_grid(CELLS, CELLS, 3 * hertz->semi_axis_x, 3 * hertz->semi_axis_y, &options.grid, &error) != TREAD_OK)
    stop("grid", &error);
  if (tread_contact_create(&options, &friction, &contact, &error) != TREAD_OK) stop("contact", &error);
  if (tread_contact_set_paraboloid(contact, k_radius, k_rail_radius, &error) != TREAD_OK) stop("geometry", &error);
  return contact;
}

/* The longitudinal force of steady rolling by formula. */
static double polach_force(const tread_hertz *hertz, double creepage) {
  tread_error error;
  tread_ellipse ellipse;
  tread_creep_forces forces;
  tread_friction friction = coulomb();

  tread_ellipse_init(&ellipse, sizeof ellipse, NULL);
  ellipse.semi_axis_x = hertz->semi_axis_x;
  ellipse.semi_axis_y = hertz->semi_axis_y;
  ellipse.normal_force = hertz->force;
  ellipse.shear_modulus = hertz->shear_modulus;
  ellipse.poisson_ratio = hertz->poisson_ratio;
  if (tread_creep_solve(TREAD_POLACH_1999, &ellipse, &friction, creepage, 0, 0, &forces, &error) != TREAD_OK)
    stop("Polach", &error);
  return forces.force_x;
}

/* Up to the largest creepage in the middle of the run, and back. */
static double creepage_at(int step) {
  const double half = 0.5 * STEPS;
  return k_most_creepage * (1 - fabs(step - half) / half);
}

static void take_step(tread_contact *contact, double dt, double load, double creepage, tread_result *result) {
  tread_error error;
  tread_motion motion;
  tread_motion_init(&motion, sizeof motion, NULL);
  motion.normal_value = load;
  motion.x_value = creepage;
  motion.speed = k_speed;
  if (tread_contact_step(contact, dt, &motion, result, &error) != TREAD_OK) stop("step", &error);
}

int main(void) {
  const tread_material steel = {82e9, 0.28};
  const tread_hertz hertz = hertz_ellipse(&steel);
  tread_contact *contact = make_contact(&steel, &hertz);
  const double dt = 0.5 * hertz.semi_axis_x / k_speed; /* a quarter of the contact in each step */
  tread_result result;
  int step;

  if (tread_abi_version() != TREAD_ABI_VERSION) {
    fprintf(stderr, "libtread_c has ABI %d, this program needs %d\n", tread_abi_version(), TREAD_ABI_VERSION);
    return EXIT_FAILURE;
  }
  tread_result_init(&result, sizeof result, NULL);
  printf("tread %s: contact of %.2f x %.2f mm, peak pressure %.0f MPa\n", tread_version(), 2e3 * hertz.semi_axis_x,
         2e3 * hertz.semi_axis_y, 1e-6 * hertz.peak_pressure);
  printf("%10s %12s %12s %14s %10s %8s\n", "time [ms]", "creepage [-]", "force x [kN]", "Polach x [kN]", "power [W]", "slip [%]");
  for (step = 1; step <= STEPS; ++step) {
    const double creepage = creepage_at(step);
    take_step(contact, dt, 1.1 * k_load, creepage, &result); /* a guess of the load */
    tread_contact_rollback(contact, NULL);                   /* rejected: as if it had never been */
    take_step(contact, dt, k_load, creepage, &result);
    tread_contact_commit(contact, NULL);                     /* accepted */
    printf("%10.4f %12.5f %12.3f %14.3f %10.1f %8.1f\n", 1e3 * result.time, result.creepage_x, 1e-3 * result.force_x,
           1e-3 * polach_force(&hertz, creepage), result.frictional_power, 100.0 * result.n_slip / result.n_contact);
  }
  tread_contact_destroy(contact);
  return EXIT_SUCCESS;
}
