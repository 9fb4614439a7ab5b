#include "tread/casefile/tangential_keys.hpp"

#include "tread/casefile/contact_keys.hpp"
#include "tread/casefile/key_names.hpp"

namespace tread::casefile {
namespace {

using ContactKeys = KeyList<ContactInput>;

const Names k_rolling{"steady_rolling", "transient_rolling"};

/// at(&TangentialInput::motion, &MotionInput::type) leads to input.tangential.motion.type.
template <class Table, class Member>
auto within(Table table, Member member) {
  return [ table, member ](ContactInput & input) -> auto& {
    return (input.tangential.*table).*member;
  };
}

// The keys that prescribe the same thing: one of each may be given.
const Names k_along_x{"motion.longitudinal_creepage",
                      "motion.shift_x",
                      "motion.longitudinal_force",
                      "motion.relative_longitudinal_force",
                      "schedule.longitudinal_creepage",
                      "schedule.longitudinal_force",
                      "schedule.relative_longitudinal_force",
                      "creep_curve.longitudinal",
                      "creep_curve.longitudinal_range"};
const Names k_along_y{"motion.lateral_creepage",
                      "motion.shift_y",
                      "motion.lateral_force",
                      "motion.relative_lateral_force",
                      "schedule.lateral_creepage",
                      "schedule.lateral_force",
                      "schedule.relative_lateral_force",
                      "creep_curve.lateral",
                      "creep_curve.lateral_range"};
const Names k_spins{"motion.spin_creepage", "motion.rotation", "schedule.spin_creepage",
                    "creep_curve.spin", "creep_curve.spin_range"};

/// Conflicts are told once: each key excludes those that come after it in the list.
Names later(const Names& all, const std::string& own) {
  Names names;
  bool is_after = false;
  for (const std::string& name : all) {
    if (is_after) names.push_back(name);
    if (name == own) is_after = true;
  }
  return names;
}

void declare_creepages(ContactKeys& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return within(&TangentialInput::motion, member); };
  keys.add(number("longitudinal_creepage", none, any_value(),
                  "Creepage along x: relative velocity over rolling speed")
               .only_for("motion.type", k_rolling)
               .defaults_to(0.0)
               .excludes(later(k_along_x, "motion.longitudinal_creepage")),
           to(&MotionInput::longitudinal_creepage));
  keys.add(number("lateral_creepage", none, any_value(), "Creepage along y")
               .only_for("motion.type", k_rolling)
               .defaults_to(0.0)
               .excludes(later(k_along_y, "motion.lateral_creepage")),
           to(&MotionInput::lateral_creepage));
  keys.add(number("spin_creepage", spin, any_value(),
                  "Angular velocity about the normal over rolling speed")
               .only_for("motion.type", k_rolling)
               .defaults_to(0.0)
               .excludes(later(k_spins, "motion.spin_creepage")),
           to(&MotionInput::spin_creepage));
  keys.add(number("shift_x", length, any_value(), "How far the upper body is shifted along x")
               .only_for("motion.type", {"shift"})
               .defaults_to(0.0)
               .excludes(later(k_along_x, "motion.shift_x")),
           to(&MotionInput::shift_x));
  keys.add(number("shift_y", length, any_value(), "How far the upper body is shifted along y")
               .only_for("motion.type", {"shift"})
               .defaults_to(0.0)
               .excludes(later(k_along_y, "motion.shift_y")),
           to(&MotionInput::shift_y));
  keys.add(number("rotation", angle, any_value(), "How far the upper body is turned, about z")
               .only_for("motion.type", {"shift"})
               .defaults_to(0.0),
           to(&MotionInput::rotation));
}

void declare_forces(ContactKeys& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return within(&TangentialInput::motion, member); };
  keys.add(number("longitudinal_force", force, any_value(),
                  "Force on the upper body along x, instead of creepage or shift")
               .excludes(later(k_along_x, "motion.longitudinal_force")),
           to(&MotionInput::longitudinal_force));
  keys.add(number("lateral_force", force, any_value(),
                  "Force on the upper body along y, instead of creepage or shift")
               .excludes(later(k_along_y, "motion.lateral_force")),
           to(&MotionInput::lateral_force));
  keys.add(number("relative_longitudinal_force", none, any_value(),
                  "The same over friction coefficient times normal force")
               .excludes(later(k_along_x, "motion.relative_longitudinal_force")),
           to(&MotionInput::relative_longitudinal_force));
  keys.add(number("relative_lateral_force", none, any_value(),
                  "The same over friction coefficient times normal force")
               .excludes(later(k_along_y, "motion.relative_lateral_force")),
           to(&MotionInput::relative_lateral_force));
  keys.add(number("spin_centre_x", length, any_value(), "x of the point about which it spins")
               .defaults_to(0.0)
               .needs_one_of(k_spins),
           to(&MotionInput::spin_centre_x));
  keys.add(number("spin_centre_y", length, any_value(), "y of the point about which it spins")
               .defaults_to(0.0)
               .needs_one_of(k_spins),
           to(&MotionInput::spin_centre_y));
}

