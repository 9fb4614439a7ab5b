#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/wheel_rail_case.hpp"
#include "tread/core/observer.hpp"
#include "tread/wheel_rail/pair_models.hpp"

namespace tread::study {

/// The contact model that a case asks for, in the words of room `wheel_rail`.
struct CaseContact {
  wheel_rail::PairModelSettings settings;
  double preparation_time = 0;       // s, of elastic bodies
  std::vector<std::string> notes{};  // what was told of them
};

/// Elastic bodies are meshed and condensed, or read from where they are kept: once for all wheels
/// of a case. None: the observer asked to stop. Throws ModelError when they cannot be made.
std::optional<CaseContact> prepare_contact(const casefile::WheelRailCase& wheel_rail,
                                           Observer& observer);

/// To see whether a case can be run: instead of elastic bodies, which take long, what is closest
/// to them of what needs no preparation. Throws ModelError as far as settings tell.
wheel_rail::PairModelSettings unprepared_contact(const casefile::WheelRailCase& wheel_rail);

}  // namespace tread::study
