#pragma once

#include <fmt/format.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <utility>

namespace tread::python {

/// A value with memory of its own that Python holds. Its methods work without the interpreter lock,
/// so that another thread, or a Python function that the work calls, can get at it meanwhile. Every
/// method takes it by use(): one has it at a time, the next one is told so (RuntimeError).
template <class T>
class Guarded {
 public:
  /// @param name what people call it: "this contact is in use by another thread"
  template <class... Arguments>
  explicit Guarded(const char* name, Arguments&&... arguments)
      : name_(name), value_(std::forward<Arguments>(arguments)...) {}

  /// Has the value as long as it lives.
  class Use {
   public:
    explicit Use(Guarded& owner) : owner_(owner) { owner_.take(); }
    ~Use() { owner_.user_ = std::thread::id(); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

    T& operator*() const { return owner_.value_; }
    T* operator->() const { return &owner_.value_; }

   private:
    Guarded& owner_;
  };

  Use use() { return Use(*this); }

 private:
  void take() {
    const std::thread::id me = std::this_thread::get_id();
    std::thread::id user;  // nobody
    if (user_.compare_exchange_strong(user, me)) return;
    throw std::runtime_error(
        fmt::format("this {} is in use by {}", name_,
                    user == me ? "the work that called this function" : "another thread"));
  }

  const char* name_;
  T value_;
  std::atomic<std::thread::id> user_{std::thread::id()};
};

}  // namespace tread::python
