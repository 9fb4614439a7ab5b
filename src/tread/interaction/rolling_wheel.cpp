#include "tread/interaction/rolling_wheel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tread/core/errors.hpp"

namespace tread::interaction {
namespace {

/// Beyond this ratio of a step to the one before, the rotation starts afresh (BDF2 is stable up to
/// 1 + sqrt 2).
constexpr double k_longest_growth = 2;

constexpr double k_rounding = 1e-12;
constexpr double k_margin = 1e-3;

double torque_at(const std::function<double(double)>& torque, double time) {
  return torque ? torque(time) : 0;
}

double sign_of(double value) { return value > 0 ? 1 : (value < 0 ? -1 : 0); }

void check_finite(const char* what, double value) {
  if (std::isfinite(value)) return;
  throw ModelError(fmt::format("{} must be a finite number, got {}", what, value));
}

void check_rotation(const RotationRule& rule) {
  if (const auto* given = std::get_if<GivenCreepage>(&rule)) {
    if (!given->creepage) {
      throw ModelError("a given creepage needs its function of time: a constant will do");
    }
    return;
  }
  const double inertia = std::get<FreeRotation>(rule).moment_of_inertia;
  if (!(inertia > 0) || !std::isfinite(inertia)) {
    throw ModelError(
        fmt::format("the wheel's moment of inertia = {} kg m2 must be > 0: m R^2/2 is that of a "
                    "disc, a railway wheelset has about 100",
                    inertia));
  }
}

/// omega' = (weight omega - past)/dt, and the angle of the step: second order from two steps on.
struct Rotation {
  double weight = 1;
  double past = 0;        // rad/s
  double past_angle = 0;  // rad
  double dt = 0;

  double angle(double omega) const { return (dt * omega + past_angle) / weight; }
};

/// Half of what the tractions do over their displacements, per area of a cell.
double stored_by_tractions(const contact::FrictionalSolution& patch) {
  double sum = 0;
  for (std::size_t i = 0; i < patch.traction.size(); ++i) {
    sum += patch.traction.x[i] * patch.displacement.x[i] +
           patch.traction.y[i] * patch.displacement.y[i];
  }
  return sum / 2;
}

}  // namespace

void check(const RollingWheelSetup& setup) {
  if (!(setup.radius > 0) || !std::isfinite(setup.radius)) {
    throw ModelError(fmt::format("the wheel's radius of rolling = {} m must be > 0", setup.radius));
  }
  check_rotation(setup.rotation);
  check_finite("the lateral creepage", setup.lateral_creepage);
  check_finite("the spin", setup.spin_creepage);
  if (!(setup.torque_tolerance > 0) || setup.max_iterations < 1) {
    throw ModelError(
        fmt::format("tolerance of the torque ({}) and iterations ({}) must be positive: 1e-6 and "
                    "40 are the usual ones",
                    setup.torque_tolerance, setup.max_iterations));
  }
}

struct RollingWheel::Impl {
  explicit Impl(const RollingWheelSetup& s)
      : setup((check(s), s)), contact(setup.contact), largest_factor(1) {
    const std::vector<double>& factor = setup.contact.friction.factor;
    if (!factor.empty()) largest_factor = *std::max_element(factor.begin(), factor.end());
  }

  // ---- start

  SolveStatus start(double time, double position, double speed, const NormalLoad& load) {
    if (!(speed >= 0) || !std::isfinite(speed)) {
      throw ModelError(fmt::format("a wheel's speed = {} m/s must be >= 0", speed));
    }
    now = {};
    now.time = time;
    now.position = position;
    now.speed = speed;
    now.rotation = speed / setup.radius;
    contact = contact::RollingContact(setup.contact);
    if (const auto* given = std::get_if<GivenCreepage>(&setup.rotation)) {
      given_before = given->creepage(time);
      now.rotation = speed * (1 - given_before) / setup.radius;
    } else {
      now.drive_torque = drive_at(time);
      now.brake_torque = -brake_at(time) * sign_of(speed);
    }
    forget_rotation();
    if (setup.start == RollingStart::free) {
      now.normal_force = load.given == contact::Prescribed::force ? load.value : 0;
      fill_in_motion();
      return SolveStatus::converged;
    }
    const SolveStatus status = contact.start_steady(steady_step(speed, load));
    if (status != SolveStatus::converged) return status;
    if (std::holds_alternative<FreeRotation>(setup.rotation)) {
      now.rotation = speed * (1 - contact.solution().creepage.longitudinal) / setup.radius;
    }
    fill_in_contact();
    fill_in_motion();
    return status;
  }

