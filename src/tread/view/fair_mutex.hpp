#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>

namespace tread::view {

/// A lock that goes to whoever has waited longest. With std::mutex a thread that asks again and
/// again, for the pieces of a long column, gets it again and again while others wait.
class FairMutex {
 public:
  void lock() {
    std::unique_lock guard(mutex_);
    if (!is_held_) {
      is_held_ = true;
      return;
    }
    Waiter self;
    waiting_.push_back(&self);
    self.turn.wait(guard, [&] { return self.is_next; });
  }

  void unlock() {
    const std::lock_guard guard(mutex_);
    if (waiting_.empty()) {
      is_held_ = false;
      return;
    }
    Waiter& next = *waiting_.front();
    waiting_.pop_front();
    next.is_next = true;  // held all the time: nobody comes in between
    next.turn.notify_one();
  }

 private:
  struct Waiter {
    std::condition_variable turn;
    bool is_next = false;
  };

  std::mutex mutex_;
  std::deque<Waiter*> waiting_;
  bool is_held_ = false;
};

}  // namespace tread::view
