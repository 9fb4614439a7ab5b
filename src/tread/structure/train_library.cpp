#include "tread/structure/train_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

constexpr double k_gravity = 9.81;  // m/s2

struct HslmRow {
  int n_coaches;
  double coach_length;  // D, m
  double axle_spacing;  // d, m, in a bogie
  double force;         // P, N
};

constexpr std::array<HslmRow, 10> k_hslm_a{{{18, 18, 2.0, 170e3},
                                            {17, 19, 3.5, 200e3},
                                            {16, 20, 2.0, 180e3},
                                            {15, 21, 3.0, 190e3},
                                            {14, 22, 2.0, 170e3},
                                            {13, 23, 2.0, 180e3},
                                            {13, 24, 2.0, 190e3},
                                            {12, 25, 2.5, 190e3},
                                            {11, 26, 2.0, 210e3},
                                            {11, 27, 2.0, 210e3}}};

/// A wagon of two bogies: 1.5 m from its buffers to its axles, 1.8 m between those of a bogie.
struct ReferenceWagon {
  std::string_view category;
  double axle_load;      // t
  double inner_spacing;  // m, between the inner axles
};

constexpr std::array<ReferenceWagon, 12> k_wagons{{{"A", 16.0, 6.20},
                                                   {"B1", 18.0, 7.80},
                                                   {"B2", 18.0, 4.65},
                                                   {"C2", 20.0, 5.90},
                                                   {"C3", 20.0, 4.50},
                                                   {"C4", 20.0, 3.40},
                                                   {"D2", 22.5, 7.45},
                                                   {"D3", 22.5, 5.90},
                                                   {"D4", 22.5, 4.65},
                                                   {"D5", 22.5, 3.62},
                                                   {"E4", 25.0, 5.90},
                                                   {"E5", 25.0, 4.75}}};

constexpr std::string_view k_hslm_prefix = "HSLM-A";
constexpr std::string_view k_wagon_prefix = "EN15528-";

/// Axles of one vehicle, each so far behind its first, after those that are there.
void append(AxleTrain& train, double first, std::span<const double> behind, double force) {
  for (const double place : behind) train.axles.push_back({first + place, force});
}

}  // namespace

AxleTrain hslm_a(int number) {
  if (number < 1 || number > static_cast<int>(k_hslm_a.size())) {
    throw ModelError(
        fmt::format("there is no train HSLM-A{}: choose A1 to A{}", number, k_hslm_a.size()));
  }
  const HslmRow& row = k_hslm_a[as_size(number - 1)];
  constexpr double k_first_bogie = 18.7625;    // m, of the coach before the first
  constexpr double k_end_coach_axle = 20.525;  // m
  const double length = 2 * k_first_bogie + (row.n_coaches + 2) * row.coach_length;
  std::vector<double> places;
  for (const double place :
       {0.0, 3.0, 14.0, 17.0, k_end_coach_axle, k_end_coach_axle + row.axle_spacing}) {
    places.push_back(place);
    places.push_back(length - place);
  }
  for (int i = 1; i <= row.n_coaches + 1; ++i) {
    const double bogie = k_first_bogie + i * row.coach_length;
    places.push_back(bogie - row.axle_spacing / 2);
    places.push_back(bogie + row.axle_spacing / 2);
  }
  std::sort(places.begin(), places.end());
  AxleTrain train{fmt::format("{}{}", k_hslm_prefix, number), {}};
  for (const double place : places) train.axles.push_back({place, row.force});
  train.pitches = {row.coach_length, row.axle_spacing};
  return train;
}

std::vector<AxleTrain> hslm_a_trains() {
  std::vector<AxleTrain> trains;
  for (int i = 1; i <= static_cast<int>(k_hslm_a.size()); ++i) trains.push_back(hslm_a(i));
  return trains;
}

AxleTrain hslm_b(int n_forces, double spacing) {
  constexpr double k_force = 170e3;  // N
  AxleTrain train = periodic_axles(n_forces, spacing, k_force);
  train.name = "HSLM-B";
  return train;
}

AxleTrain ice_2() {
  constexpr int k_coaches = 12;
  constexpr double k_coach_length = 26.4;
  constexpr std::array k_power_car{0.0, 3.0, 11.46, 14.46};
  constexpr std::array k_coach{0.0, 2.5, 19.0, 21.5};
  constexpr double k_coupling = 4.85;  // between axles of power car and coach
  AxleTrain train{"ICE2", {}};
  append(train, 0, k_power_car, 195e3);
  const double first_coach = k_power_car.back() + k_coupling;
  for (int i = 0; i < k_coaches; ++i) {
    append(train, first_coach + i * k_coach_length, k_coach, 112e3);
  }
  append(train, train.axles.back().behind + k_coupling, k_power_car, 195e3);
  train.pitches = {k_coach_length};
  return train;
}

