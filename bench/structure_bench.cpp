// Trains on structures of finite elements: the example of the vehicle-structure paper at full order
// (58 696 unknowns, 900 steps), against factors anew in every step (measured on a few steps) and
// by modes; what a step costs in pairs of substitutions, whatever the element that carries the
// wheel, the number of wheels and the size of the mesh; the track and bridge of TTB-2D.
//
//   structure_bench           all
//   structure_bench quick     without the paper's mesh

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "measure.hpp"
#include "support/ttb2d_case.hpp"
#include "tread/structure/reduction.hpp"
#include "tread/structure/sparse_factor.hpp"
#include "tread/study/vehicle_structure.hpp"
#include "tread/vehicle/vehicle_data.hpp"
#include "tread/vehicle/vehicle_models.hpp"

namespace tread::bench {
namespace {

using namespace interaction;
using structure::ElasticStructure;
using structure::SparseFactor;
using structure::SparseMatrix;
using study::SpanMesh;
using StructurePointer = std::shared_ptr<const ElasticStructure>;

constexpr double k_step = 1e-3;  // s

StructurePointer solids(const SpanMesh& mesh) {
  return std::make_shared<ElasticStructure>(
      fem::assemble(study::solid_spans(mesh, fem::BearingHeight::middle)));
}

SparseMatrix step_matrix(const ElasticStructure& structure) {
  return structure.mass + k_step * k_step / 4 * structure.stiffness;
}

/// Most memory that the program has held, GiB (Linux); 0 where it cannot be told.
double peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with("VmHWM:")) continue;
    double kib = 0;
    std::istringstream(line.substr(6)) >> kib;
    return kib / (1024 * 1024);
  }
  return 0;
}

const char* verdict(bool is_met) { return is_met ? "met" : "MISSED"; }

std::string state_of(const Crossing& crossing) {
  return crossing.status == SolveStatus::converged ? "" : " (" + crossing.message + ")";
}

/// One pair of substitutions.
double substitution_time(const SparseFactor& factor) {
  constexpr int k_calls = 100;
  Eigen::VectorXd x = Eigen::VectorXd::Ones(factor.size());
  return timed([&] {
           for (int i = 0; i < k_calls; ++i) x = factor.solve(x) * (1 / x.norm());
         }) /
         k_calls;
}

/// Time of a step once all is prepared: wheels stay on their elements, and a longer run is compared
/// with a shorter one.
double step_time(TrainBridgeProblem problem) {
  constexpr int k_short = 20;
  constexpr int k_long = 220;
  CrossingOptions options = study::paper_numerics();
  options.sections.clear();
  const auto run = [&](int n_steps) {
    problem.duration = n_steps * k_step;
    return timed([&] { cross_bridge(problem, options); });
  };
  const double short_run = run(k_short);
  return (run(k_long) - short_run) / (k_long - k_short);
}

/// So many masses, evenly over the two spans, the first at x, all but at rest. Both spans must
/// carry some: one on which nothing acts is not solved for.
TrainBridgeProblem standing(const StructurePointer& structure, int n_wheels, double x) {
  TrainBridgeProblem problem = study::sprung_masses();
  problem.train = vehicle::equal_vehicles_train(make_vehicle(vehicle::SingleWheel{.mass = 30000}),
                                                n_wheels, 40.0 / n_wheels);
  problem.structure = structure;
  problem.speed = 0.1;
  problem.start_position = x;
  return problem;
}

void report_step(const std::string& name, const TrainBridgeProblem& problem, double substitution) {
  const double time = step_time(problem);
  fmt::print("  {:<28} {:>8.3f} ms a step {:>8.2f} pairs of substitutions\n", name, 1e3 * time,
             time / substitution);
}

void places_and_wheels() {
  const SpanMesh mesh{80, 6, 6};
  const StructurePointer structure = solids(mesh);
  const double substitution = substitution_time(SparseFactor(step_matrix(*structure)));
  fmt::print("{} unknowns, one pair of substitutions {:.3f} ms\n", structure->n_dofs(),
             1e3 * substitution);
  report_step("wheels on first elements", standing(structure, 2, 20.1), substitution);
  report_step("wheels on middle elements", standing(structure, 2, 30.1), substitution);
  report_step("wheels on last elements", standing(structure, 2, 39.9), substitution);
  for (const int n : {2, 4, 16}) {
    report_step(fmt::format("{} wheels", n), standing(structure, n, 38.1), substitution);
  }
}

void mesh_sizes() {
  fmt::print("three meshes, four wheels\n");
  for (const SpanMesh& mesh : {SpanMesh{60, 8, 8}, SpanMesh{80, 10, 10}, SpanMesh{100, 12, 12}}) {
    const StructurePointer structure = solids(mesh);
    const SparseFactor factor(step_matrix(*structure));
    const double substitution = substitution_time(factor);
    const double time = step_time(standing(structure, 4, 38.1));
    const auto n_nonzeros = static_cast<double>(factor.n_nonzeros());
    fmt::print(
        "  {:>6} unknowns {:>5.2f} million in the factor {:>8.3f} ms a step {:>6.3f} ns a "
        "non-zero {:>6.2f} pairs of substitutions\n",
        structure->n_dofs(), 1e-6 * n_nonzeros, 1e3 * time, 1e9 * time / n_nonzeros,
        time / substitution);
  }
}

