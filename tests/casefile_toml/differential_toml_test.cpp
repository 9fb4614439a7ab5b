#include <gtest/gtest.h>

#include <string>

#include "casefile_toml/toml_support.hpp"

namespace tread::casefile {
namespace {

// Lines 1 to 5.
const std::string k_differential_head =
    "scenario = 'wheelset'\n[load]\nwheel_force_kN = 80\n[contact]\nmodel = 'differential'\n";

DifferentialCase read_differential(const std::string& rest) {
  return parse_toml(k_differential_head + rest, "case.toml", "/cases")
      .wheelset.value()
      .wheel_rail.differential;
}

void expect_differential_told(const std::string& rest, const std::string& told) {
  EXPECT_EQ(problems_of(k_differential_head + rest, "/cases"), told);
}

void expect_same(const differential::PieceSettings& a, const differential::PieceSettings& b) {
  EXPECT_EQ(a.half_length, b.half_length);
  EXPECT_EQ(a.depth, b.depth);
  EXPECT_EQ(a.lowest_y, b.lowest_y);
  EXPECT_EQ(a.highest_y, b.highest_y);
  EXPECT_EQ(a.zone_lowest_y, b.zone_lowest_y);
  EXPECT_EQ(a.zone_highest_y, b.zone_highest_y);
  EXPECT_EQ(a.zone_half_length, b.zone_half_length);
  EXPECT_EQ(a.fine_size, b.fine_size);
  EXPECT_EQ(a.coarse_size, b.coarse_size);
  EXPECT_EQ(a.order, b.order);
}

void expect_same(const differential::ElasticContactSettings& a,
                 const differential::ElasticContactSettings& b) {
  EXPECT_EQ(a.penalty, b.penalty);
  EXPECT_EQ(a.speed_reduction, b.speed_reduction);
  EXPECT_EQ(a.friction_kind, b.friction_kind);
  EXPECT_EQ(a.regularisation, b.regularisation);
  EXPECT_EQ(a.largest_penetration, b.largest_penetration);
  EXPECT_EQ(a.newton.method, b.newton.method);
  EXPECT_EQ(a.newton.tolerance, b.newton.tolerance);
  EXPECT_EQ(a.newton.max_iterations, b.newton.max_iterations);
  EXPECT_EQ(a.newton.forcing, b.newton.forcing);
  EXPECT_EQ(a.newton.max_linear_iterations, b.newton.max_linear_iterations);
  EXPECT_EQ(a.newton.max_backtracks, b.newton.max_backtracks);
}

TEST(DifferentialToml, DefaultsAreThoseOfTheSettings) {
  const differential::ElasticContactSettings usual;
  for (const std::string rest : {"", "[differential]\n"}) {
    const DifferentialCase c = read_differential(rest);
    expect_same(c.contact, usual);
    expect_same(c.pieces.wheel, differential::PieceSettings{});
    expect_same(c.pieces.rail, differential::PairPieceSettings{}.rail);
    EXPECT_EQ(c.cache, DifferentialCase::Cache::user);
  }
}

TEST(DifferentialToml, EveryKeyArrivesInSi) {
  const DifferentialCase c = read_differential(
      "[differential]\nelements = 'quadratic'\nfine_size_mm = 1\ncoarse_size_mm = 10\n"
      "half_length_mm = 60\nwheel_depth_mm = 70\nrail_depth_mm = 80\nwheel_piece_mm = [-60, 55]\n"
      "rail_piece_mm = [-35, 34]\nwheel_zone_mm = [-45, 20]\nrail_zone_mm = [-30, 10]\n"
      "zone_half_length_mm = 12\npenalty_N_mm3 = 2e7\nlargest_penetration = 0.1\n"
      "friction_kind = 'stick_slip'\nregularisation = 1e-6\n"
      "speed_reduction = 0.02\nsolver = 'tractions'\ntolerance_um = 1e-3\nmax_iterations = 30\n"
      "forcing = 0.1\nmax_linear_iterations = 40\nmax_backtracks = 5\ncache = 'folder'\n"
      "cache_folder = 'kept'\n");
  differential::PieceSettings wheel;
  wheel.order = differential::ElementOrder::quadratic;
  wheel.fine_size = 1e-3;
  wheel.coarse_size = 1e-2;
  wheel.half_length = 0.06;
  wheel.zone_half_length = 0.012;
  differential::PieceSettings rail = wheel;
  wheel.depth = 0.07;
  wheel.lowest_y = -0.06;
  wheel.highest_y = 0.055;
  wheel.zone_lowest_y = -0.045;
  wheel.zone_highest_y = 0.02;
  rail.depth = 0.08;
  rail.lowest_y = -0.035;
  rail.highest_y = 0.034;
  rail.zone_lowest_y = -0.03;
  rail.zone_highest_y = 0.01;
  expect_same(c.pieces.wheel, wheel);
  expect_same(c.pieces.rail, rail);
  differential::ElasticContactSettings contact;
  contact.penalty = 2e16;
  contact.largest_penetration = 0.1;
  contact.friction_kind = differential::FrictionKind::stick_slip;
  contact.regularisation = 1e-6;
  contact.speed_reduction = 0.02;
  contact.newton = {differential::NewtonMethod::tractions, 1e-9, 30, 0.1, 40, 5};
  expect_same(c.contact, contact);
  EXPECT_EQ(c.cache, DifferentialCase::Cache::folder);
  EXPECT_EQ(c.cache_folder, "/cases/kept");
}

TEST(DifferentialToml, AllSolversCanBeAskedFor) {
  using enum differential::NewtonMethod;
  const auto method = [](const std::string& word) {
    return read_differential("[differential]\nsolver = '" + word + "'\n").contact.newton.method;
  };
  EXPECT_EQ(method("bicgstab_differences"), bicgstab_differences);
  EXPECT_EQ(method("bicgstab"), bicgstab);
  EXPECT_EQ(method("lu"), lu);
  EXPECT_EQ(method("tractions"), tractions);
}

TEST(DifferentialToml, VehicleRunsHaveTheSameKeys) {
  const VehicleRunCase c =
      parse_toml(
          "scenario = 'vehicle_run'\n[run]\nspeed = 20\ndistance = 10\n[vehicle]\n"
          "type = 'manchester_coach'\n[contact]\nmodel = 'differential'\n[differential]\n"
          "penalty = 3e15\ncache = 'off'\n",
          "case.toml", "")
          .vehicle_run.value();
  EXPECT_EQ(c.wheel_rail.differential.contact.penalty, 3e15);
  EXPECT_EQ(c.wheel_rail.differential.cache, DifferentialCase::Cache::off);
}

TEST(DifferentialToml, ItsKeysAreRefusedForOtherModels) {
  const std::string head = "scenario = 'wheelset'\n[load]\nwheel_force_kN = 80\n[contact]\n";
  EXPECT_EQ(
      problems_of(head + "model = 'half_space'\n[differential]\npenalty = 1e15\n"
                         "cache_folder = 'x'\n"),
      "case.toml:7: differential.penalty: only for contact.model = differential, here it is "
      "half_space\n"
      "case.toml:8: differential.cache_folder: only for contact.model = differential, here it "
      "is half_space");
  EXPECT_EQ(problems_of(head + "model = 'half_space'\n[differential]\n"),
            "case.toml:6: differential: only for contact.model = differential, here it is "
            "half_space");
}

TEST(DifferentialToml, KeysOfOtherModelsAreRefused) {
  expect_differential_told(
      "merge_distance_mm = 3\n",
      "case.toml:6: contact.merge_distance_mm: only for contact.model = hertz_linear, "
      "hertz_shen_hedrick_elkins, hertz_polach, hertz_fastsim, semi_elastic or half_space, "
      "here it is differential");
  expect_differential_told(
      "tolerance = 1e-4\n",
      "case.toml:6: contact.tolerance: only for contact.model = half_space, here it is "
      "differential");
}

TEST(DifferentialToml, NumbersOutOfRange) {
  expect_differential_told("[differential]\npenalty = -1\n",
                           "case.toml:7: differential.penalty: must be > 0, got -1");
  expect_differential_told(
      "[differential]\ntolerance_mm = 1\n",
      "case.toml:7: differential.tolerance_mm: must be in [1e-14, 1e-05] m, got 1");
  expect_differential_told("[differential]\nforcing = 0.7\n",
                           "case.toml:7: differential.forcing: must be > 0 and <= 0.5, got 0.7");
  expect_differential_told(
      "[differential]\nsolver = 'qr'\n",
      "case.toml:7: differential.solver: must be \"bicgstab_differences\", \"bicgstab\", "
      "\"lu\" or \"tractions\", got \"qr\"");
  expect_differential_told("[differential]\npenalty_N_m2 = 1\n",
                           "case.toml:7: differential.penalty_N_m2: unknown unit \"N_m2\"\n"
                           "  hint: write penalty (in N/m3) or penalty_N_mm3");
}

TEST(DifferentialToml, ContradictionsAreToldWithARemedy) {
  expect_differential_told(
      "[differential]\nfriction_kind = 'stick_slip'\nsolver = 'lu'\n",
      "case.toml:8: differential.solver: differential.friction_kind = stick_slip has no "
      "other solver than tractions, got \"lu\"\n"
      "  hint: leave solver out, or take regularised friction");
  expect_differential_told(
      "[differential]\ncache_folder = 'x'\n",
      "case.toml:7: differential.cache_folder: only for differential.cache = folder, got "
      "\"x\"\n  hint: give cache = \"folder\"");
  expect_differential_told("[differential]\ncache = 'folder'\n",
                           "case.toml:6: differential.cache_folder: is missing\n"
                           "  hint: differential.cache = folder needs it");
  expect_differential_told("[differential]\nwheel_zone_mm = [30, -40]\n",
                           "case.toml:7: differential.wheel_zone_mm: must rise, got [30, -40]\n"
                           "  hint: lowest y first, then the highest");
  expect_differential_told(
      "[differential]\nfine_size_mm = 20\n",
      "case.toml:7: differential.fine_size_mm: elements of 0.012 m at the cut are smaller "
      "than those of 0.02 m where contact can be, got 20\n"
      "  hint: coarse_size must not be below fine_size");
  EXPECT_TRUE(problems_of(k_differential_head + "[differential]\nhalf_length_mm = 10\n")
                  .starts_with("case.toml:7: differential.half_length_mm: "));
}

}  // namespace
}  // namespace tread::casefile
