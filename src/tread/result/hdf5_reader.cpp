#include "tread/result/hdf5_reader.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <system_error>

#include "tread/core/errors.hpp"
#include "tread/result/document.hpp"

namespace tread::result {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_signature("\x89HDF\r\n\x1a\n", 8);
/// Deflate packs at most about 1030 to 1: what claims more is damaged and would only eat memory.
constexpr std::size_t k_largest_packing = 1100;

/// A file open for reading. Throws IoError if it cannot be opened. Without waiting: opening a pipe
/// would wait for its writer, maybe for ever.
class InputFile {
 public:
  explicit InputFile(const fs::path& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
    if (descriptor_ >= 0) return;
    throw IoError(fmt::format("cannot read '{}': {}", path.string(),
                              std::error_code(errno, std::generic_category()).message()));
  }
  ~InputFile() { ::close(descriptor_); }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/// Negative: it is no regular file.
long long n_bytes_of(int descriptor) {
  struct stat state {};
  const bool is_regular = ::fstat(descriptor, &state) == 0 && S_ISREG(state.st_mode);
  return is_regular ? state.st_size : -1;
}

/// The first bytes of a file; fewer if it has fewer.
std::string first_bytes(int descriptor, std::size_t count) {
  std::string bytes(count, '\0');
  const ssize_t n = ::pread(descriptor, bytes.data(), count, 0);
  bytes.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  return bytes;
}

bool is_known_filter(H5Z_filter_t filter) {
  return filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_DEFLATE ||
         filter == H5Z_FILTER_FLETCHER32;
}

std::vector<std::size_t> shape_of(hid_t space) {
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank <= 0) return {};
  std::vector<hsize_t> extents(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space, extents.data(), nullptr);
  return {extents.begin(), extents.end()};
}

/// Each is unpacked in memory: none is larger than the array.
bool has_fitting_chunks(hid_t creation, const std::vector<std::size_t>& shape) {
  if (H5Pget_layout(creation) != H5D_CHUNKED) return true;
  const int rank = static_cast<int>(shape.size());
  std::vector<hsize_t> chunk(shape.size());
  return H5Pget_chunk(creation, rank, chunk.data()) == rank &&
         std::ranges::equal(chunk, shape, std::ranges::less_equal());
}

/// False if there are more than a machine can count.
bool product(const std::vector<std::size_t>& factors, std::size_t& result) {
  for (const std::size_t factor : factors) {
    if (factor != 0 && result > std::numeric_limits<std::size_t>::max() / factor) return false;
    result *= factor;
  }
  return true;
}

/// A box of an array: where it begins and how far it reaches along each dimension.
struct Box {
  std::vector<hsize_t> start;
  std::vector<hsize_t> extents;
  std::size_t n_numbers = 0;
};

/// The largest box that holds number `first` of an array and those that follow it in memory, `most`
/// of them at most.
Box box_from(const std::vector<std::size_t>& shape, std::size_t first, std::size_t most) {
  Box box{std::vector<hsize_t>(shape.size()), std::vector<hsize_t>(shape.size(), 1), 0};
  for (std::size_t d = shape.size(); d-- > 0; first /= shape[d]) box.start[d] = first % shape[d];
  std::size_t dimension = shape.size() - 1;
  std::size_t step = 1;  // numbers to the next one along the dimension
  while (dimension > 0 && box.start[dimension] == 0 && shape[dimension] <= most / step) {
    box.extents[dimension] = shape[dimension];
    step *= shape[dimension--];
  }
  box.extents[dimension] = std::min<hsize_t>(shape[dimension] - box.start[dimension], most / step);
  box.n_numbers = box.extents[dimension] * step;
  return box;
}

/// The text without the zeros that fill it up.
std::string without_filling(std::string text) {
  const std::size_t last = text.find_last_not_of('\0');
  text.resize(last == std::string::npos ? 0 : last + 1);
  return text;
}

}  // namespace

Hdf5Reader::Hdf5Reader(const fs::path& path) : path_(path) {
  open(InputFile(path).descriptor(), path.string());
}

Hdf5Reader::Hdf5Reader(const fs::path& path, int descriptor) : path_(path) {
  // The library opens by name alone.
  open(descriptor, fmt::format("/proc/self/fd/{}", descriptor));
}

