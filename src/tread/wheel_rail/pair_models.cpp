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

struct CloseModel {
  std::optional<PairModelSettings> operator()(const HertzModelSettings&) const {
    return std::nullopt;
  }
  std::optional<PairModelSettings> operator()(const HalfSpaceModelSettings& settings) const {
    HertzModelSettings close = hertz_fastsim();
    close.bodies = settings.bodies;
    close.friction = settings.friction;
    close.merge = {settings.patches.combine_distance, settings.patches.separate_distance};
    close.creepage = settings.creepage;
    return close;
  }
  std::optional<PairModelSettings> operator()(const DifferentialModelSettings& settings) const {
    check(settings);
    HertzModelSettings close = hertz_fastsim();
    close.bodies = {settings.bodies->wheel.material, settings.bodies->rail.material};
    close.friction = settings.contact.friction;
    close.creepage = settings.creepage;
    return close;
  }
};

}  // namespace

std::optional<PairModelSettings> derivative_settings(const PairModelSettings& settings) {
  return std::visit(CloseModel{}, settings);
}

std::unique_ptr<PairModel> make_pair_model(const profile::WheelRailPair& pair, profile::Side side,
                                           const PairModelSettings& settings) {
  return std::visit(Maker{pair, side}, settings);
}

}  // namespace tread::wheel_rail
