#include "tread/study/vehicle_run_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>

#include "tread/core/as_size.hpp"
#include "tread/standards/running_limits.hpp"
#include "tread/study/add_count.hpp"
#include "tread/study/elastic_fields.hpp"
#include "tread/study/part_observer.hpp"
#include "tread/study/unstable.hpp"
#include "tread/study/vehicle_run_model.hpp"
#include "tread/study/vehicle_run_tables.hpp"
#include "tread/study/wheel_rail_model.hpp"

namespace tread::study {
namespace {

using casefile::CaseFile;
using casefile::VehicleRunCase;
using running::RunningVehicle;
using running::VehicleRun;

// EN 14363: limits of running safety, and the way over which means are taken.
constexpr double k_mean_length = 2;      // m
constexpr double k_chatter = 0.1;        // of the static wheel force: swings within that length
constexpr double k_chatter_length = 10;  // m of way on which a wheel does so
constexpr double k_quotient_limit = standards::k_derailment_quotient_limit.value;
constexpr double k_unloading_limit = standards::k_unloading_limit.value;

void fail(result::CaseResult& out, std::string_view status, std::string note) {
  out.ok = false;
  out.status = status;
  out.notes.push_back(std::move(note));
}

// ---- the run ----

class RunReport {
 public:
  RunReport(const VehicleRunCase& input, RunningVehicle& vehicle, const RunStart& start,
            const VehicleRun& run, result::CaseResult& out)
      : input_(input),
        start_(start),
        run_(run),
        out_(out),
        floor_(floor_places(input)),
        history_(run_history(vehicle, run.records, floor_)) {
    for (int i = 0; i < vehicle.n_wheelsets(); ++i) {
      const int body = vehicle.model().body_of_wheelset(i);
      ahead_.push_back(input.vehicle.bodies[as_size(body)].centre.x);
    }
  }

  void add() {
    add_derailment();
    add_vertical();
    add_chatter();
    add_lateral();
    add_wear();
    add_motion();
    add_ride();
    add_stops();
    add_steady();
    add_work();
    for (result::Table& table : history_tables(history_, floor_)) {
      out_.tables.push_back(std::move(table));
    }
    for (result::Table& table : contact_tables(run_.records)) {
      out_.tables.push_back(std::move(table));
    }
  }

 private:
  /// "wheelset 2, left wheel at s = 123 m"
  std::string at_wheel(const Worst& worst) const {
    return fmt::format("{} at s = {:.4g} m", wheel_name(worst.column),
                       place(worst.column / 2, worst.row));
  }
  std::string at_wheelset(const Worst& worst) const {
    return fmt::format("wheelset {} at s = {:.4g} m", worst.column + 1,
                       place(worst.column, worst.row));
  }
  double place(std::size_t wheelset, std::size_t row) const {
    return history_.distances[row] + ahead_[wheelset];
  }

  std::vector<std::vector<double>> sliding(const std::vector<std::vector<double>>& columns) const {
    std::vector<std::vector<double>> means;
    for (const std::vector<double>& column : columns) {
      means.push_back(sliding_mean(history_.distances, column, k_mean_length));
    }
    return means;
  }

  /// Numbers of a run that the scheme made grow are no findings about the vehicle.
  bool is_judged() const { return !run_.is_unstable; }
  void warn(std::string text) {
    if (is_judged()) out_.notes.push_back(std::move(text));
  }
  std::string against_limit(double value, double limit) const {
    if (!is_judged()) return "not judged, the run is unstable";
    return value <= limit ? "kept" : "EXCEEDED";
  }

  void add_derailment() {
    if (!run_.derailment) return;
    const running::Derailment& d = *run_.derailment;
    out_.scalars.push_back({"derailment_time", d.time, "s", "time of the derailment"});
    out_.scalars.push_back(
        {"derailment_distance", d.distance, "m", "place of the derailment along the track"});
    out_.notes.push_back(fmt::format(
        "Derailed: the {} wheel of wheelset {} {} its rail at t = {:.4g} s, s = {:.5g} m. The run "
        "ends there; what was computed until then is kept.",
        d.side == profile::Side::left ? "left" : "right", d.wheelset + 1,
        d.lift > 0 ? "has climbed" : "has fallen beside", d.time, d.distance));
  }

