#pragma once

#include <functional>
#include <memory>
#include <variant>

#include "tread/contact/rolling_contact.hpp"

namespace tread::interaction {

/// A wheel that rolls along the track with creepage, driven, braked or as told, while load and
/// speed change: tractions, areas of stick and slip, friction's work.
///
///   xi = (v - omega R)/v                                 creepage of the wheel over the rail
///   I omega' = T - B sgn(omega) - R F_x                  rotation, omega > 0: rolls forward
///
/// v: speed of the wheel's centre along +x. omega R is the velocity of the tread about the axle.
/// F_x acts on the wheel along +x; a braked wheel has xi > 0 and F_x < 0, a locked one xi = 1
/// (docs/conventions.md#creepage). The bridge receives -F_x, along its axis. T drives forward, B >=
/// 0 is a dry brake: it opposes the rotation and holds a wheel that stands.
///
/// F_x(xi) is stiff and has memory: rotation and tractions are solved together, at the end of each
/// step (BDF2 in omega and in the angle, by a guarded secant iteration on omega). The normal load
/// is given: tractions of like bodies do not change the pressure; those of unlike bodies change its
/// distribution, which is solved, and the approach, which is not handed back.

/// The creepage xi at a time, s, whatever torque that needs.
struct GivenCreepage {
  std::function<double(double time)> creepage;
};

/// The wheel's own rotation; a function that is empty means no torque. N m, at a time in s.
struct FreeRotation {
  double moment_of_inertia = 0;  // I, kg m2: the wheel with its share of axle and drive
  std::function<double(double time)> drive_torque;  // T
  std::function<double(double time)> brake_torque;  // B >= 0
};

using RotationRule = std::variant<GivenCreepage, FreeRotation>;

enum class RollingStart {
  steady,  // rolled steadily for long under the first instant's load, creepage and torques
  free,    // no tractions, no creepage
};

/// What a contact remembers of its way.
enum class RollingMemory {
  transient,  // everything: rolled step by step, steps of more than a fraction of a cell in parts
  quasi_steady,  // nothing: steady rolling at every instant. For changes that are slow over many
                 // contact lengths, and steps of any length at the price of one solution
};

struct RollingWheelSetup {
  contact::RollingSetup contact;  // grid, bodies, friction, distance; body 1 is the wheel
  double radius = 0;              // R, m, of rolling
  RotationRule rotation;
  double lateral_creepage = 0;
  double spin_creepage = 0;  // 1/m
  RollingStart start = RollingStart::steady;
  RollingMemory memory = RollingMemory::transient;
  double torque_tolerance = 1e-6;  // what may be missing from the rotation's balance, over mu F R
  int max_iterations = 40;         // of the rotation
};

/// Throws ModelError, with value, reason and remedy.
void check(const RollingWheelSetup& setup);

/// Presses the wheel onto the rail: a force, N >= 0 (0: in the air), or an approach, m.
struct NormalLoad {
  contact::Prescribed given = contact::Prescribed::force;
  double value = 0;
};

/// A wheel at the end of a step.
///
/// Energy, but for errors of the steps: rotation_energy + shear_energy + dissipated + brake_loss +
/// hauling - drive_work stays what it was at the start (like bodies).
struct RollingInstant {
  double time = 0;              // s
  double position = 0;          // x, m
  double speed = 0;             // v, m/s
  double rotation = 0;          // omega, rad/s
  double creepage = 0;          // xi, (v - omega R)/v; 0 where v = 0
  double slip_velocity = 0;     // v - omega R, m/s
  double normal_force = 0;      // N
  double tangential_force = 0;  // F_x on the wheel, N
  double lateral_force = 0;     // F_y on the wheel, N
  double drive_torque = 0;      // T, N m
  double brake_torque = 0;      // as it acts, N m: against the rotation
  double adhesion_area = 0;     // m2
  double slip_area = 0;         // m2
  int n_adhesion = 0;           // cells
  int n_slip = 0;
  double dissipated_power = 0;  // by friction in the contact, W >= 0; a mean over a part of a cell
  double dissipated = 0;        // by friction in the contact since the start, J >= 0
  double drive_work = 0;        // T omega since the start, J
  double brake_loss = 0;        // J
  double hauling = 0;           // F_x v since the start, J: on the train; negative while braking
  double rotation_energy = 0;   // I omega^2/2, J
  double shear_energy = 0;      // stored by the tractions, J
  int iterations = 0;           // contact solutions of the step
};

/// One wheel, step by step.
class RollingWheel {
 public:
  explicit RollingWheel(const RollingWheelSetup& setup);
  ~RollingWheel();
  RollingWheel(RollingWheel&&) noexcept;
  RollingWheel& operator=(RollingWheel&&) noexcept;

  /// Places the wheel. Throws ModelError if it cannot roll steadily, because the torques exceed
  /// what friction can carry, and a steady start was asked for.
  SolveStatus start(double time, double position, double speed, const NormalLoad& load);

  /// Goes on by dt > 0; speed and load are those at the end and change evenly. A step that does not
  /// converge leaves the wheel as it was.
  SolveStatus step(double dt, double speed, const NormalLoad& load);

  const RollingInstant& now() const;
  /// Tractions, slip and cells now, on the grid in the contact frame.
  const contact::FrictionalSolution& patch() const;
  const Grid& grid() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tread::interaction
