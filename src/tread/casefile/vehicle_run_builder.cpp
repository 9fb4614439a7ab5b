#include "tread/casefile/vehicle_run_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tread/casefile/rail_vehicle_builder.hpp"
#include "tread/casefile/wheel_rail_builder.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {
namespace {

constexpr double k_usual_step = 1e-3;            // s
constexpr double k_usual_record_distance = 0.1;  // m

class VehicleRunBuilder {
 public:
  VehicleRunBuilder(VehicleRunInput input, const std::filesystem::path& base_dir, Reading& reading,
                    ProblemList& problems)
      : input_(std::move(input)), base_dir_(base_dir), reading_(reading), problems_(problems) {}

  VehicleRunCase build() {
    VehicleRunCase result;
    result.title = input_.title;
    result.wheel_rail = build_wheel_rail(input_.wheel_rail, base_dir_, reading_, problems_);
    result.vehicle = build_rail_vehicle(input_.vehicle, input_.wheel_rail.wheelset.nominal_radius,
                                        reading_, problems_);
    result.vehicle_input = input_.vehicle;
    build_track(result);
    build_run(result);
    build_time(result);
    build_analysis(result);
    result.output = input_.output;
    if (result.distance == 0 && problems_.empty() && !has_analysis()) {
      complain("run.distance", "is missing: there is nothing to compute",
               "give it, a curve with track.curve_length, or something of [analysis]");
    }
    result.places = reading_.places();
    return result;
  }

 private:
  bool is_given(std::string_view key) const { return reading_.given(key) != nullptr; }
  bool is_usable(std::string_view key) const { return reading_.used(key) != nullptr; }
  void complain(std::string_view key, std::string reason, std::string hint = "",
                std::string got = "") {
    Problem problem = reading_.problem(key, std::move(reason), std::move(hint));
    problem.value = std::move(got);
    problems_.add(std::move(problem));
  }
  bool has_analysis() const {
    return input_.analysis.modes || input_.analysis.quasi_static || input_.analysis.lowest_speed;
  }

  // ---- track ----

  void build_track(VehicleRunCase& result) {
    const AlignmentInput& track = input_.alignment;
    vehicle::TrackAlignment& alignment = result.alignment;
    if (track.curve_radius) {
      vehicle::CurveEntry curve;
      const double sign = track.direction == "left" ? -1 : 1;
      curve.straight = track.straight_length;
      curve.transition = track.transition_length;
      curve.curvature = sign / *track.curve_radius;
      curve.cant = sign * track.cant;
      curve.cant_base = track.cant_base;
      curve.rounding = track.rounding;
      // A length that is not positive is among the problems already.
      if (track.transition_length > 0) alignment = vehicle::curve_track(curve);
      result.curve_start = track.straight_length + track.transition_length;
    } else {
      alignment.cant_base = track.cant_base;
      alignment.rounding = track.rounding;
      alignment.curvature = by_points("track.curvature_places", track.curvature_places,
                                      "track.curvatures", track.curvatures, result.curve_start);
      alignment.cant = by_points("track.cant_places", track.cant_places, "track.cants", track.cants,
                                 result.curve_start);
    }
    alignment.slope = by_points("track.slope_places", track.slope_places, "track.slopes",
                                track.slopes, result.curve_start);
    const std::vector<double>& curvatures = alignment.curvature.values();
    const std::vector<double>& cants = alignment.cant.values();
    const std::vector<double>& slopes = alignment.slope.values();
    const auto is_zero = [](const std::vector<double>& values) {
      return std::ranges::all_of(values, [](double v) { return v == 0; });
    };
    result.is_straight = is_zero(curvatures) && is_zero(cants) && is_zero(slopes);
    if (!problems_.empty()) return;
    try {
      vehicle::TrackPath{alignment};
    } catch (const ModelError& error) {
      complain(track.curve_radius ? "track.curve_radius" : "track.curvatures", error.what());
    }
  }

