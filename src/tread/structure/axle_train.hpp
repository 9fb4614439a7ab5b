#pragma once

#include <string>
#include <vector>

#include "tread/structure/beam_load.hpp"

namespace tread::structure {

/// A train as forces that move with it, without inertia of its own.

struct Axle {
  double behind = 0;  // m behind the front of the train
  double force = 0;   // N, positive downwards
};

struct AxleTrain {
  std::string name;
  std::vector<Axle> axles;
  /// Line loads that move along; begin and end count from the front backwards: both <= 0.
  std::vector<LineLoad> lines{};
  /// Lengths after which the loads repeat, m: what resonance goes by; may be empty.
  std::vector<double> pitches{};

  double length() const;  // m, from the front to the last load
};

AxleTrain single_force(double force);

/// Equal forces at equal distances: thesis (8.70) with a spacing of the bridge's length.
AxleTrain periodic_axles(int n_axles, double spacing, double force);

/// Throws ModelError for a train without loads, loads before its front, or numbers that are not
/// finite.
void check(const AxleTrain& train);

/// The train as a load whose front stands at x = 0.
BeamLoad as_load(const AxleTrain& train);

}  // namespace tread::structure