  contact::RollingStep steady_step(double speed, const NormalLoad& load) const {
    contact::RollingStep step = contact_step(speed, load);
    if (std::holds_alternative<GivenCreepage>(setup.rotation)) {
      step.kinematics.x = contact::given_creepage(given_before);
      return step;
    }
    const double torque = now.drive_torque + now.brake_torque;
    const double most = load.given == contact::Prescribed::force
                            ? nominal_coefficient(setup.contact.friction.law) * load.value
                            : std::numeric_limits<double>::infinity();
    if (torque != 0 && std::abs(torque) >= most * setup.radius) {
      throw ModelError(fmt::format(
          "the wheel cannot roll steadily at the start: torques of {:.4g} N m need {:.4g} N of "
          "friction, which carries {:.4g} N; start it freely, or apply the torque later",
          torque, std::abs(torque) / setup.radius, most));
    }
    // Without a torque nothing creeps: said as a creepage, since a force of zero is also that of
    // no contact.
    if (torque != 0) step.kinematics.x = contact::given_force(torque / setup.radius);
    return step;
  }

  // ---- one step

  SolveStatus step(double dt, double speed, const NormalLoad& load) {
    if (!(dt > 0) || !std::isfinite(dt) || !(speed >= 0) || !std::isfinite(speed)) {
      throw ModelError(fmt::format(
          "a wheel's step of {} s must be longer than 0, and its speed {} m/s not negative", dt,
          speed));
    }
    before = contact.state();
    old = now;
    now.time += dt;
    now.speed = speed;
    way = (old.speed + speed) / 2 * dt;
    now.position += way;
    now.iterations = 0;
    load_now = load;
    const SolveStatus status = turn(dt);
    if (status != SolveStatus::converged) {
      now = old;
      contact.restore(before);
      return status;
    }
    fill_in_contact();
    fill_in_motion();
    add_work(dt);
    return status;
  }

  SolveStatus turn(double dt) {
    const auto* given = std::get_if<GivenCreepage>(&setup.rotation);
    if (!given) return turn_freely(dt);
    const double creepage = given->creepage(now.time);
    const double mean = (given_before + creepage) / 2;
    now.rotation = now.speed * (1 - creepage) / setup.radius;
    const bool forgets = setup.memory == RollingMemory::quasi_steady;
    const SolveStatus status = roll(dt, forgets ? creepage * now.speed * dt : mean * way);
    if (status == SolveStatus::converged) given_before = creepage;
    return status;
  }

  /// The contact after the whole step, if the wheel slipped over the rail by so much, m.
  SolveStatus roll(double dt, double slipped) {
    ++now.iterations;
    if (setup.memory == RollingMemory::quasi_steady) {
      contact::RollingStep step = contact_step(now.speed, load_now);
      // a wheel that stands is refused by its steady rolling
      if (now.speed > 0) step.kinematics.x = contact::given_creepage(slipped / (now.speed * dt));
      return contact.start_steady(step);
    }
    if (now.iterations > 1) contact.restore(before);
    contact::RollingStep step = contact_step(way / dt, load_now);
    step.kinematics.x = contact::given_creepage(way > 0 ? slipped / way : slipped);
    return contact.step(dt, step);
  }

  contact::RollingStep contact_step(double speed, const NormalLoad& load) const {
    contact::RollingStep step;
    step.speed = speed;
    step.normal = load.given;
    step.normal_value = load.value;
    if (speed > 0) {
      step.kinematics.y = contact::given_creepage(setup.lateral_creepage);
      step.kinematics.spin = setup.spin_creepage;
    }
    return step;
  }

  // ---- free rotation

  double drive_at(double time) const {
    return torque_at(std::get<FreeRotation>(setup.rotation).drive_torque, time);
  }

  double brake_at(double time) const {
    const double brake = torque_at(std::get<FreeRotation>(setup.rotation).brake_torque, time);
    if (brake >= 0) return brake;
    throw ModelError(
        fmt::format("the brake's torque = {} N m at t = {} s must be >= 0: it opposes the rotation "
                    "by itself; to push the wheel use the drive's torque",
                    brake, time));
  }

