#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "tread/profile/wheelset.hpp"
#include "tread/vehicle/rail_vehicle.hpp"
#include "tread/vehicle/track_path.hpp"

namespace tread::vehicle {

/// A rail vehicle on its way along a track: the equation of motion of its free bodies,
///
///   M(q) q'' + P(t, q, q') = 0     (and wheel-rail forces: add_wheelset_force)
///
/// Each body b has a track frame of its own that runs along the track, s_b(t) = start + x_b + V t +
/// A t^2 / 2. Its coordinates q count from there: the centre of mass is at (x, y + y_b, z - h_b) in
/// the frame's axes, and it is turned by R = Rz(yaw) Rx(roll) Ry(pitch). A wheelset spins besides:
/// its whole turn about the axle is pitch - (s - start) / r0, and nothing depends on it but its
/// rate. P holds, exactly, what the frame's motion does (centrifugal, Coriolis and Euler forces,
/// gyroscopic moments), the suspension and gravity. M is symmetric positive definite; its blocks
/// are bodies.
///
/// Coordinates: those free motions of all bodies, in the order of the bodies and of Motion; then
/// one per damper in series with a spring. The VELOCITY of the latter is the damper's elongation d,
/// m (or rad); its position is the integral and means nothing; its mass is 1:
/// d' = (force / c): w'' + (k_s / c) (w' - e(q)) = 0.
///
/// Functions that are not const use memory of the model: one model serves one thread at a time.
/// They depend on their arguments alone and allocate nothing (but for those that return vectors).
/// K. Popp, W. Schiehlen, Ground Vehicle Dynamics (2010): bodies in a track-following frame.

/// How the vehicle's reference point (x = 0) travels.
struct Travel {
  double start = 0;         // m, s at t = 0
  double speed = 0;         // V, m/s, at t = 0
  double acceleration = 0;  // A, m/s2
};

/// J. In the inertial frame; their sum is kept by a vehicle without dampers whose bodies are free.
struct VehicleEnergy {
  double kinetic = 0;
  double elastic = 0;
  double gravity = 0;  // counted from the height of the track at s = 0

  double total() const { return kinetic + elastic + gravity; }
};

/// One direction of a joint at an instant.
struct JointState {
  std::string_view joint;       // name of the bushing or rod
  Motion direction{};           // of a rod: x
  double elongation = 0;        // m or rad
  double rate = 0;              // m/s or rad/s
  double force = 0;             // N or N m, > 0 pulls together; damper included
  double damper_force = 0;      // of it
  double dissipated_power = 0;  // W, >= 0
};

/// A point of a body at an instant, in axes of the body (of a wheelset: those that do not spin).
struct PointMotion {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();      // in the body's TRACK FRAME, m
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();      // against the ground, m/s
  Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();  // against the ground, m/s2
  Eigen::Vector3d felt = Eigen::Vector3d::Zero();          // less gravity: what a sensor shows
};

class RailVehicleModel {
 public:
  /// Throws ModelError: all that check() refuses, a vehicle without free motions, a travel that is
  /// not finite.
  RailVehicleModel(RailVehicle vehicle, TrackPath track, Travel travel);

  const RailVehicle& vehicle() const { return vehicle_; }
  const TrackPath& track() const { return track_; }
  const Travel& travel() const { return travel_; }
  double distance(double time) const;  // s of the reference point, m
  double speed(double time) const;     // m/s

  int size() const { return n_body_coordinates_ + n_branches_; }
  int n_body_coordinates() const { return n_body_coordinates_; }
  int n_branches() const { return n_branches_; }  // dampers in series with a spring
  int n_wheelsets() const { return static_cast<int>(wheelsets_.size()); }
  int body_of_wheelset(int wheelset) const {
    return wheelsets_[static_cast<std::size_t>(wheelset)];
  }
  int find_body(std::string_view name) const;         // throws ModelError that names the nearest
  int coordinate(int body, Motion motion) const;      // -1: it is held
  std::string coordinate_name(int coordinate) const;  // "car_body.roll", "primary.z.damper"

  /// P(t, q, v), suspension and gravity included.
  void internal_force(double time, const Vector& q, const Vector& v, Vector& force);
  void apply_mass(const Vector& q, const Vector& acceleration, Vector& force) const;
  void solve_mass(const Vector& q, const Vector& force, Vector& acceleration) const;

  /// Pose and motion of a wheelset in its own track frame, for the contact models. A motion along
  /// the track (x) has no place in the pose: keep it small, or hold it.
  void wheelset_motion(int wheelset, double time, const Vector& q, const Vector& v,
                       profile::WheelsetMotion& motion);
  /// Adds what acts on a wheelset to P (with its sign: P resists). Force and moment about the
  /// wheelset's centre in axes of its track frame.
  void add_wheelset_force(int wheelset, const Vector& q, const Eigen::Vector3d& force_on_wheelset,
                          const Eigen::Vector3d& moment_about_centre, Vector& force) const;

  /// Sets the velocities of the dampers' coordinates such that springs in series carry nothing:
  /// d = e(q). A vehicle at rest has these.
  void relax_branches(double time, const Vector& q, Vector& v);

  VehicleEnergy energy(double time, const Vector& q, const Vector& v);
  double dissipated_power(double time, const Vector& q, const Vector& v);  // W, of all dampers
  /// Cleared and filled: the directions in which joints have something.
  void joint_states(double time, const Vector& q, const Vector& v, std::vector<JointState>& states);

