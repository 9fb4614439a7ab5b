// Trains on bridges: the thesis' full simulation with its own grid and with a resolved contact, and
// a long train of Hertzian wheels at three sizes, whose cost must grow in proportion to modes,
// wheels and steps.
//
//   crossing_bench

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "measure.hpp"
#include "tread/core/shape.hpp"
#include "tread/interaction/train_bridge.hpp"
#include "tread/vehicle/vehicle_data.hpp"
#include "tread/vehicle/vehicle_models.hpp"

namespace tread::bench {
namespace {

using namespace interaction;

/// Listing A.5: 30 modes, 30 m/s, dt = 1 ms, from touch.
TrainBridgeProblem thesis_crossing(const GridContact& contact) {
  TrainBridgeProblem problem;
  problem.bridge =
      structure::beam_modes(structure::simply_supported_beam(
                                20, {.bending_stiffness = 2e11 * 0.0104, .mass_per_length = 7900}),
                            {.n_modes = 30});
  problem.train = vehicle::single_vehicle_train(
      make_vehicle(vehicle::SingleWheel{.mass = 7900 * std::numbers::pi * 0.09 * 8}));
  problem.contact = contact;
  problem.speed = 30;
  problem.duration = 0.67;
  problem.start = StartState::touch;
  return problem;
}

/// The contact is about 0.34 mm wide: 24 cells over it.
GridContact resolved_contact() {
  GridContact contact = thesis_grid_contact();
  contact.problem.grid = centred_grid(63, 11, 63 * 14e-6, 8.8);
  contact.problem.distance = undeformed_distance(Cylinder{.radius = 0.3}, contact.problem.grid);
  return contact;
}

void report_thesis(const char* name, const GridContact& contact, double target) {
  const TrainBridgeProblem problem = thesis_crossing(contact);
  CrossingOptions options;
  options.scheme.name = "backward_euler";
  options.step = 1e-3;
  Crossing crossing;
  const double time = timed([&] { crossing = cross_bridge(problem, options); });
  fmt::print("{:<40} {:>6} steps {:>6} contact solves {:>8.3f} s   target {:.2f} s {}{}\n", name,
             crossing.counts.steps, crossing.counts.contact_solves, time, target,
             time <= target ? "met" : "MISSED",
             crossing.status == SolveStatus::converged ? "" : " (" + crossing.message + ")");
}

/// Manchester vehicles one after the other, all of them on a long bridge for most of the time.
double report_train(int n_modes, int n_vehicles, int n_steps) {
  TrainBridgeProblem problem;
  problem.bridge = structure::beam_modes(
      structure::simply_supported_beam(150, {.bending_stiffness = 1e12, .mass_per_length = 2e4},
                                       structure::ModalDamping{{0.01}}),
      {.n_modes = n_modes});
  problem.train = vehicle::equal_vehicles_train(
      make_vehicle(vehicle::find_vehicle("manchester").data), n_vehicles, 25);
  problem.contact = zhai_contact(0.46, Tread::worn);
  problem.speed = 40;
  problem.start_position = 120;
  problem.duration = 0.5;
  CrossingOptions options;
  options.step = problem.duration / n_steps;
  Crossing crossing;
  const double time = timed([&] { crossing = cross_bridge(problem, options); });
  const double work = static_cast<double>(n_modes) * 4 * n_vehicles * n_steps;
  fmt::print(
      "{:>4} modes {:>3} wheels {:>6} steps {:>8.3f} s {:>8.2f} ns a mode, wheel and step, "
      "{:.2f} iterations a step\n",
      n_modes, 4 * n_vehicles, n_steps, time, time / work * 1e9,
      static_cast<double>(crossing.counts.iterations) / static_cast<double>(crossing.counts.steps));
  return time;
}

}  // namespace
}  // namespace tread::bench

int main() {
  using namespace tread::bench;
  report_thesis("thesis, 25 x 11 cells", tread::interaction::thesis_grid_contact(), 0.33);
  report_thesis("thesis, 24 cells across the contact", resolved_contact(), 2);
  report_train(50, 4, 5000);
  report_train(100, 4, 5000);
  report_train(200, 1, 5000);
  report_train(200, 2, 5000);
  const double time = report_train(200, 4, 5000);
  report_train(200, 4, 10000);
  fmt::print("200 modes, 16 wheels, 5000 steps: {:.3f} s   target 2 s {}\n", time,
             time <= 2 ? "met" : "MISSED");
  return 0;
}
