/*
 * tread in C: contact of two elastic bodies, with friction, rolling step by step with history; Hertz' formulas and fast
 * creep-force models. For multibody programs. Link with libtread_c (pkg-config tread_c, or tread::c of find_package(tread)).
 *
 * UNITS   SI throughout: m, N, Pa, s, rad. Creepages have no unit, spin is in 1/m.
 *
 * FRAME   The contact frame: x along rolling (unless `direction` turns it), z along the normal into body 1, the upper one (the
 *         wheel); body 2 is the lower one (the rail). Its origin moves with the contact. docs/conventions.md has a page on it.
 *
 * SIGNS   Normal force, approach and pressure are positive where the bodies are pressed together. Tractions, tangential forces
 *         and moments act on body 1; body 2 receives the opposite. Creepages and slips are those of body 1 relative to body 2:
 *         rigid slip = (creepage_x - spin (y - spin_y), creepage_y + spin (x - spin_x)). A positive creepage meets a negative
 *         force. All as in Kalker's program CONTACT.
 *
 * GRID    nx by ny equal cells; (x0, y0) is the CENTRE of the first one. Arrays have one value for each cell, x runs fastest:
 *         index i + nx j is at (x0 + i dx, y0 + j dy).
 *
 * ERRORS  Functions return TREAD_OK or another code below. The last argument, which may be NULL, is memory of the caller that
 *         receives the code and a text with the value, the reason and a remedy. NULL pointers, NaN and wrong sizes are
 *         refused; a call that is refused leaves the history as it was. No C++ exception leaves the library, and it prints
 *         nothing.
 *
 * MEMORY  What tread_..._create, _copy made is given back with tread_..._destroy. All else is memory of the caller; the
 *         library keeps no pointer to it after a call, but for the function of tread_contact_set_distance_function.
 *
 * THREADS There are no globals. One handle serves one thread at a time; different handles may be used by different threads
 *         at the same time, and functions without a handle by any. Results do not depend on the number of threads. FFTW,
 *         which other parts of a program may use too, is told to lock its planner (fftw_make_planner_thread_safe).
 *
 * ABI     Structs that may grow begin with struct_size, which their _init function sets: call it first, with the sizeof.
 *         Programs that were built with an older header then run with a newer library. tread_abi_version() changes only
 *         if that is no longer so; it is the number in the name libtread_c.so.1.
 */
#ifndef TREAD_TREAD_H
#define TREAD_TREAD_H

#include <stddef.h>

#if defined(__GNUC__) && !defined(TREAD_API)
#define TREAD_API __attribute__((visibility("default")))
#elif !defined(TREAD_API)
#define TREAD_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the interface that this header describes; compare it with tread_abi_version(). */
#define TREAD_ABI_VERSION 1

/* ---- versions ---- */

/* That of the library which is loaded. */
TREAD_API int tread_abi_version(void);

/* Of the program, "1.2.3". The text lives as long as the library. */
TREAD_API const char *tread_version(void);

/* ---- errors ---- */

enum {
  TREAD_OK = 0,
  TREAD_NOT_CONVERGED = 1,  /* results hold what was reached; the history is as before the call */
  TREAD_ERROR_ARGUMENT = 2, /* NULL, a struct_size, or a number that names no choice */
  TREAD_ERROR_VALUE = 3,    /* values that describe nothing physical or solvable */
  TREAD_ERROR_STATE = 4,    /* not at this point: no geometry yet, no result yet */
  TREAD_ERROR_BUFFER = 5,   /* an array of the wrong size */
  TREAD_ERROR_DATA = 6,     /* a saved state that is damaged or belongs to another contact */
  TREAD_ERROR_MEMORY = 7,   /* no memory left */
  TREAD_ERROR_INTERNAL = 8  /* a fault of the library: please report it with the text */
};

#define TREAD_ERROR_TEXT_SIZE 1020

typedef struct tread_error {
  int code;                         /* as returned */
  char text[TREAD_ERROR_TEXT_SIZE]; /* ends with 0; empty when the code is TREAD_OK */
} tread_error;

/* The name of a code, "TREAD_ERROR_VALUE"; never NULL. The text lives as long as the library. */
TREAD_API const char *tread_code_name(int code);

/* ---- what is given ---- */

/* An isotropic elastic half-space; an infinite shear modulus makes it rigid (not both of them). */
typedef struct tread_material {
  double shear_modulus; /* G, Pa, > 0. From Young's modulus: E / (2 (1 + nu)) */
  double poisson_ratio; /* nu, 0 to 0.5 */
} tread_material;

