#pragma once

#include <optional>

#include "tread/elastodynamics/cylinder.hpp"
#include "tread/elastodynamics/factorised.hpp"
#include "tread/elastodynamics/height_law.hpp"
#include "tread/elastodynamics/impact.hpp"

namespace tread::elastodynamics {

/// The points without mass (surface and absorbing sides of a collocated grid): they follow the
/// others so that their boundary conditions hold.
class MasslessPoints {
 public:
  /// @param step of the dashpots' backward difference; infinite: without dashpots
  MasslessPoints(const SemiDiscrete& semi, double step);

  /// Moves them in u; `before` is u one step earlier.
  void settle(Vector& u, const Vector& before, const Vector& surface_force) const;
  bool empty() const { return points_.empty(); }

 private:
  const SemiDiscrete& semi_;
  std::vector<int> points_;
  Vector dashpots_;  // C/step
  std::optional<Factorised> factorised_;
};

/// Length of the part of u that has mass.
double massive_norm(const SemiDiscrete& semi, const Vector& u);

/// Leapfrog (as velocity Verlet) and forward Euler.
class ExplicitStepper {
 public:
  ExplicitStepper(const SemiDiscrete& semi, const Cylinder& cylinder, Scheme scheme,
                  std::optional<HeightPressure> height_pressure);

  /// Forces and accelerations that belong to positions and velocities of the state.
  void initialise(ImpactState& state);
  bool advance(ImpactState& state, double step);

 private:
  void apply_contact(ImpactState& state);
  Vector ground_force(const ImpactState& state) const;
  void leapfrog(ImpactState& state, double step, const MasslessPoints& massless);
  void forward_euler(ImpactState& state, double step, const MasslessPoints& massless);
  const MasslessPoints& massless(double step);

  const SemiDiscrete& semi_;
  Cylinder cylinder_;
  Scheme scheme_;
  std::optional<HeightPressure> height_pressure_;
  std::map<double, MasslessPoints> massless_;
};

}  // namespace tread::elastodynamics
