#pragma once

#include <optional>
#include <vector>

#include "tread/structure/axle_train.hpp"

namespace tread::structure {

/// Two trains on one bridge, each on its own track (a beam does not tell them apart).
///
/// Everything goes by the place s of the first train's front, which runs to the right. The front of
/// any train is then at x = offset + rate s; loads of a train that runs to the left trail on the
/// other side.

enum class Heading { right, left };

struct SecondTrain {
  AxleTrain train;
  Heading heading = Heading::left;
  double speed_ratio = 1;  // its speed over that of the first train, > 0
  double meet_at = 0;      // m, where both fronts are at the same time
};

/// The loads of one train, which move together.
struct RunningLoad {
  BeamLoad load;      // its front stands at x = 0
  double offset = 0;  // m
  double rate = 1;

  double front(double s) const { return offset + rate * s; }
};

/// The first train, and the second if there is one. Throws ModelError for trains that cannot be.
std::vector<RunningLoad> running_loads(const AxleTrain& train,
                                       const std::optional<SecondTrain>& second);

/// From where to where the first front runs while loads of any train are on a bridge of that
/// length; it begins at 0, or before if the second train comes earlier.
struct Way {
  double begin = 0;  // m
  double end = 0;    // m
};
Way way_over(double bridge_length, const std::vector<RunningLoad>& loads);

}  // namespace tread::structure
