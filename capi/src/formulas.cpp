// Versions, names, Hertz' formulas and fast creep-force models: all that needs no handle.
#include <cmath>
#include <numbers>

#include "capi_version.hpp"
#include "convert.hpp"
#include "guard.hpp"
#include "tread/contact/fast_models.hpp"
#include "tread/contact/fastsim.hpp"
#include "tread/core/errors.hpp"
#include "tread/reference/hertz.hpp"
#include "tread/reference/kalker_coefficients.hpp"

using namespace tread;
using namespace tread::capi;

namespace {

reference::HertzEllipse hertz_of(double radius_x, double radius_y, double contact_modulus,
                                 contact::Prescribed prescribed, double value) {
  const auto curvature = [](double radius) {
    if (!(radius > 0) || !std::isfinite(radius)) {
      throw ModelError(
          fmt::format("the radii of an elliptic contact must be > 0 m and finite, got {}", radius));
    }
    return 0.5 / radius;
  };
  const reference::GapCurvatures curvatures{curvature(radius_x), curvature(radius_y)};
  return prescribed == contact::Prescribed::force
             ? reference::hertz_ellipse_from_force(value, curvatures, contact_modulus)
             : reference::hertz_ellipse_from_approach(value, curvatures, contact_modulus);
}

contact::EllipticContact ellipse_of(const tread_ellipse& given, const tread_friction* friction) {
  const contact::Friction known = friction_of(friction);
  if (known.memory.distance > 0) {
    throw ModelError(fmt::format(
        "formulas for steady rolling know no friction memory, got a memory_distance of {} m",
        known.memory.distance));
  }
  contact::EllipticContact ellipse;
  ellipse.semi_axis_x = given.semi_axis_x;
  ellipse.semi_axis_y = given.semi_axis_y;
  ellipse.normal_force = given.normal_force;
  ellipse.shear_modulus = given.shear_modulus;
  ellipse.poisson_ratio = given.poisson_ratio;
  ellipse.friction = known.law;
  ellipse.rolling_speed = given.rolling_speed;
  if (given.backwards != 0 && given.backwards != 1) {
    refuse_choice("backwards", given.backwards, "0 and 1");
  }
  if (given.backwards == 1) ellipse.direction = contact::RollingDirection::minus_x;
  return ellipse;
}

contact::CreepForces forces_of(int model, const tread_ellipse& given,
                               const contact::EllipticContact& ellipse,
                               const contact::Creepage& creepage) {
  switch (model) {
    case TREAD_LINEAR:
      return contact::linear_creep_forces(ellipse, creepage);
    case TREAD_SHEN_HEDRICK_ELKINS:
      return contact::shen_hedrick_elkins_forces(ellipse, creepage);
    case TREAD_POLACH_1999:
      return contact::polach_1999_forces(ellipse, creepage);
    case TREAD_POLACH_2005:
      return contact::polach_2005_forces(ellipse, creepage,
                                         {given.polach_adhesion, given.polach_slip});
    case TREAD_FASTSIM: {
      contact::FastsimOptions options;
      options.n_strips = given.n_strips;
      options.n_slices = given.n_slices;
      return contact::fastsim(ellipse, creepage, options).forces;
    }
    default:
      refuse_choice("model", model, "TREAD_LINEAR (0) to TREAD_FASTSIM (4)");
  }
}

}  // namespace

int tread_abi_version(void) { return TREAD_ABI_VERSION; }

const char* tread_version(void) { return k_version; }

const char* tread_code_name(int code) {
  switch (code) {
    case TREAD_OK:
      return "TREAD_OK";
    case TREAD_NOT_CONVERGED:
      return "TREAD_NOT_CONVERGED";
    case TREAD_ERROR_ARGUMENT:
      return "TREAD_ERROR_ARGUMENT";
    case TREAD_ERROR_VALUE:
      return "TREAD_ERROR_VALUE";
    case TREAD_ERROR_STATE:
      return "TREAD_ERROR_STATE";
    case TREAD_ERROR_BUFFER:
      return "TREAD_ERROR_BUFFER";
    case TREAD_ERROR_DATA:
      return "TREAD_ERROR_DATA";
    case TREAD_ERROR_MEMORY:
      return "TREAD_ERROR_MEMORY";
    case TREAD_ERROR_INTERNAL:
      return "TREAD_ERROR_INTERNAL";
    default:
      return "unknown code";
  }
}

