#pragma once

#include <memory>
#include <optional>
#include <variant>

#include "tread/wheel_rail/differential_model.hpp"
#include "tread/wheel_rail/half_space_model.hpp"
#include "tread/wheel_rail/hertz_model.hpp"
#include "tread/wheel_rail/pair_model.hpp"

namespace tread::wheel_rail {

/// All models of a wheel-rail pair that are built in, by their settings.
using PairModelSettings =
    std::variant<HertzModelSettings, HalfSpaceModelSettings, DifferentialModelSettings>;

/// A cheap model close to an expensive one, to take derivatives of; none: it is cheap itself.
std::optional<PairModelSettings> derivative_settings(const PairModelSettings& settings);

/// Throws ModelError on settings or profiles that no model can be made of.
std::unique_ptr<PairModel> make_pair_model(const profile::WheelRailPair& pair, profile::Side side,
                                           const PairModelSettings& settings);

}  // namespace tread::wheel_rail
