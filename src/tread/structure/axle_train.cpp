#include "tread/structure/axle_train.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::structure {

double AxleTrain::length() const {
  double length = 0;
  for (const Axle& axle : axles) length = std::max(length, axle.behind);
  for (const LineLoad& line : lines) length = std::max(length, -line.begin);
  return length;
}

AxleTrain single_force(double force) { return {"single force", {{0, force}}}; }

AxleTrain periodic_axles(int n_axles, double spacing, double force) {
  if (n_axles < 1 || !(spacing > 0 && std::isfinite(spacing))) {
    throw ModelError(fmt::format(
        "a sequence of axles needs at least one axle and a positive spacing, got {} at {} m",
        n_axles, spacing));
  }
  AxleTrain train{fmt::format("{} axles every {} m", n_axles, spacing), {}};
  for (int i = 0; i < n_axles; ++i) train.axles.push_back({i * spacing, force});
  train.pitches = {spacing};
  return train;
}

void check(const AxleTrain& train) {
  if (train.axles.empty() && train.lines.empty()) {
    throw ModelError(
        fmt::format("the train '{}' has no loads: give at least one axle", train.name));
  }
  for (const Axle& axle : train.axles) {
    if (axle.behind >= 0 && std::isfinite(axle.behind) && std::isfinite(axle.force)) continue;
    throw ModelError(fmt::format(
        "the train '{}' has an axle of {} N at {} m behind its front: both must be finite, the "
        "distance not negative",
        train.name, axle.force, axle.behind));
  }
  for (const LineLoad& line : train.lines) {
    if (line.begin < line.end && line.end <= 0 && std::isfinite(line.begin)) continue;
    throw ModelError(fmt::format(
        "the train '{}' has a line load from {} to {} m: it must lie behind the front (0 m), its "
        "begin before its end",
        train.name, line.begin, line.end));
  }
}

BeamLoad as_load(const AxleTrain& train) {
  BeamLoad load;
  for (const Axle& axle : train.axles) load.points.push_back({-axle.behind, axle.force});
  load.lines = train.lines;
  return load;
}

}  // namespace tread::structure