void Hdf5Reader::open(int descriptor, const std::string& name) {
  const long long n_bytes = n_bytes_of(descriptor);
  if (n_bytes < 0) refuse("it is not a regular file");
  const std::string begin = first_bytes(descriptor, k_signature.size());
  if (begin.empty()) refuse("the file is empty\n  hint: run the case again");
  if (begin != k_signature) {
    refuse(
        "it is not an HDF5 file\n  hint: give the folder that holds the results, or the result.h5 "
        "in it");
  }
  const Hdf5Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_file_locking(access.get(), false, true);  // files are replaced, never written into
  file_ = {H5Fopen(name.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose};
  if (!file_.is_valid()) refuse_damaged(hdf5_reason());
  // Of a file that somebody still has open the library takes what it knew of it then.
  hsize_t n_known = 0;
  if (H5Fget_filesize(file_.get(), &n_known) < 0 || n_known > static_cast<hsize_t>(n_bytes)) {
    refuse_damaged("it is shorter than it was");
  }
}

void Hdf5Reader::refuse(const std::string& reason) const {
  throw IoError(fmt::format("cannot read '{}': {}", path_.string(), reason));
}

void Hdf5Reader::refuse_damaged(const std::string& what) const {
  refuse(fmt::format("{}\n  hint: the file is cut off or damaged; run the case again", what));
}

std::size_t Hdf5Reader::size() const {
  hsize_t n_bytes = 0;
  return H5Fget_filesize(file_.get(), &n_bytes) < 0 ? 0 : static_cast<std::size_t>(n_bytes);
}

std::string Hdf5Reader::text_attribute(const char* name) const {
  return text_attribute_of(file_.get(), name);
}

std::string Hdf5Reader::text_attribute_of(hid_t object, const char* name) const {
  if (H5Aexists(object, name) <= 0) return {};
  const Hdf5Id attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  if (!attribute.is_valid()) return {};
  const Hdf5Id type(H5Aget_type(attribute.get()), H5Tclose);
  const Hdf5Id space(H5Aget_space(attribute.get()), H5Sclose);
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0 ||
      H5Sget_simple_extent_npoints(space.get()) != 1 || H5Tget_size(type.get()) > size()) {
    return {};
  }
  std::string text(H5Tget_size(type.get()), '\0');
  if (H5Aread(attribute.get(), type.get(), text.data()) < 0) return {};
  return without_filling(std::move(text));
}

long long Hdf5Reader::integer_attribute(const char* name) const {
  if (H5Aexists(file_.get(), name) <= 0) return -1;
  const Hdf5Id attribute(H5Aopen(file_.get(), name, H5P_DEFAULT), H5Aclose);
  if (!attribute.is_valid()) return -1;
  const Hdf5Id type(H5Aget_type(attribute.get()), H5Tclose);
  const Hdf5Id space(H5Aget_space(attribute.get()), H5Sclose);
  long long number = -1;
  if (H5Tget_class(type.get()) != H5T_INTEGER || H5Sget_simple_extent_npoints(space.get()) != 1 ||
      H5Aread(attribute.get(), H5T_NATIVE_LLONG, &number) < 0) {
    return -1;
  }
  return number;
}

// A link of another kind, or a dataset kept elsewhere, could show any file of the machine.
Hdf5Id Hdf5Reader::open_dataset(const std::string& path) const {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    H5L_info_t link{};
    if (H5Lget_info(file_.get(), path.substr(0, end).c_str(), &link, H5P_DEFAULT) < 0 ||
        link.type != H5L_TYPE_HARD) {
      refuse_damaged(fmt::format("there is no '{}' in it", path));
    }
    if (end == std::string::npos) break;
  }
  Hdf5Id dataset(H5Dopen2(file_.get(), path.c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset.is_valid()) refuse_damaged(fmt::format("'{}': {}", path, hdf5_reason()));
  check_storage(path, dataset);
  return dataset;
}

