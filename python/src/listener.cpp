#include "listener.hpp"

#include <utility>

namespace tread::python {

namespace {

thread_local Observer* in_this_thread = nullptr;

class ThreadListener : public Observer {
 public:
  void on_progress(double fraction, std::string_view what) override {
    if (in_this_thread != nullptr) in_this_thread->on_progress(fraction, what);
  }
  bool stop_requested() override {
    return in_this_thread != nullptr && in_this_thread->stop_requested();
  }
};

}  // namespace

Observer& listener_of_this_thread() {
  static ThreadListener listener;
  return listener;
}

Listening::Listening(Observer& listener) : before_(std::exchange(in_this_thread, &listener)) {}
Listening::~Listening() { in_this_thread = before_; }

void Listener::keep(std::exception_ptr raised) {
  const std::lock_guard lock(mutex_);
  if (!raised_) raised_ = std::move(raised);
  stop_ = true;
}

void Listener::on_progress(double fraction, std::string_view what) {
  // Whether anyone listens is known without the lock, which other threads may hold for long.
  if (stop_ || progress_.is_none()) return;
  const py::gil_scoped_acquire locked;
  try {
    const py::object answer = progress_(fraction, py::str(what.data(), what.size()));
    if (answer.is_none()) return;  // the function says nothing
    const int is_true = PyObject_IsTrue(answer.ptr());
    if (is_true < 0) throw py::error_already_set();
    if (is_true == 0) stop_ = true;
  } catch (py::error_already_set&) {
    keep(std::current_exception());
  }
}

bool Listener::stop_requested() {
  if (stop_) return true;
  // Signals are looked for ten times a second: the lock has to be taken for it.
  constexpr std::chrono::milliseconds k_interval{100};
  {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - looked_ < k_interval) return false;
    looked_ = now;
  }
  const py::gil_scoped_acquire locked;
  if (PyErr_CheckSignals() != 0) {
    try {
      throw py::error_already_set();
    } catch (...) {
      keep(std::current_exception());
    }
  }
  return stop_;
}

void Listener::rethrow() {
  if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
}

}  // namespace tread::python