void declare_contact_motion(ContactKeys& keys) {
  keys.table({.name = "motion",
              .presence = TableInfo::Presence::if_written,
              .doc =
                  "What the upper body does in the plane of contact, relative to the lower one. "
                  "Along x and along y either the motion or the force on the upper body is given. "
                  "Without this table the contact is frictionless."});
  keys.add(choice("type",
                  {{"shift", "one increment without rolling"},
                   {"steady_rolling", "the state that rolling at constant speed tends to"},
                   {"transient_rolling", "step by step"}},
                  "What kind of motion it is")
               .is_required(),
           within(&TangentialInput::motion, &MotionInput::type));
  declare_creepages(keys);
  declare_forces(keys);
}

void declare_contact_rolling(ContactKeys& keys) {
  using enum Dimension;
  const Names transient{"transient_rolling"};
  const Rolling usual;
  const auto to = [](auto member) { return within(&TangentialInput::rolling, member); };
  keys.table(
      {.name = "rolling", .doc = "How it rolls; a transient also how far and in which steps."});
  keys.add(number("direction", angle, any_value(), "Rolling direction, from x towards y")
               .only_for("motion.type", k_rolling)
               .defaults_to(usual.direction),
           to(&RollingInput::direction));
  keys.add(number("speed", speed, positive(),
                  "Rolling speed; needed by laws that depend on velocity and for power")
               .only_for("motion.type", k_rolling)
               .hints("to roll the other way set rolling.direction_deg = 180"),
           to(&RollingInput::speed));
  keys.add(number("step", length, positive(), "Distance rolled in a step; left out: one cell")
               .only_for("motion.type", transient)
               .hints("a step of rolling has a length; without one take motion.type = \"shift\""),
           to(&RollingInput::step));
  keys.add(choice("scheme",
                  {{"world_fixed", "on a window that moves over the rail: right for every step"},
                   {"exact", "contact-fixed as in CONTACT: wiggles at steps far below a cell"},
                   {"interpolated", "contact-fixed, interpolated between cells: smears"}},
                  "How the state is carried from step to step")
               .only_for("motion.type", transient)
               .defaults_to(std::string("world_fixed")),
           to(&RollingInput::scheme));
  keys.add(choice("start",
                  {{"untouched", "pressed together, no tangential tractions"},
                   {"shift", "after a shift by the first prescribed forces"},
                   {"steady", "the steady state of the first prescribed values"}},
                  "The state before the first step")
               .only_for("motion.type", transient)
               .defaults_to(std::string("untouched")),
           to(&RollingInput::start));
  keys.add(
      number("distance", length, positive(), "Distance to roll; left out: to the end of [schedule]")
          .only_for("motion.type", transient)
          .excludes({"rolling.steps"}),
      to(&RollingInput::distance));
  keys.add(whole_number("steps", between(1, 1e7), "Number of steps to roll, instead of a distance")
               .only_for("motion.type", transient),
           to(&RollingInput::steps));
  keys.add(whole_number("output_every", between(1, 1e7), "Steps from one output to the next")
               .only_for("motion.type", transient)
               .defaults_to(static_cast<long long>(usual.output_every)),
           to(&RollingInput::output_every));
  keys.add(truth("keep_fields",
                 "Pressure, tractions and states of every output are kept: fields over the "
                 "distance, in result.h5")
               .only_for("motion.type", transient)
               .defaults_to(false),
           to(&RollingInput::keep_fields));
}