  void add_vertical() {
    const std::vector<double>& loads = start_.wheel_loads;
    const auto [least, most] = std::ranges::minmax(loads);
    out_.scalars.push_back(
        {"static_wheel_force",
         std::accumulate(loads.begin(), loads.end(), 0.0) / static_cast<double>(loads.size()), "N",
         fmt::format("Q0, wheel force at the start, mean ({:.4g} to {:.4g} kN)", least / 1e3,
                     most / 1e3)});
    const Worst high = largest(history_.q);
    out_.scalars.push_back(
        {"max_vertical_force", high.value, "N", "largest wheel force Q, " + at_wheel(high)});
    const Worst low = smallest(history_.q);
    out_.scalars.push_back(
        {"min_vertical_force", low.value, "N", "smallest wheel force Q, " + at_wheel(low)});
    std::vector<std::vector<double>> unloading = sliding(history_.q);
    for (std::size_t w = 0; w < unloading.size(); ++w) {
      for (double& q : unloading[w]) q = loads[w] > 0 ? 1 - q / loads[w] : 0;
    }
    const Worst worst = largest(unloading);
    out_.scalars.push_back(
        {"max_wheel_unloading_2m", worst.value, "",
         fmt::format("largest wheel unloading dQ/Q0, mean over 2 m, {} (limit {}: {})",
                     at_wheel(worst), k_unloading_limit,
                     against_limit(worst.value, k_unloading_limit))});
    if (worst.value > k_unloading_limit) {
      warn(fmt::format("Wheel unloading dQ/Q0 = {:.3g} (mean over 2 m) exceeds {}: {}.",
                       worst.value, k_unloading_limit, at_wheel(worst)));
    }
    add_blows();
  }

  /// A force that is another one from record to record is that of blows, each of which takes a few
  /// steps: how high it is depends on them.
  void add_blows() {
    constexpr double k_blow = 0.3;  // of the load; quiet running has a tenth
    std::vector<std::vector<double>> jumps = history_.q;
    for (std::size_t w = 0; w < jumps.size(); ++w) {
      std::vector<double>& q = jumps[w];
      std::adjacent_difference(q.begin(), q.end(), q.begin());
      q.front() = 0;
      for (double& jump : q) jump /= std::max(start_.wheel_loads[w], 1.0);
    }
    const Worst blow = largest_size(jumps);
    if (std::abs(blow.value) <= k_blow) return;
    warn(fmt::format(
        "Wheels hit their rails: Q changes by up to {:.2g} times the load from one record to the "
        "next, {}. Largest and smallest forces depend on the step (time.step).",
        std::abs(blow.value), at_wheel(blow)));
  }

  /// Tracks are smooth here: wheel forces that keep swinging within 2 m of way are not the curve's.
  void add_chatter() {
    std::vector<std::vector<double>> swings;
    double longest = 0;  // m, of way
    for (std::size_t w = 0; w < history_.q.size(); ++w) {
      swings.push_back(sliding_swing(history_.distances, history_.q[w], k_mean_length));
      double way = 0;
      for (std::size_t row = 1; row < swings[w].size(); ++row) {
        if (swings[w][row] < k_chatter * start_.wheel_loads[w]) continue;
        way += history_.distances[row] - history_.distances[row - 1];
      }
      longest = std::max(longest, way);
    }
    if (longest < k_chatter_length) return;
    const Worst worst = largest(swings);
    out_.scalars.push_back({"wheel_force_swing", worst.value, "N",
                            "root mean square of Q about its mean over 2 m, " + at_wheel(worst)});
    warn(fmt::format(
        "Wheel forces chatter over {:.3g} m of smooth track: Q swings by {:.3g} kN (root mean "
        "square) about its mean over 2 m, {}. Largest and smallest Q, Y and Y/Q are those of "
        "chatter, not of steady running. Dry friction in tight curves drives it where little damps "
        "wheel and rail: compare quasi-static values (analysis.quasi_static), or give the contact "
        "more damping (contact.damping).",
        longest, worst.value / 1e3, at_wheel(worst)));
  }

