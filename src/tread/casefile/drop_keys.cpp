#include "tread/casefile/drop_keys.hpp"

#include <algorithm>
#include <array>
#include <numbers>

#include "tread/casefile/contact_builder.hpp"

namespace tread::casefile {
namespace {

constexpr double k_standard_gravity = 9.81;
constexpr long long k_cells = 60;
/// A time step is solved to ten digits: the force in it must be as exact.
constexpr double k_contact_tolerance = 1e-10;

/// Keys of a contact problem that mean nothing to a body that falls, or something else.
std::optional<KeyInfo> for_a_drop(KeyInfo key) {
  constexpr std::array left_out{"line_contact", "line_length", "datum_distance", "meaning",
                                "sensitivities"};
  if (std::ranges::count(left_out, key.name) > 0) return std::nullopt;
  if (key.condition.key == "grid.line_contact") key.condition = {};
  if (key.name == "cells_x" || key.name == "cells_y") key.default_value = k_cells;
  if (key.full_name() == "solver.tolerance") key.default_value = k_contact_tolerance;
  return key;
}

void declare_drop(KeyList<DropInput>& keys) {
  using enum Dimension;
  keys.table({.name = "drop", .doc = "What falls, and from where."});
  keys.add(number("mass", mass, positive(), "Mass of the body; of a sphere density will do")
               .excludes({"drop.density"})
               .hints("nothing falls without a mass"),
           at(&DropInput::mass));
  keys.add(number("density", density, positive(), "Density of a solid sphere, instead of mass"),
           at(&DropInput::density));
  keys.add(number("height", length, at_least(0), "Height of its lowest point over the ground")
               .defaults_to(1.0),
           at(&DropInput::height));
  keys.add(number("velocity", speed, any_value(), "Velocity at the start, positive upwards")
               .defaults_to(0.0),
           at(&DropInput::velocity));
  keys.add(number("gravity", acceleration, at_least(0), "Acceleration of free fall")
               .defaults_to(k_standard_gravity),
           at(&DropInput::gravity));
  keys.add(choice("contact",
                  {{"hertz", "Hertz' formula, for a sphere or paraboloid"},
                   {"grid", "the contact solver on [grid], for any shape"}},
                  "Where the force between body and ground comes from")
               .defaults_to(std::string("hertz")),
           at(&DropInput::law));
  keys.add(numbers("surface_times", time, at_least(0),
                   "Instants at which the surface of the ground is told; left out: when it is "
                   "deepest"),
           at(&DropInput::surface_times));
}

double mass_of(const DropInput& input, const Reading& reading, ProblemList& problems) {
  if (input.mass) return *input.mass;
  if (reading.given("drop.mass") != nullptr) return 0;  // unusable, and reported
  if (!input.density) {
    if (reading.given("drop.density") == nullptr) {
      problems.add(reading.problem("drop.mass", "is missing", "give mass, or density of a sphere"));
    }
    return 0;
  }
  if (input.contact.shape.type != "sphere" || !input.contact.shape.radius) {
    problems.add(reading.problem("drop.density", "tells the mass of a sphere only",
                                 "give mass for any other shape"));
    return 0;
  }
  const double r = *input.contact.shape.radius;
  return 4.0 / 3 * std::numbers::pi * r * r * r * *input.density;
}

void check_law(const DropInput& input, const Reading& reading, ProblemList& problems) {
  const std::string& type = input.contact.shape.type;
  if (input.law == "hertz" && type != "sphere" && type != "paraboloid" && !type.empty()) {
    problems.add(reading.problem("shape.type", "Hertz' formula needs a sphere or paraboloid",
                                 "set drop.contact = \"grid\""));
  }
  if (input.height == 0 && input.velocity >= 0 && reading.given("drop.height") != nullptr) {
    problems.add(reading.problem("drop.height", "a body on the ground needs a velocity downwards",
                                 "give a height, or velocity < 0"));
  }
  if (input.gravity == 0 && input.velocity >= 0 && reading.given("drop.gravity") != nullptr) {
    problems.add(
        reading.problem("drop.gravity", "without gravity nothing falls", "give velocity < 0"));
  }
}

}  // namespace

KeyList<DropInput> drop_keys(std::vector<Choice> scenarios) {
  KeyList<DropInput> keys;
  const std::string usual_scenario = scenarios.front().name;
  keys.add(choice("scenario", scenarios, "What is computed").defaults_to(usual_scenario),
           at(&DropInput::scenario));
  keys.add(text("title", "A line for the reader, shown with the results"), at(&DropInput::title));
  declare_drop(keys);
  keys.adopt(time_keys(), {"time"}, at(&DropInput::time),
             [](const KeyInfo& key) { return std::optional(key); });
  keys.adopt(contact_keys(std::move(scenarios)), {"shape", "upper", "lower", "grid", "solver"},
             at(&DropInput::contact), for_a_drop);
  return keys;
}

DropCase build_drop_case(const DropInput& input, const std::filesystem::path& base_dir,
                         Reading& reading, ProblemList& problems) {
  DropCase result;
  result.title = input.title;
  result.law = input.law == "grid" ? DropCase::Law::grid : DropCase::Law::hertz;
  result.mass = mass_of(input, reading, problems);
  result.height = input.height;
  result.velocity = input.velocity;
  result.gravity = input.gravity;
  result.surface_times = input.surface_times;
  check_law(input, reading, problems);
  result.time = build_time(input.time, reading, problems);
  result.surfaces = build_contact_surfaces(input.contact, base_dir, reading, problems);
  return result;
}

}  // namespace tread::casefile
