#pragma once

#include <memory>

#include "tread/view/response.hpp"
#include "tread/view/run_list.hpp"
#include "tread/view/target.hpp"

namespace tread::view {

/// Most bytes of numbers in one answer.
inline constexpr std::size_t k_most_bytes = 16 * 1024 * 1024;

/// Rows of an array as numbers of 8 bytes. Throws Refusal, and IoError if the file fails.
Response array_answer(const std::shared_ptr<const OpenRun>& run, const Target& target);

/// A thinned curve of one column over another.
Response curve_answer(const std::shared_ptr<const OpenRun>& run, const Target& target);

}  // namespace tread::view
