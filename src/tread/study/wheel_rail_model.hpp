#pragma once

#include "tread/casefile/wheel_rail_case.hpp"
#include "tread/wheel_rail/pair_models.hpp"

namespace tread::study {

/// The contact model that a case asks for, in the words of room `wheel_rail`.
wheel_rail::PairModelSettings pair_model_settings(const casefile::WheelRailCase& wheel_rail);

}  // namespace tread::study