const char* tread_status_name(int status) {
  switch (status) {
    case TREAD_STATUS_CONVERGED:
      return "converged";
    case TREAD_STATUS_MAX_ITERATIONS:
      return "max_iterations";
    case TREAD_STATUS_STALLED:
      return "stalled";
    case TREAD_STATUS_BLEW_UP:
      return "blew_up";
    case TREAD_STATUS_STOPPED:
      return "stopped";
    default:
      return "unknown status";
  }
}

int tread_hertz_init(tread_hertz* hertz, size_t size, tread_error* error) {
  return guarded(error, [&] { init_struct(hertz, size, tread_hertz{}, "tread_hertz"); });
}

int tread_hertz_solve(const tread_material* upper, const tread_material* lower, double radius_x,
                      double radius_y, int given, double value, tread_hertz* hertz,
                      tread_error* error) {
  return guarded(error, [&] {
    check_size(needed(hertz, "hertz").struct_size, sizeof(tread_hertz), "tread_hertz");
    const BodyPair bodies{material_of(needed(upper, "upper")), material_of(needed(lower, "lower"))};
    check(bodies);
    const reference::HertzEllipse ellipse =
        hertz_of(radius_x, radius_y, contact_modulus(bodies), prescribed_of(given, "given"), value);
    const Compliance compliance = compliance_of(bodies);
    tread_hertz out{};
    out.semi_axis_x = ellipse.semi_axes.x;
    out.semi_axis_y = ellipse.semi_axes.y;
    out.force = ellipse.force;
    out.approach = ellipse.approach;
    out.peak_pressure = ellipse.peak_pressure;
    // the force grows with the power 3/2 of the approach
    out.stiffness = ellipse.approach > 0 ? 1.5 * ellipse.force / ellipse.approach : 0;
    out.contact_modulus = ellipse.contact_modulus;
    out.shear_modulus = 1 / (std::numbers::pi * compliance.shear);
    out.poisson_ratio = compliance.poisson / compliance.shear;
    write_struct(hertz, out, "tread_hertz");
  });
}

int tread_ellipse_init(tread_ellipse* ellipse, size_t size, tread_error* error) {
  return guarded(error, [&] {
    const contact::FastsimOptions fastsim;
    const contact::PolachReduction polach;
    tread_ellipse defaults{};
    defaults.n_strips = fastsim.n_strips;
    defaults.n_slices = fastsim.n_slices;
    defaults.polach_adhesion = polach.adhesion;
    defaults.polach_slip = polach.slip;
    init_struct(ellipse, size, defaults, "tread_ellipse");
  });
}

int tread_creep_solve(int model, const tread_ellipse* ellipse, const tread_friction* friction,
                      double creepage_x, double creepage_y, double spin, tread_creep_forces* forces,
                      tread_error* error) {
  return guarded(error, [&] {
    needed(forces, "forces");
    const tread_ellipse known = read_struct(ellipse, "tread_ellipse");
    check_reserved(known.reserved, "tread_ellipse");
    const contact::EllipticContact contact = ellipse_of(known, friction);
    const contact::Creepage creepage{creepage_x, creepage_y, spin};
    contact::check(contact, creepage);
    const contact::CreepForces found = forces_of(model, known, contact, creepage);
    *forces = {found.longitudinal, found.lateral, found.spin_moment};
  });
}

int tread_kalker_coefficients(double axis_ratio, double poisson_ratio, double coefficients[4],
                              tread_error* error) {
  return guarded(error, [&] {
    needed(coefficients, "coefficients");
    const reference::KalkerCoefficients c =
        reference::kalker_coefficients(axis_ratio, poisson_ratio);
    coefficients[0] = c.c11;
    coefficients[1] = c.c22;
    coefficients[2] = c.c23;
    coefficients[3] = c.c33;
  });
}
