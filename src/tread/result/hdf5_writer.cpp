#include "tread/result/hdf5_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <utility>

#include "tread/core/errors.hpp"
#include "tread/result/hdf5_library.hpp"

namespace tread::result {
namespace {

namespace fs = std::filesystem;

/// Up to here an array lies in the header of its dataset, beyond it in compressed chunks. Both are
/// guarded by checksums.
constexpr std::size_t k_small_bytes = 4096;
/// A reader unpacks a chunk at least: small for those who want few rows, large for compression.
constexpr std::size_t k_chunk_bytes = 128 * 1024;
constexpr unsigned k_deflate_level = 4;
constexpr std::size_t k_image_step = 1 << 20;
/// The library first looks whether there is a file of the name, and reads it. Nothing lies below a
/// thing that is no folder.
constexpr const char* k_name_of_no_file = "/dev/null/result.h5";

/// The bytes of a file that the library makes in memory. On disk it could fail amid a file, which
/// it then can neither finish nor let go of.
class Image {
 public:
  Image() = default;
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;
  ~Image() { std::free(bytes_); }

  H5FD_file_image_callbacks_t callbacks() {
    return {
        .image_malloc = [](std::size_t size, H5FD_file_image_op_t,
                           void* self) { return static_cast<Image*>(self)->resize(nullptr, size); },
        .image_memcpy = [](void* to, const void* from, std::size_t size, H5FD_file_image_op_t,
                           void*) { return std::memcpy(to, from, size); },
        .image_realloc = [](void* bytes, std::size_t size, H5FD_file_image_op_t,
                            void* self) { return static_cast<Image*>(self)->resize(bytes, size); },
        // The library is done with them, and we are not.
        .image_free = [](void*, H5FD_file_image_op_t, void*) -> herr_t { return 0; },
        .udata_copy = [](void* self) { return self; },
        .udata_free = [](void*) -> herr_t { return 0; },
        .udata = this};
  }

  /// What belongs on disk: memory is taken in large pieces, and where the file ends is said in its
  /// first block ("end of file address", after the signature, 4 bytes and two addresses).
  std::string_view bytes() const {
    constexpr std::size_t k_place_of_end = 28;
    std::uint64_t end = 0;
    if (size_ >= k_place_of_end + sizeof end) {
      std::memcpy(&end, static_cast<const char*>(bytes_) + k_place_of_end, sizeof end);
    }
    assert(end > 0 && end <= size_);
    return {static_cast<const char*>(bytes_), static_cast<std::size_t>(end)};
  }

 private:
  void* resize(void* bytes, std::size_t size) {
    assert(bytes == nullptr || bytes == bytes_);
    if (bytes == nullptr) {  // the library begins anew
      std::free(std::exchange(bytes_, nullptr));
      size_ = 0;
    }
    void* larger = std::realloc(bytes, size);
    if (larger == nullptr) return nullptr;
    if (size > size_) std::memset(static_cast<char*>(larger) + size_, 0, size - size_);
    bytes_ = larger;
    size_ = size;
    return larger;
  }

  void* bytes_ = nullptr;
  std::size_t size_ = 0;
};

/// A file that is being made.
class FileWriter {
 public:
  FileWriter(const fs::path& path, Image& image) : path_(path) {
    const Hdf5Id access(need(H5Pcreate(H5P_FILE_ACCESS)), H5Pclose);
    need(H5Pset_fapl_core(access.get(), k_image_step, false));
    H5FD_file_image_callbacks_t callbacks = image.callbacks();
    need(H5Pset_file_image_callbacks(access.get(), &callbacks));
    // From 1.10 on every piece of the file but raw numbers has a checksum: damage is found, not
    // computed with.
    need(H5Pset_libver_bounds(access.get(), H5F_LIBVER_V110, H5F_LIBVER_V110));
    const Hdf5Id creation = timeless(H5P_FILE_CREATE);
    file_ = {need(H5Fcreate(k_name_of_no_file, H5F_ACC_TRUNC, creation.get(), access.get())),
             H5Fclose};
    group_creation_ = timeless(H5P_GROUP_CREATE);
  }

  void write_attribute(std::string_view name, std::string_view text) {
    write_attribute(file_.get(), name, text);
  }

  void write_attribute(std::string_view name, int number) {
    const Hdf5Id space(need(H5Screate(H5S_SCALAR)), H5Sclose);
    const Hdf5Id attribute(need(H5Acreate2(file_.get(), std::string(name).c_str(), H5T_STD_I32LE,
                                           space.get(), H5P_DEFAULT, H5P_DEFAULT)),
                           H5Aclose);
    need(H5Awrite(attribute.get(), H5T_NATIVE_INT, &number));
  }

