#include "tread/study/wheel_rail_differential.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tread::study {
namespace {

using differential::ContactCounts;
using differential::NewtonMethod;
using differential::NewtonSettings;
using profile::Side;

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
  NewtonMethod method;
  std::string name;
  std::string why;
  const CurveRun& run;
  std::optional<PrintedWork> printed{};
};

/// docs/reproduction.md has what other friction and another penalty do to the left wheel's.
std::string why_linear(Side side) {
  const std::string of =
      fmt::format("of BiCGStab, eta = {:g}", newton_of_paper(NewtonMethod::bicgstab).forcing);
  if (side == Side::right) return of;
  return of +
         "; in the curve this wheel stands on its flange root under the higher pressure, and with "
         "it grows what friction adds to the Jacobian, mu p/(eps V). The paper prints neither its "
         "penalty nor how friction grows from no slip";
}

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
       fmt::format(
           "{:.3g} a contact problem{}; {} backtracks, {} factorisations; {} problems needed "
           "another way, {} did not converge",
           share(work.newton, work.problems),
           newton ? fmt::format(", the paper {:.3g}", *newton / row.printed->problems) : "",
           work.backtracks, work.factors, work.rescued, work.failed)});
  // What few there are with LU belong to problems that needed another way.
  if (row.method == NewtonMethod::lu) return;
  out.rows.push_back({"linear iterations a Newton iteration, " + wheel, linear,
                      share(work.linear, work.newton), "",
                      linear ? why_linear(side) : "the paper has no number"});
}

void add_work_row(const WorkRow& row, Reproduction& out) {
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
                                   {bogacki_shampine(), tractions}}};
  DifferentialRuns runs(numerics, shared, static_cast<int>(cases.size()), observer);
  Reproduction out;
  std::vector<SharedRun> done;
  for (const Case& c : cases) {
    done.push_back(runs.whole(c.integrator, c.method));
    if (status_of(done) != SolveStatus::converged) return ended(status_of(done));
    add_work_row(
        {c.method, named(c.integrator, c.method), why_of(c.method), *done.back(), c.printed}, out);
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
  const std::array<NewtonMethod, 4> methods{lu, bicgstab_differences, bicgstab, tractions};
  DifferentialRuns runs(numerics, shared, static_cast<int>(methods.size()), observer);
  Reproduction out;
  std::vector<SharedRun> done;
  for (const NewtonMethod method : methods) {
    done.push_back(runs.differential(bogacki_shampine(), newton_of_paper(method), way));
    if (status_of(done) != SolveStatus::converged) return ended(status_of(done));
    WorkRow row{method, named(bogacki_shampine(), method),
                fmt::format("{}; from {:g} to {:g} m of the track, the transition begins at {:g} m",
                            why_of(method), way.from, way.to, k_curve_straight),
                *done.back()};
    // Counts of a part do not compare with those of all of the way.
    if (is_whole && method == lu) row.printed = k_table_6;
    if (is_whole && method == bicgstab_differences) row.printed = k_table_5_ode23;
    add_work_row(row, out);
  }
  out.rows.push_back(
      {"time a contact problem, Newton-LU over Newton-BiCGStab",
       k_table_6.time_per_problem() / k_table_5_ode23.time_per_problem(),
       work_of(*done[0]).time_per_problem / work_of(*done[1]).time_per_problem, "",
       "printed times over printed contact problems, tables 5 and 6. It grows with the number of "
       "unknowns: factors take their cube, products their square"});
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
  const double of_paper = k_forcings[k_forcing_of_paper];
  out.rows.push_back({"best eta, " + name_of(method), std::nullopt, k_forcings[best], "",
                      fmt::format("least time a contact problem; the paper takes {:g}", of_paper)});
  out.rows.push_back(
      {fmt::format("time at eta = {:g} over the best, {}", of_paper, name_of(method)), std::nullopt,
       off, "", "times of a machine with other work repeat within some percent"});
  out.curves.push_back(std::move(curve));
}

}  // namespace

Reproduction wheel_rail_fig_9(const DifferentialNumerics& numerics, SharedWork& shared,
                              Observer& observer) {
  const std::array<NewtonMethod, 2> methods{NewtonMethod::bicgstab_differences,
                                            NewtonMethod::bicgstab};
  DifferentialRuns runs(numerics, shared, static_cast<int>(methods.size() * k_forcings.size()),
                        observer);
  Reproduction out;
  for (const NewtonMethod method : methods) {
    std::vector<SharedRun> done;
    for (const double forcing : k_forcings) {
      NewtonSettings newton = newton_of_paper(method);
      newton.forcing = forcing;
      done.push_back(runs.differential(bogacki_shampine(), newton, numerics.forcing_way));
      if (status_of(done) != SolveStatus::converged) return ended(status_of(done));
    }
    add_forcings(method, done, numerics.forcing_way, out);
  }
  return out;
}

Reproduction wheel_rail_table_5(SharedWork& shared, Observer& observer) {
  return wheel_rail_table_5(curve_of_work(), shared, observer);
}
Reproduction wheel_rail_table_6(SharedWork& shared, Observer& observer) {
  return wheel_rail_table_6(curve_of_work(), shared, observer);
}
Reproduction wheel_rail_fig_9(SharedWork& shared, Observer& observer) {
  return wheel_rail_fig_9(curve_of_work(), shared, observer);
}

}  // namespace tread::study
