#include "tread/study/wheel_rail_differential.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tread/study/part_observer.hpp"
#include "tread/study/wheel_rail_curve_run.hpp"

namespace tread::study {
namespace {

using differential::ContactCounts;
using differential::NewtonMethod;
using differential::NewtonSettings;
using profile::Side;
using wheel_rail::WheelForces;

using SharedRun = std::shared_ptr<const CurveRun>;

std::string name_of(NewtonMethod method) {
  switch (method) {
    case NewtonMethod::bicgstab_differences:
      return "Newton-BiCGStab";
    case NewtonMethod::bicgstab:
      return "Newton-BiCGStab, exact derivatives";
    case NewtonMethod::lu:
      return "Newton-LU";
    case NewtonMethod::kept_lu:
      return "kept factors";
  }
  return "unknown";
}

std::string why_of(NewtonMethod method) {
  switch (method) {
    case NewtonMethod::bicgstab_differences:
      return "as in the paper: directional derivatives by finite differences, Tol 1e-8, eta 0.01, "
             "at most 20 and 20 iterations, 10 backtracks";
    case NewtonMethod::bicgstab:
      return "the same with exact directional derivatives";
    case NewtonMethod::lu:
      return "as in the paper: the whole Jacobian and its factors in every iteration";
    case NewtonMethod::kept_lu:
      return "BiCGStab with the factors of an earlier Jacobian as a preconditioner";
  }
  return "unknown";
}

/// Elastic bodies of the curve: steel, friction 0.3.
ModelBySolver elastic_bodies(SharedWork& shared, Observer& observer) {
  (void)shared;
  (void)observer;
  return [](const NewtonSettings&) { return wheel_rail::hertz_fastsim(); };
}

/// Runs of a call; the same run is made once.
class Runs {
 public:
  Runs(const DifferentialNumerics& numerics, SharedWork& shared, Observer& observer)
      : numerics_(numerics), shared_(shared), observer_(observer) {}

  /// How many runs there will be, for progress.
  void expect(int n_runs) { n_expected_ = n_runs; }

  SharedRun whole(const CurveIntegrator& integrator, NewtonMethod method) {
    NewtonSettings newton;
    newton.method = method;
    return differential(integrator, newton, {0, numerics_.length});
  }

  SharedRun differential(const CurveIntegrator& integrator, const NewtonSettings& newton,
                         const Way& way) {
    const bool is_whole = way.from == 0 && way.to == numerics_.length;
    const std::string name =
        fmt::format("wheel-rail curve, {}, {}, eta {:g}, {:g} to {:g} m", integrator.name,
                    name_of(newton.method), newton.forcing, way.from, way.to);
    return run(name, [&](Observer& part) {
      const CurveRunSettings settings{.name = "differential",
                                      .model = model()(newton),
                                      .integrator = integrator,
                                      .from = way.from,
                                      .to = way.to};
      return is_whole ? run_curve(settings, part) : run_way(settings, part);
    });
  }

  /// With the integrator of table 7.
  SharedRun semi_elastic() {
    return run("wheel-rail curve, semi-elastic", [&](Observer& part) {
      return run_curve({.name = "semi-elastic",
                        .model = wheel_rail::semi_elastic(),
                        .integrator = dormand_prince_05(),
                        .to = numerics_.length},
                       part);
    });
  }

 private:
  const ModelBySolver& model() {
    if (!model_) model_ = numerics_.model ? numerics_.model : elastic_bodies(shared_, observer_);
    return model_;
  }

  template <class Make>
  SharedRun run(const std::string& name, Make make) {
    const double share = 1.0 / n_expected_;
    PartObserver part(observer_, share * n_done_, share * (n_done_ + 1), name);
    ++n_done_;
    return shared_.get<CurveRun>(name, [&] { return make(part); });
  }

