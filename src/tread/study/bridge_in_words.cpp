#include <cctype>
#include <cmath>

#include "tread/study/moving_load_model.hpp"
#include "tread/study/train_model.hpp"
#include "tread/study/words.hpp"

namespace tread::study {
namespace {

using casefile::BridgeInput;
using casefile::MovingLoadCase;
using casefile::TrainBridgeCase;
using Results = std::vector<result::CaseResult>;

std::string supports_in_words(const BridgeInput& bridge) {
  if (bridge.supports == "simply_supported") return "simply supported";
  if (bridge.supports == "elastic") return "elastically supported";
  return result::in_words(bridge.supports);
}

std::string bridge_in_words(const BridgeInput& bridge) {
  const std::vector<double> spans = bridge.span_lengths();
  if (spans.size() == 1) {
    return fmt::format("a {} bridge of {}", supports_in_words(bridge),
                       in_words(spans.front(), "m"));
  }
  std::vector<std::string> lengths;
  for (const double span : spans) lengths.push_back(in_words(span, "m"));
  const bool are_equal =
      std::ranges::count(lengths, lengths.front()) == static_cast<std::ptrdiff_t>(lengths.size());
  return fmt::format("a bridge of {} {}spans of {}", spans.size(),
                     bridge.joints == "continuous" ? "continuous " : "",
                     are_equal ? lengths.front() : listed(lengths));
}

std::string structure_in_words(const casefile::StructureInput& structure) {
  if (structure.type == "block") {
    const std::string span = in_words(structure.span_length, "m");
    return fmt::format("a bridge of finite elements ({} of {})", count_of(structure.spans, "span"),
                       span);
  }
  return fmt::format("a bridge of finite elements from {}",
                     structure.type == "mesh" ? structure.file : structure.stiffness);
}

std::string numerics_in_words(const Results& results) {
  std::vector<std::string> parts;
  if (const result::Scalar* step = find_scalar(results, "step")) {
    parts.push_back("time step " + in_words(step->value, "s"));
  }
  if (const result::Scalar* modes = find_scalar(results, "modes")) {
    parts.push_back(count_of(modes->value, "mode"));
  }
  if (const result::Scalar* frequency = find_scalar(results, "first_frequency")) {
    parts.push_back(fmt::format("first frequency of the bridge {}",
                                in_words(frequency->value, frequency->unit)));
  }
  std::string text = fmt::format("{}", fmt::join(parts, ", "));
  if (text.empty()) return "";
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return " " + text + ".";
}

std::string axles_in_words(const structure::AxleTrain& train, const std::string& type) {
  const std::size_t n_axles = train.axles.size();
  const std::string what = n_axles == 1 ? "force" : "forces";
  std::string text = fmt::format("{} moving {}", n_axles, what);
  const auto [low, high] = std::ranges::minmax_element(train.axles, {}, &structure::Axle::force);
  if (n_axles > 0) {
    const std::string least = in_words(low->force, "N");
    const std::string most = in_words(high->force, "N");
    text += least == most ? " of " + most : fmt::format(" of {} to {}", least, most);
  }
  if (!train.lines.empty()) text += " and line loads";
  return type == "axles" ? text : fmt::format("{} ({})", type, text);
}

std::string speeds_in_words(const MovingLoadCase& c) {
  if (c.train.speed) return "at " + speed_in_words(*c.train.speed);
  const std::vector<double>& speeds = c.train.speeds.empty() ? c.train.speed_range : c.train.speeds;
  if (speeds.empty()) return "";
  if (!c.train.speeds.empty()) {
    const auto [low, high] = std::ranges::minmax(speeds);
    return fmt::format("at {} from {} to {}", count_of(speeds.size(), "speed"), speed_in_words(low),
                       speed_in_words(high));
  }
  return fmt::format("at speeds from {} to {}, {} apart", speed_in_words(speeds[0]),
                     speed_in_words(speeds[1]), speed_in_words(speeds[2]));
}

std::string train_in_words(const TrainBridgeCase& c) {
  const vehicle::Train train = train_of(c);
  const std::vector<double> loads = axle_loads_of(train);
  std::string name = c.train.type;
  if (!c.is_composed()) name = result::in_words(c.vehicle.type);
  const std::size_t n_vehicles = train.vehicles.size();
  const std::string load = in_words(std::ranges::max(loads), "N");
  if (!c.is_composed() && n_vehicles == 1 && loads.size() == 1) {
    return fmt::format("One axle ({}, {} at rest)", name, load);
  }
  const std::string who =
      n_vehicles == 1 ? "A vehicle" : fmt::format("A train of {} vehicles", n_vehicles);
  return fmt::format("{} ({}{}{}, up to {} each)", who, name, name.empty() ? "" : ", ",
                     count_of(loads.size(), "axle"), load);
}

std::string wheel_contact_in_words(const std::string& model) {
  if (model == "rigid") return "wheels follow the rail exactly (rigid contact)";
  if (model == "zhai") return "contact by Zhai's formula";
  if (model == "linear") return "contact by linear springs";
  if (model == "grid") return "contact on a grid of elastic half-spaces";
  return "contact by Hertz's law";
}

std::string way_in_words(const TrainBridgeCase& c) {
  if (c.bridge) return "crosses " + bridge_in_words(*c.bridge);
  if (c.structure) return "crosses " + structure_in_words(*c.structure);
  return "runs on rigid ground";
}

std::string rail_in_words(const TrainBridgeCase& c) {
  std::vector<std::string> parts;
  if (c.track) parts.push_back(fmt::format("a {} track", result::in_words(c.track->type)));
  if (c.rail.type != "level" && !c.rail.type.empty()) {
    parts.push_back(c.rail.type == "spectrum"
                        ? fmt::format("unevenness of the rail by {}", c.rail.spectrum)
                        : fmt::format("a rail that is not level ({})", c.rail.type));
  }
  if (c.wheel_defect.type != "round" && !c.wheel_defect.type.empty()) {
    parts.push_back(fmt::format("a wheel defect ({})", result::in_words(c.wheel_defect.type)));
  }
  if (c.rolling) parts.push_back(fmt::format("a rolling contact of axle {}", c.rolling->axle));
  return parts.empty() ? "" : ", with " + listed(parts);
}

}  // namespace

std::string in_words(const MovingLoadCase& c, const Results& results) {
  std::string text = axles_in_words(axle_train_of(c.train.axles), c.train.axles.type);
  text += fmt::format(" {} {} {}", c.train.axles.type == "axles" ? "cross" : "crosses",
                      bridge_in_words(c.bridge), speeds_in_words(c));
  if (!c.second_train.axles.type.empty()) text += " and a second train meets it";
  return text + "." + numerics_in_words(results);
}

std::string in_words(const TrainBridgeCase& c, const Results& results) {
  std::string text =
      fmt::format("{} {} at {}", train_in_words(c), way_in_words(c), speed_in_words(c.train.speed));
  if (c.train.acceleration != 0) {
    text += fmt::format(", {} by {}", c.train.acceleration > 0 ? "speeding up" : "slowing down",
                        in_words(std::abs(c.train.acceleration), "m/s2"));
  }
  if (c.second_train) text += ", and meets a train of the same vehicles";
  text += rail_in_words(c);
  return text + fmt::format("; {}.", wheel_contact_in_words(c.contact.model)) +
         numerics_in_words(results);
}

}  // namespace tread::study
