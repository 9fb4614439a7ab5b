#include "tread/casefile/wheel_rail_keys.hpp"

#include "tread/casefile/key_names.hpp"
#include "tread/profile/contact_patches.hpp"
#include "tread/profile/standard_profiles.hpp"

namespace tread::casefile {
namespace {

using WheelRailKeys = KeyList<WheelRailInput>;

constexpr double k_young_modulus = 2.1e11;  // Pa, steel
constexpr double k_poisson_ratio = 0.3;

void declare_file(WheelRailKeys& keys, const std::string& table,
                  ProfileInput WheelRailInput::*profile) {
  using enum Dimension;
  const std::string decider = table + ".profile";
  const Names only{"file"};
  keys.add(file("file",
                "File of the profile, relative to the case file: Simpack (.prw, .prr), MiniProf "
                "(.whl, .ban), Vampire (.whe, .rai), or two columns y z")
               .only_for(decider, only)
               .is_required_for(only),
           at(profile, &ProfileInput::file));
  keys.add(choice("unit", {{"m", ""}, {"mm", ""}, {"inch", ""}},
                  "Unit of that file; left out: as it says, or as its size tells")
               .only_for(decider, only),
           at(profile, &ProfileInput::unit));
  keys.add(truth("mirror_y",
                 "Whether the file's y counts to the left; left out: found out from its shape; "
                 "must be given for a wheel without flange, unless both sides are alike")
               .only_for(decider, only),
           at(profile, &ProfileInput::mirror_y));
  keys.add(truth("mirror_z",
                 "Whether its z counts upwards; left out: found out from its shape; must be given "
                 "where that does not tell: a wheel without flange, a hollow rail without sides")
               .only_for(decider, only),
           at(profile, &ProfileInput::mirror_z));
  keys.add(choice("origin",
                  {{"moved", "of a wheel z = 0 at y = 0; of a rail its highest point"},
                   {"kept", "as in the file"}},
                  "Where the profile counts from")
               .only_for(decider, only)
               .defaults_to(std::string("moved")),
           at(profile, &ProfileInput::origin));
  keys.add(number("smoothing", length, between(0, 0.1),
                  "Wavelength of which smoothing keeps one half; 0: as measured")
               .only_for(decider, only)
               .defaults_to(0.0),
           at(profile, &ProfileInput::smoothing));
}

void declare_circle(WheelRailKeys& keys, const std::string& table,
                    ProfileInput WheelRailInput::*profile) {
  using enum Dimension;
  const std::string decider = table + ".profile";
  const Names only{"circle"};
  keys.add(number("radius", length, not_zero(), "Radius across the track; negative: hollow")
               .only_for(decider, only)
               .is_required_for(only),
           at(profile, &ProfileInput::radius));
  keys.add(number("half_width", length, positive(), "How far the arc reaches to either side")
               .only_for(decider, only)
               .is_required_for(only),
           at(profile, &ProfileInput::half_width));
}

void declare_material(WheelRailKeys& keys, ProfileInput WheelRailInput::*profile) {
  using enum Dimension;
  keys.add(
      number("young_modulus", stress, positive(), "Young's modulus E").defaults_to(k_young_modulus),
      at(profile, &ProfileInput::young_modulus));
  keys.add(number("poisson_ratio", none, between(0, 0.5), "Poisson's ratio nu")
               .defaults_to(k_poisson_ratio),
           at(profile, &ProfileInput::poisson_ratio));
}

/// The profile itself: one of the choices, of which [wheel] and [rail] have a usual one.
KeyInfo profile_choice(std::vector<Choice> choices, const char* usual) {
  const KeyInfo key = choice("profile", std::move(choices), "The profile");
  return usual == nullptr ? key.is_required() : key.defaults_to(std::string(usual));
}

void declare_wheel_profile(WheelRailKeys& keys, const std::string& table,
                           ProfileInput WheelRailInput::*profile, const char* usual) {
  using enum Dimension;
  const profile::ConeShape cone;
  const auto to = [profile](auto member) { return at(profile, member); };
  const std::string decider = table + ".profile";
  const Names only_cone{"cone"};
  keys.add(profile_choice({{"s1002", "UIC 510-2, EN 13715: flange 28 mm high, 32.5 mm thick"},
                           {"cone", "a conical tread"},
                           {"circle", "an arc"},
                           {"file", "measured or from another program"}},
                          usual),
           to(&ProfileInput::profile));
  declare_file(keys, table, profile);
  keys.add(number("slope", none, between(-0.3, 0.3),
                  "Slope of the cone: 0.05 is 1 in 20, larger radii towards the flange")
               .only_for(decider, only_cone)
               .defaults_to(cone.slope),
           to(&ProfileInput::slope));
  keys.add(choice("flange", {{"none", ""}, {"s1002", "that of S1002, joined by an arc of 13 mm"}},
                  "Flange of the cone")
               .only_for(decider, only_cone)
               .defaults_to(std::string("s1002")),
           to(&ProfileInput::flange));
  keys.add(number("lowest_y", length, any_value(), "Where a cone without flange ends inside")
               .only_for(table + ".flange", {"none"})
               .defaults_to(cone.lowest_y),
           to(&ProfileInput::lowest_y));
  keys.add(number("highest_y", length, any_value(), "Where the cone ends outside")
               .only_for(decider, only_cone)
               .defaults_to(cone.highest_y),
           to(&ProfileInput::highest_y));
  declare_circle(keys, table, profile);
}

void declare_rail_profile(WheelRailKeys& keys, const std::string& table,
                          ProfileInput WheelRailInput::*profile, const char* usual) {
  using enum Dimension;
  keys.add(profile_choice({{"uic60", "the head of UIC 60 by its arcs"},
                           {"60e1", "the head of EN 13674-1"},
                           {"circle", "an arc"},
                           {"file", "measured or from another program"}},
                          usual),
           at(profile, &ProfileInput::profile));
  declare_file(keys, table, profile);
  declare_circle(keys, table, profile);
  keys.add(number("inclination", none, between(-0.2, 0.2),
                  "Inclination as laid, positive inwards: 0.025 is 1 in 40. Left out: 1 in 40 of "
                  "uic60 and 60e1, none of others")
               .only_for(table + ".profile", {"uic60", "60e1", "file"}),
           at(profile, &ProfileInput::inclination));
}

void declare_wheels(WheelRailKeys& keys) {
  keys.table({.name = "wheel",
              .doc = "The profile of all wheels, as that of a right one: y to the right from the "
                     "tape circle, z down, the flange at negative y. Those on the left are its "
                     "mirror image, unless [left_wheel] says otherwise."});
  declare_wheel_profile(keys, "wheel", &WheelRailInput::wheel, "s1002");
  declare_material(keys, &WheelRailInput::wheel);
  keys.table({.name = "left_wheel",
              .presence = TableInfo::Presence::if_written,
              .doc =
                  "The profile of the left wheels where it is another one; given as if it were "
                  "that of a right wheel, and mirrored. Not with contact.model = differential."});
  declare_wheel_profile(keys, "left_wheel", &WheelRailInput::left_wheel, nullptr);
}

void declare_rails(WheelRailKeys& keys) {
  keys.table({.name = "rail",
              .doc = "The profile of both rails, as that of the right one: y to the right from its "
                     "highest point, z down, the gauge face at negative y. The left one is its "
                     "mirror image, unless [left_rail] says otherwise."});
  declare_rail_profile(keys, "rail", &WheelRailInput::rail, "uic60");
  declare_material(keys, &WheelRailInput::rail);
  keys.table({.name = "left_rail",
              .presence = TableInfo::Presence::if_written,
              .doc = "The profile of the left rail where it is another one; given as if it were "
                     "the right rail, and mirrored. Not with contact.model = differential."});
  declare_rail_profile(keys, "left_rail", &WheelRailInput::left_rail, nullptr);
}

void declare_wheelset(WheelRailKeys& keys) {
  using enum Dimension;
  const profile::WheelsetGeometry usual;
  const auto to = [](auto member) { return at(&WheelRailInput::wheelset, member); };
  keys.table({.name = "wheelset", .doc = "The wheelsets, all alike."});
  keys.add(
      number("nominal_radius", length, between(0.05, 5), "Radius of the wheels at the tape circle")
          .defaults_to(usual.nominal_radius),
      to(&profile::WheelsetGeometry::nominal_radius));
  keys.add(number("left_radius", length, between(0.05, 5),
                  "Radius of the left wheels at the tape circle; left out: nominal_radius"),
           at(&WheelRailInput::left_radius));
  keys.add(number("right_radius", length, between(0.05, 5), "The same of the right wheels"),
           at(&WheelRailInput::right_radius));
  keys.add(number("flange_back_distance", length, positive(), "Between the backs of the flanges")
               .defaults_to(usual.flange_back_distance),
           to(&profile::WheelsetGeometry::flange_back_distance));
  keys.add(number("flange_back_position", length, any_value(),
                  "y of the flange back in the wheel's profile, which counts from the tape circle")
               .defaults_to(usual.flange_back_position),
           to(&profile::WheelsetGeometry::flange_back_position));
}

void declare_contact_model(WheelRailKeys& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&WheelRailInput::contact, member); };
  const Names with_fastsim{"hertz_fastsim", "semi_elastic"};
  const Names with_cells{"hertz_fastsim", "semi_elastic", "half_space"};
  const Names with_hertz{"hertz_linear", "hertz_shen_hedrick_elkins", "hertz_polach",
                         "hertz_fastsim", "semi_elastic"};
  const Names half_space{"half_space"};
  const Names with_points{"hertz_linear", "hertz_shen_hedrick_elkins",
                          "hertz_polach", "hertz_fastsim",
                          "semi_elastic", "half_space"};
  keys.table({.name = "contact", .doc = "What gives the forces between wheel and rail."});
  keys.add(
      choice(
          "model",
          {{"hertz_linear", "Hertz and Kalker's linear theory: knows no friction limit"},
           {"hertz_shen_hedrick_elkins", "Hertz and the linear theory with a cubic limit"},
           {"hertz_polach", "Hertz and Polach's formula"},
           {"hertz_fastsim", "Hertz and Kalker's simplified theory"},
           {"semi_elastic", "the same under the name that multibody programs have for it"},
           {"half_space", "Kalker's full theory on a grid, no Hertz: hundreds of times slower"},
           {"differential",
            "wheel and rail of finite elements, neither Hertz nor half-space: see [differential]"}},
          "The model; all but the last two have a Hertz ellipse at every contact point")
          .defaults_to(std::string("hertz_fastsim")),
      to(&WheelRailContact::model));
  keys.add(choice("points", {{"all", "every contact point"}, {"deepest", "one patch a wheel"}},
                  "Which contact points carry")
               .only_for("contact.model", with_hertz)
               .defaults_to(std::string("all")),
           to(&WheelRailContact::points));
  keys.add(
      number("merge_distance", length, at_least(0), "Contact points as close as this are one patch")
          .only_for("contact.model", with_points)
          .defaults_to(4e-3),
      to(&WheelRailContact::merge_distance));
  keys.add(number("separate_distance", length, at_least(0),
                  "Contact points as far apart as this are two")
               .only_for("contact.model", with_points)
               .defaults_to(8e-3),
           to(&WheelRailContact::separate_distance));
  keys.add(number("damping", none, at_least(0),
                  "d, s/m, in the normal force F (1 + d v), v how fast the penetration grows: for "
                  "what tracks damp and rigid rails do not. Nothing in steady running; 1 is about "
                  "1 % of critical damping, 0 switches it off")
               .only_for("contact.model", with_points)
               .defaults_to(1.0),
           to(&WheelRailContact::damping));
  keys.add(number("largest_relative_radius", length, positive(),
                  "Surfaces that fit more closely than this are taken as if of this relative "
                  "radius of curvature")
               .only_for("contact.model", with_hertz)
               .defaults_to(10.0),
           to(&WheelRailContact::largest_relative_radius));
  keys.add(whole_number("cells", between(3, 1000),
                        "Cells along and across a patch; of half_space about that many. Left out: "
                        "15 of FASTSIM, 30 of half_space")
               .only_for("contact.model", with_cells),
           to(&WheelRailContact::cells));
  keys.add(number("cell_size_x", length, positive(),
                  "Size of the grid's cells along the track; left out: from cells")
               .only_for("contact.model", half_space),
           to(&WheelRailContact::cell_size_x));
  keys.add(number("cell_size_y", length, positive(), "The same across")
               .only_for("contact.model", half_space),
           to(&WheelRailContact::cell_size_y));
  keys.add(number("separate_angle", angle, above(0, 3.2),
                  "Overlaps whose planes differ more stay two patches")
               .only_for("contact.model", half_space)
               .defaults_to(profile::PatchRule{}.separate_angle),
           to(&WheelRailContact::separate_angle));
  keys.add(number("tolerance", none, between(1e-12, 0.1),
                  "Of pressures and tractions, over their largest")
               .only_for("contact.model", half_space)
               .defaults_to(1e-5),
           to(&WheelRailContact::tolerance));
  keys.add(choice("traction_bound",
                  {{"parabolic", "goes with the theory"}, {"elliptic", "Hertz' pressure"}},
                  "Shape of the pressure that bounds the tractions")
               .only_for("contact.model", with_fastsim)
               .defaults_to(std::string("parabolic")),
           to(&WheelRailContact::traction_bound));
  keys.add(number("adhesion_reduction", none, above(0, 1), "Reduction in the adhesion area, kA")
               .only_for("contact.model", {"hertz_polach"})
               .defaults_to(1.0),
           to(&WheelRailContact::adhesion_reduction));
  keys.add(number("slip_reduction", none, above(0, 1), "Reduction in the slip area, kS")
               .only_for("contact.model", {"hertz_polach"})
               .defaults_to(1.0),
           to(&WheelRailContact::slip_reduction));
  keys.add(number("slowest_speed", speed, positive(),
                  "Creepages are velocities over the rolling speed, which is not taken smaller")
               .defaults_to(0.1),
           to(&WheelRailContact::slowest_speed));
}

