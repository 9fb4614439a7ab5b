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
  Vector at_sections(const Vector& y) const;
  Vector at_probes(const Vector& y) const;

  const CoupledSystem& system_;
  const CrossingOptions& options_;
  Eigen::Index n_rows_;
  WheelPlaces sections_;  // of structures
  Matrix shapes_;         // of beams, modes x sections: deflection, bending moment, shear force
  Matrix moments_;
  Matrix shears_;
};

}  // namespace tread::interaction
