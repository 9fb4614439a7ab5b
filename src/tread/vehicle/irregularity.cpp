#include "tread/vehicle/irregularity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <unsupported/Eigen/FFT>

#include "tread/core/errors.hpp"
#include "tread/core/random_numbers.hpp"
#include "tread/vehicle/two_pi.hpp"

namespace tread::vehicle {
namespace {

constexpr double k_least_period = 8192;      // m
constexpr double k_periods_of_longest = 32;  // longest waves in a period
constexpr double k_heights_a_wave = 20;      // of the shortest, unless told
constexpr double k_fewest_a_wave = 4;
constexpr double k_most_heights = 1 << 22;  // of a period

using Complex = std::complex<double>;

double smallest_power_of_two(double at_least) { return std::exp2(std::ceil(std::log2(at_least))); }

/// Rises from 0 to 1 without a jump of slope or curvature.
double rise(double s) {
  s = std::clamp(s, 0.0, 1.0);
  return s * s * s * (10 + s * (6 * s - 15));
}

double faded(const IrregularityOptions& options, double x) {
  double factor = options.scale;
  if (x < options.start || x > options.end) {
    const bool is_level = x < options.start ? options.ramp > 0 : options.ramp_at_end > 0;
    if (is_level) return 0;
  }
  if (options.ramp > 0) factor *= rise((x - options.start) / options.ramp);
  if (options.ramp_at_end > 0) factor *= rise((options.end - x) / options.ramp_at_end);
  return factor;
}

void check_irregularity(const IrregularityOptions& options) {
  check(options.band);
  if (!std::isfinite(options.start) || !std::isfinite(options.end) ||
      !(options.end > options.start)) {
    throw ModelError(fmt::format("irregularities from {} to {} m: they must end behind their start",
                                 options.start, options.end));
  }
  if (!std::isfinite(options.scale)) {
    throw ModelError(fmt::format("scale of the irregularities = {} must be finite", options.scale));
  }
  if (!(options.spacing >= 0) || options.spacing > options.band.shortest / k_fewest_a_wave) {
    throw ModelError(fmt::format(
        "heights every {} m do not show waves of {} m: take {} m or less, or leave it out",
        options.spacing, options.band.shortest, options.band.shortest / k_fewest_a_wave));
  }
  if (!(options.ramp >= 0) || !(options.ramp_at_end >= 0)) {
    throw ModelError(fmt::format("irregularities grow over {} m and vanish over {} m: give lengths",
                                 options.ramp, options.ramp_at_end));
  }
}

/// The heights of a whole period from x = 0 on. Waves are drawn from the longest on, so that the
/// phase of one does not depend on which others there are.
std::vector<double> period_of(const Spectrum& spectrum, const IrregularityOptions& options,
                              std::size_t n, Irregularity& out) {
  const double d_omega = k_two_pi / out.period;
  const double low = k_two_pi / options.band.longest;
  const double high = k_two_pi / options.band.shortest;
  const auto first = static_cast<std::size_t>(std::ceil(low / d_omega));
  const auto last = static_cast<std::size_t>(std::floor(high / d_omega));
  if (last < first) {
    throw ModelError(fmt::format("waves from {} to {} m: too narrow a band to hold one",
                                 options.band.shortest, options.band.longest));
  }
  std::vector<Complex> waves(n / 2 + 1);
  RandomNumbers random(options.seed);
  for (std::size_t k = 1; k <= last; ++k) {
    const double phase = k_two_pi * random.uniform();
    if (k < first) continue;
    const double from = k == first ? low : (static_cast<double>(k) - 0.5) * d_omega;
    const double to = k == last ? high : (static_cast<double>(k) + 0.5) * d_omega;
    const double amplitude = std::sqrt(2 * variance_between(spectrum, from, to));
    waves[k] = std::polar(amplitude / 2 * static_cast<double>(n), phase);
  }
  out.n_waves = static_cast<int>(last - first + 1);
  std::vector<double> heights(n);
  Eigen::FFT<double> fft(Eigen::default_fft_impl<double>(), Eigen::FFT<double>::HalfSpectrum);
  fft.inv(heights.data(), waves.data(), static_cast<Eigen::Index>(n));
  return heights;
}

/// The best straight line taken off.
std::vector<double> levelled(std::span<const double> heights) {
  const auto n = static_cast<double>(heights.size());
  double sum = 0;
  double moment = 0;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    sum += heights[i];
    moment += heights[i] * (static_cast<double>(i) - (n - 1) / 2);
  }
  const double slope = moment / (n * (n * n - 1) / 12);
  std::vector<double> result(heights.begin(), heights.end());
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] -= sum / n + slope * (static_cast<double>(i) - (n - 1) / 2);
  }
  return result;
}

}  // namespace