  const DifferentialNumerics& numerics_;
  SharedWork& shared_;
  Observer& observer_;
  ModelBySolver model_;
  int n_expected_ = 1;
  int n_done_ = 0;
};

/// That of the first run that has not come to its end.
SolveStatus status_of(const std::vector<SharedRun>& runs) {
  for (const SharedRun& run : runs) {
    if (run->status() != SolveStatus::converged) return run->status();
  }
  return SolveStatus::converged;
}

// ---- work ----

double share(long long count, long long of) {
  return static_cast<double>(count) / static_cast<double>(of);
}

/// What a run had to do, both wheels together.
struct Work {
  double problems = 0;
  double newton = 0;
  double linear = 0;
  double time_per_problem = 0;  // s
  double time_per_newton = 0;   // s
};

Work work_of(const CurveRun& run) {
  Work work;
  work.problems = static_cast<double>(run.left_work.problems + run.right_work.problems);
  work.newton = static_cast<double>(run.left_work.newton + run.right_work.newton);
  work.linear = static_cast<double>(run.left_work.linear + run.right_work.linear);
  work.time_per_problem = run.processor_time / work.problems;
  work.time_per_newton = run.processor_time / work.newton;
  return work;
}

/// As the paper prints it. Its times are of Matlab R2007b on a Xeon of 2.66 GHz.
struct PrintedWork {
  double problems = 0;  // a side
  double newton_right = 0, newton_left = 0;
  std::optional<double> linear_right{}, linear_left{};  // per Newton iteration
  double time = 0;                                      // s

