#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <list>
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

  /// How long an answer waits for room, at its first piece and at every later one.
  struct Patience {
    std::chrono::milliseconds first{20'000};
    std::chrono::milliseconds later{200};
  };
  LargeRows() = default;
  explicit LargeRows(const Patience& patience) : patience_(patience) {}
  const Patience& patience() const { return patience_; }

  /// Waits behind those who asked before; no room if there is none until then. However much is
  /// wanted, one may have it.
  Room take(std::size_t n_bytes, std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    const auto self = waiting_.insert(waiting_.end(), n_bytes);
    const bool has_room = changed_.wait_for(
        lock, patience, [&] { return self == waiting_.begin() && fits(n_bytes); });
    waiting_.erase(self);
    if (has_room) n_taken_ += n_bytes;
    changed_.notify_all();
    return has_room ? Room(*this, n_bytes) : Room();
  }

  static constexpr std::size_t k_most_bytes = 96 * 1024 * 1024;

 private:
  bool fits(std::size_t n_bytes) const {
    return n_taken_ == 0 || n_taken_ + n_bytes <= k_most_bytes;
  }

  void give_back(std::size_t n_bytes) {
    const std::lock_guard lock(mutex_);
    n_taken_ -= n_bytes;
    changed_.notify_all();
  }

  Patience patience_{};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::size_t> waiting_;  // bytes wanted, the first one to ask in front
  std::size_t n_taken_ = 0;
};

}  // namespace tread::view
