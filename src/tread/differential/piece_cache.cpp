#include "tread/differential/piece_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <system_error>
#include <type_traits>

#include "tread/core/errors.hpp"
#include "tread/differential/piece_section.hpp"

namespace tread::differential {
namespace {

namespace fs = std::filesystem;
using Word = std::uint64_t;

constexpr Word k_version = 2;
constexpr Word k_order_of_bytes = 0x0102030405060708;
constexpr std::size_t k_header_words = 6;
constexpr std::size_t k_end_words = 2;

Word magic() { return std::bit_cast<Word>(std::array{'t', 'r', 'e', 'a', 'd', 'p', 'c', 'e'}); }

WordDigest key_of(const profile::Profile& profile, const ElasticPiece& piece) {
  const PieceSettings& s = piece.settings;
  WordDigest key;
  key.add(k_version);
  key.add(k_order_of_bytes);
  key.add(static_cast<Word>(profile.kind()));
  key.add(static_cast<Word>(profile.points().size()));
  for (const profile::ProfilePoint& point : profile.points()) {
    key.add(point.y);
    key.add(point.z);
  }
  for (const double value :
       {piece.radius, piece.material.shear_modulus, piece.material.poisson_ratio, s.half_length,
        s.depth, s.lowest_y, s.highest_y, s.zone_lowest_y, s.zone_highest_y, s.zone_half_length,
        s.fine_size, s.radius_share, s.coarse_size}) {
    key.add(value);
  }
  key.add(static_cast<Word>(s.order));
  return key;
}

constexpr std::array k_groups{"body", "contact", "cut"};

// What a file holds, in one place for writing (a const piece) and reading: `words` takes or fills
// each number.

template <class Words, class Matrix>
void visit_matrix(Words& words, Matrix& matrix) {
  const std::size_t n_rows = words.size(static_cast<std::size_t>(matrix.rows()));
  const std::size_t n_columns = words.size(static_cast<std::size_t>(matrix.cols()));
  words.expect(static_cast<double>(n_rows) * static_cast<double>(n_columns));
  if constexpr (!std::is_const_v<Matrix>) {
    matrix.resize(static_cast<Eigen::Index>(n_rows), static_cast<Eigen::Index>(n_columns));
  }
  for (auto& value : matrix.reshaped()) words.item(value);
}

/// Of a symmetric matrix the upper triangle, column by column.
template <class Words, class Matrix>
void visit_symmetric(Words& words, Matrix& matrix) {
  const std::size_t n = words.size(static_cast<std::size_t>(matrix.rows()));
  words.expect(static_cast<double>(n) * (static_cast<double>(n) + 1) / 2);
  if constexpr (!std::is_const_v<Matrix>) {
    matrix.resize(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  }
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    for (Eigen::Index i = 0; i <= j; ++i) words.item(matrix(i, j));
  }
}

template <class Words, class Numbers>
void visit_list(Words& words, Numbers& numbers) {
  const std::size_t n = words.size(numbers.size());
  words.expect(static_cast<double>(n));
  if constexpr (!std::is_const_v<Numbers>) numbers.resize(n);
  for (auto& number : numbers) words.item(number);
}

/// @pre the mesh has the groups k_groups
template <class Words, class Piece>
void visit_piece(Words& words, Piece& piece) {
  visit_matrix(words, piece.mesh.nodes);
  for (std::size_t i = 0; i < k_groups.size(); ++i) {
    words.item(piece.mesh.groups[i].shape);
    visit_matrix(words, piece.mesh.groups[i].nodes);
  }
  visit_matrix(words, piece.surface.nodes);
  visit_matrix(words, piece.surface.faces);
  visit_list(words, piece.surface.mesh_nodes);
  visit_symmetric(words, piece.compliance);
}

/// Numbers to words and back.
Word word_of(double value) { return std::bit_cast<Word>(value); }
Word word_of(int value) { return static_cast<Word>(static_cast<std::int64_t>(value)); }
Word word_of(fem::ElementShape value) { return static_cast<Word>(value); }

void from_word(Word word, double& value) { value = std::bit_cast<double>(word); }
void from_word(Word word, int& value) { value = static_cast<int>(word); }
void from_word(Word word, fem::ElementShape& value) {
  value = static_cast<fem::ElementShape>(word);
}

class CountingWords {
 public:
  std::size_t size(std::size_t n) {
    ++n_;
    return n;
  }
  void expect(double) {}
  template <class Value>
  void item(const Value&) {
    ++n_;
  }
  std::size_t n() const { return n_; }

