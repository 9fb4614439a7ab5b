#include "tread/study/load_transfer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/running/run_vehicle.hpp"

namespace tread::study {
namespace {

using vehicle::RailBody;
using vehicle::RailVehicle;
using vehicle::RailVehicleModel;

constexpr double k_half_spacing = 0.75;  // b0, m

/// Where a body is in its track frame.
struct Place {
  const RailBody* body = nullptr;
  double y = 0, z = 0, roll = 0;

  double weight(double a) const { return body->mass * a; }
  double height() const { return body->centre.height; }
  /// y of the point of the body that is at this height at rest.
  double y_at(double h) const { return y + roll * (h - height()); }
};

Place place_of(const RailVehicleModel& model, const running::Vector& q, std::string_view name) {
  const int body = model.find_body(name);
  return {&model.vehicle().bodies[as_size(body)], q(model.coordinate(body, vehicle::Motion::y)),
          q(model.coordinate(body, vehicle::Motion::z)),
          q(model.coordinate(body, vehicle::Motion::roll))};
}

const vehicle::Bushing& stop_of(const RailVehicle& vehicle) {
  for (const vehicle::Bushing& bushing : vehicle.bushings) {
    if (bushing.y.spring_law) return bushing;
  }
  throw ModelError(fmt::format("vehicle '{}' has no lateral stop", vehicle.name));
}

/// Springs and stop between bogie and car body when the body is moved by this much.
double secondary_force(const RailVehicle& vehicle, double shift) {
  double force = 0;
  for (const vehicle::Bushing& bushing : vehicle.bushings) {
    if (bushing.second != "car_body") continue;
    force += bushing.y.stiffness * shift;
    if (bushing.y.spring_law) force += bushing.y.spring_law->at(shift).value;
  }
  return force;
}

/// The shift under a force, which rises with it.
double secondary_shift(const RailVehicle& vehicle, double force) {
  double low = -1, high = 1;  // m
  while (high - low > 1e-9) {
    const double middle = (low + high) / 2;
    (secondary_force(vehicle, middle) < force ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// What a wheel does about the track's middle.
struct WheelMoment {
  double outward = 0;  // m: e, how far beyond the tape circle it touches
  double lateral = 0;  // N m: of lateral forces and of what else its patches do
};

WheelMoment wheel_moment(const wheel_rail::WheelForces& wheel, profile::Side side,
                         const Eigen::Vector3d& centre) {
  double normal = 0;
  double moment = 0;
  for (const wheel_rail::PatchForces& patch : wheel.pair.patches) {
    normal += patch.normal_force;
    moment += patch.normal_force * patch.place.position.y();
  }
  const double from_middle = moment / normal;  // of a left wheel: of its mirror image
  const double y = side == profile::Side::right ? from_middle : -from_middle;
  const Eigen::Vector3d& force = wheel.pair.force;
  const double whole =
      wheel.pair.moment.x() + centre.y() * force.z() - centre.z() * force.y();  // about x
  return {from_middle - k_half_spacing, whole - y * force.z()};
}

}  // namespace

LoadTransfer load_transfer(running::RunningVehicle& wagon, const running::SteadyRunning& steady,
                           double time) {
  const RailVehicleModel& model = wagon.model();
  const running::WheelsetRecord wheels =
      record_of(wagon, {time, steady.position, steady.velocity, running::Vector()}).wheelsets.at(0);
  const Place body = place_of(model, steady.position, "car_body");
  const Place bogie = place_of(model, steady.position, "bogie");
  const Place wheelset = place_of(model, steady.position, "wheelset");

  const double s = model.distance(time);
  const double turning = model.speed(time) * model.track().curvature(s);  // rad/s
  const double centrifugal = model.speed(time) * turning;
  const double cant = std::asin(model.track().cant(s) / model.track().alignment().cant_base);
  const double g = model.vehicle().gravity;
  const double a_y = g * std::sin(cant) - centrifugal * std::cos(cant);
  const double a_z = g * std::cos(cant) + centrifugal * std::sin(cant);

  LoadTransfer out;
  out.lateral_acceleration = a_y;
  out.body_displacement = body.y;
  const double stop_height = stop_of(model.vehicle()).place_on_first.height;
  out.stop_displacement = body.y_at(stop_height) - bogie.y_at(stop_height);
  out.estimated_shift = secondary_shift(model.vehicle(), body.weight(a_y));

  const auto share_of = [](double moment) { return moment / (2 * k_half_spacing); };
  const auto add = [&](std::string what, double moment, std::string why) {
    out.shares.push_back({std::move(what), share_of(moment), std::move(why)});
  };
  double weight = 0, upright = 0, sunk = 0;
  for (const Place* place : {&body, &bogie, &wheelset}) {
    weight += place->weight(a_z);
    upright -= place->weight(a_y) * place->height();
    sunk += place->weight(a_y) * place->z;
  }
  out.half_axle_load = weight / 2;
  out.shift_by_hand = share_of(-body.weight(a_z) * out.estimated_shift);
  add("lateral acceleration", upright,
      fmt::format("{:.4f} m/s2 at the heights of the data, bodies in the middle", -a_y));
  add("secondary shift", -body.weight(a_z) * out.stop_displacement,
      fmt::format("the car body is {:.1f} mm off the bogie, at the height of the stop",
                  -1e3 * out.stop_displacement));
  const double secondary_roll = body.roll - bogie.roll;
  add("roll on the secondary springs",
      -body.weight(a_z) * secondary_roll * (body.height() - stop_height),
      fmt::format("{:.2f} mrad outwards, about the height of the stop", -1e3 * secondary_roll));
  const double axle = wheelset.height();
  const double primary_shear = bogie.y_at(axle) - wheelset.y;
  add("shear of the primary springs", -(body.weight(a_z) + bogie.weight(a_z)) * primary_shear,
      fmt::format("{:.2f} mm, of bogie and car body", -1e3 * primary_shear));
  const double primary_roll = bogie.roll - wheelset.roll;
  const double arms =
      body.weight(a_z) * (body.height() - axle) + bogie.weight(a_z) * (bogie.height() - axle);
  add("roll on the primary springs", -arms * primary_roll,
      fmt::format("{:.2f} mrad outwards, of bogie and car body", -1e3 * primary_roll));
  add("roll of the wheelset", -arms * wheelset.roll,
      fmt::format("{:.2f} mrad outwards, with what stands on it", -1e3 * wheelset.roll));
  add("shift of the wheelset", -weight * wheelset.y,
      fmt::format("{:.2f} mm outwards, with what stands on it", -1e3 * wheelset.y));

  const Eigen::Vector3d centre{0, wheels.pose.lateral, wheels.pose.vertical - axle};
  const WheelMoment left = wheel_moment(wheels.left, profile::Side::left, centre);
  const WheelMoment right = wheel_moment(wheels.right, profile::Side::right, centre);
  add("contact point of the left wheel", -left.outward * wheels.left.q,
      fmt::format("{:.2f} mm beyond the tape circle's place at rest; negative: inwards",
                  1e3 * left.outward));
  add("contact point of the right wheel", right.outward * wheels.right.q,
      fmt::format("{:.2f} mm beyond the tape circle's place at rest; negative: inwards",
                  1e3 * right.outward));
  add("lateral forces below the rails' tops", -left.lateral - right.lateral,
      "the left wheel touches on its flange root, lower than its tread");
  add("bodies sunk", sunk,
      fmt::format("the car body is {:.2f} mm lower than at rest", 1e3 * body.z));
  add("gyroscopic moment", wheelset.body->inertia.y() * std::abs(wheels.spin) * turning,
      "the spinning wheelset is turned about the vertical");

  out.solved = (wheels.left.q - wheels.right.q) / 2;
  out.rest = out.solved;
  for (const LoadShare& share : out.shares) out.rest -= share.load;
  return out;
}

}  // namespace tread::study