  /// A point of a body, named by its place in the reference configuration.
  PointMotion point_motion(int body, const ReferencePlace& place, double time, const Vector& q,
                           const Vector& v, const Vector& acceleration);

  /// Momentum and angular momentum about the inertial origin, inertial axes: for checks.
  struct Momentum {
    Eigen::Vector3d linear = Eigen::Vector3d::Zero();   // N s
    Eigen::Vector3d angular = Eigen::Vector3d::Zero();  // N m s
  };
  Momentum momentum(double time, const Vector& q, const Vector& v);

 private:
  /// A body as data of the equations.
  struct BodyData {
    double mass = 0;
    Eigen::Vector3d inertia = Eigen::Vector3d::Zero();
    Eigen::Vector3d reference = Eigen::Vector3d::Zero();  // centre in its track frame at q = 0
    double ahead = 0;                                     // x of its track frame
    double spin_per_metre = 0;                            // -1 / r0 of wheelsets
    bool is_wheelset = false;
    std::array<int, k_n_motions> coordinate{};  // -1: held
  };
  /// Its track frame at an instant.
  struct FrameState {
    Eigen::Matrix3d rotation;             // inertial from frame
    Eigen::Vector3d origin;               // from the vehicle's reference point, inertial axes
    Eigen::Vector3d omega;                // frame axes
    Eigen::Vector3d omega_rate;           // frame axes
    Eigen::Vector3d origin_acceleration;  // frame axes
    Eigen::Vector3d gravity;              // frame axes
  };
  /// How it moves. "Body axes" of wheelsets do not spin.
  struct BodyState {
    std::array<double, k_n_motions> position, velocity;
    Eigen::Matrix3d turn;           // frame from body axes
    Eigen::Matrix3d rate_to_omega;  // J: roll, pitch, yaw rates to angular velocity, body axes
    Eigen::Vector3d omega;          // of the body, spin included, body axes
    Eigen::Vector3d omega_axes;     // of the body axes, body axes
    Eigen::Vector3d omega_drift;    // omega' without the second derivatives of q, body axes
    Eigen::Vector3d place;          // centre, frame axes
    Eigen::Vector3d velocity_T;     // against the ground, frame axes
    Eigen::Vector3d acceleration_drift_T;  // without second derivatives of q, frame axes
    Eigen::Matrix3d axes_I;                // inertial from body axes
    Eigen::Vector3d centre_I;              // from the vehicle's reference point
    Eigen::Vector3d velocity_I, omega_axes_I;
    Eigen::Vector3d force_I, moment_I;  // what the suspension does
  };
  struct DirectionData {
    Motion direction{};
    JointDirection law;
    PiecewiseLinear damper_speed;  // of a damper law in series: speed over force
    int branch = -1;               // coordinate of the damper in series
  };
  struct JointData {
    std::string name;
    int first = 0, second = 0;
    Eigen::Vector3d arm_first = Eigen::Vector3d::Zero();  // from the centres, body axes
    Eigen::Vector3d arm_second = Eigen::Vector3d::Zero();
    Eigen::Vector3d reference = Eigen::Vector3d::Zero();  // P2 - P1
    double weight_first = 1;                              // share of the axes of the first body
    double reference_length = 0;                          // of rods
    bool is_rod = false, turns = false, shifts = false;
    std::vector<DirectionData> directions;
  };
  struct JointMotion {
    Eigen::Vector3d shift, shift_rate, turn, turn_rate;  // of rods: shift.x alone
    Eigen::Vector3d between_I;                           // P2 - P1
    Eigen::Matrix3d turn_gradient;
  };
  struct DirectionForce {
    double elongation = 0, rate = 0;
    double force = 0, damper_force = 0, branch_speed = 0, energy = 0, power = 0;
  };

  void add_bodies();
  void add_joint(const Bushing& bushing);
  void add_joint(const Rod& rod);
  void add_direction(JointData& joint, Motion direction, const JointDirection& law);
  void set_time(double time);
  void set_motion(std::size_t body, double time, const Vector& q, const Vector& v);
  void set_state(double time, const Vector& q, const Vector& v);
  void place_in_space(std::size_t body);
  void joint_motion(const JointData& joint, JointMotion& motion) const;
  DirectionForce direction_force(const DirectionData& direction, const JointMotion& motion,
                                 const Vector& v) const;
  void apply_joint(const JointData& joint, const JointMotion& motion, const Eigen::Vector3d& force,
                   const Eigen::Vector3d& moment);
  Eigen::Matrix3d turning_mass(const BodyData& data, const Vector& q) const;
  template <class Use>  // use(joint, direction, its force)
  void for_each_direction(double time, const Vector& q, const Vector& v, Use&& use);

  RailVehicle vehicle_;
  TrackPath track_;
  Travel travel_;
  int n_body_coordinates_ = 0;
  int n_branches_ = 0;
  std::vector<int> wheelsets_;
  std::vector<BodyData> bodies_;
  std::vector<JointData> joints_;

  double frames_time_ = 0;  // of frames_
  bool has_frames_ = false;
  Eigen::Vector3d origin_I_ = Eigen::Vector3d::Zero();  // the vehicle's reference point
  std::vector<FrameState> frames_;
  std::vector<BodyState> states_;
};

}  // namespace tread::vehicle
