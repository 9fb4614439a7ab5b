#include "tread/study/wheel_rail_curve_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tread/profile/standard_profiles.hpp"
#include "tread/study/processor_time.hpp"
#include "tread/study/vehicle_run_tables.hpp"
#include "tread/vehicle/rail_vehicle_data.hpp"

namespace tread::study {
namespace {

using differential::ContactCounts;
using profile::Side;
using running::RunningVehicle;
using running::RunRecord;
using running::SteadyRunning;
using running::VehicleRun;

constexpr double k_relative_tolerance = 1e-8;  // RelTol
constexpr double k_absolute_tolerance = 1e-6;  // AbsTol

/// Half-spaces leave a newton or so of the contact forces, 1e-3 m/s2 of the wheelset.
constexpr running::SteadyOptions k_still{.good_enough = 5e-3, .max_iterations = 100};

running::State state_at(double time, const SteadyRunning& steady) {
  return {time, steady.position, steady.velocity, running::Vector()};
}

struct SideCounts {
  ContactCounts left;
  ContactCounts right;
};

/// Until now; zeros of models that do not count.
SideCounts counts_of(const RunningVehicle& wagon) {
  const auto of = [&](Side side) {
    const auto* elastic = wheel_rail::elastic_contact(wagon.contact_model(0, side));
    return elastic ? elastic->counts() : ContactCounts{};
  };
  return {of(Side::left), of(Side::right)};
}

ContactCounts difference(const ContactCounts& after, const ContactCounts& before) {
  return {.problems = after.problems - before.problems,
          .newton = after.newton - before.newton,
          .linear = after.linear - before.linear,
          .factors = after.factors - before.factors,
          .backtracks = after.backtracks - before.backtracks,
          .rescued = after.rescued - before.rescued,
          .failed = after.failed - before.failed,
          .unknowns = after.unknowns - before.unknowns};
}

/// For states at rest, which are told by the forces that are left: what elastic bodies solved as in
/// a run leave of them is too much.
wheel_rail::PairModelSettings solved_further(const wheel_rail::PairModelSettings& settings) {
  const auto* elastic = std::get_if<wheel_rail::DifferentialModelSettings>(&settings);
  if (!elastic) return settings;
  wheel_rail::DifferentialModelSettings further = *elastic;
  further.contact.newton = {.tolerance = 1e-12, .max_iterations = 50};
  return further;
}

running::RunOptions curve_run_options(const CurveRunSettings& settings, Observer& observer) {
  const CurveIntegrator& integrator = settings.integrator;
  running::RunOptions options;
  options.scheme.name = integrator.scheme;
  options.scheme.nonlinear.relative_tolerance = integrator.nonlinear_tolerance;
  options.scheme.relative_tolerance = k_relative_tolerance;
  options.scheme.absolute_tolerance = k_absolute_tolerance;
  options.step = integrator.step;
  options.end_time = settings.to / k_curve_speed;
  options.record_interval = k_curve_record_interval;
  options.observer = &observer;
  return options;
}

}  // namespace

profile::WheelRailPair pair_of_curve() {
  return {profile::s1002(), profile::rail_head(profile::RailHead::uic60, 0.025), {}, {}};
}

std::unique_ptr<RunningVehicle> wagon_in_curve(const wheel_rail::PairModelSettings& settings,
                                               int n_threads) {
  vehicle::RailVehicleModel model(vehicle::manchester_wagon_2d(),
                                  vehicle::TrackPath(vehicle::curve_track({})),
                                  {.speed = k_curve_speed});
  std::vector<running::WheelsetModels> contacts;
  contacts.push_back(running::wheelset_models(pair_of_curve(), settings));
  return std::make_unique<RunningVehicle>(std::move(model), std::move(contacts), n_threads);
}

// ---- integrators ----

CurveIntegrator bogacki_shampine() { return {"Bogacki-Shampine 2(3)", "arkode_bogacki_shampine"}; }
CurveIntegrator dormand_prince() { return {"Dormand-Prince 4(5)", "arkode_dormand_prince"}; }
CurveIntegrator dormand_prince_05() { return {"Dormand-Prince 5", "dormand_prince_5", 5e-4}; }
CurveIntegrator hht(double step, double nonlinear_tolerance) {
  return {"HHT", "hht_alpha", step, nonlinear_tolerance};
}

std::string curve_tolerances() {
  return fmt::format("RelTol {:g}, AbsTol {:g}, as table 4", k_relative_tolerance,
                     k_absolute_tolerance);
}

std::string meaning_of_tolerances() {
  return fmt::format(
      "RelTol {:g} and AbsTol {:g} as table 4: the error of a step, as a root mean square over all "
      "coordinates and velocities, each over RelTol times its size plus AbsTol in m, rad, m/s or "
      "rad/s, is below one. Matlab bounds the largest over max(RelTol times size, AbsTol) instead",
      k_relative_tolerance, k_absolute_tolerance);
}

// ---- runs ----

SteadyRunning stand_on_straight(const wheel_rail::PairModelSettings& model) {
  const auto wagon = wagon_in_curve(solved_further(model));
  return find_steady_running(*wagon, set_on_rails(*wagon, 0), k_still);
}

CurveRun run_way(const CurveRunSettings& settings, Observer& observer) {
  const running::RunOptions options = curve_run_options(settings, observer);
  CurveRun out;
  out.name = settings.name;
  out.end_time = options.end_time;
  out.wagon = wagon_in_curve(settings.model, settings.n_threads);
  // The track is the same up to the transition.
  out.start = settings.start ? *settings.start : stand_on_straight(settings.model);
  out.run.status = out.start.status;
  if (out.start.status != SolveStatus::converged) return out;
  const SideCounts before = counts_of(*out.wagon);
  out.processor_time = processor_seconds([&] {
    out.run = run_vehicle(*out.wagon, state_at(settings.from / k_curve_speed, out.start),
                          running::derailment_limits(pair_of_curve()), options);
  });
  const SideCounts after = counts_of(*out.wagon);
  out.left_work = difference(after.left, before.left);
  out.right_work = difference(after.right, before.right);
  return out;
}

CurveRun run_with_areas(const CurveRunSettings& settings, Observer& observer) {
  CurveRun out = run_way(settings, observer);
  if (out.status() != SolveStatus::converged) return out;
  out.touched = find_touched(settings.model, pair_of_curve(), *out.wagon, out.run.records);
  return out;
}

CurveRun run_curve(const CurveRunSettings& settings, Observer& observer) {
  CurveRun out = run_with_areas(settings, observer);
  if (out.status() != SolveStatus::converged) return out;
  const auto at_rest = wagon_in_curve(settings.model, settings.n_threads);
  out.curving = find_steady_running(*at_rest, state_at(out.end_time, out.start), k_still);
  out.run.status = out.curving.status;
  if (out.status() != SolveStatus::converged) return out;
  out.steady = record_of(*at_rest, state_at(out.end_time, out.curving));
  return out;
}

// ---- histories ----

namespace {

/// Values at other places than those they are known at, linear in between.
double interpolated(const std::vector<double>& x, const std::vector<double>& y, double at) {
  const auto above = std::ranges::lower_bound(x, at);
  if (above == x.begin()) return y.front();
  if (above == x.end()) return y.back();
  const auto i = static_cast<std::size_t>(above - x.begin());
  return y[i - 1] + (y[i] - y[i - 1]) * (at - x[i - 1]) / (x[i] - x[i - 1]);
}

}  // namespace

CurveValue of_wheel(Side side, double wheel_rail::WheelForces::*member) {
  return [side, member](const RunRecord& record) {
    const running::WheelsetRecord& wheelset = record.wheelsets[0];
    return (side == Side::left ? wheelset.left : wheelset.right).*member;
  };
}

CurveValue lateral_of_wheelset() {
  return [](const RunRecord& record) { return record.wheelsets[0].pose.lateral; };
}

CurveValue lateral_of_car_body(RunningVehicle& wagon) {
  const vehicle::RailVehicleModel& model = wagon.model();
  const int body = model.coordinate(model.find_body("car_body"), vehicle::Motion::y);
  return [body](const RunRecord& record) { return record.position(body); };
}

std::vector<double> distances_of(const VehicleRun& run) {
  std::vector<double> distances;
  for (const RunRecord& record : run.records) distances.push_back(record.distance);
  return distances;
}

std::vector<double> history_of(const VehicleRun& run, const CurveValue& value) {
  std::vector<double> values;
  for (const RunRecord& record : run.records) values.push_back(value(record));
  return values;
}

double mean_of_end(const VehicleRun& run, double length, const CurveValue& value) {
  const std::vector<double> distances = distances_of(run);
  return mean_from(distances, history_of(run, value), distances.back() - length);
}

double largest_difference(const VehicleRun& run, const VehicleRun& reference,
                          const CurveValue& value) {
  const std::vector<double> distances = distances_of(reference);
  const std::vector<double> values = history_of(reference, value);
  double largest = 0;
  for (const RunRecord& record : run.records) {
    largest = std::max(largest,
                       std::abs(value(record) - interpolated(distances, values, record.distance)));
  }
  return largest;
}

std::string against(double value, double other) {
  const double relative = std::abs(value) / std::abs(other) - 1;
  return fmt::format("{:.3g} % {} than", 100 * std::abs(relative),
                     relative < 0 ? "smaller" : "larger");
}

}  // namespace tread::study
