#pragma once

#include <functional>

#include "tread/integrate/equation_of_motion.hpp"
#include "tread/structure/beam_modes.hpp"
#include "tread/structure/finite_differences.hpp"

namespace tread::structure {

/// Beams for the schemes of `integrate`, to compare with the exact modal step.

using LoadFunction = std::function<void(double time, integrate::Vector& force)>;

/// Modes: q'' + 2 zeta omega q' + omega^2 q = f(t), thesis (8.63).
class ModalSystem final : public integrate::EquationOfMotion {
 public:
  /// The load writes modal forces.
  ModalSystem(const BeamModes& modes, LoadFunction load);

  int size() const override { return static_cast<int>(stiffness_.size()); }
  void internal_force(double time, const integrate::Vector& position,
                      const integrate::Vector& velocity, integrate::Vector& force) override;
  void external_force(double time, integrate::Vector& force) override { load_(time, force); }
  bool depends_on_velocity() const override { return is_damped_; }
  bool tangent_stiffness(const integrate::State& state, integrate::Matrix& stiffness) override;
  bool tangent_damping(const integrate::State& state, integrate::Matrix& damping) override;
  bool solve_effective(const integrate::EffectiveFactors& factors, const integrate::State& state,
                       const integrate::Vector& b, integrate::Vector& x) override;
  std::optional<integrate::Energy> energy(const integrate::State& state) override;

 private:
  integrate::Vector stiffness_;  // omega^2
  integrate::Vector damping_;    // 2 zeta omega
  bool is_damped_;
  LoadFunction load_;
};

/// Points of finite differences (thesis (8.12)), undamped: m u'' + K u = p(t).
class DifferenceSystem final : public integrate::EquationOfMotion {
 public:
  /// The load writes N/m at the inner points.
  DifferenceSystem(DifferenceModel model, LoadFunction load);

  int size() const override { return static_cast<int>(model_.points.size()); }
  void internal_force(double time, const integrate::Vector& position,
                      const integrate::Vector& velocity, integrate::Vector& force) override;
  void external_force(double time, integrate::Vector& force) override { load_(time, force); }
  void solve_mass(const integrate::Vector& position, const integrate::Vector& force,
                  integrate::Vector& acceleration) override;
  void apply_mass(const integrate::Vector& position, const integrate::Vector& acceleration,
                  integrate::Vector& force) override;
  bool depends_on_velocity() const override { return false; }
  bool tangent_stiffness(const integrate::State& state, integrate::Matrix& stiffness) override;

  const DifferenceModel& model() const { return model_; }

 private:
  DifferenceModel model_;
  LoadFunction load_;
};

/// A point force shared by the two points beside it, in N/m. Off the beam: nothing.
void add_point_force(const DifferenceModel& model, double x, double force,
                     integrate::Vector& pressure);

}  // namespace tread::structure