  void forget_rotation() { step_before = 0; }

  Rotation rotation_of(double dt) const {
    const double ratio = step_before > 0 ? dt / step_before : 0;
    if (ratio == 0 || ratio > k_longest_growth) return {1, now.rotation, 0, dt};
    const double share = ratio * ratio / (1 + ratio);
    return {(1 + 2 * ratio) / (1 + ratio), (1 + ratio) * old.rotation - share * rotation_before,
            share * angle_before, dt};
  }

  SolveStatus turn_freely(double dt) {
    const Rotation rotation = rotation_of(dt);
    now.drive_torque = drive_at(now.time);
    const double brake = brake_at(now.time);
    double omega = 0;
    const SolveStatus status = balance(rotation, brake, omega);
    if (status != SolveStatus::converged) return status;
    angle_before = rotation.angle(omega);
    rotation_before = old.rotation;
    now.rotation = omega;
    step_before = dt;
    // What a wheel did before it stood still says nothing of how it goes on.
    if (omega == 0) forget_rotation();
    return status;
  }

  /// Finds omega; the brake takes the side that fits.
  SolveStatus balance(const Rotation& rotation, double brake, double& omega) {
    double side = sign_of(old.rotation);
    if (brake == 0 || side != 0) {
      now.brake_torque = -brake * side;
      const SolveStatus status = find_rotation(rotation, omega);
      if (brake == 0 || status != SolveStatus::converged || omega * side > 0) return status;
    }
    // Would it turn back, or does the brake hold it?
    omega = 0;
    now.brake_torque = 0;
    double missing = 0;
    const SolveStatus status = missing_torque(rotation, 0, missing);
    if (status != SolveStatus::converged || std::abs(missing) <= brake) {
      now.brake_torque = missing;
      return status;
    }
    side = -sign_of(missing);
    now.brake_torque = -brake * side;
    return find_rotation(rotation, omega);
  }

  /// I omega' - T + R F_x at a trial: what the torques lack. Grows with omega.
  SolveStatus missing_torque(const Rotation& rotation, double omega, double& missing) {
    const bool forgets = setup.memory == RollingMemory::quasi_steady;
    const double slipped = forgets ? (now.speed - omega * setup.radius) * rotation.dt
                                   : way - setup.radius * rotation.angle(omega);
    const SolveStatus status = roll(rotation.dt, slipped);
    missing = inertia() * (rotation.weight * omega - rotation.past) / rotation.dt -
              now.drive_torque - now.brake_torque +
              setup.radius * contact.solution().forces.longitudinal;
    return status;
  }

  double inertia() const { return std::get<FreeRotation>(setup.rotation).moment_of_inertia; }

  /// The largest friction force there can be, N.
  double most_friction() const {
    return static_coefficient(setup.contact.friction.law) * largest_factor *
           contact.solution().normal.force;
  }

  /// Secants between bounds: friction is never more than mu F, which leaves omega an interval.
  SolveStatus find_rotation(const Rotation& rotation, double& omega) {
    const double per_rate = inertia() * rotation.weight / rotation.dt;  // of the inertia alone
    const double torque = now.drive_torque + now.brake_torque;
    const auto turning_with = [&](double force) {
      return (inertia() * rotation.past / rotation.dt + torque - setup.radius * force) / per_rate;
    };
    omega = turning_with(old.tangential_force);
    double missing = 0;
    SolveStatus status = missing_torque(rotation, omega, missing);
    if (status != SolveStatus::converged) return status;
    const double most = most_friction();
    // A little wider than friction allows: the contact keeps to it within its tolerance.
    const double margin = k_margin * most * setup.radius / per_rate;
    double low = turning_with(most) - margin;
    double high = turning_with(-most) + margin;
    torque_scale = std::max(torque_scale, most * setup.radius);
    const double enough = setup.torque_tolerance * torque_scale +
                          k_rounding * (per_rate * std::abs(rotation.past) + std::abs(torque));
    double slope = per_rate + contact_slope;
    while (std::abs(missing) > enough) {
      if (now.iterations >= setup.max_iterations) return SolveStatus::max_iterations;
      (missing > 0 ? high : low) = omega;
      double next = omega - missing / slope;
      if (!(next > low && next < high)) next = (low + high) / 2;
      const double from = omega;
      const double was = missing;
      omega = next;
      status = missing_torque(rotation, omega, missing);
      if (status != SolveStatus::converged) return status;
      if (omega == from) return SolveStatus::stalled;
      slope = std::max(per_rate, (missing - was) / (omega - from));
      contact_slope = slope - per_rate;
    }
    return status;
  }

