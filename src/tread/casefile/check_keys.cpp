#include "tread/casefile/check_keys.hpp"

#include <fmt/format.h>

#include "tread/standards/bridge_limits.hpp"
#include "tread/standards/running_limits.hpp"

namespace tread::casefile {

namespace {

/// What a limit is about, where it comes from and what the norm has.
std::string limit_doc(std::string_view what, std::string_view clause, std::string_view of_norm) {
  return fmt::format("{} ({}); left out: {}", what, clause, of_norm);
}

void add_conditions(KeyList<CheckInput>& keys) {
  using enum Dimension;
  keys.add(choice("track", {{"ballasted", ""}, {"ballastless", ""}}, "What lies on the deck")
               .defaults_to(std::string("ballasted")),
           at(&CheckInput::track));
  keys.add(
      whole_number("tracks", between(1, 20), "Number of tracks on the bridge").defaults_to(1LL),
      at(&CheckInput::tracks));
  keys.add(choice("comfort",
                  {{"very_good", "1.0 m/s2"}, {"good", "1.3 m/s2"}, {"acceptable", "2.0 m/s2"}},
                  "Comfort of passengers")
               .defaults_to(std::string("very_good")),
           at(&CheckInput::comfort));
  keys.add(number("line_speed", speed, positive(),
                  "Highest speed of the line: faster cases than 1.2 times this are not checked "
                  "(EN 1991-2 6.4.6.2(1)), and a note says where the study ends below; left out: "
                  "all cases are checked"),
           at(&CheckInput::line_speed));
  keys.add(number("longest_span", length, positive(),
                  "Span L that deflections are held against; left out: the longest one of the "
                  "bridge"),
           at(&CheckInput::longest_span));
}

void add_bridge_limits(KeyList<CheckInput>& keys) {
  using enum Dimension;
  using namespace standards;
  keys.add(number("deck_acceleration", acceleration, positive(),
                  limit_doc("Largest vertical acceleration of the deck",
                            deck_acceleration_limit(TrackKind::ballasted).clause,
                            "3.5 m/s2 with ballast, 5.0 m/s2 without")),
           at(&CheckInput::deck_acceleration));
  keys.add(number("span_to_deflection", none, positive(),
                  limit_doc("Least ratio of span to deflection", k_span_to_deflection_limit.clause,
                            "600")),
           at(&CheckInput::span_to_deflection));
  keys.add(number("comfort_acceleration", acceleration, positive(),
                  limit_doc("Largest vertical acceleration of a car body",
                            comfort_limit(ComfortLevel::good).clause, "that of checks.comfort")),
           at(&CheckInput::comfort_acceleration));
  keys.add(number("comfort_span_to_deflection", none, positive(),
                  "Ratio of span to deflection as read from figure A2.3 for the span and the speed "
                  "(EN 1990 A2.4.4.3.2); the factors for few spans, continuous beams and other "
                  "levels of comfort are applied to it; left out: not checked"),
           at(&CheckInput::comfort_span_to_deflection));
  keys.add(number("twist", length, positive(),
                  limit_doc("Largest twist of the track over 3 m", twist_limit(0).clause,
                            "4.5 mm up to 120 km/h, 3.0 mm up to 200 km/h, 1.5 mm above")),
           at(&CheckInput::twist));
  keys.add(number("end_rotation", angle, positive(),
                  limit_doc("Largest rotation of the deck at an embankment",
                            end_rotation_limit(1, DeckEnd::at_embankment).clause,
                            "6.5 mrad for one track, 3.5 mrad for more")),
           at(&CheckInput::end_rotation));
  keys.add(number("horizontal_rotation", angle, positive(),
                  limit_doc("Largest rotation of an end about the vertical axis",
                            horizontal_rotation_limit(0).clause,
                            "3.5 mrad up to 120 km/h, 2.0 mrad up to 200 km/h, 1.5 mrad above")),
           at(&CheckInput::horizontal_rotation));
  keys.add(number("horizontal_deflection", length, positive(),
                  "Horizontal deflection of the deck over its longest span from a calculation of "
                  "your own (traffic, wind, centrifugal force, temperature): the radius R = L2/(8 "
                  "deflection) is checked (EN 1990 A2.4.4.2.4(2)); left out: not checked"),
           at(&CheckInput::horizontal_deflection));
  keys.add(number("horizontal_radius", length, positive(),
                  limit_doc("Least radius of the deck's curve seen from above",
                            horizontal_radius_limit(0, Decks::one).clause,
                            "1700, 6000, 14000 m up to 120, 200 km/h and above for one deck; 3500, "
                            "9500, 17500 m for several")),
           at(&CheckInput::horizontal_radius));
  keys.add(number("lateral_frequency", frequency, positive(),
                  limit_doc("Least first lateral frequency of a span",
                            k_lateral_frequency_limit.clause, "1.2 Hz")),
           at(&CheckInput::lateral_frequency));
}

void add_running_limits(KeyList<CheckInput>& keys) {
  using enum Dimension;
  using namespace standards;
  keys.add(number("unloading", none, above(0, 1),
                  limit_doc("Largest unloading dQ/Q0", k_unloading_limit.clause, "0.6")),
           at(&CheckInput::unloading));
  keys.add(number("wheel_force", force, positive(),
                  limit_doc("Largest vertical force of a wheel", wheel_force_limit(0, 0).clause,
                            "90 kN + Q0, and 200, 190, 180, 170 kN up to 160, 200, 250, 300 km/h, "
                            "160 kN above")),
           at(&CheckInput::wheel_force));
  keys.add(number("derailment_quotient", none, positive(),
                  limit_doc("Largest Y/Q of a wheel", k_derailment_quotient_limit.clause, "0.8")),
           at(&CheckInput::derailment_quotient));
  keys.add(number("sum_of_lateral_forces", force, positive(),
                  limit_doc("Largest sum of Y of a wheelset",
                            sum_of_lateral_forces_limit(0, VehicleKind::freight).clause,
                            "10 kN + P0/3 times the factor of the base case")),
           at(&CheckInput::sum_of_lateral_forces));
}

}  // namespace

KeyList<CheckInput> check_keys() {
  KeyList<CheckInput> keys;
  keys.table({.name = "checks",
              .doc = "What the norms ask: each limit can be set; left out, it is the norm's."});
  add_conditions(keys);
  add_bridge_limits(keys);
  add_running_limits(keys);
  return keys;
}

}  // namespace tread::casefile
