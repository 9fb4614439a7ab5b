#include "tread/vehicle/assembly.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/nearest.hpp"
#include "tread/vehicle/vehicle_builder.hpp"

namespace tread::vehicle {
namespace {

constexpr double k_offset_rounding = 1e-9;  // m: offsets and places on a bar that mean the same

[[noreturn]] void refuse_assembly(const VehicleAssembly& assembly, const std::string& reason) {
  throw ModelError(fmt::format("vehicle '{}': {}", assembly.name, reason));
}

/// What a displacement belongs to, in the order in which joints remove them.
enum class Kind { mass, heave, pitch, wheel };

int n_dofs_of(const VehiclePart& part) { return std::holds_alternative<RigidBar>(part) ? 2 : 1; }

const std::string& name_of(const VehiclePart& part) {
  return std::visit([](const auto& p) -> const std::string& { return p.name; }, part);
}

/// All parts with the displacements of their named points.
class Construction {
 public:
  explicit Construction(const VehicleAssembly& assembly)
      : assembly_(assembly), builder_(assembly.name, count_dofs(assembly), assembly.gravity) {
    for (const VehiclePart& part : assembly.parts) {
      check_name(name_of(part));
      std::visit([&](const auto& p) { add(p); }, part);
    }
    for (const Suspension& suspension : assembly.suspensions) join(suspension);
    for (const PointLoad& load : assembly.loads) {
      if (!std::isfinite(load.force)) {
        refuse_assembly(
            assembly, fmt::format("the load at '{}' is {} N: must be finite", load.at, load.force));
      }
      builder_.add_load(point(load.at), load.force);
    }
  }

  PlaneVehicle finish() const {
    PlaneVehicle vehicle = builder_.finish();
    vehicle.wheels = wheels_;
    std::ranges::stable_sort(vehicle.wheels, {}, &Wheel::offset);
    return vehicle;
  }

  const std::vector<Kind>& kinds() const { return kinds_; }

  /// The displacement of a named point as a row over all displacements.
  Vector point(const std::string& where) const {
    const auto found = points_.find(where);
    if (found != points_.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [name, row] : points_) names.push_back(name);
    const std::string near = nearest(where, names);
    refuse_assembly(assembly_,
                    fmt::format("there is no '{}'{}; there are: {}", where,
                                near.empty() ? "" : fmt::format(", is '{}' meant?", near),
                                fmt::join(names, ", ")));
  }

 private:
  static int count_dofs(const VehicleAssembly& assembly) {
    int n = 0;
    for (const VehiclePart& part : assembly.parts) n += n_dofs_of(part);
    return n;
  }

  void check_name(const std::string& name) const {
    if (name.empty()) refuse_assembly(assembly_, "a part has no name: give each one");
    if (name.find('.') != std::string::npos) {
      refuse_assembly(
          assembly_,
          fmt::format("the name '{}' has a dot: dots join parts and their points", name));
    }
    if (points_.contains(name)) {
      refuse_assembly(assembly_,
                      fmt::format("two parts are called '{}': give each a name of its own", name));
    }
  }

  void add(const PointMass& mass) {
    points_[mass.name] = builder_.unit(builder_.add_mass(mass.name, mass.mass));
    kinds_.push_back(Kind::mass);
  }

  void add(const RigidBar& bar) {
    const int heave = builder_.add_mass(bar.name + " heave", bar.mass);
    const int pitch = builder_.add_inertia(bar.name + " pitch", bar.inertia);
    kinds_.insert(kinds_.end(), {Kind::heave, Kind::pitch});
    points_[bar.name] = builder_.unit(heave);
    for (const BarPoint& point : bar.points) {
      const std::string name = bar.name + "." + point.name;
      if (!std::isfinite(point.ahead)) {
        refuse_assembly(
            assembly_, fmt::format("'{}' lies {} m ahead of the bar's centre: must be finite", name,
                                   point.ahead));
      }
      const bool is_new =
          points_.insert({name, builder_.unit(heave) + point.ahead * builder_.unit(pitch)}).second;
      if (!is_new) refuse_assembly(assembly_, fmt::format("the point '{}' is given twice", name));
    }
  }

