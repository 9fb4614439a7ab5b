#pragma once

#include <string_view>

namespace tread::study {

/// How a run ended whose scheme made the motion grow by itself: neither derailed, nor off the rail.
inline constexpr std::string_view k_unstable = "unstable";

}  // namespace tread::study