typedef struct tread_grid {
  int nx, ny;    /* cells along x and y */
  double x0, y0; /* centre of cell (0, 0), m */
  double dx, dy; /* size of a cell, m */
} tread_grid;

/* A grid of nx by ny cells that covers a rectangle of this size, m, around the origin. */
TREAD_API int tread_centred_grid(int nx, int ny, double width, double height, tread_grid *grid, tread_error *error);

/* Friction laws. v is the magnitude of the slip velocity, m/s. */
enum {
  TREAD_COULOMB = 0,             /* static_coefficient where it sticks, kinetic_coefficient where it slips */
  TREAD_FALLING_LINEAR = 1,      /* mu(v) = kinetic + sum height f(v / half_velocity), f(r) = max(0, 1 - r/2) */
  TREAD_FALLING_RATIONAL = 2,    /* f(r) = 1/(1 + r) in the first term, 1/(1 + r^2) in the second */
  TREAD_FALLING_EXPONENTIAL = 3  /* f(r) = 2^-r */
};

/* Which solution, where a law falls so steeply that there are several. */
enum {
  TREAD_LOW_SLIP = 0,  /* the one with the least slip */
  TREAD_HIGH_SLIP = 1, /* the one with the most */
  TREAD_AS_BEFORE = 2  /* the one found from the coefficients of the step before */
};

typedef struct tread_friction {
  size_t struct_size;
  int law;                    /* TREAD_COULOMB, TREAD_FALLING_... */
  int branch;                 /* falling laws: TREAD_LOW_SLIP, ...; Coulomb: 0 */
  double kinetic_coefficient; /* of falling laws: at infinite velocity */
  double static_coefficient;  /* Coulomb only, >= kinetic_coefficient */
  double height[2];           /* falling laws: both terms */
  double half_velocity[2];    /* m/s, > 0 */
  double memory_distance;     /* m: the coefficient follows the velocity with this delay; 0: at once. Falling laws only */
  double memory_velocity;     /* m/s: the least velocity that delay is counted with */
} tread_friction;

/* Coulomb's law with both coefficients 0.3. `size` is sizeof(tread_friction). */
TREAD_API int tread_friction_init(tread_friction *friction, size_t size, tread_error *error);

/* How rolling step by step carries its history (docs/rolling.md). */
enum {
  TREAD_WORLD_FIXED = 0, /* cells stay on the rail: right for steps of any length. The grid must be larger than the contact by
                            two cells on every side */
  TREAD_EXACT = 1,       /* cells move with the contact; for steps of whole cells, and to compare with CONTACT */
  TREAD_INTERPOLATED = 2 /* the same, smeared */
};

/* How a solve begins. */
enum {
  TREAD_COLD = 0, /* from nothing: the same problem gives the same bits, whatever was solved before */
  TREAD_WARM = 1  /* from the solution before: faster in a sequence of alike problems; the same to the tolerance. Of
                     tread_contact_solve_...; steps of rolling always begin from the step before, and are reproducible */
};

typedef struct tread_contact_options {
  size_t struct_size;
  tread_material upper;      /* body 1, the wheel; no default */
  tread_material lower;      /* body 2, the rail; no default */
  tread_grid grid;           /* where the bodies may touch; no default */
  double line_datum;         /* m. > 0: line contact (plane strain) on one row of cells, forces act on the length dy, and
                                displacements count from a point of the surface at this distance. 0: three dimensions */
  double layer_flexibility;  /* m/Pa, tangential, of a thin layer between the bodies; 0: none */
  double tolerance;          /* relative, of all solvers; 1e-6 */
  int max_iterations;        /* of each solver; 100 */
  int max_outer_iterations;  /* turns between normal and tangential problem; 60 */
  int n_threads;             /* inside one solve; 1 */
  int start;                 /* TREAD_COLD or TREAD_WARM; cold */
  int sensitivities;         /* 1: solve_normal, _steady and _shift tell derivatives; 0: not */
  int rolling_scheme;        /* TREAD_WORLD_FIXED */
  int commits_per_cell;      /* world-fixed: states kept on each cell of way; 4 */
  int reserved;              /* 0 */
} tread_contact_options;

/* The defaults said above. `size` is sizeof(tread_contact_options). */
TREAD_API int tread_contact_options_init(tread_contact_options *options, size_t size, tread_error *error);

/* What may be prescribed along an axis. */
enum {
  TREAD_GIVEN_FORCE = 0,    /* N */
  TREAD_GIVEN_APPROACH = 1, /* m; normal direction only */
  TREAD_GIVEN_CREEPAGE = 2  /* no unit; where nothing rolls a distance in m. Along x and y only */
};

