#pragma once

#include "tread/interaction/motion.hpp"

namespace tread::interaction {

/// Writes instants into the histories of a crossing.
class Recorder {
 public:
  Recorder(const CoupledSystem& system, const CrossingOptions& options, long long n_rows);

  void add(const Motion& motion, Crossing& crossing);
  /// Cuts the histories to what was written.
  void finish(Crossing& crossing) const;

 private:
  const CoupledSystem& system_;
  const CrossingOptions& options_;
  Eigen::Index n_rows_;
  Matrix sections_;  // modes x sections: shape
  Matrix moments_;   // the same: bending moment, shear force
  Matrix shears_;
};

}  // namespace tread::interaction