  /// @param last becomes at least the last place
  PiecewiseLinear by_points(const char* places_key, const std::vector<double>& places,
                            const char* values_key, const std::vector<double>& values,
                            double& last) {
    if (places.empty() || values.empty()) return {};  // none, or told
    if (places.size() != values.size()) {
      complain(values_key, fmt::format("must be {} numbers as there are places", places.size()), "",
               fmt::format("{}", values.size()));
      return {};
    }
    for (std::size_t i = 1; i < places.size(); ++i) {
      if (places[i] > places[i - 1]) continue;
      complain(places_key, "must rise", "",
               fmt::format("{} after {} m", number_text(places[i]), number_text(places[i - 1])));
      return {};
    }
    last = std::max(last, places.back());
    return {places, values};
  }

  // ---- run ----

  void build_run(VehicleRunCase& result) {
    result.run = input_.run;
    const AlignmentInput& track = input_.alignment;
    if (input_.run.distance) {
      result.distance = *input_.run.distance;
    } else if (track.curve_length && !is_given("run.distance")) {
      const double end = result.curve_start + *track.curve_length;
      if (end <= input_.run.start_position) {
        complain("run.start_position", "lies behind the end of the curve", "",
                 number_text(input_.run.start_position));
      } else {
        result.distance = end - input_.run.start_position;
        reading_.use("run.distance", result.distance);
      }
    } else if (!result.is_straight && !has_analysis() && problems_.empty()) {
      complain(
          "run.distance", "is missing",
          track.curve_radius ? "give it, or track.curve_length" : "the track goes on for ever");
    }
  }

  void build_time(VehicleRunCase& result) {
    TimeInput& time = input_.time;
    const bool is_adaptive =
        !time.scheme.empty() && integrate::find_scheme(time.scheme).is_adaptive;
    if (!is_adaptive && !time.step && !is_given("time.step")) {
      time.step = k_usual_step;
      reading_.use("time.step", k_usual_step);
    }
    result.time = casefile::build_time(time, reading_, problems_, StepRule::left_to_the_case);
    if (!is_usable("run.speed")) return;
    const double speed = input_.run.speed;
    result.time.end = result.distance / speed;
    if (!is_adaptive && result.distance > 0 && result.time.step > result.time.end) {
      if (is_given("time.step")) {
        complain("time.step", fmt::format("is longer than the run of {:.4g} s", result.time.end),
                 "make it shorter, or run.distance longer", number_text(result.time.step));
      } else {
        result.time.step = result.time.end;
        reading_.use("time.step", result.time.step);
      }
    }
    if (!time.record_interval && !is_given("time.record_interval")) {
      result.time.record_interval = std::max(result.time.step, k_usual_record_distance / speed);
      if (result.distance > 0) {
        reading_.use("time.record_interval", result.time.record_interval);
      }
    }
    if (!(result.time.record_interval > 0)) return;
    const double n_records = result.time.end / result.time.record_interval;
    if (n_records > k_most_records) {
      complain(is_given("time.record_interval") ? "time.record_interval" : "run.distance",
               fmt::format("asks for {:.3g} records, no more than {:.0f} are kept", n_records,
                           k_most_records),
               is_given("time.record_interval") ? "make it longer"
                                                : "give a longer time.record_interval");
    }
  }

  // ---- analysis ----

  void build_analysis(VehicleRunCase& result) {
    AnalysisInput& analysis = input_.analysis;
    if (analysis.lowest_speed && analysis.highest_speed &&
        *analysis.highest_speed <= *analysis.lowest_speed) {
      complain(
          "analysis.highest_speed",
          fmt::format("must be above lowest_speed = {} m/s", number_text(*analysis.lowest_speed)),
          "", number_text(*analysis.highest_speed));
    }
    result.analysis = analysis;
  }

  VehicleRunInput input_;
  const std::filesystem::path& base_dir_;
  Reading& reading_;
  ProblemList& problems_;
};

}  // namespace

VehicleRunCase build_vehicle_run_case(VehicleRunInput input, const std::filesystem::path& base_dir,
                                      Reading& reading, ProblemList& problems) {
  return VehicleRunBuilder(std::move(input), base_dir, reading, problems).build();
}

}  // namespace tread::casefile
