#pragma once

#include <cstddef>
#include <mutex>
#include <utility>

namespace tread::view {

/// How much memory answers may take for whole rows. A file has a row as one packed piece: who sends
/// a large one part by part unpacks it once and keeps it, or unpacks it for every part. The first
/// is fast, the second needs little; so a few answers may keep theirs.
class LargeRows {
 public:
  /// Room that was given, returned at the end.
  class Room {
   public:
    Room() = default;
    Room(LargeRows& rows, std::size_t n_bytes) : rows_(&rows), n_bytes_(n_bytes) {}
    Room(Room&& other) noexcept
        : rows_(std::exchange(other.rows_, nullptr)), n_bytes_(other.n_bytes_) {}
    Room& operator=(Room&& other) noexcept {
      std::swap(rows_, other.rows_);
      std::swap(n_bytes_, other.n_bytes_);
      return *this;
    }
    ~Room() {
      if (rows_ != nullptr) rows_->give_back(n_bytes_);
    }
    explicit operator bool() const { return rows_ != nullptr; }

   private:
    LargeRows* rows_ = nullptr;
    std::size_t n_bytes_ = 0;
  };

  /// No room if too much is given already; however much is wanted, one may have it.
  Room take(std::size_t n_bytes) {
    const std::lock_guard lock(mutex_);
    if (n_taken_ > 0 && n_taken_ + n_bytes > k_most_bytes) return {};
    n_taken_ += n_bytes;
    return {*this, n_bytes};
  }

  static constexpr std::size_t k_most_bytes = 96 * 1024 * 1024;

 private:
  void give_back(std::size_t n_bytes) {
    const std::lock_guard lock(mutex_);
    n_taken_ -= n_bytes;
  }

  std::mutex mutex_;
  std::size_t n_taken_ = 0;
};

}  // namespace tread::view
