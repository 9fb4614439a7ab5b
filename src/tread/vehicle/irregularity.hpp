#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tread/vehicle/irregularity_spectrum.hpp"

namespace tread::vehicle {

/// A rail's heights with the spectrum S of a track, as a sum of waves with random phases,
///
///   r(x) = sum_k a_k cos(Om_k x + phi_k),   a_k^2 / 2 = integral of S over the k-th strip
///
/// Wavenumbers Om_k = k 2 pi / P are equally spaced within the band, P a power of two of metres, at
/// least 8192 m, 32 of the longest waves and the profile's own length: it does not repeat itself.
/// Strips lie around Om_k and end at the band's ends, so that the variance of the whole period is
/// that of the band. (Shinozuka and Deodatis, 1991; by FFT.)
///
/// The phase of wave k is the k-th number of RandomNumbers of the seed: the same on
/// every machine (heights to rounding), wherever the profile begins or ends and whatever part of
/// the spectrum is taken. Profiles of up to 8192 m with one seed are parts of the same rail.
struct IrregularityOptions {
  WaveBand band{1, 150};
  double start = 0;  // m; waves are counted from x = 0 wherever the profile begins
  double end = 0;    // m
  std::uint64_t seed = 1;
  double spacing = 0;      // m, at most: a power of two is taken. 0: a 20th of the shortest wave
  double scale = 1;        // of all heights
  double ramp = 0;         // m; it grows smoothly from nothing at `start` over this length...
  double ramp_at_end = 0;  // ... and vanishes so before `end`
};

struct Irregularity {
  std::vector<double> places;   // m, equally spaced, `start` and `end` among or between them
  std::vector<double> heights;  // m, up
  double spacing = 0;           // m
  double period = 0;            // m, P
  int n_waves = 0;
};

/// Throws ModelError with value, reason and remedy for a band, length, spacing or scale that makes
/// no sense, a band that holds no wave, or more heights than 2^22.
Irregularity make_irregularity(const Spectrum& spectrum, const IrregularityOptions& options);

/// Rms in a band of heights at equally spaced places, m: what the band keeps of the Fourier
/// transform of the heights. The straight line that fits best is taken off first, and both ends are
/// faded by a cosine (Hann) window whose own mean square is divided out: waves that the length
/// holds only a few times of are judged roughly. Throws ModelError if the length is below the
/// longest wave of the band or the spacing above a third of its shortest.
double measured_band_rms(std::span<const double> heights, double spacing, const WaveBand& band);

}  // namespace tread::vehicle
