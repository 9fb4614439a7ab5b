#include "tread/study/thesis_chapter_8.hpp"

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "tread/core/as_size.hpp"
#include "tread/integrate/stability.hpp"
#include "tread/integrate/stepper.hpp"
#include "tread/structure/beam_systems.hpp"
#include "tread/structure/moving_loads.hpp"
#include "tread/structure/stability.hpp"
#include "tread/study/remark.hpp"
#include "tread/study/series_numbers.hpp"
#include "tread/study/thesis_numbers.hpp"

namespace tread::study {
namespace {

using integrate::Vector;
using std::numbers::pi;
using structure::Beam;
using structure::BeamModes;
using structure::CrossingHistory;
using structure::DifferenceModel;
using structure::ModeMethod;
using structure::StepPolicy;

constexpr double k_stiffness = 2e11 * 0.0104;    // EI, N m^2
constexpr double k_moving_weight = 76e3 * 9.81;  // N, 76 t as the text says
constexpr int k_difference_intervals = 100;      // of section 8.7

Beam clamped_bridge() {
  return structure::clamped_beam(k_bridge_length, {0, k_stiffness, k_bridge_mass_per_length});
}
Beam unit_beam(Beam (*make)(double, const structure::BeamSection&, const structure::Damping&)) {
  return make(1, {0, 1, 1}, {});
}

std::vector<double> places(double length, int n) {
  std::vector<double> x;
  for (int i = 0; i <= n; ++i) x.push_back(length * i / n);
  return x;
}

/// Mode shapes at many places, [mode][place], scaled to an integral of w^2 of 1 as the thesis has
/// them.
std::vector<std::vector<double>> scaled_shapes_at(const BeamModes& modes,
                                                  const std::vector<double>& x,
                                                  double mass_per_length) {
  std::vector<std::vector<double>> shapes(as_size(modes.n_modes()));
  std::vector<double> values(shapes.size());
  for (const double place : x) {
    modes.shape(place, values);
    for (std::size_t i = 0; i < values.size(); ++i) {
      shapes[i].push_back(values[i] * std::sqrt(mass_per_length));
    }
  }
  return shapes;
}

std::vector<double> superposed(const BeamModes& modes, std::span<const double> q,
                               const std::vector<double>& x) {
  std::vector<double> shape(as_size(modes.n_modes()));
  std::vector<double> sum;
  for (const double place : x) {
    modes.shape(place, shape);
    sum.push_back(structure::superpose(q, shape));
  }
  return sum;
}

double largest_magnitude(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

/// b_n and (n + 1/2) pi/L of a clamped beam, in 1/m.
double wave_number(double omega, double stiffness, double mass_per_length) {
  return std::sqrt(omega * std::sqrt(mass_per_length / stiffness));
}

struct FrequencyRow {
  double wave_number;
  double asymptote;
  double omega;
};

void add_frequencies(const BeamModes& modes, double stiffness, double mass_per_length,
                     const std::array<FrequencyRow, 5>& paper, const std::string& unit,
                     Reproduction& out) {
  const char* why = "closed form; the thesis cuts digits off instead of rounding";
  for (std::size_t i = 0; i < paper.size(); ++i) {
    const double omega = modes.omega()[i];
    const std::string n = fmt::format("n = {}", i + 1);
    out.rows.push_back({"beta, " + n, paper[i].wave_number,
                        wave_number(omega, stiffness, mass_per_length), unit, why});
    out.rows.push_back({"(n + 1/2) pi/L, " + n, paper[i].asymptote,
                        (static_cast<double>(i) + 1.5) * pi / modes.length(), unit,
                        "what beta tends to"});
    out.rows.push_back({"lambda, " + n, paper[i].omega, omega, "rad/s", why});
  }
}

ReproducedCurve along(std::string name, const std::vector<double>& x, std::vector<double> y,
                      std::string y_label = "deflection [m]") {
  return {std::move(name), "x [m]", std::move(y_label), x, std::move(y)};
}

// ---- figures 8.3 and 8.4

constexpr int k_few_points = 20;  // of figures 8.3 and 8.4 and of table 8.2
constexpr int k_many_points = 200;

Reproduction eigenvectors_beside_modes(int n_points) {
  const BeamModes exact = structure::beam_modes(clamped_bridge(), {3});
  const BeamModes discrete =
      structure::beam_modes(clamped_bridge(), {3, ModeMethod::finite_differences, n_points - 1});
  const std::vector<double> x = places(k_bridge_length, 200);
  const std::vector<double> points = places(k_bridge_length, n_points - 1);
  const auto shapes = scaled_shapes_at(exact, x, k_bridge_mass_per_length);
  const auto exact_at_points = scaled_shapes_at(exact, points, k_bridge_mass_per_length);
  const auto vectors = scaled_shapes_at(discrete, points, k_bridge_mass_per_length);
  Reproduction out;
  for (std::size_t i = 0; i < 3; ++i) {
    out.curves.push_back(along(fmt::format("mode {}", i + 1), x, shapes[i], "mode shape"));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    out.curves.push_back({fmt::format("eigenvector {}", i + 1),
                          "x [m]",
                          "mode shape",
                          {},
                          {},
                          result::Mark::points});
    // About twenty dots a curve, or they would hide it.
    for (std::size_t k = 0; k < points.size(); k += std::max<std::size_t>(1, points.size() / 20)) {
      out.curves.back().x.push_back(points[k]);
      out.curves.back().y.push_back(vectors[i][k]);
    }
    out.rows.push_back(
        {fmt::format("mode {}: largest difference over its peak", i + 1), std::nullopt,
         largest_deviation(vectors[i], exact_at_points[i]) / largest_magnitude(shapes[i]), "",
         fmt::format("{} points, scaled by (8.44); the thesis prints no number, {}", n_points,
                     n_points == k_few_points ? "its text says fairly well"
                                              : "its caption says perfectly")});
  }
  return out;
}

// ---- figure 8.6

struct NarrowLoad {
  double begin;
  double end;
  double pressure;
};
constexpr std::array k_narrow_loads{NarrowLoad{0.299, 0.301, -1}, NarrowLoad{0.899, 0.901, 2}};

structure::BeamLoad narrow_loads() {
  structure::BeamLoad load;
  for (const NarrowLoad& narrow : k_narrow_loads) {
    load.lines.push_back({narrow.begin, narrow.end, narrow.pressure, narrow.pressure});
  }
  return load;
}

/// Deflection at all points, ends included. Points at the rim of a load carry half of it.
std::vector<double> static_differences(int n_intervals) {
  const DifferenceModel model =
      structure::difference_model(unit_beam(structure::simply_supported_beam), n_intervals);
  Vector pressure = Vector::Zero(static_cast<Eigen::Index>(model.points.size()));
  for (std::size_t i = 0; i < model.points.size(); ++i) {
    for (const NarrowLoad& load : k_narrow_loads) {
      const double from_rim = std::min(model.points[i] - load.begin, load.end - model.points[i]);
      const double part = std::clamp(0.5 + from_rim / model.spacing, 0.0, 1.0);
      pressure[static_cast<Eigen::Index>(i)] += part * load.pressure;
    }
  }
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(model.stiffness);
  const Vector u = factors.solve(pressure);
  std::vector<double> deflection{0};
  deflection.insert(deflection.end(), u.begin(), u.end());
  deflection.push_back(0);
  return deflection;
}

// ---- figures 8.7 and 8.8

enum class PointLoad {
  force,        // m g shared by the two points beside it, divided by dx
  as_pressure,  // m g in N/m: dx times too little
};

struct DifferenceRun {
  std::vector<double> x;
  std::vector<double> deflection;  // at the end, ends of the bridge included
  double largest_at_midspan = 0;   // m
  double time_of_largest = 0;      // s
  SolveStatus status = SolveStatus::converged;
};

struct MovingLoadRun {
  double speed = 0;  // m/s
  double step = 0;   // s
  double end = 0;    // s
  StepPolicy policy = StepPolicy::refuse_unstable;
  PointLoad load = PointLoad::force;
};

/// Verlet on 100 intervals.
DifferenceRun march_differences(const MovingLoadRun& run, Observer& observer) {
  const DifferenceModel model =
      structure::difference_model(clamped_bridge(), k_difference_intervals);
  const double share = run.load == PointLoad::force ? 1 : model.spacing;
  structure::DifferenceSystem system(model, [&](double time, Vector& force) {
    force.setZero();
    add_point_force(model, run.speed * time, share * k_moving_weight, force);
  });
  integrate::SchemeSettings scheme;
  scheme.name = "position_verlet";
  check_step(scheme, model.highest_omega(), run.step, run.policy);
  integrate::Stepper stepper(scheme, system);
  integrate::State state{0, Vector::Zero(system.size()), Vector::Zero(system.size()), {}};
  const auto n_steps = std::lround(run.end / run.step);
  DifferenceRun out;
  for (long i = 1; i <= n_steps && out.status == SolveStatus::converged; ++i) {
    out.status = stepper.step(run.step, state);
    const double midspan = state.position[k_difference_intervals / 2 - 1];
    if (midspan > out.largest_at_midspan) {
      out.largest_at_midspan = midspan;
      out.time_of_largest = state.time;
    }
    if (i % 4096 != 0) continue;
    observer.on_progress(static_cast<double>(i) / static_cast<double>(n_steps),
                         "finite differences");
    if (observer.stop_requested()) out.status = SolveStatus::stopped;
  }
  out.x = places(k_bridge_length, k_difference_intervals);
  out.deflection.push_back(0);
  out.deflection.insert(out.deflection.end(), state.position.begin(), state.position.end());
  out.deflection.push_back(0);
  return out;
}

CrossingHistory march_modes(const structure::AxleTrain& train, double speed, double end,
                            int n_modes, Observer& observer) {
  structure::Crossing crossing;
  crossing.speed = speed;
  crossing.end_time = end;
  return simulate_crossing(structure::beam_modes(clamped_bridge(), {n_modes}), train, crossing,
                           {k_bridge_length / 2}, {}, &observer);
}

double static_deflection_of_weight() {
  return k_moving_weight * k_bridge_length * k_bridge_length * k_bridge_length /
         (192 * k_stiffness);
}

}  // namespace

Reproduction thesis_table_8_1(Observer&) {
  Reproduction out;
  add_frequencies(structure::beam_modes(unit_beam(structure::clamped_beam), {5}), 1, 1,
                  {{{4.73004, 4.71238, 22.373},
                    {7.85320, 7.85398, 61.672},
                    {10.9956, 10.9955, 120.90},
                    {14.1371, 14.1371, 199.85},
                    {17.2787, 17.2787, 298.55}}},
                  "1/m", out);
  return out;
}

Reproduction thesis_table_8_4(Observer&) {
  const BeamModes modes = structure::beam_modes(clamped_bridge(), {5});
  Reproduction out;
  add_frequencies(modes, k_stiffness, k_bridge_mass_per_length,
                  {{{0.23650, 0.23561, 28.700},
                    {0.39266, 0.39269, 79.113},
                    {0.54978, 0.54977, 155.09},
                    {0.70685, 0.70685, 256.37},
                    {0.86393, 0.86393, 382.98}}},
                  "1/m", out);
  constexpr std::array k_paper{4.567, 12.59, 24.68, 40.80, 60.95};
  for (std::size_t i = 0; i < k_paper.size(); ++i) {
    out.rows.push_back({fmt::format("frequency, n = {}", i + 1), k_paper[i],
                        modes.omega()[i] / (2 * pi), "Hz", "closed form; digits cut off"});
  }
  return out;
}

Reproduction thesis_table_8_2(Observer&) {
  constexpr std::array k_exact{28.7004, 79.1137, 155.0946, 256.3792, 382.9863};
  constexpr std::array k_coarse{28.3771, 77.1775, 148.6791, 240.4848, 350.0241};
  constexpr std::array k_fine{28.6974, 79.0956, 155.0336, 256.2257, 382.6624};
  const BeamModes exact = structure::beam_modes(clamped_bridge(), {5});
  const BeamModes coarse = structure::beam_modes(
      clamped_bridge(), {5, ModeMethod::finite_differences, k_few_points - 1});
  const BeamModes fine = structure::beam_modes(
      clamped_bridge(), {5, ModeMethod::finite_differences, k_many_points - 1});
  Reproduction out;
  for (std::size_t i = 0; i < k_exact.size(); ++i) {
    const std::string n = fmt::format("n = {}", i + 1);
    out.rows.push_back({"lambda, " + n, k_exact[i], exact.omega()[i], "rad/s", "closed form"});
    out.rows.push_back({fmt::format("sqrt(mu), nx = {}, {}", k_few_points, n), k_coarse[i],
                        coarse.omega()[i], "rad/s",
                        fmt::format("nx counts points: {} intervals; ends eliminated, so that the "
                                    "two eigenvalues of one do not arise",
                                    k_few_points - 1)});
    const double times_smaller =
        (exact.omega()[i] - coarse.omega()[i]) / (exact.omega()[i] - fine.omega()[i]);
    constexpr double k_finer = (k_many_points - 1.0) / (k_few_points - 1);
    out.rows.push_back(
        {fmt::format("sqrt(mu), nx = {}, {}", k_many_points, n), k_fine[i], fine.omega()[i],
         "rad/s",
         fmt::format("{} intervals; the error is {:.0f} times smaller: of order {:.2f} "
                     "in dx",
                     k_many_points - 1, times_smaller,
                     std::log(times_smaller) / std::log(k_finer))});
  }
  return out;
}

Reproduction thesis_fig_8_2(Observer&) {
  const BeamModes modes = structure::beam_modes(unit_beam(structure::clamped_beam), {5});
  const std::vector<double> x = places(1, 200);
  const auto shapes = scaled_shapes_at(modes, x, 1);
  Reproduction out;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    out.curves.push_back(along(fmt::format("mode {}", i + 1), x, shapes[i], "mode shape"));
    int n_zeros = 0;
    for (std::size_t k = 2; k + 1 < x.size(); ++k) {
      if ((shapes[i][k - 1] < 0) != (shapes[i][k] < 0)) ++n_zeros;
    }
    out.rows.push_back({fmt::format("mode {}: zeros inside the beam", i + 1), std::nullopt,
                        static_cast<double>(n_zeros), "",
                        "one more with every mode; the thesis prints no number"});
    out.rows.push_back({fmt::format("mode {}: peak", i + 1), std::nullopt,
                        largest_magnitude(shapes[i]), "", "scaled to an integral of w^2 of one"});
  }
  return out;
}

Reproduction thesis_fig_8_3(Observer&) { return eigenvectors_beside_modes(k_few_points); }
Reproduction thesis_fig_8_4(Observer&) { return eigenvectors_beside_modes(k_many_points); }

Reproduction thesis_fig_8_5(Observer&) {
  const BeamModes modes = structure::beam_modes(unit_beam(structure::simply_supported_beam), {4});
  const std::vector<double> x = places(1, 200);
  const auto shapes = scaled_shapes_at(modes, x, 1);
  constexpr double k_half_width = 0.02;  // of the load in the middle: not told
  const std::vector<double> q =
      static_coordinates(modes, {{}, {{0.5 - k_half_width, 0.5 + k_half_width, 1, 1}}});
  Reproduction out;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    out.curves.push_back(along(fmt::format("mode {}", i + 1), x, shapes[i], "mode shape"));
    out.rows.push_back({fmt::format("coefficient {} over the first", i + 1),
                        i % 2 == 1 ? std::optional(0.0) : std::nullopt, q[i] / q[0], "",
                        i % 2 == 1
                            ? std::string("an even load has no part in odd modes, as the "
                                          "text says")
                            : fmt::format("load of a constant pressure from x = {:g} to {:g}",
                                          0.5 - k_half_width, 0.5 + k_half_width)});
  }
  out.curves.push_back(
      along("support of the load", {0.5 - k_half_width, 0.5 + k_half_width}, {0, 0}, "mode shape"));
  return out;
}

