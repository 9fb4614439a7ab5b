#include "tread/result/result_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <utility>

#include "tread/core/errors.hpp"
#include "tread/result/document.hpp"
#include "tread/result/hdf5_reader.hpp"
#include "tread/result/hdf5_writer.hpp"
#include "tread/result/json_types.hpp"
#include "tread/result/output_file.hpp"

namespace tread::result {
namespace {

namespace fs = std::filesystem;

/// Of the result.json beside which a result.h5 should lie; empty: there is none that tread wrote.
std::string version_of_result_json(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return {};
  const Tree root = Tree::parse(stream, nullptr, false);
  if (!root.is_object() || !root.contains("version") || !root.contains("results")) return {};
  return root["version"].is_string() ? root["version"].get<std::string>() : std::string();
}

fs::path file_of(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    throw IoError(fmt::format(
        "cannot read '{}': there is no such file or folder\n  hint: give a folder that 'tread run' "
        "wrote its results to",
        path.string()));
  }
  if (!fs::is_directory(path, error)) return path;
  const fs::path file = path / "result.h5";
  if (fs::exists(file, error)) return file;
  const std::string version = version_of_result_json(path / "result.json");
  if (version.empty()) {
    throw IoError(fmt::format(
        "'{}' is no folder of results: there is no result.h5 in it\n  hint: give a folder that "
        "'tread run' wrote its results to",
        path.string()));
  }
  throw IoError(
      fmt::format("'{}' holds results of tread {} without a result.h5, from which they could be "
                  "read again\n  hint: run the case again",
                  path.string(), version));
}

void check_file_format(const Hdf5Reader& reader) {
  if (reader.text_attribute("format") != "tread-result") {
    reader.refuse(
        "it is an HDF5 file, but not one of tread's results\n  hint: give the folder that holds "
        "the results, or the result.h5 in it");
  }
  const long long version = reader.integer_attribute("format_version");
  if (version >= 1 && version <= k_document_version) return;
  reader.refuse(fmt::format(
      "it has format {} and was written by tread {}; this version reads formats up to {}\n  hint: "
      "use the version that wrote it, or run the case again",
      version, reader.text_attribute("program_version"), k_document_version));
}

using Arrays = std::map<std::string, ArrayShape, std::less<>>;

/// Hears a tree word by word and notes every {"array": PATH, "shape": [..]}: as objects, the tree
/// of a large study would be many times larger. Without recursion: a damaged tree can be deep.
class ArrayListener {
 public:
  explicit ArrayListener(Arrays& arrays) : arrays_(arrays) {}

  bool null() { return value(0); }
  bool boolean(bool) { return value(0); }
  bool number_integer(Tree::number_integer_t) { return value(0); }
  bool number_unsigned(Tree::number_unsigned_t number) { return value(number); }
  bool number_float(Tree::number_float_t, const std::string&) { return value(0); }
  bool binary(Tree::binary_t&) { return value(0); }
  bool string(std::string& text) {
    if (key_ == "array" && !open_.empty()) {
      open_.back().names_array = true;
      open_.back().path = text;
    }
    return value(0);
  }
  bool key(std::string& text) {
    key_ = text;
    return true;
  }
  bool start_object(std::size_t) { return begin({}); }
  bool start_array(std::size_t) {
    Node node;
    node.is_shape = key_ == "shape" && !open_.empty();
    return begin(std::move(node));
  }
  bool end_object() {
    if (open_.back().names_array) arrays_[open_.back().path] = std::move(open_.back().shape);
    open_.pop_back();
    return true;
  }
  bool end_array() {
    Node node = std::move(open_.back());
    open_.pop_back();
    if (node.is_shape) open_.back().shape = std::move(node.shape);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const Tree::exception&) { return false; }

 private:
  struct Node {
    bool names_array = false;
    bool is_shape = false;
    std::string path{};
    ArrayShape shape{};
  };

  bool begin(Node node) {
    value(0);  // in a shape there are numbers, or it is none
    open_.push_back(std::move(node));
    return true;
  }
  bool value(std::size_t number) {
    key_.clear();
    if (!open_.empty() && open_.back().is_shape) open_.back().shape.push_back(number);
    return true;
  }

  Arrays& arrays_;
  std::vector<Node> open_;
  std::string key_;  // of the value that comes next
};

/// None where the tree is not JSON.
Arrays arrays_of(const std::string& tree) {
  Arrays arrays;
  ArrayListener listener(arrays);
  if (!Tree::sax_parse(tree, &listener)) return {};
  return arrays;
}

/// Numbers as integers; a damaged file may hold others.
std::vector<int> as_integers(const std::vector<double>& numbers, std::string_view path) {
  std::vector<int> integers;
  integers.reserve(numbers.size());
  for (const double number : numbers) {
    if (!(std::abs(number) <= std::numeric_limits<int>::max()) || number != std::floor(number)) {
      throw IoError(fmt::format("'{}' has {} where a whole number belongs", path, number));
    }
    integers.push_back(static_cast<int>(number));
  }
  return integers;
}

}  // namespace

