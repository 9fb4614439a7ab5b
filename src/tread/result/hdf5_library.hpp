#pragma once

#include <hdf5.h>

#include <mutex>
#include <string>
#include <utility>

namespace tread::result {

/// The HDF5 library made safe to use: handles that close themselves, one caller at a time, errors
/// as text instead of print on standard error.

/// Whoever calls the library holds one. Only one thread at a time does: most builds of the library
/// are not made for several. From the first on the library prints nothing, also at the end of the
/// program, where it would complain about what damaged files made it lose.
class Hdf5Session {
 public:
  Hdf5Session();

 private:
  std::unique_lock<std::mutex> lock_;
};

/// Why the last call failed, as far down as the library knows; "unknown" if it does not.
std::string hdf5_reason();

/// A thing of the library, closed at the end. Its session must outlive it.
class Hdf5Id {
 public:
  using Close = herr_t (*)(hid_t);

  Hdf5Id() = default;
  Hdf5Id(hid_t id, Close how) : id_(id), close_(how) {}
  Hdf5Id(Hdf5Id&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Id& operator=(Hdf5Id&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Hdf5Id() { close(); }

  bool is_valid() const { return id_ >= 0; }
  hid_t get() const { return id_; }

  /// @returns whether all went well; a file reaches the disk only now.
  bool close() {
    const hid_t id = std::exchange(id_, -1);
    return id < 0 || close_(id) >= 0;
  }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

}  // namespace tread::result
