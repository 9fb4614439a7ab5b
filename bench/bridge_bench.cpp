// The HSLM-A sweep of one span: 10 trains x 51 speeds x 3 modes. In one run the way without a table
// (every speed computes its own modal forces, 0.5 ms) and the sweep, which runs all speeds through
// one table a train. The ratio does not depend on the machine; the seconds are told as well. Then
// modes evaluated at a wheel: what each wheel costs at each time step.

#include <fmt/format.h>

#include <vector>

#include "measure.hpp"
#include "tread/structure/speed_sweep.hpp"
#include "tread/structure/train_library.hpp"

namespace tread::bench {
namespace {

using namespace structure;

std::vector<double> speeds() {
  std::vector<double> values;
  for (int km_h = 150; km_h <= 400; km_h += 5) values.push_back(km_h / 3.6);
  return values;
}

double direct_sweep(const BeamModes& modes) {
  double largest = 0;
  for (const AxleTrain& train : hslm_a_trains()) {
    for (const double speed : speeds()) {
      Crossing crossing;
      crossing.speed = speed;
      crossing.time_step = 5e-4;
      crossing.free_vibration = 1;
      const CrossingHistory history = simulate_crossing(modes, train, crossing, {7.5});
      for (const double a : history.sections.front().acceleration) {
        largest = std::max(largest, std::abs(a));
      }
    }
  }
  return largest;
}

double table_sweep(const BeamModes& modes) {
  double largest = 0;
  SweepOptions options;
  options.speeds = speeds();
  options.sections = {7.5};
  for (const AxleTrain& train : hslm_a_trains()) {
    const SweepResult result = sweep_speeds(modes, train, options);
    for (std::size_t i = 0; i < options.speeds.size(); ++i) {
      largest = std::max(largest, result.largest_at(i).acceleration);
    }
  }
  return largest;
}

void sweep_bench() {
  const BeamModes modes =
      beam_modes(simply_supported_beam(15, {0, 7.694081e9, 15000}, ModalDamping{{0.01}}), {3});
  double by_direct = 0;
  double by_table = 0;
  const double direct = timed([&] { by_direct = direct_sweep(modes); });
  const double table = timed([&] { by_table = table_sweep(modes); });
  fmt::print("HSLM-A sweep, 10 trains x 51 speeds x 3 modes (target: 1 s)\n");
  fmt::print("  every speed anew  {:6.3f} s   largest acceleration {:.3f} m/s2\n", direct,
             by_direct);
  fmt::print(
      "  one table         {:6.3f} s   largest acceleration {:.3f} m/s2   {:.2f} of it   {}\n",
      table, by_table, table / direct, table < 1 ? "met" : "MISSED");
}

/// As a study asks for them: nine tenths and both ends, moments and shear forces with what modes
/// left out add; the unit is a bare step of three modes, of which a crossing cannot have fewer.
void measured_bench() {
  const BeamModes modes =
      beam_modes(simply_supported_beam(15, {0, 7.694081e9, 15000}, ModalDamping{{0.01}}), {3});
  SweepOptions options;
  options.speeds = speeds();
  for (int i = 0; i <= 10; ++i) options.sections.push_back(1.5 * i);
  double largest = 0;
  const double all = timed([&] {
    for (const AxleTrain& train : hslm_a_trains()) {
      const SweepResult result = sweep_speeds(modes, train, options);
      for (std::size_t i = 0; i < options.speeds.size(); ++i) {
        largest = std::max(largest, result.largest_at(i).shear);
      }
    }
  });
  constexpr int k_steps = 2'000'000;
  ModalOscillators oscillators(modes, 4e-4);
  const std::vector<double> force{1, 0.5, 0.2};
  const double steps = timed([&] {
    for (int i = 0; i < k_steps; ++i) oscillators.step(force, force);
  });
  constexpr int k_crossings = 510;
  fmt::print("the same with section forces at eleven places (target: 0.3 s)\n");
  fmt::print(
      "  {:.3f} s   {:.0f} us a crossing, {:.0f} bare steps of its modes   largest shear {:.0f} kN "
      "  "
      "{}\n",
      all, 1e6 * all / k_crossings, all / k_crossings / (steps / k_steps), largest / 1e3,
      all < 0.3 ? "met" : "MISSED");
}

void shape_bench(const char* name, const Beam& beam, int n_modes) {
  const BeamModes modes = beam_modes(beam, {n_modes});
  std::vector<double> shape(static_cast<std::size_t>(n_modes));
  constexpr int k_calls = 20'000;
  double sum = 0;
  const double time = timed([&] {
    for (int i = 0; i < k_calls; ++i) {
      modes.shape(beam.length * (i + 0.5) / k_calls, shape);
      sum += shape.back();
    }
  });
  fmt::print("  {:<18} {:>4} modes  {:7.3f} us a point   {:5.2f} ns a mode   (sum {:.1e})\n", name,
             n_modes, 1e6 * time / k_calls, 1e9 * time / k_calls / n_modes, sum);
}

void shapes_bench() {
  const BeamSection section{0, 2e9, 8000};
  fmt::print("all shapes at one point\n");
  for (const int n : {3, 30, 200}) {
    shape_bench("simply supported", simply_supported_beam(20, section), n);
    shape_bench("clamped", clamped_beam(20, section), n);
    shape_bench("two spans", continuous_beam({10, 10}, section), n);
  }
}

}  // namespace
}  // namespace tread::bench

int main() {
  tread::bench::sweep_bench();
  tread::bench::measured_bench();
  tread::bench::shapes_bench();
}
