#include "tread/casefile/units.hpp"

#include <algorithm>
#include <array>

namespace tread::casefile {
namespace {

constexpr std::array k_length_units{Unit{"m"}, Unit{"km", 1e3, 1}, Unit{"cm", 1, 1e2},
                                    Unit{"mm", 1, 1e3}, Unit{"um", 1, 1e6}};
constexpr std::array k_force_units{Unit{"N"}, Unit{"kN", 1e3, 1}, Unit{"MN", 1e6, 1}};
constexpr std::array k_stress_units{Unit{"Pa"}, Unit{"kPa", 1e3, 1}, Unit{"MPa", 1e6, 1},
                                    Unit{"GPa", 1e9, 1}};

// In the order of the enumeration.
constexpr std::array k_dimensions{
    DimensionInfo{"number", "", {}, 1e-100, 1e100},
    DimensionInfo{"length", "m", k_length_units, 1e-15, 1e9},
    DimensionInfo{"force", "N", k_force_units, 1e-15, 1e15},
    DimensionInfo{"stress", "Pa", k_stress_units, 1e-3, 1e18},
};

}  // namespace

const DimensionInfo& info(Dimension dimension) {
  return k_dimensions[static_cast<std::size_t>(dimension)];
}

const Unit* find_unit(Dimension dimension, std::string_view suffix) {
  for (const Unit& unit : info(dimension).units) {
    if (unit.suffix == suffix) return &unit;
  }
  return nullptr;
}

bool is_unit(std::string_view suffix) {
  return std::any_of(k_dimensions.begin(), k_dimensions.end(), [&](const DimensionInfo& dimension) {
    return std::any_of(dimension.units.begin(), dimension.units.end(),
                       [&](const Unit& unit) { return unit.suffix == suffix; });
  });
}

}  // namespace tread::casefile
