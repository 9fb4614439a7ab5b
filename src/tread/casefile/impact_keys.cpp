#include "tread/casefile/impact_keys.hpp"

namespace tread::casefile {
namespace {

void declare_ground(KeyList<ImpactCase>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&ImpactCase::ground, member); };
  keys.table({.name = "ground",
              .doc = "The elastic block, -width/2 < x < width/2 and -height < z < 0; its upper "
                     "side is the surface."});
  keys.add(number("young_modulus", stress, positive(), "Young's modulus").is_required(),
           to(&ImpactGround::young_modulus));
  keys.add(number("poisson_ratio", none, between(0, 0.499), "Poisson's ratio").defaults_to(0.285),
           to(&ImpactGround::poisson_ratio));
  keys.add(number("density", density, positive(), "Density").defaults_to(7900.0),
           to(&ImpactGround::density));
  keys.add(number("width", length, positive(), "Width of the block").is_required(),
           to(&ImpactGround::width));
  keys.add(number("height", length, positive(), "Height of the block").is_required(),
           to(&ImpactGround::height));
  keys.add(
      choice("outer", {{"fixed", "held, waves come back"}, {"absorbing", "dashpots take waves in"}},
             "Left, right and lower side of the block")
          .defaults_to(std::string("fixed")),
      to(&ImpactGround::outer));
}

void declare_cylinder(KeyList<ImpactCase>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&ImpactCase::cylinder, member); };
  keys.table({.name = "cylinder", .doc = "The rigid cylinder; it falls along z over x = 0."});
  keys.add(number("radius", length, positive(), "Radius").is_required(),
           to(&ImpactCylinder::radius));
  keys.add(number("density", density, positive(), "Density")
               .defaults_to(7900.0)
               .excludes({"cylinder.mass"}),
           to(&ImpactCylinder::density));
  keys.add(number("mass", linear_density, positive(), "Mass for each metre of its length"),
           to(&ImpactCylinder::mass));
  keys.add(number("height", length, at_least(0), "Height of its lowest point at the start")
               .defaults_to(0.0),
           to(&ImpactCylinder::height));
  keys.add(number("velocity", speed, any_value(), "Velocity at the start, upwards")
               .defaults_to(0.0)
               .hints("a falling cylinder has a negative velocity"),
           to(&ImpactCylinder::velocity));
  keys.add(
      number("gravity", acceleration, at_least(0), "Acceleration of free fall").defaults_to(9.81),
      to(&ImpactCylinder::gravity));
}

void declare_ground_grid(KeyList<ImpactCase>& keys) {
  const auto to = [](auto member) { return at(&ImpactCase::grid, member); };
  keys.table({.name = "grid", .doc = "The grid over the block."});
  keys.add(
      whole_number("nodes_x", between(5, 1e6), "Nodes along x, both sides included").is_required(),
      to(&ImpactGrid::nodes_x));
  keys.add(whole_number("nodes_z", between(5, 1e6), "Nodes along z, surface and bottom included")
               .is_required(),
           to(&ImpactGrid::nodes_z));
  keys.add(choice("type",
                  {{"staggered", "symmetric, keeps an energy"},
                   {"collocated",
                    "all components at all nodes, as in the thesis; backward_euler "
                    "damps its growing modes"}},
                  "Where displacements and stresses live")
               .defaults_to(std::string("staggered")),
           to(&ImpactGrid::type));
}

