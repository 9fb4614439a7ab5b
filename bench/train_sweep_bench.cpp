// A train with interaction at ten speeds, as a study measures it: eight coaches (32 axles) over a
// bridge of beam elements with ballasted track on it and on its approaches, about 5400 unknowns and
// 3652 steps a speed. One worker; what cases have in common is kept from one to the next.
//
//   train_sweep_bench         ten speeds
//   train_sweep_bench quick   two

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>

#include "measure.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/study/measure_case.hpp"

namespace tread::bench {
namespace {

constexpr double k_target = 12;  // s a case on one core: ten in 60 s on two
constexpr int k_steps = 3652;

/// From 15 m before the bridge to where the last coach has left it.
std::string case_at(double speed) {
  constexpr double k_way = 15 + 50 + 200;
  return fmt::format(
      R"(scenario = "train_bridge"
[bridge]
length = 50
bending_stiffness_GNm2 = 1795.5
mass_per_length_t_m = 69
model = "elements"
elements = 100
rayleigh = [0.3, 1e-4]
[track]
before = 240
after = 235
[vehicle]
type = "manchester"
count = 8
pitch = 25
[contact]
model = "zhai"
[train]
speed = {}
start_position = -15
[time]
end = {}
step = {}
)",
      speed, k_way / speed, k_way / speed / k_steps);
}

double number(const result::CaseResult& result, std::string_view name) {
  for (const result::Scalar& scalar : result.scalars) {
    if (scalar.name == name) return scalar.value;
  }
  return std::nan("");
}

void sweep(int n_speeds) {
  study::MeasureMemory memory;
  Observer observer;
  double total = 0;
  for (int i = 0; i < n_speeds; ++i) {
    const double speed = 40 + 5 * i;
    const casefile::CaseFile file = casefile::parse_toml(case_at(speed), "sweep.toml", ".");
    result::CaseResult measured;
    const double time = timed([&] { measured = study::measure_case(file, memory, observer); });
    total += time;
    fmt::print(
        "{:>5.0f} m/s {:>6.0f} unknowns {:>6.0f} steps {:>5.2f} iterations {:>8.4f} mm {:>8.3f} s "
        "{}\n",
        speed, number(measured, "unknowns"), number(measured, "steps"),
        number(measured, "iterations_per_step"), 1e3 * number(measured, "max_deflection"), time,
        measured.status);
  }
  const double a_case = total / n_speeds;
  fmt::print("{:.3f} s a case   target {} s {}\n", a_case, k_target,
             a_case <= k_target ? "met" : "MISSED");
}

}  // namespace
}  // namespace tread::bench

int main(int argc, char** argv) {
  const bool is_quick = argc > 1 && std::string_view(argv[1]) == "quick";
  tread::bench::sweep(is_quick ? 2 : 10);
  return 0;
}