  // ---- what comes out

  void fill_in_contact() {
    const contact::FrictionalSolution& patch = contact.solution();
    const double cell = contact.grid().cell_area();
    now.normal_force = patch.normal.force;
    now.tangential_force = patch.forces.longitudinal;
    now.lateral_force = patch.forces.lateral;
    now.n_adhesion = static_cast<int>(patch.n_adhesion);
    now.n_slip = static_cast<int>(patch.n_slip);
    now.adhesion_area = cell * now.n_adhesion;
    now.slip_area = cell * now.n_slip;
    now.dissipated_power = dissipated_power();
    now.shear_energy = cell * stored_by_tractions(patch);
  }

  /// In steady rolling nothing is stored: friction takes what the creep forces lose. Summed over
  /// the cells of the slip zone it would lack a first-order part.
  double dissipated_power() const {
    const contact::FrictionalSolution& patch = contact.solution();
    if (setup.memory == RollingMemory::transient) return -patch.frictional_power;
    const double slip_velocity = now.speed - now.rotation * setup.radius;
    return -patch.forces.longitudinal * slip_velocity -
           now.speed * (patch.forces.lateral * setup.lateral_creepage +
                        patch.forces.spin_moment * setup.spin_creepage);
  }

  void fill_in_motion() {
    now.slip_velocity = now.speed - now.rotation * setup.radius;
    now.creepage = now.speed > 0 ? now.slip_velocity / now.speed : 0;
    if (std::holds_alternative<FreeRotation>(setup.rotation)) {
      now.rotation_energy = inertia() * now.rotation * now.rotation / 2;
    }
  }

  void add_work(double dt) {
    const auto mean = [&](double a, double b) { return (a + b) / 2 * dt; };
    if (setup.memory == RollingMemory::quasi_steady) {
      now.dissipated += mean(old.dissipated_power, now.dissipated_power);
    } else {
      now.dissipated -= contact.state().friction_work() - before.friction_work();
    }
    now.drive_work += mean(old.drive_torque * old.rotation, now.drive_torque * now.rotation);
    now.brake_loss -= mean(old.brake_torque * old.rotation, now.brake_torque * now.rotation);
    now.hauling += mean(old.tangential_force * old.speed, now.tangential_force * now.speed);
  }

  RollingWheelSetup setup;
  contact::RollingContact contact;
  double largest_factor;
  RollingInstant now;

  // of the rotation
  double step_before = 0;      // s; 0: none
  double rotation_before = 0;  // rad/s, two steps ago
  double angle_before = 0;     // rad, of the step before
  double contact_slope = 0;    // N m s, for a first guess
  double torque_scale = 0;     // N m: the most that friction could do so far
  double given_before = 0;     // creepage

  // of the step at hand
  contact::RollingState before;
  RollingInstant old;
  NormalLoad load_now;
  double way = 0;  // m
};

RollingWheel::RollingWheel(const RollingWheelSetup& setup) : impl_(std::make_unique<Impl>(setup)) {}
RollingWheel::~RollingWheel() = default;
RollingWheel::RollingWheel(RollingWheel&&) noexcept = default;
RollingWheel& RollingWheel::operator=(RollingWheel&&) noexcept = default;

SolveStatus RollingWheel::start(double time, double position, double speed,
                                const NormalLoad& load) {
  return impl_->start(time, position, speed, load);
}
SolveStatus RollingWheel::step(double dt, double speed, const NormalLoad& load) {
  return impl_->step(dt, speed, load);
}
const RollingInstant& RollingWheel::now() const { return impl_->now; }
const contact::FrictionalSolution& RollingWheel::patch() const { return impl_->contact.solution(); }
const Grid& RollingWheel::grid() const { return impl_->contact.grid(); }

}  // namespace tread::interaction