void declare_impact_contact(KeyList<ImpactCase>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&ImpactCase::contact, member); };
  keys.table({.name = "contact", .doc = "What couples cylinder and surface."});
  keys.add(choice("condition",
                  {{"unilateral", "gap, pressure and force all unknowns of the step"},
                   {"hertz_line", "line-contact pressure from the cylinder's height"},
                   {"hertz_thesis", "the same by the thesis' own formulas"},
                   {"grid_solver", "half-plane contact on the surface points from the height"},
                   {"displacement", "points below the cylinder moved to it"}},
                  "The condition at the surface")
               .defaults_to(std::string("unilateral")),
           to(&ImpactContact::condition));
  keys.add(number("datum_distance", length, positive(),
                  "Where the half-plane's displacement is taken as zero, at least the block's "
                  "width; left out: that")
               .only_for("contact.condition", {"grid_solver"}),
           to(&ImpactContact::datum_distance));
  const std::vector<std::string> from_height = {"hertz_line", "hertz_thesis", "grid_solver",
                                                "displacement"};
  keys.add(
      choice("iteration", {{"newton", ""}, {"picard", ""}}, "How an implicit step finds the height")
          .only_for("contact.condition", from_height)
          .defaults_to(std::string("newton")),
      to(&ImpactContact::iteration));
  keys.add(number("tolerance", length, positive(), "On the height in these iterations")
               .only_for("contact.condition", from_height)
               .defaults_to(1e-10),
           to(&ImpactContact::tolerance));
  keys.add(whole_number("max_iterations", between(1, 1e6), "Iterations before a step is halved")
               .only_for("contact.condition", from_height)
               .defaults_to(100LL),
           to(&ImpactContact::max_iterations));
  keys.add(truth("allow_energy_gain",
                 "Lets a run go on whose energy has grown by more than 5 % of what the cylinder "
                 "brought: these conditions do work on the ground that nothing pays for")
               .only_for("contact.condition", from_height)
               .defaults_to(false),
           to(&ImpactContact::allow_energy_gain));
}

void declare_impact_time(KeyList<ImpactCase>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&ImpactCase::time, member); };
  keys.table({.name = "time", .doc = "Marching in time."});
  keys.add(choice("scheme",
                  {{"midpoint", "implicit, keeps energy"},
                   {"backward_euler", "implicit, damps"},
                   {"leapfrog", "explicit, limited step"},
                   {"forward_euler", "explicit, never stable"}},
                  "Integration scheme")
               .defaults_to(std::string("midpoint")),
           to(&ImpactTime::scheme));
  keys.add(number("step", time, positive(), "Time step").is_required(), to(&ImpactTime::step));
  keys.add(number("contact_step", time, positive(),
                  "Smaller step from shortly before the first touch on; left out: step"),
           to(&ImpactTime::contact_step));
  keys.add(number("least_step", time, positive(),
                  "A step that cannot be solved is halved down to this; left out: a 1024th of the "
                  "smallest step"),
           to(&ImpactTime::least_step));
  keys.add(number("end", time, positive(), "When the run ends").is_required(),
           to(&ImpactTime::end));
  keys.add(truth("allow_unstable", "Lets an explicit scheme run with a step beyond its limit")
               .defaults_to(false),
           to(&ImpactTime::allow_unstable));
}

}  // namespace

KeyList<ImpactCase> impact_keys(std::vector<Choice> scenarios) {
  using enum Dimension;
  KeyList<ImpactCase> keys;
  keys.add(choice("scenario", std::move(scenarios), "What is computed").is_required(),
           at(&ImpactCase::scenario));
  keys.add(text("title", "A line for the reader, shown with the results"), at(&ImpactCase::title));
  declare_ground(keys);
  declare_cylinder(keys);
  declare_ground_grid(keys);
  declare_impact_contact(keys);
  declare_impact_time(keys);
  keys.table({.name = "output", .doc = "What is kept beside the history."});
  keys.add(numbers("instants", time, at_least(0),
                   "Times at which surface profile and displacement field are kept"),
           at(&ImpactCase::output, &ImpactOutput::instants));
  return keys;
}

ImpactCase build_impact_case(const KeyList<ImpactCase>& keys, const Reading& reading,
                             ProblemList& problems) {
  ImpactCase impact = keys.fill(reading);
  const auto at_most_step = [&](const char* key, const std::optional<double>& value) {
    if (value && *value > impact.time.step) {
      problems.add(reading.problem(key, "must not exceed time.step"));
    }
  };
  at_most_step("time.contact_step", impact.time.contact_step);
  at_most_step("time.least_step", impact.time.least_step);
  impact.places = reading.places();
  return impact;
}

}  // namespace tread::casefile