  /// A text as an array of one, which, unlike a text alone, can be compressed.
  void write_text(const std::string& path, std::string_view text) {
    const Hdf5Id type = text_type(text.size());
    const Shape shape = {1};
    const Hdf5Id dataset =
        make_dataset(path, type.get(), shape, std::max<std::size_t>(text.size(), 1));
    need(H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
  }

  void write(const ArrayView& array) {
    make_groups(array.path);
    std::visit([&](const auto values) { write(array, values); }, array.values);
  }

  void close() {
    group_creation_.close();
    need(file_.close() ? 0 : -1);
  }

 private:
  using Shape = std::vector<std::size_t>;

  template <class Result>
  Result need(Result result) const {
    if (result < 0) {
      throw IoError(fmt::format("cannot write '{}': {}", path_.string(), hdf5_reason()));
    }
    return result;
  }

  /// Without the times of creation: the same result is the same file, to the byte.
  Hdf5Id timeless(hid_t list_class) const {
    Hdf5Id list(need(H5Pcreate(list_class)), H5Pclose);
    need(H5Pset_obj_track_times(list.get(), false));
    return list;
  }

  Hdf5Id text_type(std::size_t size) const {
    Hdf5Id type(need(H5Tcopy(H5T_C_S1)), H5Tclose);
    need(H5Tset_size(type.get(), std::max<std::size_t>(size, 1)));
    need(H5Tset_strpad(type.get(), H5T_STR_NULLPAD));
    need(H5Tset_cset(type.get(), H5T_CSET_UTF8));
    return type;
  }

  void write_attribute(hid_t object, std::string_view name, std::string_view text) const {
    const Hdf5Id type = text_type(text.size());
    const Hdf5Id space(need(H5Screate(H5S_SCALAR)), H5Sclose);
    const Hdf5Id attribute(need(H5Acreate2(object, std::string(name).c_str(), type.get(),
                                           space.get(), H5P_DEFAULT, H5P_DEFAULT)),
                           H5Aclose);
    need(H5Awrite(attribute.get(), type.get(), text.empty() ? "" : text.data()));
  }

  void make_groups(const std::string& path) {
    for (std::size_t end = path.find('/', 1); end != std::string::npos;
         end = path.find('/', end + 1)) {
      const std::string group = path.substr(0, end);
      if (!groups_.insert(group).second) continue;
      Hdf5Id(need(H5Gcreate2(file_.get(), group.c_str(), H5P_DEFAULT, group_creation_.get(),
                             H5P_DEFAULT)),
             H5Gclose);
    }
  }

  template <class Number>
  void write(const ArrayView& array, std::span<const Number> values) {
    constexpr bool is_integer = std::is_integral_v<Number>;
    const Hdf5Id dataset = make_dataset(array.path, is_integer ? H5T_STD_I32LE : H5T_IEEE_F64LE,
                                        array.shape, sizeof(Number));
    if (!values.empty()) {
      need(H5Dwrite(dataset.get(), is_integer ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE, H5S_ALL,
                    H5S_ALL, H5P_DEFAULT, values.data()));
    }
    write_attribute(dataset.get(), "unit", array.unit);
    write_attribute(dataset.get(), "meaning", array.meaning);
  }

  Hdf5Id make_dataset(const std::string& path, hid_t type, const Shape& shape,
                      std::size_t bytes_per_value) {
    const std::vector<hsize_t> extents(shape.begin(), shape.end());
    const std::size_t bytes_per_row = bytes_per_value * values_per_row(shape);
    const Hdf5Id creation = timeless(H5P_DATASET_CREATE);
    if (shape[0] * bytes_per_row <= k_small_bytes) {
      need(H5Pset_layout(creation.get(), H5D_COMPACT));
    } else {
      std::vector<hsize_t> chunk = extents;  // whole rows: a frame of a history is never cut
      chunk[0] = std::clamp<hsize_t>(k_chunk_bytes / bytes_per_row, 1, extents[0]);
      need(H5Pset_chunk(creation.get(), static_cast<int>(chunk.size()), chunk.data()));
      need(H5Pset_shuffle(creation.get()));
      need(H5Pset_deflate(creation.get(), k_deflate_level));
      need(H5Pset_fletcher32(creation.get()));
    }
    const Hdf5Id space(
        need(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr)),
        H5Sclose);
    return {need(H5Dcreate2(file_.get(), path.c_str(), type, space.get(), H5P_DEFAULT,
                            creation.get(), H5P_DEFAULT)),
            H5Dclose};
  }

  fs::path path_;
  Hdf5Id file_;
  Hdf5Id group_creation_;
  std::set<std::string> groups_;
};

}  // namespace

void write_document(const Document& document, std::string_view program_version,
                    const fs::path& path, OutputFile& file) {
  Image image;
  {
    const Hdf5Session session;
    FileWriter writer(path, image);
    writer.write_attribute("format", "tread-result");
    writer.write_attribute("format_version", k_document_version);
    writer.write_attribute("program_version", program_version);
    writer.write_text("/document", document.tree);
    for (const ArrayView& array : document.arrays) writer.write(array);
    writer.close();
  }
  file.write(image.bytes());
}

}  // namespace tread::result