void Hdf5Reader::check_storage(const std::string& path, const Hdf5Id& dataset) const {
  const Hdf5Id creation(H5Dget_create_plist(dataset.get()), H5Pclose);
  const int n_filters = H5Pget_nfilters(creation.get());
  bool is_ours = creation.is_valid() && n_filters >= 0 &&
                 H5Pget_external_count(creation.get()) == 0 &&
                 H5Pget_layout(creation.get()) != H5D_VIRTUAL;
  for (int i = 0; is_ours && i < n_filters; ++i) {
    unsigned flags = 0;
    std::size_t n_values = 0;
    const H5Z_filter_t filter = H5Pget_filter2(creation.get(), static_cast<unsigned>(i), &flags,
                                               &n_values, nullptr, 0, nullptr, nullptr);
    is_ours = is_known_filter(filter);
  }
  const Hdf5Id space(H5Dget_space(dataset.get()), H5Sclose);
  const std::vector<std::size_t> shape = shape_of(space.get());
  if (!is_ours || !has_fitting_chunks(creation.get(), shape)) {
    refuse(fmt::format("'{}' is not stored as tread stores arrays", path));
  }
  const Hdf5Id type(H5Dget_type(dataset.get()), H5Tclose);
  std::size_t n_bytes = H5Tget_size(type.get());
  const bool is_counted = product(shape, n_bytes);
  // What is stored is what a header claims: at most the file, of which the disk knows the size.
  const std::size_t n_stored = H5Dget_storage_size(dataset.get());
  if (!is_counted || n_stored > size() || n_bytes / k_largest_packing > n_stored ||
      (n_bytes > 0 && n_stored == 0)) {
    refuse_damaged(fmt::format("'{}' is larger than what is stored of it", path));
  }
}

std::string Hdf5Reader::text_dataset(const std::string& path) const {
  const Hdf5Id dataset = open_dataset(path);
  const Hdf5Id type(H5Dget_type(dataset.get()), H5Tclose);
  const Hdf5Id space(H5Dget_space(dataset.get()), H5Sclose);
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0 ||
      H5Sget_simple_extent_npoints(space.get()) != 1) {
    refuse_damaged(fmt::format("'{}' is no text", path));
  }
  std::string text(H5Tget_size(type.get()), '\0');
  if (H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0) {
    refuse_damaged(fmt::format("'{}': {}", path, hdf5_reason()));
  }
  return without_filling(std::move(text));
}

Hdf5Reader::Array Hdf5Reader::array(const std::string& path) const {
  Hdf5Id dataset = open_dataset(path);
  const Hdf5Id type(H5Dget_type(dataset.get()), H5Tclose);
  const Hdf5Id space(H5Dget_space(dataset.get()), H5Sclose);
  // Nothing but what is written: others could unpack to much more than is stored.
  const bool is_integer = H5Tequal(type.get(), H5T_STD_I32LE) > 0;
  const bool is_number = H5Tequal(type.get(), H5T_IEEE_F64LE) > 0;
  std::vector<std::size_t> shape = shape_of(space.get());
  if (shape.empty() || (!is_integer && !is_number)) {
    refuse_damaged(fmt::format("'{}' is no array of numbers", path));
  }
  return {std::move(dataset), std::move(shape), is_integer};
}

std::string Hdf5Reader::unit_of(const Array& array) const {
  return text_attribute_of(array.dataset.get(), "unit");
}

std::vector<double> Hdf5Reader::rows(const std::string& path, const Array& array, std::size_t first,
                                     std::size_t count) const {
  const std::size_t per_row = values_per_row(array.shape);
  return numbers(path, array, first * per_row, count * per_row);
}

std::vector<double> Hdf5Reader::numbers(const std::string& path, const Array& array,
                                        std::size_t first, std::size_t count) const {
  std::vector<double> values(count);
  const Hdf5Id space(H5Dget_space(array.dataset.get()), H5Sclose);
  for (std::size_t n = 0; n < count;) {
    const Box box = box_from(array.shape, first + n, count - n);
    // Of the same shape: the library maps a box onto another one number by number.
    const Hdf5Id memory(
        H5Screate_simple(static_cast<int>(box.extents.size()), box.extents.data(), nullptr),
        H5Sclose);
    if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, box.start.data(), nullptr,
                            box.extents.data(), nullptr) < 0 ||
        H5Dread(array.dataset.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT,
                values.data() + n) < 0) {
      refuse_damaged(fmt::format("'{}': {}", path, hdf5_reason()));
    }
    n += box.n_numbers;
  }
  return values;
}

}  // namespace tread::result
