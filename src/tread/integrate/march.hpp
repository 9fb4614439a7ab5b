#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tread/core/observer.hpp"
#include "tread/integrate/stepper.hpp"

namespace tread::integrate {

/// From a start to an end time with any scheme.

/// An instant at which a function of the state passes through zero: touch-down, lift-off. Adaptive
/// schemes locate it to rounding and start afresh there, since forces may have a kink; with a fixed
/// step it is told from the cubic through both ends of the step.
struct Event {
  enum class Passing { both, rising, falling };
  std::string name;
  std::function<double(const State&)> value;  // acceleration of the state may be empty
  Passing passing = Passing::both;
  bool ends_march = false;  // the march ends with the first one
};

struct EventHit {
  std::string name;
  State state;  // acceleration may be empty
};

/// A number to be recorded over time.
struct Quantity {
  std::string name;  // as in results: approach
  std::string unit;
  std::function<double(const State&)> value;
};

struct MarchOptions {
  double end_time = 0;    // s
  double step = 0;        // s; fixed step. Adaptive: the longest step, 0: no limit
  double small_step = 0;  // s; taken while needs_small_step holds. 0: none
  std::function<bool(const State&)> needs_small_step;  // in contact. A step that ends where it
                                                       // holds is taken again with the small step
  double min_step = 0;  // s; retries of a step that cannot be solved end here. 0: step / 1024
  double record_interval = 0;                            // s between records; 0: every step
  std::function<bool(const State&)> records_every_step;  // while it holds, in contact, and one step
                                                         // before and after. Empty: never
  std::vector<Quantity> record;
  std::vector<Event> events;
  /// Asked about every step of a scheme of fixed step before anything else hears of it: true ends
  /// the march as unstable, and the step is not kept. Empty: never.
  std::function<bool(const State& before, const State& after)> has_grown;
  std::function<void(const State&)> on_step;  // hears of every accepted step; may be empty
  Observer* observer = nullptr;               // may be null
  long long max_steps = 100'000'000;          // a run longer than this is a slip
};

struct MarchResult {
  SolveStatus status = SolveStatus::stopped;
  bool is_unstable = false;  // has_grown ended it, with status blew_up
  std::string message;  // empty if it came to the end; else "did not converge at t = ..." and why
  State state;          // the last one reached
  std::vector<double> times;                 // s, of the records; the first is the start
  std::vector<std::vector<double>> records;  // a column for each quantity, a value for each time
  std::vector<EventHit> events;              // in the order of time
  StepCounts counts;
  long long retries = 0;     // steps taken again with half their length
  double shortest_step = 0;  // s
  double longest_step = 0;
};

/// Marches from the start to options.end_time. Throws ModelError if what is asked cannot be done
/// (steps or times that make no sense, a scheme that does not fit); a step that cannot be solved is
/// retried with half its length down to min_step, then the march ends with status max_iterations
/// (or blew_up, if the state ran away or has_grown says so) and everything until then is kept.
MarchResult march(EquationOfMotion& system, const SchemeSettings& scheme, const State& start,
                  const MarchOptions& options);

}  // namespace tread::integrate
