#include "tread/casefile/moving_load_keys.hpp"

#include <fmt/format.h>

namespace tread::casefile {
namespace {

using enum Dimension;

std::vector<Choice> train_types() {
  std::vector<Choice> types{{"axles", "distances and forces as given here"}};
  for (int i = 1; i <= 10; ++i) types.push_back({fmt::format("HSLM-A{}", i), ""});
  types.back().doc = "HSLM-A1 to A10: high-speed load model of EN 1991-2";
  return types;
}

void declare_train(KeyList<MovingLoadCase>& keys) {
  const auto to = [](auto member) { return at(&MovingLoadCase::train, member); };
  keys.table({.name = "train", .doc = "Forces that cross the bridge from left to right."});
  keys.add(choice("type", train_types(), "Which train").defaults_to(std::string("axles")),
           to(&AxleTrainInput::type));
  keys.add(numbers("distances", length, at_least(0), "Distances of all axles behind the first")
               .only_for("train.type", {"axles"})
               .is_required_for({"axles"}),
           to(&AxleTrainInput::distances));
  keys.add(numbers("forces", force, any_value(), "Axle loads: one for all axles, or one for each")
               .only_for("train.type", {"axles"})
               .is_required_for({"axles"}),
           to(&AxleTrainInput::forces));
  keys.add(number("speed", speed, positive(), "Speed: one crossing, with histories")
               .excludes({"train.speeds", "train.speed_range"})
               .hints("a train that stands or goes left never reaches the bridge"),
           to(&AxleTrainInput::speed));
  keys.add(numbers("speeds", speed, positive(), "Speeds of a sweep")
               .excludes({"train.speed_range"})
               .hints("a train that stands or goes left never reaches the bridge"),
           to(&AxleTrainInput::speeds));
  KeyInfo range = numbers("speed_range", speed, positive(), "Sweep: first speed, last speed, step");
  range.count = 3;
  keys.add(range, to(&AxleTrainInput::speed_range));
  keys.add(number("front", length, any_value(), "Where the first axle is at the start")
               .defaults_to(0.0)
               .needs_one_of({"train.speed"}),
           to(&AxleTrainInput::front));
}

}  // namespace

KeyList<MovingLoadCase> moving_load_keys(std::vector<Choice> scenarios) {
  KeyList<MovingLoadCase> keys;
  keys.add(choice("scenario", std::move(scenarios), "What is computed").is_required(),
           at(&MovingLoadCase::scenario));
  keys.add(text("title", "A line for the reader, shown with the results"),
           at(&MovingLoadCase::title));
  keys.adopt(bridge_keys(), {"bridge"}, at(&MovingLoadCase::bridge), [](const KeyInfo& key) {
    const bool is_left_out = key.name == "model" || key.name == "solution";
    return is_left_out ? std::nullopt : std::optional(key);
  });
  declare_train(keys);
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
  keys.add(numbers("sections", length, at_least(0),
                   "Places of the bridge; left out: the middle of every span"),
           at(&MovingLoadCase::output, &MovingLoadOutput::sections));
  return keys;
}

MovingLoadCase build_moving_load_case(const KeyList<MovingLoadCase>& keys, const Reading& reading,
                                      ProblemList& problems) {
  MovingLoadCase input = keys.fill(reading);
  check_bridge(input.bridge, reading, problems);
  const AxleTrainInput& train = input.train;
  if (reading.given("train.speed") == nullptr && reading.given("train.speeds") == nullptr &&
      reading.given("train.speed_range") == nullptr) {
    problems.add(
        reading.problem("train.speed", "is missing",
                        "give speed for one crossing, or speeds or speed_range for a sweep"));
  }
  if (train.forces.size() > 1 && train.forces.size() != train.distances.size()) {
    problems.add(reading.problem(
        "train.forces",
        fmt::format("has {} forces for {} axles", train.forces.size(), train.distances.size()),
        "give one for all, or one for each of train.distances"));
  }
  if (train.speed_range.size() == 3 && train.speed_range[1] < train.speed_range[0]) {
    problems.add(reading.problem("train.speed_range", "ends before it begins",
                                 "first speed, last speed, step"));
  }
  input.places = reading.places();
  return input;
}

}  // namespace tread::casefile