/// Without a grid there are no rows, and a steady state has forgotten.
std::optional<KeyInfo> friction_for_a_wheel(KeyInfo key) {
  if (key.name == "row_factors" || key.name.starts_with("memory_")) return std::nullopt;
  if (key.name == "coefficient") return key.defaults_to(0.3);
  return key;
}

void declare_track(WheelRailKeys& keys) {
  using enum Dimension;
  const profile::TrackGeometry usual;
  const auto to = [](auto member) { return at(&WheelRailInput::track, member); };
  keys.table({.name = "track", .doc = "The track."});
  keys.add(number("gauge", length, positive(), "Between the gauge faces of the rails")
               .defaults_to(usual.gauge),
           to(&profile::TrackGeometry::gauge));
  keys.add(number("gauge_height", length, positive(),
                  "How far below the tops of the rails, their highest points, the gauge is taken")
               .defaults_to(usual.gauge_height),
           to(&profile::TrackGeometry::gauge_height));
}

}  // namespace

std::vector<std::string> wheel_rail_tables() {
  return {"wheel",   "left_wheel",   "rail",     "left_rail", "wheelset",
          "contact", "differential", "friction", "track"};
}

KeyList<WheelRailInput> wheel_rail_keys() {
  WheelRailKeys keys;
  declare_wheels(keys);
  declare_rails(keys);
  declare_wheelset(keys);
  declare_contact_model(keys);
  keys.adopt(differential_keys(), {"differential"}, at(&WheelRailInput::differential),
             [](const KeyInfo& key) { return std::optional(key); });
  keys.adopt(friction_keys(), {"friction"}, at(&WheelRailInput::friction), friction_for_a_wheel,
             TableInfo::Presence::always);
  declare_track(keys);
  return keys;
}

}  // namespace tread::casefile
