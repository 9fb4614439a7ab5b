#include <fmt/ranges.h>

#include <cmath>

#include "tread/study/words.hpp"

namespace tread::study {
namespace {

using casefile::VehicleRunCase;
using casefile::WheelRailCase;
using casefile::WheelsetCase;

/// Models by their makers' names where keys have them in one word.
std::string contact_model_in_words(const std::string& model) {
  if (model == "hertz_linear") return "Hertz and Kalker's linear theory";
  if (model == "hertz_shen_hedrick_elkins") return "Hertz and Shen, Hedrick and Elkins";
  if (model == "hertz_polach") return "Hertz and Polach";
  if (model == "hertz_fastsim") return "Hertz and FASTSIM";
  if (model == "semi_elastic") return "the semi-elastic model";
  if (model == "half_space") return "elastic half-spaces on a grid";
  if (model == "differential") return "elastic bodies of finite elements";
  return result::in_words(model);
}

std::string pair_in_words(const profile::WheelRailPair& pair) {
  const double larger = pair.wheel.height(0.0);  // than the nominal radius, at the tape circle
  const double radius = pair.wheelset.nominal_radius + (std::isnan(larger) ? 0 : larger);
  return fmt::format("wheel {} of {} radius on rail {}", pair.wheel.name(), in_words(radius, "m"),
                     pair.rail.name());
}

std::string profiles_in_words(const WheelRailCase& c) {
  if (!c.left_pair) return pair_in_words(*c.pair);
  return fmt::format("left {}, right {}", pair_in_words(*c.left_pair), pair_in_words(*c.pair));
}

std::string wheel_rail_contact_in_words(const WheelRailCase& c) {
  return fmt::format("Contact by {}, friction coefficient {:.4g}",
                     contact_model_in_words(c.contact.model), c.friction.nominal_coefficient());
}

/// "0 mm", "0 to 6 mm"
std::string range_in_words(const std::vector<double>& values, std::string_view thousandth) {
  const auto [low, high] = std::ranges::minmax(values);
  const auto number = [](double value) { return result::format_number(1000 * value, 4); };
  if (low == high) return fmt::format("{} {}", number(low), thousandth);
  return fmt::format("{} to {} {}", number(low), number(high), thousandth);
}

template <class Member>
std::vector<double> of_positions(const WheelsetCase& c, Member member) {
  std::vector<double> values;
  for (const casefile::WheelsetPosition& position : c.positions) values.push_back(position.*member);
  return values;
}

std::string track_in_words(const VehicleRunCase& c) {
  if (c.is_straight) return "straight track";
  const auto entry = std::ranges::max_element(c.alignment.curvature.values(), {},
                                              [](double value) { return std::abs(value); });
  return fmt::format("a track with a curve of {} radius", in_words(1 / std::abs(*entry), "m"));
}

/// ", pulled at car body"; nothing where all bodies are held along the track, as in a section of
/// it.
std::string pull_in_words(const vehicle::RailVehicle& vehicle) {
  std::vector<std::string> pulled;
  for (const vehicle::RailBody& body : vehicle.bodies) {
    if (!body.free.x) pulled.push_back(result::in_words(body.name));
  }
  if (pulled.empty() || pulled.size() == vehicle.bodies.size()) return "";
  return fmt::format(", pulled at {}", fmt::join(pulled, ", "));
}

}  // namespace

std::string in_words(const WheelsetCase& c) {
  std::string text = fmt::format(
      "A wheelset ({}), {}, displaced by {} and yawed by {}", profiles_in_words(c.wheel_rail),
      c.positions.size() == 1 ? std::string("one position")
                              : fmt::format("{} positions", c.positions.size()),
      range_in_words(of_positions(c, &casefile::WheelsetPosition::lateral), "mm"),
      range_in_words(of_positions(c, &casefile::WheelsetPosition::yaw), "mrad"));
  if (c.support.wheel_force) {
    text += fmt::format(", is loaded by {} on each wheel", in_words(*c.support.wheel_force, "N"));
  } else {
    text += ", is held at a given height";
  }
  return text + fmt::format(" and runs at {}. {}.", speed_in_words(c.rolling.speed),
                            wheel_rail_contact_in_words(c.wheel_rail));
}

std::string in_words(const VehicleRunCase& c) {
  const auto n_wheelsets = std::ranges::count_if(
      c.vehicle.bodies, [](const auto& body) { return body.wheel_radius.has_value(); });
  std::string text =
      fmt::format("A vehicle ({}, {}; {})", result::in_words(c.vehicle.name),
                  count_of(n_wheelsets, "wheelset"), profiles_in_words(c.wheel_rail));
  if (c.distance > 0) {
    text += fmt::format(" runs {} along {} at {}{}", in_words(c.distance, "m"), track_in_words(c),
                        speed_in_words(c.run.speed), pull_in_words(c.vehicle));
  } else {
    text +=
        fmt::format(" is analysed at {}{}", speed_in_words(c.run.speed), pull_in_words(c.vehicle));
  }
  text += fmt::format(". {}", wheel_rail_contact_in_words(c.wheel_rail));
  if (c.distance > 0 && c.time.step > 0) {
    text += fmt::format("; {} with steps of {}", scheme_in_words(c.time.scheme.name),
                        in_words(c.time.step, "s"));
  }
  return text + ".";
}

}  // namespace tread::study
