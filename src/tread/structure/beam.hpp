#pragma once

#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace tread::structure {

/// A straight beam in bending, 0 <= x <= length, with deflection w(x, t):
///
///   (EI w'')'' + m w_tt = p(x, t)                                    Euler-Bernoulli
///   (EI psi')' + GA_s (w' - psi) = J psi_tt,
///   m w_tt - (GA_s (w' - psi))' = p(x, t)                            Timoshenko
///
/// w and p count positive downwards (as loads act). Bending moment M = -EI psi' (psi = w' without
/// shear deformation): positive when the beam sags. Shear force V = M' .
/// L. Fryba, Vibration of Solids and Structures under Moving Loads (1999), ch. 1.

/// The cross-section at x. Between two of them everything varies linearly; two at the same x are a
/// jump; before the first and after the last it is constant. One alone: a uniform beam.
struct BeamSection {
  double x = 0;                                                      // m
  double bending_stiffness = 0;                                      // EI, N m^2
  double mass_per_length = 0;                                        // m, kg/m
  double shear_stiffness = std::numeric_limits<double>::infinity();  // GA_s, N; inf: no shear
  double rotary_inertia = 0;                                         // J = rho I, kg m

  bool operator==(const BeamSection&) const = default;
};

/// What holds the beam at x: springs from the ground, 0 for none, infinite for rigid.
struct Support {
  double x = 0;           // m
  double vertical = 0;    // N/m
  double rotational = 0;  // N m/rad

  bool operator==(const Support&) const = default;
};

Support clamped_at(double x);
Support pinned_at(double x);

/// Damping ratio of each mode; the last one holds for all further modes; none: undamped.
struct ModalDamping {
  std::vector<double> ratios;
};

/// C = mass_factor M + stiffness_factor K, so that 2 zeta omega = mass_factor + stiffness_factor
/// omega^2.
struct RayleighDamping {
  double mass_factor = 0;       // 1/s
  double stiffness_factor = 0;  // s
};

using Damping = std::variant<ModalDamping, RayleighDamping>;

/// Damping that has the given ratios at two angular frequencies.
RayleighDamping rayleigh_through(double omega_1, double ratio_1, double omega_2, double ratio_2);

struct Beam {
  double length = 0;  // m
  std::vector<BeamSection> sections;
  std::vector<Support> supports;  // an end that none of them holds is free
  Damping damping;
};

/// A uniform beam between two ends.
Beam simply_supported_beam(double length, const BeamSection& section, const Damping& damping = {});
Beam clamped_beam(double length, const BeamSection& section, const Damping& damping = {});
Beam cantilever(double length, const BeamSection& section, const Damping& damping = {});

/// Several spans over piers at their ends, the beam going through.
Beam continuous_beam(const std::vector<double>& spans, const BeamSection& section,
                     const Damping& damping = {});

/// The cross-section at x. Where two meet in a jump: the one after it, at the end the one before.
BeamSection section_at(const Beam& beam, double x);

bool is_uniform(const Beam& beam);

/// Throws ModelError, with value, reason and remedy: length, EI, mass or shear stiffness not
/// positive, sections out of order, a support outside the beam or two at one place, negative
/// springs or damping.
void check(const Beam& beam);

}  // namespace tread::structure
