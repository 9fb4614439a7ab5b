#include "tread/study/thesis_chapter_9.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/contact/normal.hpp"
#include "tread/core/as_size.hpp"
#include "tread/core/shape.hpp"
#include "tread/interaction/statics.hpp"
#include "tread/structure/beam_load.hpp"
#include "tread/study/remark.hpp"
#include "tread/study/series_numbers.hpp"
#include "tread/study/thesis_chapter_10.hpp"
#include "tread/study/thesis_numbers.hpp"

namespace tread::study {
namespace {

using contact::NormalSolution;
using structure::BeamModes;

constexpr double k_standing_radius = 2;      // m, of the wheel
constexpr double k_standing_weight = 2.6e6;  // N
constexpr double k_young = 1e6;              // Pa, of what is dented
constexpr int k_cells_along = 200;
constexpr int k_cells_across = 11;     // of 0.8 m, as listing A.5
constexpr double k_strip_width = 8.8;  // m
constexpr int k_most_iterations = 100;
constexpr int k_bridge_modes = 30;
constexpr double k_least_change = 1e-10;  // of the deflection, relative, that ends algorithm 9.1

BeamModes soft_bridge(double stiffness) {
  return structure::beam_modes(
      structure::simply_supported_beam(k_bridge_length, {0, stiffness, 7900}),
      {.n_modes = k_bridge_modes});
}

/// Below the wheel at midspan, from the left end of the bridge to its right one.
contact::NormalProblem wheel_on_flat() {
  contact::NormalProblem problem;
  problem.grid = centred_grid(k_cells_along, k_cells_across, k_bridge_length, k_strip_width);
  problem.bodies = {Material::from_young(k_young, 0.5), Material::rigid()};
  problem.distance = undeformed_distance(Cylinder{.radius = k_standing_radius}, problem.grid);
  problem.value = k_standing_weight;
  return problem;
}

struct Stand {
  SolveStatus status = SolveStatus::max_iterations;
  int iterations = 0;
  double approach = 0;         // how far the wheel is below its height at touch, m
  std::vector<double> x;       // m, along the bridge
  std::vector<double> wheel;   // height of its surface over its lowest point, m
  std::vector<double> global;  // m, down
  std::vector<double> local;   // m, down
  std::vector<double> pressure;
};

/// Deflection at the columns of cells under the pressure of the middle row, in N/m on 1 m of width.
std::vector<double> sag(const BeamModes& bridge, const std::vector<double>& x,
                        const std::vector<double>& pressure) {
  structure::BeamLoad load;
  const double dx = k_bridge_length / k_cells_along;
  for (std::size_t i = 0; i < x.size(); ++i) load.points.push_back({x[i], dx * pressure[i]});
  const std::vector<double> q = structure::static_coordinates(bridge, load);
  std::vector<double> deflection;
  for (const double place : x) {
    deflection.push_back(structure::values_at(bridge, q, place).deflection);
  }
  return deflection;
}

/// Algorithm 9.1.
Stand stand(double stiffness, Observer& observer) {
  const BeamModes bridge = soft_bridge(stiffness);
  const contact::NormalProblem flat = wheel_on_flat();
  const Grid& grid = flat.grid;
  const auto middle = [&](const std::vector<double>& field) {
    const auto begin =
        field.begin() + static_cast<std::ptrdiff_t>(grid.index(0, k_cells_across / 2));
    return std::vector<double>(begin, begin + k_cells_along);
  };
  Stand out;
  for (int i = 0; i < k_cells_along; ++i) out.x.push_back(k_bridge_length / 2 + grid.x(i));
  out.wheel = middle(flat.distance);
  out.global.assign(out.x.size(), 0);
  contact::NormalProblem problem = flat;
  contact::NormalWorkspace workspace;
  const contact::NormalOptions options{.tolerance = 1e-11};
  while (out.status == SolveStatus::max_iterations && out.iterations < k_most_iterations) {
    ++out.iterations;
    for (std::size_t i = 0; i < problem.distance.size(); ++i) {
      problem.distance[i] = flat.distance[i] + out.global[i % out.x.size()];
    }
    const NormalSolution solution = solve_normal(problem, options, workspace);
    out.pressure = middle(solution.pressure);
    out.local = middle(solution.displacement);
    out.approach = solution.approach;
    const std::vector<double> before = out.global;
    out.global = sag(bridge, out.x, out.pressure);
    double change = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      change = std::max(change, std::abs(out.global[i] - before[i]));
    }
    if (change < k_least_change * peak_of(out.global)) out.status = SolveStatus::converged;
    if (observer.stop_requested()) out.status = SolveStatus::stopped;
  }
  return out;
}

/// Largest distance between wheel and bridge where they press.
double largest_gap(const Stand& stand) {
  double largest = 0;
  for (std::size_t i = 0; i < stand.x.size(); ++i) {
    if (stand.pressure[i] == 0) continue;
    const double gap = stand.wheel[i] + stand.global[i] + stand.local[i] - stand.approach;
    largest = std::max(largest, std::abs(gap));
  }
  return largest;
}

void draw(const Stand& stand, Reproduction& out) {
  const auto add = [&](const char* name) -> ReproducedCurve& {
    return out.curves.emplace_back(ReproducedCurve{name, "x [m]", "height [m]", {}, {}});
  };
  ReproducedCurve& global = add("global deformation");
  for (std::size_t i = 0; i < stand.x.size(); ++i) {
    global.x.push_back(stand.x[i]);
    global.y.push_back(-stand.global[i]);
  }
  ReproducedCurve& total = add("total deformation");
  for (std::size_t i = 0; i < stand.x.size(); ++i) {
    total.x.push_back(stand.x[i]);
    total.y.push_back(-stand.global[i] - stand.local[i]);
  }
  ReproducedCurve& wheel = add("wheel");
  for (std::size_t i = 0; i < stand.x.size(); ++i) {
    if (!(stand.wheel[i] < k_standing_radius / 2)) continue;
    wheel.x.push_back(stand.x[i]);
    wheel.y.push_back(stand.wheel[i] - stand.approach);
  }
}

}  // namespace

