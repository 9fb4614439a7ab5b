#include "tread/casefile/moving_load_keys.hpp"

#include <fmt/format.h>

#include "tread/structure/train_library.hpp"

namespace tread::casefile {
namespace {

using structure::KnownTrain;

/// All trains that need the given numbers.
std::vector<std::string> trains_with(KnownTrain::Needs needs) {
  std::vector<std::string> names;
  for (const KnownTrain& train : structure::known_trains()) {
    if (train.needs == needs) names.push_back(train.name);
  }
  return names;
}

/// Which axles a train has. @param to leads to an AxleTrainInput
template <class To>
void declare_axles(KeyList<MovingLoadCase>& keys, const std::string& table,
                   std::vector<Choice> types, const std::string& usual, const To& to) {
  using enum Dimension;
  const auto at_axles = [to](auto member) {
    return [ to, member ](auto& input) -> auto& { return to(input).*member; };
  };
  types.push_back({"axles", "distances and forces as given here"});
  for (const KnownTrain& train : structure::known_trains()) {
    types.push_back({train.name, train.source});
  }
  const std::string type = table + ".type";
  keys.add(choice("type", types, "Which train").defaults_to(usual),
           at_axles(&AxleTrainInput::type));
  keys.add(numbers("distances", length, at_least(0), "Distances of all axles behind the first")
               .only_for(type, {"axles"})
               .is_required_for({"axles"}),
           at_axles(&AxleTrainInput::distances));
  keys.add(numbers("forces", force, any_value(), "Axle loads: one for all axles, or one for each")
               .only_for(type, {"axles"})
               .is_required_for({"axles"}),
           at_axles(&AxleTrainInput::forces));
  const auto hslm_b = trains_with(KnownTrain::Needs::forces_and_spacing);
  keys.add(whole_number("count", between(1, 1000), "Number of forces N")
               .only_for(type, hslm_b)
               .is_required_for(hslm_b),
           at_axles(&AxleTrainInput::n_forces));
  keys.add(number("spacing", length, positive(), "Distance d of forces")
               .only_for(type, hslm_b)
               .is_required_for(hslm_b),
           at_axles(&AxleTrainInput::spacing));
  keys.add(whole_number("wagons", between(1, 1000), "Number of wagons")
               .only_for(type, trains_with(KnownTrain::Needs::wagons))
               .defaults_to(20),
           at_axles(&AxleTrainInput::n_wagons));
}

void declare_first_axle_train(KeyList<MovingLoadCase>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&MovingLoadCase::train, member); };
  keys.table({.name = "train", .doc = "Forces that cross the bridge from left to right."});
  declare_axles(keys, "train", {}, "axles", to(&FirstTrainInput::axles));
  keys.add(number("speed", speed, positive(), "Speed: one crossing, with histories")
               .usually(between(0, 160))
               .excludes({"train.speeds", "train.speed_range"})
               .hints("a train that stands or goes left never reaches the bridge"),
           to(&FirstTrainInput::speed));
  keys.add(numbers("speeds", speed, positive(), "Speeds of a sweep")
               .usually(between(0, 160))
               .excludes({"train.speed_range"})
               .hints("a train that stands or goes left never reaches the bridge"),
           to(&FirstTrainInput::speeds));
  KeyInfo range = numbers("speed_range", speed, positive(), "Sweep: first speed, last speed, step");
  range.count = 3;
  keys.add(range, to(&FirstTrainInput::speed_range));
  keys.add(
      number("front", length, any_value(),
             "Where the first axle is at the start; left out: at 0, or before if a second train "
             "comes earlier")
          .needs_one_of({"train.speed"}),
      to(&FirstTrainInput::front));
}

