#include "tread/vehicle/rail_vehicle_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/nearest.hpp"

namespace tread::vehicle {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

constexpr std::size_t k_y = static_cast<std::size_t>(Motion::y);
constexpr std::size_t k_z = static_cast<std::size_t>(Motion::z);
constexpr std::size_t k_roll = static_cast<std::size_t>(Motion::roll);
constexpr std::size_t k_pitch = static_cast<std::size_t>(Motion::pitch);
constexpr std::size_t k_yaw = static_cast<std::size_t>(Motion::yaw);

/// Heights count up, z down.
Vector3d in_track_axes(const ReferencePlace& place) { return {place.x, place.y, -place.height}; }

double value_at(const Vector& values, int coordinate) {
  return coordinate < 0 ? 0 : values[coordinate];
}

/// Sines and cosines of the angles of a body. Axes of wheelsets do not follow the pitch.
struct Angles {
  double sin_roll, cos_roll, sin_pitch = 0, cos_pitch = 1;

  Angles(double roll, double pitch, bool is_wheelset)
      : sin_roll(std::sin(roll)), cos_roll(std::cos(roll)) {
    if (is_wheelset) return;
    sin_pitch = std::sin(pitch);
    cos_pitch = std::cos(pitch);
  }

  /// J: rates of roll, pitch and yaw to the angular velocity in body axes.
  Matrix3d rate_to_omega() const {
    Matrix3d result;
    result << cos_pitch, 0, -sin_pitch * cos_roll,  //
        0, 1, sin_roll,                             //
        sin_pitch, 0, cos_pitch * cos_roll;
    return result;
  }

  /// J' times the rates.
  Vector3d rate_drift(double roll, double pitch, double yaw) const {
    return {-sin_pitch * pitch * roll +
                (sin_pitch * sin_roll * roll - cos_pitch * cos_roll * pitch) * yaw,
            cos_roll * roll * yaw,
            cos_pitch * pitch * roll -
                (sin_pitch * cos_roll * pitch + cos_pitch * sin_roll * roll) * yaw};
  }

  /// Rz(yaw) Rx(roll) Ry(pitch).
  Matrix3d turn(double yaw) const {
    const double c = std::cos(yaw), s = std::sin(yaw);
    Matrix3d result;
    result << c * cos_pitch - s * sin_roll * sin_pitch, -s * cos_roll,
        c * sin_pitch + s * sin_roll * cos_pitch,  //
        s * cos_pitch + c * sin_roll * sin_pitch, c * cos_roll,
        s * sin_pitch - c * sin_roll * cos_pitch,  //
        -cos_roll * sin_pitch, sin_roll, cos_roll * cos_pitch;
    return result;
  }
};

}  // namespace

RailVehicleModel::RailVehicleModel(RailVehicle vehicle, TrackPath track, Travel travel)
    : vehicle_(std::move(vehicle)), track_(std::move(track)), travel_(travel) {
  check(vehicle_);
  for (const double value : {travel.start, travel.speed, travel.acceleration}) {
    if (!std::isfinite(value)) {
      throw ModelError(
          fmt::format("vehicle '{}': start {} m, speed {} m/s, acceleration {} m/s2 must be finite",
                      vehicle_.name, travel.start, travel.speed, travel.acceleration));
    }
  }
  add_bodies();
  for (const Bushing& bushing : vehicle_.bushings) add_joint(bushing);
  for (const Rod& rod : vehicle_.rods) add_joint(rod);
}

void RailVehicleModel::add_bodies() {
  for (const RailBody& body : vehicle_.bodies) {
    BodyData data;
    data.mass = body.mass;
    data.inertia = body.inertia;
    data.reference = {0, body.centre.y, -body.centre.height};
    data.ahead = body.centre.x;
    if (body.wheel_radius) {
      data.is_wheelset = true;
      data.spin_per_metre = -1 / *body.wheel_radius;
      wheelsets_.push_back(static_cast<int>(bodies_.size()));
    }
    const auto free = body.free.as_array();
    for (std::size_t k = 0; k < free.size(); ++k) {
      data.coordinate[k] = free[k] ? n_body_coordinates_++ : -1;
    }
    bodies_.push_back(data);
  }
  if (n_body_coordinates_ == 0) {
    throw ModelError(fmt::format("vehicle '{}': no motion of any body is free: free at least one",
                                 vehicle_.name));
  }
  frames_.resize(bodies_.size());
  states_.resize(bodies_.size());
}

