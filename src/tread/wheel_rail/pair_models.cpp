#include "tread/wheel_rail/pair_models.hpp"

namespace tread::wheel_rail {
namespace {

struct Maker {
  const profile::WheelRailPair& pair;
  profile::Side side;

  std::unique_ptr<PairModel> operator()(const HertzModelSettings& settings) const {
    return make_hertz_model(pair, side, settings);
  }
  std::unique_ptr<PairModel> operator()(const HalfSpaceModelSettings& settings) const {
    return make_half_space_model(pair, side, settings);
  }
  std::unique_ptr<PairModel> operator()(const DifferentialModelSettings& settings) const {
    return make_differential_model(pair, side, settings);
  }
};

}  // namespace

std::optional<PairModelSettings> derivative_settings(const PairModelSettings& settings) {
  HertzModelSettings close = hertz_fastsim();
  if (const auto* half_space = std::get_if<HalfSpaceModelSettings>(&settings)) {
    close.bodies = half_space->bodies;
    close.friction = half_space->friction;
    close.merge = {half_space->patches.combine_distance, half_space->patches.separate_distance};
    close.creepage = half_space->creepage;
    close.normal_damping = half_space->normal_damping;
    return close;
  }
  if (const auto* elastic = std::get_if<DifferentialModelSettings>(&settings)) {
    return hertz_close_to(*elastic);
  }
  return std::nullopt;
}

std::unique_ptr<PairModel> make_pair_model(const profile::WheelRailPair& pair, profile::Side side,
                                           const PairModelSettings& settings) {
  return std::visit(Maker{pair, side}, settings);
}

}  // namespace tread::wheel_rail
