#include "tread/casefile/vehicle_assembly_keys.hpp"

namespace tread::casefile {

namespace {

KeyList<vehicle::PointMass> vehicle_mass_keys() {
  using enum Dimension;
  KeyList<vehicle::PointMass> keys;
  keys.table({.name = "vehicle.mass",
              .doc = "Parts of vehicle.type = assembly that move up and down. Results tell the "
                     "acceleration of the part called body, else of the first mass or bar."});
  keys.add(text("name", "Its name, by which others refer to it").is_required(),
           at(&vehicle::PointMass::name));
  keys.add(number("mass", mass, positive(), "Mass").is_required(), at(&vehicle::PointMass::mass));
  return keys;
}

KeyList<BarInput> bar_keys() {
  using enum Dimension;
  KeyList<BarInput> keys;
  const std::string table = "vehicle.bar";
  const auto to = [](auto member) { return at(&BarInput::bar, member); };
  keys.table({.name = table,
              .doc = "Parts that also pitch: bodies, bogies. What is fixed to a bar names it "
                     "(\"body\": its centre of mass) or one of its points (\"body.front\")."});
  keys.add(text("name", "Its name").is_required(), to(&vehicle::RigidBar::name));
  keys.add(number("mass", mass, positive(), "Mass").is_required(), to(&vehicle::RigidBar::mass));
  keys.add(
      number("inertia", inertia, positive(), "Moment of inertia in pitch about the centre of mass")
          .is_required(),
      to(&vehicle::RigidBar::inertia));
  keys.add(names("points", "Names of points of it").needs_one_of({table + ".ahead"}),
           at(&BarInput::points));
  keys.add(numbers("ahead", length, any_value(),
                   "How far each of them lies ahead of the centre of mass; behind it: negative")
               .needs_one_of({table + ".points"}),
           at(&BarInput::ahead));
  return keys;
}

KeyList<vehicle::WheelPart> wheel_keys() {
  using enum Dimension;
  KeyList<vehicle::WheelPart> keys;
  keys.table({.name = "vehicle.wheel", .doc = "Wheels or wheelsets."});
  keys.add(text("name", "Its name").is_required(), at(&vehicle::WheelPart::name));
  keys.add(number("mass", mass, at_least(0),
                  "Mass; 0 only where a [[vehicle.joint]] fixes the wheel to a mass or bar")
               .is_required(),
           at(&vehicle::WheelPart::mass));
  keys.add(number("offset", length, at_least(0), "How far behind the leading wheel, which has 0")
               .is_required(),
           at(&vehicle::WheelPart::offset));
  return keys;
}

KeyList<SuspensionInput> suspension_keys() {
  using enum Dimension;
  KeyList<SuspensionInput> keys;
  const std::string table = "vehicle.suspension";
  const auto to = [](auto member) { return at(&SuspensionInput::suspension, member); };
  keys.table({.name = table,
              .doc = "A spring, a damper and a spring with a law side by side; each may be "
                     "missing. Compression is how far upper has come down towards lower from the "
                     "state without weight."});
  keys.add(text("upper", "What it carries: a part, or a point of a bar").is_required(),
           to(&vehicle::Suspension::upper));
  keys.add(text("lower", "What it stands on").is_required(), to(&vehicle::Suspension::lower));
  keys.add(number("stiffness", stiffness, at_least(0), "Spring").defaults_to(0.0),
           to(&vehicle::Suspension::stiffness));
  keys.add(number("damping", damping, at_least(0), "Damper").defaults_to(0.0),
           to(&vehicle::Suspension::damping));
  keys.add(numbers("compressions", length, any_value(),
                   "Compressions at which the force of the law is given, besides that of the "
                   "spring; straight in between and beyond")
               .needs_one_of({table + ".forces"}),
           at(&SuspensionInput::compressions));
  keys.add(numbers("forces", force, any_value(),
                   "The forces there, which push the ends apart and never fall: 0 in the gap of a "
                   "bump stop")
               .needs_one_of({table + ".compressions"}),
           at(&SuspensionInput::forces));
  return keys;
}

KeyList<vehicle::RigidJoint> joint_keys() {
  KeyList<vehicle::RigidJoint> keys;
  keys.table({.name = "vehicle.joint",
              .doc = "Two places that move up and down together: a wheel in a frame without "
                     "suspension, a pivot between two bars."});
  keys.add(text("first", "The one: a part, or a point of a bar").is_required(),
           at(&vehicle::RigidJoint::first));
  keys.add(text("second", "The other").is_required(), at(&vehicle::RigidJoint::second));
  return keys;
}

KeyList<vehicle::PointLoad> load_keys() {
  using enum Dimension;
  KeyList<vehicle::PointLoad> keys;
  keys.table({.name = "vehicle.load", .doc = "Forces besides weight."});
  keys.add(text("at", "Where it acts: a part, or a point of a bar").is_required(),
           at(&vehicle::PointLoad::at));
  keys.add(number("force", force, any_value(), "Force, downwards").is_required(),
           at(&vehicle::PointLoad::force));
  return keys;
}

}  // namespace

std::vector<std::string> vehicle_assembly_tables() {
  return {"vehicle.mass",       "vehicle.bar",   "vehicle.wheel",
          "vehicle.suspension", "vehicle.joint", "vehicle.load"};
}

KeyList<VehicleAssemblyInput> vehicle_assembly_keys() {
  KeyList<VehicleAssemblyInput> keys;
  keys.add_each(vehicle_mass_keys(), at(&VehicleAssemblyInput::masses));
  keys.add_each(bar_keys(), at(&VehicleAssemblyInput::bars));
  keys.add_each(wheel_keys(), at(&VehicleAssemblyInput::wheels));
  keys.add_each(suspension_keys(), at(&VehicleAssemblyInput::suspensions));
  keys.add_each(joint_keys(), at(&VehicleAssemblyInput::joints));
  keys.add_each(load_keys(), at(&VehicleAssemblyInput::loads));
  return keys;
}

}  // namespace tread::casefile
