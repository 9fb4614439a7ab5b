// What a wheel on its rail costs: contact search alone, and search with forces for every creep law
// of the Hertz models and for half-spaces on grids. S1002 on UIC60 1:40, wheelset from tread to
// flange contact; microseconds a wheel, one thread. A coach has eight wheels: at 1 ms a step and
// four evaluations a step, 30 microseconds a wheel are real time.

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "measure.hpp"
#include "tread/profile/standard_profiles.hpp"
#include "tread/wheel_rail/pair_models.hpp"

namespace tread::bench {
namespace {

using namespace wheel_rail;

profile::WheelRailPair pair() {
  return {
      profile::s1002(), profile::rail_head(profile::RailHead::uic60, std::atan(1.0 / 40)), {}, {}};
}

/// From the tread to the flange of the right wheel, under about 50 kN.
std::vector<profile::WheelsetMotion> motions() {
  const profile::ContactSearch search(pair());
  std::vector<profile::ContactPoint> points;
  std::vector<profile::WheelsetMotion> all;
  for (int i = 0; i < 200; ++i) {
    profile::WheelsetMotion motion;
    motion.pose.lateral = -4e-3 + 1e-2 * i / 199;
    motion.pose.yaw = 2e-3 * std::sin(i);
    search.find(motion.pose, 1, points);
    motion.pose.vertical = 7e-5 - points.at(0).penetration;
    motion.velocity = {40, 0.02 * std::cos(i), 0};
    motion.angular_velocity = -40 / 0.46 * axle_direction(motion.pose);
    all.push_back(motion);
  }
  return all;
}

constexpr int k_rounds = 20;

template <class Work>
double microseconds(const std::vector<profile::WheelsetMotion>& all, const Work& work) {
  const double time = timed([&] {
    for (int round = 0; round < k_rounds; ++round) {
      for (const auto& motion : all) work(motion);
    }
  });
  return 1e6 * time / (k_rounds * static_cast<double>(all.size()));
}

/// About 30 x 30 cells an overlap: each call from the solution before, and from nothing.
void half_space(const std::vector<profile::WheelsetMotion>& all) {
  HalfSpacePatches model(pair(), {});
  PairForces forces;
  model.evaluate(all.front(), forces);  // plans and kernels
  const double warm = timed([&] {
    for (const auto& motion : all) model.evaluate(motion, forces);
  });
  const double cold = timed([&] {
    for (const auto& motion : all) {
      model.start_anew();
      model.evaluate(motion, forces);
    }
  });
  const auto n = static_cast<double>(all.size());
  fmt::print("  {:<28} {:7.0f}   from nothing {:.0f}\n", "half-spaces, 30 cells", 1e6 * warm / n,
             1e6 * cold / n);
}

void run() {
  const auto all = motions();
  fmt::print("A wheel on its rail, microseconds\n");

  const profile::ContactSearch search(pair());
  std::vector<profile::ContactPoint> points;
  const double alone =
      microseconds(all, [&](const auto& motion) { search.find(motion.pose, 0, points); });
  fmt::print("  {:<28} {:7.2f}\n", "contact search", alone);

  const HertzTable table;
  double sum = 0;
  const auto curvatures = [](const profile::WheelsetMotion& motion) {
    return reference::GapCurvatures{1.1, 2 + 100 * motion.pose.lateral};
  };
  fmt::print("  {:<28} {:7.2f}\n", "Hertz by integrals", microseconds(all, [&](const auto& motion) {
               sum += reference::hertz_ellipse_from_approach(7e-5, curvatures(motion), 115e9).force;
             }));
  fmt::print("  {:<28} {:7.2f}\n", "Hertz by table", microseconds(all, [&](const auto& motion) {
               sum += table.from_approach(7e-5, curvatures(motion), 115e9).force;
             }));

  const std::pair<std::string, HertzModelSettings> models[] = {
      {"linear", hertz_linear()},
      {"Shen-Hedrick-Elkins", hertz_shen_hedrick_elkins()},
      {"Polach 1999", hertz_polach()},
      {"Polach 2005, wet", hertz_polach(contact::polach_wet_rail())},
      {"FASTSIM", hertz_fastsim()},
      {"semi-elastic", semi_elastic()}};
  PairForces forces;
  for (const auto& [name, settings] : models) {
    const auto model = make_pair_model(pair(), profile::Side::right, settings);
    double patches = 0;
    const double time = microseconds(all, [&](const auto& motion) {
      model->evaluate(motion, forces);
      patches += static_cast<double>(forces.patches.size());
    });
    fmt::print("  {:<28} {:7.2f}   {:.2f} patches\n", name, time,
               patches / (k_rounds * static_cast<double>(all.size())));
  }
  half_space(all);
  if (!std::isfinite(sum)) fmt::print("not finite\n");
}

}  // namespace
}  // namespace tread::bench

int main() { tread::bench::run(); }