AxleTrain talgo_350() {
  constexpr double k_load = 170e3;
  constexpr double k_unit = 181.6;  // m from one unit to the next
  constexpr int k_shared_axles = 10;
  constexpr double k_coach_length = 13.14;
  constexpr std::array k_power_car{0.0, 2.65, 11.0, 13.65};
  AxleTrain train{"Talgo350", {}};
  for (const double begin : {0.0, k_unit}) {
    append(train, begin, k_power_car, k_load);
    append(train, begin + 19.13, std::array{0.0}, k_load);
    for (int i = 0; i < k_shared_axles; ++i) {
      append(train, begin + 28.10 + i * k_coach_length, std::array{0.0}, k_load);
    }
    append(train, begin + 155.33, std::array{0.0}, k_load);
    append(train, begin + 160.80, k_power_car, k_load);
  }
  train.pitches = {k_coach_length};
  return train;
}

AxleTrain ave_s103() {
  constexpr int k_cars = 8;
  constexpr double k_car_length = 17.375 + 7.4;  // bogies of one car, and to the next
  constexpr std::array k_car{0.0, 2.5, 17.375, 19.875};
  constexpr double k_heavy = 62000;  // kg: body, two bogies, four wheelsets
  constexpr double k_light = 55400;
  AxleTrain train{"AVE-S103", {}};
  for (int i = 0; i < k_cars; ++i) {
    const bool is_light = i == 3 || i == 4;
    append(train, i * k_car_length, k_car, k_gravity * (is_light ? k_light : k_heavy) / 4);
  }
  train.pitches = {k_car_length};
  return train;
}

AxleTrain reference_wagons(std::string_view category, int n_wagons) {
  const auto* const wagon = std::ranges::find(k_wagons, category, &ReferenceWagon::category);
  if (wagon == k_wagons.end()) {
    throw ModelError(fmt::format(
        "there is no line category '{}': choose A, B1, B2, C2, C3, C4, D2, D3, D4, D5, E4 or E5",
        category));
  }
  if (n_wagons < 1) {
    throw ModelError(fmt::format("a train needs at least one wagon, got {}", n_wagons));
  }
  constexpr double k_in_bogie = 1.8;
  constexpr double k_overhang = 1.5;
  const double second_bogie = k_in_bogie + wagon->inner_spacing;
  const std::array behind{0.0, k_in_bogie, second_bogie, second_bogie + k_in_bogie};
  const double length = behind.back() + 2 * k_overhang;
  AxleTrain train{fmt::format("{}{}", k_wagon_prefix, category), {}};
  for (int i = 0; i < n_wagons; ++i) {
    append(train, i * length, behind, 1e3 * k_gravity * wagon->axle_load);
  }
  train.pitches = {length};
  return train;
}

const std::vector<KnownTrain>& known_trains() {
  static const std::vector<KnownTrain> trains = [] {
    using enum KnownTrain::Needs;
    std::vector<KnownTrain> known;
    for (std::size_t i = 1; i <= k_hslm_a.size(); ++i) {
      known.push_back({fmt::format("{}{}", k_hslm_prefix, i),
                       fmt::format("high-speed load model of EN 1991-2, coaches of {:g} m",
                                   k_hslm_a[i - 1].coach_length),
                       nothing});
    }
    known.push_back({"HSLM-B",
                     "EN 1991-2, spans below 7 m: forces of 170 kN; number and "
                     "distance from figure 6.14",
                     forces_and_spacing});
    known.push_back(
        {"ICE2", "conventional coaches between two power cars, 56 axles; IAPF annex C", nothing});
    known.push_back({"Talgo350", "articulated, double unit, 40 axles; IAPF annex C", nothing});
    known.push_back(
        {"AVE-S103", "ICE3 Velaro E, conventional, 32 axles, loaded; Goicolea 2014", nothing});
    for (const ReferenceWagon& wagon : k_wagons) {
      known.push_back(
          {fmt::format("{}{}", k_wagon_prefix, wagon.category),
           fmt::format("reference wagons of that line category, axles of {:g} t", wagon.axle_load),
           wagons});
    }
    return known;
  }();
  return trains;
}

AxleTrain train_by_name(std::string_view name, const TrainNumbers& numbers) {
  const auto known = std::ranges::find(known_trains(), name, &KnownTrain::name);
  if (known == known_trains().end()) {
    throw ModelError(fmt::format("there is no train '{}' in the library", name));
  }
  if (known->needs == KnownTrain::Needs::forces_and_spacing) {
    return hslm_b(numbers.n_forces, numbers.spacing);
  }
  if (known->needs == KnownTrain::Needs::wagons) {
    return reference_wagons(name.substr(k_wagon_prefix.size()), numbers.n_wagons);
  }
  if (name == "ICE2") return ice_2();
  if (name == "Talgo350") return talgo_350();
  if (name == "AVE-S103") return ave_s103();
  return hslm_a(static_cast<int>(known - known_trains().begin()) + 1);
}

}  // namespace tread::structure
