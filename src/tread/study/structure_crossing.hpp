#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tread/core/observer.hpp"
#include "tread/interaction/train_bridge.hpp"
#include "tread/study/structure_model.hpp"

namespace tread::study {

/// A crossing of a structure: at full order, or with modes, whose error is estimated by the same
/// crossing with half as many.
struct ModalError {
  int n_modes = 0;        // true modes, of the crossing that is told
  int n_fewer = 0;        // of the one it was compared with
  double deflection = 0;  // largest change of its peak at a place, over its largest
  double force = 0;       // change of the largest contact force, over it
};

struct StructureCrossing {
  interaction::Crossing crossing;
  std::shared_ptr<const structure::LineModes> reduced;  // null: full order
  std::optional<ModalError> error;  // none: full order, or a crossing that was not completed
  double preparation_seconds = 0;   // until the first step was done
  std::vector<std::string> notes;
};

/// Changes problem.reduced and problem.memory.
StructureCrossing cross_structure(const StructureModel& model,
                                  interaction::TrainBridgeProblem& problem,
                                  const interaction::CrossingOptions& options, Observer& observer);

}  // namespace tread::study