  double time_per_problem() const { return time / (2 * problems); }
};
constexpr PrintedWork k_table_5_ode23{31814, 27409, 29495, 2.9, 3.5, 8396};
constexpr PrintedWork k_table_5_ode45{45710, 44625, 46170, 3.1, 3.5, 12870};
constexpr PrintedWork k_table_6{
    .problems = 30401, .newton_right = 23936, .newton_left = 24306, .time = 39096};

/// A run of a table beside what is printed of it.
struct WorkRow {
  std::string name;
  std::string why;
  const CurveRun& run;
  std::optional<PrintedWork> printed{};
};

void add_side(const WorkRow& row, Side side, Reproduction& out) {
  const bool is_left = side == Side::left;
  const ContactCounts& work = is_left ? row.run.left_work : row.run.right_work;
  const std::string wheel = fmt::format("{} wheel, {}", is_left ? "left" : "right", row.name);
  std::optional<double> newton;
  std::optional<double> linear;
  if (row.printed) newton = is_left ? row.printed->newton_left : row.printed->newton_right;
  if (row.printed) linear = is_left ? row.printed->linear_left : row.printed->linear_right;
  out.rows.push_back(
      {"Newton iterations, " + wheel, newton, static_cast<double>(work.newton), "",
       fmt::format("{:.3g} a contact problem{}; {} backtracks, {} problems did not "
                   "converge, {} factorisations",
                   share(work.newton, work.problems),
                   newton ? fmt::format(", the paper {:.3g}", *newton / row.printed->problems) : "",
                   work.backtracks, work.failed, work.factors)});
  if (work.linear == 0) return;
  out.rows.push_back({"BiCGStab iterations a Newton iteration, " + wheel, linear,
                      share(work.linear, work.newton), "",
                      linear ? "eta = 0.01" : "the paper has no number"});
}

void add_work(const WorkRow& row, Reproduction& out) {
  const CurveRun& run = row.run;
  const Work work = work_of(run);
  const auto printed = [&](auto value) {
    return row.printed ? std::optional<double>(value(*row.printed)) : std::nullopt;
  };
  out.rows.push_back(
      {"contact problems a side, " + row.name,
       printed([](const PrintedWork& p) { return p.problems; }), work.problems / 2, "",
       fmt::format("{}; {} steps from {:.3g} to {:.3g} ms, and {} problems a side for records. The "
                   "paper does not tell how long its track is",
                   row.why, run.run.counts.steps, 1e3 * run.run.shortest_step,
                   1e3 * run.run.longest_step, run.run.records.size())});
  for (const Side side : {Side::right, Side::left}) add_side(row, side, out);
  out.rows.push_back(
      {"time, " + row.name, printed([](const PrintedWork& p) { return p.time; }),
       run.processor_time, "s",
       "processor time of one thread, both wheels and the vehicle; the paper: Matlab "
       "R2007b on a Xeon of 2.66 GHz"});
  out.rows.push_back(
      {"time a contact problem, " + row.name, std::nullopt, 1e3 * work.time_per_problem, "ms",
       row.printed ? fmt::format("the paper's numbers make {:.4g} ms: {:.4g} times as long",
                                 1e3 * row.printed->time_per_problem(),
                                 row.printed->time_per_problem() / work.time_per_problem)
                   : "time over contact problems of both sides"});
  out.rows.push_back({"time a Newton iteration, " + row.name, std::nullopt,
                      1e6 * work.time_per_newton, "us",
                      "all of the time over Newton iterations of both sides"});
  out.rows.push_back(
      {"unknowns, mean, " + row.name, std::nullopt,
       share(run.left_work.unknowns + run.right_work.unknowns,
             run.left_work.problems + run.right_work.problems),
       "", "displacements of nodes of active faces; the paper: 100 to 1000 of each body"});
}

std::string named(const CurveIntegrator& integrator, NewtonMethod method) {
  return fmt::format("{}, {}", integrator.name, name_of(method));
}

}  // namespace

Reproduction wheel_rail_table_5(const DifferentialNumerics& numerics, SharedWork& shared,
                                Observer& observer) {
  using enum NewtonMethod;
  struct Case {
    CurveIntegrator integrator;
    NewtonMethod method;
    std::optional<PrintedWork> printed{};
  };
  const std::array<Case, 4> cases{{{bogacki_shampine(), bicgstab_differences, k_table_5_ode23},
                                   {dormand_prince(), bicgstab_differences, k_table_5_ode45},
                                   {bogacki_shampine(), bicgstab},
                                   {bogacki_shampine(), kept_lu}}};
  Runs runs(numerics, shared, observer);
  runs.expect(static_cast<int>(cases.size()));
  Reproduction out;
  std::vector<SharedRun> done;
  for (const Case& c : cases) {
    done.push_back(runs.whole(c.integrator, c.method));
    if (status_of(done) != SolveStatus::converged) return ended(status_of(done));
    add_work({named(c.integrator, c.method), why_of(c.method), *done.back(), c.printed}, out);
  }
  out.rows.push_back({"time of ODE45 over that of ODE23",
                      k_table_5_ode45.time / k_table_5_ode23.time,
                      done[1]->processor_time / done[0]->processor_time, "",
                      "quotient of the printed times. " + meaning_of_tolerances()});
  return out;
}

Reproduction wheel_rail_table_6(const DifferentialNumerics& numerics, SharedWork& shared,
                                Observer& observer) {
  using enum NewtonMethod;
  const Way& way = numerics.lu_way;
  const bool is_whole = way.from == 0 && way.to == numerics.length;
  const std::array<NewtonMethod, 4> methods{lu, bicgstab_differences, bicgstab, kept_lu};
  Runs runs(numerics, shared, observer);
  runs.expect(static_cast<int>(methods.size()));
  Reproduction out;
  std::vector<SharedRun> done;
  for (const NewtonMethod method : methods) {
    NewtonSettings newton;
    newton.method = method;
    done.push_back(runs.differential(bogacki_shampine(), newton, way));
    if (status_of(done) != SolveStatus::converged) return ended(status_of(done));
    WorkRow row{named(bogacki_shampine(), method),
                fmt::format("{}; from {:g} to {:g} m of the track, the transition begins at {:g} m",
                            why_of(method), way.from, way.to, k_curve_straight),
                *done.back()};
    // Counts of a part do not compare with those of all of the way.
    if (is_whole && method == lu) row.printed = k_table_6;
    if (is_whole && method == bicgstab_differences) row.printed = k_table_5_ode23;
    add_work(row, out);
  }
  out.rows.push_back({"time a contact problem, Newton-LU over Newton-BiCGStab",
                      k_table_6.time_per_problem() / k_table_5_ode23.time_per_problem(),
                      work_of(*done[0]).time_per_problem / work_of(*done[1]).time_per_problem, "",
                      "printed times over printed contact problems, tables 5 and 6"});
  for (const std::size_t i : {2u, 3u}) {
    out.rows.push_back({"time a contact problem, Newton-LU over " + name_of(methods[i]),
                        std::nullopt,
                        work_of(*done[0]).time_per_problem / work_of(*done[i]).time_per_problem, "",
                        why_of(methods[i])});
  }
  return out;
}

// ---- figure 9 ----

namespace {

constexpr std::array<double, 5> k_forcings{0.5, 0.1, 1e-2, 1e-3, 1e-4};
constexpr std::size_t k_forcing_of_paper = 2;  // 1e-2

/// One solver over all forcing terms.
void add_forcings(NewtonMethod method, const std::vector<SharedRun>& runs, const Way& way,
                  Reproduction& out) {
  ReproducedCurve curve{name_of(method),
                        "decimal logarithm of the forcing term eta",
                        "time a contact problem [ms]",
                        {},
                        {},
                        result::Mark::line_and_points};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Work work = work_of(*runs[i]);
    curve.x.push_back(std::log10(k_forcings[i]));
    curve.y.push_back(1e3 * work.time_per_problem);
    out.rows.push_back(
        {fmt::format("time, eta = {:g}, {}", k_forcings[i], name_of(method)), std::nullopt,
         runs[i]->processor_time, "s",
         fmt::format("from {:g} to {:g} m of the track; {:.0f} contact problems of both sides, "
                     "{:.3f} Newton and {:.3f} BiCGStab iterations each, {:.3f} ms each; the paper "
                     "draws times and prints none",
                     way.from, way.to, work.problems, work.newton / work.problems,
                     work.linear / work.problems, 1e3 * work.time_per_problem)});
  }
  const auto best = static_cast<std::size_t>(std::ranges::min_element(curve.y) - curve.y.begin());
  const double off = curve.y[k_forcing_of_paper] / curve.y[best];
  out.rows.push_back({"best eta, " + name_of(method), std::nullopt, k_forcings[best], "",
                      "least time a contact problem; the paper takes 0.01"});
  out.rows.push_back({"time at eta = 0.01 over the best, " + name_of(method), std::nullopt, off, "",
                      "times of a machine with other work repeat within some percent"});
  out.curves.push_back(std::move(curve));
}

}  // namespace