  void add(const WheelPart& wheel) {
    check_not_negative(wheel.name, wheel.mass);
    const int dof =
        wheel.mass > 0 ? builder_.add_mass(wheel.name, wheel.mass) : builder_.add_point(wheel.name);
    wheels_.push_back({dof, wheel.offset});
    points_[wheel.name] = builder_.unit(dof);
    kinds_.push_back(Kind::wheel);
  }

  void join(const Suspension& suspension) {
    const std::string name = fmt::format("suspension '{}'", suspension.name);
    check_not_negative("stiffness of " + name, suspension.stiffness);
    check_not_negative("damping of " + name, suspension.damping);
    const Vector pull = point(suspension.upper) - point(suspension.lower);
    if (pull.isZero(0)) {
      refuse_assembly(assembly_, fmt::format("{} joins '{}' and '{}', which move together", name,
                                             suspension.upper, suspension.lower));
    }
    if (suspension.stiffness == 0 && suspension.damping == 0 && !suspension.law) {
      refuse_assembly(assembly_,
                      name + " has no stiffness, damping or law: give one or leave it out");
    }
    builder_.add_spring(pull, suspension.stiffness);
    builder_.add_damper(pull, suspension.damping);
    if (suspension.law) builder_.add_law(suspension.name, pull, *suspension.law);
  }

