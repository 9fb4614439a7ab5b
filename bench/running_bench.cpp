// The Manchester coach, eight wheels, from straight track into a curve, against real time: with
// every fast contact law, and with half-spaces at about 30 x 30 cells a patch.
//
//   running_bench

#include <fmt/format.h>

#include <chrono>
#include <string>

#include "measure.hpp"
#include "running/vehicles.hpp"

namespace tread::bench {
namespace {

using namespace running;

constexpr double k_velocity_tolerance = 1e-5;  // m/s: positions are then exact to 1e-8 m

struct Case {
  std::string name;
  wheel_rail::PairModelSettings settings;
  double step;      // s
  double duration;  // s; the transition begins after 1.1 s
  int n_threads;
  double target;  // of real time
};

void report(const Case& of) {
  const auto vehicle =
      running::test::on_rails(vehicle::manchester_coach(), vehicle::curve_track({}), 45,
                              running::test::s1002_on_uic60(), of.settings, of.n_threads);
  const SteadyRunning steady = find_steady_running(*vehicle, set_on_rails(*vehicle, 0));
  RunOptions options;
  options.scheme.name = "hht_alpha";
  options.scheme.nonlinear.relative_tolerance = 1e-8;
  options.scheme.nonlinear.absolute_tolerance = k_velocity_tolerance;
  options.step = of.step;
  options.end_time = of.duration;
  options.record_interval = 0.02;
  VehicleRun run;
  const auto begin = std::chrono::steady_clock::now();
  const double time = timed([&] {
    run = run_vehicle(*vehicle, running::test::state_of(steady),
                      derailment_limits(running::test::s1002_on_uic60()), options);
  });
  const double wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  // Threads are timed by the clock on the wall: the machine must be quiet.
  const double ratio = (of.n_threads > 1 ? wall : time) / of.duration;
  fmt::print(
      "{:<34} {:>6} steps {:>5.2f} evaluations a step {:>7.1f} us a wheel {:>7.2f} of real "
      "time  target {:.0f} {}{}\n",
      of.name, run.counts.steps,
      static_cast<double>(run.n_contact_problems) / 8 / static_cast<double>(run.counts.steps),
      1e6 * time / static_cast<double>(run.n_contact_problems), ratio, of.target,
      ratio <= of.target ? "met" : "MISSED", run.message);
}

void report_all() {
  report({"linear, 1 ms", wheel_rail::hertz_linear(), 1e-3, 7, 1, 1});
  report({"Polach, 1 ms", wheel_rail::hertz_polach(), 1e-3, 7, 1, 1});
  report({"FASTSIM, 1 ms", wheel_rail::hertz_fastsim(), 1e-3, 7, 1, 1});
  report({"semi-elastic, 1 ms", wheel_rail::semi_elastic(), 1e-3, 7, 1, 1});
  wheel_rail::HalfSpaceModelSettings half_space;
  half_space.friction = wheel_rail::hertz_fastsim().friction;
  report({"half-spaces, 2 ms, one thread", half_space, 2e-3, 2.5, 1, 40});
  report({"half-spaces, 2 ms, two threads", half_space, 2e-3, 2.5, 2, 20});
}

}  // namespace
}  // namespace tread::bench

int main() {
  tread::bench::report_all();
  return 0;
}