/* Load and relative motion of the bodies. In a step creepages hold during it, forces and approach at its end. */
typedef struct tread_motion {
  size_t struct_size;
  int normal_given;    /* TREAD_GIVEN_FORCE or TREAD_GIVEN_APPROACH */
  int x_given;         /* TREAD_GIVEN_CREEPAGE or TREAD_GIVEN_FORCE */
  int y_given;
  int reserved;        /* 0 */
  double normal_value; /* N >= 0, or m */
  double x_value;      /* creepage, or N on body 1; |force| must stay below what friction carries */
  double y_value;
  double spin;         /* 1/m; where nothing rolls an angle in rad */
  double spin_x;       /* centre of spin, m */
  double spin_y;
  double speed;        /* of rolling, m/s, >= 0; 0 in a step: the bodies shift */
  double direction;    /* of rolling, rad from the x axis; pi is backwards */
} tread_motion;

/* Everything 0, but normal force, and creepages along x and y, are what is given. `size` is sizeof(tread_motion). */
TREAD_API int tread_motion_init(tread_motion *motion, size_t size, tread_error *error);

/* ---- what comes out ---- */

/* How a solve ended. */
enum {
  TREAD_STATUS_CONVERGED = 0,
  TREAD_STATUS_MAX_ITERATIONS = 1, /* the limit came first */
  TREAD_STATUS_STALLED = 2,        /* no further progress in double precision */
  TREAD_STATUS_BLEW_UP = 3,        /* numbers are no longer finite */
  TREAD_STATUS_STOPPED = 4         /* nothing was solved */
};

/* Rows of the sensitivity: normal force, force_x, force_y, spin_moment. Columns: approach, creepage_x, creepage_y, spin. A
   direction whose force is given keeps it, and its column is 0. */
typedef double tread_sensitivity[4][4];

typedef struct tread_result {
  size_t struct_size;
  int status;              /* TREAD_STATUS_... */
  int iterations;          /* of the linear solver */
  int n_contact;           /* cells that touch, */
  int n_adhesion;          /* stick, */
  int n_slip;              /* slip */
  int touches_edge;        /* 1: contact in an outermost cell; the grid may be too small */
  int may_not_be_unique;   /* 1: friction falls so steeply that there may be other solutions */
  int has_sensitivity;     /* 1: `stiffness` and `sensitivity` are known */
  double residual;         /* relative; of the tangential problem where there is one */
  double normal_force;     /* N */
  double approach;         /* m */
  double peak_pressure;    /* Pa */
  double contact_area;     /* m^2 */
  double moment_x;         /* N m, of the pressure on body 1 about the origin: sum of y p dA, */
  double moment_y;         /* and minus sum of x p dA */
  double force_x;          /* N, on body 1; here and below 0 after tread_contact_solve_normal */
  double force_y;
  double spin_moment;      /* N m, on body 1 about z: sum of (x p_y - y p_x) dA */
  double creepage_x;       /* given, or found where the force is given; of a step its mean over the last cell of way */
  double creepage_y;
  double spin;             /* 1/m */
  double frictional_power; /* W (of a shift J); never positive: what friction takes out of the motion */
  double friction_work;    /* J, of all steps since the start */
  double time;             /* s, of all steps since the start */
  double way_x;            /* m, of the contact over the rail since the start */
  double way_y;
  double stiffness;        /* d normal force / d approach, N/m */
  tread_sensitivity sensitivity; /* of solve_steady and solve_shift */
} tread_result;

/* Everything 0. `size` is sizeof(tread_result). */
TREAD_API int tread_result_init(tread_result *result, size_t size, tread_error *error);

/* "converged", "max_iterations"...; never NULL. The text lives as long as the library. */
TREAD_API const char *tread_status_name(int status);

/* ---- a contact ---- */

typedef struct tread_contact tread_contact;

/* *contact is a new handle, or NULL after an error. It needs a geometry (below) before anything can be solved. */
TREAD_API int tread_contact_create(const tread_contact_options *options, const tread_friction *friction,
                                   tread_contact **contact, tread_error *error);

/* A second one that stands where the first does, history and what was committed included; from then on they go their own
   ways. A distance function, and its user data, serve both. */
TREAD_API int tread_contact_copy(const tread_contact *contact, tread_contact **copy, tread_error *error);

/* NULL is allowed. */
TREAD_API void tread_contact_destroy(tread_contact *contact);

/* The undeformed distance h of the surfaces, m: grows as they part, is known up to a constant that the approach takes up. A
   new one holds from the next call on and leaves the history as it is: profiles may change along the way.

   Paraboloid: h = x^2/(2 radius_x) + y^2/(2 radius_y), radii > 0, INFINITY is flat. With the curvatures of both
   bodies 1/radius = 1/R1 + 1/R2. */