void RailVehicleModel::add_joint(const Bushing& bushing) {
  JointData joint;
  joint.name = bushing.name;
  joint.first = find_body(bushing.first);
  joint.second = find_body(bushing.second);
  const RailBody& first = vehicle_.bodies[as_size(joint.first)];
  const RailBody& second = vehicle_.bodies[as_size(joint.second)];
  joint.arm_first = in_track_axes(bushing.place_on_first) - in_track_axes(first.centre);
  joint.arm_second = in_track_axes(bushing.place_on_second) - in_track_axes(second.centre);
  joint.reference = in_track_axes(bushing.place_on_second) - in_track_axes(bushing.place_on_first);
  joint.weight_first = bushing.axes == JointAxes::first    ? 1
                       : bushing.axes == JointAxes::second ? 0
                                                           : 0.5;
  const std::array<const JointDirection*, k_n_motions> laws = {
      &bushing.x, &bushing.y, &bushing.z, &bushing.roll, &bushing.pitch, &bushing.yaw};
  for (std::size_t k = 0; k < laws.size(); ++k) {
    add_direction(joint, static_cast<Motion>(k), *laws[k]);
  }
  joints_.push_back(std::move(joint));
}

void RailVehicleModel::add_joint(const Rod& rod) {
  Bushing ends;
  ends.name = rod.name;
  ends.first = rod.first;
  ends.second = rod.second;
  ends.place_on_first = rod.place_on_first;
  ends.place_on_second = rod.place_on_second;
  ends.x = rod.along;
  add_joint(ends);
  joints_.back().is_rod = true;
  joints_.back().reference_length = joints_.back().reference.norm();
}

void RailVehicleModel::add_direction(JointData& joint, Motion direction,
                                     const JointDirection& law) {
  const bool has_spring = law.stiffness != 0 || law.preload != 0 || law.spring_law.has_value();
  const bool has_damper = law.damping != 0 || law.damper_law.has_value();
  if (!has_spring && !has_damper) return;
  DirectionData data;
  data.direction = direction;
  data.law = law;
  if (law.series_stiffness) {
    data.branch = n_body_coordinates_ + n_branches_++;
    if (law.damper_law) {
      std::vector<double> forces = law.damper_law->values();
      for (std::size_t i = 0; i < forces.size(); ++i) {
        forces[i] += law.damping * law.damper_law->places()[i];
      }
      data.damper_speed = PiecewiseLinear(forces, law.damper_law->places());
    }
  }
  (direction < Motion::roll ? joint.shifts : joint.turns) = true;
  joint.directions.push_back(std::move(data));
}

double RailVehicleModel::distance(double time) const {
  return travel_.start + time * (travel_.speed + time * travel_.acceleration / 2);
}

double RailVehicleModel::speed(double time) const {
  return travel_.speed + time * travel_.acceleration;
}

int RailVehicleModel::find_body(std::string_view name) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < vehicle_.bodies.size(); ++i) {
    if (vehicle_.bodies[i].name == name) return static_cast<int>(i);
    names.push_back(vehicle_.bodies[i].name);
  }
  const std::string near = nearest(name, names);
  throw ModelError(fmt::format(
      "vehicle '{}': there is no body '{}'{}; there are: {}", vehicle_.name, name,
      near.empty() ? "" : fmt::format(", is '{}' meant?", near), fmt::join(names, ", ")));
}

int RailVehicleModel::coordinate(int body, Motion motion) const {
  return bodies_[as_size(body)].coordinate[static_cast<std::size_t>(motion)];
}

std::string RailVehicleModel::coordinate_name(int coordinate) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    for (std::size_t k = 0; k < k_motion_names.size(); ++k) {
      if (bodies_[i].coordinate[k] == coordinate) {
        return vehicle_.bodies[i].name + "." + k_motion_names[k];
      }
    }
  }
  for (const JointData& joint : joints_) {
    for (const DirectionData& direction : joint.directions) {
      if (direction.branch == coordinate) {
        return fmt::format("{}.{}.damper", joint.name,
                           k_motion_names[static_cast<std::size_t>(direction.direction)]);
      }
    }
  }
  return {};
}