void declare_second_axle_train(KeyList<MovingLoadCase>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&MovingLoadCase::second_train, member); };
  keys.table({.name = "second_train",
              .presence = TableInfo::Presence::if_written,
              .doc = "Another train on the bridge at the same time, on a track of its own."});
  declare_axles(keys, "second_train", {{"same", "like the first train"}}, "same",
                to(&SecondTrainInput::axles));
  keys.add(number("speed", speed, positive(), "Its speed; left out: that of the first train"),
           to(&SecondTrainInput::speed));
  keys.add(choice("direction",
                  {{"left", "from the right, against the first train"},
                   {"right", "from the left, beside it"}},
                  "Where it runs to")
               .defaults_to(std::string("left")),
           to(&SecondTrainInput::direction));
  keys.add(number("meet_at", length, any_value(),
                  "Where both fronts are at the same time; left out: the middle of the bridge"),
           to(&SecondTrainInput::meet_at));
}

void check_axles(const AxleTrainInput& axles, const std::string& table, const Reading& reading,
                 ProblemList& problems) {
  if (axles.forces.size() <= 1 || axles.forces.size() == axles.distances.size()) return;
  problems.add(reading.problem(
      table + ".forces",
      fmt::format("has {} forces for {} axles", axles.forces.size(), axles.distances.size()),
      "give one for all, or one for each of " + table + ".distances"));
}

}  // namespace

KeyList<MovingLoadCase> moving_load_keys(std::vector<Choice> scenarios) {
  using enum Dimension;
  KeyList<MovingLoadCase> keys;
  keys.add(choice("scenario", std::move(scenarios), "What is computed").is_required(),
           at(&MovingLoadCase::scenario));
  keys.add(text("title", "A line for the reader, shown with the results"),
           at(&MovingLoadCase::title));
  keys.adopt(bridge_keys(), bridge_tables(), at(&MovingLoadCase::bridge), [](const KeyInfo& key) {
    const bool is_left_out = key.name == "model" || key.name == "solution";
    return is_left_out ? std::nullopt : std::optional(key);
  });
  declare_first_axle_train(keys);
  declare_second_axle_train(keys);
  keys.table({.name = "time", .doc = "Modes are stepped exactly; the step is what is looked at."});
  keys.add(number("step", time, positive(),
                  "Time between instants of a crossing; left out: 40 a period of the highest mode")
               .needs_one_of({"train.speed"}),
           at(&MovingLoadCase::time, &MovingLoadTime::step));
  keys.add(number("free_vibration", time, at_least(0), "How long after the last axle has left")
               .defaults_to(1.0),
           at(&MovingLoadCase::time, &MovingLoadTime::free_vibration));
  keys.add(number("end", time, positive(), "When a crossing ends, instead")
               .needs_one_of({"train.speed"}),
           at(&MovingLoadCase::time, &MovingLoadTime::end));
  keys.table({.name = "output", .doc = "What is told."});
  keys.add(
      numbers("sections", length, at_least(0),
              "Places of the bridge; left out: histories in the middle of every span, extremes "
              "over the tenths of all spans"),
      at(&MovingLoadCase::output, &MovingLoadOutput::sections));
  keys.add(
      number("deck_frequency", frequency, positive(),
             "Deck accelerations count modes up to this frequency; left out: the largest of 30 "
             "Hz, 1.5 n0 and the third (EN 1990 A2)"),
      at(&MovingLoadCase::output, &MovingLoadOutput::deck_frequency));
  return keys;
}

MovingLoadCase build_moving_load_case(const KeyList<MovingLoadCase>& keys, const Reading& reading,
                                      ProblemList& problems) {
  MovingLoadCase input = keys.fill(reading);
  check_bridge(input.bridge, reading, problems);
  const FirstTrainInput& train = input.train;
  if (reading.given("train.speed") == nullptr && reading.given("train.speeds") == nullptr &&
      reading.given("train.speed_range") == nullptr) {
    problems.add(
        reading.problem("train.speed", "is missing",
                        "give speed for one crossing, or speeds or speed_range for a sweep"));
  }
  check_axles(train.axles, "train", reading, problems);
  check_axles(input.second_train.axles, "second_train", reading, problems);
  if (train.speed_range.size() == 3 && train.speed_range[1] < train.speed_range[0]) {
    problems.add(reading.problem("train.speed_range", "ends before it begins",
                                 "first speed, last speed, step"));
  }
  input.places = reading.places();
  return input;
}

}  // namespace tread::casefile
