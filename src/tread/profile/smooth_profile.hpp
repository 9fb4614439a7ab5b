#pragma once

#include <span>
#include <vector>

#include "tread/profile/profile.hpp"

namespace tread::profile {

/// Takes the noise out of measured points.
///
/// Of the curves f over the length s along the points the smoothing spline makes
///
///   sum_i w_i h_i (f(s_i) - p_i)²  +  L⁴ ∫ (d²f/ds²)² ds                                (1)
///
/// smallest, for y and for z; h_i is the length that belongs to point i, so that L does not depend
/// on how densely was measured. Waves of wavelength λ keep the part 1/(1 + (2π L/λ)⁴) of their
/// amplitude. The parameter is the wavelength λ = 2π L that keeps one half: a tenth of it keeps
/// 1e-4, twice it 0.94, five times it 0.998. Straight lines stay as they are, whatever the
/// wavelength; 0 gives the points back. Radii suffer, too: an arc R keeps its shape inside, but
/// where the curvature jumps it is rounded over about one wavelength.
///
/// The minimum is a natural cubic spline with knots s_i, found from a symmetric system with five
/// diagonals (Reinsch 1967, Numer. Math. 10, 177; Green and Silverman 1994, section 2.3).
///
/// @param weights w_i >= 0, one for each point and not all 0; empty: all 1. A point of weight 0
///        does not count
/// @return as many points, y rising if it did before and the noise allows it
/// Throws ModelError for fewer than 3 points, points in the same place one after the other, weights
/// or a wavelength that make no sense.
std::vector<ProfilePoint> smoothed(std::span<const ProfilePoint> points, double wavelength,
                                   std::span<const double> weights = {});

/// How much measured points scatter, and what that does to the curvature, which contact asks for.
///
/// Noise that is independent from point to point, rms σ across the curve, points h apart: behind
/// (1) with the wavelength λ it leaves an error of the curvature with
///
///   rms² = σ² h ∫ (2π f)⁴ / (1 + (λ f)⁴)² df = 2π⁵ √2 σ² h / λ⁵                          (2)
///
/// over all frequencies f. Without smoothing the cubic spline through the points has an error of 6
/// σ / h² there.
struct ProfileNoise {
  double rms = 0;      // σ, m; 0: fewer than 5 points
  double spacing = 0;  // h, m, the middle one (median)

  double curvature_error(double wavelength) const;  // rms, 1/m
  /// The shortest wavelength that leaves this error, m; 0: none is needed.
  double wavelength_for(double curvature_error) const;
};

/// From how far each point lies off the cubic through its four neighbours; the middle one of all
/// (median) counts, so that corners and changes of radius do not.
ProfileNoise noise_of(std::span<const ProfilePoint> points);

/// What noise may do to the curvature of a profile, 1/m (rms): a tenth of that of a rail's crown of
/// 300 mm. Wheels and rails that fit each other differ by 1 to 3 1/m in their curvatures; noise of
/// that size chooses where they touch.
inline constexpr double k_tolerable_curvature_noise = 0.3;

}  // namespace tread::profile
