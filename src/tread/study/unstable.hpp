#pragma once

#include <string>
#include <string_view>

#include "tread/integrate/stability.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

/// How a run ended whose scheme made the motion grow by itself: neither derailed, nor off the rail.
inline constexpr std::string_view k_unstable = "unstable";

/// Of a run that came to its end with a step that was allowed although it is unstable.
std::string note_on_allowed_step(const integrate::SchemeSettings& scheme, double step,
                                 const integrate::StepStability& stability);

/// Numbers that are not finite are no results: they are left out and named, and the case has not
/// converged.
void leave_out_not_finite(result::CaseResult& out);

}  // namespace tread::study
