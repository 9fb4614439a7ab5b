#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "study/case_result.hpp"
#include "study/train_bridge_cases.hpp"
#include "tread/study/bridge_numbers.hpp"
#include "tread/study/measure_case.hpp"
#include "tread/study/train_bridge_model.hpp"

namespace tread::study {
namespace {

using test::parse;
using test::run;
using test::scalar;

const std::string k_coach =
    "[vehicle]\ntype = \"manchester\"\npart = \"half\"\n[contact]\nmodel = \"zhai\"\n";
const std::string k_beam =
    "[bridge]\nlength = 20\nbending_stiffness_GNm2 = 20\nmass_per_length_t_m = 12\n";
const std::string k_track =
    k_beam +
    "model = \"elements\"\nelements = 10\nrayleigh = [0.6, 1.5e-4]\n[track]\nbefore = 24\n"
    "after = 18\n" +
    k_coach;

std::string train_at_speed(double speed) {
  return "[train]\nstart_position = -12\nspeed = " + std::to_string(speed) +
         "\n[time]\nstep_ms = 1\n";
}

result::CaseResult measure(const std::string& text, MeasureMemory& memory) {
  Observer observer;
  return measure_case(parse(text), memory, observer);
}

result::CaseResult measure(const std::string& text) {
  MeasureMemory memory;
  return measure(text, memory);
}

std::vector<std::string> names_of(const result::CaseResult& of) {
  std::vector<std::string> names;
  for (const result::Scalar& scalar : of.scalars) names.push_back(scalar.name);
  return names;
}

void expect_same_bits(const result::CaseResult& a, const result::CaseResult& b) {
  ASSERT_EQ(names_of(a), names_of(b));
  for (std::size_t i = 0; i < a.scalars.size(); ++i) {
    EXPECT_EQ(a.scalars[i].value, b.scalars[i].value) << a.scalars[i].name;
  }
}

bool has(const result::CaseResult& result, std::string_view name) {
  return std::ranges::count(result.scalars, name, &result::Scalar::name) > 0;
}

TEST(MeasureTrainBridge, GivesTheSameBitsWhateverWasMeasuredBefore) {
  const std::string modal = k_beam +
                            "model = \"elements\"\nelements = 10\nsolution = \"modal\"\nmodes = "
                            "6\ndamping_ratio = 0.01\n" +
                            k_coach;
  for (const std::string& bridge : {k_track, k_beam + k_coach, modal}) {
    MeasureMemory memory;
    measure(bridge + train_at_speed(30), memory);
    measure(bridge + train_at_speed(41), memory);
    const result::CaseResult again = measure(bridge + train_at_speed(30), memory);
    expect_same_bits(again, measure(bridge + train_at_speed(30)));
  }
}

TEST(MeasureTrainBridge, GivesTheSameBitsAfterStepsOfAnotherLength) {
  MeasureMemory memory;
  measure(k_track + "[train]\nstart_position = -12\nspeed = 30\n[time]\nstep_ms = 0.7\n", memory);
  expect_same_bits(measure(k_track + train_at_speed(30), memory),
                   measure(k_track + train_at_speed(30)));
}

TEST(MeasureTrainBridge, KeepsTheBridgeForOtherSpeedsAndRailsAlone) {
  const std::string key = carrier_key(parse(k_track + train_at_speed(30)));
  EXPECT_EQ(key, carrier_key(parse(k_track + train_at_speed(41))));
  EXPECT_EQ(key, carrier_key(parse(k_track + train_at_speed(30) +
                                   "[rail]\ntype = \"sine\"\namplitude_mm = 1\nwavelength = 3\n")));
  std::string two = k_track;
  two.replace(two.find("part = "), 0, "count = 2\npitch = 25\n");
  EXPECT_NE(key, carrier_key(parse(two + train_at_speed(30))));
  std::string longer = k_track;
  longer.replace(longer.find("length = 20"), 11, "length = 21");
  EXPECT_NE(key, carrier_key(parse(longer + train_at_speed(30))));
}

TEST(MeasureTrainBridge, TellsWhatACaseRunByItselfTells) {
  const std::string separate =
      "[bridge]\nspans = [12, 9]\njoints = \"separate\"\nbending_stiffness_GNm2 = "
      "8\nmass_per_length_t_m = 12\n";
  for (const std::string& bridge : {k_track, k_beam + k_coach, separate + k_coach,
                                    separate + "model = \"elements\"\n" + k_coach}) {
    for (const std::string& sections :
         {std::string(), std::string("[output]\nsections = [5, 10]\n")}) {
      result::CaseResult alone = run(bridge + train_at_speed(30) + sections);
      // how long it took is no number of the case
      std::erase_if(alone.scalars, [](const auto& s) { return s.name == "preparation_time"; });
      result::CaseResult measured = measure(bridge + train_at_speed(30) + sections);
      // what checks of studies hold against each span
      std::erase_if(measured.scalars, [](const auto& s) {
        return s.name.find("max_deflection_to_span") != std::string::npos;
      });
      EXPECT_TRUE(measured.ok);
      EXPECT_TRUE(measured.tables.empty());
      expect_same_bits(alone, measured);
    }
  }
}

TEST(MeasureTrainBridge, LooksAtSupportsAndTenthsOfTheSpans) {
  const std::string middle = "[output]\nsections = [10]\n";
  const result::CaseResult at_middle = run(k_beam + k_coach + train_at_speed(30) + middle);
  const result::CaseResult everywhere = run(k_beam + k_coach + train_at_speed(30));
  // the shear force is largest at the supports
  EXPECT_GT(std::abs(scalar(everywhere, "max_shear")),
            1.5 * std::abs(scalar(at_middle, "max_shear")));
  EXPECT_GE(scalar(everywhere, "max_moment"), scalar(at_middle, "max_moment"));
  EXPECT_EQ(scalar(everywhere, "max_deflection"), scalar(at_middle, "max_deflection"));
  // its history is shown beside that of the middle
  const result::Table& shear = test::table(everywhere, "shear");
  ASSERT_EQ(shear.columns.size(), 3u);
  double largest = 0;
  for (const result::Column& column : {shear.columns[1], shear.columns[2]}) {
    for (const double value : column.values) largest = std::max(largest, std::abs(value));
  }
  EXPECT_EQ(largest, std::abs(scalar(everywhere, "max_shear")));
}

TEST(MeasureTrainBridge, StartOfARunOnSmoothTrackDoesNotDecideTheUnloading) {
  const std::string fast =
      "[train]\nstart_position = -12\nspeed_km_h = 400\n[time]\nstep_ms = 0.5\n";
  const result::CaseResult result = measure(k_track + fast);
  EXPECT_EQ(scalar(result, "run_in"), 9);
  const result::Scalar& unloading =
      *std::ranges::find(result.scalars, "max_unloading", &result::Scalar::name);
  // with what the start leaves the whole run hardly knows more
  std::string whole = fast;
  whole.replace(whole.find("start_position"), 0, "run_in = 0\n");
  const result::CaseResult counted = measure(k_track + whole);
  EXPECT_FALSE(has(counted, "run_in"));
  EXPECT_LT(scalar(counted, "max_unloading"), 0.2);
  EXPECT_LE(unloading.value, scalar(counted, "max_unloading"));
  EXPECT_NE(unloading.meaning.find(" at x = "), std::string::npos) << unloading.meaning;
}

TEST(MeasureTrainBridge, TrainStartsBeforeTheBridgeOnATrack) {
  const std::string track = k_track.substr(0, k_track.find("before = 24")) + k_coach;
  const TrainBridgeModel model =
      train_bridge_model(parse(track + "[train]\nspeed = 50\n[time]\nstep_ms = 1\n"));
  EXPECT_DOUBLE_EQ(model.problem.start_position, -20);
  EXPECT_DOUBLE_EQ(model.run_in.distance, 17);
  EXPECT_DOUBLE_EQ(model.run_in.time, 0.34);
  // as far as there are rails: 24 m for a bogie with 2.56 m between its axles
  const TrainBridgeModel on_short_track =
      train_bridge_model(parse(k_track + "[train]\nspeed = 50\n[time]\nstep_ms = 1\nend = 0.8\n"));
  EXPECT_DOUBLE_EQ(on_short_track.problem.start_position, -20);
}

TEST(MeasureTrainBridge, RailsOverTheEndsOfABareBeamRoundItsKinks) {
  const std::string fast = "[train]\nspeed_km_h = 300\n";
  const result::CaseResult rounded = measure(k_beam + k_coach + fast);
  const result::CaseResult bare = measure(k_beam + k_coach + fast + "[rail]\nover_joints = 0\n");
  EXPECT_LT(scalar(rounded, "max_unloading"), 0.5 * scalar(bare, "max_unloading"));
  // what the bridge does stays as it was
  EXPECT_NEAR(scalar(rounded, "max_deflection") / scalar(bare, "max_deflection"), 1, 0.01);
  EXPECT_NEAR(scalar(rounded, "max_moment") / scalar(bare, "max_moment"), 1, 0.02);
  EXPECT_NEAR(scalar(rounded, "static_deflection") / scalar(bare, "static_deflection"), 1, 0.002);
  EXPECT_TRUE(test::has_note(rounded, "ones that reach 1 m over the ends"));
  EXPECT_TRUE(test::has_note(bare, "Wheels meet the kinks at the ends"));
}

TEST(MeasureTrainBridge, BridgesOfModesAndOfElementsHaveTheSameRailsOverTheirEnds) {
  const std::string fast = "[train]\nspeed_km_h = 300\n[time]\nstep_ms = 0.2\n";
  const result::CaseResult modes = measure(k_beam + "modes = 20\n" + k_coach + fast);
  const result::CaseResult elements =
      measure(k_beam + "model = \"elements\"\nelements = 40\n" + k_coach + fast);
  EXPECT_NEAR(scalar(elements, "max_deflection") / scalar(modes, "max_deflection"), 1, 2e-3);
  EXPECT_NEAR(scalar(elements, "max_force_ratio"), scalar(modes, "max_force_ratio"), 5e-3);
  EXPECT_NEAR(scalar(elements, "min_force_ratio"), scalar(modes, "min_force_ratio"), 5e-3);
}

TEST(MeasureTrainBridge, FindsTheFrequenciesOfTheBridgeAloneBelowATrack) {
  const auto frequencies =
      bridge_frequencies(train_bridge_model(parse(k_track + train_at_speed(30))));
  ASSERT_EQ(frequencies.size(), 3u);
  const double first = std::numbers::pi / (2 * 400.0) * std::sqrt(20e9 / 12000);
  // cubic elements are too stiff by (wave number x length)^4 / 1440
  for (int i = 1; i <= 3; ++i) {
    const double error = std::pow(std::numbers::pi * i / 10, 4) / 1440;
    EXPECT_NEAR(frequencies[static_cast<std::size_t>(i - 1)] / (first * i * i), 1 + error,
                0.1 * error);
  }
}

TEST(MeasureTrainBridge, EqualSpansCountOnce) {
  const std::string spans =
      "[bridge]\nspans = [20, 20, 20]\njoints = \"separate\"\nbending_stiffness_GNm2 = 20\n"
      "mass_per_length_t_m = 12\n";
  const auto one =
      bridge_frequencies(train_bridge_model(parse(k_beam + k_coach + train_at_speed(30))));
  const auto three =
      bridge_frequencies(train_bridge_model(parse(spans + k_coach + train_at_speed(30))));
  ASSERT_EQ(three.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(three[i], one[i], 1e-9 * one[i]);
}

TEST(MeasureTrainBridge, FastMotionIsNoAccelerationOfTheDeck) {
  // a jolt where the wheels enter shakes all modes; the norm's frequencies are few of them
  const std::string bump =
      "[rail]\ntype = \"bump\"\nheight_mm = 1\nstart = 6\nlength = 0.3\n[output]\nsections = [5, "
      "10]\n";
  const std::string modes = k_beam + "modes = 40\ndamping_ratio = 0.01\n" + k_coach;
  const std::string fast = "[train]\nstart_position = -2\nspeed = 30\n[time]\nstep_ms = 0.2\n";
  const result::CaseResult cut = measure(modes + fast + bump);
  const result::CaseResult all = measure(modes + fast + bump + "frequency_cut = 1e5\n");
  EXPECT_LT(std::abs(scalar(cut, "max_deck_acceleration")),
            0.5 * std::abs(scalar(all, "max_deck_acceleration")));
  EXPECT_GE(std::abs(scalar(all, "max_deck_acceleration")),
            std::abs(scalar(all, "max_acceleration")) * (1 - 1e-12));
}

TEST(MeasureTrainBridge, BeamElementsAndModesAgreeOnWhatNormsAskFor) {
  const std::string rest =
      k_coach + "[train]\nstart_position = 0\nspeed = 50\n[time]\nstep_ms = 0.5\n";
  const result::CaseResult modes =
      measure(k_beam + "modes = 40\nrayleigh = [0.6, 1.5e-4]\n" + rest);
  const result::CaseResult elements =
      measure(k_beam + "model = \"elements\"\nelements = 40\nrayleigh = [0.6, 1.5e-4]\n" + rest);
  // two ways to leave out what is faster than 30 Hz, 1 % apart; elements of 0.5 m have the moment
  // below a wheel as a polygon: P h / 8 of 545 kN m at most
  EXPECT_NEAR(scalar(elements, "max_deck_acceleration"), scalar(modes, "max_deck_acceleration"),
              0.05 * std::abs(scalar(modes, "max_deck_acceleration")));
  for (const char* name : {"max_end_rotation", "static_deflection", "max_deflection",
                           "dynamic_amplification", "first_frequency"}) {
    EXPECT_NEAR(scalar(elements, name), scalar(modes, name), 2e-3 * std::abs(scalar(modes, name)))
        << name;
  }
  for (const char* name : {"static_moment", "max_moment"}) {
    EXPECT_NEAR(scalar(elements, name), scalar(modes, name), 2e-2 * std::abs(scalar(modes, name)))
        << name;
  }
}

TEST(MeasureTrainBridge, StaticNumbersAreThoseOfAForceInTheMiddle) {
  const std::string wheel =
      "[vehicle]\ntype = \"wheel\"\nmass = 1\nload_kN = 100\n[contact]\nmodel = \"linear\"\n"
      "stiffness = 1e9\n[train]\nspeed = 1\nstart_position = 9\n[time]\nend = 2\nstep_ms = 2\n";
  const result::CaseResult result = measure(k_beam + "damping_ratio = 0.05\n" + wheel);
  const double load = 100e3 + vehicle::k_gravity;
  EXPECT_NEAR(scalar(result, "static_moment"), load * 20 / 4, 1e-9 * load * 5);
  // P L^3 / 48 EI and P L^2 / 16 EI; 30 modes lack 1e-5 of the deflection; at 1 m/s dynamics add 1
  // %
  EXPECT_NEAR(scalar(result, "static_deflection"), load * 8000 / 48 / 20e9, 1e-4 * load * 8e-9);
  EXPECT_NEAR(std::abs(scalar(result, "max_end_rotation")), load * 400 / 16 / 20e9,
              0.03 * load * 400 / 16 / 20e9);
}

TEST(MeasureTrainBridge, TellsHowLongAnAxleIsOffTheRail) {
  const std::string jump =
      "[rail]\ntype = \"bump\"\nheight_mm = 20\nstart = 1\nlength = 1\n"
      "[train]\nspeed = 40\n[time]\nend_ms = 200\nstep_ms = 0.1\n";
  const result::CaseResult result =
      run("[vehicle]\ntype = \"wheel\"\nmass = 1000\n[contact]\nmodel = \"zhai\"\n" + jump);
  EXPECT_GT(scalar(result, "contact_losses"), 0);
  EXPECT_EQ(scalar(result, "max_unloading"), 1);
  const result::Table& changes = test::table(result, "contact_changes");
  double longest = 0;
  const auto& times = changes.columns[0].values;
  const auto& contact = changes.columns[3].values;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (contact[i] > 0) continue;
    longest = std::max(longest, (i + 1 < times.size() ? times[i + 1] : 0.2) - times[i]);
  }
  EXPECT_NEAR(scalar(result, "contact_loss_time"), longest, 1e-12);
  EXPECT_GT(longest, 0.01);
}

TEST(MeasureTrainBridge, TrainsThatMeetInTheMiddleBendTheBridgeSymmetrically) {
  // on beams and on all unknowns of track and bridge
  const std::string sections = "[output]\nsections = [5, 15]\n";
  std::string track = k_track;
  // sleepers lie symmetrically: 114 of them, 0.6 m apart
  track.replace(track.find("before = 24\nafter = 18"), 22, "before = 24.2\nafter = 24.2");
  for (const std::string& bridge : {k_beam + k_coach, track}) {
    const std::string rest =
        "[train]\nstart_position = -12\nspeed = 31\n[time]\nstep_ms = 1\n" + sections;
    const result::CaseResult both = run(bridge + rest + "[second_train]\n");
    const result::CaseResult one = run(bridge + rest);
    const result::Table& deflection = test::table(both, "deflection");
    const std::vector<double>& left = deflection.columns[1].values;
    const std::vector<double>& right = deflection.columns[2].values;
    double largest = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      largest = std::max(largest, std::abs(left[i] - right[i]));
    }
    EXPECT_LT(largest, 1e-9 * scalar(both, "max_deflection"));
    EXPECT_NEAR(scalar(both, "static_deflection"), 2 * scalar(one, "static_deflection"),
                0.15 * scalar(both, "static_deflection"));
    EXPECT_EQ(test::table(both, "axle_force").columns.size(), 5u);
  }
}

TEST(MeasureTrainBridge, TrainsMeetWhereTheyAreToldTo) {
  const TrainBridgeModel model = train_bridge_model(
      parse(k_beam + k_coach +
            "[train]\nstart_position = -12\nspeed = 30\n[second_train]\nspeed = 45\n"
            "meet_at = 8\n"));
  EXPECT_NEAR(model.problem.second->start_position, 8 + 45 * (20.0 / 30), 1e-12);
  const TrainBridgeModel beside = train_bridge_model(
      parse(k_beam + k_coach +
            "[train]\nstart_position = -12\nspeed = 30\n[second_train]\ndirection = "
            "\"right\"\n"));
  EXPECT_NEAR(beside.problem.second->start_position, -12, 1e-12);
}

TEST(MeasureTrainBridge, TrainsThatCannotMeetAreRefused) {
  const std::string at = "[train]\nstart_position = -12\nspeed = 30\n[second_train]\nmeet_at = ";
  EXPECT_NE(test::error_of(k_beam + k_coach + at + "-13\n")
                .find("second_train.meet_at: the trains cannot meet at -13 m"),
            std::string::npos);
  const std::string ground =
      "[vehicle]\ntype = \"wheel\"\nmass = 1000\n[contact]\nmodel = \"zhai\"\n[train]\n"
      "speed = 10\n[time]\nend_ms = 100\n[second_train]\n";
  EXPECT_THROW(parse(ground), CaseError);
}

TEST(MeasureTrainBridge, GroundHasNoDeck) {
  const result::CaseResult result = measure(
      "[vehicle]\ntype = \"wheel\"\nmass = 1000\n[contact]\nmodel = \"zhai\"\n[train]\n"
      "speed = 10\n[time]\nend_ms = 100\nstep_ms = 1\n");
  EXPECT_FALSE(has(result, "max_deck_acceleration"));
  EXPECT_FALSE(has(result, "max_end_rotation"));
  EXPECT_TRUE(has(result, "max_unloading"));
}

}  // namespace
}  // namespace tread::study