void declare_schedule(ContactKeys& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return within(&TangentialInput::schedule, member); };
  const auto add = [&](KeyInfo key, auto member) {
    keys.add(key.only_for("motion.type", {"transient_rolling"}), to(member));
  };
  keys.table({.name = "schedule",
              .presence = TableInfo::Presence::if_written,
              .doc =
                  "Values that change while it rolls: lists as long as that of distance or time, "
                  "linear in between. Each stands for the key of the same name."});
  add(numbers("distance", length, at_least(0), "Distances rolled, ascending")
          .excludes({"schedule.time"}),
      &ScheduleInput::distance);
  add(numbers("time", time, at_least(0), "Times, ascending, instead of distances")
          .needs_one_of({"rolling.speed"}),
      &ScheduleInput::time);
  add(numbers("normal_force", force, at_least(0), "Normal force")
          .excludes({"load.force", "load.approach", "schedule.approach"}),
      &ScheduleInput::normal_force);
  add(numbers("approach", length, any_value(), "Approach")
          .excludes({"load.force", "load.approach"}),
      &ScheduleInput::approach);
  add(numbers("longitudinal_creepage", none, any_value(), "Creepage along x")
          .excludes(later(k_along_x, "schedule.longitudinal_creepage")),
      &ScheduleInput::longitudinal_creepage);
  add(numbers("lateral_creepage", none, any_value(), "Creepage along y")
          .excludes(later(k_along_y, "schedule.lateral_creepage")),
      &ScheduleInput::lateral_creepage);
  add(numbers("spin_creepage", spin, any_value(), "Spin creepage"), &ScheduleInput::spin_creepage);
  add(numbers("longitudinal_force", force, any_value(), "Force on the upper body along x")
          .excludes(later(k_along_x, "schedule.longitudinal_force")),
      &ScheduleInput::longitudinal_force);
  add(numbers("lateral_force", force, any_value(), "Force on the upper body along y")
          .excludes(later(k_along_y, "schedule.lateral_force")),
      &ScheduleInput::lateral_force);
  add(numbers("relative_longitudinal_force", none, any_value(),
              "Force along x over friction coefficient times normal force"),
      &ScheduleInput::relative_longitudinal_force);
  add(numbers("relative_lateral_force", none, any_value(),
              "Force along y over friction coefficient times normal force"),
      &ScheduleInput::relative_lateral_force);
}