void write_hdf5(const Result& result, const fs::path& file) {
  OutputBatch batch(file.parent_path());
  batch.add(file.filename().string(), [&](OutputFile& out) {
    write_document(document_of(result), result.program_version, file, out);
  });
  batch.commit();
}

struct ResultFile::Contents {
  Hdf5Reader reader;
  std::string tree;
  Arrays arrays;

  explicit Contents(Hdf5Reader opened) : reader(std::move(opened)) {
    check_file_format(reader);
    tree = reader.text_dataset("/document");
  }

  Hdf5Reader::Array open(std::string_view name) const {
    const auto found = arrays.find(name);
    if (found == arrays.end()) {
      reader.refuse(fmt::format("its document has no array '{}'", name));
    }
    Hdf5Reader::Array array = reader.array(found->first);
    if (array.shape != found->second) {
      reader.refuse(fmt::format(
          "'{}' has another shape than its document says\n  hint: the file is damaged; run the "
          "case again",
          name));
    }
    return array;
  }
};

void ResultFile::Close::operator()(Contents* contents) const {
  const Hdf5Session session;
  delete contents;
}

ResultFile::ResultFile(const fs::path& path) {
  const fs::path file = file_of(path);
  {
    const Hdf5Session session;
    contents_.reset(new Contents(Hdf5Reader(file)));
  }
  read_arrays();
}

ResultFile::ResultFile(const fs::path& path, int descriptor) {
  {
    const Hdf5Session session;
    contents_.reset(new Contents(Hdf5Reader(path, descriptor)));
  }
  read_arrays();
}

/// Others use the library in the meantime.
void ResultFile::read_arrays() { contents_->arrays = arrays_of(contents_->tree); }

ResultFile::~ResultFile() = default;

ResultFile::ResultFile(ResultFile&&) noexcept = default;

ResultFile& ResultFile::operator=(ResultFile&& other) noexcept {
  std::swap(contents_, other.contents_);
  return *this;
}

const std::string& ResultFile::tree() const { return contents_->tree; }

std::size_t ResultFile::ArrayInfo::n_values() const {
  return shape.empty() ? 0 : shape[0] * values_per_row();
}

std::size_t ResultFile::ArrayInfo::values_per_row() const { return result::values_per_row(shape); }

ResultFile::ArrayInfo ResultFile::info(std::string_view path) const {
  const Hdf5Session session;
  const Hdf5Reader::Array array = contents_->open(path);
  return {array.shape, array.is_integer, contents_->reader.unit_of(array)};
}

std::vector<double> ResultFile::read(std::string_view path, std::size_t first,
                                     std::size_t count) const {
  const Hdf5Session session;
  const Hdf5Reader::Array array = contents_->open(path);
  const std::size_t n = array.shape[0];
  if (first > n || count > n - first) {
    contents_->reader.refuse(
        fmt::format("'{}' has {} rows; {} from row {} on were asked for", path, n, count, first));
  }
  return contents_->reader.rows(std::string(path), array, first, count);
}

std::vector<double> ResultFile::read(std::string_view path) const {
  const Hdf5Session session;
  const Hdf5Reader::Array array = contents_->open(path);
  return contents_->reader.rows(std::string(path), array, 0, array.shape[0]);
}

std::vector<double> ResultFile::read_numbers(std::string_view path, std::size_t first,
                                             std::size_t count) const {
  const Hdf5Session session;
  const Hdf5Reader::Array array = contents_->open(path);
  const std::size_t n = array.shape[0] * result::values_per_row(array.shape);
  if (first > n || count > n - first) {
    contents_->reader.refuse(fmt::format("'{}' has {} numbers; {} from number {} on were asked for",
                                         path, n, count, first));
  }
  return contents_->reader.numbers(std::string(path), array, first, count);
}

Result read_result(const fs::path& path) {
  const ResultFile file(path);
  ArraySource arrays;
  arrays.numbers = [&file](std::string_view array) { return file.read(array); };
  arrays.integers = [&file](std::string_view array) {
    return as_integers(file.read(array), array);
  };
  try {
    return result_of(file.tree(), arrays);
  } catch (const IoError& error) {
    const std::string what = error.what();
    if (what.starts_with("cannot read")) throw;  // the file has spoken already
    throw IoError(fmt::format("cannot read '{}': {}", path.string(), what));
  }
}

}  // namespace tread::result
