#include "tread/study/train_bridge_start.hpp"

#include <algorithm>
#include <cmath>

#include "tread/study/train_bridge_model.hpp"

namespace tread::study {
namespace {

using interaction::SecondTrain;
using interaction::TrainBridgeProblem;

/// Of the bridge with the rails over its ends; of a track alone both are 0, where it is looked at.
struct BridgeEnds {
  double left = 0;
  double right = 0;
};

BridgeEnds bridge_ends(const TrainBridgeModel& model) {
  BridgeEnds ends;
  if (model.problem.bridge) ends.right = model.problem.bridge->length();
  if (model.structure && !model.structure->deck.is_empty()) {
    ends = {model.structure->deck.start(), model.structure->deck.end()};
  }
  if (model.joint_rails.at(ends.left)) ends.left -= model.joint_rails.reach();
  if (model.joint_rails.at(ends.right)) ends.right += model.joint_rails.reach();
  return ends;
}

}  // namespace

std::optional<double> time_for(const TrainBridgeProblem& problem, double way) {
  const double square = problem.speed * problem.speed + 2 * problem.acceleration * way;
  if (!(way > 0) || square < 0) return std::nullopt;
  return 2 * way / (problem.speed + std::sqrt(square));
}

double chosen_start(const TrainBridgeModel& model) {
  if (model.structure && model.structure->has_track) {
    const double start = bridge_ends(model).left;
    const double last_on_rail =
        model.structure->structure->line.start() + length_of(model.problem.train);
    return std::clamp(last_on_rail, start - k_longest_run_in, start);
  }
  const auto rail = model.joint_rails.at(0);
  return rail ? rail->ends.front().x : 0;
}

RunIn run_in_of(const casefile::TrainBridgeCase& input, const TrainBridgeModel& model) {
  const TrainBridgeProblem& problem = model.problem;
  const bool is_elastic = problem.bridge || problem.structure;
  const auto after = [&](double way) { return RunIn{way, time_for(problem, way).value_or(0)}; };
  if (input.train.run_in) return after(*input.train.run_in);
  if (!is_elastic || problem.start == interaction::StartState::touch) return {};
  const BridgeEnds ends = bridge_ends(model);
  const auto left_out = [](double to_bridge) {
    return std::clamp(to_bridge - k_bridge_ahead, 0.0, k_longest_run_in);
  };
  double way = left_out(ends.left - problem.start_position);
  if (problem.second) {
    const SecondTrain& second = *problem.second;
    const double to_bridge = second.direction == SecondTrain::Direction::right
                                 ? ends.left - second.start_position
                                 : second.start_position - ends.right;
    way = std::min(way, left_out(to_bridge) / second.speed * problem.speed);
  }
  return after(way);
}

}  // namespace tread::study
