#pragma once

#include <memory>
#include <vector>

#include "tread/interaction/bridge_system.hpp"
#include "tread/structure/sparse_factor.hpp"

namespace tread::interaction {

/// Factors of A = mass M + damping C + stiffness K for one set of weights (of a step length), and
/// what A^-1 makes of unit forces along the load line.
struct StageFactors {
  BridgeStage::Weights weights;
  structure::SparseFactor factor;
  bool solves_for_position = false;
  long long n_uses = 0;
  std::vector<Vector> responses;  // of a unit force on an unknown; empty: not yet
  Eigen::Index n_responses = 0;
};

class StructureMemory {
 public:
  /// Forgets what it has of another structure.
  void begin(const std::shared_ptr<const structure::ElasticStructure>& structure) {
    if (structure != structure_) {
      stages.clear();
      at_rest.reset();
      structure_ = structure;
    }
    for (StageFactors& stage : stages) stage.n_uses = 0;  // those of other steps make room first
  }

  std::vector<StageFactors> stages;
  std::unique_ptr<structure::SparseFactor> at_rest;  // of K

 private:
  std::shared_ptr<const structure::ElasticStructure> structure_;
};

}  // namespace tread::interaction