void RailVehicleModel::set_time(double time) {
  if (has_frames_ && time == frames_time_) return;
  const double s = distance(time), v = speed(time), a = travel_.acceleration;
  TrackFrame frame;
  track_.frame(s, frame);
  origin_I_ = frame.position;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    track_.frame(s + bodies_[i].ahead, frame);
    FrameState& state = frames_[i];
    state.rotation = frame.rotation;
    state.origin = frame.position - origin_I_;
    state.omega = v * frame.turn;
    state.omega_rate = v * v * frame.turn_change + a * frame.turn;
    state.origin_acceleration = {a, v * v * frame.turn.z(), -v * v * frame.turn.y()};
    state.gravity = vehicle_.gravity * frame.rotation.row(2).transpose();
  }
  frames_time_ = time;
  has_frames_ = true;
}

void RailVehicleModel::set_motion(std::size_t body, double time, const Vector& q, const Vector& v) {
  const BodyData& data = bodies_[body];
  const FrameState& frame = frames_[body];
  BodyState& state = states_[body];
  for (std::size_t k = 0; k < state.position.size(); ++k) {
    state.position[k] = value_at(q, data.coordinate[k]);
    state.velocity[k] = value_at(v, data.coordinate[k]);
  }
  const Angles angles(state.position[k_roll], state.position[k_pitch], data.is_wheelset);
  state.turn = angles.turn(state.position[k_yaw]);
  state.rate_to_omega = angles.rate_to_omega();

  const Vector3d rates = Eigen::Map<const Vector3d>(&state.velocity[k_roll]);
  const double axes_pitch = data.is_wheelset ? 0 : rates.y();
  const Vector3d relative_axes = state.rate_to_omega * Vector3d(rates.x(), axes_pitch, rates.z());
  const Vector3d frame_omega = state.turn.transpose() * frame.omega;
  state.omega_axes = relative_axes + frame_omega;
  state.omega = state.rate_to_omega * rates + frame_omega;
  state.omega.y() += data.spin_per_metre * speed(time);
  state.omega_drift = angles.rate_drift(rates.x(), axes_pitch, rates.z()) +
                      state.turn.transpose() * frame.omega_rate - relative_axes.cross(frame_omega);
  state.omega_drift.y() += data.spin_per_metre * travel_.acceleration;

  const Vector3d relative = Eigen::Map<const Vector3d>(state.velocity.data());
  state.place = data.reference + Eigen::Map<const Vector3d>(state.position.data());
  const Vector3d carried = frame.omega.cross(state.place);
  state.velocity_T = relative + carried;
  state.velocity_T.x() += speed(time);
  state.acceleration_drift_T = frame.origin_acceleration + frame.omega_rate.cross(state.place) +
                               frame.omega.cross(carried + 2 * relative);
}

void RailVehicleModel::place_in_space(std::size_t body) {
  const FrameState& frame = frames_[body];
  BodyState& state = states_[body];
  state.axes_I = frame.rotation * state.turn;
  state.centre_I = frame.origin + frame.rotation * state.place;
  state.velocity_I = frame.rotation * state.velocity_T;
  state.omega_axes_I = state.axes_I * state.omega_axes;
  state.force_I.setZero();
  state.moment_I.setZero();
}

void RailVehicleModel::set_state(double time, const Vector& q, const Vector& v) {
  set_time(time);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    set_motion(i, time, q, v);
    place_in_space(i);
  }
}

void RailVehicleModel::joint_motion(const JointData& joint, JointMotion& motion) const {
  const BodyState& first = states_[as_size(joint.first)];
  const BodyState& second = states_[as_size(joint.second)];
  if (joint.shifts) {
    const Vector3d arm_first = first.axes_I * joint.arm_first;
    const Vector3d arm_second = second.axes_I * joint.arm_second;
    motion.between_I = second.centre_I - first.centre_I + arm_second - arm_first;
    const Vector3d speed = second.velocity_I - first.velocity_I +
                           second.omega_axes_I.cross(arm_second) -
                           first.omega_axes_I.cross(arm_first);
    motion.shift.setZero();
    motion.shift_rate.setZero();
    if (joint.is_rod) {
      const double length = motion.between_I.norm();
      motion.shift.x() = length - joint.reference_length;
      motion.shift_rate.x() = motion.between_I.dot(speed) / length;
    } else {
      const auto add_share = [&](const BodyState& body, double weight) {
        if (weight == 0) return;
        const Matrix3d to_axes = body.axes_I.transpose();
        motion.shift += weight * (to_axes * motion.between_I - joint.reference);
        motion.shift_rate +=
            weight * (to_axes * (speed - body.omega_axes_I.cross(motion.between_I)));
      };
      add_share(first, joint.weight_first);
      add_share(second, 1 - joint.weight_first);
    }
  }
  if (joint.turns) {
    const Matrix3d turn = first.axes_I.transpose() * second.axes_I;
    motion.turn = {(turn(2, 1) - turn(1, 2)) / 2, (turn(0, 2) - turn(2, 0)) / 2,
                   (turn(1, 0) - turn(0, 1)) / 2};
    // d turn = (trace I - R) / 2 times the change of angle in axes of the first body.
    motion.turn_gradient = (turn.trace() * Matrix3d::Identity() - turn) / 2;
    motion.turn_rate = motion.turn_gradient *
                       (first.axes_I.transpose() * (second.omega_axes_I - first.omega_axes_I));
  }
}

