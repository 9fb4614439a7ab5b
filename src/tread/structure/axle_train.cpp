#include "tread/structure/axle_train.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

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

}  // namespace

double AxleTrain::length() const {
  double length = 0;
  for (const Axle& axle : axles) length = std::max(length, axle.behind);
  for (const LineLoad& line : lines) length = std::max(length, -line.begin);
  return length;
}

AxleTrain single_force(double force) { return {"single force", {{0, force}}}; }

AxleTrain periodic_axles(int n_axles, double spacing, double force) {
  if (n_axles < 1 || !(spacing > 0 && std::isfinite(spacing))) {
    throw ModelError(fmt::format(
        "a sequence of axles needs at least one axle and a positive spacing, got {} at {} m",
        n_axles, spacing));
  }
  AxleTrain train{fmt::format("{} axles every {} m", n_axles, spacing), {}};
  for (int i = 0; i < n_axles; ++i) train.axles.push_back({i * spacing, force});
  train.pitches = {spacing};
  return train;
}

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
  AxleTrain train{fmt::format("HSLM-A{}", number), {}};
  for (const double place : places) train.axles.push_back({place, row.force});
  train.pitches = {row.coach_length, row.axle_spacing};
  return train;
}

std::vector<AxleTrain> hslm_a_trains() {
  std::vector<AxleTrain> trains;
  for (int i = 1; i <= static_cast<int>(k_hslm_a.size()); ++i) trains.push_back(hslm_a(i));
  return trains;
}

void check(const AxleTrain& train) {
  if (train.axles.empty() && train.lines.empty()) {
    throw ModelError(
        fmt::format("the train '{}' has no loads: give at least one axle", train.name));
  }
  for (const Axle& axle : train.axles) {
    if (axle.behind >= 0 && std::isfinite(axle.behind) && std::isfinite(axle.force)) continue;
    throw ModelError(fmt::format(
        "the train '{}' has an axle of {} N at {} m behind its front: both must be finite, the "
        "distance not negative",
        train.name, axle.force, axle.behind));
  }
  for (const LineLoad& line : train.lines) {
    if (line.begin < line.end && line.end <= 0 && std::isfinite(line.begin)) continue;
    throw ModelError(fmt::format(
        "the train '{}' has a line load from {} to {} m: it must lie behind the front (0 m), its "
        "begin before its end",
        train.name, line.begin, line.end));
  }
}

BeamLoad as_load(const AxleTrain& train) {
  BeamLoad load;
  for (const Axle& axle : train.axles) load.points.push_back({-axle.behind, axle.force});
  load.lines = train.lines;
  return load;
}

}  // namespace tread::structure