TREAD_API int tread_contact_set_paraboloid(tread_contact *contact, double radius_x, double radius_y, tread_error *error);

/* One value for each cell of the grid, n = nx ny; INFINITY where there is no surface. World-fixed rolling needs places
   between the centres: cubic there, exact for parabolas. */
TREAD_API int tread_contact_set_distance(tread_contact *contact, const double *distance, size_t n, tread_error *error);

/* A function of the place in the contact frame. Called in every solve, by the thread that calls the library, until another
   geometry is set or the handle destroyed; it must not use the handle. */
typedef double (*tread_distance_function)(double x, double y, void *user);
TREAD_API int tread_contact_set_distance_function(tread_contact *contact, tread_distance_function function, void *user,
                                                  tread_error *error);

/* Single problems. They leave the history of steps alone. `result` may be NULL here and below.

   Without friction: the normal force in N or the approach in m is given. */
TREAD_API int tread_contact_solve_normal(tread_contact *contact, int given, double value, tread_result *result,
                                         tread_error *error);

/* Steady rolling, speed > 0: what many steps under the same conditions end in. */
TREAD_API int tread_contact_solve_steady(tread_contact *contact, const tread_motion *motion, tread_result *result,
                                         tread_error *error);

/* A shift of bodies without history that are pressed together at the same time; creepages are distances. speed must be 0. */
TREAD_API int tread_contact_solve_shift(tread_contact *contact, const tread_motion *motion, tread_result *result,
                                        tread_error *error);

/* Rolling step by step. A contact begins without tractions, at time 0.

   Goes on by dt > 0, s. A step that fails or does not converge leaves the history as it was. */
TREAD_API int tread_contact_step(tread_contact *contact, double dt, const tread_motion *motion, tread_result *result,
                                 tread_error *error);

/* Begins anew and at time 0, with the tractions of steady rolling: as if the contact had come a long way. speed > 0. */
TREAD_API int tread_contact_start_steady(tread_contact *contact, const tread_motion *motion, tread_result *result,
                                         tread_error *error);

/* Begins anew: no tractions, time 0. This is committed too. */
TREAD_API int tread_contact_restart(tread_contact *contact, tread_error *error);

/* Accept or reject. An integrator that iterates calls step, then rollback, then step again as often as it likes, and commit
   once it is content. Rollback goes back to where the last commit was (before the first one: the beginning); then it is as
   if the steps since had never been, to the last bit. After a rollback there is no result until the next step. */
TREAD_API int tread_contact_commit(tread_contact *contact, tread_error *error);
TREAD_API int tread_contact_rollback(tread_contact *contact, tread_error *error);

/* Derivatives of what tread_contact_step would give for this step, by central differences of steps of a copy with a tight
   tolerance: up to eight solves. What is given along the normal stays but for the first column: that is change of force over change of
   approach. Cells that change between stick and slip make derivatives as rough as such a contact is. The contact stays as it is. */
TREAD_API int tread_contact_step_sensitivity(const tread_contact *contact, double dt, const tread_motion *motion,
                                             tread_sensitivity sensitivity, tread_error *error);

/* The history as bytes, to be kept in a file: for the kind of machine and the grid and scheme that made it. *size is the
   number of bytes; save writes them, if `capacity` is enough, and tells their number in *size, which may be NULL. */
TREAD_API int tread_contact_state_size(const tread_contact *contact, size_t *size, tread_error *error);
TREAD_API int tread_contact_save_state(const tread_contact *contact, void *buffer, size_t capacity, size_t *size,
                                       tread_error *error);

/* Goes on from a saved history, which is committed too. */
TREAD_API int tread_contact_load_state(tread_contact *contact, const void *buffer, size_t size, tread_error *error);

/* What the last solve or step gave, once more. */
TREAD_API int tread_contact_get_result(const tread_contact *contact, tread_result *result, tread_error *error);

/* Where its arrays are. In world-fixed rolling the grid moves under the contact by parts of a cell. Before there is a result:
   the grid of the options. */
TREAD_API int tread_contact_get_grid(const tread_contact *contact, tread_grid *grid, tread_error *error);

