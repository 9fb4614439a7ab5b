#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

#include "tread/differential/elastic_piece.hpp"
#include "tread/profile/standard_profiles.hpp"

namespace tread::differential {

inline const Material k_steel = Material::from_young(2.1e11, 0.3);

/// A barrel on a round rail, with few elements.
inline profile::WheelRailPair small_pair() {
  return {profile::circular_wheel(0.25, 0.02), profile::circular_rail(0.3, 0.02), {}, {}};
}

inline PairPieceSettings small_settings(ElementOrder order = ElementOrder::linear) {
  PieceSettings s;
  s.half_length = 0.014;
  s.depth = 0.014;
  s.zone_lowest_y = -0.006;
  s.zone_highest_y = 0.006;
  s.zone_half_length = 0.006;
  s.fine_size = 2.5e-3;
  s.coarse_size = 5e-3;
  s.order = order;
  return {s, s};
}

inline std::shared_ptr<const ElasticPair> small_pieces(ElementOrder order = ElementOrder::linear,
                                                       const Material& material = k_steel) {
  return prepare_pair(small_pair(), {material, material}, small_settings(order), {});
}

}  // namespace tread::differential
