#include "tread/casefile/coach_keys.hpp"

#include <fmt/format.h>

#include "tread/casefile/nth_part.hpp"
#include "tread/vehicle/vehicle_data.hpp"

namespace tread::casefile {
namespace {

constexpr int k_most_vehicles = 100;

class CoachBuilder {
 public:
  CoachBuilder(const Reading& reading, ProblemList& problems)
      : reading_(reading), problems_(problems) {}

  void build(CoachInput& coach, const std::string& table) {
    if (coach.vehicle.type.empty()) return;  // told by the reader
    double bogies = coach.vehicle.bogie_distance.value_or(0);
    double wheelbase = coach.vehicle.wheelbase.value_or(0);
    if (coach.vehicle.type != "full") {
      const vehicle::NamedVehicle& known = vehicle::find_vehicle(coach.vehicle.type);
      bogies = known.data.bogie_distance;
      wheelbase = known.data.wheelbase;
      const bool is_length_given = coach.length.has_value();
      if (!is_length_given && known.length > 0) {
        coach.length = known.length;
        if (!coach.front_overhang && known.front_overhang > 0) {
          coach.front_overhang = known.front_overhang;
        }
      }
    }
    if (!coach.length) {
      complain(table + ".length",
               fmt::format("is missing: no length of {} is known", coach.vehicle.type),
               "give it over couplers or buffers");
      return;
    }
    check_axles(coach, table, bogies, wheelbase);
  }

  void check_count(const std::vector<CoachInput>& coaches) {
    int n_vehicles = 0;
    for (const CoachInput& coach : coaches) n_vehicles += coach.vehicle.count;
    if (n_vehicles <= k_most_vehicles) return;
    complain(nth("coach", coaches.size() - 1) + ".count",
             fmt::format("makes a train of {} vehicles, no more than {} are computed with",
                         n_vehicles, k_most_vehicles),
             "leave some out");
  }

 private:
  void complain(const std::string& key, std::string reason, std::string hint) {
    Problem problem = reading_.problem(key, std::move(reason), std::move(hint));
    if (const Given* given = reading_.given(key)) problem.value = given->text;
    problems_.add(std::move(problem));
  }

  /// All axles must stand between both ends.
  void check_axles(const CoachInput& coach, const std::string& table, double bogies,
                   double wheelbase) {
    if (*coach.length < bogies + wheelbase) {
      complain(
          table + ".length",
          fmt::format("must be {} m at least, from the first axle to the last", bogies + wheelbase),
          "give it over couplers or buffers");
      return;
    }
    if (!coach.front_overhang) return;
    const double lowest = wheelbase / 2;
    const double highest = *coach.length - bogies - wheelbase / 2;
    if (*coach.front_overhang >= lowest && *coach.front_overhang <= highest) return;
    complain(table + ".front_overhang",
             fmt::format("must be in [{:g}, {:g}] m, so that all axles stand below the vehicle",
                         lowest, highest),
             "it reaches from the front end to the centre of the first bogie");
  }

  const Reading& reading_;
  ProblemList& problems_;
};

}  // namespace

std::vector<Choice> known_vehicle_choices() {
  std::vector<Choice> choices;
  for (const vehicle::NamedVehicle& known : vehicle::named_vehicles()) {
    choices.push_back({std::string(known.name), std::string(known.source)});
  }
  return choices;
}

std::vector<std::string> known_vehicle_names() {
  std::vector<std::string> names;
  for (const Choice& known : known_vehicle_choices()) names.push_back(known.name);
  return names;
}

KeyList<CoachInput> coach_keys() {
  using enum Dimension;
  KeyList<CoachInput> keys;
  const auto to = [](auto member) { return at(&CoachInput::vehicle, member); };
  const auto add = [&](const KeyInfo& key, auto member) {
    keys.add(key.only_for("coach.type", {"full"}).is_required_for({"full"}), to(member));
  };
  const auto add_damping = [&](const char* name, auto member) {
    keys.add(number(name, damping, at_least(0), "Damper beside it")
                 .only_for("coach.type", {"full"})
                 .defaults_to(0.0),
             to(member));
  };
  keys.table({.name = "coach",
              .doc = "A train of different vehicles, from the front, instead of vehicle.type. Each "
                     "stands in its length over couplers; [vehicle] may hold what all have in "
                     "common: wheel_radius and gravity."});
  std::vector<Choice> types{{"full", "a body on two bogies with four wheelsets"}};
  for (Choice& known : known_vehicle_choices()) types.push_back(std::move(known));
  keys.add(choice("type", std::move(types), "A vehicle of the literature, or numbers of your own")
               .is_required(),
           to(&VehicleInput::type));
  keys.add(whole_number("count", between(1, k_most_vehicles), "So many of it, one behind the other")
               .defaults_to(1LL),
           to(&VehicleInput::count));
  keys.add(number("length", length, positive(),
                  "Length over couplers; left out: that of the vehicle's source, if it has one"),
           at(&CoachInput::length));
  keys.add(number("front_overhang", length, positive(),
                  "From the front end to the centre of the first bogie; left out: as in the "
                  "vehicle's source if length is left out too, else both ends alike"),
           at(&CoachInput::front_overhang));
  add(number("body_mass", mass, positive(), "Mass of the body").usually(between(500, 2e5)),
      &VehicleInput::body_mass);
  add(number("body_inertia", inertia, positive(), "Moment of inertia of the body in pitch"),
      &VehicleInput::body_inertia);
  add(number("bogie_mass", mass, positive(), "Mass of a bogie").usually(between(100, 3e4)),
      &VehicleInput::bogie_mass);
  add(number("bogie_inertia", inertia, positive(), "Moment of inertia of a bogie in pitch"),
      &VehicleInput::bogie_inertia);
  add(number("wheelset_mass", mass, positive(), "Mass of a wheelset").usually(between(100, 1e4)),
      &VehicleInput::wheelset_mass);
  add(number("primary_stiffness", stiffness, positive(),
             "Spring between bogie and wheelset, each axle"),
      &VehicleInput::primary_stiffness);
  add_damping("primary_damping", &VehicleInput::primary_damping);
  add(number("secondary_stiffness", stiffness, positive(),
             "Spring between body and bogie, each bogie"),
      &VehicleInput::secondary_stiffness);
  add_damping("secondary_damping", &VehicleInput::secondary_damping);
  add(number("bogie_distance", length, positive(), "Between the centres of the bogies"),
      &VehicleInput::bogie_distance);
  add(number("wheelbase", length, positive(), "Between the axles of a bogie"),
      &VehicleInput::wheelbase);
  return keys;
}

void build_coaches(std::vector<CoachInput>& coaches, const Reading& reading,
                   ProblemList& problems) {
  CoachBuilder builder(reading, problems);
  for (std::size_t i = 0; i < coaches.size(); ++i) builder.build(coaches[i], nth("coach", i));
  if (!coaches.empty()) builder.check_count(coaches);
}

}  // namespace tread::casefile
