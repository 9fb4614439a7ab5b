#include "tread/casefile/wheelset_keys.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/casefile/wheel_rail_builder.hpp"

namespace tread::casefile {
namespace {

using WheelsetKeys = KeyList<WheelsetInput>;

constexpr std::size_t k_most_positions = 10'000;
constexpr std::size_t k_most_with_fields = 3;  // where nobody says which
constexpr double k_most_yaw = 0.2;             // rad

KeyInfo range_key(std::string name, Dimension dimension, std::string doc) {
  KeyInfo key = numbers(std::move(name), dimension, any_value(), std::move(doc));
  key.count = 3;
  return key;
}

void declare_position(WheelsetKeys& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&WheelsetInput::position, member); };
  keys.table({.name = "position", .doc = "Where the wheelset is put."});
  keys.add(numbers("lateral", length, any_value(),
                   "Lateral positions, to the right; left out: the middle of the track")
               .excludes({"position.lateral_range"}),
           to(&WheelsetPositionInput::lateral));
  keys.add(range_key("lateral_range", length, "The same as first, last, step"),
           to(&WheelsetPositionInput::lateral_range));
  keys.add(numbers("yaw", angle, between(-k_most_yaw, k_most_yaw),
                   "Yaw angles, positive steers to the right; left out: none")
               .excludes({"position.yaw_range"}),
           to(&WheelsetPositionInput::yaw));
  keys.add(range_key("yaw_range", angle, "The same as first, last, step"),
           to(&WheelsetPositionInput::yaw_range));
  keys.add(choice("combine",
                  {{"together", "the first lateral position with the first yaw angle, and so on"},
                   {"grid", "every lateral position with every yaw angle"}},
                  "How lateral positions and yaw angles go together")
               .defaults_to(std::string("together")),
           to(&WheelsetPositionInput::combine));
}

void declare_wheelset_load(WheelsetKeys& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&WheelsetInput::support, member); };
  keys.table({.name = "load",
              .doc = "What presses the wheels on the rails, or how high the wheelset lies."});
  keys.add(number("wheel_force", force, positive(),
                  "Vertical force of each wheel on its rail: height and roll follow")
               .excludes({"load.wheelset_force", "load.height"}),
           to(&WheelsetLoadInput::wheel_force));
  keys.add(number("wheelset_force", force, positive(), "The same for both wheels together")
               .excludes({"load.height"}),
           to(&WheelsetLoadInput::wheelset_force));
  keys.add(number("height", length, any_value(),
                  "How far the wheelset lies below the position in which its tape circles are at "
                  "the height of the rails' tops"),
           to(&WheelsetLoadInput::height));
  keys.add(number("roll", angle, between(-k_most_yaw, k_most_yaw),
                  "Roll angle, positive lowers the right wheel")
               .defaults_to(0.0)
               .needs_one_of({"load.height"}),
           to(&WheelsetLoadInput::roll));
}

void declare_wheelset_motion(WheelsetKeys& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&WheelsetInput::rolling, member); };
  keys.table({.name = "motion", .doc = "How it rolls."});
  keys.add(number("speed", speed, positive(), "Speed along the track").defaults_to(10.0),
           to(&WheelsetMotionInput::speed));
  keys.add(choice("rotation",
                  {{"free", "as fast as leaves no moment about the axle"},
                   {"nominal", "speed over nominal radius"},
                   {"given", "as angular_velocity says"}},
                  "How fast the wheelset turns about its axle")
               .defaults_to(std::string("free")),
           to(&WheelsetMotionInput::rotation));
  keys.add(number("angular_velocity", none, positive(), "rad/s, positive rolls forward")
               .only_for("motion.rotation", {"given"})
               .is_required_for({"given"}),
           to(&WheelsetMotionInput::angular_velocity));
}

