#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <string_view>

#include "tread/core/observer.hpp"

namespace tread::python {

namespace py = pybind11;

/// Progress to a Python function and a stop from it, while the solver runs without the interpreter
/// lock. The function stops the work by returning False (or what is false by its truth value, such
/// as NumPy's; None goes on) or by raising; Ctrl-C stops it too. What was raised comes out of
/// rethrow(), since nothing may be thrown through a solver.
class Listener : public Observer {
 public:
  /// @param progress function of (fraction, what), or None
  explicit Listener(py::object progress) : progress_(std::move(progress)) {}

  void on_progress(double fraction, std::string_view what) override;
  bool stop_requested() override;

  /// With the interpreter lock, when the work has ended.
  void rethrow();

 private:
  void keep(std::exception_ptr raised);

  py::object progress_;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::exception_ptr raised_;
  std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
};

/// For solvers that keep their observer longer than a call, and whose copies share it: passes all
/// on to the one who listens in the calling thread now; nobody, if there is none.
Observer& listener_of_this_thread();

/// Makes someone the one who listens in this thread as long as it lives.
class Listening {
 public:
  explicit Listening(Observer& listener);
  ~Listening();
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

 private:
  Observer* before_;  // a Python function that a solver calls may call another solver
};

/// Runs work(observer) without the interpreter lock; what was raised meanwhile is raised.
template <class Work>
auto without_lock(py::object progress, Work&& work) {
  Listener listener(std::move(progress));
  const Listening listening(listener);
  auto outcome = [&] {
    py::gil_scoped_release unlocked;
    return work(listener);
  }();
  listener.rethrow();
  return outcome;
}

}  // namespace tread::python