 private:
  std::size_t n_ = 0;
};

constexpr std::size_t k_buffer_words = 1 << 16;

class WordsToFile {
 public:
  explicit WordsToFile(const fs::path& path) : file_(path, std::ios::binary) {
    buffer_.reserve(k_buffer_words);
  }

  std::size_t size(std::size_t n) {
    put(n);
    return n;
  }
  void expect(double) {}
  template <class Value>
  void item(const Value& value) {
    put(word_of(value));
  }
  void put(Word word) {
    digest_.add(word);
    buffer_.push_back(word);
    if (buffer_.size() == k_buffer_words) flush();
  }
  /// False: not all could be written.
  bool end() {
    const WordDigest sum = digest_;
    put(sum.high());
    put(sum.low());
    flush();
    file_.close();
    return file_.good();
  }

 private:
  void flush() {
    file_.write(reinterpret_cast<const char*>(buffer_.data()),
                static_cast<std::streamsize>(buffer_.size() * sizeof(Word)));
    buffer_.clear();
  }

  std::ofstream file_;
  std::vector<Word> buffer_;
  WordDigest digest_;
};

/// Why a file cannot be used.
class Unusable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class WordsFromFile {
 public:
  explicit WordsFromFile(const fs::path& path)
      : file_(path, std::ios::binary), left_(n_words(path)) {
    if (!file_) throw Unusable("cannot be read");
    if (left_ < k_header_words + k_end_words) throw Unusable("is too short");
  }

  std::size_t n_left() const { return left_; }

  std::size_t size(std::size_t) { return get(); }
  /// Never more than the file still has: a damaged one takes no memory.
  void expect(double n) {
    if (n > static_cast<double>(left_)) throw Unusable("is damaged");
  }
  template <class Value>
  void item(Value& value) {
    from_word(get(), value);
  }
  Word get() {
    if (left_ == 0) throw Unusable("is too short");
    --left_;
    if (next_ == buffer_.size()) fill();
    const Word word = buffer_[next_++];
    digest_.add(word);
    return word;
  }
  const WordDigest& digest() const { return digest_; }

 private:
  static std::size_t n_words(const fs::path& path) {
    const auto n_bytes = static_cast<std::size_t>(fs::file_size(path));
    if (n_bytes % sizeof(Word) != 0) throw Unusable("is cut off");
    return n_bytes / sizeof(Word);
  }
  void fill() {
    buffer_.resize(std::min(k_buffer_words, left_ + 1));
    next_ = 0;
    const auto n_bytes = static_cast<std::streamsize>(buffer_.size() * sizeof(Word));
    if (!file_.read(reinterpret_cast<char*>(buffer_.data()), n_bytes)) {
      throw Unusable("cannot be read");
    }
  }

