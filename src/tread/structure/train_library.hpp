#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tread/structure/axle_train.hpp"

namespace tread::structure {

/// Trains that are known by name, as axle lists. Pitches are lengths of coaches first, then
/// distances of axles in a bogie where resonance goes by them too.

/// The high-speed load model HSLM-A1 ... A10 of EN 1991-2, table 6.3 (2024: table 8.4): power car,
/// end coach, N coaches on shared bogies, and the same mirrored. Throws ModelError for another
/// number.
AxleTrain hslm_a(int number);

/// All ten.
std::vector<AxleTrain> hslm_a_trains();

/// The high-speed load model HSLM-B of EN 1991-2, 6.4.6.1.1 (5), for simple spans shorter than 7 m:
/// equal forces of 170 kN. Their number and distance are read from the charts of figure 6.14 over
/// the span.
AxleTrain hslm_b(int n_forces, double spacing);

/// ICE 2 as that norm lists it: two power cars and twelve coaches between them with two bogies
/// each, 56 axles of 195 and 112 kN. IAPF (Spain, 2007), annex C.
AxleTrain ice_2();

/// Talgo 350 as a double unit: power cars of four axles, coaches between single axles that they
/// share. 40 axles of 170 kN. IAPF (Spain, 2007), annex C.
AxleTrain talgo_350();

/// AVE S-103 (ICE 3, Velaro E): eight driven and trailing cars with two bogies each, 32 axles.
/// Masses and distances of J. M. Goicolea, Simplified mechanical description of AVE S-103 - ICE3
/// Velaro E high speed train (UPM, 2014), loaded; g = 9.81 m/s2.
AxleTrain ave_s103();

/// n reference wagons of a line category of EN 15528, table A.1: A, B1, B2, C2 ... E5.
/// Throws ModelError for another category, or less than one wagon.
AxleTrain reference_wagons(std::string_view category, int n_wagons);

/// What a known train is built from, and what has to be told in addition.
struct KnownTrain {
  std::string name;    // HSLM-A3
  std::string source;  // a line for people
  enum class Needs { nothing, forces_and_spacing, wagons };
  Needs needs = Needs::nothing;
};

/// Everything that train_by_name() knows.
const std::vector<KnownTrain>& known_trains();

/// What a train is built from beside its name: see KnownTrain::Needs.
struct TrainNumbers {
  int n_forces = 0;
  double spacing = 0;  // m
  int n_wagons = 0;
};

/// Throws ModelError for a name that is not known.
AxleTrain train_by_name(std::string_view name, const TrainNumbers& numbers = {});

}  // namespace tread::structure
