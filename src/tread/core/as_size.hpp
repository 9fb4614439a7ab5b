#pragma once

#include <cstddef>

namespace tread {

/// Counts and indices are int, containers want std::size_t: the conversion of a number known to be
/// >= 0.
constexpr std::size_t as_size(int n) { return static_cast<std::size_t>(n); }

}  // namespace tread
