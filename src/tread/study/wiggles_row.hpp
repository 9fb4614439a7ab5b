#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tread/study/reproduction.hpp"

namespace tread::study {

/// A number without unit of the paper on wiggles.
inline ReproducedRow wiggles_row(std::string what, double ours, std::string_view why,
                                 std::optional<double> paper = std::nullopt) {
  return {std::move(what), paper, ours, "", std::string(why)};
}

}  // namespace tread::study
