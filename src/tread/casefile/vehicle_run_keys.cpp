#include "tread/casefile/vehicle_run_keys.hpp"

#include <algorithm>
#include <array>

namespace tread::casefile {
namespace {

using VehicleRunKeys = KeyList<VehicleRunInput>;

/// Goes on with [track].
void declare_curve(VehicleRunKeys& keys) {
  using enum Dimension;
  const vehicle::CurveEntry usual;
  const auto to = [](auto member) { return at(&VehicleRunInput::alignment, member); };
  const std::vector<std::string> curve{"track.curve_radius"};
  keys.add(number("curve_radius", length, positive(),
                  "Radius of a curve; left out: straight, or as [track] says point by point")
               .excludes({"track.curvature_places", "track.cant_places"}),
           to(&AlignmentInput::curve_radius));
  keys.add(choice("direction", {{"left", ""}, {"right", ""}}, "Where the curve turns to")
               .defaults_to(std::string("right"))
               .needs_one_of(curve),
           to(&AlignmentInput::direction));
  keys.add(number("straight_length", length, at_least(0), "Straight track before the curve")
               .defaults_to(usual.straight)
               .needs_one_of(curve),
           to(&AlignmentInput::straight_length));
  keys.add(number("transition_length", length, positive(),
                  "Transition after it: curvature and cant rise in proportion to its length")
               .defaults_to(usual.transition)
               .needs_one_of(curve),
           to(&AlignmentInput::transition_length));
  keys.add(number("curve_length", length, positive(),
                  "Length of the curve itself; left out: run.distance tells where the run ends")
               .needs_one_of(curve),
           to(&AlignmentInput::curve_length));
  keys.add(number("cant", length, any_value(), "Cant of the curve, positive: the outer rail is up")
               .defaults_to(0.0)
               .needs_one_of(curve),
           to(&AlignmentInput::cant));
  keys.add(number("cant_base", length, positive(), "Distance over which cant is counted")
               .defaults_to(usual.cant_base),
           to(&AlignmentInput::cant_base));
  keys.add(number("rounding", length, positive(),
                  "Length over which kinks of cant and slope are rounded")
               .defaults_to(usual.rounding),
           to(&AlignmentInput::rounding));
  keys.add(numbers("curvature_places", length, any_value(),
                   "Track point by point: places, rising, at which its curvature is given; linear "
                   "in between, constant beyond")
               .needs_one_of({"track.curvatures"}),
           to(&AlignmentInput::curvature_places));
  keys.add(numbers("curvatures", spin, any_value(), "Curvature there, positive: to the right")
               .needs_one_of({"track.curvature_places"}),
           to(&AlignmentInput::curvatures));
  keys.add(numbers("cant_places", length, any_value(), "Places at which its cant is given")
               .needs_one_of({"track.cants"}),
           to(&AlignmentInput::cant_places));
  keys.add(numbers("cants", length, any_value(), "Cant there, positive: the left rail is up")
               .needs_one_of({"track.cant_places"}),
           to(&AlignmentInput::cants));
  keys.add(numbers("slope_places", length, any_value(), "Places at which its slope is given")
               .needs_one_of({"track.slopes"}),
           to(&AlignmentInput::slope_places));
  keys.add(numbers("slopes", none, between(-0.5, 0.5), "Slope there, positive: uphill")
               .needs_one_of({"track.slope_places"}),
           to(&AlignmentInput::slopes));
}

void declare_run(VehicleRunKeys& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&VehicleRunInput::run, member); };
  keys.table({.name = "run",
              .doc = "The run. It starts in the steady state of straight track, centred, unless "
                     "the wheelsets are kicked."});
  keys.add(number("speed", speed, positive(),
                  "Speed along the track, at which the vehicle is pulled all the way")
               .usually(between(0, 160))
               .is_required(),
           to(&RunInput::speed));
  keys.add(number("distance", length, at_least(0),
                  "How far it runs; 0: not at all, for [analysis] alone. Left out: to the end of "
                  "the curve, and on straight track not at all"),
           to(&RunInput::distance));
  keys.add(number("start_position", length, any_value(),
                  "Where the vehicle's middle is at the start; the track begins at 0 and is the "
                  "same before")
               .defaults_to(0.0),
           to(&RunInput::start_position));
  keys.add(number("lateral_displacement", length, between(-0.1, 0.1),
                  "Wheelsets are held aside by this before the start, and let go; positive: to the "
                  "right. Wheels, lifted as their profiles ask for, and all that stands on them "
                  "start in equilibrium with it")
               .defaults_to(0.0),
           to(&RunInput::lateral_displacement));
  keys.add(number("lateral_velocity", speed, between(-10, 10), "Their lateral speed at the start")
               .defaults_to(0.0),
           to(&RunInput::lateral_velocity));
  keys.add(choice("kicked", {{"all", ""}, {"first", "the leading one"}}, "Which wheelsets")
               .defaults_to(std::string("all"))
               .needs_one_of({"run.lateral_displacement", "run.lateral_velocity"}),
           to(&RunInput::kicked));
  keys.add(
      whole_number("threads", between(1, 256), "Threads that share the wheels").defaults_to(1LL),
      to(&RunInput::threads));
}