Reproduction thesis_fig_9_1(Observer& observer) {
  constexpr double k_soft_stiffness = 1.2e8;  // N m^2
  const Stand soft = stand(k_soft_stiffness, observer);
  const Stand limit = stand(k_soft_stiffness / 2.9, observer);  // the 5 % of the text
  const Stand beyond = stand(k_soft_stiffness / 10, observer);
  Reproduction out;
  for (const Stand* run : {&soft, &limit, &beyond}) {
    if (run->status != SolveStatus::converged) out.status = run->status;
  }
  const interaction::StandingTrain steel = interaction::stand_on_bridge([] {
    interaction::TrainBridgeProblem problem = thesis_crossing(200);
    problem.start_position = k_bridge_length / 2;
    return problem;
  }());
  if (steel.status != SolveStatus::converged) out.status = steel.status;
  if (out.status != SolveStatus::converged) return out;

  const double sagged = peak_of(soft.global);
  const std::string chosen = fmt::format(
      "ours: wheel of {:g} m radius and {:.0f} t on rubber of {:g} MPa, bridge of {:g} m with EI = "
      "{:g} N m^2, {} modes, {} x {} cells; the thesis does not tell its own",
      k_standing_radius, k_standing_weight / 9810, k_young / 1e6, k_bridge_length, k_soft_stiffness,
      k_bridge_modes, k_cells_along, k_cells_across);
  const auto in_length = [](const Stand& run) { return peak_of(run.global) / k_bridge_length; };
  const auto iterations = [&](const Stand& run) {
    return fmt::format("iterations, deflection of {:.0f} % of the length", 100 * in_length(run));
  };
  const double dent = steel.approaches(0);
  const double bent = steel.wheels(0) - dent;
  out.rows = {
      {"global deformation below the wheel", std::nullopt, sagged, "m", chosen},
      {"local deformation below the wheel", std::nullopt, peak_of(soft.local), "m",
       "dent of the bridge in the middle row of cells; the wheel is rigid"},
      {"largest gap in the contact over the approach", std::nullopt,
       largest_gap(soft) / soft.approach, "",
       checked("the text: the wheel fits perfectly into the bridge",
               largest_gap(soft) < 1e-9 * soft.approach)},
      {"iterations of algorithm 9.1", std::nullopt, static_cast<double>(soft.iterations), "",
       fmt::format("until the deflection changes by less than {:g} of itself", k_least_change)},
      {iterations(limit), std::nullopt, static_cast<double>(limit.iterations), "",
       fmt::format("EI smaller, deflection {:.3g} m. The text: converges as long as it is not more "
                   "than 5 % of the length",
                   peak_of(limit.global))},
      {iterations(beyond), std::nullopt, static_cast<double>(beyond.iterations), "",
       fmt::format("deflection {:.3g} m: the algorithm converges beyond that as well. What ends is "
                   "the theory of small deflections, not the iteration",
                   peak_of(beyond.global))},
      {"local over global deformation, steel wheel of chapter 10", std::nullopt, dent / bent, "",
       fmt::format("in true proportions the dent cannot be seen: the bridge of {:g} m sags by "
                   "{:.2f} mm, the contact gives way by {:.2f} micrometres",
                   k_bridge_length, 1e3 * bent, 1e6 * dent)}};
  draw(soft, out);
  return out;
}

}  // namespace tread::study
