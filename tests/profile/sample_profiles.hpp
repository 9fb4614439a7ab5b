#pragma once

#include "tread/profile/contact_search.hpp"
#include "tread/profile/standard_profiles.hpp"

namespace tread::profile::test {

/// The Manchester contact benchmark's pair: S1002 on UIC60 laid 1:40, gauge 1435 mm.
inline WheelRailPair benchmark_pair() {
  return {s1002(), rail_head(RailHead::uic60, 1.0 / 40), {}, {}};
}

}  // namespace tread::profile::test