  void add_lateral() {
    const Worst high = largest_size(history_.y);
    out_.scalars.push_back({"max_lateral_force", high.value, "N",
                            "largest lateral force Y, outwards, " + at_wheel(high)});
    const Worst raw = largest(history_.y_over_q);
    out_.scalars.push_back(
        {"max_derailment_quotient", raw.value, "", "largest Y/Q, " + at_wheel(raw)});
    const Worst mean = largest(sliding(history_.y_over_q));
    out_.scalars.push_back(
        {"max_derailment_quotient_2m", mean.value, "",
         fmt::format("largest Y/Q, mean over 2 m, {} (limit {}: {})", at_wheel(mean),
                     k_quotient_limit, against_limit(mean.value, k_quotient_limit))});
    if (mean.value > k_quotient_limit) {
      warn(fmt::format("Y/Q = {:.3g} (mean over 2 m) exceeds {}: {}.", mean.value, k_quotient_limit,
                       at_wheel(mean)));
    }
    add_prudhomme();
  }

  void add_prudhomme() {
    std::vector<std::vector<double>> ratios = sliding(history_.sum_y);
    const auto limit = [&](std::size_t wheelset) {
      const double load = start_.wheel_loads[2 * wheelset] + start_.wheel_loads[2 * wheelset + 1];
      return input_.output.prudhomme_factor * standards::prudhomme_force(load);
    };
    for (std::size_t w = 0; w < ratios.size(); ++w) {
      for (double& value : ratios[w]) value = std::abs(value) / limit(w);
    }
    const Worst worst = largest(ratios);
    out_.scalars.push_back(
        {"max_sum_of_lateral_forces_2m", worst.value * limit(worst.column), "N",
         fmt::format("largest sum of Y, mean over 2 m, {}", at_wheelset(worst))});
    out_.scalars.push_back(
        {"prudhomme_limit", limit(worst.column), "N",
         fmt::format("its limit after Prud'homme, {} (10 kN + P0/3): {}",
                     input_.output.prudhomme_factor, against_limit(worst.value, 1))});
    if (worst.value > 1) {
      warn(fmt::format("The sum of Y exceeds Prud'homme's limit by {:.3g} %: {}.",
                       100 * (worst.value - 1), at_wheelset(worst)));
    }
  }

  void add_wear() {
    const Worst worst = largest(history_.dissipation);
    out_.scalars.push_back(
        {"max_wear_number", worst.value, "J/m", "largest wear number T gamma, " + at_wheel(worst)});
    double energy = 0;
    for (const std::vector<double>& wheel : history_.dissipation) {
      energy += integral(history_.distances, wheel);
    }
    out_.scalars.push_back(
        {"frictional_energy", energy, "J", "energy lost by friction, all wheels"});
  }

  void add_motion() {
    const Worst worst = largest_size(history_.lateral);
    out_.scalars.push_back({"max_lateral_displacement", worst.value, "m",
                            "largest lateral displacement, " + at_wheelset(worst)});
    std::size_t most = 0;
    Worst where;
    for (std::size_t row = 0; row < run_.records.size(); ++row) {
      for (std::size_t w = 0; w < run_.records[row].wheelsets.size(); ++w) {
        const running::WheelsetRecord& wheelset = run_.records[row].wheelsets[w];
        const std::size_t counts[] = {wheelset.left.pair.patches.size(),
                                      wheelset.right.pair.patches.size()};
        for (std::size_t side = 0; side < 2; ++side) {
          if (counts[side] <= most) continue;
          most = counts[side];
          where = {0, 2 * w + side, row};
        }
      }
    }
    add_count(out_, "most_contact_patches", static_cast<long long>(most),
              "most contact patches at a wheel");
    if (most > 1) out_.scalars.back().meaning += ", first " + at_wheel(where);
  }