RailVehicleModel::DirectionForce RailVehicleModel::direction_force(const DirectionData& direction,
                                                                   const JointMotion& motion,
                                                                   const Vector& v) const {
  const JointDirection& law = direction.law;
  const int k = static_cast<int>(direction.direction);
  DirectionForce result;
  result.elongation = k < 3 ? motion.shift[k] : motion.turn[k - 3];
  result.rate = k < 3 ? motion.shift_rate[k] : motion.turn_rate[k - 3];
  const double e = result.elongation;
  result.force = law.preload + law.stiffness * e;
  result.energy = (law.preload + law.stiffness * e / 2) * e;
  if (law.spring_law) {
    const PiecewiseLinear::At at = law.spring_law->at(e);
    result.force += at.value;
    result.energy += at.integral;
  }
  if (direction.branch < 0) {
    result.damper_force = law.damping * result.rate;
    if (law.damper_law) result.damper_force += law.damper_law->at(result.rate).value;
    result.power = result.damper_force * result.rate;
  } else {
    const double stretch = e - v[direction.branch];
    result.damper_force = *law.series_stiffness * stretch;
    result.energy += result.damper_force * stretch / 2;
    result.branch_speed = law.damper_law ? direction.damper_speed.at(result.damper_force).value
                                         : result.damper_force / law.damping;
    result.power = result.damper_force * result.branch_speed;
  }
  result.force += result.damper_force;
  return result;
}

void RailVehicleModel::apply_joint(const JointData& joint, const JointMotion& motion,
                                   const Vector3d& force, const Vector3d& moment) {
  BodyState& first = states_[as_size(joint.first)];
  BodyState& second = states_[as_size(joint.second)];
  const auto pull = [&](const Vector3d& force_on_first, const Vector3d& point) {
    first.force_I += force_on_first;
    first.moment_I += (point - first.centre_I).cross(force_on_first);
    second.force_I -= force_on_first;
    second.moment_I -= (point - second.centre_I).cross(force_on_first);
  };
  if (joint.shifts) {
    const Vector3d point_on_first = first.centre_I + first.axes_I * joint.arm_first;
    const Vector3d point_on_second = second.centre_I + second.axes_I * joint.arm_second;
    if (joint.is_rod) {
      pull(force.x() * motion.between_I.normalized(), point_on_first);
    } else {
      if (joint.weight_first > 0) {
        pull(joint.weight_first * (first.axes_I * force), point_on_second);
      }
      if (joint.weight_first < 1) {
        pull((1 - joint.weight_first) * (second.axes_I * force), point_on_first);
      }
    }
  }
  if (joint.turns) {
    const Vector3d on_first = first.axes_I * (motion.turn_gradient.transpose() * moment);
    first.moment_I += on_first;
    second.moment_I -= on_first;
  }
}

void RailVehicleModel::internal_force(double time, const Vector& q, const Vector& v,
                                      Vector& force) {
  set_state(time, q, v);
  JointMotion motion;
  for (const JointData& joint : joints_) {
    joint_motion(joint, motion);
    Eigen::Matrix<double, k_n_motions, 1> forces = Eigen::Matrix<double, k_n_motions, 1>::Zero();
    for (const DirectionData& direction : joint.directions) {
      const DirectionForce acts = direction_force(direction, motion, v);
      forces[static_cast<int>(direction.direction)] = acts.force;
      if (direction.branch >= 0) force[direction.branch] = -acts.branch_speed;
    }
    apply_joint(joint, motion, forces.head<3>(), forces.tail<3>());
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyData& data = bodies_[i];
    const FrameState& frame = frames_[i];
    const BodyState& state = states_[i];
    const Vector3d shift = data.mass * (state.acceleration_drift_T - frame.gravity) -
                           frame.rotation.transpose() * state.force_I;
    const Vector3d moment = data.inertia.cwiseProduct(state.omega_drift) +
                            state.omega_axes.cross(data.inertia.cwiseProduct(state.omega)) -
                            state.axes_I.transpose() * state.moment_I;
    const Vector3d turn = state.rate_to_omega.transpose() * moment;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<Eigen::Index>(k);
      if (data.coordinate[k] >= 0) force[data.coordinate[k]] = shift[axis];
      if (data.coordinate[k + 3] >= 0) force[data.coordinate[k + 3]] = turn[axis];
    }
  }
}

