#pragma once

#include <optional>

#include "tread/casefile/wheel_rail_case.hpp"
#include "tread/wheel_rail/pair_models.hpp"

namespace tread::study {

/// The contact model that a case asks for, in the words of room `wheel_rail`.
wheel_rail::PairModelSettings pair_model_settings(const casefile::WheelRailCase& wheel_rail);

/// A cheap model close to it, of which derivatives may be taken; none: it is cheap itself.
std::optional<wheel_rail::PairModelSettings> derivative_settings(
    const casefile::WheelRailCase& wheel_rail);

}  // namespace tread::study