  void add_ride() {
    const auto add_one = [&](const char* name, const char* what,
                             const std::vector<std::vector<double>>& columns) {
      if (columns.empty()) return;
      const Worst peak = largest_size(columns);
      out_.scalars.push_back(
          {fmt::format("peak_{}_acceleration", name), peak.value, "m/s2",
           fmt::format("largest {} acceleration of the floor, at x = {:g} m of the "
                       "vehicle and s = {:.4g} m",
                       what, floor_[peak.column].x, history_.distances[peak.row])});
      double highest = 0;
      std::size_t place = 0;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        std::vector<double> squares = columns[i];
        for (double& a : squares) a *= a;
        const double rms = std::sqrt(mean_from(history_.distances, squares, history_.distances[0]));
        if (rms <= highest) continue;
        highest = rms;
        place = i;
      }
      out_.scalars.push_back({fmt::format("rms_{}_acceleration", name), highest, "m/s2",
                              fmt::format("its root mean square, at x = {:g} m", floor_[place].x)});
    };
    add_one("lateral", "lateral", history_.floor_lateral);
    add_one("vertical", "vertical", history_.floor_vertical);
  }

  void add_stops() {
    if (history_.stops.empty()) return;
    const Worst way = largest_size(history_.stop_elongation);
    out_.scalars.push_back({"max_stop_displacement", way.value, "m",
                            fmt::format("largest displacement at a stop, {} at s = {:.4g} m",
                                        history_.stops[way.column], history_.distances[way.row])});
    const Worst force = largest_size(history_.stop_force);
    out_.scalars.push_back(
        {"max_stop_force", force.value, "N",
         fmt::format("largest force of a stop, {} at s = {:.4g} m", history_.stops[force.column],
                     history_.distances[force.row])});
  }

  /// Means over the last part, where the track is as at its end.
  void add_steady() {
    const double end = history_.distances.back();
    const double reach =
        *std::ranges::max_element(ahead_, {}, [](double x) { return std::abs(x); });
    const double from = std::max(input_.curve_start + std::abs(reach), history_.distances.front());
    if (!(end > from) || run_.derailment || !is_judged()) return;
    const double length =
        std::min(input_.output.steady_length.value_or((end - from) / 2), end - from);
    out_.tables.push_back(wheelset_table("steady_part", "Means over the last part of the run",
                                         mean_rows(history_, end - length)));
    out_.scalars.push_back({"steady_length", length, "m", "length of the last part, for means"});
    if (history_.stops.empty()) return;
    std::size_t largest_stop = 0;
    double way = 0;
    for (std::size_t i = 0; i < history_.stops.size(); ++i) {
      const double mean = mean_from(history_.distances, history_.stop_elongation[i], end - length);
      if (std::abs(mean) <= std::abs(way)) continue;
      way = mean;
      largest_stop = i;
    }
    out_.scalars.push_back(
        {"steady_stop_displacement", way, "m",
         fmt::format("displacement at {}, mean of the last part", history_.stops[largest_stop])});
    out_.scalars.push_back(
        {"steady_stop_force",
         mean_from(history_.distances, history_.stop_force[largest_stop], end - length), "N",
         "its force, mean of the last part"});
  }

  void add_work() {
    add_count(out_, "steps", run_.counts.steps, "steps taken");
    if (run_.counts.steps > 0 && run_.counts.iterations > 0) {
      out_.scalars.push_back(
          {"iterations_per_step",
           static_cast<double>(run_.counts.iterations) / static_cast<double>(run_.counts.steps), "",
           "iterations a step"});
    }
    add_count(out_, "contact_problems", run_.n_contact_problems, "contact problems solved");
    if (run_.n_unconverged == 0) return;
    add_count(out_, "unconverged_contact_problems", run_.n_unconverged, "of them did not converge");
    warn(fmt::format("{} of {} contact problems did not converge; their last iterates were taken.",
                     run_.n_unconverged, run_.n_contact_problems));
  }