Matrix3d RailVehicleModel::turning_mass(const BodyData& data, const Vector& q) const {
  const Angles angles(value_at(q, data.coordinate[k_roll]), value_at(q, data.coordinate[k_pitch]),
                      data.is_wheelset);
  const Matrix3d rate_to_omega = angles.rate_to_omega();
  return rate_to_omega.transpose() * data.inertia.asDiagonal() * rate_to_omega;
}

void RailVehicleModel::apply_mass(const Vector& q, const Vector& acceleration,
                                  Vector& force) const {
  for (const BodyData& data : bodies_) {
    const Matrix3d turning = turning_mass(data, q);
    Vector3d turn;
    for (std::size_t k = 0; k < 3; ++k) {
      turn[static_cast<Eigen::Index>(k)] = value_at(acceleration, data.coordinate[k + 3]);
    }
    turn = turning * turn;
    for (std::size_t k = 0; k < 3; ++k) {
      const int shift = data.coordinate[k];
      if (shift >= 0) force[shift] = data.mass * acceleration[shift];
      if (data.coordinate[k + 3] >= 0) {
        force[data.coordinate[k + 3]] = turn[static_cast<Eigen::Index>(k)];
      }
    }
  }
  force.tail(n_branches_) = acceleration.tail(n_branches_);
}

void RailVehicleModel::solve_mass(const Vector& q, const Vector& force,
                                  Vector& acceleration) const {
  for (const BodyData& data : bodies_) {
    Matrix3d turning = turning_mass(data, q);
    Vector3d turn;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<Eigen::Index>(k);
      turn[axis] = value_at(force, data.coordinate[k + 3]);
      if (data.coordinate[k + 3] >= 0) continue;
      turning.row(axis).setZero();
      turning.col(axis).setZero();
      turning(axis, axis) = 1;
    }
    turn = turning.llt().solve(turn).eval();
    for (std::size_t k = 0; k < 3; ++k) {
      const int shift = data.coordinate[k];
      if (shift >= 0) acceleration[shift] = force[shift] / data.mass;
      if (data.coordinate[k + 3] >= 0) {
        acceleration[data.coordinate[k + 3]] = turn[static_cast<Eigen::Index>(k)];
      }
    }
  }
  acceleration.tail(n_branches_) = force.tail(n_branches_);
}

void RailVehicleModel::wheelset_motion(int wheelset, double time, const Vector& q, const Vector& v,
                                       profile::WheelsetMotion& motion) {
  set_time(time);
  const std::size_t body = as_size(body_of_wheelset(wheelset));
  set_motion(body, time, q, v);
  const BodyState& state = states_[body];
  motion.pose.lateral = state.place.y();
  motion.pose.vertical = state.place.z() + *vehicle_.bodies[body].wheel_radius;
  motion.pose.roll = state.position[k_roll];
  motion.pose.yaw = state.position[k_yaw];
  motion.velocity = state.velocity_T;
  motion.angular_velocity = state.turn * state.omega;
  motion.pose_rate = {state.velocity[k_y], state.velocity[k_z], state.velocity[k_roll],
                      state.velocity[k_yaw]};
}

void RailVehicleModel::add_wheelset_force(int wheelset, const Vector& q,
                                          const Vector3d& force_on_wheelset,
                                          const Vector3d& moment_about_centre,
                                          Vector& force) const {
  const BodyData& data = bodies_[as_size(body_of_wheelset(wheelset))];
  const Angles angles(value_at(q, data.coordinate[k_roll]), 0, data.is_wheelset);
  const Matrix3d axes = angles.turn(value_at(q, data.coordinate[k_yaw]));
  const Vector3d turn =
      angles.rate_to_omega().transpose() * (axes.transpose() * moment_about_centre);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto axis = static_cast<Eigen::Index>(k);
    if (data.coordinate[k] >= 0) force[data.coordinate[k]] -= force_on_wheelset[axis];
    if (data.coordinate[k + 3] >= 0) force[data.coordinate[k + 3]] -= turn[axis];
  }
}

