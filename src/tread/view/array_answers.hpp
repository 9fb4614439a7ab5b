#pragma once

#include <cstddef>

#include "tread/view/response.hpp"
#include "tread/view/run_list.hpp"
#include "tread/view/target.hpp"

namespace tread::view {

/// Most bytes of numbers in one answer, or one row.
inline constexpr std::size_t k_most_bytes = 16 * 1024 * 1024;

/// Rows of an array as numbers of 8 bytes. Throws Refusal, and IoError if the file fails.
Response array_answer(RunList& runs, std::size_t number, const Target& target);

/// A thinned curve of one column over another.
Response curve_answer(RunList& runs, std::size_t number, const Target& target);

}  // namespace tread::view