Reproduction wheel_rail_fig_9(const DifferentialNumerics& numerics, SharedWork& shared,
                              Observer& observer) {
  const std::array<NewtonMethod, 2> methods{NewtonMethod::bicgstab_differences,
                                            NewtonMethod::bicgstab};
  Runs runs(numerics, shared, observer);
  runs.expect(static_cast<int>(methods.size() * k_forcings.size()));
  Reproduction out;
  for (const NewtonMethod method : methods) {
    std::vector<SharedRun> done;
    for (const double forcing : k_forcings) {
      NewtonSettings newton;
      newton.method = method;
      newton.forcing = forcing;
      done.push_back(runs.differential(bogacki_shampine(), newton, numerics.forcing_way));
      if (status_of(done) != SolveStatus::converged) return ended(status_of(done));
    }
    add_forcings(method, done, numerics.forcing_way, out);
  }
  return out;
}

// ---- differential and semi-elastic contact ----

namespace {

/// Figures 11 to 20 show the same two runs.
struct BothModels {
  SharedRun differential;
  SharedRun semi;

  SolveStatus status() const { return status_of({semi, differential}); }
};

BothModels run_both(const DifferentialNumerics& numerics, SharedWork& shared, Observer& observer) {
  Runs runs(numerics, shared, observer);
  runs.expect(2);
  BothModels both;
  both.semi = runs.semi_elastic();
  both.differential = runs.whole(bogacki_shampine(), NewtonMethod::kept_lu);
  return both;
}

/// What is drawn, and how close both have to be in the steady part.
struct History {
  std::string what;
  std::string unit;
  std::string label;  // of the picture
  CurveValue value;
  std::optional<double> within{};           // unit
  std::optional<double> within_relative{};  // of the semi-elastic one
};

History history_of(CurveHistory which, running::RunningVehicle& wagon) {
  const auto y = [](Side side, const char* wheel) {
    return History{.what = fmt::format("Y of the {} wheel", wheel),
                   .unit = "N",
                   .label = fmt::format("lateral force Y of the {} wheel, outwards [N]", wheel),
                   .value = of_wheel(side, &WheelForces::y),
                   .within_relative = 0.05};
  };
  const auto q = [](Side side, const char* wheel) {
    return History{.what = fmt::format("Q of the {} wheel", wheel),
                   .unit = "N",
                   .label = fmt::format("vertical force Q of the {} wheel [N]", wheel),
                   .value = of_wheel(side, &WheelForces::q),
                   .within_relative = 0.03};
  };
  switch (which) {
    case CurveHistory::wheelset:
      return {.what = "lateral displacement of the wheelset",
              .unit = "m",
              .label = "lateral displacement of the wheelset, to the right [m]",
              .value = lateral_of_wheelset(),
              .within = 0.3e-3};
    case CurveHistory::y_left:
      return y(Side::left, "left");
    case CurveHistory::q_left:
      return q(Side::left, "left");
    case CurveHistory::y_right:
      return y(Side::right, "right");
    case CurveHistory::q_right:
      return q(Side::right, "right");
    case CurveHistory::car_body:
      break;
  }
  return {.what = "lateral displacement of the car body",
          .unit = "m",
          .label = "lateral displacement of the car body, to the right [m]",
          .value = lateral_of_car_body(wagon)};
}

std::string requirement(const History& history, double difference, double of) {
  const auto verdict = [](bool is_met) { return is_met ? "met" : "not met"; };
  const std::string relative =
      fmt::format("{:.3g} % of the semi-elastic one", 100 * difference / std::abs(of));
  if (history.within) {
    return fmt::format("{}; asked for: within {:g} {}, {}", relative, *history.within, history.unit,
                       verdict(std::abs(difference) <= *history.within));
  }
  if (history.within_relative) {
    return fmt::format("{}; asked for: within {:g} %, {}", relative, 100 * *history.within_relative,
                       verdict(std::abs(difference) <= *history.within_relative * std::abs(of)));
  }
  return relative;
}

}  // namespace