  const VehicleRunCase& input_;
  const RunStart& start_;
  const VehicleRun& run_;
  result::CaseResult& out_;
  std::vector<vehicle::ReferencePlace> floor_;
  RunHistory history_;
  std::vector<double> ahead_;  // x of the wheelsets, m
};

void add_elastic_work(const RunningVehicle& vehicle, const CaseContact& contact,
                      result::CaseResult& out) {
  const auto* settings = std::get_if<wheel_rail::DifferentialModelSettings>(&contact.settings);
  if (settings == nullptr) return;
  differential::ContactCounts counts;
  for (int i = 0; i < vehicle.n_wheelsets(); ++i) {
    for (const profile::Side side : {profile::Side::left, profile::Side::right}) {
      counts = total(counts, wheel_rail::elastic_contact(vehicle.contact_model(i, side))->counts());
    }
  }
  add_contact_work(counts, settings->contact, contact, out);
}

void add_run_step(const VehicleRunCase& input, const RunStep& step, result::CaseResult& out) {
  const integrate::StepStability& stability = step.stability;
  if (integrate::is_stable_for_any_step(input.time.scheme)) return;
  out.scalars.push_back({"step", step.step, "s", "time step"});
  if (stability.limit > 0 && std::isfinite(stability.limit)) {
    out.scalars.push_back({"largest_stable_step", stability.limit, "s",
                           fmt::format("largest step at which {} is stable about the steady state "
                                       "at the start",
                                       input.time.scheme.name)});
  }
  if (!stability.is_stable) {
    out.notes.push_back(note_on_allowed_step(input.time.scheme, step.step, stability));
  }
  if (!step.is_shortened) return;
  constexpr double k_many_steps = 1e5;
  const double n_steps = input.time.end / step.step;
  out.notes.push_back(fmt::format(
      "The step is {:.3g} s instead of {:.3g} s: {} is unstable above {:.3g} s.{}", step.step,
      input.time.step, input.time.scheme.name, stability.limit,
      n_steps > k_many_steps ? fmt::format(" That makes {:.2g} steps; hht_alpha needs {:.2g}.",
                                           n_steps, input.time.end / input.time.step)
                             : ""));
}

/// @return the state at its end; none: it did not come to its end
std::optional<running::State> add_run(const VehicleRunCase& input, const CaseContact& contact,
                                      int n_threads, Observer& observer, result::CaseResult& out) {
  const std::unique_ptr<RunningVehicle> vehicle =
      vehicle_on_track(input, contact.settings, input.run.speed, RunTrack::as_given, n_threads);
  const RunStart start = find_start(input, *vehicle);
  if (start.steady.status != SolveStatus::converged) {
    fail(out, to_string(start.steady.status),
         fmt::format("No steady state was found for the start{}: an acceleration of {:.3g} m/s2 is "
                     "left after {} iterations.",
                     input.run.lateral_displacement == 0
                         ? std::string()
                         : fmt::format(" with wheelsets held aside by {:.4g} mm",
                                       1e3 * input.run.lateral_displacement),
                     start.steady.residual, start.steady.iterations));
    return std::nullopt;
  }
  const RunStep step = find_run_step(input, *vehicle, start);
  add_run_step(input, step, out);
  const VehicleRun run =
      run_vehicle(*vehicle, start.state,
                  running::derailment_limits(input.wheel_rail.pair_of(profile::Side::left),
                                             input.wheel_rail.pair_of(profile::Side::right)),
                  run_options(input, contact.settings, start, step, observer));
  if (run.derailment) {
    out.ok = false;
    out.status = "derailed";
  } else if (run.is_unstable) {
    fail(
        out, k_unstable,
        fmt::format("The run {} ({}). What was computed until then is kept; forces and "
                    "displacements near its end are the scheme's, not the vehicle's.",
                    run.message,
                    integrate::instability_in_words(input.time.scheme, step.step, step.stability)));
  } else if (run.status != SolveStatus::converged) {
    fail(out, to_string(run.status),
         fmt::format("The run {}.", run.message.empty() ? "was stopped" : run.message));
  }
  RunReport(input, *vehicle, start, run, out).add();
  add_elastic_work(*vehicle, contact, out);
  if (run.derailment || run.status != SolveStatus::converged) return std::nullopt;
  const running::RunRecord& end = run.records.back();
  return running::State{end.time, end.position, end.velocity, running::Vector()};
}

// ---- analysis ----

void add_running_modes(const VehicleRunCase& input, const CaseContact& contact,
                       result::CaseResult& out) {
  const std::unique_ptr<RunningVehicle> vehicle =
      vehicle_on_track(input, contact.settings, input.run.speed, RunTrack::straight, 1);
  const running::SteadyRunning steady = find_steady_running(*vehicle, set_on_rails(*vehicle, 0));
  if (steady.status != SolveStatus::converged) {
    fail(out, to_string(steady.status), "No steady running was found on straight track: no modes.");
    return;
  }
  const std::vector<vehicle::DampedMode> modes = running_modes(*vehicle, steady, 0);
  out.tables.push_back(mode_table(modes));
  const double growth = running::largest_growth(modes);
  out.scalars.push_back({"largest_growth", growth, "1/s",
                         fmt::format("growth of the least damped mode at {:.4g} m/s: {}",
                                     input.run.speed, growth < 0 ? "stable" : "UNSTABLE")});
  if (growth >= 0) {
    out.notes.push_back(
        fmt::format("The vehicle is unstable at {:.4g} m/s on straight track.", input.run.speed));
  }
}

void add_critical_speed(const VehicleRunCase& input, const CaseContact& contact, Observer& observer,
                        result::CaseResult& out) {
  const casefile::AnalysisInput& analysis = input.analysis;
  const running::CriticalSpeed critical = running::find_critical_speed(
      [&](double speed) {
        return vehicle_on_track(input, contact.settings, speed, RunTrack::straight, 1);
      },
      *analysis.lowest_speed, *analysis.highest_speed, analysis.speed_tolerance, &observer);
  result::Table table{"growth_over_speed", "Growth of the least damped mode over the speed", {}};
  table.home = result::Table::Home::file_and_json;
  std::vector<std::size_t> order(critical.speeds.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return critical.speeds[i]; });
  table.columns = {{"speed", "m/s", {}}, {"growth", "1/s", {}}};
  for (const std::size_t i : order) {
    table.columns[0].values.push_back(critical.speeds[i]);
    table.columns[1].values.push_back(critical.growths[i]);
  }
  if (critical.speed) {
    table.marks.push_back({*critical.speed, "critical speed"});
    out.scalars.push_back(
        {"critical_speed", *critical.speed, "m/s",
         fmt::format("critical speed, {:.4g} km/h, where a mode of {:.3g} Hz loses its damping",
                     3.6 * *critical.speed, critical.frequency)});
  } else if (observer.stop_requested()) {
    fail(out, to_string(SolveStatus::stopped), "Stopped in the search for the critical speed.");
  } else {
    out.notes.push_back(fmt::format(
        "No critical speed between {:.4g} and {:.4g} m/s: the growth of the least damped mode is "
        "{:.3g} 1/s at the lower and {:.3g} 1/s at the upper end.",
        *analysis.lowest_speed, *analysis.highest_speed, critical.growth_low,
        critical.growth_high));
  }
  out.tables.push_back(std::move(table));
}

