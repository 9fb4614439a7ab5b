#include <cmath>

#include "tread/core/overloaded.hpp"
#include "tread/study/words.hpp"

namespace tread::study {
namespace {

using casefile::ContactCase;
using casefile::Motion;
using casefile::Prescribed;

std::string radius(double r) {
  return std::isinf(r) ? "flat" : fmt::format("of {} radius", in_words(r, "m"));
}

std::string shape_words(const Sphere& s) { return "ball " + radius(s.radius); }
std::string shape_words(const Paraboloid& p) {
  return fmt::format("paraboloid with radii of {} and {}", in_words(p.radius_x, "m"),
                     in_words(p.radius_y, "m"));
}
std::string shape_words(const Ellipsoid& e) {
  return fmt::format("ellipsoid with semi-axes of {}, {} and {}", in_words(e.semi_axis_x, "m"),
                     in_words(e.semi_axis_y, "m"), in_words(e.semi_axis_z, "m"));
}
std::string shape_words(const Cylinder& c) {
  return "cylinder " + radius(c.radius) +
         (std::isinf(c.length) ? "" : fmt::format(" and {} length", in_words(c.length, "m")));
}
std::string shape_words(const Quadric&) { return "body of quadratic shape"; }
std::string shape_words(const QuadricWithSines&) { return "body of quadratic shape with waves"; }
std::string shape_words(const WheelOnRail& w) {
  return fmt::format(
      "wheel of {} radius on a rail (radii of the profiles: {} and {})",
      in_words(w.wheel_rolling_radius, "m"),
      std::isinf(w.wheel_profile_radius) ? "flat" : in_words(w.wheel_profile_radius, "m"),
      std::isinf(w.rail_profile_radius) ? "flat" : in_words(w.rail_profile_radius, "m"));
}
std::string shape_words(const CircularPunch& p) { return "flat round punch " + radius(p.radius); }
std::string shape_words(const RectangularPunch& p) {
  return fmt::format("flat punch of {} x {}", in_words(p.length_x, "m"), in_words(p.width_y, "m"));
}
std::string shape_words(const CircleAlongX& c) {
  return fmt::format("wheel of {} radius with a tabulated profile",
                     in_words(std::abs(c.radius), "m"));
}
std::string shape_words(const HeightField&) { return "body of tabulated heights"; }

std::string bodies_in_words(const BodyPair& bodies) {
  const std::string upper = material_in_words(bodies.upper);
  const std::string lower = material_in_words(bodies.lower);
  return upper == lower ? "both " + upper : fmt::format("above {}; below {}", upper, lower);
}

std::string body_in_words(const ContactCase& c) {
  const bool is_hertzian = std::holds_alternative<casefile::HertzArea>(c.area);
  return is_hertzian ? "body with a Hertzian contact" : in_words(c.shape);
}

std::string prescribed_in_words(const Prescribed& p, const Motion& motion, const char* axis) {
  switch (p.kind) {
    case Prescribed::Kind::force:
      return fmt::format("a force of {} along {}", in_words(p.value, "N"), axis);
    case Prescribed::Kind::relative_to_bound:
      return fmt::format("a force along {} of {} of the friction bound", axis, percent(p.value));
    case Prescribed::Kind::relative_to_load:
      return fmt::format("a force along {} of {} of the load", axis, percent(p.value));
    case Prescribed::Kind::motion:
      break;
  }
  if (motion.is_rolling()) return fmt::format("{} creepage along {}", percent(p.value), axis);
  return fmt::format("{} along {}", in_words(p.value, "m"), axis);
}

std::string prescribed_in_words(const Motion& motion) {
  std::vector<std::string> parts;
  if (motion.longitudinal.value != 0) {
    parts.push_back(prescribed_in_words(motion.longitudinal, motion, "x"));
  }
  if (motion.lateral.value != 0) {
    parts.push_back(prescribed_in_words(motion.lateral, motion, "y"));
  }
  if (motion.spin != 0) {
    parts.push_back("a spin of " + (motion.is_rolling() ? in_words(motion.spin, "1/m")
                                                        : angle_in_words(motion.spin)));
  }
  return listed(parts);
}

std::string creep_table_in_words(const casefile::CreepTable& table) {
  return fmt::format("{} combinations of creepages and spin", table.n_points());
}

std::string motion_in_words(const ContactCase& c) {
  const Motion& motion = c.motion;
  std::string how = prescribed_in_words(motion);
  if (!c.schedule.distance.empty()) how = "loads or motions that change on the way";
  if (c.creep_table) how = creep_table_in_words(*c.creep_table);
  const std::string with = how.empty() ? "" : " with " + how;
  switch (motion.type) {
    case Motion::Type::none:
      return "";
    case Motion::Type::shift:
      return how.empty() ? " and shifted" : " and shifted by " + how;
    case Motion::Type::steady_rolling:
      return " and rolls steadily" + with;
    case Motion::Type::transient_rolling:
      break;
  }
  std::string way = " and rolls " + (c.rolling.distance ? in_words(*c.rolling.distance, "m")
                                                        : count_of(c.rolling.n_steps, "step"));
  return way + with + ", step by step";
}

std::string speed_of_rolling(const ContactCase& c) {
  if (!c.motion.is_rolling() || !c.rolling.speed) return "";
  return " at " + speed_in_words(*c.rolling.speed);
}

std::string friction_in_words(const ContactCase& c) {
  if (c.motion.type == Motion::Type::none) return "without friction";
  const casefile::Friction& friction = c.friction;
  if (const auto* law = std::get_if<casefile::CoulombFriction>(&friction.law)) {
    const bool is_one = law->static_coefficient == law->kinetic_coefficient;
    return is_one ? fmt::format("friction coefficient {:.4g}", law->kinetic_coefficient)
                  : fmt::format("friction coefficients {:.4g} at rest and {:.4g} in motion",
                                law->static_coefficient, law->kinetic_coefficient);
  }
  return fmt::format("a friction coefficient that falls from {:.4g} with the slip velocity",
                     friction.static_coefficient());
}

std::string tangential_model_in_words(const casefile::TangentialModel& model) {
  return std::visit(
      Overloaded{[](const casefile::HalfSpaceModel&) { return "elastic half-spaces"; },
                 [](const casefile::LinearModel&) { return "Kalker's linear theory"; },
                 [](const casefile::FastsimModel&) { return "FASTSIM"; },
                 [](const casefile::ShenHedrickElkinsModel&) { return "Shen, Hedrick and Elkins"; },
                 [](const casefile::Polach1999Model&) { return "Polach (1999)"; },
                 [](const casefile::Polach2005Model&) { return "Polach (2005)"; }},
      model);
}

/// Names of profiles may go on with how they were made.
std::string short_name(const profile::Profile& profile) {
  return profile.name().substr(0, profile.name().find(','));
}

std::string grid_in_words(const ContactCase& c, const std::vector<result::CaseResult>& results) {
  if (!results.empty() && results.front().fields) {
    const Grid& grid = results.front().fields->grid;
    const std::string dx = in_words(grid.dx, "m");
    const std::string dy = in_words(grid.dy, "m");
    return fmt::format(", grid of {} x {} cells of {}", grid.nx, grid.ny,
                       dx == dy ? dx : fmt::format("{} x {}", dx, dy));
  }
  const auto cells = [](int nx, int ny) { return fmt::format(", grid of {} x {} cells", nx, ny); };
  return std::visit(
      Overloaded{[&](const casefile::FixedArea& a) { return cells(a.grid.nx, a.grid.ny); },
                 [&](const auto& a) { return cells(a.nx, a.ny); }},
      c.area);
}

}  // namespace

std::string in_words(const Shape& shape) {
  return std::visit([](const auto& s) { return shape_words(s); }, shape);
}

std::string in_words(const ContactCase& c, const std::vector<result::CaseResult>& results) {
  const std::string load = c.load.kind == casefile::Load::Kind::force
                               ? "by " + in_words(c.load.value, "N")
                               : "by an approach of " + in_words(c.load.value, "m");
  const std::string body = body_in_words(c);
  const bool takes_an = body.starts_with("ellipsoid");
  return fmt::format("{} {}, {}, is pressed down {}{}{}. Computed with {}, {}{}.",
                     takes_an ? "An" : "A", body, bodies_in_words(c.bodies), load,
                     motion_in_words(c), speed_of_rolling(c), tangential_model_in_words(c.model),
                     friction_in_words(c), grid_in_words(c, results));
}

std::string in_words(const casefile::WheelOnRailCase& wheel) {
  const std::string load = wheel.vertical_force ? "by " + in_words(*wheel.vertical_force, "N")
                                                : std::string("to a given height");
  std::string text = fmt::format(
      "A {} wheel ({}, radius {}) is pressed on its rail ({}) {}, {} mm to the right",
      wheel.side == profile::Side::left ? "left" : "right", short_name(wheel.pair->wheel),
      in_words(wheel.pair->wheelset.nominal_radius, "m"), short_name(wheel.pair->rail), load,
      result::format_number(1000 * wheel.motion.pose.lateral, 4));
  if (!wheel.rolls) return text + ", without friction.";
  return text + fmt::format(" and yawed by {}; it rolls at {}. Computed with {}.",
                            angle_in_words(wheel.motion.pose.yaw),
                            speed_in_words(wheel.motion.velocity.x()),
                            tangential_model_in_words(wheel.model));
}

}  // namespace tread::study
