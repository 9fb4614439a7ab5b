#include "tread/casefile/vehicle_assembly_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "tread/casefile/nth_part.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {
namespace {

using vehicle::VehicleAssembly;

/// More parts are no plane vehicle: its matrices are full ones.
constexpr std::size_t k_most_parts = 200;
constexpr std::size_t k_listed_places = 12;

/// "body" of "body.front".
std::string part_of(const std::string& place) { return place.substr(0, place.find('.')); }

class AssemblyBuilder {
 public:
  AssemblyBuilder(const VehicleAssemblyInput& input, double gravity, const Reading& reading,
                  ProblemList& problems)
      : input_(input), reading_(reading), problems_(problems) {
    assembly_.name = "assembly";
    assembly_.gravity = gravity;
  }

  VehicleAssembly build() {
    add_parts();
    check_wheels();
    for (std::size_t i = 0; i < input_.suspensions.size(); ++i) add_suspension(i);
    for (std::size_t i = 0; i < input_.joints.size(); ++i) add_joint(i);
    for (std::size_t i = 0; i < input_.loads.size(); ++i) {
      check_place(nth("vehicle.load", i) + ".at", input_.loads[i].at);
    }
    assembly_.loads = input_.loads;
    if (problems_.empty()) check_links();
    if (problems_.empty()) check_model();
    return std::move(assembly_);
  }

 private:
  bool is_usable(const std::string& key) const { return reading_.used(key) != nullptr; }
  void complain(std::string_view key, std::string reason, std::string hint, std::string got = "") {
    Problem problem = reading_.problem(key, std::move(reason), std::move(hint));
    problem.value = std::move(got);
    problems_.add(std::move(problem));
  }

  // ---- parts ----

  void add_parts() {
    struct Placed {
      int line;
      std::string table;
      vehicle::VehiclePart part;
    };
    std::vector<Placed> parts;
    const auto add = [&](const char* table, std::size_t i, vehicle::VehiclePart part) {
      const std::string name = nth(table, i);
      parts.push_back({reading_.table_line(name), name, std::move(part)});
    };
    for (std::size_t i = 0; i < input_.masses.size(); ++i) add("vehicle.mass", i, input_.masses[i]);
    for (std::size_t i = 0; i < input_.bars.size(); ++i) add("vehicle.bar", i, bar(i));
    for (std::size_t i = 0; i < input_.wheels.size(); ++i) {
      add("vehicle.wheel", i, input_.wheels[i]);
    }
    std::ranges::stable_sort(parts, {}, &Placed::line);
    if (parts.size() > k_most_parts) {
      complain("vehicle.type",
               fmt::format("is of {} parts, no more than {} are computed with", parts.size(),
                           k_most_parts),
               "one vehicle has a few; equal ones follow by vehicle.count");
    }
    for (Placed& placed : parts) {
      add_name(placed.table, std::visit([](const auto& part) { return part.name; }, placed.part));
      if (const auto* bar = std::get_if<vehicle::RigidBar>(&placed.part)) {
        for (const vehicle::BarPoint& point : bar->points) {
          places_.push_back(bar->name + "." + point.name);
        }
      }
      assembly_.parts.push_back(std::move(placed.part));
    }
  }

  vehicle::RigidBar bar(std::size_t i) {
    const BarInput& given = input_.bars[i];
    const std::string table = nth("vehicle.bar", i);
    vehicle::RigidBar bar = given.bar;
    const bool is_complete = is_usable(table + ".points") == is_usable(table + ".ahead");
    if (!is_complete) are_names_known_ = false;  // told already
    if (is_complete && given.points.size() != given.ahead.size()) {
      complain(table + ".ahead",
               fmt::format("must be {} numbers as there are points", given.points.size()), "",
               fmt::format("{}", given.ahead.size()));
    }
    for (std::size_t k = 0; k < given.points.size(); ++k) {
      check_word(table + ".points", given.points[k]);
      bar.points.push_back({given.points[k], k < given.ahead.size() ? given.ahead[k] : 0});
    }
    return bar;
  }

  void add_name(const std::string& table, const std::string& name) {
    const std::string key = table + ".name";
    if (!is_usable(key)) {
      are_names_known_ = false;
      return;
    }
    check_word(key, name);
    const auto [found, is_new] = part_keys_.insert({name, key});
    if (is_new) {
      places_.push_back(name);
      return;
    }
    complain(key,
             fmt::format("is taken by {} of line {}", found->second,
                         reading_.given(found->second)->place.line),
             "give each part a name of its own", tread::quoted(name));
  }

