#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "tread/integrate/equation_of_motion.hpp"
#include "tread/interaction/coupled_system.hpp"

namespace tread::interaction {

/// The train on the bridge as an equation of motion in y = (q, u), for every scheme of room
/// integrate: several stages, explicit, adaptive. Elastic contacts only. cross_bridge is faster
/// where its schemes will do; this is the independent way beside it.
class CoupledMotion : public integrate::EquationOfMotion {
 public:
  /// Throws ModelError for a rigid contact, and for what check() refuses.
  explicit CoupledMotion(const TrainBridgeProblem& problem);

  /// As the problem says: at rest or at touch.
  State start() const;
  /// Approaches and forces of all wheels at a state.
  Vector approaches(const State& state) const;
  Vector forces(const State& state);

  int size() const override { return system_.size(); }
  void internal_force(double time, const Vector& position, const Vector& velocity,
                      Vector& force) override;
  void external_force(double time, Vector& force) override;
  void solve_mass(const Vector& position, const Vector& force, Vector& acceleration) override;
  void apply_mass(const Vector& position, const Vector& acceleration, Vector& force) override;

 private:
  WheelForces respond(const WheelPlaces& places, const State& state);

  CoupledSystem system_;
  std::vector<ContactPoint> points_;
  double damping_ = 0;  // of a linear contact
};

/// A wheel whose motion is given (thesis 9.4).
struct PrescribedWheel {
  std::function<double(double time)> position;  // x on the bridge, m
  std::function<double(double time)> height;    // z of its lowest point, m, positive DOWN
};

/// The bridge under wheels whose motion is given: delta = z - w(x), thesis (9.5). Marched with an
/// explicit scheme this is algorithm 9.2, with an implicit one algorithm 9.3 (the system of the
/// Newton step is diagonal plus rank n, solved by Woodbury's formula instead of Picard's
/// iteration).
class PrescribedMotion : public integrate::EquationOfMotion {
 public:
  /// Throws ModelError without wheels or bridge modes, and for rigid or damped contacts.
  PrescribedMotion(const structure::BeamModes& bridge, const ContactModel& contact,
                   std::vector<PrescribedWheel> wheels);

  State start() const;  // an undeformed bridge at rest, t = 0
  Vector approaches(double time, const Vector& position) const;
  Vector forces(double time, const Vector& position);

  int size() const override { return static_cast<int>(stiffness_.size()); }
  void internal_force(double time, const Vector& position, const Vector& velocity,
                      Vector& force) override;
  bool depends_on_velocity() const override;
  bool solve_effective(const integrate::EffectiveFactors& factors, const State& state,
                       const Vector& b, Vector& x) override;

 private:
  Matrix shapes(double time) const;

  structure::BeamModes bridge_;
  std::vector<ContactPoint> points_;
  std::vector<PrescribedWheel> wheels_;
  Vector damping_;
  Vector stiffness_;
};

}  // namespace tread::interaction
