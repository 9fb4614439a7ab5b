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

constexpr double k_velaro_pitch = 17.375 + 7.4;  // m, between cars
constexpr double k_velaro_nose = 4.76;           // m, from an end of the train to its first bogie

// Name, source; body and bogie (mass, inertia), wheelset, primary (k, c), secondary (k, c),
// distance of the bogies, wheelbase; length over couplers where the source has it.
const std::array k_vehicles{
    NamedVehicle{
        "manchester",
        "Iwnicki (1998), Manchester benchmarks for rail vehicle simulation",
        {"manchester", 32000, 1.97e6, 2615, 1476, 1813, 2.40e6, 8.0e3, 8.60e5, 4.0e4, 19.0, 2.56}},
    NamedVehicle{"ice3_velaro",
                 "Goicolea (2014), AVE S-103, cars 2, 3, 6 and 7",
                 {"ice3_velaro", 47800, 1.957888e6, 3500, 1715, 1800, 2.40e6, 2.0e4, 7.00e5, 4.0e4,
                  17.375, 2.5},
                 k_velaro_pitch},
    NamedVehicle{"ice3_velaro_head",
                 "Goicolea (2014), AVE S-103, car 1: the same with a nose",
                 {"ice3_velaro_head", 47800, 1.957888e6, 3500, 1715, 1800, 2.40e6, 2.0e4, 7.00e5,
                  4.0e4, 17.375, 2.5},
                 k_velaro_nose + 17.375 + 7.4 / 2,
                 k_velaro_nose},
    NamedVehicle{"ice3_velaro_tail",
                 "Goicolea (2014), AVE S-103, car 8: the same, nose behind",
                 {"ice3_velaro_tail", 47800, 1.957888e6, 3500, 1715, 1800, 2.40e6, 2.0e4, 7.00e5,
                  4.0e4, 17.375, 2.5},
                 k_velaro_nose + 17.375 + 7.4 / 2,
                 7.4 / 2},
    NamedVehicle{"ice3_velaro_trailer",
                 "Goicolea (2014), AVE S-103, cars 4 and 5",
                 {"ice3_velaro_trailer", 41200, 1.687552e6, 3500, 1372, 1800, 2.40e6, 2.0e4, 7.00e5,
                  4.0e4, 17.375, 2.5},
                 k_velaro_pitch},
    NamedVehicle{"shinkansen_300",
                 "Wu and Yang (2003)",
                 {"shinkansen_300", 41750, 2.08e6, 3040, 3930, 1780, 1.18e6, 3.92e4, 5.30e5, 9.02e4,
                  17.5, 2.5},
                 25},
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
    // 84 t, as the real one; its second suspension is that of freight wagons in the same source
    NamedVehicle{
        "traxx",
        "ROSE, locomotive; no publication behind its suspensions",
        {"traxx", 54000, 1.558125e6, 7000, 9333, 4000, 2.232e6, 3.67e4, 24e6, 7.1e4, 10.35, 2.6},
        18.95},
};

constexpr std::array k_velaro_e{
    NamedTrain::Group{"ice3_velaro_head", 1}, NamedTrain::Group{"ice3_velaro", 2},
    NamedTrain::Group{"ice3_velaro_trailer", 2}, NamedTrain::Group{"ice3_velaro", 2},
    NamedTrain::Group{"ice3_velaro_tail", 1}};
constexpr std::array k_velaro_e_twice{
    NamedTrain::Group{"ice3_velaro_head", 1},    NamedTrain::Group{"ice3_velaro", 2},
    NamedTrain::Group{"ice3_velaro_trailer", 2}, NamedTrain::Group{"ice3_velaro", 2},
    NamedTrain::Group{"ice3_velaro_tail", 1},    NamedTrain::Group{"ice3_velaro_head", 1},
    NamedTrain::Group{"ice3_velaro", 2},         NamedTrain::Group{"ice3_velaro_trailer", 2},
    NamedTrain::Group{"ice3_velaro", 2},         NamedTrain::Group{"ice3_velaro_tail", 1}};

const std::array k_trains{
    NamedTrain{"velaro_e", "AVE S-103 of 8 cars, 200.32 m, Goicolea (2014)", k_velaro_e},
    NamedTrain{"velaro_e_twice", "two of them coupled", k_velaro_e_twice},
};

/// The one of that name; else ModelError that names the nearest.
template <class Named>
const Named& find(std::span<const Named> all, std::string_view what, std::string_view name) {
  const auto found = std::ranges::find(all, name, &Named::name);
  if (found != all.end()) return *found;
  std::vector<std::string> names;
  for (const Named& named : all) names.emplace_back(named.name);
  const std::string close = nearest(name, names);
  throw ModelError(
      close.empty()
          ? fmt::format("no {} is called '{}': take one of {}", what, name, fmt::join(names, ", "))
          : fmt::format("no {} is called '{}': is '{}' meant?", what, name, close));
}

}  // namespace

std::span<const NamedVehicle> named_vehicles() { return k_vehicles; }

const NamedVehicle& find_vehicle(std::string_view name) {
  return find<NamedVehicle>(k_vehicles, "vehicle", name);
}

std::span<const NamedTrain> named_trains() { return k_trains; }

const NamedTrain& find_train(std::string_view name) {
  return find<NamedTrain>(k_trains, "train", name);
}

}  // namespace tread::vehicle