/// @param near the end of a run, as a first guess; none: approached along the track
void add_quasi_static(const VehicleRunCase& input, const CaseContact& contact, int n_threads,
                      const std::optional<running::State>& near, result::CaseResult& out) {
  const std::unique_ptr<RunningVehicle> vehicle =
      vehicle_on_track(input, contact.settings, input.run.speed, RunTrack::as_given, n_threads);
  double reach = 0;
  for (const vehicle::RailBody& body : input.vehicle.bodies) {
    reach = std::max(reach, std::abs(body.centre.x));
  }
  const double place = input.curve_start + reach + input.alignment.rounding;
  double time = std::max(0.0, (place - input.run.start_position) / input.run.speed);
  const bool is_near = near && near->time >= time;
  if (is_near) time = near->time;
  running::SteadyRunning steady;
  if (is_near) steady = find_steady_running(*vehicle, *near);
  // A run that has not come to rest may be no near one.
  if (steady.status != SolveStatus::converged) steady = find_steady_curving(*vehicle, 0, time);
  if (steady.status != SolveStatus::converged) {
    fail(out, to_string(steady.status),
         fmt::format("Steady running was not found: an acceleration of {:.3g} m/s2 is left.",
                     steady.residual));
    return;
  }
  const running::RunRecord record =
      record_of(*vehicle, {time, steady.position, steady.velocity, running::Vector()});
  out.tables.push_back(wheelset_table("quasi_static", "Steady running at the end of the track",
                                      wheelset_rows(record)));
  const RunHistory history = run_history(*vehicle, {record}, floor_places(input));
  if (!history.stops.empty()) {
    const Worst way = largest_size(history.stop_elongation);
    out.scalars.push_back(
        {"quasi_static_stop_displacement", way.value, "m",
         fmt::format("displacement at {} in steady running", history.stops[way.column])});
    out.scalars.push_back(
        {"quasi_static_stop_force", history.stop_force[way.column].front(), "N", "its force"});
  }
  if (!history.floor_lateral.empty()) {
    const Worst felt = largest_size(history.floor_lateral);
    out.scalars.push_back({"quasi_static_lateral_acceleration", felt.value, "m/s2",
                           "lateral acceleration of the floor in steady running"});
  }
}

