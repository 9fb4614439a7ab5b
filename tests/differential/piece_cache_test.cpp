#include "tread/differential/piece_cache.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <limits>

#include "differential/small_pieces.hpp"
#include "tread/core/errors.hpp"

namespace tread::differential {
namespace {

namespace fs = std::filesystem;

void expect_same(const ElasticPiece& a, const ElasticPiece& b) {
  EXPECT_EQ(a.mesh.nodes, b.mesh.nodes);
  ASSERT_EQ(a.mesh.groups.size(), b.mesh.groups.size());
  for (std::size_t i = 0; i < a.mesh.groups.size(); ++i) {
    EXPECT_EQ(a.mesh.groups[i].name, b.mesh.groups[i].name);
    EXPECT_EQ(a.mesh.groups[i].shape, b.mesh.groups[i].shape);
    EXPECT_EQ(a.mesh.groups[i].nodes, b.mesh.groups[i].nodes);
  }
  EXPECT_EQ(a.surface.nodes, b.surface.nodes);
  EXPECT_EQ(a.surface.faces, b.surface.faces);
  EXPECT_EQ(a.surface.mesh_nodes, b.surface.mesh_nodes);
  EXPECT_EQ(a.compliance, b.compliance);
  EXPECT_EQ(a.radius, b.radius);
  EXPECT_EQ(a.material.shear_modulus, b.material.shear_modulus);
  EXPECT_EQ(a.settings.fine_size, b.settings.fine_size);
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// A rail in a cache of its own.
class PieceCacheTest : public testing::Test {
 protected:
  PieceCacheTest() : cache_(folder_.path()) { cache_.write(profile_, piece_); }

  ElasticPiece empty() const {
    return {piece_.settings, piece_.radius, piece_.material, {}, {}, {}};
  }
  /// The note on a file that is not to be used.
  std::string refusal(const std::string& content) {
    write(file(), content);
    std::vector<std::string> notes;
    ElasticPiece found = empty();
    EXPECT_FALSE(cache_.read(profile_, found, &notes));
    EXPECT_EQ(found.compliance.size(), 0);
    return notes.size() == 1 ? notes.front() : "";
  }
  fs::path file() const { return cache_.file_of(profile_, piece_); }

  testing_support::TemporaryFolder folder_;
  profile::Profile profile_ = small_pair().rail;
  ElasticPiece piece_ = small_pieces()->rail;
  PieceCache cache_;
};

TEST_F(PieceCacheTest, pieces_are_read_back_to_the_last_bit) {
  ElasticPiece found = empty();
  std::vector<std::string> notes;
  ASSERT_TRUE(cache_.read(profile_, found, &notes));
  expect_same(found, piece_);
  EXPECT_TRUE(notes.empty());
}

TEST_F(PieceCacheTest, one_wrong_bit_anywhere_is_seen) {
  const std::string good = read(file());
  // Every byte of the header and of the end, and some of all that is between.
  for (std::size_t at = 0; at < good.size();
       at += at < 128 || at + 64 > good.size() ? 1 : good.size() / 97) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    EXPECT_NE(refusal(bad), "") << "byte " << at;
  }
}

TEST_F(PieceCacheTest, files_that_are_cut_off_or_have_grown_are_seen) {
  const std::string good = read(file());
  for (const std::size_t length : {std::size_t{0}, std::size_t{7}, std::size_t{48}, good.size() / 2,
                                   good.size() - 8, good.size() - 1}) {
    EXPECT_NE(refusal(good.substr(0, length)), "") << length;
  }
  EXPECT_NE(refusal(good + std::string(8, '\0')), "");
}

TEST_F(PieceCacheTest, a_file_of_another_piece_under_this_name_is_seen) {
  ElasticPiece other = piece_;
  other.settings.coarse_size *= 1.5;
  cache_.write(profile_, other);
  EXPECT_NE(refusal(read(cache_.file_of(profile_, other))).find("another piece"),
            std::string::npos);
}

TEST_F(PieceCacheTest, another_version_is_named_as_such) {
  std::string old = read(file());
  old[16] = 77;
  EXPECT_NE(refusal(old).find("another version"), std::string::npos);
}

TEST_F(PieceCacheTest, numbers_that_are_not_finite_are_not_taken) {
  ElasticPiece broken = piece_;
  broken.compliance(0, 1) = std::numeric_limits<double>::quiet_NaN();
  cache_.write(profile_, broken);
  EXPECT_NE(refusal(read(file())).find("not finite"), std::string::npos);
}

TEST_F(PieceCacheTest, whatever_a_piece_comes_from_is_in_the_name_of_its_file) {
  std::vector<fs::path> names{file()};
  const auto add = [&](const auto& change) {
    ElasticPiece other = piece_;
    change(other);
    names.push_back(cache_.file_of(profile_, other));
  };
  add([](ElasticPiece& p) { p.settings.half_length *= 2; });
  add([](ElasticPiece& p) { p.settings.depth *= 2; });
  add([](ElasticPiece& p) { p.settings.lowest_y = -1; });
  add([](ElasticPiece& p) { p.settings.highest_y = 1; });
  add([](ElasticPiece& p) { p.settings.zone_lowest_y *= 2; });
  add([](ElasticPiece& p) { p.settings.zone_highest_y *= 2; });
  add([](ElasticPiece& p) { p.settings.zone_half_length *= 2; });
  add([](ElasticPiece& p) { p.settings.fine_size *= 2; });
  add([](ElasticPiece& p) { p.settings.coarse_size *= 2; });
  add([](ElasticPiece& p) { p.settings.order = ElementOrder::quadratic; });
  add([](ElasticPiece& p) { p.material.shear_modulus *= 2; });
  add([](ElasticPiece& p) { p.material.poisson_ratio = 0.2; });
  add([](ElasticPiece& p) { p.radius = 0.4; });
  names.push_back(cache_.file_of(profile::circular_rail(0.3001, 0.02), piece_));
  names.push_back(cache_.file_of(small_pair().wheel, piece_));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST_F(PieceCacheTest, nothing_but_the_file_is_left_behind) {
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 1);
}

TEST(PreparePair, cached_and_fresh_pieces_are_the_same_bits) {
  const testing_support::TemporaryFolder folder;
  const BodyPair steel{k_steel, k_steel};
  const fs::path cache = folder.path() / "made" / "when missing";
  const auto fresh = small_pieces();
  const auto first = prepare_pair(small_pair(), steel, small_settings(), cache);
  const auto again = prepare_pair(small_pair(), steel, small_settings(), cache);
  for (const auto& pieces : {first, again}) {
    expect_same(pieces->wheel, fresh->wheel);
    expect_same(pieces->rail, fresh->rail);
  }
}

TEST(PreparePair, a_damaged_cache_is_made_anew_and_told) {
  const testing_support::TemporaryFolder folder;
  const BodyPair steel{k_steel, k_steel};
  const auto first = prepare_pair(small_pair(), steel, small_settings(), folder.path());
  for (const auto& file : fs::directory_iterator(folder.path())) {
    std::string content = read(file.path());
    content[content.size() / 2] ^= 1;
    write(file.path(), content);
  }
  std::vector<std::string> notes;
  const auto second =
      prepare_pair(small_pair(), steel, small_settings(), folder.path(), nullptr, &notes);
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_NE(notes.front().find("is damaged: made anew"), std::string::npos);
  expect_same(second->wheel, first->wheel);
  notes.clear();
  prepare_pair(small_pair(), steel, small_settings(), folder.path(), nullptr, &notes);
  EXPECT_TRUE(notes.empty());
}

TEST(PreparePair, a_cache_folder_that_cannot_be_is_refused) {
  const testing_support::TemporaryFolder folder;
  write(folder.path() / "file", "no folder");
  try {
    prepare_pair(small_pair(), {k_steel, k_steel}, small_settings(),
                 folder.path() / "file" / "cache");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("choose another folder"), std::string::npos);
  }
}

}  // namespace
}  // namespace tread::differential