Reproduction thesis_fig_8_6(Observer&) {
  const Beam beam = unit_beam(structure::simply_supported_beam);
  constexpr int k_intervals = 1000;
  constexpr int k_all_modes = 400;
  const std::vector<double> x = places(1, k_intervals);
  const auto by_modes = [&](int n_modes) {
    const BeamModes modes = structure::beam_modes(beam, {n_modes});
    return superposed(modes, static_coordinates(modes, narrow_loads()), x);
  };
  const std::vector<double> exact = by_modes(k_all_modes);
  const std::vector<double> differences = static_differences(k_intervals);
  Reproduction out;
  out.curves.push_back(along("finite differences", x, differences));
  const auto add = [&](int n_modes, const std::string& why) {
    const std::vector<double> u = by_modes(n_modes);
    const std::string name = fmt::format("{} mode{}", n_modes, n_modes == 1 ? "" : "s");
    out.rows.push_back({name + ": largest error over the peak", std::nullopt,
                        largest_deviation(u, exact) / largest_magnitude(exact), "", why});
    if (n_modes <= 3) out.curves.push_back(along(name, x, u));
  };
  add(1, "the text: a half sine, not accurate");
  add(2, "the text: the shape is matched");
  add(3, "the thesis prints no number");
  add(7, "the text: cannot be told from finite differences in the figure");
  out.rows.push_back(
      {fmt::format("finite differences, dx = 1/{}: largest error over the peak", k_intervals),
       std::nullopt, largest_deviation(differences, exact) / largest_magnitude(exact), "",
       "points at the rim of a load carry half of it; the whole of it there would make "
       "loads half again as large"});
  out.rows.push_back(
      {"peak", std::nullopt, largest_magnitude(exact), "m", fmt::format("{} modes", k_all_modes)});
  return out;
}

