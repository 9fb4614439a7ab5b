#pragma once

#include "tread/casefile/contact_case.hpp"
#include "tread/casefile/keys.hpp"
#include "tread/casefile/tangential_keys.hpp"
#include "tread/core/problem_text.hpp"

namespace tread::casefile {

/// Fills in what the keys say about friction, and adds what is wrong between them to problems.
/// Load, shape and grid of the case must be there. Values that follow from the keys are entered in
/// reading for the echo.
void build_tangential(const TangentialInput& input, Reading& reading, ProblemList& problems,
                      ContactCase& contact_case);

/// The load that [schedule] gives in place of [load]; none: it gives none.
std::optional<Load> scheduled_load(const ScheduleInput& schedule);

}  // namespace tread::casefile
