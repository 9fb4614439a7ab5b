#pragma once

#include <optional>
#include <string>

#include "contact/problems.hpp"
#include "tangential/friction_balance.hpp"
#include "tread/contact/frictional.hpp"

/// Problems to try contact with friction on.
namespace tread::contact::test {

/// Shift, steady rolling, or a step that knows the one before it.
struct FrictionTrial {
  std::string name;
  FrictionalProblem problem;
  double coefficient = 0;
  Path path;
  std::optional<Step> step;  // none: shift from rest or steady rolling
  History history;
};

FrictionalSolution solve(const FrictionTrial& trial, const FrictionalOptions& options,
                         FrictionalWorkspace& workspace);

FrictionBalance balance_of(const FrictionTrial& trial, const FrictionalSolution& solution);

/// Smooth bodies of any shape and material, any motion and anything prescribed.
FrictionTrial random_trial(Random& random);

/// Two like bodies with the distance h(x, y), pressed together by a force.
FrictionalProblem like_bodies(const NormalProblem& normal, double coefficient, Motion motion);

}  // namespace tread::contact::test
