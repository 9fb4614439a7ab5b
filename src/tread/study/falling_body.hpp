#pragma once

#include <optional>
#include <string>
#include <variant>

#include "tread/contact/growing_grid.hpp"
#include "tread/core/errors.hpp"
#include "tread/integrate/equation_of_motion.hpp"

namespace tread::study {

/// A rigid-body motion that ends on an elastic half-space (thesis (6.3), (6.11)):
///
///   m z'' = F(delta) - m g,     delta = -z
///
/// z is the height of the undeformed body over first touch, positive upwards; F >= 0 pushes it up
/// and depends on the approach delta alone: the half-space deforms quasi-statically, without
/// inertia.

/// F = k delta^(3/2) for delta > 0; the elastic energy is 2/5 F delta.
struct HertzLaw {
  double coefficient = 0;  // k, N/m^(3/2); of a sphere 4/3 E* sqrt(R)
};

/// The contact reached the edge of a grid that was to hold it.
class GridTooSmall : public ModelError {
 public:
  using ModelError::ModelError;
};

/// F from the contact solver, each solution started from the one before. The elastic energy is
/// 1/2 sum p u dA.
class GridLaw {
 public:
  /// The problem's approach and the derivative asked for are set by the law. A contact that reaches
  /// the edge of the grid: a solve throws GridTooSmall; nothing lies beyond; or the grid gets more
  /// cells of the same size, for which it needs `distance_on`.
  enum class Edge { refuse, body_ends, grow };
  GridLaw(contact::NormalProblem problem, const contact::NormalOptions& options, Edge edge,
          contact::DistanceOnGrid distance_on = {});

  /// On the grid in use now.
  const contact::NormalProblem& problem() const { return problem_; }
  const Grid& first_grid() const { return first_grid_; }
  /// The solution for an approach, converged or not; with its derivative if asked for.
  const contact::NormalSolution& at(double approach, contact::Derivative derivative);
  long long n_solves() const { return n_solves_; }
  /// Of the last solve that did not converge, for a message; empty: there was none.
  const std::string& failure() const { return failure_; }

 private:
  contact::NormalProblem problem_;
  contact::NormalOptions options_;
  Edge edge_;
  contact::DistanceOnGrid distance_on_;
  Grid first_grid_;
  contact::NormalWorkspace workspace_;
  contact::NormalSolution solution_;
  std::optional<double> solved_for_;
  std::string failure_;
  long long n_solves_ = 0;
};

using ContactLaw = std::variant<HertzLaw, GridLaw>;

/// All three are NaN where the contact could not be solved.
double contact_force(ContactLaw& law, double approach);
double contact_stiffness(ContactLaw& law, double approach);
double elastic_energy(ContactLaw& law, double approach);

class FallingBody : public integrate::EquationOfMotion {
 public:
  /// Throws ModelError unless mass > 0 and gravity >= 0. The law must outlive the body.
  FallingBody(double mass, double gravity, ContactLaw& law);

  int size() const override { return 1; }
  bool depends_on_velocity() const override { return false; }
  void internal_force(double time, const integrate::Vector& position,
                      const integrate::Vector& velocity, integrate::Vector& force) override;
  void external_force(double time, integrate::Vector& force) override;
  void solve_mass(const integrate::Vector& position, const integrate::Vector& force,
                  integrate::Vector& acceleration) override;
  void apply_mass(const integrate::Vector& position, const integrate::Vector& acceleration,
                  integrate::Vector& force) override;
  bool tangent_stiffness(const integrate::State& state, integrate::Matrix& stiffness) override;
  std::optional<integrate::Energy> energy(const integrate::State& state) override;

 private:
  double mass_;
  double gravity_;
  ContactLaw& law_;
};

}  // namespace tread::study
