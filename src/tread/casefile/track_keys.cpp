#include "tread/casefile/track_keys.hpp"

namespace tread::casefile {

namespace {

// W. Zhai, K. Wang, C. Cai, Veh. Syst. Dyn. 47 (2009) 1349-1376: ballasted track with 60 kg/m
// rails; bending stiffness and mass of both.
constexpr double k_rail_bending_stiffness = 2.059e11 * 6.434e-5;
constexpr double k_rail_mass = 121.28;
constexpr double k_pad_stiffness = 6.5e7;
constexpr double k_pad_damping = 7.5e4;
constexpr double k_sleeper_mass = 251;
constexpr double k_sleeper_spacing = 0.6;
constexpr double k_ballast_stiffness = 137.75e6;
constexpr double k_ballast_damping = 5.88e4;
constexpr double k_ballast_mass = 531.4;
constexpr double k_subballast_stiffness = 77.5e6;
constexpr double k_subballast_damping = 3.115e4;

}  // namespace

KeyList<TrackInput> track_keys() {
  using enum Dimension;
  KeyList<TrackInput> keys;
  const std::vector<std::string> with_sleepers{"ballasted", "two_layer"};
  const auto add_of = [&](const std::vector<std::string>& types, const KeyInfo& key, auto member) {
    keys.add(key.only_for("track.type", types), at(member));
  };
  keys.table({.name = "track",
              .presence = TableInfo::Presence::if_written,
              .doc =
                  "Rails on sleepers and ballast, over the bridge ([structure], or [bridge] with "
                  "model = elements) and over the ground before and behind it. Numbers are "
                  "those of both sides together; left out: Zhai's ballasted track."});
  keys.add(choice("type",
                  {{"ballasted", "sleepers on ballast that has mass, on sub-ballast"},
                   {"two_layer", "sleepers on springs"},
                   {"slab", "rails on pads, fastened to slab or bridge"}},
                  "What carries the rails")
               .defaults_to(std::string("ballasted")),
           at(&TrackInput::type));
  keys.add(number("before", length, positive(),
                  "Length of track before x = 0; left out: what the train needs to stand on it"),
           at(&TrackInput::before));
  keys.add(number("after", length, positive(),
                  "The same behind the bridge; left out: 50 m more than the train needs, while the "
                  "bridge vibrates freely"),
           at(&TrackInput::after));
  keys.add(number("sleeper_spacing", length, positive(), "Distance of sleepers, or of pads")
               .defaults_to(k_sleeper_spacing),
           at(&TrackInput::sleeper_spacing));
  keys.add(number("first_sleeper", length, at_least(0),
                  "The first one, from the beginning of the rail; left out: half a spacing"),
           at(&TrackInput::first_sleeper));
  keys.add(number("element_length", length, positive(),
                  "Longest element of the rail; left out: half a spacing"),
           at(&TrackInput::element_length));
  keys.add(number("rail_bending_stiffness", bending_stiffness, positive(), "EI of the rails")
               .defaults_to(k_rail_bending_stiffness),
           at(&TrackInput::rail_bending_stiffness));
  keys.add(number("rail_mass", linear_density, positive(), "Mass of the rails for each metre")
               .defaults_to(k_rail_mass),
           at(&TrackInput::rail_mass));
  keys.add(number("rail_shear_stiffness", force, positive(),
                  "Shear stiffness of the rails; left out: no shear deformation"),
           at(&TrackInput::rail_shear_stiffness));
  keys.add(plain_numbers("rail_rayleigh", 2, "1/s, s",
                         "Rayleigh damping of the rails: factors of mass and stiffness; left out: "
                         "none"),
           at(&TrackInput::rail_rayleigh));
  keys.add(number("pad_stiffness", stiffness, positive(), "Pads on a sleeper")
               .defaults_to(k_pad_stiffness),
           at(&TrackInput::pad_stiffness));
  keys.add(number("pad_damping", damping, at_least(0), "Their damping").defaults_to(k_pad_damping),
           at(&TrackInput::pad_damping));
  add_of(with_sleepers,
         number("sleeper_mass", mass, positive(), "Mass of a sleeper").defaults_to(k_sleeper_mass),
         &TrackInput::sleeper_mass);
  add_of(with_sleepers,
         number("ballast_stiffness", stiffness, positive(), "Ballast below a sleeper")
             .defaults_to(k_ballast_stiffness),
         &TrackInput::ballast_stiffness);
  add_of(
      with_sleepers,
      number("ballast_damping", damping, at_least(0), "Its damping").defaults_to(k_ballast_damping),
      &TrackInput::ballast_damping);
  add_of({"ballasted"},
         number("ballast_mass", mass, positive(), "Mass of the ballast for each sleeper")
             .defaults_to(k_ballast_mass),
         &TrackInput::ballast_mass);
  add_of({"ballasted"},
         number("subballast_stiffness", stiffness, positive(), "Sub-ballast below it")
             .defaults_to(k_subballast_stiffness),
         &TrackInput::subballast_stiffness);
  add_of({"ballasted"},
         number("subballast_damping", damping, at_least(0), "Its damping")
             .defaults_to(k_subballast_damping),
         &TrackInput::subballast_damping);
  add_of({"ballasted"},
         choice("ballast_on_bridge",
                {{"lumped",
                  "mass of the bridge on top of its own; sleepers stand on it by the "
                  "ballast's springs"},
                 {"in_deck", "already counted in the mass of the bridge"},
                 {"separate", "masses on sub-ballast, as on the ground"}},
                "What the ballast is above the bridge")
             .defaults_to(std::string("lumped")),
         &TrackInput::ballast_on_bridge);
  keys.add(
      choice("beyond", {{"refuse", "nothing: an error"}, {"ground", "the ground, which is rigid"}},
             "What is below wheels beyond the ends of the rails")
          .defaults_to(std::string("refuse")),
      at(&TrackInput::beyond));
  return keys;
}

}  // namespace tread::casefile
