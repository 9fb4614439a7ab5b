#pragma once

#include <Eigen/LU>
#include <exception>
#include <memory>
#include <vector>

#include "tread/core/thread_team.hpp"
#include "tread/integrate/equation_of_motion.hpp"
#include "tread/vehicle/rail_vehicle_model.hpp"
#include "tread/wheel_rail/pair_models.hpp"

namespace tread::running {

using integrate::Matrix;
using integrate::State;
using integrate::Vector;

/// The two contacts of a wheelset. Derivatives of an expensive model may be taken from a cheap one
/// that is close to it: that costs iterations, never accuracy.
struct WheelsetModels {
  std::unique_ptr<wheel_rail::PairModel> left;
  std::unique_ptr<wheel_rail::PairModel> right;
  std::unique_ptr<wheel_rail::PairModel> left_derivative;  // null: from the model itself
  std::unique_ptr<wheel_rail::PairModel> right_derivative;
};

/// The same model on both sides.
/// @param left as its mirror image
WheelsetModels wheelset_models(const profile::WheelRailPair& left,
                               const profile::WheelRailPair& right,
                               const wheel_rail::PairModelSettings& settings);
inline WheelsetModels wheelset_models(const profile::WheelRailPair& both,
                                      const wheel_rail::PairModelSettings& settings) {
  return wheelset_models(both, both, settings);
}

/// A rail vehicle on its rails: the vehicle's own equation of motion, and at every wheel what a
/// contact model makes of the wheelset's motion,
///
///   M(q) q'' + P(t, q, q') - sum over wheels of J^T F(motion of the wheelset) = 0.
///
/// For all schemes of `integrate`. Implicit ones with one stage solve with a matrix whose
/// derivatives are kept from step to step, and made anew when they help too little.
class RunningVehicle : public integrate::EquationOfMotion {
 public:
  /// Throws ModelError unless there is a contact for every wheelset.
  /// @param n_threads that share the wheels
  RunningVehicle(vehicle::RailVehicleModel model, std::vector<WheelsetModels> contacts,
                 int n_threads = 1);

  vehicle::RailVehicleModel& model() { return model_; }
  int n_wheelsets() const { return model_.n_wheelsets(); }

  int size() const override { return model_.size(); }
  void internal_force(double time, const Vector& position, const Vector& velocity,
                      Vector& force) override;
  void solve_mass(const Vector& position, const Vector& force, Vector& acceleration) override;
  void apply_mass(const Vector& position, const Vector& acceleration, Vector& force) override;
  bool solve_effective(const integrate::EffectiveFactors& factors, const State& state,
                       const Vector& b, Vector& x) override;
  /// Of the vehicle; what contacts store is not known.
  std::optional<integrate::Energy> energy(const State& state) override;
  void accept(const State& state) override;

  /// Contacts at a state, and what came of it: valid until the next evaluation.
  void evaluate_contacts(double time, const Vector& position, const Vector& velocity);
  const profile::WheelsetMotion& motion(int wheelset) const;
  const wheel_rail::PairForces& forces(int wheelset, profile::Side side) const;
  /// What a model tells of itself, how much work it had.
  const wheel_rail::PairModel& contact_model(int wheelset, profile::Side side) const;
  /// Of all contacts on all wheelsets, W: what goes into contact springs and friction is negative.
  double contact_power() const;

  /// K = dP/dq and C = dP/dv, contacts included. One-sided differences cost half, and have an error
  /// that grows with the shift: good enough to solve with.
  enum class Differences { one_sided, central };
  /// Derivatives of contacts: of the cheap models, where there are any, or of the models
  /// themselves. The first cost less; about some steady states they lead astray.
  enum class Derivatives { cheap, own };
  void tangents(double time, const Vector& position, const Vector& velocity,
                Differences differences, Matrix& stiffness, Matrix& damping,
                Derivatives derivatives = Derivatives::cheap);
  bool has_cheap_derivatives() const;
  /// Which models forces come from: with `cheap` they and all derivatives are those of the cheap
  /// models, nothing is accepted and nothing is counted. For first guesses.
  enum class Forces { own, cheap };
  void take_forces(Forces forces) { forces_from_ = forces; }
  Matrix mass_matrix(const Vector& position);

  /// Of contact problems, all wheels together.
  long long n_contact_problems() const { return n_contact_problems_; }
  /// Contact problems that did not converge, and whose last iterate was taken.
  long long n_unconverged() const { return n_unconverged_; }
  /// How often implicit schemes took derivatives anew.
  long long n_derivatives() const { return n_derivatives_; }

 private:
  enum class Purpose { forces, cheap_derivatives, own_derivatives };
  wheel_rail::PairModel& pair_model(int wheel, Purpose purpose);
  void evaluate_wheels(int first, int count, Purpose purpose);
  void contact_tangents(int wheelset, double time, const Vector& position, const Vector& velocity,
                        Differences differences, Purpose purpose, Matrix& stiffness,
                        Matrix& damping);
  void wheelset_force(int wheelset, double time, const Vector& position, const Vector& velocity,
                      Purpose purpose, Vector& force);
  void add_contact(int wheelset, const Vector& position, Vector& force);

  vehicle::RailVehicleModel model_;
  std::vector<WheelsetModels> contacts_;
  ThreadTeam team_;
  std::vector<profile::WheelsetMotion> motions_;
  std::vector<wheel_rail::PairForces> forces_;  // left and right of each wheelset
  std::vector<std::exception_ptr> errors_;      // of wheels
  /// Free coordinates of a wheelset; of them those whose position a contact can feel.
  struct WheelsetCoordinates {
    std::vector<int> all;
    std::vector<int> posing;
  };
  std::vector<WheelsetCoordinates> wheelset_coordinates_;
  Forces forces_from_ = Forces::own;
  long long n_contact_problems_ = 0;
  long long n_unconverged_ = 0;
  long long n_derivatives_ = 0;

  /// Kept between steps.
  struct Kept {
    bool exists = false;
    Matrix mass, stiffness, damping;
    integrate::EffectiveFactors factors;
    Eigen::PartialPivLU<Matrix> lu;
    double time = 0;      // of the last call
    double residual = 0;  // its right-hand side
    int n_steps = 0;      // accepted since the derivatives were taken
  };
  Kept kept_;
  Vector scratch_base_;
  Vector scratch_low_;
  Vector scratch_high_;
};

}  // namespace tread::running