Reproduction wheel_rail_history(CurveHistory which, const DifferentialNumerics& numerics,
                                SharedWork& shared, Observer& observer) {
  const BothModels both = run_both(numerics, shared, observer);
  if (both.status() != SolveStatus::converged) return ended(both.status());
  const CurveRun& elastic = *both.differential;
  const CurveRun& semi = *both.semi;
  const History history = history_of(which, *semi.wagon);

  Reproduction out;
  const double elastic_mean = mean_of_end(elastic.run, numerics.steady, history.value);
  const double semi_mean = mean_of_end(semi.run, numerics.steady, history.value);
  const double difference = elastic_mean - semi_mean;
  for (const CurveRun* run : {&elastic, &semi}) {
    const double mean = run == &elastic ? elastic_mean : semi_mean;
    out.rows.push_back(
        {fmt::format("{}, {}", history.what, run->name), std::nullopt, mean, history.unit,
         fmt::format("mean over the last {:g} m; {} its quasi-static one, {:.5g} {}. The paper "
                     "draws curves and prints no number",
                     numerics.steady, against(mean, history.value(run->steady)),
                     history.value(run->steady), history.unit)});
    out.curves.push_back({run->name, k_curve_distance, history.label, distances_of(run->run),
                          study::history_of(run->run, history.value)});
  }
  out.rows.push_back({history.what + ", differential minus semi-elastic", std::nullopt, difference,
                      history.unit, requirement(history, difference, semi_mean)});
  out.rows.push_back({history.what + ", largest difference", std::nullopt,
                      largest_difference(elastic.run, semi.run, history.value), history.unit,
                      "at any place; records are 4 ms apart and joined by lines"});
  return out;
}

// ---- contact areas ----

