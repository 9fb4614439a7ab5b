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
};

}  // namespace

std::unique_ptr<PairModel> make_pair_model(const profile::WheelRailPair& pair, profile::Side side,
                                           const PairModelSettings& settings) {
  return std::visit(Maker{pair, side}, settings);
}

}  // namespace tread::wheel_rail
