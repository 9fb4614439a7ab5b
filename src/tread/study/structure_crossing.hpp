#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tread/core/observer.hpp"
#include "tread/interaction/train_bridge.hpp"
#include "tread/study/structure_model.hpp"

namespace tread::study {

/// A crossing of a structure: at full order, or with modes, whose error is estimated by the same
/// crossing with more modes, or fewer if the number was to be found. Modes that do not move the
/// load line change nothing: among those that make the difference are some that do.
struct ModalError {
  int n_modes = 0;                     // true modes, of the crossing that is told
  int n_others = 0;                    // of the one it was compared with
  double deflection = 0;               // largest change of its peak at a place, over its largest
  std::optional<double> history;       // the same at an instant; none: wheels left the bridge, from
                                       // where on the least of differences parts histories
  double force = 0;                    // change of the largest contact force, over it
  std::optional<double> acceleration;  // of the largest of the deck; none: there is no deck
};

/// The largest acceleration of the deck in a crossing, m/s2; none: it does not tell it.
using DeckAccelerationOf = std::function<std::optional<double>(const interaction::Crossing&)>;

struct StructureCrossing {
  interaction::Crossing crossing;
  std::shared_ptr<const structure::LineModes> reduced;  // null: full order
  std::optional<ModalError> error;  // none: full order, a crossing that was not completed, or no
                                    // mode left that moves the load line
  double preparation_seconds = 0;   // until the first step was done
  std::vector<std::string> notes;
};

/// Changes problem.reduced and problem.memory.
StructureCrossing cross_structure(const StructureModel& model,
                                  interaction::TrainBridgeProblem& problem,
                                  const interaction::CrossingOptions& options,
                                  const DeckAccelerationOf& deck_acceleration, Observer& observer);

}  // namespace tread::study