Reproduction thesis_fig_8_7(Observer& observer) {
  constexpr double k_step = 3.8976e-5;
  constexpr double k_speed = 3;  // m/s: what the times of the figures imply
  constexpr double k_shown = 4.67;
  constexpr double k_middle_time = 3.33;     // s, of the figure
  constexpr double k_speed_of_table = 30;    // m/s, table 8.3
  constexpr double k_weight_of_table = 760;  // t
  constexpr int k_moving_modes = 40;
  MovingLoadRun run{k_speed, k_step, k_shown};
  const DifferenceRun right = march_differences(run, observer);
  if (right.status != SolveStatus::converged) return ended(right.status);
  run.load = PointLoad::as_pressure;
  const DifferenceRun listed = march_differences(run, observer);
  if (listed.status != SolveStatus::converged) return ended(listed.status);
  const CrossingHistory modal = march_modes(structure::single_force(k_moving_weight), k_speed,
                                            k_shown, k_moving_modes, observer);
  const BeamModes modes = structure::beam_modes(clamped_bridge(), {k_moving_modes});
  const std::vector<double> q(modal.q.end() - modes.n_modes(), modal.q.end());
  const std::string of_modes = fmt::format("{} modes", k_moving_modes);
  const auto& midspan = modal.sections.front().deflection;
  const auto peak = std::max_element(midspan.begin(), midspan.end());

  Reproduction out;
  out.curves.push_back(along(fmt::format("Verlet, {} intervals", k_difference_intervals), right.x,
                             right.deflection));
  out.curves.push_back(along(of_modes + ", exact steps", right.x, superposed(modes, q, right.x)));
  const double place = k_speed * k_shown;
  out.curves.push_back(along("load", {place}, superposed(modes, q, {place})));
  out.curves.back().mark = result::Mark::points;
  const double tons = k_moving_weight / k_thesis_gravity / 1e3;
  const double dx = k_bridge_length / k_difference_intervals;
  const double at_rest = static_deflection_of_weight();
  out.rows = {
      {"time of the largest deflection", k_middle_time, right.time_of_largest, "s",
       fmt::format("v = {0:g} m/s: table 8.3 and the text say {1:g} m/s, but a load that is in the "
                   "middle at {2:g} s goes at {3:.1g}",
                   k_speed, k_speed_of_table, k_middle_time, k_bridge_length / 2 / k_middle_time)},
      {"largest deflection, m g applied in N/m", 3e-3, listed.largest_at_midspan, "m",
       fmt::format("{:.0f} t, and m g put on one point without dividing by dx = {:g} m: {:.3g} of "
                   "what it must be, which explains what is printed",
                   tons, dx, listed.largest_at_midspan / right.largest_at_midspan)},
      {"largest deflection, Verlet", 3e-3, right.largest_at_midspan, "m",
       fmt::format("{:.0f} t as a force. {:g} t, as table 8.3 has it, would give {:.0f} times as "
                   "much",
                   tons, k_weight_of_table, k_weight_of_table / tons)},
      {"largest deflection, " + of_modes, std::nullopt, *peak, "m",
       "by Verlet " + more_or_less(right.largest_at_midspan, *peak)},
      {"static deflection under the load at midspan", std::nullopt, at_rest, "m",
       fmt::format("m g L^3/(192 EI); the largest at {:g} m/s is {}", k_speed,
                   more_or_less(*peak, at_rest))},
      {"largest step, dx^2/2 sqrt(rho/(EI))", 3.8977e-5,
       0.04 / 2 * std::sqrt(k_bridge_mass_per_length / k_stiffness), "s", "(8.66)"}};
  return out;
}

