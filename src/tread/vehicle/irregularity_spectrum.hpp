#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace tread::vehicle {

/// Spectra of the irregularities of a track: how the variance of what the rails lack of their
/// intended place is shared among waves of different length.
///
///   variance of waves between wavenumbers a and b  =  integral of S from a to b
///
/// with S one-sided (wavenumbers > 0 alone) and the wavenumber Om = 2 pi / wavelength in rad/m.
/// Publications give S one-sided or two-sided (half as large, shared with wavenumbers < 0), over
/// rad/m or over cycles/m: a Spectrum says which, and one_sided_density() is the one place that
/// converts. All named ones are read as one-sided, as the open program TTB-2D does.
///
/// Heights are of the mean of both rails, m. Alignment: sideways, m. Gauge: m. Cross level:
/// German form an angle, rad; FRA form a difference of heights, m.

enum class Sides { one, two };
enum class WavenumberUnit { rad_per_m, cycles_per_m };

struct Spectrum {
  std::string name;     // german_low
  std::string formula;  // for people, with its origin
  Sides sides = Sides::one;
  WavenumberUnit unit = WavenumberUnit::rad_per_m;
  std::function<double(double)> density;  // S as published, m2/(rad/m) or m2/(1/m)
};

/// S in m2/(rad/m), one-sided, at Om in rad/m, > 0.
double one_sided_density(const Spectrum& spectrum, double omega);

/// "one-sided, m2/(rad/m)".
std::string convention_of(const Spectrum& spectrum);

enum class Direction { vertical, alignment, gauge, cross_level };

/// German spectra of ORE B176 for track of low and of high disturbance,
///   S = A Om_c^2 / ((Om^2 + Om_r^2)(Om^2 + Om_c^2))                        vertical, alignment
///   S = A Om^2 Om_c^2 / ((Om^2 + Om_r^2)(Om^2 + Om_c^2)(Om^2 + Om_s^2))    gauge, cross level
/// with A / b^2, b = 0.75 m, for the cross level. (ORE B176 RP 1, 1989; values as in Claus and
/// Schiehlen 1998.)
enum class GermanTrack { low, high };
Spectrum german_spectrum(GermanTrack track, Direction direction = Direction::vertical);

/// US Federal Railroad Administration, classes 1 (worst) to 6,
///   S = k A Om_c^2 / (Om^2 (Om^2 + Om_c^2))                    vertical, alignment; k = 1/4
///   S = 4 k A_v Om_c^2 / ((Om^2 + Om_c^2)(Om^2 + Om_s^2))      gauge, cross level
/// Throws ModelError for a class that there is not.
Spectrum fra_spectrum(int track_class, Direction direction = Direction::vertical);

/// The same classes in the form of Fryba (Dynamics of Railway Bridges, 1996), vertical, n in
/// cycles/m,
///   S = A n2^2 (n^2 + n1^2) / (n^4 (n^2 + n2^2))
/// Its heights are a third to a fifth of those of fra_spectrum.
Spectrum fra_fryba_spectrum(int track_class);

/// French railways, vertical, n in cycles/m from 2 to 40 m: S = A / (1 + n / n0)^3.
enum class SncfTrack { good, poor };
Spectrum sncf_spectrum(SncfTrack track);

/// All vertical spectra that have a name.
std::span<const Spectrum> named_spectra();

/// Throws ModelError that names the nearest one if there is none of that name.
const Spectrum& find_spectrum(std::string_view name);

/// Lengths of waves, m.
struct WaveBand {
  double shortest = 0;
  double longest = 0;
};
/// The standard bands of EN 13848.
inline constexpr WaveBand k_band_d1{3, 25};
inline constexpr WaveBand k_band_d2{25, 70};
inline constexpr WaveBand k_band_d3{70, 200};

/// Throws ModelError unless 0 < shortest < longest, both finite.
void check(const WaveBand& band);

/// What both bands hold; shortest >= longest: nothing.
WaveBand common_band(const WaveBand& a, const WaveBand& b);

/// Square of the rms of waves between two wavenumbers, m2.
double variance_between(const Spectrum& spectrum, double low_omega, double high_omega);

/// Root mean square of the waves of a band, m; by quadrature of S, to about 1e-9 of itself.
double band_rms(const Spectrum& spectrum, const WaveBand& band);

}  // namespace tread::vehicle