  const VehicleAssembly& assembly_;
  VehicleBuilder builder_;
  std::map<std::string, Vector> points_;
  std::vector<Kind> kinds_;
  std::vector<Wheel> wheels_;
};

/// Displacements that joints leave, and all displacements in terms of them.
struct Joined {
  Matrix from_free;       // all x free
  std::vector<int> free;  // numbers among all
};

void eliminate(const VehicleAssembly& assembly, const RigidJoint& joint,
               const Construction& construction, Joined& joined) {
  const Vector row = joined.from_free.transpose() *
                     (construction.point(joint.first) - construction.point(joint.second));
  const double size = row.size() > 0 ? row.cwiseAbs().maxCoeff() : 0;
  int pivot = -1;
  for (const Kind kind : {Kind::mass, Kind::heave, Kind::pitch}) {
    for (int i = 0; i < row.size() && pivot < 0; ++i) {
      const bool fits = construction.kinds()[as_size(joined.free[as_size(i)])] == kind;
      if (fits && std::abs(row(i)) > k_offset_rounding * size) pivot = i;
    }
  }
  if (!(size > k_offset_rounding) || pivot < 0) {
    refuse_assembly(
        assembly,
        fmt::format("the joint of '{}' and '{}' {}: leave it out or put a spring in its place",
                    joint.first, joint.second,
                    size > k_offset_rounding ? "would fix wheels to one another"
                                             : "says what other joints already say"));
  }
  const int n = static_cast<int>(row.size());
  Matrix reduce(n, n - 1);
  for (int i = 0, j = 0; i < n; ++i) {
    if (i == pivot) continue;
    reduce.col(j++) = Vector::Unit(n, i) - row(i) / row(pivot) * Vector::Unit(n, pivot);
  }
  joined.from_free = Matrix(joined.from_free * reduce);
  joined.free.erase(joined.free.begin() + pivot);
}

/// Two wheels on one bar must be as far apart along the track as on the bar.
void check_offsets(const VehicleAssembly& assembly) {
  std::map<std::string, double> offsets;
  for (const VehiclePart& part : assembly.parts) {
    if (const auto* wheel = std::get_if<WheelPart>(&part)) offsets[wheel->name] = wheel->offset;
  }
  for (const VehiclePart& part : assembly.parts) {
    const auto* bar = std::get_if<RigidBar>(&part);
    if (bar == nullptr) continue;
    std::map<std::string, double> ahead{{bar->name, 0}};
    for (const BarPoint& point : bar->points) ahead[bar->name + "." + point.name] = point.ahead;
    std::optional<std::pair<std::string, double>> first;  // wheel, its offset of the bar's centre
    for (const RigidJoint& joint : assembly.joints) {
      for (const auto& [wheel, place] :
           {std::pair(joint.first, joint.second), std::pair(joint.second, joint.first)}) {
        if (!offsets.contains(wheel) || !ahead.contains(place)) continue;
        const double centre = offsets[wheel] + ahead[place];
        if (!first) first = {wheel, centre};
        if (std::abs(centre - first->second) <= k_offset_rounding) continue;
        refuse_assembly(
            assembly,
            fmt::format("wheels '{}' and '{}' are fixed on '{}', but their offsets and their "
                        "places on it differ by {:.6g} m: give the same distance in both",
                        first->first, wheel, bar->name, std::abs(centre - first->second)));
      }
    }
  }
}

SuspensionLaw reduced(const SuspensionLaw& spring, const Joined& joined) {
  Vector pull = Vector::Zero(joined.from_free.rows());
  for (std::size_t i = 0; i < spring.dofs.size(); ++i) pull(spring.dofs[i]) = spring.weights[i];
  const Vector on_free = joined.from_free.transpose() * pull;
  SuspensionLaw result{spring.name, {}, {}, spring.law};
  for (int i = 0; i < on_free.size(); ++i) {
    if (on_free(i) == 0) continue;
    result.dofs.push_back(i);
    result.weights.push_back(on_free(i));
  }
  return result;
}

PlaneVehicle reduced(const PlaneVehicle& full, const Joined& joined) {
  const Matrix& t = joined.from_free;
  PlaneVehicle vehicle;
  vehicle.name = full.name;
  vehicle.mass = t.transpose() * full.mass * t;
  vehicle.damping = t.transpose() * full.damping * t;
  vehicle.stiffness = t.transpose() * full.stiffness * t;
  vehicle.load = t.transpose() * full.load;
  std::map<int, int> number_of;
  for (const int dof : joined.free) {
    number_of[dof] = static_cast<int>(vehicle.dof_names.size());
    vehicle.dof_names.push_back(full.dof_names[as_size(dof)]);
  }
  for (const Wheel& wheel : full.wheels) {
    vehicle.wheels.push_back({number_of.at(wheel.dof), wheel.offset});
  }
  for (const SuspensionLaw& spring : full.laws) vehicle.laws.push_back(reduced(spring, joined));
  return vehicle;
}

void check_massless_wheels(const VehicleAssembly& assembly, const PlaneVehicle& vehicle) {
  for (const Wheel& wheel : vehicle.wheels) {
    if (vehicle.mass(wheel.dof, wheel.dof) > 0) continue;
    refuse_assembly(
        assembly,
        fmt::format("wheel '{0}' has no mass and is not fixed to a mass: a massless wheel under "
                    "a spring is a linear contact: let the part above it roll (mass > 0) and "
                    "give the spring as the contact's, or fix '{0}' by a rigid joint",
                    vehicle.dof_names[as_size(wheel.dof)]));
  }
}

}  // namespace

PlaneVehicle make_vehicle(const VehicleAssembly& assembly) {
  const Construction construction(assembly);
  PlaneVehicle vehicle = construction.finish();
  if (!assembly.joints.empty()) {
    check_offsets(assembly);
    Joined joined{Matrix::Identity(vehicle.n_dofs(), vehicle.n_dofs()), {}};
    for (int i = 0; i < vehicle.n_dofs(); ++i) joined.free.push_back(i);
    for (const RigidJoint& joint : assembly.joints) {
      eliminate(assembly, joint, construction, joined);
    }
    vehicle = reduced(vehicle, joined);
  }
  check_massless_wheels(assembly, vehicle);
  check(vehicle);
  return vehicle;
}

}  // namespace tread::vehicle
