#include <gtest/gtest.h>

#include <fmt/format.h>

#include "interaction/cases.hpp"

namespace tread::interaction::test {
namespace {

TEST(MovingMass, probe) {
  for (const int n_modes : {1, 3, 10, 30}) {
    TrainBridgeProblem problem = yang_yau(n_modes);
    problem.contact = RigidContact{};
    CrossingOptions options = at_midspan(problem, 1e-4);
    const Crossing crossing = cross_bridge(problem, options);
    fmt::print("{} {} max {:.6e} F {:.5f} {:.5f}\n", n_modes, crossing.message,
               crossing.deflections.maxCoeff(),
               crossing.forces.maxCoeff() / crossing.wheel_loads[0],
               crossing.forces.minCoeff() / crossing.wheel_loads[0]);
    problem.contact = LinearContact{1.595e6, 0};
    const Crossing sprung = cross_bridge(problem, options);
    fmt::print("   sprung {} max {:.6e} F {:.5f} {:.5f} a {:.4f} it {}\n", sprung.message,
               sprung.deflections.maxCoeff(), sprung.forces.maxCoeff() / sprung.wheel_loads[0],
               sprung.forces.minCoeff() / sprung.wheel_loads[0],
               sprung.accelerations.cwiseAbs().maxCoeff(), sprung.counts.iterations);
  }
}

}  // namespace
}  // namespace tread::interaction::test