result::CaseResult solve_run(const VehicleRunCase& input, int n_threads, Observer& observer) {
  result::CaseResult out;
  out.title = input.title;
  out.ok = true;
  out.status = to_string(SolveStatus::converged);
  out.notes = input.wheel_rail.notes;
  const std::optional<CaseContact> contact = prepare_contact(input.wheel_rail, observer);
  if (!contact) {
    fail(out, to_string(SolveStatus::stopped), "Stopped while wheel and rail were prepared.");
    return out;
  }
  const bool has_run = input.distance > 0;
  const double before_run = has_run ? 0.1 : 1;
  if (input.analysis.modes) add_running_modes(input, *contact, out);
  if (input.analysis.lowest_speed && out.ok) {
    PartObserver part(observer, 0, before_run, "looking for the critical speed");
    add_critical_speed(input, *contact, part, out);
  }
  std::optional<running::State> end;
  if (has_run && !out.was_stopped()) {
    PartObserver part(observer, input.analysis.lowest_speed ? before_run : 0, 1, "running");
    end = add_run(input, *contact, n_threads, part, out);
  }
  if (input.analysis.quasi_static && !out.was_stopped()) {
    add_quasi_static(input, *contact, n_threads, end, out);
  }
  return out;
}

int threads_of(const VehicleRunCase& input, int n_threads) {
  return n_threads > 0 ? n_threads : input.run.threads;
}

}  // namespace

result::CaseResult solve_vehicle_run(const CaseFile& file, int n_threads, Observer& observer) {
  const VehicleRunCase& input = *file.vehicle_run;
  try {
    result::CaseResult out = solve_run(input, threads_of(input, n_threads), observer);
    leave_out_not_finite(out);
    return out;
  } catch (const ModelError& error) {
    throw refused_run(file, error);
  }
}

void check_vehicle_run(const CaseFile& file) {
  const VehicleRunCase& input = *file.vehicle_run;
  try {
    const std::unique_ptr<RunningVehicle> vehicle = vehicle_on_track(
        input, unprepared_contact(input.wheel_rail), input.run.speed, RunTrack::as_given, 1);
    const RunStart start = find_start(input, *vehicle);
    if (input.distance > 0 && start.steady.status == SolveStatus::converged) {
      find_run_step(input, *vehicle, start);
    }
  } catch (const ModelError& error) {
    throw refused_run(file, error);
  }
}

}  // namespace tread::study
