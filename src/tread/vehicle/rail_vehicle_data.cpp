#include "tread/vehicle/rail_vehicle_data.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace tread::vehicle {
namespace {

struct Side {
  const char* name;
  double sign;  // of y
};
constexpr std::array<Side, 2> k_sides = {{{"left", -1}, {"right", 1}}};

/// What carries what: loads of one spring each, N.
struct StaticLoads {
  double primary = 0;
  double secondary = 0;
};

class ManchesterBuilder {
 public:
  explicit ManchesterBuilder(const ManchesterData& data) : data_(data) {
    vehicle_.gravity = data.gravity;
  }

  void add_body(const char* name, double mass, const Eigen::Vector3d& inertia, double x,
                double height, FreeMotions free) {
    vehicle_.bodies.push_back({name, mass, inertia, {x, 0, height}, free, std::nullopt});
  }

  void add_wheelset(const std::string& name, double x, FreeMotions free) {
    vehicle_.bodies.push_back({name,
                               data_.wheelset_mass,
                               data_.wheelset_inertia,
                               {x, 0, data_.wheel_radius},
                               free,
                               data_.wheel_radius});
  }

  void add_primary(const std::string& bogie, const std::string& wheelset, double x, double load) {
    for (const Side& side : k_sides) {
      Bushing spring;
      spring.name = fmt::format("primary_{}_{}", wheelset, side.name);
      spring.first = wheelset;
      spring.second = bogie;
      spring.axes = JointAxes::second;
      spring.place_on_first = {x, side.sign * data_.primary_half_spacing, data_.wheel_radius};
      spring.place_on_second = spring.place_on_first;
      const std::array<JointDirection*, 3> directions = {&spring.x, &spring.y, &spring.z};
      for (int k = 0; k < 3; ++k) {
        *directions[static_cast<std::size_t>(k)] =
            sprung(data_.primary_stiffness[k], data_.primary_damping[k], data_.primary_series[k]);
      }
      spring.z.preload = load;
      vehicle_.bushings.push_back(spring);
    }
  }

  /// Springs, dampers, roll bar and stop of one bogie, all times `share`.
  void add_secondary(const std::string& bogie, const std::string& body, double x, double share,
                     double load) {
    for (const Side& side : k_sides) {
      add_coil(bogie, body, x, side, share, load);
      add_lateral_damper(bogie, body, x, side, share);
    }
    if (data_.roll_bar_stiffness > 0) {
      vehicle_.bushings.push_back(
          roll_bar("roll_bar_" + bogie, bogie, body, share * data_.roll_bar_stiffness));
    }
    if (!data_.stop_places.empty()) {
      Bushing stop = joint("stop_" + bogie, bogie, body, {x, 0, data_.stop_height});
      std::vector<double> forces = data_.stop_forces;
      for (double& force : forces) force *= share;
      stop.y.spring_law = both_ways(data_.stop_places, forces);
      vehicle_.bushings.push_back(stop);
    }
  }

  void add_traction_rod(const std::string& bogie, const std::string& body, double x) {
    Bushing rod = joint("traction_rod_" + bogie, bogie, body, {x, 0, data_.rod_height});
    rod.x = sprung(data_.rod_stiffness, data_.rod_damping, data_.rod_series);
    vehicle_.bushings.push_back(rod);
  }

  RailVehicle finish(std::string name) {
    vehicle_.name = std::move(name);
    if (data_.forward == Forward::at_speed) keep_at_speed(vehicle_);
    return vehicle_;
  }

 private:
  Bushing joint(std::string name, const std::string& bogie, const std::string& body,
                const ReferencePlace& place) const {
    Bushing result;
    result.name = std::move(name);
    result.first = bogie;
    result.second = body;
    result.place_on_first = result.place_on_second = place;
    result.axes = data_.secondary_axes;
    return result;
  }