void declare_geometry(WheelsetKeys& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&WheelsetInput::geometry, member); };
  keys.table({.name = "geometry",
              .doc = "The table of the rigid wheelset, without yaw: rolling radius difference, "
                     "contact angles and positions, jumps, equivalent conicity."});
  keys.add(range_key("lateral_range", length, "Lateral positions: first, last, step")
               .defaults_to(std::vector<double>{-8e-3, 8e-3, 0.25e-3}),
           to(&WheelsetGeometryInput::lateral_range));
  keys.add(numbers("amplitudes", length, positive(), "Amplitudes of the equivalent conicity")
               .defaults_to(std::vector<double>{1e-3, 2e-3, 3e-3, 4e-3, 5e-3, 6e-3}),
           to(&WheelsetGeometryInput::amplitudes));
  keys.add(choice("roll",
                  {{"left_out", "the wheelset stays level, as in the reference values of EN 15302"},
                   {"followed", "until both wheels touch; y is that of the contact, not the axle"}},
                  "Roll of the wheelset in the equivalent conicity")
               .defaults_to(std::string("left_out")),
           to(&WheelsetGeometryInput::roll));
}

class WheelsetBuilder {
 public:
  WheelsetBuilder(const WheelsetInput& input, Reading& reading, ProblemList& problems)
      : input_(input), reading_(reading), problems_(problems) {}

  std::vector<WheelsetPosition> positions() {
    const WheelsetPositionInput& p = input_.position;
    const std::vector<double> lateral = values_of("position.lateral", p.lateral, p.lateral_range);
    const std::vector<double> yaw = values_of("position.yaw", p.yaw, p.yaw_range);
    if (lateral.empty() || yaw.empty()) return {};  // told
    for (const double angle : yaw) {
      if (std::abs(angle) <= k_most_yaw) continue;
      complain("position.yaw_range", fmt::format("must stay within {} rad", k_most_yaw));
      return {};
    }
    return p.combine == "grid" ? grid_of(lateral, yaw) : pairs_of(lateral, yaw);
  }

  WheelsetSupport support() {
    const WheelsetLoadInput& given = input_.support;
    WheelsetSupport result;
    if (given.wheel_force) result.wheel_force = given.wheel_force;
    if (given.wheelset_force) result.wheel_force = *given.wheelset_force / 2;
    result.height = given.height.value_or(0);
    result.roll = given.roll;
    const bool is_given = reading_.given("load.wheel_force") != nullptr ||
                          reading_.given("load.wheelset_force") != nullptr ||
                          reading_.given("load.height") != nullptr;
    if (!is_given) {
      complain("load.wheel_force", "is missing",
               "give wheel_force, wheelset_force, or height of the wheelset");
    }
    return result;
  }

  WheelsetRolling rolling() const {
    using Rotation = WheelsetRolling::Rotation;
    const WheelsetMotionInput& motion = input_.rolling;
    return {motion.speed,
            motion.rotation == "nominal" ? Rotation::nominal
            : motion.rotation == "given" ? Rotation::given
                                         : Rotation::free,
            motion.angular_velocity.value_or(0)};
  }

  WheelsetGeometryTable geometry() {
    const std::vector<double>& range = input_.geometry.lateral_range;
    if (range.size() != 3) return {};
    range_values("geometry.lateral_range", range);
    return {range[0], range[1], range[2], input_.geometry.amplitudes,
            input_.geometry.roll == "followed" ? profile::Roll::followed : profile::Roll::left_out};
  }

  std::vector<std::size_t> fields_at(const std::vector<WheelsetPosition>& positions) {
    std::vector<std::size_t> chosen;
    for (const double lateral : input_.fields_at) {
      bool found = false;
      for (std::size_t i = 0; i < positions.size(); ++i) {
        if (std::abs(positions[i].lateral - lateral) > 1e-9) continue;
        chosen.push_back(i);
        found = true;
      }
      if (!found) {
        complain("output.fields_at",
                 fmt::format("{} m is none of the lateral positions", number_text(lateral)),
                 "name positions of [position]");
      }
    }
    if (reading_.given("output.fields_at") == nullptr && positions.size() <= k_most_with_fields) {
      for (std::size_t i = 0; i < positions.size(); ++i) chosen.push_back(i);
    }
    return chosen;
  }

 private:
  void complain(std::string_view key, std::string reason, std::string hint = "") {
    Problem problem = reading_.problem(key, std::move(reason), std::move(hint));
    if (const Given* given = reading_.given(key)) problem.value = given->text;
    problems_.add(std::move(problem));
  }

