#include "tread/study/rail_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tread/vehicle/irregularity.hpp"

namespace tread::study {
namespace {

using casefile::RailInput;
using vehicle::WaveBand;

constexpr double k_beyond_the_way = 1;  // m, of waves behind the last place that is reached
/// A band is measured where the rail holds its longest wave so often.
constexpr double k_longest_waves = 2;

struct NamedBand {
  const char* key;
  const char* name;
  WaveBand band;
};
constexpr std::array k_bands{NamedBand{"d1", "D1 (3 to 25 m)", vehicle::k_band_d1},
                             NamedBand{"d2", "D2 (25 to 70 m)", vehicle::k_band_d2}};

/// Rms of the bands that the rail from one place to another is long enough for.
void measure_bands(double from, double to, RailModel& rail) {
  for (const NamedBand& named : k_bands) {
    if (to - from < k_longest_waves * named.band.longest) continue;
    const double spacing = named.band.shortest / 12;
    std::vector<double> heights;
    for (double x = from; x <= to; x += spacing) {
      heights.push_back(profile_at(rail.profile, x).height);
    }
    rail.scalars.push_back(
        {fmt::format("rail_rms_{}", named.key),
         vehicle::measured_band_rms(heights, spacing, named.band), "m",
         fmt::format("rms of the rail's heights in {}, measured from {:.4g} to {:.4g} m",
                     named.name, from, to)});
  }
}

void add_expected(const vehicle::Spectrum& spectrum, const vehicle::IrregularityOptions& options,
                  RailModel& rail) {
  for (const NamedBand& named : k_bands) {
    const WaveBand band = common_band(named.band, options.band);
    if (band.shortest >= band.longest) continue;
    rail.scalars.push_back({fmt::format("rail_rms_{}_of_spectrum", named.key),
                            std::abs(options.scale) * band_rms(spectrum, band), "m",
                            fmt::format("the same of the spectrum, of waves from {:g} to {:g} m",
                                        band.shortest, band.longest)});
  }
}

RailModel random_rail(const RailInput& input, const TrainWay& way) {
  const vehicle::Spectrum& spectrum = vehicle::find_spectrum(input.spectrum);
  vehicle::IrregularityOptions options;
  options.band = {input.shortest_wave, input.longest_wave};
  options.start = input.start.value_or(way.start);
  options.end = input.end.value_or(std::max(way.end, options.start) + k_beyond_the_way);
  options.seed = static_cast<std::uint64_t>(input.seed);
  options.scale = input.scale;
  options.ramp = input.ramp;
  options.ramp_at_end = input.end ? input.ramp : 0;
  vehicle::Irregularity made = make_irregularity(spectrum, options);
  RailModel rail;
  rail.shortest_wave = input.shortest_wave;
  const std::string scaled = input.scale == 1 ? "" : fmt::format(" times {:g}", input.scale);
  rail.note = fmt::format(
      "Rail: {}{}; the spectrum is read as {}; {} waves of {:g} to {:g} m, seed {}; from {:.6g} to "
      "{:.6g} m.",
      spectrum.formula, scaled, convention_of(spectrum), made.n_waves, input.shortest_wave,
      input.longest_wave, input.seed, options.start, options.end);
  if (input.longest_wave > way.end - options.start) {
    rail.note += fmt::format(" The train does not run over a whole one of the longest.");
  }
  rail.profile = vehicle::SampledProfile(std::move(made.places), std::move(made.heights));
  measure_bands(options.start + options.ramp,
                std::min(options.end - options.ramp_at_end, std::max(way.end, options.start)),
                rail);
  add_expected(spectrum, options, rail);
  return rail;
}

RailModel measured_rail(const RailInput& input, const TrainWay& way) {
  RailModel rail;
  if (input.places.empty()) return rail;
  std::vector<double> heights = input.heights;
  for (double& height : heights) height *= input.scale;
  const auto [low, high] = std::ranges::minmax(heights);
  rail.note = fmt::format(
      "Rail: {} heights of {} from {:.6g} to {:.6g} m, between {:.3g} and {:.3g} mm.",
      heights.size(), input.file, input.places.front(), input.places.back(), 1e3 * low, 1e3 * high);
  const bool is_short = way.end > input.places.back();
  if (is_short) {
    rail.note +=
        fmt::format(" The train runs on to {:.6g} m: the last height goes on there.", way.end);
  }
  double closest = input.places.back() - input.places.front();
  for (std::size_t i = 1; i < input.places.size(); ++i) {
    closest = std::min(closest, input.places[i] - input.places[i - 1]);
  }
  rail.shortest_wave = 4 * closest;  // a wave has four places at least
  const double first = input.places.front();
  const double last = input.places.back();
  rail.profile = vehicle::SampledProfile(input.places, std::move(heights));
  measure_bands(first, last, rail);
  return rail;
}

vehicle::SurfaceProfile simple_profile(const RailInput& rail) {
  const double start = rail.start.value_or(0);
  const double length = rail.length.value_or(0);
  if (rail.type == "sine") {
    vehicle::SineProfile sine{.amplitude = rail.amplitude.value_or(0),
                              .wavelength = rail.wavelength.value_or(0)};
    sine.start = rail.start.value_or(sine.start);
    sine.end = rail.end.value_or(sine.end);
    sine.origin = start;
    return sine;
  }
  if (rail.type == "bump") return vehicle::VersineBump{rail.height.value_or(0), start, length};
  if (rail.type == "ramp") return vehicle::Ramp{rail.height.value_or(0), start, length};
  if (rail.type == "joint") {
    vehicle::DippedJoint joint{rail.depth.value_or(0), start, length};
    if (rail.form == "straight") joint.form = vehicle::DippedJoint::Form::straight;
    joint.spacing = rail.spacing.value_or(0);
    joint.end = rail.end.value_or(joint.end);
    return joint;
  }
  return vehicle::Level{};
}

}  // namespace

RailModel rail_model(const RailInput& input, const TrainWay& way) {
  if (input.type == "spectrum") return random_rail(input, way);
  if (input.type == "file") return measured_rail(input, way);
  RailModel rail;
  rail.profile = simple_profile(input);
  if (input.wavelength) rail.shortest_wave = *input.wavelength;
  // a joint goes down over half its length
  if (input.length) rail.shortest_wave = *input.length / (input.type == "joint" ? 2 : 1);
  const bool begins_or_ends = input.start || input.end;
  rail.has_kinks =
      input.type == "joint" || input.type == "ramp" || (input.type == "sine" && begins_or_ends);
  return rail;
}

}  // namespace tread::study
