#include "tread/vehicle/irregularity_spectrum.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "tread/core/errors.hpp"
#include "tread/core/nearest.hpp"
#include "tread/vehicle/two_pi.hpp"

namespace tread::vehicle {
namespace {

constexpr double square(double x) { return x * x; }

std::size_t class_index(int track_class) {
  if (track_class >= 1 && track_class <= 6) return static_cast<std::size_t>(track_class - 1);
  throw ModelError(
      fmt::format("FRA track class {}: there are classes 1 (worst) to 6", track_class));
}

/// Behind the name of the track; what is not told is vertical.
std::string_view ending(Direction direction) {
  constexpr std::array k_endings{"", ", alignment", ", gauge", ", cross level"};
  return k_endings[static_cast<std::size_t>(direction)];
}

bool is_of_both_rails(Direction direction) {
  return direction == Direction::vertical || direction == Direction::alignment;
}

std::vector<Spectrum> all_vertical() {
  std::vector<Spectrum> spectra{german_spectrum(GermanTrack::low),
                                german_spectrum(GermanTrack::high)};
  for (int track_class = 1; track_class <= 6; ++track_class) {
    spectra.push_back(fra_spectrum(track_class));
  }
  for (int track_class = 1; track_class <= 6; ++track_class) {
    spectra.push_back(fra_fryba_spectrum(track_class));
  }
  spectra.push_back(sncf_spectrum(SncfTrack::good));
  spectra.push_back(sncf_spectrum(SncfTrack::poor));
  return spectra;
}

}  // namespace

double one_sided_density(const Spectrum& spectrum, double omega) {
  const double sides = spectrum.sides == Sides::two ? 2 : 1;
  if (spectrum.unit == WavenumberUnit::rad_per_m) return sides * spectrum.density(omega);
  // S(Om) dOm = S(n) dn with Om = 2 pi n
  return sides * spectrum.density(omega / k_two_pi) / k_two_pi;
}

std::string convention_of(const Spectrum& spectrum) {
  return fmt::format("{}-sided, {}", spectrum.sides == Sides::one ? "one" : "two",
                     spectrum.unit == WavenumberUnit::rad_per_m ? "m2/(rad/m)" : "m2/(1/m)");
}

Spectrum german_spectrum(GermanTrack track, Direction direction) {
  constexpr double k_omega_r = 0.0206;
  constexpr double k_omega_c = 0.8246;
  constexpr double k_omega_s = 0.4380;
  constexpr double k_half_base = 0.75;  // m
  // of low and high disturbance, m rad
  constexpr std::array k_vertical{4.032e-7, 1.080e-6};
  constexpr std::array k_alignment{2.119e-7, 6.125e-7};
  constexpr std::array k_gauge{5.32e-8, 1.032e-7};
  const auto i = static_cast<std::size_t>(track);
  const double a = direction == Direction::alignment     ? k_alignment[i]
                   : direction == Direction::gauge       ? k_gauge[i]
                   : direction == Direction::cross_level ? k_vertical[i] / square(k_half_base)
                                                         : k_vertical[i];
  const bool is_plain = is_of_both_rails(direction);
  Spectrum spectrum;
  spectrum.name = track == GermanTrack::low ? "german_low" : "german_high";
  spectrum.formula = fmt::format("German (ORE B176), {} disturbance{}, A = {:.4g}",
                                 track == GermanTrack::low ? "low" : "high", ending(direction), a);
  spectrum.density = [a, is_plain](double om) {
    const double w = square(om);
    const double plain =
        a * square(k_omega_c) / ((w + square(k_omega_r)) * (w + square(k_omega_c)));
    return is_plain ? plain : plain * w / (w + square(k_omega_s));
  };
  return spectrum;
}

Spectrum fra_spectrum(int track_class, Direction direction) {
  constexpr double k_k = 0.25;
  constexpr double k_omega_c = 0.8245;
  constexpr double k_m2 = 1e-4;  // of a cm2
  // of classes 1 to 6, cm2 rad/m and rad/m
  constexpr std::array k_vertical{1.2107, 1.0181, 0.6816, 0.5376, 0.2095, 0.0339};
  constexpr std::array k_alignment{3.3634, 1.2107, 0.4128, 0.3027, 0.0762, 0.0339};
  constexpr std::array k_omega_s{0.6046, 0.9308, 0.8520, 1.1312, 0.8209, 0.4380};
  const std::size_t i = class_index(track_class);
  const double a =
      k_k * k_m2 * (direction == Direction::alignment ? k_alignment[i] : k_vertical[i]);
  const bool is_plain = is_of_both_rails(direction);
  Spectrum spectrum;
  spectrum.name = fmt::format("fra_class_{}", track_class);
  spectrum.formula = fmt::format("FRA class {}{}, {}", track_class, ending(direction),
                                 is_plain ? "k A Om_c^2/(Om^2 (Om^2 + Om_c^2))"
                                          : "4 k A Om_c^2/((Om^2 + Om_c^2)(Om^2 + Om_s^2))");
  spectrum.density = [a, is_plain, omega_s = k_omega_s[i]](double om) {
    const double w = square(om);
    const double shared = a * square(k_omega_c) / (w + square(k_omega_c));
    return is_plain ? shared / w : 4 * shared / (w + square(omega_s));
  };
  return spectrum;
}

Spectrum fra_fryba_spectrum(int track_class) {
  constexpr std::array k_a{15.53e-8, 8.85e-8, 4.92e-8, 2.75e-8, 1.57e-8, 0.98e-8};  // m
  constexpr double k_n1 = 0.0233;                                                   // cycles/m
  constexpr double k_n2 = 0.131;
  Spectrum spectrum;
  spectrum.name = fmt::format("fra_fryba_class_{}", track_class);
  spectrum.formula =
      fmt::format("FRA class {}, Fryba: A n2^2 (n^2 + n1^2)/(n^4 (n^2 + n2^2))", track_class);
  spectrum.unit = WavenumberUnit::cycles_per_m;
  spectrum.density = [a = k_a[class_index(track_class)]](double n) {
    const double w = square(n);
    return a * square(k_n2) * (w + square(k_n1)) / (square(w) * (w + square(k_n2)));
  };
  return spectrum;
}

Spectrum sncf_spectrum(SncfTrack track) {
  constexpr double k_n0 = 0.0489;  // cycles/m
  const bool is_good = track == SncfTrack::good;
  Spectrum spectrum;
  spectrum.name = is_good ? "sncf_good" : "sncf_poor";
  spectrum.formula = fmt::format("SNCF {} track, A/(1 + n/n0)^3, for waves of 2 to 40 m",
                                 is_good ? "good" : "poor");
  spectrum.unit = WavenumberUnit::cycles_per_m;
  spectrum.density = [a = (is_good ? 0.509 : 1.790) * 308e-6](double n) {
    return a / std::pow(1 + n / k_n0, 3);
  };
  return spectrum;
}

std::span<const Spectrum> named_spectra() {
  static const std::vector<Spectrum> spectra = all_vertical();
  return spectra;
}

const Spectrum& find_spectrum(std::string_view name) {
  const std::span<const Spectrum> spectra = named_spectra();
  const auto found = std::ranges::find(spectra, name, &Spectrum::name);
  if (found != spectra.end()) return *found;
  std::vector<std::string> names;
  for (const Spectrum& spectrum : spectra) names.push_back(spectrum.name);
  const std::string close = nearest(name, names);
  throw ModelError(
      close.empty()
          ? fmt::format("no spectrum is called '{}': take one of {}", name, fmt::join(names, ", "))
          : fmt::format("no spectrum is called '{}': is '{}' meant?", name, close));
}

void check(const WaveBand& band) {
  const bool is_good =
      band.shortest > 0 && band.longest > band.shortest && std::isfinite(band.longest);
  if (is_good) return;
  throw ModelError(
      fmt::format("waves from {} to {} m: the shortest must be > 0 and below the longest",
                  band.shortest, band.longest));
}

WaveBand common_band(const WaveBand& a, const WaveBand& b) {
  return {std::max(a.shortest, b.shortest), std::min(a.longest, b.longest)};
}

double variance_between(const Spectrum& spectrum, double low_omega, double high_omega) {
  // Simpson's rule over ln Om, in which all spectra are smooth on the scale of 1
  constexpr double k_panels_an_e_fold = 40;
  const double span = std::log(high_omega / low_omega);
  if (!(span > 0)) return 0;
  const int n = 2 * static_cast<int>(std::ceil(k_panels_an_e_fold * span));
  const double h = span / n;
  double sum = 0;
  for (int i = 0; i <= n; ++i) {
    const double om = i == n ? high_omega : low_omega * std::exp(h * i);
    const double weight = i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * om * one_sided_density(spectrum, om);
  }
  return sum * h / 3;
}

double band_rms(const Spectrum& spectrum, const WaveBand& band) {
  check(band);
  return std::sqrt(variance_between(spectrum, k_two_pi / band.longest, k_two_pi / band.shortest));
}

}  // namespace tread::vehicle