namespace {

struct Area {
  Side side;
  TouchedSurface surface;
  std::string where;
};

Area area_of(CurveArea which) {
  switch (which) {
    case CurveArea::left_wheel:
      return {Side::left, TouchedSurface::wheel, "left wheel"};
    case CurveArea::right_wheel:
      return {Side::right, TouchedSurface::wheel, "right wheel"};
    case CurveArea::left_rail:
      return {Side::left, TouchedSurface::rail, "left rail"};
    case CurveArea::right_rail:
      break;
  }
  return {Side::right, TouchedSurface::rail, "right rail"};
}

/// Contact points of the semi-elastic run.
struct ContactPoints {
  std::vector<double> distance;  // m
  std::vector<double> y;         // m, of the profile
};

ContactPoints points_of(const CurveRun& run, const Area& area) {
  ContactPoints points;
  for (const running::RunRecord& record : run.run.records) {
    const running::WheelsetRecord& wheelset = record.wheelsets[0];
    const WheelForces& wheel = area.side == Side::left ? wheelset.left : wheelset.right;
    for (const wheel_rail::PatchForces& patch : wheel.pair.patches) {
      points.distance.push_back(record.distance);
      points.y.push_back(area.surface == TouchedSurface::wheel ? patch.place.wheel_y
                                                               : patch.place.rail_y);
    }
  }
  return points;
}

std::size_t nearest_record(const std::vector<double>& distances, double at) {
  const auto above =
      static_cast<std::size_t>(std::ranges::lower_bound(distances, at) - distances.begin());
  if (above == 0) return 0;
  if (above == distances.size()) return above - 1;
  return at - distances[above - 1] < distances[above] - at ? above - 1 : above;
}

/// How many of the points lie in an area of the way, from 0 to 1.
double share_inside(const ContactPoints& points, const TouchedWay& way, const Area& area) {
  long long n_inside = 0;
  for (std::size_t i = 0; i < points.y.size(); ++i) {
    const Touched& touched = way.of(area.side)[nearest_record(way.distances, points.distance[i])];
    const double y = points.y[i];
    n_inside += std::ranges::any_of(contacts_of(touched, area.surface), [&](const Extent& extent) {
      return extent.low <= y && y <= extent.high;
    });
  }
  return share(n_inside, static_cast<long long>(points.y.size()));
}

void add_second(const CurveRun& run, const Area& area, Reproduction& out) {
  const SecondContact second = second_contact(run.touched, area.side, area.surface);
  const std::string where = fmt::format("on the {}, {}", area.where, run.name);
  out.rows.push_back({"way with two disjoint areas " + where, std::nullopt,
                      second.n_records * k_curve_record_interval * k_curve_speed, "m",
                      area.side == Side::left
                          ? "the paper: two disjoint parts on the left wheel and rail in the curve"
                          : "the paper: a second contact on the left wheel and rail only"});
  if (second.n_records == 0) return;
  out.rows.push_back({"two disjoint areas from " + where, std::nullopt, second.from, "m",
                      fmt::format("distance; the transition is from {:g} to {:g} m",
                                  k_curve_straight, k_curve_straight + 100)});
  out.rows.push_back({"two disjoint areas to " + where, std::nullopt, second.to, "m",
                      fmt::format("distance; the one towards the flange has up to {:.3g} % of the "
                                  "force while there are two",
                                  100 * second.largest_share)});
}

/// Edges of the area that carries most, mean over the steady part.
void add_edges(const CurveRun& run, const Area& area, double steady, Reproduction& out) {
  const TouchedWay& way = run.touched;
  double low = 0, high = 0;
  int n = 0;
  for (std::size_t i = 0; i < way.distances.size(); ++i) {
    const std::vector<Extent>& contacts = contacts_of(way.of(area.side)[i], area.surface);
    if (way.distances[i] < way.distances.back() - steady || contacts.empty()) continue;
    const Extent& most = *std::ranges::max_element(contacts, {}, &Extent::force);
    low += most.low;
    high += most.high;
    ++n;
  }
  const std::string why = fmt::format(
      "mean over the last {:g} m, of the area that carries most; y "
      "of the profile, flange and gauge face at negative y",
      steady);
  const std::string where = fmt::format("area on the {}, {}", area.where, run.name);
  out.rows.push_back({"lowest y of the " + where, std::nullopt, low / n, "m", why});
  out.rows.push_back({"highest y of the " + where, std::nullopt, high / n, "m", why});
}

}  // namespace

Reproduction wheel_rail_area(CurveArea which, const DifferentialNumerics& numerics,
                             SharedWork& shared, Observer& observer) {
  const BothModels both = run_both(numerics, shared, observer);
  if (both.status() != SolveStatus::converged) return ended(both.status());
  const Area area = area_of(which);
  Reproduction out;
  for (const CurveRun* run : {both.differential.get(), both.semi.get()}) {
    add_second(*run, area, out);
    add_edges(*run, area, numerics.steady, out);
  }
  ContactPoints points = points_of(*both.semi, area);
  out.rows.push_back({"semi-elastic contact points inside the areas on the " + area.where,
                      std::nullopt, 100 * share_inside(points, both.differential->touched, area),
                      "%", "of all, with the area of the differential model at the same place"});
  const std::string label = fmt::format("contact area on the {} [m]", area.where);
  out.curves = area_curves(both.differential->touched, area.side, area.surface, label);
  out.curves.push_back({"contact points, semi-elastic", k_curve_distance, label,
                        std::move(points.distance), std::move(points.y), result::Mark::points});
  return out;
}

Reproduction wheel_rail_table_5(SharedWork& shared, Observer& observer) {
  return wheel_rail_table_5(DifferentialNumerics{}, shared, observer);
}
Reproduction wheel_rail_table_6(SharedWork& shared, Observer& observer) {
  return wheel_rail_table_6(DifferentialNumerics{}, shared, observer);
}
Reproduction wheel_rail_fig_9(SharedWork& shared, Observer& observer) {
  return wheel_rail_fig_9(DifferentialNumerics{}, shared, observer);
}

}  // namespace tread::study