template <class Use>
void RailVehicleModel::for_each_direction(double time, const Vector& q, const Vector& v,
                                          Use&& use) {
  set_state(time, q, v);
  JointMotion motion;
  for (const JointData& joint : joints_) {
    joint_motion(joint, motion);
    for (const DirectionData& direction : joint.directions) {
      use(joint, direction, direction_force(direction, motion, v));
    }
  }
}

void RailVehicleModel::relax_branches(double time, const Vector& q, Vector& v) {
  for_each_direction(
      time, q, v,
      [&](const JointData&, const DirectionData& direction, const DirectionForce& acts) {
        if (direction.branch >= 0) v[direction.branch] = acts.elongation;
      });
}

VehicleEnergy RailVehicleModel::energy(double time, const Vector& q, const Vector& v) {
  VehicleEnergy energy;
  for_each_direction(time, q, v,
                     [&](const JointData&, const DirectionData&, const DirectionForce& acts) {
                       energy.elastic += acts.energy;
                     });
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyData& data = bodies_[i];
    const BodyState& state = states_[i];
    energy.kinetic += (data.mass * state.velocity_T.squaredNorm() +
                       state.omega.dot(data.inertia.cwiseProduct(state.omega))) /
                      2;
    energy.gravity -= data.mass * vehicle_.gravity * (origin_I_.z() + state.centre_I.z());
  }
  return energy;
}

double RailVehicleModel::dissipated_power(double time, const Vector& q, const Vector& v) {
  double power = 0;
  for_each_direction(time, q, v,
                     [&](const JointData&, const DirectionData&, const DirectionForce& acts) {
                       power += acts.power;
                     });
  return power;
}

void RailVehicleModel::joint_states(double time, const Vector& q, const Vector& v,
                                    std::vector<JointState>& states) {
  states.clear();
  for_each_direction(
      time, q, v,
      [&](const JointData& joint, const DirectionData& direction, const DirectionForce& acts) {
        states.push_back({joint.name, direction.direction, acts.elongation, acts.rate, acts.force,
                          acts.damper_force, acts.power});
      });
}

PointMotion RailVehicleModel::point_motion(int body, const ReferencePlace& place, double time,
                                           const Vector& q, const Vector& v,
                                           const Vector& acceleration) {
  set_time(time);
  set_motion(as_size(body), time, q, v);
  const BodyData& data = bodies_[as_size(body)];
  const BodyState& state = states_[as_size(body)];
  const Vector3d arm = in_track_axes(place) - in_track_axes(vehicle_.bodies[as_size(body)].centre);
  Vector3d shift, turn;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto axis = static_cast<Eigen::Index>(k);
    shift[axis] = value_at(acceleration, data.coordinate[k]);
    turn[axis] = value_at(acceleration, data.coordinate[k + 3]);
  }
  Vector3d omega_axes_rate = state.omega_drift;
  if (data.is_wheelset) {
    omega_axes_rate.y() -= data.spin_per_metre * travel_.acceleration;
    turn.y() = 0;
  }
  omega_axes_rate += state.rate_to_omega * turn;

  const Matrix3d to_axes = state.turn.transpose();
  const Vector3d carried = state.omega_axes.cross(arm);
  PointMotion motion;
  motion.position = state.place + state.turn * arm;
  motion.velocity = to_axes * state.velocity_T + carried;
  motion.acceleration = to_axes * (state.acceleration_drift_T + shift) +
                        omega_axes_rate.cross(arm) + state.omega_axes.cross(carried);
  motion.felt = motion.acceleration - to_axes * frames_[as_size(body)].gravity;
  return motion;
}

RailVehicleModel::Momentum RailVehicleModel::momentum(double time, const Vector& q,
                                                      const Vector& v) {
  set_state(time, q, v);
  Momentum sum;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyState& state = states_[i];
    const Vector3d linear = bodies_[i].mass * state.velocity_I;
    sum.linear += linear;
    sum.angular += (origin_I_ + state.centre_I).cross(linear) +
                   state.axes_I * bodies_[i].inertia.cwiseProduct(state.omega);
  }
  return sum;
}

}  // namespace tread::vehicle
