#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tread/core/word_digest.hpp"
#include "tread/differential/elastic_piece.hpp"

namespace tread::differential {

/// Pieces on disk, a file each, named by a digest of all they come from: profile, radius, material,
/// settings and the version of the format.
///
/// A file is words of 8 bytes, in the order of bytes of the machine: "treadpce", a mark of the
/// order of bytes, version, digest of the key (2), number of words in the file; then mesh, surface
/// and upper triangle of the compliance; last a digest of all words before (2).
class PieceCache {
 public:
  /// Makes the folder. Throws ModelError when it cannot be written.
  explicit PieceCache(std::filesystem::path folder);

  /// The file of a piece, which need not be there.
  std::filesystem::path file_of(const profile::Profile& profile, const ElasticPiece& piece) const;

  /// Fills mesh, surface and compliance of a piece whose settings, radius and material are there
  /// already. False when there is no file, or one that cannot be used: then a note says why.
  bool read(const profile::Profile& profile, ElasticPiece& piece,
            std::vector<std::string>* notes) const;

  /// Written under another name and renamed: others see all of the file or nothing. Throws
  /// ModelError when the disk is full.
  void write(const profile::Profile& profile, const ElasticPiece& piece) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace tread::differential
