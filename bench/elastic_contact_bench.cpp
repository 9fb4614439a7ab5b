// Contact of elastic wheel and rail, warm-started along the curve of the wheel-rail paper: time of
// a contact problem and of a Newton iteration, for each way to solve, against a product with the
// compliances it works with.
//
//   elastic_contact_bench

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "measure.hpp"
#include "running/vehicles.hpp"
#include "tread/differential/elastic_contact.hpp"
#include "tread/running/run_vehicle.hpp"
#include "tread/running/steady_running.hpp"

namespace tread::bench {
namespace {

using namespace differential;

/// Motions of the wagon's wheelset in the curve, mirrored so that the outer, left wheel is a right
/// one; the motions between two of them differ as those of an integrator with steps of 1 ms.
std::vector<profile::WheelsetMotion> motions_in_curve() {
  const auto vehicle =
      running::test::on_rails(vehicle::manchester_wagon_2d(), vehicle::curve_track({}), 45,
                              running::test::s1002_on_uic60(), wheel_rail::semi_elastic(), 1);
  const auto steady = running::find_steady_running(*vehicle, running::set_on_rails(*vehicle, 0));
  running::RunOptions options;
  options.scheme.name = "hht_alpha";
  options.scheme.nonlinear.absolute_tolerance = 1e-6;
  options.step = 1e-3;
  options.end_time = 7;
  options.record_interval = 1e-3;
  const running::VehicleRun run =
      running::run_vehicle(*vehicle, running::test::state_of(steady),
                           running::derailment_limits(running::test::s1002_on_uic60()), options);
  std::vector<profile::WheelsetMotion> motions;
  for (const running::RunRecord& record : run.records) {
    vehicle->evaluate_contacts(record.time, record.position, record.velocity);
    motions.push_back(mirrored(vehicle->motion(0)));
  }
  return motions;
}

struct Mesh {
  double fine_size;  // m
  double target;     // ms a problem
};

void report(const std::vector<profile::WheelsetMotion>& motions, const Mesh& mesh,
            NewtonMethod method, const char* name, std::size_t stride) {
  const profile::WheelRailPair pair = running::test::s1002_on_uic60();
  const Material steel = Material::from_young(2.1e11, 0.3);
  PairPieceSettings pieces;
  pieces.wheel.fine_size = pieces.rail.fine_size = mesh.fine_size;
  const auto bodies = prepare_pair(pair, {steel, steel}, pieces,
                                   std::filesystem::temp_directory_path() / "tread_bench_pieces");
  ElasticContactSettings settings;
  settings.newton.method = method;
  if (method != NewtonMethod::tractions) {
    settings.newton.tolerance = 1e-8;  // the paper's
    settings.regularisation = 1e-3;
  }
  ElasticContact contact(pair, bodies, settings);
  ElasticContactSolution solution;
  contact.evaluate(motions.front(), solution);
  const ContactCounts before = contact.counts();
  std::size_t n = 0;
  const double time = timed([&] {
    for (std::size_t i = 0; i < motions.size() / stride; ++i, ++n) {
      contact.evaluate(motions[i], solution);
    }
  });
  const ContactCounts& after = contact.counts();
  const double problems = static_cast<double>(n);
  const double newton = static_cast<double>(after.newton - before.newton);
  const double unknowns = static_cast<double>(after.unknowns - before.unknowns) / problems;
  const double ms = 1e3 * time / problems;
  fmt::print(
      "{:<22} {:>4.2g} mm {:>6.0f} unknowns {:>7.3f} ms a problem {:>7.3f} ms a Newton iteration, "
      "{:.2f} of them and {:.1f} linear ones a problem, {} rescued, {} failed{}\n",
      name, 1e3 * mesh.fine_size, unknowns, ms, 1e3 * time / newton, newton / problems,
      static_cast<double>(after.linear - before.linear) / problems, after.rescued, after.failed,
      method != NewtonMethod::tractions ? ""
      : ms <= mesh.target               ? fmt::format("  target {} ms met", mesh.target)
                                        : fmt::format("  target {} ms MISSED", mesh.target));
}

void report_all() {
  const std::vector<profile::WheelsetMotion> motions = motions_in_curve();
  fmt::print("outer wheel along {} steps of 1 ms of the curve\n", motions.size());
  const Mesh coarse{2.5e-3, 1};
  const Mesh fine{1.25e-3, 8};
  report(motions, coarse, NewtonMethod::tractions, "tractions", 1);
  report(motions, fine, NewtonMethod::tractions, "tractions", 1);
  report(motions, coarse, NewtonMethod::bicgstab, "BiCGStab", 4);
  report(motions, coarse, NewtonMethod::bicgstab_differences, "BiCGStab, differences", 4);
  report(motions, coarse, NewtonMethod::lu, "LU", 8);
}

}  // namespace
}  // namespace tread::bench

int main() {
  tread::bench::report_all();
  return 0;
}
