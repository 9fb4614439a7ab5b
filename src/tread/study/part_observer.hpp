#pragma once

#include <string>
#include <string_view>

#include "tread/core/observer.hpp"

namespace tread::study {

/// Progress of one part of the work as that of the whole.
class PartObserver : public Observer {
 public:
  /// @param from share of the whole at which the part begins; @param what it is called; empty: what
  /// the part says itself
  PartObserver(Observer& outer, double from, double to, std::string_view what = "")
      : outer_(outer), from_(from), to_(to), what_(what) {}
  void on_progress(double fraction, std::string_view what) override {
    outer_.on_progress(from_ + fraction * (to_ - from_), what_.empty() ? what : what_);
  }
  bool stop_requested() override { return outer_.stop_requested(); }

 private:
  Observer& outer_;
  double from_, to_;
  std::string what_;
};

}  // namespace tread::study
