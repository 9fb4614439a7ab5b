#include "tread/study/vehicle_run_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tread/casefile/rail_vehicle_builder.hpp"
#include "tread/core/as_size.hpp"
#include "tread/integrate/stepper.hpp"
#include "tread/study/model_refusal.hpp"

namespace tread::study {
namespace {

using casefile::VehicleRunCase;

/// A wheel that starts with more than this times its load was put into the rail.
constexpr double k_heaviest_start = 20;
/// Of the limit of a scheme: contacts get stiffer under larger loads, and flanges touch later.
constexpr double k_part_of_run_limit = 0.7;
/// m: raising the vehicle by it takes less energy than growth that is worth the name.
constexpr double k_run_growth_height = 1e-5;

int n_kicked(const casefile::RunInput& run, const vehicle::RailVehicleModel& model) {
  return run.kicked == "first" ? 1 : model.n_wheelsets();
}

void check_movable(const casefile::RunInput& run, const vehicle::RailVehicleModel& model) {
  for (int i = 0; i < n_kicked(run, model); ++i) {
    if (model.coordinate(model.body_of_wheelset(i), vehicle::Motion::y) >= 0) continue;
    throw ModelError("lateral_displacement and lateral_velocity move wheelsets, which are held");
  }
}

void add_lateral_velocity(const casefile::RunInput& run, const vehicle::RailVehicleModel& model,
                          running::State& state) {
  for (int i = 0; i < n_kicked(run, model); ++i) {
    state.velocity(model.coordinate(model.body_of_wheelset(i), vehicle::Motion::y)) +=
        run.lateral_velocity;
  }
}

std::vector<double> wheel_loads(const running::RunRecord& record) {
  std::vector<double> loads;
  for (const running::WheelsetRecord& wheelset : record.wheelsets) {
    loads.push_back(wheelset.left.q);
    loads.push_back(wheelset.right.q);
  }
  return loads;
}

/// The start with wheelsets moved aside; the wheels' loads stay those of the undisturbed vehicle.
void displace(const VehicleRunCase& input, running::RunningVehicle& vehicle, RunStart& start) {
  const double lateral = input.run.lateral_displacement;
  const profile::RigidWheelset rigid{profile::ContactSearch(*input.wheel_rail.pair)};
  try {
    start.steady =
        find_displaced(vehicle, rigid, start.state, n_kicked(input.run, vehicle.model()), lateral);
  } catch (const ModelError& error) {
    throw ModelError(
        fmt::format("a lateral_displacement of {:.4g} mm puts a wheel into its rail, and lifted it "
                    "does not stand there: {}. Make it smaller, or give a lateral_velocity",
                    1e3 * lateral, error.what()));
  }
  start.state = {0, start.steady.position, start.steady.velocity, running::Vector()};
}

}  // namespace

std::unique_ptr<running::RunningVehicle> vehicle_on_track(
    const VehicleRunCase& input, const wheel_rail::PairModelSettings& contact, double speed,
    RunTrack track, int n_threads) {
  const vehicle::TrackAlignment alignment =
      track == RunTrack::straight ? vehicle::TrackAlignment{} : input.alignment;
  vehicle::RailVehicleModel model(
      input.vehicle, vehicle::TrackPath(alignment),
      {.start = input.run.start_position, .speed = speed, .acceleration = 0});
  std::vector<running::WheelsetModels> contacts;
  for (int i = 0; i < model.n_wheelsets(); ++i) {
    contacts.push_back(running::wheelset_models(input.wheel_rail.pair_of(profile::Side::left),
                                                input.wheel_rail.pair_of(profile::Side::right),
                                                contact));
  }
  return std::make_unique<running::RunningVehicle>(std::move(model), std::move(contacts),
                                                   n_threads);
}

RunStart find_start(const VehicleRunCase& input, running::RunningVehicle& vehicle) {
  RunStart start;
  start.steady = find_steady_running(vehicle, set_on_rails(vehicle, 0));
  start.state = {0, start.steady.position, start.steady.velocity, running::Vector()};
  start.wheel_loads = wheel_loads(record_of(vehicle, start.state));
  if (start.steady.status != SolveStatus::converged) return start;
  if (input.run.lateral_displacement == 0 && input.run.lateral_velocity == 0) return start;
  check_movable(input.run, vehicle.model());
  if (input.run.lateral_displacement != 0) displace(input, vehicle, start);
  add_lateral_velocity(input.run, vehicle.model(), start.state);
  return start;
}

RunStep find_run_step(const VehicleRunCase& input, running::RunningVehicle& vehicle,
                      const RunStart& start) {
  const integrate::SchemeSettings& scheme = input.time.scheme;
  RunStep result;
  result.step = input.time.step;
  if (integrate::find_scheme(scheme.name).is_adaptive) return result;
  const integrate::Stepper fits(scheme, vehicle);
  if (integrate::is_stable_for_any_step(scheme)) return result;
  integrate::Rates rates;
  for (const vehicle::DampedMode& mode : running_modes(vehicle, start.steady, 0)) {
    rates.push_back(mode.eigenvalue);
  }
  result.stability = integrate::step_stability(scheme, rates, result.step, input.time.end);
  if (result.stability.is_stable || input.time.allow_unstable) return result;
  if (input.places.contains("time.step") || !(result.stability.limit > 0)) {
    integrate::check_stability(scheme, result.step, result.stability);
  }
  result.step /= std::ceil(result.step / (k_part_of_run_limit * result.stability.limit));
  result.stability.is_stable = true;
  result.is_shortened = true;
  return result;
}

running::RunOptions run_options(const VehicleRunCase& input,
                                const wheel_rail::PairModelSettings& contact, const RunStart& start,
                                const RunStep& step, Observer& observer) {
  running::RunOptions options;
  options.scheme = input.time.scheme;
  // A change of velocities this small moves wheels by 1e-9 (1e-8) m within a step, and Q by some N;
  // half-spaces and elastic bodies are not solved more exactly.
  const bool is_iterative = derivative_settings(contact).has_value();
  options.scheme.nonlinear.absolute_tolerance = is_iterative ? 1e-5 : 1e-6;
  options.step = step.step;
  if (!integrate::is_stable_for_any_step(input.time.scheme)) {
    double weight = 0;
    for (const double load : start.wheel_loads) weight += load;
    options.growth_floor = weight * k_run_growth_height;
    options.is_beyond_limit = !step.stability.is_stable;
  }
  options.end_time = input.time.end;
  options.record_interval = input.time.record_interval;
  options.observer = &observer;
  return options;
}

int ride_body(const vehicle::RailVehicle& vehicle) {
  const auto found = std::ranges::find_if(
      vehicle.bodies, [](const vehicle::RailBody& body) { return !body.wheel_radius; });
  return found == vehicle.bodies.end() ? -1 : static_cast<int>(found - vehicle.bodies.begin());
}

std::vector<vehicle::ReferencePlace> floor_places(const VehicleRunCase& input) {
  const int body = ride_body(input.vehicle);
  if (body < 0) return {};
  std::vector<double> places = input.output.floor_places;
  if (places.empty() && input.vehicle_input.type == "manchester_coach") {
    const double half = input.vehicle_input.pivot_spacing.value_or(0) / 2;
    places = {half, 0, -half};
  }
  if (places.empty()) places = {input.vehicle.bodies[as_size(body)].centre.x};
  std::vector<vehicle::ReferencePlace> result;
  for (const double x : places) result.push_back({x, 0, input.output.floor_height});
  return result;
}

CaseError refused_run(const casefile::CaseFile& file, const ModelError& error) {
  constexpr std::array<Clue, 15> clues{{{"unstable: scheme", "time.step"},
                                        {"lateral_displacement", "run.lateral_displacement"},
                                        {"cache", "differential.cache"},
                                        {"mesh", "contact.model"},
                                        {"Gmsh", "contact.model"},
                                        {"gmsh", "contact.model"},
                                        {"elastic", "contact.model"},
                                        {"fine zone", "contact.model"},
                                        {"finds no rail", "track.gauge"},
                                        {"gauge", "track.gauge"},
                                        {"cannot carry its load", "track.gauge"},
                                        {"critical speed", "analysis.lowest_speed"},
                                        {"merge", "contact.merge_distance"},
                                        {"step", "time.step"},
                                        {"scheme", "time.scheme"}}};
  const VehicleRunCase& input = *file.vehicle_run;
  std::string text = error.what();
  const std::string opening = fmt::format("vehicle '{}': ", input.vehicle.name);
  if (text.starts_with(opening)) text.erase(0, opening.size());
  const std::string key = casefile::rail_vehicle_key(input.vehicle_input, text);
  return refusal(file.path, input.places, ModelError(text), clues, key);
}

}  // namespace tread::study
