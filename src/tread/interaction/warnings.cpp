#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "tread/interaction/train_bridge.hpp"

namespace tread::interaction {
namespace {

/// The shortest period of a wheel that bounces on its contact under the static load, s; 0: none.
double bounce_period(const TrainBridgeProblem& problem) {
  double fastest = 0;
  for (const vehicle::PlacedVehicle& placed : problem.train.vehicles) {
    const Eigen::VectorXd loads = wheel_statics(placed.vehicle).loads;
    int i = 0;
    for (const vehicle::Wheel& wheel : placed.vehicle.wheels) {
      const double load = loads(i++);
      if (!(load > 0)) continue;
      ContactPoint point(problem.contact);
      const double stiffness = point.at(point.approach_under(load)).stiffness;
      fastest = std::max(fastest, stiffness / placed.vehicle.mass(wheel.dof, wheel.dof));
    }
    if (std::holds_alternative<GridContact>(problem.contact)) break;  // one solve is enough to warn
  }
  return fastest > 0 ? 2 * std::numbers::pi / std::sqrt(fastest) : 0;
}

void warn_of_bounce(const TrainBridgeProblem& problem, const CrossingOptions& options,
                    std::vector<std::string>& warnings) {
  constexpr double k_steps_a_period = 10;
  if (std::holds_alternative<RigidContact>(problem.contact)) return;
  const double period = bounce_period(problem);
  if (period == 0 || options.step <= period / k_steps_a_period) return;
  warnings.push_back(fmt::format(
      "a wheel bounces on its contact with a period of {:.3g} s: steps of {:.3g} s do not follow "
      "that, take {:.2g} s or less if such forces matter",
      period, options.step, period / k_steps_a_period));
}

void warn_of_close_wheels(const TrainBridgeProblem& problem, std::vector<std::string>& warnings) {
  const auto* contact = std::get_if<GridContact>(&problem.contact);
  if (!contact) return;
  const double width = contact->problem.grid.width();
  const std::vector<vehicle::TrainWheel> wheels = wheels_of(problem.train);
  for (std::size_t i = 1; i < wheels.size(); ++i) {
    const double spacing = wheels[i].offset - wheels[i - 1].offset;
    if (spacing >= width) continue;
    warnings.push_back(fmt::format(
        "wheels {} and {} are {:.3g} m apart, less than the {:.3g} m of a contact grid: "
        "their local deformations overlap, which is left out",
        i, i + 1, spacing, width));
  }
}

void warn_of_sections(const TrainBridgeProblem& problem, const CrossingOptions& options,
                      std::vector<std::string>& warnings) {
  const double length = problem.bridge ? problem.bridge->length() : 0;
  for (const double x : options.sections) {
    if (x >= 0 && x <= length && problem.bridge) continue;
    warnings.push_back(fmt::format(
        "section at {:.4g} m lies off the bridge of {:.4g} m: nothing moves there", x, length));
  }
}

}  // namespace

std::vector<std::string> warnings_of(const TrainBridgeProblem& problem,
                                     const CrossingOptions& options) {
  std::vector<std::string> warnings;
  warn_of_bounce(problem, options, warnings);
  warn_of_close_wheels(problem, warnings);
  warn_of_sections(problem, options, warnings);
  return warnings;
}

}  // namespace tread::interaction