  std::vector<double> range_values(const std::string& key, const std::vector<double>& range) {
    const double first = range[0];
    const double last = range[1];
    const double step = range[2];
    if (!(step > 0) || last < first) {
      complain(key, step > 0 ? "ends before it begins" : "must have a step > 0",
               "first, last, step");
      return {};
    }
    const double n_steps = std::floor((last - first) / step * (1 + 1e-12) + 1e-9);
    if (!(n_steps < static_cast<double>(k_most_positions))) {
      complain(key, fmt::format("has more than {} values", k_most_positions), "take a larger step");
      return {};
    }
    std::vector<double> values;
    for (int i = 0; i <= static_cast<int>(n_steps); ++i) values.push_back(first + i * step);
    return values;
  }

  std::vector<double> values_of(const std::string& key, const std::vector<double>& list,
                                const std::vector<double>& range) {
    if (range.size() == 3) return range_values(key + "_range", range);
    return list.empty() ? std::vector<double>{0} : list;
  }

  std::vector<WheelsetPosition> grid_of(const std::vector<double>& lateral,
                                        const std::vector<double>& yaw) {
    if (lateral.size() * yaw.size() > k_most_positions) {
      complain("position.combine",
               fmt::format("{} x {} positions are more than {}", lateral.size(), yaw.size(),
                           k_most_positions),
               "spread them over several cases");
      return {};
    }
    std::vector<WheelsetPosition> positions;
    for (const double y : lateral) {
      for (const double angle : yaw) positions.push_back({y, angle});
    }
    return positions;
  }

  std::vector<WheelsetPosition> pairs_of(const std::vector<double>& lateral,
                                         const std::vector<double>& yaw) {
    const std::size_t n = std::max(lateral.size(), yaw.size());
    const auto fits = [&](const std::vector<double>& list) {
      return list.size() == n || list.size() == 1;
    };
    if (!fits(lateral) || !fits(yaw)) {
      complain("position.combine",
               fmt::format("{} lateral positions and {} yaw angles do not go together",
                           lateral.size(), yaw.size()),
               "give as many of both, or one of one of them; grid takes every combination");
      return {};
    }
    std::vector<WheelsetPosition> positions;
    for (std::size_t i = 0; i < n; ++i) {
      positions.push_back({lateral[lateral.size() == 1 ? 0 : i], yaw[yaw.size() == 1 ? 0 : i]});
    }
    return positions;
  }

  const WheelsetInput& input_;
  Reading& reading_;
  ProblemList& problems_;
};

}  // namespace

KeyList<WheelsetInput> wheelset_keys(std::vector<Choice> scenarios) {
  using enum Dimension;
  WheelsetKeys keys;
  keys.add(choice("scenario", std::move(scenarios), "What is computed").is_required(),
           at(&WheelsetInput::scenario));
  keys.add(text("title", "A line for the reader, shown with the results"),
           at(&WheelsetInput::title));
  declare_position(keys);
  declare_wheelset_load(keys);
  declare_wheelset_motion(keys);
  keys.adopt(wheel_rail_keys(), wheel_rail_tables(), at(&WheelsetInput::wheel_rail),
             [](const KeyInfo& key) { return std::optional(key); });
  declare_geometry(keys);
  keys.table({.name = "output", .doc = "What is told."});
  keys.add(numbers("fields_at", length, any_value(),
                   "Lateral positions at which pressures and tractions are told; left out: all, if "
                   "there are three at most, otherwise none"),
           at(&WheelsetInput::fields_at));
  return keys;
}

WheelsetCase build_wheelset_case(const WheelsetInput& input, const std::filesystem::path& base_dir,
                                 Reading& reading, ProblemList& problems) {
  WheelsetBuilder builder(input, reading, problems);
  WheelsetCase result;
  result.title = input.title;
  result.positions = builder.positions();
  result.support = builder.support();
  result.rolling = builder.rolling();
  result.wheel_rail = build_wheel_rail(input.wheel_rail, base_dir, reading, problems);
  result.geometry = builder.geometry();
  result.fields_at = builder.fields_at(result.positions);
  result.places = reading.places();
  return result;
}

}  // namespace tread::casefile
