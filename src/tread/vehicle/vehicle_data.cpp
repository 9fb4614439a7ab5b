#include "tread/vehicle/vehicle_data.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "tread/core/errors.hpp"
#include "tread/core/nearest.hpp"

namespace tread::vehicle {
namespace {

// Name, then body and bogie (mass, inertia), wheelset, primary (k, c), secondary (k, c), distance
// of the bogies, wheelbase.
const std::array k_vehicles{
    NamedVehicle{
        "manchester",
        "Iwnicki (1998), Manchester benchmarks for rail vehicle simulation",
        {"manchester", 32000, 1.97e6, 2615, 1476, 1813, 2.40e6, 8.0e3, 8.60e5, 4.0e4, 19.0, 2.56}},
    NamedVehicle{"ice3_velaro",
                 "Goicolea (2014), car 1",
                 {"ice3_velaro", 47800, 1.957888e6, 3500, 1715, 1800, 2.40e6, 2.0e4, 7.00e5, 4.0e4,
                  17.375, 2.5}},
    NamedVehicle{"ice3_velaro_trailer",
                 "Goicolea (2014), cars 4 and 5",
                 {"ice3_velaro_trailer", 41200, 1.687552e6, 3500, 1372, 1800, 2.40e6, 2.0e4, 7.00e5,
                  4.0e4, 17.375, 2.5}},
    NamedVehicle{"shinkansen_300",
                 "Wu and Yang (2003)",
                 {"shinkansen_300", 41750, 2.08e6, 3040, 3930, 1780, 1.18e6, 3.92e4, 5.30e5, 9.02e4,
                  17.5, 2.5}},
    NamedVehicle{
        "pioneer_motor",
        "Antolin (2013), motor car",
        {"pioneer_motor", 42400, 1.0644e6, 3400, 7200, 2200, 1.04e6, 3.0e4, 4.0e5, 3.3e4, 18, 2.5}},
    NamedVehicle{
        "pioneer_trailer",
        "Antolin (2013), trailer",
        {"pioneer_trailer", 44000, 2.74e6, 1700, 1700, 1900, 7e5, 3.8e4, 3.5e5, 4e4, 18, 2.5}},
    NamedVehicle{"chinese_star",
                 "Zhai (2009), power car",
                 {"chinese_star", 59364.2, 1.723e6, 5630.8, 9487, 1843.5, 4.7992e6, 6.0e4, 1.7716e6,
                  9.0e4, 11.46, 3.0}},
    NamedVehicle{
        "eurostar_loco",
        "Domenech (2014)",
        {"eurostar_loco", 51500, 1.05e6, 2200, 1900, 1700, 2.6e6, 1.2e4, 3.26e6, 9.0e4, 14, 3.0}},
};

}  // namespace

std::span<const NamedVehicle> named_vehicles() { return k_vehicles; }

const NamedVehicle& find_vehicle(std::string_view name) {
  const auto found = std::ranges::find(k_vehicles, name, &NamedVehicle::name);
  if (found != k_vehicles.end()) return *found;
  std::vector<std::string> names;
  for (const NamedVehicle& vehicle : k_vehicles) names.emplace_back(vehicle.name);
  const std::string close = nearest(name, names);
  throw ModelError(
      close.empty()
          ? fmt::format("no vehicle is called '{}': take one of {}", name, fmt::join(names, ", "))
          : fmt::format("no vehicle is called '{}': is '{}' meant?", name, close));
}

}  // namespace tread::vehicle
