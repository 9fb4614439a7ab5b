#include "listener.hpp"

namespace tread::python {

void Listener::keep(std::exception_ptr raised) {
  const std::lock_guard lock(mutex_);
  if (!raised_) raised_ = std::move(raised);
  stop_ = true;
}

void Listener::on_progress(double fraction, std::string_view what) {
  if (stop_) return;
  const py::gil_scoped_acquire locked;
  if (progress_.is_none()) return;
  try {
    const py::object answer = progress_(fraction, py::str(what.data(), what.size()));
    if (py::isinstance<py::bool_>(answer) && !answer.cast<bool>()) stop_ = true;
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