  void check_word(const std::string& key, const std::string& name) {
    if (name.empty())
      complain(key, "must not be empty", "others refer to it by name", tread::quoted(name));
    if (name.find('.') != std::string::npos) {
      complain(key, "must have no dot", "a dot joins a bar and its point: body.front",
               tread::quoted(name));
    }
  }

  void check_wheels() {
    if (input_.wheels.empty()) {
      complain("vehicle.wheel", "is missing",
               "an assembly stands on one [[vehicle.wheel]] or more");
      return;
    }
    const auto leading = std::ranges::min_element(input_.wheels, {}, &vehicle::WheelPart::offset);
    const std::string key =
        nth("vehicle.wheel", static_cast<std::size_t>(leading - input_.wheels.begin())) + ".offset";
    if (!is_usable(key) || leading->offset == 0) return;
    complain(key, "must be 0 for the leading wheel", "offsets count from it to the back",
             number_text(leading->offset));
  }

  // ---- what joins them ----

  void check_place(const std::string& key, const std::string& place) {
    if (!is_usable(key) || !are_names_known_) return;
    if (std::ranges::find(places_, place) != places_.end()) return;
    const std::string close = nearest(place, places_);
    complain(
        key, "names no part and no point of a bar",
        close.empty() ? list_of_places() : fmt::format("did you mean {}?", tread::quoted(close)),
        tread::quoted(place));
  }

  std::string list_of_places() const {
    if (places_.empty()) return "give [[vehicle.mass]], [[vehicle.bar]] or [[vehicle.wheel]]";
    const std::size_t n = std::min(places_.size(), k_listed_places);
    std::vector<std::string> listed;
    for (std::size_t i = 0; i < n; ++i) listed.push_back(one_line(places_[i]));
    return fmt::format("there {} {}{}", places_.size() == 1 ? "is" : "are", fmt::join(listed, ", "),
                       n < places_.size() ? ", ..." : "");
  }

  void check_two(const std::string& table, const char* one, const std::string& first,
                 const char* other, const std::string& second, const char* hint) {
    const std::string key = fmt::format("{}.{}", table, other);
    check_place(fmt::format("{}.{}", table, one), first);
    check_place(key, second);
    if (first != second || !is_usable(key)) return;
    complain(key, fmt::format("must be another place than {}", one), hint, tread::quoted(second));
  }

  void add_suspension(std::size_t i) {
    const SuspensionInput& given = input_.suspensions[i];
    const std::string table = nth("vehicle.suspension", i);
    vehicle::Suspension suspension = given.suspension;
    suspension.name = table;
    check_two(table, "upper", suspension.upper, "lower", suspension.lower,
              "a spring acts between parts that move against each other");
    const bool has_law = reading_.given(table + ".compressions") != nullptr ||
                         reading_.given(table + ".forces") != nullptr;
    const bool has_nothing = suspension.stiffness == 0 && suspension.damping == 0 && !has_law;
    if (has_nothing && is_usable(table + ".stiffness") && is_usable(table + ".damping")) {
      complain(table + ".stiffness", "there is no stiffness, no damping and no law",
               "give one of them, or leave the suspension out");
    }
    if (has_law && is_law_right(table, given)) {
      suspension.law.emplace(given.compressions, given.forces);
    }
    assembly_.suspensions.push_back(std::move(suspension));
  }

  bool is_law_right(const std::string& table, const SuspensionInput& given) {
    const std::vector<double>& x = given.compressions;
    const std::vector<double>& f = given.forces;
    if (x.empty() || f.empty()) return false;  // told already
    if (x.size() != f.size()) {
      complain(table + ".forces",
               fmt::format("must be {} numbers as there are compressions", x.size()), "",
               fmt::format("{}", f.size()));
      return false;
    }
    const auto step = [](double from, double to) {
      return fmt::format("{} after {}", number_text(to), number_text(from));
    };
    for (std::size_t i = 1; i < x.size(); ++i) {
      if (x[i] <= x[i - 1]) {
        complain(table + ".compressions", "must rise", "", step(x[i - 1], x[i]) + " m");
        return false;
      }
      if (f[i] < f[i - 1]) {
        complain(table + ".forces", "must not fall with the compression",
                 "they push the ends apart: positive where the spring is compressed",
                 step(f[i - 1], f[i]) + " N");
        return false;
      }
    }
    return true;
  }

