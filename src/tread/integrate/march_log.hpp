#pragma once

#include "tread/integrate/march.hpp"

namespace tread::integrate {

/// Keeps what a march leaves behind: records at their times, steps, the word to the observer.
class MarchLog {
 public:
  MarchLog(const MarchOptions& options, double start_time, MarchResult& result);

  /// The time of the next record, for schemes that can tell the state between steps.
  double next_record() const { return next_record_; }
  void record(const State& state);
  /// Records what is due after a step from one state to the next.
  void keep(const State& before, const State& now);

  /// Accepted step; false: the observer wants to stop.
  bool add_step(double step, const State& state);

  double tolerance() const { return tolerance_; }

 private:
  const MarchOptions& options_;
  double start_time_;
  MarchResult& result_;
  double tolerance_;
  double next_record_;
  long long n_records_ = 0;
};

/// True if the event's value passes zero in its direction.
bool passes(const Event& event, double before, double after);

/// Marches by SUNDIALS. @pre options were checked, start is complete.
MarchResult march_adaptive(EquationOfMotion& system, const SchemeSettings& scheme,
                           const State& start, const MarchOptions& options);

}  // namespace tread::integrate
