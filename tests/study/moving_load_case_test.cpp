#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "study/case_result.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/core/errors.hpp"
#include "tread/study/measure_case.hpp"
#include "tread/study/run_case.hpp"

namespace tread::study {
namespace {

using test::scalar;

/// A case as text, with the given lines in [bridge] and [train].
std::string case_text(const std::string& bridge, const std::string& train,
                      const std::string& rest = "") {
  return "scenario = \"moving_load\"\ntitle = \"test\"\n[bridge]\n" + bridge + "\n[train]\n" +
         train + "\n" + rest;
}

const std::string k_loaded_bridge =
    "length = 15\nbending_stiffness = 7.694081e9\nmass_per_length = 15000\n"
    "damping_ratio = 0.01\nmodes = 3";
const std::string k_train = "distances = [0, 3]\nforces_kN = [100, 120]\nspeed = 50";

result::CaseResult run_moving_load(const std::string& text) {
  return run_case(casefile::parse_toml(text, "case.toml", "."), {}).cases.at(0);
}

std::string moving_load_error(const std::string& text) {
  try {
    check_case(casefile::parse_toml(text, "case.toml", "."));
  } catch (const CaseError& error) {
    return error.what();
  }
  return "no error";
}

const result::Table* find_table(const result::CaseResult& result, const std::string& name) {
  for (const result::Table& t : result.tables) {
    if (t.name == name) return &t;
  }
  return nullptr;
}

TEST(MovingLoadCase, ASweepFindsTheWorstSpeedAndMarksTheCriticalOne) {
  const result::CaseResult result = run_moving_load(
      case_text(k_loaded_bridge, "type = \"HSLM-A3\"\nspeed_range_km_h = [340, 380, 5]"));
  EXPECT_TRUE(result.ok);
  // The same sweep as tests/structure/data/hslm_erri15.csv: 60.35 m/s2 and 62.65 mm at 360 km/h.
  EXPECT_NEAR(scalar(result, "max_acceleration"), 60.350, 0.06);
  EXPECT_NEAR(scalar(result, "max_deflection"), 62.653e-3, 0.06e-3);
  EXPECT_NEAR(scalar(result, "speed_of_max_acceleration"), 100, 1e-9);
  EXPECT_NEAR(scalar(result, "first_frequency"), 5, 1e-5);
  ASSERT_NE(find_table(result, "speed_sweep"), nullptr);
  EXPECT_EQ(find_table(result, "speed_sweep")->columns.front().values.size(), 9u);
  EXPECT_FALSE(find_table(result, "speed_sweep")->marks.empty());
  ASSERT_EQ(result.vectors.size(), 1u);
  // Modes of 5, 20 and 45 Hz; four divisors each of coach and bogie (20 and 2 m), up to 150 m/s: of
  // the coach 4, 2 and none, of the bogie 4 each; and the single force.
  EXPECT_EQ(result.vectors.front().components.size(), 6u + 12u + 1u);
  bool is_marked = false;
  for (const std::string& note : result.notes) {
    is_marked |= note.find("100.00 m/s (360.0 km/h), n1 D/1, D = 20 m") != std::string::npos;
  }
  EXPECT_TRUE(is_marked);
}

TEST(MovingLoadCase, UnequalContinuousSpansHaveResonancesOfAllModesAndNoSpeedOfASingleForce) {
  const result::CaseResult result = run_moving_load(
      case_text("spans = [30, 40, 30]\nbending_stiffness_GNm2 = 120\nmass_per_length_t_m = 18\n"
                "damping_ratio = 0.005\nmodes = 12",
                "type = \"HSLM-A1\"\nspeed_range_km_h = [350, 365, 5]"));
  ASSERT_EQ(result.vectors.size(), 1u);
  for (const auto& component : result.vectors.front().components) {
    EXPECT_EQ(component.label.find("single force"), std::string::npos);
  }
  const auto has = [&](const std::string& part) {
    return std::ranges::any_of(result.notes, [&](const std::string& note) {
      return note.find(part) != std::string::npos;
    });
  };
  EXPECT_TRUE(has("No critical speed of a single force is told"));
  EXPECT_TRUE(has("km/h), n2 D/1, D = 18 m"));
  EXPECT_EQ(std::ranges::count(find_table(result, "speed_sweep")->marks, "n2 D/1, D = 18 m",
                               &result::Table::Mark::name),
            1);
}

TEST(MovingLoadCase, ACrossingHasHistoriesOfAllQuantitiesAtAllSections) {
  const result::CaseResult result =
      run_moving_load(case_text(k_loaded_bridge, k_train, "[output]\nsections = [5, 7.5]"));
  EXPECT_TRUE(result.ok);
  for (const char* name :
       {"deflection", "velocity", "acceleration", "deck_acceleration", "moment", "shear"}) {
    const result::Table* history = find_table(result, name);
    ASSERT_NE(history, nullptr) << name;
    EXPECT_EQ(history->columns.size(), 3u);
    EXPECT_EQ(history->columns[1].values.size(), history->columns[0].values.size());
  }
  EXPECT_GT(scalar(result, "max_deflection"), 0);
}

const std::vector<const char*> k_measured{
    "max_deflection", "max_acceleration", "max_deck_acceleration", "max_moment",
    "max_shear",      "max_end_rotation", "static_deflection",     "dynamic_amplification"};

TEST(MovingLoadCase, ACaseMeasuredForItsNumbersTellsWhatARunTells) {
  const std::string second = "[second_train]\ntype = \"Talgo350\"\nspeed = 60\nmeet_at = 4";
  for (const std::string& rest : {std::string(), second}) {
    const std::string text = case_text(k_loaded_bridge, "type = \"HSLM-A3\"\nspeed_km_h = 250",
                                       rest + "\n[time]\nfree_vibration = 0.5");
    const casefile::CaseFile file = casefile::parse_toml(text, "case.toml", ".");
    MeasureMemory memory;
    Observer observer;
    const result::CaseResult measured = measure_case(file, memory, observer);
    const result::CaseResult whole = run_moving_load(text);
    EXPECT_TRUE(measured.ok);
    EXPECT_TRUE(measured.tables.empty());
    for (const char* name : k_measured) {
      // a run looks at instants, 40 a period of the highest mode: of it, it may lose 0.3 %
      EXPECT_NEAR(scalar(measured, name) / std::abs(scalar(whole, name)), 1, 5e-3) << name;
    }
    EXPECT_EQ(measured.vectors.size(), 1u);
  }
}

TEST(MovingLoadCase, MeasuredNumbersHaveTheSameBitsWithTablesKeptOrMadeAnew) {
  MeasureMemory kept;
  Observer observer;
  for (const char* train : {"HSLM-A1", "ICE2", "HSLM-A1"}) {
    for (const int km_h : {180, 355, 180}) {
      const std::string text =
          case_text(k_loaded_bridge,
                    "type = \"" + std::string(train) + "\"\nspeed_km_h = " + std::to_string(km_h));
      const casefile::CaseFile file = casefile::parse_toml(text, "case.toml", ".");
      MeasureMemory fresh;
      const result::CaseResult one = measure_case(file, kept, observer);
      const result::CaseResult other = measure_case(file, fresh, observer);
      for (const char* name : k_measured) EXPECT_EQ(scalar(one, name), scalar(other, name)) << name;
    }
  }
}

TEST(MovingLoadCase, EqualTrainsMeetingInTheMiddleDoubleTheDeflectionThere) {
  const std::string train = "distances = [0]\nforces_kN = [100]\nspeed = 40";
  const std::string middle = "[output]\nsections = [7.5]";
  const result::CaseResult one = run_moving_load(case_text(k_loaded_bridge, train, middle));
  const result::CaseResult two =
      run_moving_load(case_text(k_loaded_bridge, train, "[second_train]\n" + middle));
  EXPECT_NEAR(scalar(two, "max_deflection"), 2 * scalar(one, "max_deflection"), 1e-9);
  EXPECT_NEAR(scalar(two, "static_deflection"), 2 * scalar(one, "static_deflection"), 1e-9);
}

TEST(MovingLoadCase, KnownTrainsRunByName) {
  for (const char* train :
       {"type = \"Talgo350\"", "type = \"AVE-S103\"", "type = \"EN15528-D4\"\nwagons = 5",
        "type = \"HSLM-B\"\ncount = 12\nspacing = 4.5"}) {
    const result::CaseResult result = run_moving_load(
        case_text(k_loaded_bridge, train + std::string("\nspeeds_km_h = [120, 200]")));
    EXPECT_TRUE(result.ok) << train;
    EXPECT_EQ(find_table(result, "speed_sweep")->columns.size(), 7u);
    EXPECT_GT(scalar(result, "max_shear"), 2e5) << train;
  }
}

TEST(MovingLoadCase, WithoutANumberOfModesTheDeflectionDecides) {
  const std::string bridge = "length = 15\nbending_stiffness = 7.7e9\nmass_per_length = 15000\n";
  const double by_default = scalar(run_moving_load(case_text(bridge, k_train)), "modes");
  EXPECT_EQ(by_default, 7);
  const double precise =
      scalar(run_moving_load(case_text(bridge + "target_error_um = 0.05\n", k_train)), "modes");
  EXPECT_GT(precise, by_default);
}

TEST(MovingLoadCase, BridgesOfAllKindsRun) {
  const std::string base = "bending_stiffness = 7.7e9\nmass_per_length = 15000\nmodes = 4\n";
  for (const std::string& bridge :
       {std::string("spans = [12, 12]\n"), std::string("spans = [12, 12]\njoints = \"separate\"\n"),
        std::string("length = 12\nsupports = \"clamped\"\n"),
        std::string("length = 12\nsupports = \"clamped_pinned\"\n"),
        std::string("length = 12\nsupports = \"cantilever\"\n"),
        std::string("length = 12\nsupports = \"elastic\"\nsupport_stiffness = 1e9\n"),
        std::string("length = 12\nshear_stiffness_MN = 2000\nrayleigh = [0.1, 1e-4]\n"),
        std::string("length = 12\nmode_method = \"finite_differences\"\nelements = 100\n")}) {
    const result::CaseResult result = run_moving_load(case_text(bridge + base, k_train));
    EXPECT_TRUE(result.ok) << bridge;
    EXPECT_GT(std::abs(scalar(result, "max_deflection")), 1e-5) << bridge;
    EXPECT_LT(std::abs(scalar(result, "max_deflection")), 0.05) << bridge;
  }
}

TEST(MovingLoadCase, WhatCannotBeIsToldAtItsKey) {
  const auto bridge_with = [](const std::string& line) {
    return "bending_stiffness = 1e9\nmass_per_length = 1000\n" + line;
  };
  const auto expect = [](const std::string& text, const std::string& part) {
    EXPECT_NE(moving_load_error(text).find(part), std::string::npos) << moving_load_error(text);
  };
  expect(case_text(bridge_with("length = 0"), k_train), "bridge.length: must be > 0, got 0");
  expect(case_text("length = 10\nmass_per_length = 1000\nbending_stiffness = -1e9", k_train),
         "bridge.bending_stiffness: must be > 0, got -1e+09");
  expect(case_text(bridge_with("length = 10\nmodes = 0"), k_train),
         "bridge.modes: must be in [1, 2000], got 0");
  expect(case_text(bridge_with(""), k_train), "bridge.length: is missing");
  expect(case_text("length = 10\nmass_per_length = 1000", k_train),
         "bridge.bending_stiffness: is missing");
  expect(case_text(k_loaded_bridge, "distances = [0]\nforces = [1]\nspeed = -3"),
         "never reaches the bridge");
  expect(case_text(k_loaded_bridge, "distances = [0]\nforces = [1]\nspeed = 3\nfront = -50",
                   "[time]\nend = 2"),
         "train.front: the train never reaches the bridge");
  expect(case_text(k_loaded_bridge, "distances = [0]\nforces = [1]\nspeed = 3\nfront = 50"),
         "beyond the end");
  expect(case_text(k_loaded_bridge, "distances = [0, 2, 4]\nforces = [1, 2]\nspeed = 3"),
         "has 2 forces for 3 axles");
  expect(case_text(k_loaded_bridge, "distances = [0]\nforces = [1]"), "train.speed: is missing");
  expect(case_text(k_loaded_bridge, k_train, "[second_train]\nspeed = 0"),
         "second_train.speed: must be");
  expect(case_text(k_loaded_bridge, k_train,
                   "[second_train]\ntype = \"axles\"\ndistances = [0, 1, 2]\nforces = [1, 2]"),
         "second_train.forces: has 2 forces for 3 axles");
  expect(case_text(k_loaded_bridge, "type = \"HSLM-B\"\nspeed = 3"), "train.count");
  expect(case_text(k_loaded_bridge, "distances = [0]\nforces = [0]\nspeed = 3"), "are zero");
  expect(case_text(k_loaded_bridge, k_train, "[time]\nstep = 1"),
         "time.step: a step of 1 s is too long");
  expect(case_text(k_loaded_bridge, k_train, "[time]\nstep = 1e-9"), "are too many to keep");
  expect(case_text(k_loaded_bridge, "type = \"HSLM-A3\"\nspeed_range = [10, 1e9, 1e-3]"),
         "train.speed_range: the sweep has");
  expect(case_text(k_loaded_bridge, "type = \"HSLM-A3\"\nspeeds = [1e-6]"),
         "train.speeds: a crossing at 1e-06 m/s takes");
  expect(case_text(k_loaded_bridge, k_train, "[output]\nsections = [16]"),
         "output.sections: the section at");
  expect(case_text(bridge_with("length = 10\nsupports = \"cantilever\"\n"
                               "mode_method = \"finite_differences\""),
                   k_train),
         "bridge.mode_method");
}

const std::string k_soft_bridge =
    "length = 20\nbending_stiffness = 1e10\nmass_per_length = 1e4\nshear_stiffness = 1e9\n"
    "damping_ratio = 0.01\n";
const std::string k_four_axles = "distances = [0, 3, 15, 18]\nforces_kN = [170]\nspeed = 50";

TEST(MovingLoadCase, ABridgeSoftInShearTakesFewModesAndIsRight) {
  for (const char* supports : {"", "supports = \"elastic\"\nsupport_stiffness = 1e9\n"}) {
    const std::string bridge = k_soft_bridge + supports;
    const result::CaseResult chosen = run_moving_load(case_text(bridge, k_four_axles));
    EXPECT_TRUE(chosen.ok);
    // of the step nothing; on springs a single force has no critical speed
    const auto says = [&](const char* words) {
      return std::ranges::any_of(chosen.notes, [&](const std::string& note) {
        return note.find(words) != std::string::npos;
      });
    };
    EXPECT_FALSE(says("Steps of"));
    EXPECT_EQ(says("No critical speed"), *supports != 0);
    EXPECT_LE(scalar(chosen, "modes"), 60);
    const result::CaseResult many = run_moving_load(
        case_text(bridge + "modes = 90\n", k_four_axles, "[time]\nstep_ms = 0.1\n"));
    for (const char* name : {"max_deflection", "static_deflection", "max_moment"}) {
      EXPECT_NEAR(scalar(chosen, name) / scalar(many, name), 1, 3e-3) << supports << name;
    }
  }
}

TEST(MovingLoadCase, RotaryInertiaOfASoftBridgeTakesFewModesToo) {
  const result::CaseResult result = run_moving_load(
      case_text(k_soft_bridge + "rotary_inertia = 3e4\n", k_four_axles, "[output]\nsections=[10]"));
  EXPECT_TRUE(result.ok);
  EXPECT_LE(scalar(result, "modes"), 60);
}

TEST(MovingLoadCase, AStepThatTheProgramChoosesIsOneItTakes) {
  // 4000 s with 30 modes up to 1.4 kHz: 40 steps a period would be too many to keep.
  const std::string slow = "distances = [0, 3]\nforces_kN = [100, 120]\nspeed = 0.0045\n";
  const std::string bridge =
      "length = 15\nbending_stiffness = 7.694081e9\nmass_per_length = 15000\nmodes = 30";
  const result::CaseResult result = run_moving_load(case_text(bridge, slow));
  EXPECT_TRUE(result.ok);
  EXPECT_NEAR(scalar(result, "dynamic_amplification"), 1, 1e-3);
  ASSERT_FALSE(result.notes.empty());
  EXPECT_TRUE(result.notes[0].starts_with("Steps of ")) << result.notes[0];
  EXPECT_EQ(moving_load_error(case_text(bridge, slow)), "no error");
}

/// Wants to stop at once.
class StopBeforeModes : public Observer {
 public:
  bool stop_requested() override { return true; }
};

TEST(MovingLoadCase, ModesOfFiniteElementsCanBeStopped) {
  StopBeforeModes observer;
  const std::string bridge = k_soft_bridge + "supports = \"elastic\"\nsupport_stiffness = 1e9\n";
  const casefile::CaseFile file =
      casefile::parse_toml(case_text(bridge, k_four_axles), "case.toml", ".");
  const result::CaseResult result = run_case(file, {.observer = &observer}).cases.at(0);
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.status, "stopped");
  EXPECT_EQ(result.notes.at(0),
            "Not run: the computation of the bridge's modes was stopped as asked.");
}

const std::string k_bridge_of_type =
    "length = 15\nbending_stiffness = 7.694081e9\nmass_per_length = 15000\nmodes = 3\n";

TEST(MovingLoadCase, DampingByTypeOfBridgeIsThatOfTable66) {
  // 1.0 + 0.07 (20 - 15) % of prestressed concrete; below 30 m (0.2805 - 0.144) / (1 - 0.6615 -
  // 0.99
  // + 0.860625) % more under forces.
  const double additional = 0.01 * 0.1365 / 0.209125;
  const auto deflection = [&](const std::string& damping) {
    return scalar(run_moving_load(case_text(k_bridge_of_type + damping, k_train)),
                  "max_deflection");
  };
  const result::CaseResult typed = run_moving_load(case_text(
      k_bridge_of_type + "damping_type = \"prestressed_concrete\"\nadditional_damping = true",
      k_train));
  EXPECT_NEAR(scalar(typed, "damping_ratio"), 0.0135, 1e-15);
  EXPECT_NEAR(scalar(typed, "additional_damping_ratio"), additional, 1e-15);
  const auto told = std::ranges::find(typed.scalars, "damping_ratio", &result::Scalar::name);
  EXPECT_NE(told->meaning.find("table 6.6"), std::string::npos) << told->meaning;
  EXPECT_NEAR(test::table(typed, "modes").columns[2].values[0], 0.0135 + additional, 1e-15);
  EXPECT_NEAR(scalar(typed, "max_deflection"),
              deflection("damping_ratio = " + std::to_string(0.0135 + additional)), 1e-8);
  EXPECT_NEAR(deflection("damping_type = \"steel_or_composite\""),
              deflection("damping_ratio = 0.01125"), 1e-15);
  EXPECT_NEAR(deflection("damping_type = \"reinforced_concrete\""),
              deflection("damping_ratio = 0.0185"), 1e-15);
}

TEST(MovingLoadCase, DampingIsThatOfTheSpansOfEachBeam) {
  // Table 6.6 by the longest span of a beam, figure 6.15 by the span that has least of it.
  const std::string bridge =
      "bending_stiffness = 7.7e9\nmass_per_length = 15000\nmodes = 2\nspans = [10, 25]\n"
      "damping_type = \"steel_or_composite\"\nadditional_damping = true\n";
  const auto ratios = [&](const std::string& joints) {
    return test::table(run_moving_load(case_text(bridge + joints, k_train)), "modes")
        .columns[2]
        .values;
  };
  const double of_10 = 0.01 * 0.123 / 0.374;
  const double of_25 = 0.01 * (0.4675 - 0.4) / (1 - 1.1025 - 2.75 + 3.984375);
  EXPECT_NEAR(ratios("")[0], 0.005 + std::min(of_10, of_25), 1e-15);
  const std::vector<double> apart = ratios("joints = \"separate\"");
  EXPECT_NEAR(std::ranges::max(apart), 0.005 + 0.00125 * 10 + of_10, 1e-15);
  EXPECT_NEAR(std::ranges::min(apart), 0.005 + of_25, 1e-15);
}

TEST(MovingLoadCase, FrequencyOfTheDeflectionUnderPermanentLoadsIsToldBesideThatOfTheModel) {
  // 5 m g L^4 / (384 EI) = 12.61 mm of this beam of 5 Hz.
  const result::CaseResult fits =
      run_moving_load(case_text(k_loaded_bridge + "\npermanent_deflection_mm = 12.61", k_train));
  EXPECT_NEAR(scalar(fits, "n0_of_deflection"), 17.75 / std::sqrt(12.61), 1e-12);
  EXPECT_FALSE(test::has_note(fits, "permanent loads"));
  const result::CaseResult off =
      run_moving_load(case_text(k_loaded_bridge + "\npermanent_deflection_mm = 20", k_train));
  EXPECT_NEAR(scalar(off, "n0_of_deflection"), 3.969, 1e-3);
  EXPECT_TRUE(test::has_note(off, "20 mm, belongs to 3.969 Hz"));
  EXPECT_NE(moving_load_error(case_text("spans = [10, 10]\nbending_stiffness = 1e9\n"
                                        "mass_per_length = 5000\npermanent_deflection = 0.01",
                                        k_train))
                .find("bridge.permanent_deflection"),
            std::string::npos);
}

TEST(MovingLoadCase, CrossSectionsMayVaryAlongTheBridge) {
  // A beam of 20 m, in its middle half four times as stiff. A force P at midspan: by the unit load,
  // 2 P/4 times the integral of x^2/EI from 0 to L/2.
  const std::string train = "distances = [0]\nforces = [1e5]\nspeed = 40";
  const std::string sections =
      "[[bridge.section]]\nx = 0\nbending_stiffness = 4e9\nmass_per_length = 9000\n"
      "[[bridge.section]]\nx = 5\nbending_stiffness = 4e9\nmass_per_length = 9000\n"
      "[[bridge.section]]\nx = 5\nbending_stiffness = 16e9\nmass_per_length = 9000\n"
      "[[bridge.section]]\nx = 15\nbending_stiffness = 16e9\nmass_per_length = 9000\n"
      "[[bridge.section]]\nx = 15\nbending_stiffness = 4e9\nmass_per_length = 9000\n";
  const result::CaseResult stepped =
      run_moving_load(case_text("length = 20\nmodes = 24", train, sections));
  const double deflection = 1e5 / 2 * (125.0 / 3 / 4e9 + (1000.0 - 125.0) / 3 / 16e9);
  EXPECT_NEAR(scalar(stepped, "static_deflection"), deflection, 2e-3 * deflection);
  EXPECT_TRUE(test::has_note(stepped, "No critical speed of a single force"));
  // Sections that are all alike are a uniform beam.
  const result::CaseResult alike = run_moving_load(
      case_text("length = 20\nmodes = 8", train,
                "[[bridge.section]]\nx = 0\nbending_stiffness = 4e9\nmass_per_length = 9000\n"
                "[[bridge.section]]\nx = 20\nbending_stiffness = 4e9\nmass_per_length = 9000\n"));
  const result::CaseResult uniform = run_moving_load(
      case_text("length = 20\nmodes = 8\nbending_stiffness = 4e9\nmass_per_length = 9000", train));
  EXPECT_NEAR(scalar(alike, "max_deflection"), scalar(uniform, "max_deflection"), 1e-12);
}

TEST(MovingLoadCase, CrossSectionsBelongToTheBeamTheyAreOn) {
  // Two spans apart, the second four times as stiff: twice the frequency of the first.
  const std::string sections =
      "[[bridge.section]]\nx = 0\nbending_stiffness = 4e9\nmass_per_length = 9000\n"
      "[[bridge.section]]\nx = 20\nbending_stiffness = 4e9\nmass_per_length = 9000\n"
      "[[bridge.section]]\nx = 20\nbending_stiffness = 16e9\nmass_per_length = 9000\n";
  const result::CaseResult two = run_moving_load(
      case_text("spans = [20, 20]\njoints = \"separate\"\nmodes = 1", k_train, sections));
  const std::vector<double>& n = test::table(two, "modes").columns[1].values;
  ASSERT_EQ(n.size(), 2u);
  const double n0 = std::numbers::pi / 2 * std::sqrt(4e9 / 9000) / 400;
  EXPECT_NEAR(n[0], n0, 1e-6 * n0);
  EXPECT_NEAR(n[1], 2 * n0, 1e-6 * n0);
}

TEST(MovingLoadCase, CrossSectionsThatCannotBeAreTold) {
  const auto told = [](const std::string& bridge, const std::string& sections) {
    return moving_load_error(case_text("length = 20\n" + bridge, k_train, sections));
  };
  const std::string at_0 =
      "[[bridge.section]]\nx = 0\nbending_stiffness = 4e9\nmass_per_length = 9000\n";
  EXPECT_NE(told("mass_per_length = 9000", at_0)
                .find("bridge.mass_per_length: conflicts with [[bridge.section]]"),
            std::string::npos);
  EXPECT_NE(told("", at_0 + "[[bridge.section]]\nx = 25\nbending_stiffness = 4e9\n"
                            "mass_per_length = 9000\n")
                .find("bridge.section[2].x: is not on the bridge"),
            std::string::npos);
  EXPECT_NE(told("", "").find("bridge.mass_per_length: is missing"), std::string::npos);
}

}  // namespace
}  // namespace tread::study
