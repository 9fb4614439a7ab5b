#include "tread/structure/meeting_trains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

BeamLoad mirrored(const BeamLoad& load) {
  BeamLoad out;
  for (const PointForce& point : load.points) out.points.push_back({-point.x, point.force});
  for (const LineLoad& line : load.lines) {
    out.lines.push_back({-line.end, -line.begin, line.intensity_end, line.intensity_begin});
  }
  return out;
}

/// Where a load reaches, from its front.
Way reach(const BeamLoad& load) {
  Way reach;
  for (const PointForce& point : load.points) {
    reach = {std::min(reach.begin, point.x), std::max(reach.end, point.x)};
  }
  for (const LineLoad& line : load.lines) {
    reach = {std::min(reach.begin, line.begin), std::max(reach.end, line.end)};
  }
  return reach;
}

}  // namespace

std::vector<RunningLoad> running_loads(const AxleTrain& train,
                                       const std::optional<SecondTrain>& second) {
  check(train);
  std::vector<RunningLoad> loads{{as_load(train)}};
  if (!second) return loads;
  check(second->train);
  const double ratio = second->speed_ratio;
  const double meet = second->meet_at;
  if (!(ratio > 0 && std::isfinite(ratio) && std::isfinite(meet))) {
    throw ModelError(fmt::format(
        "the second train must move and meet the first one somewhere, got {} of its speed and a "
        "meeting at {} m",
        ratio, meet));
  }
  const BeamLoad load = as_load(second->train);
  if (second->heading == Heading::right) {
    loads.push_back({load, meet * (1 - ratio), ratio});
  } else {
    loads.push_back({mirrored(load), meet * (1 + ratio), -ratio});
  }
  return loads;
}

Way way_over(double bridge_length, const std::vector<RunningLoad>& loads) {
  Way way;
  for (const RunningLoad& running : loads) {
    const Way extent = reach(running.load);
    // its front where the first load comes, and where the last one leaves
    const double one = (-extent.end - running.offset) / running.rate;
    const double other = (bridge_length - extent.begin - running.offset) / running.rate;
    way = {std::min({way.begin, one, other}), std::max({way.end, one, other})};
  }
  return way;
}

}  // namespace tread::structure