enum {
  TREAD_PRESSURE = 0,            /* Pa */
  TREAD_NORMAL_DISPLACEMENT = 1, /* m, of both bodies together, positive under pressure */
  TREAD_PRESSURE_DERIVATIVE = 2, /* d pressure / d approach, Pa/m, with `sensitivities` */
  TREAD_TRACTION_X = 3,          /* Pa, on body 1; this and all below: with friction only */
  TREAD_TRACTION_Y = 4,
  TREAD_SLIP_X = 5,              /* over the rolling speed; of a shift m */
  TREAD_SLIP_Y = 6,
  TREAD_DISPLACEMENT_X = 7,      /* m, body 1 minus body 2 */
  TREAD_DISPLACEMENT_Y = 8,
  TREAD_FRICTION_COEFFICIENT = 9,
  TREAD_TRACTION_BOUND = 10      /* Pa, coefficient times pressure */
};

/* Copies a field of the last solve or step into an array of the caller; n must be nx ny. */
TREAD_API int tread_contact_get_field(const tread_contact *contact, int field, double *values, size_t n, tread_error *error);

enum { TREAD_CELL_OUTSIDE = 0, TREAD_CELL_ADHESION = 1, TREAD_CELL_SLIP = 2 };

/* The same for what each cell does, with friction only. */
TREAD_API int tread_contact_get_cells(const tread_contact *contact, unsigned char *cells, size_t n, tread_error *error);

/* ---- formulas, without a handle ---- */

/* Hertz' elliptic contact of two bodies whose undeformed distance is x^2/(2 radius_x) + y^2/(2 radius_y). */
typedef struct tread_hertz {
  size_t struct_size;
  double semi_axis_x;     /* m */
  double semi_axis_y;
  double force;           /* N */
  double approach;        /* m */
  double peak_pressure;   /* Pa */
  double stiffness;       /* d force / d approach, N/m */
  double contact_modulus; /* E*, Pa */
  double shear_modulus;   /* of both bodies combined, Pa: 1/G = (1/G1 + 1/G2)/2 */
  double poisson_ratio;   /* combined: nu/G = (nu1/G1 + nu2/G2)/2 */
} tread_hertz;

/* Everything 0. `size` is sizeof(tread_hertz). */
TREAD_API int tread_hertz_init(tread_hertz *hertz, size_t size, tread_error *error);

/* `given` is TREAD_GIVEN_FORCE or TREAD_GIVEN_APPROACH, value >= 0 in N or m; radii > 0 and finite. */
TREAD_API int tread_hertz_solve(const tread_material *upper, const tread_material *lower, double radius_x, double radius_y,
                                int given, double value, tread_hertz *hertz, tread_error *error);

/* Creep forces of an ellipse in steady rolling from formulas: microseconds. All are approximations. */
enum {
  TREAD_LINEAR = 0,              /* Kalker's linear theory: no friction limit, the slope at small creepage */
  TREAD_SHEN_HEDRICK_ELKINS = 1, /* cut off by a cubic law; for little spin */
  TREAD_POLACH_1999 = 2,         /* no moment */
  TREAD_POLACH_2005 = 3,         /* with polach_adhesion and polach_slip for dirty rails; no moment */
  TREAD_FASTSIM = 4              /* Kalker's simplified theory, marched through strips */
};

typedef struct tread_ellipse {
  size_t struct_size;
  double semi_axis_x;     /* m, along rolling */
  double semi_axis_y;
  double normal_force;    /* N, > 0 */
  double shear_modulus;   /* combined, as in tread_hertz, Pa */
  double poisson_ratio;
  double rolling_speed;   /* m/s; needed by falling friction laws only */
  int backwards;          /* 0: rolls along +x; 1: along -x */
  int n_strips;           /* FASTSIM: across the ellipse; 41 */
  int n_slices;           /* and along each strip; 41 */
  int reserved;           /* 0 */
  double polach_adhesion; /* k_A, 0 < k_S <= k_A <= 1; 1 */
  double polach_slip;     /* k_S; 1 */
} tread_ellipse;

/* The defaults said above, everything else 0. `size` is sizeof(tread_ellipse). */
TREAD_API int tread_ellipse_init(tread_ellipse *ellipse, size_t size, tread_error *error);

typedef struct tread_creep_forces {
  double force_x;     /* N, on body 1 */
  double force_y;     /* N */
  double spin_moment; /* N m */
} tread_creep_forces;

/* `friction` must be Coulomb's law with equal coefficients, or a falling law without memory. */
TREAD_API int tread_creep_solve(int model, const tread_ellipse *ellipse, const tread_friction *friction, double creepage_x,
                                double creepage_y, double spin, tread_creep_forces *forces, tread_error *error);

/* Kalker's creepage coefficients C11, C22, C23, C33 of an ellipse with semi_axis_x / semi_axis_y = axis_ratio. */
TREAD_API int tread_kalker_coefficients(double axis_ratio, double poisson_ratio, double coefficients[4], tread_error *error);

#ifdef __cplusplus
}
#endif

#endif
