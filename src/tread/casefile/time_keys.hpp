#pragma once

#include <optional>
#include <string>

#include "tread/casefile/drop_case.hpp"
#include "tread/casefile/keys.hpp"

namespace tread::casefile {

/// The keys of [time], shared by all scenarios that march.
struct TimeInput {
  std::string scheme;
  double end = 0;
  std::optional<double> step;
  std::optional<double> contact_step;
  std::optional<double> least_step;
  std::optional<double> record_interval;
  bool allow_unstable = false;
  std::optional<double> beta;
  std::optional<double> gamma;
  std::optional<double> alpha;
  std::optional<double> alpha_m;
  std::optional<double> alpha_f;
  std::optional<double> rho_inf;
  std::string iteration;
  std::string jacobian;
  double relaxation = 1;
  double iteration_tolerance = 0;
  int max_iterations = 0;
  double relative_tolerance = 0;
  double absolute_tolerance = 0;
};

/// The keys as a list of their own, to be adopted by a scenario.
KeyList<TimeInput> time_keys();

/// Whether a step must be given to a scheme that does not choose its own, or follows from the case.
enum class StepRule { required, left_to_the_case };

/// Adds what is wrong between the keys to problems, at their places.
TimeSettings build_time(const TimeInput& input, const Reading& reading, ProblemList& problems,
                        StepRule step_rule = StepRule::required);

}  // namespace tread::casefile