namespace {

constexpr double k_printed_limit = 3.8977e-5;  // s, (8.66)

/// "dt = 3.899e-5 s".
std::string step_in_words(double step) { return fmt::format("dt = {:g}e-5 s", 1e5 * step); }

}  // namespace

Reproduction thesis_fig_8_8(Observer& observer) {
  constexpr double k_shown = 0.06;
  const DifferenceModel model =
      structure::difference_model(clamped_bridge(), k_difference_intervals);
  const double omega = model.highest_omega();
  constexpr double k_too_long = 3.899e-5;  // s, both of the thesis
  constexpr double k_short_enough = 3.8976e-5;
  const DifferenceRun unstable =
      march_differences({3, k_too_long, k_shown, StepPolicy::allow_unstable}, observer);
  const DifferenceRun stable = march_differences({3, k_short_enough, k_shown}, observer);
  for (const DifferenceRun* run : {&unstable, &stable}) {
    if (run->status != SolveStatus::converged) return ended(run->status);
  }
  const auto limit = [&](const char* name) {
    integrate::SchemeSettings scheme;
    scheme.name = name;
    return *integrate::largest_stable_step(scheme, omega);
  };
  const double dx = model.spacing;
  const double dx4 = dx * dx * dx * dx;
  Reproduction out;
  out.curves.push_back(along(step_in_words(k_too_long), unstable.x, unstable.deflection));
  out.curves.push_back(along(step_in_words(k_short_enough), stable.x, stable.deflection));
  const double verlet = limit("position_verlet");
  const double rk4 = limit("rk4");
  const auto largest_at_end = [&](double step) {
    return fmt::format("largest deflection at {:g} s, {}", k_shown, step_in_words(step));
  };
  out.rows = {
      {"largest stable step of Verlet", k_printed_limit, verlet, "s",
       fmt::format("2/omega of the clamped matrix itself; (8.66) is that of an endless beam, "
                   "{}. The thesis shows the first of two steps unstable and the second "
                   "stable; they are {} and {} than this",
                   k_printed_limit < verlet ? "a little on the safe side" : "above it",
                   more_or_less(k_too_long, verlet), more_or_less(k_short_enough, verlet))},
      {largest_at_end(k_too_long), std::nullopt, largest_magnitude(unstable.deflection), "m",
       "grows without bound; refused unless an unstable run is allowed"},
      {largest_at_end(k_short_enough), std::nullopt, largest_magnitude(stable.deflection), "m",
       "the same run below the limit"},
      {"largest stable step of RK4", 0.188 * k_bridge_mass_per_length / k_stiffness * dx4, rk4, "s",
       fmt::format("paper: (8.67). The true RK4 allows 2 sqrt(2)/omega, {} than Verlet and of "
                   "order dx^2; the listing A.2 takes its stages from the step before, "
                   "which is not RK4",
                   more_or_less(rk4, verlet))},
      {"largest stable step of forward Euler", k_printed_limit, limit("forward_euler"), "s",
       "the text calls it similar to Verlet; for an undamped beam every step grows, "
       "however short"}};
  return out;
}

