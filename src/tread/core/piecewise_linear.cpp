#include "tread/core/piecewise_linear.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"

namespace tread {

PiecewiseLinear::PiecewiseLinear(std::vector<double> places, std::vector<double> values)
    : places_(std::move(places)), values_(std::move(values)) {
  if (places_.empty() || places_.size() != values_.size()) {
    throw ModelError(
        fmt::format("{} places and {} values of a piecewise linear law: give as many of both, one "
                    "or more",
                    places_.size(), values_.size()));
  }
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (!std::isfinite(places_[i]) || !std::isfinite(values_[i])) {
      throw ModelError(fmt::format("point {} of a piecewise linear law is ({}, {}): must be finite",
                                   i + 1, places_[i], values_[i]));
    }
    if (i > 0 && !(places_[i] > places_[i - 1])) {
      throw ModelError(
          fmt::format("place {} of a piecewise linear law follows {}: places must rise", places_[i],
                      places_[i - 1]));
    }
  }
}

PiecewiseLinear::At PiecewiseLinear::at(double x) const {
  if (places_.empty()) return {};
  if (places_.size() == 1) return {values_[0], 0, values_[0] * x};
  // The piece of a place; the first and the last one go on for ever.
  const auto piece_of = [&](double place) {
    const auto after = std::upper_bound(places_.begin() + 1, places_.end() - 1, place);
    return static_cast<std::size_t>(after - places_.begin()) - 1;
  };
  const auto slope_of = [&](std::size_t i) {
    return (values_[i + 1] - values_[i]) / (places_[i + 1] - places_[i]);
  };
  const auto value_on = [&](std::size_t i, double place) {
    return values_[i] + slope_of(i) * (place - places_[i]);
  };
  const auto area_on = [&](std::size_t i, double from, double to) {
    return (to - from) * (value_on(i, from) + value_on(i, to)) / 2;
  };
  const std::size_t piece = piece_of(x);
  const std::size_t first = std::min(piece, piece_of(0));
  const std::size_t last = std::max(piece, piece_of(0));
  const double low = std::min(x, 0.0), high = std::max(x, 0.0);
  double area = 0;
  for (std::size_t i = first; i <= last; ++i) {
    area += area_on(i, i == first ? low : places_[i], i == last ? high : places_[i + 1]);
  }
  return {value_on(piece, x), slope_of(piece), x < 0 ? -area : area};
}

}  // namespace tread
