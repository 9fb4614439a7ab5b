#include "tread/study/train_bridge_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "tread/core/as_size.hpp"
#include "tread/core/cell_range.hpp"
#include "tread/core/errors.hpp"
#include "tread/interaction/crossing_stability.hpp"
#include "tread/reference/hertz.hpp"
#include "tread/standards/bridge_dynamics.hpp"
#include "tread/structure/mode_count.hpp"
#include "tread/study/bridge_model.hpp"
#include "tread/study/bridge_numbers.hpp"
#include "tread/study/case_places.hpp"
#include "tread/study/contact_model.hpp"
#include "tread/study/measure_case.hpp"
#include "tread/study/model_refusal.hpp"
#include "tread/study/train_bridge_places.hpp"
#include "tread/study/train_model.hpp"

namespace tread::study {
namespace {

using casefile::CaseFile;
using casefile::TrainBridgeCase;
using interaction::GridContact;
using interaction::QuasiNewton;
using interaction::TrainBridgeProblem;

/// A moment at a section needs more modes than the deflection: at least so many unless told.
constexpr int k_least_modes = 30;
/// Potential contact area: what this multiple of the heaviest load at rest needs.
constexpr double k_area_load = 3;
constexpr double k_longest_step = 1e-3;             // s
constexpr double k_steps_a_contact_period = 25;     // of a step that is chosen
constexpr double k_steps_a_struck_period = 40;      // the same where kinks make wheels bounce
constexpr double k_steps_a_deck_period = 20;        // of the fastest that its acceleration counts
constexpr double k_fewest_a_contact_period = 4;     // below it is told
constexpr double k_steps_a_wave = 20;               // of rail and wheel
constexpr double k_steps_a_struck_wave = 80;        // the same where kinks throw rigid wheels off
constexpr double k_fewest_a_wave = 8;               // below it is told
constexpr double k_steps_a_crossing = 200;          // at least
constexpr double k_fewest_records = 50;             // extremes are taken from them
constexpr double k_records = 20'000;                // at most, unless told
constexpr double k_deflection_worth_a_note = 0.01;  // part of it that too few modes may lack

// ---- wheels ----

std::vector<vehicle::WheelDefect> defects_of(const TrainBridgeCase& input, std::size_t n_wheels) {
  const casefile::WheelDefectInput& given = input.wheel_defect;
  if (given.type == "round") return {};
  vehicle::WheelDefect defect;
  if (given.type == "flat") {
    defect = vehicle::FlatSpot{input.vehicle.wheel_radius, given.length.value_or(0), given.place,
                               given.edges == "fresh" ? vehicle::FlatSpot::Edges::fresh
                                                      : vehicle::FlatSpot::Edges::rounded};
  } else {
    defect =
        vehicle::OutOfRound{input.vehicle.wheel_radius, given.amplitude.value_or(0), given.waves};
  }
  if (!given.wheel) return {defect};
  if (as_size(*given.wheel) > n_wheels) {
    throw ModelError(
        fmt::format("axle {} has the defect, but the train has {} axles", *given.wheel, n_wheels));
  }
  std::vector<vehicle::WheelDefect> defects(n_wheels, vehicle::Round{});
  defects[as_size(*given.wheel - 1)] = defect;
  return defects;
}

/// Of what shakes the wheels, m; 0: nothing does.
double shortest_wave_of(const TrainBridgeCase& input, const RailModel& rail) {
  double shortest = std::numeric_limits<double>::infinity();
  const auto at_most = [&](double wave) { shortest = std::min(shortest, wave); };
  if (rail.shortest_wave > 0) at_most(rail.shortest_wave);
  if (input.wheel_defect.length) at_most(*input.wheel_defect.length);
  if (input.wheel_defect.type == "out_of_round") {
    at_most(2 * std::numbers::pi * input.vehicle.wheel_radius / input.wheel_defect.waves);
  }
  return std::isfinite(shortest) ? shortest : 0;
}

/// Whether wheels are struck: a jump of the slope below them, or a sharp edge of their own.
bool has_kinks(const TrainBridgeCase& input, const RailModel& rail) {
  const bool is_sharp = input.wheel_defect.type == "flat" && input.wheel_defect.edges == "fresh";
  return rail.has_kinks || is_sharp;
}

// ---- contact ----

reference::GapCurvatures gap_curvatures(const TrainBridgeCase& input) {
  const double profile =
      input.contact.wheel_profile_radius.value_or(std::numeric_limits<double>::infinity());
  return {0.5 / input.vehicle.wheel_radius, 0.5 / profile + 0.5 / input.contact.rail_radius};
}

GridContact grid_contact(const TrainBridgeCase& input, const CasePlaces& places, double axle_load,
                         int n_wheels) {
  casefile::ContactCase surfaces = input.surfaces;
  surfaces.load = {casefile::Load::Kind::force, k_area_load * axle_load / n_wheels};
  contact::NormalWorkspace workspace;
  ContactModel model = build_contact_model(surfaces, places, workspace);
  GridContact grid;
  grid.problem = std::move(model.problem);
  // Wheels side by side share the approach: their force is that of one between bodies so many times
  // as stiff.
  for (Material* body : {&grid.problem.bodies.upper, &grid.problem.bodies.lower}) {
    body->shear_modulus *= n_wheels;
  }
  grid.tolerance = surfaces.solver.tolerance;
  switch (model.edge) {
    case ContactModel::Edge::fine:
    case ContactModel::Edge::warn:
      grid.edge = GridContact::Edge::body_ends;
      break;
    case ContactModel::Edge::error:
      grid.edge = GridContact::Edge::refuse;
      break;
    case ContactModel::Edge::grow:
      grid.edge = GridContact::Edge::grow;
      grid.distance_on = distance_on_grids(model.shape, surfaces.planform);
      break;
  }
  if (input.contact.bridge_load == "middle_row")
    grid.bridge_load = interaction::BridgeLoad::middle_row;
  return grid;
}

interaction::ContactModel contact_of_wheels(const TrainBridgeCase& input, const CasePlaces& places,
                                            double axle_load, int n_wheels) {
  const casefile::WheelContactInput& given = input.contact;
  if (given.model == "rigid") {
    return interaction::RigidContact{given.restitution,
                                     given.constraint == "displacement"
                                         ? interaction::RigidConstraint::displacement
                                         : interaction::RigidConstraint::acceleration};
  }
  if (given.model == "linear")
    return interaction::LinearContact{given.stiffness.value_or(0), given.damping};
  if (given.model == "grid") return grid_contact(input, places, axle_load, n_wheels);
  interaction::PowerContact law;
  if (given.model == "zhai") {
    law = zhai_contact(input.vehicle.wheel_radius, given.tread == "worn"
                                                       ? interaction::Tread::worn
                                                       : interaction::Tread::conical);
  } else {
    // force over approach^(3/2) is the same at every load
    const auto hertz = reference::hertz_ellipse_from_force(axle_load, gap_curvatures(input),
                                                           contact_modulus(input.surfaces.bodies));
    law.coefficient = hertz.force / std::pow(hertz.approach, 1.5);
  }
  law.coefficient *= n_wheels;
  return law;
}

/// Period, length and share of the contact at rest.
void look_at_contact(const TrainBridgeCase& input, TrainBridgeModel& model) {
  if (input.vehicle.has_massless_wheel()) {  // the body bounces on its spring
    model.contact_period =
        2 * std::numbers::pi *
        std::sqrt(input.vehicle.body_mass.value_or(0) / input.vehicle.stiffness.value_or(0));
  }
  if (std::holds_alternative<interaction::RigidContact>(model.problem.contact)) return;
  interaction::ContactPoint point(model.problem.contact);
  model.contact_period = std::numeric_limits<double>::infinity();
  const auto look_at = [&](double load, double mass) {
    if (!(load > 0)) return;
    const interaction::ContactResponse response = point.at(point.approach_under(load));
    model.contact_period =
        std::min(model.contact_period, 2 * std::numbers::pi * std::sqrt(mass / response.stiffness));
    model.bridge_load_factor = response.bridge_load / response.force;
    if (point.problem() != nullptr) {
      const Grid& cells = point.problem()->grid;
      const CellRange range = positive_range(point.solution()->pressure, cells.nx, cells.ny);
      model.contact_length = std::max(model.contact_length, range.nx() * cells.dx);
    }
  };
  std::set<std::string> seen;  // vehicles of one name are equal
  std::size_t i_axle = 0;
  for (const vehicle::PlacedVehicle& placed : model.problem.train.vehicles) {
    const bool is_new = seen.insert(placed.vehicle.name).second;
    for (const vehicle::Wheel& wheel : placed.vehicle.wheels) {
      const double load = model.axle_loads[i_axle++];
      if (is_new) look_at(load, placed.vehicle.mass(wheel.dof, wheel.dof));
    }
  }
  if (input.contact.model == "hertz") {
    const double load = *std::ranges::max_element(model.axle_loads) / model.wheels_per_axle;
    model.contact_length =
        2 * reference::hertz_ellipse_from_force(load, gap_curvatures(input),
                                                contact_modulus(input.surfaces.bodies))
                .semi_axes.x;
  }
}

// ---- time ----

TrainWay way_of(const TrainBridgeProblem& problem) {
  const double t = duration_of(problem);
  const double way = t * (problem.speed + problem.acceleration * t / 2);
  return {problem.start_position,
          problem.start_position + (std::isfinite(way) ? way : 0)};  // else told by check()
}

double fastest_speed(const TrainBridgeModel& model) {
  const TrainBridgeProblem& problem = model.problem;
  const double first =
      std::max(problem.speed, problem.speed + problem.acceleration * duration_of(problem));
  return problem.second ? std::max(first, problem.second->speed) : first;
}

/// Follows the contact, the waves of rail and wheels, and what counts of the deck's acceleration;
/// the modes of the bridge above that it does not.
double chosen_step(const TrainBridgeCase& input, const TrainBridgeModel& model) {
  const double on_bridge = duration_of(model.problem) - model.free_vibration;
  double step = std::min(k_longest_step, on_bridge / k_steps_a_crossing);
  const bool is_struck = has_kinks(input, model.rail);
  const bool is_rigid = model.contact_period == 0;
  if (!is_rigid) {
    const double n = is_struck ? k_steps_a_struck_period : k_steps_a_contact_period;
    step = std::min(step, model.contact_period / n);
  }
  if (has_deck(model)) {
    step = std::min(step, 1 / (k_steps_a_deck_period * deck_frequency(input, model)));
  }
  if (model.shortest_wave > 0) {
    const double n = is_struck && is_rigid ? k_steps_a_struck_wave : k_steps_a_wave;
    step = std::min(step, model.shortest_wave / fastest_speed(model) / n);
  }
  return step;
}

interaction::StepIteration iteration_of(const TrainBridgeCase& input) {
  const integrate::NonlinearSettings& given = input.time.scheme.nonlinear;
  if (given.method == integrate::NonlinearSolver::picard) {
    interaction::Picard picard;
    picard.relaxation = [omega = given.relaxation](int) { return omega; };
    picard.tolerance = input.iteration_tolerance.value_or(picard.tolerance);
    return picard;
  }
  if (input.step_solver.derivative == "finite_difference") {
    return QuasiNewton{interaction::FiniteDifference{input.step_solver.increment}};
  }
  return QuasiNewton{};
}

interaction::CrossingOptions train_crossing_options(const TrainBridgeCase& input,
                                                    const TrainBridgeModel& model) {
  interaction::CrossingOptions options;
  options.scheme = input.time.scheme;
  options.scheme.nonlinear = {};
  options.step = input.time.step > 0 ? input.time.step : chosen_step(input, model);
  options.min_step = input.time.least_step;
  using interaction::UnstableStep;
  options.unstable_step = input.time.allow_unstable ? UnstableStep::allow
                          : input.time.step > 0     ? UnstableStep::refuse
                                                    : UnstableStep::shorten;
  options.iteration = iteration_of(input);
  if (std::holds_alternative<QuasiNewton>(options.iteration)) {
    options.force_tolerance = input.iteration_tolerance.value_or(options.force_tolerance);
  }
  options.max_iterations = input.time.scheme.nonlinear.max_iterations;
  const double n_steps = duration_of(model.problem) / options.step;
  const double every = input.time.record_interval > 0 ? input.time.record_interval / options.step
                                                      : std::ceil(n_steps / k_records);
  options.record_every = static_cast<int>(std::clamp(std::round(every), 1.0, 1e9));
  options.sections = chosen_sections(input, model);
  options.record_modes = model.problem.bridge.has_value();
  options.record_vehicles = true;
  options.track_energy = input.output.energy;
  return options;
}

// ---- all together ----

/// Of the same vehicles, so that both first wheels are at one place at the same time.
interaction::SecondTrain meeting_train_of(const casefile::MeetingTrainInput& input,
                                          const TrainBridgeModel& model) {
  const TrainBridgeProblem& problem = model.problem;
  const double middle =
      model.structure
          ? (model.structure->shown_line().start() + model.structure->shown_line().end()) / 2
          : problem.bridge->length() / 2;
  const double place = input.meet_at.value_or(middle);
  const std::optional<double> time = time_for(problem, place - problem.start_position);
  if (!time) {
    throw ModelError(fmt::format(
        "the trains cannot meet at {:.6g} m: the first one starts at {:.6g} m and does not come "
        "there; start it before, or let them meet elsewhere",
        place, problem.start_position));
  }
  interaction::SecondTrain second;
  second.train = problem.train;
  second.direction = input.direction == "right" ? interaction::SecondTrain::Direction::right
                                                : interaction::SecondTrain::Direction::left;
  second.speed = input.speed.value_or(problem.speed);
  const double way = second.speed * *time;
  second.start_position =
      second.direction == interaction::SecondTrain::Direction::right ? place - way : place + way;
  return second;
}

/// Until the second train's last wheel has left the bridge, s.
double duration_of_second(const TrainBridgeModel& model) {
  const interaction::SecondTrain& second = *model.problem.second;
  const structure::LoadLine& deck = model.structure->shown_line();
  const double way = second.direction == interaction::SecondTrain::Direction::right
                         ? deck.end() - second.start_position
                         : second.start_position - deck.start();
  return (way + length_of(second.train)) / second.speed;
}

/// Rails over the kinks of the bridge; those of a structure lie on its load line already.
void lay_joint_rails(const TrainBridgeCase& input, TrainBridgeModel& model) {
  if (model.structure) {
    model.joints = model.structure->joints;
    model.joint_rails = model.structure->joint_rails;
  } else if (model.problem.bridge) {
    model.joint_rails = rails_over_joints(*model.problem.bridge, joint_rail_reach(input.rail));
    model.joints = rails_over_joints(*model.problem.bridge, k_joint_rail).joints();
  }
  model.problem.joint_rails = model.joint_rails;
}

/// How long a bridge goes on to vibrate before the run ends, s: a period of its first frequency, in
/// which every mode comes to its peak, and what the filter of its accelerations leaves out. Rounded
/// up, so that bridges of elements and of modes, whose frequencies differ a little, run equally
/// long.
double free_vibration_of(const TrainBridgeCase& input, const TrainBridgeModel& model) {
  constexpr double k_longest = 2;      // s: slower ones are not bridges of railways
  constexpr double k_rounding = 0.05;  // s
  const TrainBridgeProblem& problem = model.problem;
  if (!has_deck(model)) return 0;
  const std::vector<double> frequencies = bridge_frequencies(model);
  const double period = frequencies.empty() ? 0 : 1 / frequencies.front();
  const double settling =
      deck_settling_time(input.output.frequency_cut.value_or(standards::k_least_deck_frequency));
  const double time = k_rounding * std::ceil(std::min(k_longest, period + settling) / k_rounding);
  if (problem.acceleration >= 0) return time;
  // a train that brakes may stop before
  const double stop = -problem.speed / problem.acceleration;
  return std::clamp(stop - duration_of(problem), 0.0, time);
}

/// Rails end somewhere: the run is over before the first wheel is there, if all have left the
/// bridge.
double duration_on_track(const TrainBridgeModel& model) {
  constexpr double k_distance = 5;  // m to the end of the rails
  const TrainBridgeProblem& problem = model.problem;
  const structure::LoadLine& rail = problem.structure->line;
  const structure::LoadLine& deck = model.structure->shown_line();
  const double train_is_over = deck.end() + length_of(problem.train);
  const double last =
      std::clamp(rail.end() - k_distance, train_is_over, std::max(train_is_over, rail.end()));
  const double way = std::min(last, rail.end()) - problem.start_position;
  const double duration = time_for(problem, way).value_or(0);  // 0: told by check()
  if (!problem.second || duration == 0) return duration;
  // the other one's rails end, too: no longer than both need
  const double needed = time_for(problem, train_is_over - problem.start_position).value_or(0);
  return std::max(needed, duration_of_second(model));
}

void check_rolling(const TrainBridgeCase& input, std::size_t n_axles) {
  if (!input.rolling || as_size(input.rolling->axle) <= n_axles) return;
  throw ModelError(fmt::format("axle {} is to roll with friction, but the train has {} axles",
                               input.rolling->axle, n_axles));
}

/// Extremes are taken from the records, and instants must lie in the run.
void check_times(const TrainBridgeCase& input, const TrainBridgeModel& model) {
  const double duration = duration_of(model.problem);
  const double interval = model.options.record_every * model.options.step;
  if (input.time.record_interval > 0 && interval > duration / k_fewest_records) {
    throw ModelError(fmt::format(
        "records every {:.4g} s are too few for a run of {:.4g} s, whose extremes are taken from "
        "them: take {:.2g} s or less",
        interval, duration, duration / k_fewest_records));
  }
  const auto check_instants = [&](const std::vector<double>& times, const char* what) {
    for (const double time : times) {
      if (time <= duration) continue;
      throw ModelError(fmt::format("the {} at {} s lies beyond the end of the run at {:.4g} s",
                                   what, time, duration));
    }
  };
  check_instants(input.output.patch_times, "patch");
  if (input.rolling) check_instants(input.rolling->patch_times, "traction");
}

TrainBridgeModel build(const CaseFile& file, Detail detail, const TrainBridgeCarrier& carrier) {
  const TrainBridgeCase& input = *file.train_bridge;
  const CasePlaces places(file, 0);
  TrainBridgeModel model;
  TrainBridgeProblem& problem = model.problem;
  problem.train = train_of(input);
  model.axle_loads = axle_loads_of(problem.train);
  check_rolling(input, model.axle_loads.size());
  problem.bridge = carrier.modes;
  model.structure = carrier.structure;
  if (model.structure) {
    problem.structure = model.structure->structure;
    problem.beyond = model.structure->beyond;
  }
  const double heaviest = *std::ranges::max_element(model.axle_loads);
  model.wheels_per_axle = input.contact.wheels.value_or(has_wheelsets(input) ? 2 : 1);
  problem.contact = contact_of_wheels(input, places, heaviest, model.wheels_per_axle);
  problem.speed = input.train.speed;
  problem.acceleration = input.train.acceleration;
  lay_joint_rails(input, model);
  problem.start_position = input.train.start_position.value_or(chosen_start(model));
  if (input.second_train) problem.second = meeting_train_of(*input.second_train, model);
  problem.duration = input.time.end;
  const bool ends_with_line = model.structure && problem.beyond == interaction::Beyond::refuse;
  if (input.time.end == 0 && ends_with_line && input.track) {
    problem.duration = duration_on_track(model);
  } else if (input.time.end == 0 && !ends_with_line) {
    model.free_vibration = free_vibration_of(input, model);
    if (model.free_vibration > 0) problem.duration = duration_of(problem) + model.free_vibration;
  }
  model.rail = rail_model(input.rail, way_of(problem));
  problem.rail = model.rail.profile;
  problem.defects = defects_of(input, model.axle_loads.size());
  if (problem.second && !input.wheel_defect.wheel) problem.second->defects = problem.defects;
  problem.start = input.train.start == "touch" ? interaction::StartState::touch
                                               : interaction::StartState::static_equilibrium;
  model.shortest_wave = shortest_wave_of(input, model.rail);
  model.run_in = run_in_of(input, model);
  look_at_contact(input, model);
  model.options = train_crossing_options(input, model);
  model.shown_sections = shown_sections(input, model);
  check_sections(model);
  if (model.structure) look_along_line(input, detail, model);
  check(problem, model.options);
  check_times(input, model);
  // Modes of a structure are found later, and checked then.
  if (!model.structure && model.options.unstable_step == interaction::UnstableStep::refuse) {
    const integrate::SchemeSettings& scheme = model.options.scheme;
    check_stability(scheme, model.options.step,
                    crossing_stability(problem, scheme, model.options.step));
  }
  return model;
}

/// Part of the energy of a swing that the scheme takes away in a period.
double lost_in_a_period(const integrate::SchemeSettings& scheme, double period, double step) {
  const integrate::Rate swing(0, 2 * std::numbers::pi / period);
  return 1 - std::pow(integrate::growth_of_step(scheme, swing, step), 2 * period / step);
}

/// Schemes that damp do so at the frequencies that matter if the step is long for them.
void warn_of_damping(const TrainBridgeCase& input, const TrainBridgeModel& model,
                     std::vector<std::string>& warnings) {
  constexpr double k_loss_worth_a_note = 0.3;
  if (model.contact_period == 0 && !has_deck(model)) return;
  const bool is_contact = model.contact_period > 0;
  const double period = is_contact ? model.contact_period : 1 / deck_frequency(input, model);
  const integrate::SchemeSettings& scheme = model.options.scheme;
  const double lost = lost_in_a_period(scheme, period, model.options.step);
  if (!(lost > k_loss_worth_a_note)) return;
  warnings.push_back(fmt::format(
      "{} with steps of {:.3g} s takes {:.0f} % of the energy of {} away in each period of {:.3g} "
      "s: forces and accelerations depend on the step. newmark takes none.",
      scheme.name, model.options.step, 100 * lost,
      is_contact ? "an axle that swings on its contact"
                 : "the fastest motion of the deck that counts",
      period));
}

}  // namespace

CaseError refused(const CaseFile& file, const ModelError& error) {
  // a grid that cannot grow was given, by one of two keys
  const bool has_size = file.train_bridge->places.contains("grid.size_x");
  const std::array clues{Clue{"unstable: scheme", "time.step"},
                         Clue{"second train", "second_train.meet_at"},
                         Clue{"the trains cannot meet", "second_train.meet_at"},
                         Clue{"the last wheel starts", "train.start_position"},
                         Clue{"the first wheel runs", "time.end"},
                         Clue{"factors of", "structure.type"},
                         Clue{"can move without strain", "structure.type"},
                         Clue{"never reaches", "train.start_position"},
                         Clue{"all of it beyond", "train.start_position"},
                         Clue{"the train stops", "train.acceleration"},
                         Clue{"edge of its grid", has_size ? "grid.size_x" : "grid.cell_size_x"},
                         Clue{"section at", "output.sections"},
                         Clue{"energy balance", "output.energy"},
                         Clue{"has the defect", "wheel_defect.wheel"},
                         Clue{"to roll with friction", "rolling.axle"},
                         Clue{"torque", "rolling.start"},
                         Clue{"the patch at", "output.patch_times"},
                         Clue{"the traction at", "rolling.patch_times"},
                         Clue{"records every", "time.record_interval"},
                         Clue{"Rayleigh", "bridge.rayleigh"},
                         Clue{"move as a whole", "bridge.supports"},
                         Clue{"flat", "wheel_defect.length"},
                         Clue{"sampled profile", "rail.file"},
                         Clue{"waves from", "rail.longest_wave"},
                         Clue{"with waves down to", "rail.shortest_wave"},
                         Clue{"irregularities from", "rail.end"},
                         Clue{"rail's profile", "rail.type"},
                         Clue{"ahead of it ends", "vehicle.pitch"},
                         Clue{"behind its front", "coach[1].length"},
                         Clue{"scheme", "time.scheme"},
                         Clue{"step", "time.step"},
                         Clue{"target error", "bridge.target_error"},
                         Clue{"modes", "bridge.modes"},
                         Clue{"finite differences", "bridge.mode_method"},
                         Clue{"contact", "contact.model"},
                         Clue{"beam", "bridge"}};
  return refusal(file.path, file.train_bridge->places, error, clues, "vehicle.type");
}

TrainBridgeCarrier carrier_of(const CaseFile& file, Observer* observer) {
  const TrainBridgeCase& input = *file.train_bridge;
  try {
    const vehicle::Train train = train_of(input);
    TrainBridgeCarrier carrier;
    if (has_structure(input)) {
      carrier.structure = structure_model(file, length_of(train));
    } else if (input.bridge) {
      const std::vector<double> loads = axle_loads_of(train);
      carrier.modes =
          bridge_modes(*input.bridge, {*std::ranges::max_element(loads), k_least_modes}, observer);
    }
    return carrier;
  } catch (const ModelError& error) {
    throw refused(file, error);
  }
}

std::string carrier_key(const CaseFile& file) {
  constexpr std::array k_tables{"rail.", "wheel_defect.", "rolling.", "time.", "second_train."};
  constexpr std::array k_keys{
      "title",         "train.speed",  "train.acceleration",   "train.start_position",
      "train.run_in",  "train.start",  "output.frequency_cut", "output.patch_times",
      "output.energy", "output.frames"};
  std::vector<std::string_view> keys(k_keys.begin(), k_keys.end());
  for (const casefile::EchoEntry& entry : file.echo) {
    const auto is_in = [&](const char* table) { return entry.key.starts_with(table); };
    const bool is_of_line = entry.key == "rail.over_joints";
    if (!is_of_line && std::ranges::any_of(k_tables, is_in)) keys.push_back(entry.key);
  }
  return file.path + '\n' + echo_without(file, keys);
}

TrainBridgeModel train_bridge_model(const CaseFile& file, Detail detail,
                                    const TrainBridgeCarrier& carrier) {
  try {
    return build(file, detail, carrier);
  } catch (const ModelError& error) {
    throw refused(file, error);
  }
}

TrainBridgeModel train_bridge_model(const CaseFile& file) {
  return train_bridge_model(file, Detail::everything, carrier_of(file, nullptr));
}

std::vector<std::string> warnings_on(const TrainBridgeCase& input, const TrainBridgeModel& model) {
  std::vector<std::string> warnings;
  const double step = model.options.step;
  if (model.contact_period > 0 && step > model.contact_period / k_fewest_a_contact_period) {
    warnings.push_back(fmt::format(
        "The step of {:.3g} s is too long to see the contact: an axle swings on it with a period "
        "of {:.3g} s. Take {:.2g} s or less where contact forces matter.",
        step, model.contact_period, model.contact_period / k_steps_a_contact_period));
  }
  warn_of_damping(input, model, warnings);
  if (model.contact_period == 0 && has_kinks(input, model.rail)) {
    warnings.push_back(
        "Rigid wheels meet a kink of rail or wheel: the shorter the steps, the higher the blow. "
        "Forces and accelerations depend on the step; those of an elastic contact have a limit.");
  }
  const double in_a_step = fastest_speed(model) * step;
  if (model.shortest_wave > 0 && in_a_step > model.shortest_wave / k_fewest_a_wave) {
    warnings.push_back(
        fmt::format("The train goes {:.3g} m in a step, too far to see the shortest wave of rail "
                    "and wheels, {:.3g} m: take steps of {:.2g} s or less.",
                    in_a_step, model.shortest_wave,
                    model.shortest_wave / fastest_speed(model) / k_steps_a_wave));
  }
  const std::vector<vehicle::TrainWheel> wheels = wheels_of(model.problem.train);
  for (std::size_t i = 1; i < wheels.size(); ++i) {
    const double distance = wheels[i].offset - wheels[i - 1].offset;
    if (distance > model.contact_length) continue;
    warnings.push_back(
        fmt::format("Axles {} and {} are {:.3g} m apart, less than a contact is long ({:.3g} m): "
                    "each contact is solved as if it were alone.",
                    i, i + 1, distance, model.contact_length));
    break;
  }
  if (model.problem.bridge && input.bridge->modes) {
    const structure::Beam& beam = model.problem.bridge->parts().front().beam;
    const double load = *std::ranges::max_element(model.axle_loads);
    const std::vector<double> spans = input.bridge->span_lengths();
    const double longest = *std::ranges::max_element(spans);
    const double deflection = load * span_deflection(beam, longest);
    const int needed =
        structure::modes_for_point_force(beam, load, k_deflection_worth_a_note * deflection);
    if (*input.bridge->modes < needed) {
      warnings.push_back(
          fmt::format("{} modes may lack more than 1 % of the deflection under an axle: {} are "
                      "enough for it; moments and shear forces need more.",
                      *input.bridge->modes, needed));
    }
  }
  return warnings;
}

}  // namespace tread::study