Irregularity make_irregularity(const Spectrum& spectrum, const IrregularityOptions& options) {
  check_irregularity(options);
  const double length = options.end - options.start;
  Irregularity out;
  out.period = smallest_power_of_two(
      std::max({k_least_period, k_periods_of_longest * options.band.longest, length}));
  const double wanted =
      options.spacing > 0 ? options.spacing : options.band.shortest / k_heights_a_wave;
  const double n_heights = smallest_power_of_two(out.period / wanted);
  if (n_heights > k_most_heights) {
    throw ModelError(
        fmt::format("irregularities over {:.6g} m with waves down to {} m take {:.3g} heights, "
                    "more than {:.3g}:"
                    " take longer waves, or shorter ones as a file",
                    out.period, options.band.shortest, n_heights, k_most_heights));
  }
  out.spacing = out.period / n_heights;
  const auto n = static_cast<std::size_t>(n_heights);
  const std::vector<double> period = period_of(spectrum, options, n, out);
  const auto first = static_cast<long long>(std::floor(options.start / out.spacing));
  const auto last = static_cast<long long>(std::ceil(options.end / out.spacing));
  for (long long i = first; i <= last; ++i) {
    const double x = static_cast<double>(i) * out.spacing;
    out.places.push_back(x);
    out.heights.push_back(faded(options, x) * period[static_cast<std::size_t>(i) & (n - 1)]);
  }
  return out;
}

double measured_band_rms(std::span<const double> heights, double spacing, const WaveBand& band) {
  check(band);
  const std::size_t n = heights.size();
  const double length = static_cast<double>(n) * spacing;
  if (!(spacing > 0) || spacing > band.shortest / 3 || length < band.longest) {
    throw ModelError(fmt::format(
        "{} heights every {} m do not show waves of {} to {} m: they need a length of {} m and a "
        "height every {:.3g} m",
        n, spacing, band.shortest, band.longest, band.longest, band.shortest / 3));
  }
  std::vector<double> window = levelled(heights);
  double window_square = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double w =
        (1 - std::cos(k_two_pi * (static_cast<double>(i) + 0.5) / static_cast<double>(n))) / 2;
    window[i] *= w;
    window_square += w * w;
  }
  // a power of two for speed: zeros behind change no sum of squares
  const std::size_t n_padded = std::bit_ceil(n);
  window.resize(n_padded, 0.0);
  std::vector<Complex> waves(n_padded / 2 + 1);
  Eigen::FFT<double> fft(Eigen::default_fft_impl<double>(), Eigen::FFT<double>::HalfSpectrum);
  fft.fwd(waves.data(), window.data(), static_cast<Eigen::Index>(n_padded));
  const double padded_length = static_cast<double>(n_padded) * spacing;
  double sum = 0;
  for (std::size_t k = 1; k < waves.size(); ++k) {
    const double wave = padded_length / static_cast<double>(k);
    if (wave >= band.shortest && wave <= band.longest) sum += 2 * std::norm(waves[k]);
  }
  return std::sqrt(sum / static_cast<double>(n_padded) / window_square);
}

}  // namespace tread::vehicle