  void add_joint(std::size_t i) {
    const vehicle::RigidJoint& joint = input_.joints[i];
    check_two(nth("vehicle.joint", i), "first", joint.first, "second", joint.second,
              "a joint holds two parts together");
    assembly_.joints.push_back(joint);
  }

  // ---- the whole ----

  /// Parts that no spring and no joint links to a wheel would fall.
  void check_links() {
    std::vector<std::pair<std::string, std::string>> links;
    for (const vehicle::Suspension& s : assembly_.suspensions) {
      if (s.stiffness > 0 || s.law) links.emplace_back(part_of(s.upper), part_of(s.lower));
    }
    for (const vehicle::RigidJoint& joint : assembly_.joints) {
      links.emplace_back(part_of(joint.first), part_of(joint.second));
    }
    std::set<std::string> held;
    for (const vehicle::WheelPart& wheel : input_.wheels) held.insert(wheel.name);
    for (std::size_t before = 0; before != held.size();) {
      before = held.size();
      for (const auto& [one, other] : links) {
        if (held.contains(one)) held.insert(other);
        if (held.contains(other)) held.insert(one);
      }
    }
    for (const auto& [name, key] : part_keys_) {
      if (held.contains(name)) continue;
      complain(key, "no spring holds this part up",
               "join it to others with [[vehicle.suspension]] or [[vehicle.joint]]",
               tread::quoted(name));
    }
  }

  /// What only the matrices tell.
  void check_model() {
    try {
      const vehicle::PlaneVehicle made = make_vehicle(assembly_);
      displacements_at_rest(made, vehicle::Vector::Zero(made.n_wheels()));
    } catch (const ModelError& error) {
      std::string text = error.what();
      const std::string opening = fmt::format("vehicle '{}': ", assembly_.name);
      if (text.starts_with(opening)) text.erase(0, opening.size());
      complain(blamed_by(text), text, "");
    }
  }

  std::string blamed_by(const std::string& text) const {
    const auto tells = [&](const std::string& words) {
      return text.find(words) != std::string::npos;
    };
    // The later of two joints that say the same is one too many.
    for (std::size_t i = input_.joints.size(); i-- > 0;) {
      const vehicle::RigidJoint& joint = input_.joints[i];
      if (tells(fmt::format("joint of '{}' and '{}'", joint.first, joint.second))) {
        return nth("vehicle.joint", i) + ".first";
      }
    }
    for (std::size_t i = 0; i < assembly_.suspensions.size(); ++i) {
      const std::string& table = assembly_.suspensions[i].name;
      if (tells(fmt::format("'{}'", table))) return table + ".upper";
    }
    for (std::size_t i = 0; i < input_.bars.size(); ++i) {
      if (tells(fmt::format("fixed on '{}'", input_.bars[i].bar.name))) {
        return nth("vehicle.bar", i) + ".ahead";
      }
    }
    for (std::size_t i = 0; i < input_.wheels.size(); ++i) {
      if (tells(fmt::format("wheel '{}'", input_.wheels[i].name))) {
        return nth("vehicle.wheel", i) + ".mass";
      }
    }
    return "vehicle.type";
  }

  const VehicleAssemblyInput& input_;
  const Reading& reading_;
  ProblemList& problems_;
  VehicleAssembly assembly_;
  std::vector<std::string> places_;               // that can be named
  std::map<std::string, std::string> part_keys_;  // name -> key that gives it
  bool are_names_known_ = true;                   // all of them; else some are unusable and told
};

}  // namespace

VehicleAssembly build_vehicle_assembly(const VehicleAssemblyInput& input, double gravity,
                                       const Reading& reading, ProblemList& problems) {
  return AssemblyBuilder(input, gravity, reading, problems).build();
}

void refuse_vehicle_assembly(std::string_view type, const Reading& reading, ProblemList& problems) {
  for (const std::string& table : vehicle_assembly_tables()) {
    if (reading.n_tables(table) == 0) continue;
    problems.add(
        reading.problem(nth_table(table, 1),
                        fmt::format("counts only for vehicle.type = assembly, here it is {}", type),
                        "leave it out"));
  }
}

}  // namespace tread::casefile