std::optional<KeyInfo> for_a_run(KeyInfo key) {
  constexpr std::array left_out{"end", "contact_step", "least_step"};
  if (std::ranges::count(left_out, key.name) > 0) return std::nullopt;
  if (key.name == "scheme") key.default_value = std::string("hht_alpha");
  if (key.name == "step") {
    key.doc =
        "Time step, left out: 1 ms, or what the scheme needs to be stable; of adaptive schemes the "
        "longest, left out: no limit";
  }
  if (key.name == "record_interval") {
    key.doc = "Time between records; left out: 0.1 m of way, or a step if that is longer";
  }
  return key;
}

void declare_analysis(VehicleRunKeys& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&VehicleRunInput::analysis, member); };
  keys.table({.name = "analysis", .doc = "What is told besides the run."});
  keys.add(
      truth("modes", "Eigenmodes of the vehicle on straight track at run.speed, contact linearised")
          .defaults_to(false),
      to(&AnalysisInput::modes));
  keys.add(number("lowest_speed", speed, positive(),
                  "Critical speed, at which a mode on straight track loses its damping: where the "
                  "search begins")
               .needs_one_of({"analysis.highest_speed"}),
           to(&AnalysisInput::lowest_speed));
  keys.add(number("highest_speed", speed, positive(), "Where it ends")
               .needs_one_of({"analysis.lowest_speed"}),
           to(&AnalysisInput::highest_speed));
  keys.add(number("speed_tolerance", speed, positive(), "Width to which it is narrowed down")
               .defaults_to(0.01)
               .needs_one_of({"analysis.lowest_speed"}),
           to(&AnalysisInput::speed_tolerance));
  keys.add(truth("quasi_static",
                 "Steady running at the end of the run's track, found without running there")
               .defaults_to(false),
           to(&AnalysisInput::quasi_static));
}

void declare_run_output(VehicleRunKeys& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&VehicleRunInput::output, member); };
  keys.table({.name = "output", .doc = "What is told."});
  keys.add(number("floor_height", length, positive(),
                  "Height above the rails at which accelerations are told")
               .defaults_to(1.2),
           to(&VehicleRunOutput::floor_height));
  keys.add(numbers("floor_places", length, any_value(),
                   "x of the places of the body where they are told; left out: above the bogies "
                   "and in the middle, of vehicle.type = bodies in its middle"),
           to(&VehicleRunOutput::floor_places));
  keys.add(number("steady_length", length, positive(),
                  "Length of the last part of the run over which means are told; left out: half of "
                  "the way on track that is as at the end"),
           to(&VehicleRunOutput::steady_length));
  keys.add(number("prudhomme_factor", none, above(0, 2),
                  "alpha in the limit alpha (10 kN + P0/3) of the sum of Y of a wheelset, P0 its "
                  "load at rest: 1 of coaches, 0.85 of wagons")
               .defaults_to(1.0),
           to(&VehicleRunOutput::prudhomme_factor));
}

}  // namespace

KeyList<VehicleRunInput> vehicle_run_keys(std::vector<Choice> scenarios) {
  VehicleRunKeys keys;
  keys.add(choice("scenario", std::move(scenarios), "What is computed").is_required(),
           at(&VehicleRunInput::scenario));
  keys.add(text("title", "A line for the reader, shown with the results"),
           at(&VehicleRunInput::title));
  const auto as_it_is = [](const KeyInfo& key) { return std::optional(key); };
  keys.adopt(rail_vehicle_keys(), rail_vehicle_tables(), at(&VehicleRunInput::vehicle), as_it_is);
  keys.adopt(wheel_rail_keys(), wheel_rail_tables(), at(&VehicleRunInput::wheel_rail), as_it_is);
  declare_curve(keys);
  declare_run(keys);
  keys.adopt(time_keys(), {"time"}, at(&VehicleRunInput::time), for_a_run);
  declare_analysis(keys);
  declare_run_output(keys);
  return keys;
}

}  // namespace tread::casefile
