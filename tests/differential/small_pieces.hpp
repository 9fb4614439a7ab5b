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

/// A folder of the test's own, removed in the end.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "tread-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace tread::differential