void declare_model(ContactKeys& keys) {
  using enum Dimension;
  const Names fastsim{"fastsim"};
  const Names polach{"polach_2005"};
  const auto to = [](auto member) { return within(&TangentialInput::model, member); };
  keys.table({.name = "contact",
              .presence = TableInfo::Presence::if_written,
              .doc =
                  "The theory of the tangential problem. All but half_space are fast ones: steady "
                  "rolling, given creepages, the contact ellipse of Hertz."});
  keys.add(choice("model",
                  {{"half_space", "elastic half-space, cell by cell: Kalker's exact theory"},
                   {"linear", "Kalker's linear theory: no slip, forces without limit"},
                   {"fastsim", "Kalker's simplified theory"},
                   {"shen_hedrick_elkins", "linear theory with a cubic limit"},
                   {"polach_1999", "Polach's formula"},
                   {"polach_2005", "Polach's formula with reduction factors for large creepages"}},
                  "Theory")
               .defaults_to(std::string("half_space")),
           to(&ModelInput::model));
  keys.add(choice("traction_bound",
                  {{"parabolic", "goes with the theory"}, {"elliptic", "Hertz' pressure"}},
                  "Shape of the pressure that bounds the tractions")
               .only_for("contact.model", fastsim)
               .defaults_to(std::string("parabolic")),
           to(&ModelInput::traction_bound));
  keys.add(number("flexibility", flexibility, positive(),
                  "One flexibility L for all; left out: three from the linear theory")
               .only_for("contact.model", fastsim),
           to(&ModelInput::flexibility));
  keys.add(number("initial_slope", none, above(0, 1), "Slope reduction at small creepage, k0")
               .only_for("contact.model", fastsim)
               .defaults_to(1.0),
           to(&ModelInput::initial_slope));
  keys.add(number("final_slope_ratio", none, between(0, 1),
                  "Slope at large over that at small creepage, alpha")
               .only_for("contact.model", fastsim)
               .defaults_to(1.0),
           to(&ModelInput::final_slope_ratio));
  keys.add(number("slope_decay", none, at_least(0), "How fast the slope goes over, beta")
               .only_for("contact.model", fastsim)
               .defaults_to(0.0),
           to(&ModelInput::slope_decay));
  keys.add(number("adhesion_reduction", none, above(0, 1), "Reduction in the adhesion area, kA")
               .only_for("contact.model", polach)
               .defaults_to(1.0),
           to(&ModelInput::adhesion_reduction));
  keys.add(number("slip_reduction", none, above(0, 1), "Reduction in the slip area, kS")
               .only_for("contact.model", polach)
               .defaults_to(1.0),
           to(&ModelInput::slip_reduction));
}

void declare_layer(ContactKeys& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return within(&TangentialInput::layer, member); };
  keys.table({.name = "layer",
              .presence = TableInfo::Presence::if_written,
              .doc = "An elastic layer between the bodies, soft in shear only."});
  keys.add(number("shear_modulus", stress, positive(), "Its shear modulus").is_required(),
           to(&LayerInput::shear_modulus));
  keys.add(number("thickness", length, positive(), "Its thickness").is_required(),
           to(&LayerInput::thickness));
}

void declare_creep_curve(ContactKeys& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return within(&TangentialInput::creep_curve, member); };
  const auto add = [&](KeyInfo key, auto member) {
    keys.add(key.only_for("motion.type", {"steady_rolling"}), to(member));
  };
  const std::string range = ": first, last and how many";
  keys.table({.name = "creep_curve",
              .presence = TableInfo::Presence::if_written,
              .doc =
                  "Creepages for which the forces are wanted: every combination. A creepage is a "
                  "list, or a range of three numbers; one that is left out is that of [motion]."});
  add(numbers("longitudinal", none, any_value(), "Longitudinal creepages")
          .excludes({"creep_curve.longitudinal_range"}),
      &CreepCurveInput::longitudinal);
  add(plain_numbers("longitudinal_range", 3, "1, 1, number", "Longitudinal creepages" + range),
      &CreepCurveInput::longitudinal_range);
  add(numbers("lateral", none, any_value(), "Lateral creepages")
          .excludes({"creep_curve.lateral_range"}),
      &CreepCurveInput::lateral);
  add(plain_numbers("lateral_range", 3, "1, 1, number", "Lateral creepages" + range),
      &CreepCurveInput::lateral_range);
  add(numbers("spin", spin, any_value(), "Spin creepages").excludes({"creep_curve.spin_range"}),
      &CreepCurveInput::spin);
  add(plain_numbers("spin_range", 3, "1/m, 1/m, number", "Spin creepages" + range),
      &CreepCurveInput::spin_range);
}

}  // namespace

void declare_tangential(KeyList<ContactInput>& keys) {
  declare_contact_motion(keys);
  keys.adopt(
      friction_keys(), {"friction"},
      [](ContactInput& input) -> FrictionInput& { return input.tangential.friction; },
      [](const KeyInfo& key) { return std::optional(key); });
  declare_contact_rolling(keys);
  declare_schedule(keys);
  declare_model(keys);
  declare_layer(keys);
  declare_creep_curve(keys);
}

}  // namespace tread::casefile
