#include "tread/study/thesis_chapter_10.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "tread/core/as_size.hpp"
#include "tread/core/shape.hpp"
#include "tread/interaction/statics.hpp"
#include "tread/study/remark.hpp"
#include "tread/study/thesis_numbers.hpp"
#include "tread/vehicle/vehicle_models.hpp"

namespace tread::study {
namespace {

using interaction::Crossing;
using interaction::CrossingOptions;
using interaction::GridContact;
using interaction::History;
using interaction::StartState;
using interaction::TrainBridgeProblem;
using std::numbers::pi;

constexpr double k_inertia = 0.0104;      // I, m^4
constexpr double k_wheel_density = 7900;  // kg/m^3
constexpr double k_wheel_radius = 0.3;    // m
constexpr double k_wheel_width = 8;       // m
constexpr int k_modes = 30;
constexpr double k_wheel_speed = 30;    // m/s
constexpr double k_slow_speed = 6;      // m/s
constexpr double k_listed_step = 1e-3;  // s

constexpr int k_section_intervals = 100;  // between the sections whose deflection is shown
double section_place(Eigen::Index section) {
  return k_bridge_length * static_cast<double>(section) / k_section_intervals;
}

structure::BeamModes bridge_of_modes(int n_modes, double young_modulus = k_thesis_steel) {
  return structure::beam_modes(
      structure::simply_supported_beam(k_bridge_length,
                                       {0, young_modulus * k_inertia, k_bridge_mass_per_length}),
      {.n_modes = n_modes});
}

constexpr double k_mass_of_table = 76e4;  // kg, table 10.1

/// Of listing A.5.
double wheel_mass() {
  return k_wheel_density * pi * k_wheel_radius * k_wheel_radius * k_wheel_width;
}

vehicle::Train wheel_of(double mass) {
  return vehicle::single_vehicle_train(make_vehicle(vehicle::SingleWheel{.mass = mass}));
}

struct Numerics {
  const char* scheme;
  double step;  // s
  StartState start;
};
constexpr Numerics k_listed{"backward_euler", k_listed_step, StartState::touch};
constexpr Numerics k_printed{"backward_euler", 5e-3, StartState::touch};  // of table 10.3
constexpr Numerics k_converged{"newmark", 1e-4, StartState::static_equilibrium};
constexpr double k_picard_step = 0.01;       // s, of table 10.2
constexpr double k_picard_tolerance = 1e-4;  // relative change
constexpr double k_listed_tolerance = 1e-5;  // m, "eps" of listing A.5

/// "backward Euler from touch, 1 ms".
std::string steps_in_words(const Numerics& numerics) {
  const bool is_euler = std::string_view(numerics.scheme) == "backward_euler";
  return fmt::format("{} from {}, {:g} ms", is_euler ? "backward Euler" : "Newmark",
                     numerics.start == StartState::touch ? "touch" : "static equilibrium",
                     1e3 * numerics.step);
}

CrossingOptions wheel_crossing_options(const Numerics& numerics, Observer& observer) {
  CrossingOptions options;
  options.scheme.name = numerics.scheme;
  options.step = numerics.step;
  options.observer = &observer;
  return options;
}

Crossing cross(TrainBridgeProblem problem, const Numerics& numerics, Observer& observer) {
  problem.start = numerics.start;
  return cross_bridge(problem, wheel_crossing_options(numerics, observer));
}

/// Modal coefficients at every step as well.
Crossing cross_with_modes(TrainBridgeProblem problem, const Numerics& numerics,
                          Observer& observer) {
  problem.start = numerics.start;
  CrossingOptions options = wheel_crossing_options(numerics, observer);
  options.record_modes = true;
  return cross_bridge(problem, options);
}

/// Deflection along the bridge and modal coefficients, each millisecond.
Crossing cross_with_bridge(TrainBridgeProblem problem, const Numerics& numerics,
                           Observer& observer) {
  problem.start = numerics.start;
  CrossingOptions options = wheel_crossing_options(numerics, observer);
  options.record_every = static_cast<int>(std::lround(k_listed_step / numerics.step));
  options.record_modes = true;
  for (int i = 0; i <= k_section_intervals; ++i) options.sections.push_back(section_place(i));
  return cross_bridge(problem, options);
}

/// How the first of several crossings ended that did not come to its end.
SolveStatus status_of_crossings(std::initializer_list<const Crossing*> crossings) {
  for (const Crossing* crossing : crossings) {
    if (crossing->status != SolveStatus::converged) return crossing->status;
  }
  return SolveStatus::converged;
}

/// c_i of the thesis, whose mode shapes have an integral of w^2 of 1.
double thesis_coefficient(double q) { return q / std::sqrt(k_bridge_mass_per_length); }

double largest_coefficient(const Crossing& crossing, int mode) {
  return thesis_coefficient(crossing.modes.col(mode - 1).cwiseAbs().maxCoeff());
}

std::vector<double> scaled_column(const History& history, Eigen::Index i, double factor) {
  std::vector<double> values;
  for (Eigen::Index row = 0; row < history.rows(); ++row) {
    values.push_back(factor * history(row, i));
  }
  return values;
}

/// What bends the bridge when the wheel is at rest, N on 1 m of width.
double static_bridge_load() { return stand_on_bridge(thesis_crossing(k_modes)).bridge_loads(0); }

/// Under the wheel at midspan, at rest.
double static_deflection_of_wheel() {
  return static_bridge_load() * k_bridge_length * k_bridge_length * k_bridge_length /
         (48 * k_thesis_steel * k_inertia);
}

// ---- table 10.2

/// Iterations of the first step, infinite if they do not end.
double picard_iterations(double young_modulus, double omega, double mass) {
  TrainBridgeProblem problem = thesis_crossing(k_modes);
  problem.bridge = bridge_of_modes(k_modes, young_modulus);
  problem.train = wheel_of(mass);
  problem.contact = interaction::thesis_regridding_contact(young_modulus);
  problem.duration = k_picard_step;
  Observer silent;
  CrossingOptions options =
      wheel_crossing_options({"backward_euler", k_picard_step, StartState::touch}, silent);
  options.min_step = options.step;
  options.max_iterations = 200;
  options.iteration = interaction::Picard{.relaxation = [omega](int) { return omega; },
                                          .tolerance = k_picard_tolerance};
  const Crossing crossing = cross_bridge(problem, options);
  if (crossing.status != SolveStatus::converged) return std::numeric_limits<double>::infinity();
  return static_cast<double>(crossing.counts.iterations);
}

std::string picard_reason(double paper, double found, double mass) {
  if (std::isinf(found)) return "does not converge";
  const std::string set = fmt::format(
      "first step of {:g} s, {:.0f} kg (no width), {} modes, relative change below {:g}, grids as "
      "in listing A.5",
      k_picard_step, mass, k_modes, k_picard_tolerance);
  return std::isfinite(paper) ? set
                              : "the thesis' does not converge, ours does; why is not told. " + set;
}

/// Picard's iteration multiplies an error by 1 - omega (1 + h^2 k/m + what the bridge adds), so
/// that omega must be below 2/(1 + h^2 k/m).
double largest_omega(double young_modulus, double mass, double step) {
  interaction::ContactPoint point(interaction::thesis_grid_contact(young_modulus));
  const double stiffness = point.at(point.approach_under(mass * vehicle::k_gravity)).stiffness;
  return 2 / (1 + step * step * stiffness / mass);
}

// ---- table 10.3

constexpr std::array k_table_modes{1, 2, 4, 8, 16, 32, 64};
constexpr int k_ratio_modes = 256;  // the last ratio asks for c_256

/// (|c_i| - |c_2i|)/(|c_2i| - |c_4i|): 2^p if coefficients fall as i^-p.
double ratio_of_differences(const Crossing& crossing, int mode) {
  const double first = largest_coefficient(crossing, mode);
  const double second = largest_coefficient(crossing, 2 * mode);
  const double third = largest_coefficient(crossing, 4 * mode);
  return (first - second) / (second - third);
}

// ---- figures 10.1 and 10.2

constexpr std::array k_shown_places{5.0, 10.0, 18.0};  // of the wheel, m: ours

Eigen::Index first_row_from(const Crossing& crossing, double time) {
  const auto next = std::ranges::lower_bound(crossing.times, time - 1e-9);
  return std::min<Eigen::Index>(next - crossing.times.begin(), crossing.forces.rows() - 1);
}

Eigen::Index lowest_section(const Crossing& crossing, Eigen::Index row) {
  Eigen::Index section = 0;
  crossing.deflections.row(row).maxCoeff(&section);
  return section;
}

/// The bridge with the wheel at three places, wheels as points.
void draw_bridge(const Crossing& crossing, double speed, Reproduction& out) {
  ReproducedCurve wheels{"wheel", "x [m]", "height [m]", {}, {}, result::Mark::points};
  for (const double place : k_shown_places) {
    const Eigen::Index row = first_row_from(crossing, place / speed);
    ReproducedCurve curve{
        fmt::format("t = {:.3f} s", crossing.times[static_cast<std::size_t>(row)]),
        "x [m]",
        "height [m]",
        {},
        {}};
    for (Eigen::Index i = 0; i < crossing.deflections.cols(); ++i) {
      curve.x.push_back(section_place(i));
      curve.y.push_back(-crossing.deflections(row, i));
    }
    out.curves.push_back(std::move(curve));
    wheels.x.push_back(crossing.positions(row, 0));
    wheels.y.push_back(-crossing.wheels(row, 0));
  }
  out.curves.push_back(std::move(wheels));
}

/// A crossing and one period of the first mode after it.
TrainBridgeProblem with_what_follows(double speed) {
  TrainBridgeProblem problem = thesis_crossing(k_modes, speed);
  problem.duration = k_bridge_length / speed + 2 * pi / problem.bridge->omega()[0];
  return problem;
}

/// Largest deflection of the bridge after the wheel has left it.
double left_swinging(const Crossing& crossing, double speed) {
  const Eigen::Index first = first_row_from(crossing, k_bridge_length / speed);
  return crossing.deflections.bottomRows(crossing.deflections.rows() - first).cwiseAbs().maxCoeff();
}

/// Where the wheel is when the first modal coefficient changes its sign, m.
double place_of_sign_change(const Crossing& crossing) {
  Eigen::Index row = 1;
  while (row + 1 < crossing.modes.rows() && crossing.modes(row, 0) > 0) ++row;
  return crossing.positions(row, 0);
}

// ---- figure 10.3

/// Largest distance of c_i from its value under the same load at rest, between two instants.
double oscillation(const Crossing& crossing, int mode, double from, double to) {
  const structure::BeamModes modes = bridge_of_modes(k_modes);
  const double load = static_bridge_load();
  const double omega = modes.omega()[as_size(mode - 1)];
  std::vector<double> shape(as_size(k_modes));
  double largest = 0;
  for (Eigen::Index row = first_row_from(crossing, from); row <= first_row_from(crossing, to);
       ++row) {
    modes.shape(crossing.positions(row, 0), shape);
    const double at_rest = load * shape[as_size(mode - 1)] / (omega * omega);
    largest = std::max(largest, std::abs(crossing.modes(row, mode - 1) - at_rest));
  }
  return thesis_coefficient(largest);
}

// ---- figures 10.4 and 10.5

/// Of the strip of cells that listing A.5 makes of the wheel's width of 8 m: half a cell is added
/// on each side.
constexpr double k_strip = 8.8;  // m

constexpr double k_left_out = 0.02;  // s: 20 steps of the listing after the start at touch

/// The wheel on a grid that resolves the contact, in the thesis' bodies.
GridContact resolved_contact(int n_rows, double strip) {
  constexpr int k_columns = 40;
  constexpr double k_cell = 14e-6;  // m: 24 across the contact
  GridContact contact = interaction::thesis_grid_contact();
  contact.problem.grid = centred_grid(k_columns, n_rows, k_columns * k_cell, strip);
  contact.problem.distance =
      undeformed_distance(Cylinder{.radius = k_wheel_radius}, contact.problem.grid);
  return contact;
}

struct ContactAtRest {
  double approach = 0;  // m
  std::size_t n_contact = 0;
  double middle_row = 0;  // over an even share of 8 m
};

ContactAtRest contact_at_rest(const GridContact& contact) {
  TrainBridgeProblem problem = thesis_crossing(k_modes);
  problem.contact = contact;
  const double weight = stand_on_bridge(problem).forces(0);
  interaction::ContactPoint point(contact);
  const double approach = point.approach_under(weight);
  const interaction::ContactResponse response = point.at(approach);
  return {approach, point.solution()->n_contact,
          response.bridge_load * k_wheel_width / response.force};
}

/// Of a contact on a grid that resolves it, m along the track.
double length_of(const ContactAtRest& contact, const GridContact& on) {
  const Grid& grid = on.problem.grid;
  return static_cast<double>(contact.n_contact) / grid.ny * grid.dx;
}

struct ForceRange {
  double most = 0;
  double least = 0;
};

/// Force over weight from an instant on.
ForceRange amplification(const Crossing& crossing, double from = 0) {
  const Eigen::Index first = first_row_from(crossing, from);
  const auto forces = crossing.forces.col(0).tail(crossing.forces.rows() - first);
  return {forces.maxCoeff() / crossing.wheel_loads[0], forces.minCoeff() / crossing.wheel_loads[0]};
}

/// How often a second the force rises through the weight, until an instant.
double ring_frequency(const Crossing& crossing, double until) {
  const double weight = crossing.wheel_loads[0];
  std::vector<double> rises;
  for (Eigen::Index row = 1; row <= first_row_from(crossing, until); ++row) {
    if (crossing.forces(row - 1, 0) < weight && crossing.forces(row, 0) >= weight) {
      rises.push_back(crossing.times[static_cast<std::size_t>(row)]);
    }
  }
  if (rises.size() < 2) return 0;
  return static_cast<double>(rises.size() - 1) / (rises.back() - rises.front());
}

/// A part of the history of the wheel.
ReproducedCurve between(const std::string& name, const char* label, const Crossing& crossing,
                        const History& history, double scale, double from, double to) {
  ReproducedCurve curve{name, "time [s]", label, {}, {}};
  for (Eigen::Index row = first_row_from(crossing, from); row <= first_row_from(crossing, to);
       ++row) {
    curve.x.push_back(crossing.times[static_cast<std::size_t>(row)]);
    curve.y.push_back(scale * history(row, 0));
  }
  return curve;
}

/// Mean of a column while the wheel is between two places.
double mean_between(const Crossing& crossing, const History& history, double from, double to) {
  const Eigen::Index first = first_row_from(crossing, from / k_wheel_speed);
  const Eigen::Index last = first_row_from(crossing, to / k_wheel_speed);
  return history.col(0).segment(first, last - first + 1).mean();
}

/// Largest curvature of the bridge below the wheel, 1/m.
double largest_curvature(const Crossing& crossing) {
  const structure::BeamModes modes = bridge_of_modes(k_modes);
  std::vector<double> shape(as_size(k_modes));
  double largest = 0;
  for (Eigen::Index row = 0; row < crossing.modes.rows(); ++row) {
    modes.curvature(crossing.positions(row, 0), shape);
    double sum = 0;
    for (int i = 0; i < k_modes; ++i) sum += crossing.modes(row, i) * shape[as_size(i)];
    largest = std::max(largest, std::abs(sum));
  }
  return largest;
}

}  // namespace

TrainBridgeProblem thesis_crossing(int n_modes, double speed) {
  TrainBridgeProblem problem;
  problem.bridge = bridge_of_modes(n_modes);
  problem.train = wheel_of(wheel_mass());
  problem.contact = interaction::thesis_grid_contact();
  problem.speed = speed;
  problem.start = StartState::touch;
  return problem;
}

Reproduction thesis_table_10_2(Observer& observer) {
  constexpr double k_never = std::numeric_limits<double>::infinity();
  constexpr std::array k_moduli{1e6, 5e6, 1e7, 2e7, 5e7};
  struct Row {
    double omega;
    std::array<double, 5> paper;
  };
  constexpr std::array k_rows{
      Row{1, {6, 16, k_never, k_never, k_never}}, Row{0.9, {4, 12, k_never, k_never, k_never}},
      Row{0.7, {8, 7, 13, k_never, k_never}},     Row{0.5, {13, 11, 11, 18, k_never}},
      Row{0.3, {25, 20, 21, 22, k_never}},        Row{0.1, {82, 64, 67, 70, k_never}}};
  const double mass_per_width = k_wheel_density * pi * k_wheel_radius * k_wheel_radius;
  Reproduction out;
  for (const Row& row : k_rows) {
    for (std::size_t i = 0; i < k_moduli.size(); ++i) {
      const double found = picard_iterations(k_moduli[i], row.omega, mass_per_width);
      out.rows.push_back({fmt::format("omega = {:g}, E = {:g} Pa", row.omega, k_moduli[i]),
                          row.paper[i], found, "",
                          picard_reason(row.paper[i], found, mass_per_width)});
    }
    observer.on_progress(row.omega, "Picard's iteration");
    if (observer.stop_requested()) return ended(SolveStatus::stopped);
  }
  const Crossing newton = cross(thesis_crossing(k_modes), k_listed, observer);
  if (newton.status != SolveStatus::converged) return ended(newton.status);
  const std::string steel = fmt::format("E = {:g} Pa", k_thesis_steel);
  constexpr double k_half = 0.5;
  const double with_half = picard_iterations(k_thesis_steel, k_half, mass_per_width);
  out.rows.push_back({fmt::format("omega = {:g}, {}", k_half, steel), k_never, with_half, "",
                      picard_reason(k_never, with_half, mass_per_width)});
  const double largest = largest_omega(k_thesis_steel, mass_per_width, k_picard_step);
  out.rows.push_back(
      {"largest omega that can converge, " + steel, std::nullopt, largest, "",
       "2/(1 + h^2 k/m). " + checked("The text: no reasonable omega for steel", largest < 0.01)});
  const double approach = contact_at_rest(interaction::thesis_grid_contact()).approach;
  out.rows.push_back(
      {fmt::format("quasi-Newton, {}, iterations a step", steel), 3.0,
       static_cast<double>(newton.counts.iterations) / static_cast<double>(newton.counts.steps), "",
       fmt::format("steel, whole crossing, residual of the force below {:g} of the weight; the "
                   "thesis stops at {:g} m, {:.0f} times the approach",
                   CrossingOptions{}.force_tolerance, k_listed_tolerance,
                   k_listed_tolerance / approach)});
  return out;
}

Reproduction thesis_table_10_3(Observer& observer) {
  constexpr std::array k_paper{7.3e-3, 3.09e-4, 1.92e-5, 1.20e-6, 7.45e-8, 4.67e-9, 2.90e-10};
  constexpr std::array k_paper_digits{2, 3, 3, 3, 3, 3, 3};
  constexpr std::array k_paper_ratios{24.231, 16.116, 16.048, 16.063, 15.998, 16.004, 16.055};
  const TrainBridgeProblem problem = thesis_crossing(k_ratio_modes);
  const Crossing printed = cross_with_modes(problem, k_printed, observer);
  const Crossing listed = cross_with_modes(problem, k_listed, observer);
  const Crossing converged = cross_with_modes(problem, k_converged, observer);
  Numerics half_step = k_converged;
  half_step.step /= 2;
  const Crossing halved = cross_with_modes(problem, half_step, observer);
  if (const auto status = status_of_crossings({&printed, &listed, &converged, &halved});
      status != SolveStatus::converged) {
    return ended(status);
  }
  const auto steps_of = [](const Numerics& numerics) {
    return fmt::format("steps of {:g} ms", 1e3 * numerics.step);
  };
  const std::string with_printed = ", " + steps_of(k_printed);
  Reproduction out;
  for (std::size_t i = 0; i < k_table_modes.size(); ++i) {
    const int mode = k_table_modes[i];
    const std::string name = fmt::format("c_{}", mode);
    const double ours = largest_coefficient(printed, mode);
    out.rows.push_back(
        {name + with_printed, k_paper[i], ours, "",
         fmt::format("{}, {} modes, where listing A.5 has {:g} ms and {}: {}",
                     steps_in_words(k_printed), k_ratio_modes, 1e3 * k_listed_step, k_modes,
                     rounds_to(ours, k_paper[i], k_paper_digits[i])
                         ? "the digits printed"
                         : "not the last of the digits printed")});
    out.rows.push_back({fmt::format("{}, {}", name, steps_of(k_listed)), k_paper[i],
                        largest_coefficient(listed, mode), "",
                        "backward Euler from touch, step of the listing"});
    const double settled = largest_coefficient(converged, mode);
    out.rows.push_back({name + ", converged", k_paper[i], settled, "",
                        fmt::format("{}; with half the step {}", steps_in_words(k_converged),
                                    more_or_less(largest_coefficient(halved, mode), settled))});
  }
  for (std::size_t i = 0; i < k_table_modes.size(); ++i) {
    const int mode = k_table_modes[i];
    const std::string name = fmt::format("ratio of differences, i = {}", mode);
    const auto add = [&](const std::string& how, const Crossing& crossing) {
      const double ratio = ratio_of_differences(crossing, mode);
      out.rows.push_back(
          {name + ", " + how, k_paper_ratios[i], ratio, "",
           fmt::format("2^p if coefficients fall as i^-p: p = {:.2f}", std::log2(ratio))});
    };
    add(steps_of(k_printed), printed);
    add("converged", converged);
  }
  const auto add_curve = [&](const std::string& name, result::Mark mark) -> ReproducedCurve& {
    return out.curves.emplace_back(ReproducedCurve{
        name, "log2 of the mode", "largest coefficient", {}, {}, mark, result::Scale::logarithmic});
  };
  for (const auto& [crossing, name] : {std::pair{&printed, steps_of(k_printed)},
                                       std::pair{&converged, std::string("converged")}}) {
    ReproducedCurve& curve = add_curve(name, result::Mark::line);
    for (int mode = 1; mode <= k_ratio_modes; mode *= 2) {
      curve.x.push_back(std::log2(mode));
      curve.y.push_back(largest_coefficient(*crossing, mode));
    }
  }
  ReproducedCurve& paper = add_curve("printed", result::Mark::points);
  for (std::size_t i = 0; i < k_table_modes.size(); ++i) {
    paper.x.push_back(std::log2(k_table_modes[i]));
    paper.y.push_back(k_paper[i]);
  }
  return out;
}

Reproduction thesis_fig_10_1(Observer& observer) {
  const TrainBridgeProblem problem = thesis_crossing(k_modes);
  const Crossing listed = cross_with_bridge(problem, k_listed, observer);
  const Crossing converged = cross_with_bridge(problem, k_converged, observer);
  if (const auto status = status_of_crossings({&listed, &converged});
      status != SolveStatus::converged) {
    return ended(status);
  }
  const ContactAtRest at_rest = contact_at_rest(interaction::thesis_grid_contact());
  Reproduction out;
  out.rows = {
      {"largest deflection", std::nullopt, listed.deflections.maxCoeff(), "m",
       fmt::format("as listed: {}, {} modes. Table 10.1 has a wheel of {:.0f} t; the listing's of "
                   "{:.1f} t makes what the thesis shows",
                   steps_in_words(k_listed), k_modes, 1e-3 * k_mass_of_table, 1e-3 * wheel_mass())},
      {"largest deflection, converged", std::nullopt, converged.deflections.maxCoeff(), "m",
       steps_in_words(k_converged) + "; the contact on the same grid"},
      {"static deflection under the wheel at midspan", std::nullopt, static_deflection_of_wheel(),
       "m",
       fmt::format("{:.3f} of m g/{:g} a metre of width: the middle row of cells bends the bridge",
                   at_rest.middle_row, k_wheel_width)}};
  for (const double place : {5.0, 10.0}) {
    const Eigen::Index row = first_row_from(listed, place / k_wheel_speed);
    out.rows.push_back({fmt::format("lowest point of the bridge, wheel at {:g} m", place),
                        std::nullopt, section_place(lowest_section(listed, row)), "m",
                        "the text: it sags on the left first, less so as the train moves on"});
  }
  out.rows.push_back({"place of the wheel when the first mode passes through zero", std::nullopt,
                      place_of_sign_change(listed), "m",
                      "the text: S-shaped just before the end, where the second mode dominates"});
  out.rows.push_back({"approach over largest deflection", std::nullopt,
                      at_rest.approach / listed.deflections.maxCoeff(), "",
                      "the text: local deformation is very small beside the global one"});
  draw_bridge(listed, k_wheel_speed, out);
  return out;
}

Reproduction thesis_fig_10_2(Observer& observer) {
  const Crossing listed = cross_with_bridge(with_what_follows(k_slow_speed), k_listed, observer);
  const Crossing converged =
      cross_with_bridge(with_what_follows(k_slow_speed), k_converged, observer);
  const Crossing fast = cross_with_bridge(with_what_follows(k_wheel_speed), k_listed, observer);
  const Crossing fast_converged =
      cross_with_bridge(with_what_follows(k_wheel_speed), k_converged, observer);
  if (const auto status = status_of_crossings({&listed, &converged, &fast, &fast_converged});
      status != SolveStatus::converged) {
    return ended(status);
  }
  const TrainBridgeProblem problem = thesis_crossing(k_modes);
  const std::string swings =
      fmt::format("largest in the period of {:.2g} s after the wheel has left",
                  2 * pi / problem.bridge->omega()[0]);
  const double largest = listed.deflections.maxCoeff();
  const double largest_fast = fast.deflections.maxCoeff();
  const double at_rest = static_deflection_of_wheel();
  const double left_slow = left_swinging(converged, k_slow_speed);
  const double left_fast = left_swinging(fast_converged, k_wheel_speed);
  const auto left_at = [](double speed, const char* how) {
    return fmt::format("deflection left at {:g} m/s, {}", speed, how);
  };
  Reproduction out;
  out.rows = {
      {"largest deflection", 1.5e-3, largest, "m",
       fmt::format("the text: approximately; as listed: {}, {} modes", steps_in_words(k_listed),
                   k_modes)},
      {"largest deflection, converged", 1.5e-3, converged.deflections.maxCoeff(), "m",
       steps_in_words(k_converged) + "; the contact on the same grid"},
      {"deflection with the wheel at midspan", std::nullopt,
       listed.deflections.row(first_row_from(listed, k_bridge_length / 2 / k_slow_speed))
           .maxCoeff(),
       "m", "as listed; likely what the text means, which has three instants drawn"},
      {"static deflection under the wheel at midspan", std::nullopt, at_rest, "m",
       fmt::format("the largest at {:g} m/s is {}", k_slow_speed, more_or_less(largest, at_rest))},
      {fmt::format("largest deflection over that at {:g} m/s", k_wheel_speed), std::nullopt,
       largest / largest_fast, "",
       fmt::format("the text: slightly lower, of the same magnitude. It is {}",
                   more_or_less(largest, largest_fast))},
      {left_at(k_slow_speed, "as listed"), std::nullopt, left_swinging(listed, k_slow_speed), "m",
       swings},
      {left_at(k_slow_speed, "converged"), std::nullopt, left_slow, "m",
       swings + ", nothing damped"},
      {left_at(k_wheel_speed, "as listed"), std::nullopt, left_swinging(fast, k_wheel_speed), "m",
       swings},
      {left_at(k_wheel_speed, "converged"), std::nullopt, left_fast, "m",
       fmt::format(
           "nothing damped. The text has gravity damp the vibration for longer at {:g} m/s; "
           "gravity does not damp. {}",
           k_slow_speed,
           checked("A slower wheel excites less from the start", left_slow < left_fast))}};
  draw_bridge(listed, k_slow_speed, out);
  return out;
}

Reproduction thesis_fig_10_3(Observer& observer) {
  const TrainBridgeProblem problem = thesis_crossing(k_modes);
  const Crossing listed = cross_with_modes(problem, k_listed, observer);
  const Crossing converged = cross_with_modes(problem, k_converged, observer);
  if (const auto status = status_of_crossings({&listed, &converged});
      status != SolveStatus::converged) {
    return ended(status);
  }
  constexpr int k_shown = 4;
  constexpr std::array<std::optional<double>, k_shown> k_paper{7.3e-3, 3.09e-4, std::nullopt,
                                                               1.92e-5};
  const double end = k_bridge_length / k_wheel_speed;
  Reproduction out;
  for (int mode = 1; mode <= k_shown; ++mode) {
    const std::string name = fmt::format("c_{}", mode);
    out.rows.push_back(
        {"largest " + name, k_paper[as_size(mode - 1)], largest_coefficient(listed, mode), "",
         fmt::format("paper: table 10.3, which has steps of {:g} ms; here {:g} ms as "
                     "listed",
                     1e3 * k_printed.step, 1e3 * k_listed_step)});
    out.rows.push_back({"largest " + name + ", converged", k_paper[as_size(mode - 1)],
                        largest_coefficient(converged, mode), "", steps_in_words(k_converged)});
  }
  for (int mode = 2; mode <= k_shown; ++mode) {
    for (const auto& [crossing, scheme] :
         {std::pair{&listed, "as listed"}, std::pair{&converged, "converged"}}) {
      const double kept =
          oscillation(*crossing, mode, 2 * end / 3, end) / oscillation(*crossing, mode, 0, end / 3);
      out.rows.push_back(
          {fmt::format("swing of c_{} in the last third over the first, {}", mode, scheme),
           std::nullopt, kept, "",
           crossing == &listed
               ? checked("the text: oscillations fade, most likely by backward Euler's damping",
                         kept < 0.7)
               : "around the value under the same load at rest; nothing damps"});
    }
  }
  for (int mode = 1; mode <= k_shown; ++mode) {
    for (const auto& [crossing, scheme] :
         {std::pair{&listed, "as listed"}, std::pair{&converged, "converged"}}) {
      out.curves.push_back({fmt::format("c_{}, {}", mode, scheme), "time [s]",
                            mode == 1 ? "c_1" : "c_2, c_3, c_4", crossing->times,
                            scaled_column(crossing->modes, mode - 1, thesis_coefficient(1))});
    }
  }
  return out;
}

Reproduction thesis_fig_10_4(Observer& observer) {
  const TrainBridgeProblem problem = thesis_crossing(k_modes);
  const Crossing listed = cross_with_bridge(problem, k_listed, observer);
  TrainBridgeProblem resolved = problem;
  resolved.contact = resolved_contact(11, k_strip);
  const Crossing converged =
      cross_with_bridge(resolved, {"newmark", 1e-3, StartState::static_equilibrium}, observer);
  if (const auto status = status_of_crossings({&listed, &converged});
      status != SolveStatus::converged) {
    return ended(status);
  }
  const ContactAtRest thesis = contact_at_rest(interaction::thesis_grid_contact());
  const GridContact grid_x = resolved_contact(11, k_strip);
  const GridContact grid_xy = resolved_contact(44, k_strip);
  const GridContact grid_true = resolved_contact(40, k_wheel_width);
  const ContactAtRest fine_x = contact_at_rest(grid_x);
  const ContactAtRest fine_xy = contact_at_rest(grid_xy);
  const ContactAtRest true_width = contact_at_rest(grid_true);
  constexpr double k_from = 5, k_to = 15;  // m
  const double middle = mean_between(listed, listed.approaches, k_from, k_to) / thesis.approach;
  const double middle_force =
      mean_between(listed, listed.forces, k_from, k_to) / listed.wheel_loads[0];
  const double curvature = largest_curvature(listed);
  const auto cells = [](const GridContact& contact) {
    const Grid& grid = contact.problem.grid;
    return fmt::format("{} x {} cells of {:.3g} mm x {:.2g} m", grid.nx, grid.ny, 1e3 * grid.dx,
                       grid.dy);
  };
  const Grid thesis_grid = interaction::thesis_grid_contact().problem.grid;
  const std::string inside = fmt::format("wheel from {:g} to {:g} m", k_from, k_to);
  const std::string of_width = fmt::format("width of {:g} m", k_wheel_width);
  Reproduction out;
  out.rows = {
      {"approach at rest", 4.64e-7, thesis.approach, "m",
       cells(interaction::thesis_grid_contact()) + "; the text: the approach hovers around this"},
      {"cells in contact", std::nullopt, static_cast<double>(thesis.n_contact), "",
       fmt::format("{:.2g} in a row: the contact is {:.2f} mm long, a cell {:.2f} mm",
                   static_cast<double>(thesis.n_contact) / thesis_grid.ny,
                   1e3 * length_of(fine_xy, grid_xy), 1e3 * thesis_grid.dx)},
      {"approach at rest, refined along the track", 4.64e-7, fine_x.approach, "m", cells(grid_x)},
      {"approach at rest, refined in both directions", 4.64e-7, fine_xy.approach, "m",
       cells(grid_xy)},
      {"approach at rest, refined, " + of_width, 4.64e-7, true_width.approach, "m",
       fmt::format("{} rows of {:.2g} m around the wheel's {:g} m make it {:.2g} m wide; {}",
                   thesis_grid.ny, thesis_grid.dy, k_wheel_width, thesis_grid.height(),
                   cells(grid_true))},
      {fmt::format("middle row over an even share of {:g} m", k_wheel_width), std::nullopt,
       thesis.middle_row, "",
       "the bridge carries the pressure of the middle row: more lies at the edges"},
      {"middle row, refined, " + of_width, std::nullopt, true_width.middle_row, "",
       cells(grid_true)},
      {fmt::format("mean approach, {}, over that at rest", inside), std::nullopt, middle, "",
       checked("the text: larger in the middle of the simulation", middle > 1)},
      {fmt::format("mean force, {}, over the weight", inside), std::nullopt, middle_force, "",
       fmt::format(
           "the reason: the wheel is lifted there, its inertia adds to the weight. Approach "
           "and force are proportional to {:.1g}, the same column of cells in contact",
           std::abs(middle / middle_force - 1))},
      {"change of the approach by the bridge's curvature, (10.44)", std::nullopt,
       k_wheel_radius * curvature, "",
       fmt::format("not the reason: the bridge has {:.2g} 1/m, the wheel {:.2g}", curvature,
                   1 / k_wheel_radius)}};
  const double end = k_bridge_length / k_wheel_speed;
  const auto draw = [&](const std::string& name, const char* label, const Crossing& crossing,
                        double scale, double from) {
    out.curves.push_back(between(name, label, crossing, crossing.approaches, scale, from, end));
  };
  const char* refined = "refined, Newmark from static equilibrium";
  draw("as listed", "approach [m]", listed, 1, 0);
  draw(refined, "approach [m]", converged, 1, 0);
  const char* relative = "approach over that at rest";
  draw(refined, relative, converged, 1 / fine_x.approach, 0);
  draw(fmt::format("as listed, from {:g} s on", k_left_out), relative, listed, 1 / thesis.approach,
       k_left_out);
  return out;
}

Reproduction thesis_fig_10_5(Observer& observer) {
  constexpr double k_first_rise = 5e-4;  // s: the contact is closing
  constexpr double k_start = 0.02;       // s, shown enlarged
  constexpr int k_ring_modes = 64;
  constexpr Numerics k_finer{"newmark", 2e-5, StartState::static_equilibrium};
  constexpr Numerics k_ringing{"newmark", 1e-5, StartState::touch};
  const TrainBridgeProblem problem = thesis_crossing(k_modes);
  const Crossing listed = cross(problem, k_listed, observer);
  const Crossing still = cross(problem, k_converged, observer);
  const Crossing finer = cross(problem, k_finer, observer);
  const Crossing ring = cross(thesis_crossing(k_ring_modes), k_ringing, observer);
  if (const auto status = status_of_crossings({&listed, &still, &finer, &ring});
      status != SolveStatus::converged) {
    return ended(status);
  }
  Reproduction out;
  const auto add = [&](const std::string& name, const ForceRange& force, const std::string& why) {
    out.rows.push_back({"largest force over weight, " + name, 1.018, force.most, "", why});
    out.rows.push_back({"smallest force over weight, " + name, 0.987, force.least, "", why});
  };
  const ForceRange of_still = amplification(still);
  const ForceRange of_finer = amplification(finer);
  add("as listed", amplification(listed, k_left_out),
      fmt::format("{}, the first {:.0f} steps left out: an artefact. Its damping takes the ring of "
                  "the start away, and all that is fast with it",
                  steps_in_words(k_listed), k_left_out / k_listed_step));
  add("from static equilibrium", of_still,
      steps_in_words(k_converged) +
          ": no ring to damp away; the smooth part is that of the run as listed, on it lies what "
          "high modes of the bridge do to the contact");
  add("from static equilibrium, finer", of_finer,
      fmt::format("{} instead of {:g} ms: the largest changes by {:.1g}, the smallest by {:.1g}",
                  steps_in_words(k_finer), 1e3 * k_converged.step,
                  std::abs(of_finer.most - of_still.most),
                  std::abs(of_finer.least - of_still.least)));
  add("from touch, undamped", amplification(ring, k_left_out),
      fmt::format(
          "{}, {} modes, the first {:g} s left out: the weight falls on an unloaded contact, "
          "which rings at {:.0f} Hz",
          steps_in_words(k_ringing), k_ring_modes, k_left_out, ring_frequency(ring, k_start)));
  add("from touch, undamped, first swing", amplification(ring, k_first_rise),
      "a weight put suddenly on a spring: twice itself, then nothing");
  const double end = k_bridge_length / k_wheel_speed;
  const auto draw = [&](const std::string& name, const char* label, const Crossing& crossing,
                        double from, double to) {
    const double scale = 1 / crossing.wheel_loads[0];
    out.curves.push_back(between(name, label, crossing, crossing.forces, scale, from, to));
  };
  draw("Newmark from static equilibrium", "force over weight", still, 0, end);
  draw(fmt::format("as listed, from {:g} s on", k_left_out), "force over weight", listed,
       k_left_out, end);
  draw("Newmark from touch", "force over weight, start", ring, 0, k_start);
  draw("as listed", "force over weight, start", listed, 0, k_start);
  draw("Newmark from static equilibrium", "force over weight, start", still, 0, k_start);
  return out;
}

}  // namespace tread::study
