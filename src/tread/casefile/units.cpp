#include "tread/casefile/units.hpp"

#include <algorithm>
#include <array>
#include <numbers>

namespace tread::casefile {
namespace {

constexpr std::array k_length_units{Unit{"m"}, Unit{"km", 1e3, 1}, Unit{"cm", 1, 1e2},
                                    Unit{"mm", 1, 1e3}, Unit{"um", 1, 1e6}};
constexpr std::array k_force_units{Unit{"N"}, Unit{"kN", 1e3, 1}, Unit{"MN", 1e6, 1}};
constexpr std::array k_stress_units{Unit{"Pa"}, Unit{"kPa", 1e3, 1}, Unit{"MPa", 1e6, 1},
                                    Unit{"GPa", 1e9, 1}};
constexpr std::array k_speed_units{Unit{"m_s"}, Unit{"mm_s", 1, 1e3}, Unit{"km_h", 1000, 3600}};
constexpr std::array k_time_units{Unit{"s"}, Unit{"ms", 1, 1e3}};
constexpr std::array k_angle_units{Unit{"rad"}, Unit{"mrad", 1, 1e3},
                                   Unit{"deg", std::numbers::pi, 180}};
constexpr std::array k_spin_units{Unit{"per_m"}, Unit{"per_mm", 1e3, 1}};
constexpr std::array k_flexibility_units{Unit{"m_Pa"}, Unit{"mm3_N", 1, 1e9}};
constexpr std::array k_mass_units{Unit{"kg"}, Unit{"t", 1e3, 1}};
constexpr std::array k_density_units{Unit{"kg_m3"}};
constexpr std::array k_linear_density_units{Unit{"kg_m"}, Unit{"t_m", 1e3, 1}};
constexpr std::array k_acceleration_units{Unit{"m_s2"}};
constexpr std::array k_stiffness_units{Unit{"N_m"}, Unit{"kN_m", 1e3, 1}, Unit{"MN_m", 1e6, 1}};
constexpr std::array k_rotational_stiffness_units{Unit{"Nm_rad"}, Unit{"kNm_rad", 1e3, 1},
                                                  Unit{"MNm_rad", 1e6, 1}};
constexpr std::array k_damping_units{Unit{"Ns_m"}, Unit{"kNs_m", 1e3, 1}};
constexpr std::array k_inertia_units{Unit{"kgm2"}, Unit{"tm2", 1e3, 1}};
constexpr std::array k_bending_stiffness_units{Unit{"Nm2"}, Unit{"kNm2", 1e3, 1},
                                               Unit{"MNm2", 1e6, 1}, Unit{"GNm2", 1e9, 1}};
constexpr std::array k_second_moment_units{Unit{"m4"}, Unit{"cm4", 1, 1e8}, Unit{"mm4", 1, 1e12}};

constexpr std::array k_frequency_units{Unit{"Hz"}, Unit{"kHz", 1e3, 1}};
constexpr std::array k_area_units{Unit{"m2"}, Unit{"cm2", 1, 1e4}, Unit{"mm2", 1, 1e6}};
constexpr std::array k_rotational_damping_units{Unit{"Nms_rad"}, Unit{"kNms_rad", 1e3, 1}};
constexpr std::array k_stiffness_per_area_units{Unit{"N_m3"}, Unit{"N_mm3", 1e9, 1}};
constexpr std::array k_torque_units{Unit{"Nm"}, Unit{"kNm", 1e3, 1}};

// In the order of the enumeration.
constexpr std::array k_dimensions{
    DimensionInfo{"number", "", {}, 1e-100, 1e100},
    DimensionInfo{"length", "m", k_length_units, 1e-15, 1e9},
    DimensionInfo{"force", "N", k_force_units, 1e-15, 1e15},
    // other programs write a rigid body as a modulus of 1e20 N/mm2 and more
    DimensionInfo{"stress", "Pa", k_stress_units, 1e-3, 1e30},
    DimensionInfo{"speed", "m/s", k_speed_units, 1e-15, 1e9},
    DimensionInfo{"time", "s", k_time_units, 1e-15, 1e12},
    DimensionInfo{"angle", "rad", k_angle_units, 1e-15, 1e3},
    DimensionInfo{"spin", "1/m", k_spin_units, 1e-15, 1e9},
    DimensionInfo{"flexibility", "m/Pa", k_flexibility_units, 1e-24, 1e3},
    DimensionInfo{"mass", "kg", k_mass_units, 1e-15, 1e15},
    DimensionInfo{"density", "kg/m3", k_density_units, 1e-9, 1e9},
    DimensionInfo{"mass per length", "kg/m", k_linear_density_units, 1e-15, 1e15},
    DimensionInfo{"acceleration", "m/s2", k_acceleration_units, 1e-15, 1e9},
    DimensionInfo{"stiffness", "N/m", k_stiffness_units, 1e-9, 1e18},
    DimensionInfo{"rotational stiffness", "N m/rad", k_rotational_stiffness_units, 1e-9, 1e18},
    DimensionInfo{"damping", "N s/m", k_damping_units, 1e-9, 1e18},
    DimensionInfo{"inertia", "kg m2", k_inertia_units, 1e-15, 1e18},
    DimensionInfo{"bending stiffness", "N m2", k_bending_stiffness_units, 1e-9, 1e24},
    DimensionInfo{"second moment of area", "m4", k_second_moment_units, 1e-24, 1e9},
    DimensionInfo{"torque", "N m", k_torque_units, 1e-15, 1e15},
    DimensionInfo{"frequency", "Hz", k_frequency_units, 1e-9, 1e9},
    DimensionInfo{"area", "m2", k_area_units, 1e-18, 1e9},
    DimensionInfo{"rotational damping", "N m s/rad", k_rotational_damping_units, 1e-9, 1e18},
    DimensionInfo{"stiffness per area", "N/m3", k_stiffness_per_area_units, 1, 1e27},
};

}  // namespace

const DimensionInfo& info(Dimension dimension) {
  return k_dimensions[static_cast<std::size_t>(dimension)];
}

std::span<const DimensionInfo> all_dimensions() { return k_dimensions; }

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
