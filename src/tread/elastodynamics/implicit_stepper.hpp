#pragma once

#include <deque>
#include <optional>

#include "tread/elastodynamics/cylinder.hpp"
#include "tread/elastodynamics/factorised.hpp"
#include "tread/elastodynamics/height_law.hpp"
#include "tread/elastodynamics/impact.hpp"

namespace tread::elastodynamics {

/// Midpoint (theta = 1/2) and backward Euler (theta = 1):
///
///   u1 = u0 + h (theta v1 + (1 - theta) v0)
///   M (v1 - v0)/h + C (u1 - u0)/h + K (theta u1 + (1 - theta) u0) = -L q1
///
/// with one matrix A = M/(theta h²) + C/h + theta K a step size; the cylinder likewise with the
/// force that belongs to q1. See the schemes in impact.hpp.
class ImplicitStepper {
 public:
  struct Settings {
    Scheme scheme = Scheme::midpoint;
    SurfaceCondition surface = SurfaceCondition::unilateral;
    HeightIteration iteration = HeightIteration::newton;
    double tolerance = 0;
    int max_iterations = 0;
    double contact_modulus = 0;  // E*, Pa
  };

  ImplicitStepper(const SemiDiscrete& semi, const Cylinder& cylinder, const Settings& settings,
                  std::optional<HeightPressure> height_pressure);

  /// False: not solved, the state is as before.
  bool advance(ImpactState& state, double step);
  int iterations() const { return iterations_; }
  int n_factorisations() const { return n_factorisations_; }

 private:
  /// What the step would do without contact, and what contact forces change.
  struct Trial {
    double step = 0;
    double height = 0;    // of the cylinder without contact
    double mobility = 0;  // theta h²/m: its rise per force
    Vector u;
    Vector surface;
  };
  struct Contact {
    Vector surface_force;
    Vector surface_force_x;  // displacement variant on a collocated grid; else empty
    double force = 0;        // on the cylinder
  };

  double theta() const { return settings_.scheme == Scheme::midpoint ? 0.5 : 1; }
  StepOperator& operator_of(double step);
  Trial trial(const ImpactState& state, double step, StepOperator& op) const;
  std::optional<Contact> contact_forces(const ImpactState& state, const Trial& trial,
                                        StepOperator& op);
  std::optional<Contact> unilateral(const ImpactState& state, const Trial& trial, StepOperator& op);
  std::optional<Contact> from_height(const ImpactState& state, const Trial& trial);
  std::optional<Contact> moved_points(const ImpactState& state, const Trial& trial,
                                      StepOperator& op);
  /// Solves z = z_free + mobility F(-z); F gives force and stiffness for a depth.
  template <class Force>
  std::optional<double> solve_height(const ImpactState& state, const Trial& trial, Force&& force);
  void finish(ImpactState& state, const Trial& trial, const Contact& contact,
              StepOperator& op) const;

  const SemiDiscrete& semi_;
  Cylinder cylinder_;
  Settings settings_;
  std::optional<HeightPressure> height_pressure_;
  Vector rise_;  // of the cylinder over its lowest point at the surface points
  struct Kept {
    double step;
    std::unique_ptr<StepOperator> op;
  };
  std::deque<Kept> operators_;  // last used first
  int iterations_ = 0;
  int n_factorisations_ = 0;
};

}  // namespace tread::elastodynamics
