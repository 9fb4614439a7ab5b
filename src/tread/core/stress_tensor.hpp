#pragma once

#include <array>

namespace tread {

/// Symmetric Cauchy stress tensor, Pa, positive in tension, and the scalars that strength criteria
/// are made of.
///
///   mean        sigma_m = (xx + yy + zz) / 3      CONTACT's SIGHYD; a pressure is -sigma_m
///   von Mises   sigma_v = sqrt(3 J2)              CONTACT's SIGVM
///   Tresca      sigma_T = sigma_1 - sigma_3       = 2 tau_max, sigma_1 >= sigma_2 >= sigma_3
///
/// A component that is not finite (at the edge of a loaded area) makes every scalar that needs it
/// NaN or infinite.
///
/// S. Timoshenko, J. N. Goodier, Theory of Elasticity (1970), chapter 7.
struct StressTensor {
  double xx = 0;
  double yy = 0;
  double zz = 0;
  double xy = 0;
  double xz = 0;
  double yz = 0;

  StressTensor& operator+=(const StressTensor& other);
  StressTensor& operator*=(double factor);
  bool operator==(const StressTensor&) const = default;
};

StressTensor operator+(StressTensor a, const StressTensor& b);
StressTensor operator*(double factor, StressTensor a);

/// Mean normal stress, negative under all-round pressure.
double mean_stress(const StressTensor& stress);

double von_mises(const StressTensor& stress);

/// Principal stresses, largest (most tensile) first.
std::array<double, 3> principal_stresses(const StressTensor& stress);

/// Largest shear stress on any plane through the point, tau_max = (sigma_1 - sigma_3)/2.
double maximum_shear(const StressTensor& stress);

/// Tresca's equivalent stress, sigma_1 - sigma_3: the uniaxial stress that shears as much.
double tresca(const StressTensor& stress);

}  // namespace tread