  void add_coil(const std::string& bogie, const std::string& body, double x, const Side& side,
                double share, double load) {
    const double y = side.sign * data_.secondary_half_spacing;
    Bushing coil = joint(fmt::format("secondary_{}_{}", bogie, side.name), bogie, body, {});
    coil.place_on_first = {x, y, data_.secondary_lower_height};
    coil.place_on_second = {x, y, data_.secondary_upper_height};
    coil.x.stiffness = share * data_.secondary_stiffness.x();
    coil.y.stiffness = share * data_.secondary_stiffness.y();
    coil.z = sprung(share * data_.secondary_stiffness.z(), share * data_.vertical_damping,
                    share * data_.vertical_series);
    coil.z.preload = load;
    coil.roll.stiffness = coil.pitch.stiffness = share * data_.secondary_bending;
    vehicle_.bushings.push_back(coil);
  }

  void add_lateral_damper(const std::string& bogie, const std::string& body, double x,
                          const Side& side, double share) {
    Bushing damper =
        joint(fmt::format("lateral_damper_{}_{}", bogie, side.name), bogie, body,
              {x, side.sign * data_.secondary_half_spacing, data_.lateral_damper_height});
    damper.y = sprung(0, share * data_.lateral_damping, share * data_.lateral_series);
    vehicle_.bushings.push_back(damper);
  }

  JointDirection sprung(double stiffness, double damping, double series) const {
    JointDirection direction;
    direction.stiffness = stiffness;
    direction.damping = damping;
    if (data_.series == SeriesStiffness::present && damping > 0) {
      direction.series_stiffness = series;
    }
    return direction;
  }

  const ManchesterData& data_;
  RailVehicle vehicle_;
};

StaticLoads static_loads(const ManchesterData& data) {
  if (data.springs == Springs::unloaded) return {};
  return {(data.body_mass + 2 * data.bogie_mass) * data.gravity / 8,
          data.body_mass * data.gravity / 4};
}

}  // namespace

RailVehicle manchester_coach(const ManchesterData& data) {
  ManchesterBuilder builder(data);
  const StaticLoads loads = static_loads(data);
  builder.add_body("car_body", data.body_mass, data.body_inertia, 0, data.body_height, {});
  const std::array<const char*, 2> bogies = {"front_bogie", "rear_bogie"};
  const std::array<double, 2> bogie_x = {data.half_pivot_spacing, -data.half_pivot_spacing};
  for (std::size_t i = 0; i < bogies.size(); ++i) {
    builder.add_body(bogies[i], data.bogie_mass, data.bogie_inertia, bogie_x[i], data.bogie_height,
                     {});
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const double x = bogie_x[i / 2] + (i % 2 == 0 ? 1 : -1) * data.half_wheelbase;
    const std::string name = fmt::format("wheelset_{}", i + 1);
    builder.add_wheelset(name, x, {});
    builder.add_primary(bogies[i / 2], name, x, loads.primary);
  }
  for (std::size_t i = 0; i < bogies.size(); ++i) {
    builder.add_secondary(bogies[i], "car_body", bogie_x[i], 1, loads.secondary);
    builder.add_traction_rod(bogies[i], "car_body", bogie_x[i]);
  }
  return builder.finish("Manchester coach");
}

RailVehicle manchester_wagon_2d(const ManchesterData& coach) {
  ManchesterData data = coach;
  // Nothing moves along the track: what acts there would only add dampers that stand still.
  data.primary_stiffness.x() = data.primary_damping.x() = 0;
  data.secondary_stiffness.x() = 0;
  ManchesterBuilder builder(data);
  // A quarter of the body on half of a bogie's springs: the load of a spring is halved too.
  const StaticLoads loads = static_loads(data);
  const FreeMotions in_plane{.x = false, .pitch = false, .yaw = false};
  const FreeMotions spinning{.x = false, .yaw = false};
  builder.add_body("car_body", data.body_mass / 4, data.body_inertia / 4, 0, data.body_height,
                   in_plane);
  builder.add_body("bogie", data.bogie_mass / 2, data.bogie_inertia / 2, 0, data.bogie_height,
                   in_plane);
  builder.add_wheelset("wheelset", 0, spinning);
  builder.add_primary("bogie", "wheelset", 0, loads.primary);
  builder.add_secondary("bogie", "car_body", 0, 0.5, loads.secondary / 2);
  return builder.finish("Manchester wagon, section");
}

}  // namespace tread::vehicle
