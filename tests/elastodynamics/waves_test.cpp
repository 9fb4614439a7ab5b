#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "contact/report.hpp"
#include "elastodynamics/impacts.hpp"

/// What a short impact on steel sends along the surface, told by two points before any wave has
/// come back from a side.
namespace tread::elastodynamics::test {
namespace {

/// Motion of the surface at one place.
struct Receiver {
  explicit Receiver(double distance) : x(distance) {}
  double x;
  Eigen::Index point = 0;  // of the surface, for its height
  Eigen::Index face = 0;   // for the motion along x, half a cell below it
  std::vector<double> up;
  std::vector<double> along;
};

void place(Receiver& receiver, const SemiDiscrete& ground) {
  const auto nearer = [&](double a, double b) {
    return std::abs(a - receiver.x) < std::abs(b - receiver.x);
  };
  for (std::size_t i = 0; i < ground.surface_x.size(); ++i) {
    const auto here = static_cast<std::size_t>(receiver.point);
    if (nearer(ground.surface_x[i], ground.surface_x[here])) {
      receiver.point = static_cast<Eigen::Index>(i);
    }
  }
  receiver.x = ground.surface_x[static_cast<std::size_t>(receiver.point)];
  double nearest = 1e9;
  for (std::size_t i = 0; i < ground.places.size(); ++i) {
    const DofPlace& place = ground.places[i];
    // the face to the right of the point: the same side for both receivers
    const double away = std::hypot(place.x - receiver.x - 1e-6, place.z);
    if (place.direction == DofPlace::Direction::x && away < nearest) {
      nearest = away;
      receiver.face = static_cast<Eigen::Index>(i);
    }
  }
}

/// When the motion first exceeds 1 % of its largest value before the shear wave comes.
double first_arrival(const Receiver& receiver, double step, double shear_speed) {
  const auto n_before_shear = static_cast<std::ptrdiff_t>(receiver.x / shear_speed / step);
  double largest = 0;
  for (std::ptrdiff_t k = 0; k < n_before_shear; ++k) {
    largest = std::max(largest, std::abs(receiver.up[static_cast<std::size_t>(k)]));
  }
  std::size_t k = 0;
  while (std::abs(receiver.up[k]) < 0.01 * largest) ++k;
  return static_cast<double>(k + 1) * step;
}

/// When the motion along the surface, which has the shape of the force in a Rayleigh pulse, is
/// largest.
double peak_time(const Receiver& receiver, double step) {
  const auto larger = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto peak = std::max_element(receiver.along.begin(), receiver.along.end(), larger);
  return static_cast<double>(peak - receiver.along.begin() + 1) * step;
}

TEST(Waves, FirstArrivalIsThePressureWaveAndTheLargestPulseTheRayleighWave) {
  ImpactProblem problem = touching(k_steel, 702, 201);
  problem.block.width = 0.3505;  // an odd number of cells: one lies below the lowest point
  problem.block.height = 0.1;
  problem.radius = 0.01;
  problem.mass = 0.05;  // light: in contact for 2.3 microseconds
  problem.velocity = -1;
  problem.gravity = 0;
  const WaveSpeeds speeds = wave_speeds(problem.block.solid);
  const ImpactOptions options = marching(5.8e-8, 1, Scheme::leapfrog);
  ImpactMarch march(problem, options);
  Receiver near(0.05);
  Receiver far(0.09);
  for (Receiver* receiver : {&near, &far}) place(*receiver, march.ground());
  // from the sides pressure waves need (0.35 - 0.09)/c_p, from below 2 sqrt(0.1² + 0.045²)/c_p
  const double echo =
      std::min(0.35 - far.x, 2 * std::hypot(problem.block.height, far.x / 2)) / speeds.p;
  while (march.state().time < echo) {
    march.advance(options.step);
    const Vector surface = march.surface();
    for (Receiver* receiver : {&near, &far}) {
      receiver->up.push_back(surface[receiver->point]);
      receiver->along.push_back(march.state().u[receiver->face]);
    }
  }
  const double way = far.x - near.x;
  const double p = way / (first_arrival(far, options.step, speeds.s) -
                          first_arrival(near, options.step, speeds.s));
  EXPECT_NEAR(p, speeds.p, 0.03 * speeds.p);
  const double rayleigh = way / (peak_time(far, options.step) - peak_time(near, options.step));
  EXPECT_NEAR(rayleigh, speeds.rayleigh, 0.03 * speeds.rayleigh);
  EXPECT_LT(peak_time(far, options.step), echo - 2e-6) << "the pulse has passed";
  using contact::test::percent;
  contact::test::report_row("impact-waves", "pressure wave, first arrival",
                            percent(p / speeds.p - 1));
  contact::test::report_row("impact-waves", "Rayleigh wave, largest pulse",
                            percent(rayleigh / speeds.rayleigh - 1));
}

}  // namespace
}  // namespace tread::elastodynamics::test