  std::ifstream file_;
  std::size_t left_;
  std::vector<Word> buffer_;
  std::size_t next_ = 0;
  WordDigest digest_;
};

void read_header(WordsFromFile& words, const WordDigest& key) {
  const std::size_t n_words = words.n_left();
  if (words.get() != magic()) throw Unusable("is no elastic piece");
  if (words.get() != k_order_of_bytes)
    throw Unusable("is of a machine with another order of bytes");
  if (words.get() != k_version) throw Unusable("is of another version");
  const Word high = words.get();
  const Word low = words.get();
  if (high != key.high() || low != key.low()) {
    throw Unusable("is of another piece (profile, settings or material)");
  }
  if (words.get() != n_words) throw Unusable("is cut off or has grown");
}

void read_end(WordsFromFile& words) {
  const WordDigest sum = words.digest();
  const Word high = words.get();
  const Word low = words.get();
  if (high != sum.high() || low != sum.low() || words.n_left() != 0) throw Unusable("is damaged");
}

void read_file(const fs::path& path, const WordDigest& key, ElasticPiece& piece) {
  WordsFromFile words(path);
  read_header(words, key);
  for (const char* name : k_groups) piece.mesh.groups.push_back({name, {}, {}, {}});
  visit_piece(words, piece);
  read_end(words);
  if (!piece.compliance.diagonal().allFinite() || !piece.mesh.nodes.allFinite()) {
    throw Unusable("has numbers that are not finite");
  }
  for (Eigen::Index j = 0; j < piece.compliance.cols(); ++j) {
    for (Eigen::Index i = 0; i < j; ++i) {
      if (!std::isfinite(piece.compliance(i, j))) {
        throw Unusable("has numbers that are not finite");
      }
      piece.compliance(j, i) = piece.compliance(i, j);
    }
  }
}

/// An empty file of a name that nobody else has; empty path: none can be made.
fs::path new_file_beside(const fs::path& path) {
  for (int trial = 0;; ++trial) {
    const std::string name = fmt::format("{}.{}-{}", path.string(), getpid(), trial);
    const int file = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (file >= 0) {
      close(file);
      return name;
    }
    if (errno != EEXIST) return {};
  }
}

[[noreturn]] void refuse_folder(const fs::path& folder) {
  throw ModelError(fmt::format(
      "the cache folder {} of elastic pieces cannot be written ({}): choose another folder, or "
      "leave it out to compute the pieces anew each time",
      folder.string(), std::strerror(errno)));
}

}  // namespace

PieceCache::PieceCache(fs::path folder) : folder_(std::move(folder)) {
  std::error_code failure;
  fs::create_directories(folder_, failure);
  const fs::path trial = failure ? fs::path() : new_file_beside(folder_ / "trial");
  if (trial.empty()) {
    if (failure) errno = failure.value();
    refuse_folder(folder_);
  }
  fs::remove(trial, failure);
}

fs::path PieceCache::file_of(const profile::Profile& profile, const ElasticPiece& piece) const {
  return folder_ / fmt::format("{}-{}.piece", name_of(profile), key_of(profile, piece).hex());
}

bool PieceCache::read(const profile::Profile& profile, ElasticPiece& piece,
                      std::vector<std::string>* notes) const {
  const fs::path path = file_of(profile, piece);
  std::error_code failure;
  if (!fs::exists(path, failure)) return false;
  std::string reason;
  try {
    ElasticPiece read{piece.settings, piece.radius, piece.material, {}, {}, {}};
    read_file(path, key_of(profile, piece), read);
    piece = std::move(read);
    return true;
  } catch (const Unusable& unusable) {
    reason = unusable.what();
  } catch (const fs::filesystem_error&) {
    reason = "cannot be read";
  }
  if (notes != nullptr) {
    notes->push_back(
        fmt::format("the cached elastic piece {} {}: made anew", path.string(), reason));
  }
  return false;
}

void PieceCache::write(const profile::Profile& profile, const ElasticPiece& piece) const {
  const fs::path path = file_of(profile, piece);
  const fs::path unfinished = new_file_beside(path);
  if (unfinished.empty()) refuse_folder(folder_);
  CountingWords counted;
  visit_piece(counted, piece);
  const WordDigest key = key_of(profile, piece);
  WordsToFile words(unfinished);
  for (const Word word : {magic(), k_order_of_bytes, k_version, key.high(), key.low(),
                          Word{k_header_words + counted.n() + k_end_words}}) {
    words.put(word);
  }
  visit_piece(words, piece);
  std::error_code failure;
  if (words.end()) {
    fs::rename(unfinished, path, failure);
    if (!failure) return;
  }
  fs::remove(unfinished, failure);
  throw ModelError(fmt::format(
      "the elastic piece {} of {:.0f} MB cannot be written: free some space, or choose another "
      "cache folder",
      path.string(), static_cast<double>(counted.n()) * 8e-6));
}

}  // namespace tread::differential