void paper_example() {
  constexpr double k_target = 25;  // s
  StructurePointer structure;
  const double assembling = timed([&] { structure = solids({}); });
  TrainBridgeProblem problem = study::sprung_masses();
  problem.structure = structure;
  Crossing full;
  const double crossing = timed([&] { full = cross_bridge(problem, study::paper_numerics()); });
  const double memory = peak_memory();
  const double total = assembling + crossing;

  double factorising = 0;
  double substitution = 0;
  {
    const SparseMatrix matrix = step_matrix(*structure);
    SparseFactor factor;
    factorising = timed([&] { factor = SparseFactor(matrix); });
    substitution = substitution_time(factor);
    fmt::print("paper's example: {} unknowns, {} steps, {:.2f} million in the factor\n",
               structure->n_dofs(), full.counts.steps,
               1e-6 * static_cast<double>(factor.n_nonzeros()));
  }
  const auto n_steps = static_cast<double>(full.counts.steps);
  fmt::print(
      "  matrices {:.2f} s, factors {:.2f} s, crossing {:.2f} s: {:.2f} ms a step in all, "
      "{:.2f} pairs of substitutions of {:.2f} ms{}\n",
      assembling, factorising, crossing, 1e3 * crossing / n_steps,
      crossing / n_steps / substitution, 1e3 * substitution, state_of(full));
  fmt::print(
      "  in all {:>28.2f} s     target {} s {}     (264 s by the authors, 16 608 s by ANSYS)\n",
      total, k_target, verdict(total <= k_target));
  fmt::print("  memory {:>28.2f} GiB   target 2 GiB {}\n", memory, verdict(memory < 2));

  // s, evenly over the crossing: masses on one span, or at equal places of both
  constexpr double k_times[] = {0.09, 0.27, 0.45, 0.63, 0.81};
  double anew = 0;
  for (const double time : k_times) {
    anew += timed([&] {
              SparseFactor(study::coupled_step_matrix(*structure, time))
                  .solve(Eigen::VectorXd::Ones(structure->n_dofs()));
            }) /
            std::size(k_times);
  }
  const double ratio = anew * n_steps / total;
  fmt::print(
      "  factors anew in every step {:>8.0f} s     {:.2f} s a step, measured on {} steps and "
      "scaled; {:.0f} times as long, target 40 {}\n",
      anew * n_steps, anew, std::size(k_times), ratio, verdict(ratio >= 40));

  for (const int n_modes : {20, 60}) {
    const double reducing = timed([&] {
      problem.reduced = std::make_shared<structure::LineModes>(
          structure::reduce(*structure, {.n_modes = n_modes}));
    });
    Crossing modal;
    const double loop = timed([&] { modal = cross_bridge(problem, study::paper_numerics()); });
    const double difference =
        std::abs(modal.deflections.maxCoeff() / full.deflections.maxCoeff() - 1);
    fmt::print(
        "  {} modes + {} residual: reduction {:.2f} s, time loop {:.3f} s   target 1 s {}; "
        "peak differs by {:.3f} %, target 0.5 % {}{}\n",
        n_modes, problem.reduced->n_modes() - n_modes, reducing, loop, verdict(loop <= 1),
        100 * difference, verdict(difference <= 5e-3), state_of(modal));
  }
}

/// Manchester vehicle at 120 km/h over 165.6 m of track, 50.1 m of it on a deck; rigid contact.
void track_and_bridge() {
  namespace manchester = tread::test::manchester;
  TrainBridgeProblem problem;
  Crossing crossing;
  const double time = timed([&] {
    problem.structure = std::make_shared<ElasticStructure>(
        fem::put_track_on(manchester::deck(), manchester::k_deck_start, manchester::track()));
    problem.contact = RigidContact{};
    problem.speed = 120 / 3.6;
    problem.start_position = manchester::k_start;
    problem.train =
        vehicle::single_vehicle_train(make_vehicle(vehicle::find_vehicle("manchester").data));
    CrossingOptions options;
    options.scheme.name = "newmark";
    options.step = manchester::k_step / problem.speed;
    problem.duration = (manchester::k_n_steps - 1) * options.step;
    crossing = cross_bridge(problem, options);
  });
  fmt::print(
      "track and bridge of TTB-2D: {} + {} unknowns, {} steps {:.3f} s   target 1 s {}   "
      "(34 s by TTB-2D in Octave){}\n",
      problem.structure->n_dofs(), problem.train.vehicles.front().vehicle.n_dofs(),
      crossing.counts.steps, time, verdict(time <= 1), state_of(crossing));
}

}  // namespace
}  // namespace tread::bench

int main(int argc, char** argv) {
  using namespace tread::bench;
  bool is_quick = false;
  for (int i = 1; i < argc; ++i) is_quick = is_quick || std::string_view(argv[i]) == "quick";
  track_and_bridge();
  if (!is_quick) paper_example();
  places_and_wheels();
  if (!is_quick) mesh_sizes();
  return 0;
}