Reproduction thesis_fig_8_9(Observer& observer) {
  constexpr double k_end = 5;  // s; not told
  constexpr int k_few_modes = 10;
  constexpr double k_early = 0.5;         // s
  constexpr double k_resonance = 91.356;  // m/s, printed
  const BeamModes modes = structure::beam_modes(clamped_bridge(), {k_few_modes});
  const double resonance = modes.omega()[0] / (2 * pi) * k_bridge_length;
  const std::vector<double> x = places(k_bridge_length, 100);
  Reproduction out;
  out.rows.push_back({"critical speed, first frequency times L", k_resonance, resonance, "m/s",
                      "one load on the bridge at all times, one comes as one leaves"});
  for (const double speed : {k_resonance, 100.0}) {
    const std::string name = fmt::format("{:g} m/s", speed);
    const int n_axles = 1 + static_cast<int>(speed * k_end / k_bridge_length);
    const CrossingHistory history =
        march_modes(structure::periodic_axles(n_axles, k_bridge_length, k_moving_weight), speed,
                    k_end, k_few_modes, observer);
    if (history.status != SolveStatus::converged) return ended(history.status);
    ReproducedCurve curve{name, "time [s]", "largest deflection [m]", {}, {}};
    // A tenth of the instants is enough for the eye, not for the peak.
    double peak = 0;
    double peak_early = 0;
    for (std::size_t k = 0; k < history.time.size(); ++k) {
      const std::span<const double> q(history.q.data() + k * as_size(k_few_modes),
                                      as_size(k_few_modes));
      if (k % 10 != 0) continue;
      const double largest = largest_magnitude(superposed(modes, q, x));
      curve.x.push_back(history.time[k]);
      curve.y.push_back(largest);
      peak = std::max(peak, largest);
      if (history.time[k] < k_early) peak_early = std::max(peak_early, largest);
    }
    out.curves.push_back(std::move(curve));
    out.rows.push_back({fmt::format("largest deflection within {:g} s, {}", k_early, name),
                        std::nullopt, peak_early, "m", "the text: similar at the beginning"});
    const std::string grown = fmt::format(
        "{:.1f} times that of the beginning, after {:g} times its "
        "length; {:.0f} t, {} modes, no damping",
        peak / peak_early, k_end / k_early, k_moving_weight / k_thesis_gravity / 1e3, k_few_modes);
    out.rows.push_back({fmt::format("largest deflection within {:g} s, {}", k_end, name),
                        std::nullopt, peak, "m",
                        speed == k_resonance
                            ? grown
                            : grown + ": the loads fall out of step and take back what they gave"});
  }
  return out;
}

}  // namespace tread::study
