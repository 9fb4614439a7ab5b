#pragma once

#include "tread/integrate/scheme.hpp"

namespace tread::structure {

enum class StepPolicy { refuse_unstable, allow_unstable };

/// Throws ModelError, with the limit, if the step is too large for the scheme and not allowed.
void check_step(const integrate::SchemeSettings& scheme, double omega, double step,
                StepPolicy policy);

}  // namespace tread::structure
