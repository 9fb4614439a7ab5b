// What is wrong is refused with a code and a text, and never crashes.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>

#include "capi/support.hpp"

namespace tread::capi_test {
namespace {

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();
constexpr double k_infinity = std::numeric_limits<double>::infinity();

/// Code and text must be as said, the code that of the struct too.
#define EXPECT_REFUSED(call, expected_code, words)                                   \
  do {                                                                               \
    tread_error error = {-1, "untouched"};                                           \
    EXPECT_EQ(call, expected_code);                                                  \
    EXPECT_EQ(error.code, expected_code);                                            \
    EXPECT_NE(std::string(error.text).find(words), std::string::npos) << error.text; \
  } while (false)

int create(const tread_contact_options& o, const tread_friction& f, tread_error* error) {
  auto* contact = reinterpret_cast<tread_contact*>(1);
  const int code = tread_contact_create(&o, &f, &contact, error);
  EXPECT_EQ(contact, nullptr);
  return code;
}

TEST(Errors, versions_and_names_are_there) {
  EXPECT_EQ(tread_abi_version(), TREAD_ABI_VERSION);
  EXPECT_GT(std::strlen(tread_version()), 4u);
  EXPECT_STREQ(tread_code_name(TREAD_ERROR_VALUE), "TREAD_ERROR_VALUE");
  EXPECT_STREQ(tread_code_name(-7), "unknown code");
  EXPECT_STREQ(tread_status_name(TREAD_STATUS_STALLED), "stalled");
  EXPECT_STREQ(tread_status_name(99), "unknown status");
}

TEST(Errors, success_clears_the_error) {
  tread_error error = {7, "old"};
  tread_motion m;
  EXPECT_EQ(tread_motion_init(&m, sizeof m, &error), TREAD_OK);
  EXPECT_EQ(error.code, TREAD_OK);
  EXPECT_STREQ(error.text, "");
}

TEST(Errors, null_pointers_are_refused_everywhere) {
  const tread_contact_options o = options();
  const tread_friction f = friction();
  const tread_motion m = motion(1e-3);
  const tread_material steel{k_shear_modulus, k_poisson_ratio};
  tread_contact* made = nullptr;
  tread_hertz hertz;
  tread_hertz_init(&hertz, sizeof hertz, nullptr);
  tread_creep_forces forces;
  tread_ellipse ellipse;
  tread_ellipse_init(&ellipse, sizeof ellipse, nullptr);
  tread_sensitivity table;
  std::vector<double> values(static_cast<std::size_t>(k_cells * k_cells));
  std::vector<unsigned char> cells(values.size());
  tread_result r = result();
  tread_grid grid;
  std::size_t size = 0;
  char byte = 0;
  const auto flat = [](double, double, void*) { return 0.0; };
  const Contact good;
  set_paraboloid(good);
  ASSERT_EQ(tread_contact_solve_steady(good, &m, nullptr, nullptr), TREAD_OK);
  using Call = std::function<int(tread_error*)>;
  const Call calls[] = {
      [&](tread_error* e) { return tread_centred_grid(3, 3, 1, 1, nullptr, e); },
      [&](tread_error* e) { return tread_friction_init(nullptr, sizeof(tread_friction), e); },
      [&](tread_error* e) {
        return tread_contact_options_init(nullptr, sizeof(tread_contact_options), e);
      },
      [&](tread_error* e) { return tread_motion_init(nullptr, sizeof(tread_motion), e); },
      [&](tread_error* e) { return tread_result_init(nullptr, sizeof(tread_result), e); },
      [&](tread_error* e) { return tread_hertz_init(nullptr, sizeof(tread_hertz), e); },
      [&](tread_error* e) { return tread_ellipse_init(nullptr, sizeof(tread_ellipse), e); },
      [&](tread_error* e) { return tread_contact_create(nullptr, &f, &made, e); },
      [&](tread_error* e) { return tread_contact_create(&o, nullptr, &made, e); },
      [&](tread_error* e) { return tread_contact_create(&o, &f, nullptr, e); },
      [&](tread_error* e) { return tread_contact_copy(nullptr, &made, e); },
      [&](tread_error* e) { return tread_contact_copy(good, nullptr, e); },
      [&](tread_error* e) { return tread_contact_set_paraboloid(nullptr, 1, 1, e); },
      [&](tread_error* e) {
        return tread_contact_set_distance(nullptr, values.data(), values.size(), e);
      },
      [&](tread_error* e) { return tread_contact_set_distance(good, nullptr, values.size(), e); },
      [&](tread_error* e) {
        return tread_contact_set_distance_function(nullptr, flat, nullptr, e);
      },
      [&](tread_error* e) {
        return tread_contact_set_distance_function(good, nullptr, nullptr, e);
      },
      [&](tread_error* e) {
        return tread_contact_solve_normal(nullptr, TREAD_GIVEN_FORCE, 1, &r, e);
      },
      [&](tread_error* e) { return tread_contact_solve_steady(nullptr, &m, &r, e); },
      [&](tread_error* e) { return tread_contact_solve_steady(good, nullptr, &r, e); },
      [&](tread_error* e) { return tread_contact_solve_shift(nullptr, &m, &r, e); },
      [&](tread_error* e) { return tread_contact_solve_shift(good, nullptr, &r, e); },
      [&](tread_error* e) { return tread_contact_step(nullptr, 1e-3, &m, &r, e); },
      [&](tread_error* e) { return tread_contact_step(good, 1e-3, nullptr, &r, e); },
      [&](tread_error* e) { return tread_contact_start_steady(nullptr, &m, &r, e); },
      [&](tread_error* e) { return tread_contact_start_steady(good, nullptr, &r, e); },
      [&](tread_error* e) { return tread_contact_restart(nullptr, e); },
      [&](tread_error* e) { return tread_contact_commit(nullptr, e); },
      [&](tread_error* e) { return tread_contact_rollback(nullptr, e); },
      [&](tread_error* e) { return tread_contact_step_sensitivity(nullptr, 1e-3, &m, table, e); },
      [&](tread_error* e) { return tread_contact_step_sensitivity(good, 1e-3, nullptr, table, e); },
      [&](tread_error* e) { return tread_contact_step_sensitivity(good, 1e-3, &m, nullptr, e); },
      [&](tread_error* e) { return tread_contact_state_size(nullptr, &size, e); },
      [&](tread_error* e) { return tread_contact_state_size(good, nullptr, e); },
      [&](tread_error* e) { return tread_contact_save_state(nullptr, &byte, 1, &size, e); },
      [&](tread_error* e) { return tread_contact_save_state(good, nullptr, 1, &size, e); },
      [&](tread_error* e) { return tread_contact_load_state(nullptr, &byte, 1, e); },
      [&](tread_error* e) { return tread_contact_load_state(good, nullptr, 1, e); },
      [&](tread_error* e) { return tread_contact_get_result(nullptr, &r, e); },
      [&](tread_error* e) { return tread_contact_get_result(good, nullptr, e); },
      [&](tread_error* e) { return tread_contact_get_grid(nullptr, &grid, e); },
      [&](tread_error* e) { return tread_contact_get_grid(good, nullptr, e); },
      [&](tread_error* e) {
        return tread_contact_get_field(nullptr, TREAD_PRESSURE, values.data(), values.size(), e);
      },
      [&](tread_error* e) {
        return tread_contact_get_field(good, TREAD_PRESSURE, nullptr, values.size(), e);
      },
      [&](tread_error* e) {
        return tread_contact_get_cells(nullptr, cells.data(), cells.size(), e);
      },
      [&](tread_error* e) { return tread_contact_get_cells(good, nullptr, cells.size(), e); },
      [&](tread_error* e) {
        return tread_hertz_solve(nullptr, &steel, 1, 1, TREAD_GIVEN_FORCE, 1, &hertz, e);
      },
      [&](tread_error* e) {
        return tread_hertz_solve(&steel, nullptr, 1, 1, TREAD_GIVEN_FORCE, 1, &hertz, e);
      },
      [&](tread_error* e) {
        return tread_hertz_solve(&steel, &steel, 1, 1, TREAD_GIVEN_FORCE, 1, nullptr, e);
      },
      [&](tread_error* e) {
        return tread_creep_solve(TREAD_LINEAR, nullptr, &f, 0, 0, 0, &forces, e);
      },
      [&](tread_error* e) {
        return tread_creep_solve(TREAD_LINEAR, &ellipse, nullptr, 0, 0, 0, &forces, e);
      },
      [&](tread_error* e) {
        return tread_creep_solve(TREAD_LINEAR, &ellipse, &f, 0, 0, 0, nullptr, e);
      },
      [&](tread_error* e) { return tread_kalker_coefficients(1, 0.3, nullptr, e); },
  };
  int n = 0;
  for (const Call& call : calls) {
    tread_error error = {-1, ""};
    EXPECT_EQ(call(&error), TREAD_ERROR_ARGUMENT) << "call " << n;
    EXPECT_NE(std::string(error.text).find("must not be NULL"), std::string::npos)
        << "call " << n << ": " << error.text;
    EXPECT_EQ(call(nullptr), TREAD_ERROR_ARGUMENT) << "call " << n;
    ++n;
  }
  tread_contact_destroy(nullptr);
}

TEST(Errors, options_that_describe_nothing_are_refused) {
  const auto refused = [](auto change, int code, const char* words) {
    tread_contact_options o = options();
    tread_friction f = friction();
    change(o, f);
    EXPECT_REFUSED(create(o, f, &error), code, words);
  };
  using O = tread_contact_options&;
  using F = tread_friction&;
  refused([](O o, F) { o.upper.shear_modulus = -1; }, TREAD_ERROR_VALUE, "got -1");
  refused([](O o, F) { o.lower.poisson_ratio = k_nan; }, TREAD_ERROR_VALUE, "got nan");
  refused([](O o, F) { o.upper.shear_modulus = o.lower.shear_modulus = k_infinity; },
          TREAD_ERROR_VALUE, "rigid");
  refused([](O o, F) { o.grid.nx = 0; }, TREAD_ERROR_VALUE, "at least one cell");
  refused([](O o, F) { o.grid.nx = o.grid.ny = 2000000; }, TREAD_ERROR_VALUE, "memory");
  refused([](O o, F) { o.grid.dx = k_nan; }, TREAD_ERROR_VALUE, "cell sizes");
  refused([](O o, F) { o.tolerance = 0; }, TREAD_ERROR_VALUE, "tolerance");
  refused([](O o, F) { o.max_iterations = 0; }, TREAD_ERROR_VALUE, "max_iterations");
  refused([](O o, F) { o.n_threads = -1; }, TREAD_ERROR_VALUE, "n_threads");
  refused([](O o, F) { o.commits_per_cell = -1; }, TREAD_ERROR_VALUE, "commits_per_cell");
  refused([](O o, F) { o.line_datum = 1; }, TREAD_ERROR_VALUE, "one row");
  refused([](O o, F) { o.line_datum = -1; }, TREAD_ERROR_VALUE, "line_datum");
  refused([](O o, F) { o.layer_flexibility = -1; }, TREAD_ERROR_VALUE, "layer_flexibility");
  refused([](O o, F) { o.rolling_scheme = 9; }, TREAD_ERROR_ARGUMENT, "got 9");
  refused([](O o, F) { o.start = 2; }, TREAD_ERROR_ARGUMENT, "TREAD_WARM");
  refused([](O o, F) { o.sensitivities = -1; }, TREAD_ERROR_ARGUMENT, "sensitivities");
  refused([](O o, F) { o.reserved = 1; }, TREAD_ERROR_ARGUMENT, "reserved");
  refused([](O o, F) { o.struct_size = 0; }, TREAD_ERROR_ARGUMENT, "struct_size");
  refused([](O o, F) { o.struct_size = static_cast<std::size_t>(-1); }, TREAD_ERROR_ARGUMENT,
          "struct_size");
  refused([](O, F f) { f.struct_size = 8; }, TREAD_ERROR_ARGUMENT, "struct_size");
  refused([](O, F f) { f.law = 17; }, TREAD_ERROR_ARGUMENT, "friction law");
  refused([](O, F f) { f.branch = TREAD_HIGH_SLIP; }, TREAD_ERROR_ARGUMENT, "reserved");
  refused(
      [](O, F f) {
        f.law = TREAD_FALLING_LINEAR;
        f.branch = 3;
      },
      TREAD_ERROR_ARGUMENT, "TREAD_AS_BEFORE");
  refused([](O, F f) { f.kinetic_coefficient = -0.1; }, TREAD_ERROR_VALUE, "-0.1");
  refused([](O, F f) { f.static_coefficient = 0.1; }, TREAD_ERROR_VALUE, "static");
  refused([](O, F f) { f.memory_distance = 1e-3; }, TREAD_ERROR_VALUE, "memory");
}

TEST(Errors, what_a_newer_header_asks_for_is_refused_unless_it_is_zero) {
  struct Newer {
    tread_contact_options known;
    double unknown;
  } newer;
  std::memset(&newer, 0, sizeof newer);
  tread_error error;
  ASSERT_EQ(tread_contact_options_init(&newer.known, sizeof newer, &error), TREAD_OK);
  const std::size_t size = newer.known.struct_size;
  EXPECT_EQ(size, sizeof newer);
  newer.known = options();
  newer.known.struct_size = size;
  const tread_friction f = friction();
  tread_contact* contact = nullptr;
  ASSERT_EQ(tread_contact_create(&newer.known, &f, &contact, &error), TREAD_OK) << error.text;
  tread_contact_destroy(contact);
  newer.unknown = 1;
  EXPECT_EQ(tread_contact_create(&newer.known, &f, &contact, &error), TREAD_ERROR_ARGUMENT);
  EXPECT_NE(std::string(error.text).find("newer library"), std::string::npos) << error.text;
}

TEST(Errors, motions_that_describe_nothing_are_refused_and_leave_the_history) {
  const Contact contact;
  set_paraboloid(contact);
  const tread_motion good = motion(1e-3);
  ASSERT_EQ(tread_contact_step(contact, 1e-5, &good, nullptr, nullptr), TREAD_OK);
  const std::vector<char> before = state_bytes(contact);
  const auto refused = [&](auto change, double dt, int code, const char* words) {
    tread_motion m = good;
    change(m);
    EXPECT_REFUSED(tread_contact_step(contact, dt, &m, nullptr, &error), code, words);
  };
  using M = tread_motion&;
  refused([](M) {}, 0, TREAD_ERROR_VALUE, "longer than 0 s");
  refused([](M) {}, k_nan, TREAD_ERROR_VALUE, "got nan");
  refused([](M) {}, 1e9, TREAD_ERROR_VALUE, "check speed and time step");
  refused([](M m) { m.speed = -1; }, 1e-5, TREAD_ERROR_VALUE, "speed");
  refused([](M m) { m.normal_value = k_nan; }, 1e-5, TREAD_ERROR_VALUE, "normal force");
  refused([](M m) { m.normal_value = -1; }, 1e-5, TREAD_ERROR_VALUE, "got -1");
  refused([](M m) { m.x_value = k_infinity; }, 1e-5, TREAD_ERROR_VALUE, "finite");
  refused([](M m) { m.spin = k_nan; }, 1e-5, TREAD_ERROR_VALUE, "spin");
  refused([](M m) { m.spin_y = k_nan; }, 1e-5, TREAD_ERROR_VALUE, "centre");
  refused([](M m) { m.direction = k_nan; }, 1e-5, TREAD_ERROR_VALUE, "direction");
  refused([](M m) { m.normal_given = TREAD_GIVEN_CREEPAGE; }, 1e-5, TREAD_ERROR_ARGUMENT,
          "normal_given");
  refused([](M m) { m.y_given = TREAD_GIVEN_APPROACH; }, 1e-5, TREAD_ERROR_ARGUMENT, "y_given");
  refused([](M m) { m.struct_size = 1; }, 1e-5, TREAD_ERROR_ARGUMENT, "struct_size");
  refused(
      [](M m) {
        m.x_given = TREAD_GIVEN_FORCE;
        m.x_value = k_load;
      },
      1e-5, TREAD_ERROR_VALUE, "friction");
  EXPECT_EQ(state_bytes(contact), before);
  tread_motion still = good;
  still.speed = 0;
  EXPECT_REFUSED(tread_contact_solve_steady(contact, &still, nullptr, &error), TREAD_ERROR_VALUE,
                 "> 0");
  EXPECT_REFUSED(tread_contact_solve_shift(contact, &good, nullptr, &error), TREAD_ERROR_VALUE,
                 "0 in a shift");
  tread_result uninitialised;
  uninitialised.struct_size = 3;
  EXPECT_REFUSED(tread_contact_step(contact, 1e-5, &good, &uninitialised, &error),
                 TREAD_ERROR_ARGUMENT, "tread_result");
  EXPECT_EQ(state_bytes(contact), before);
}

TEST(Errors, geometry_must_be_there_and_make_sense) {
  const Contact contact;
  EXPECT_REFUSED(tread_contact_solve_normal(contact, TREAD_GIVEN_FORCE, 1, nullptr, &error),
                 TREAD_ERROR_STATE, "tread_contact_set_paraboloid");
  const tread_motion m = motion();
  EXPECT_REFUSED(tread_contact_step(contact, 1e-5, &m, nullptr, &error), TREAD_ERROR_STATE,
                 "geometry");
  EXPECT_REFUSED(tread_contact_set_paraboloid(contact, -1, 1, &error), TREAD_ERROR_VALUE, "got -1");
  EXPECT_REFUSED(tread_contact_set_paraboloid(contact, k_nan, 1, &error), TREAD_ERROR_VALUE, "nan");
  std::vector<double> h(static_cast<std::size_t>(k_cells * k_cells), 0);
  EXPECT_REFUSED(tread_contact_set_distance(contact, h.data(), 7, &error), TREAD_ERROR_BUFFER,
                 "needs 625 distances, got 7");
  h[5] = k_nan;
  EXPECT_REFUSED(tread_contact_set_distance(contact, h.data(), h.size(), &error), TREAD_ERROR_VALUE,
                 "cell 5");
  const auto broken = [](double, double, void*) { return k_nan; };
  ASSERT_EQ(tread_contact_set_distance_function(contact, broken, nullptr, nullptr), TREAD_OK);
  EXPECT_REFUSED(tread_contact_solve_normal(contact, TREAD_GIVEN_FORCE, 1, nullptr, &error),
                 TREAD_ERROR_VALUE, "nan");
  const auto throws = [](double, double, void*) -> double { throw 42; };
  ASSERT_EQ(tread_contact_set_distance_function(contact, throws, nullptr, nullptr), TREAD_OK);
  EXPECT_REFUSED(tread_contact_step(contact, 1e-5, &m, nullptr, &error), TREAD_ERROR_INTERNAL,
                 "unknown exception");
}

TEST(Errors, results_that_are_not_there_are_refused) {
  const Contact contact;
  set_paraboloid(contact);
  tread_result r = result();
  std::vector<double> values(static_cast<std::size_t>(k_cells * k_cells));
  const auto get = [&](int which, std::size_t n, tread_error* error) {
    return tread_contact_get_field(contact, which, values.data(), n, error);
  };
  EXPECT_REFUSED(tread_contact_get_result(contact, &r, &error), TREAD_ERROR_STATE, "no result");
  EXPECT_REFUSED(get(TREAD_PRESSURE, values.size(), &error), TREAD_ERROR_STATE, "no result");
  ASSERT_EQ(tread_contact_solve_normal(contact, TREAD_GIVEN_FORCE, k_load, &r, nullptr), TREAD_OK);
  EXPECT_REFUSED(get(TREAD_TRACTION_X, values.size(), &error), TREAD_ERROR_STATE,
                 "without friction");
  EXPECT_REFUSED(get(TREAD_PRESSURE_DERIVATIVE, values.size(), &error), TREAD_ERROR_STATE,
                 "sensitivities = 1");
  EXPECT_REFUSED(get(TREAD_PRESSURE, values.size() - 1, &error), TREAD_ERROR_BUFFER,
                 "array of 625, got 624");
  const tread_motion m = motion(1e-3);
  ASSERT_EQ(tread_contact_step(contact, 1e-5, &m, &r, nullptr), TREAD_OK);
  EXPECT_REFUSED(get(99, values.size(), &error), TREAD_ERROR_ARGUMENT, "got 99");
  char byte;
  std::size_t size = 0;
  EXPECT_REFUSED(tread_contact_save_state(contact, &byte, 1, &size, &error), TREAD_ERROR_BUFFER,
                 "only 1");
  EXPECT_GT(size, 1u);
  ASSERT_EQ(tread_contact_rollback(contact, nullptr), TREAD_OK);
  EXPECT_REFUSED(tread_contact_get_result(contact, &r, &error), TREAD_ERROR_STATE, "rollback");
}

TEST(Errors, not_converging_is_told_and_shows_what_was_reached) {
  tread_contact_options o = options();
  o.max_iterations = 1;
  o.max_outer_iterations = 1;
  const Contact contact(o);
  set_paraboloid(contact);
  const std::vector<char> before = state_bytes(contact);
  const tread_motion m = motion(2e-3, 1e-3, 1);
  tread_result r = result();
  EXPECT_REFUSED(tread_contact_step(contact, 1e-4, &m, &r, &error), TREAD_NOT_CONVERGED,
                 "not converged");
  EXPECT_NE(r.status, TREAD_STATUS_CONVERGED);
  EXPECT_EQ(state_bytes(contact), before);
}

TEST(Errors, formulas_refuse_what_is_not_physical) {
  const tread_material steel{k_shear_modulus, k_poisson_ratio};
  tread_hertz hertz;
  tread_hertz_init(&hertz, sizeof hertz, nullptr);
  const auto solve = [&](double radius, int given, double value, tread_error* error) {
    return tread_hertz_solve(&steel, &steel, radius, 0.3, given, value, &hertz, error);
  };
  EXPECT_REFUSED(solve(0, TREAD_GIVEN_FORCE, 1, &error), TREAD_ERROR_VALUE, "got 0");
  EXPECT_REFUSED(solve(1, TREAD_GIVEN_FORCE, -1, &error), TREAD_ERROR_VALUE, "-1");
  EXPECT_REFUSED(solve(1, TREAD_GIVEN_CREEPAGE, 1, &error), TREAD_ERROR_ARGUMENT, "given");
  tread_ellipse e;
  tread_ellipse_init(&e, sizeof e, nullptr);
  tread_creep_forces forces;
  const tread_friction f = friction();
  EXPECT_REFUSED(tread_creep_solve(TREAD_FASTSIM, &e, &f, 0, 0, 0, &forces, &error),
                 TREAD_ERROR_VALUE, "got 0");
  e.semi_axis_x = e.semi_axis_y = 5e-3;
  e.normal_force = k_load;
  e.shear_modulus = k_shear_modulus;
  EXPECT_REFUSED(tread_creep_solve(99, &e, &f, 0, 0, 0, &forces, &error), TREAD_ERROR_ARGUMENT,
                 "got 99");
  EXPECT_REFUSED(tread_creep_solve(TREAD_LINEAR, &e, &f, k_nan, 0, 0, &forces, &error),
                 TREAD_ERROR_VALUE, "nan");
  e.n_strips = 0;
  EXPECT_REFUSED(tread_creep_solve(TREAD_FASTSIM, &e, &f, 1e-3, 0, 0, &forces, &error),
                 TREAD_ERROR_VALUE, "got 0");
  double c[4];
  EXPECT_REFUSED(tread_kalker_coefficients(-1, 0.3, c, &error), TREAD_ERROR_VALUE, "-1");
}

}  // namespace
}  // namespace tread::capi_test
