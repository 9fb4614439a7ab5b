#pragma once

#include <filesystem>

#include "tread/differential/elastic_contact.hpp"
#include "tread/differential/elastic_piece.hpp"

namespace tread::casefile {

/// Wheel and rail as elastic bodies of finite elements, as a case asks for them. SI.
struct DifferentialCase {
  /// Where prepared pieces are kept. user: where programs of this user keep such files.
  enum class Cache { user, off, folder };

  differential::ElasticContactSettings contact;  // friction and slowest speed: as of all models
  differential::PairPieceSettings pieces;
  Cache cache = Cache::user;
  std::filesystem::path cache_folder;  // of Cache::folder
};

}  // namespace tread::casefile
