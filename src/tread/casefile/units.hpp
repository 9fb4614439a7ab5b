#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tread::casefile {

/// What kind of quantity a key holds. The unit suffixes a user may put behind the key follow from
/// it.
enum class Dimension {
  none,
  length,
  force,
  stress,
  speed,
  time,
  angle,
  spin,
  flexibility,
  mass,
  density,
  linear_density,
  acceleration,
  stiffness,
  rotational_stiffness,
  damping,
  inertia,
  bending_stiffness,
  second_moment,
  torque,
  frequency,
  area,
  rotational_damping,
  stiffness_per_area
};

/// A unit as it is written behind a key (radius_mm), and its size in SI as a fraction of whole
/// numbers: 50 um is then 50 / 1e6 m, the very number that 5e-5 reads as, which 50 * 1e-6 is not.
struct Unit {
  std::string_view suffix;
  double numerator = 1;
  double denominator = 1;

  double to_si(double value) const { return value * numerator / denominator; }
};

struct DimensionInfo {
  std::string_view name;        // "length"
  std::string_view si;          // "m"; empty: a plain number
  std::span<const Unit> units;  // the SI unit first
  double smallest;  // magnitudes (SI) outside [smallest, largest] are slips of the pen, and would
  double largest;   // under- or overflow in squares and products further on; 0 is fine
};

const DimensionInfo& info(Dimension dimension);
std::span<const DimensionInfo> all_dimensions();

/// The unit of that suffix; nullptr if the dimension has none of that name.
const Unit* find_unit(Dimension dimension, std::string_view suffix);

/// Whether any dimension has a unit of that suffix.
bool is_unit(std::string_view suffix);

}  // namespace tread::casefile
