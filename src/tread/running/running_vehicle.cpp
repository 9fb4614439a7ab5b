#include "tread/running/running_vehicle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::running {
namespace {

// Differences: small against a penetration (60 um under 50 kN) and against the creepage at which a
// contact begins to slide (1e-3), large against what iterative contact solvers leave.
constexpr double k_shift = 1e-7;           // m, rad
constexpr double k_creepage_shift = 1e-5;  // of the speed
constexpr double k_slowest = 1;            // m/s, for k_creepage_shift
constexpr double k_slow = 0.5;             // residual left by an iteration: take derivatives anew
constexpr int k_oldest = 50;               // steps

}  // namespace

WheelsetModels wheelset_models(const profile::WheelRailPair& left,
                               const profile::WheelRailPair& right,
                               const wheel_rail::PairModelSettings& settings) {
  using profile::Side;
  WheelsetModels models;
  models.left = make_pair_model(left, Side::left, settings);
  models.right = make_pair_model(right, Side::right, settings);
  if (const auto cheap = derivative_settings(settings)) {
    models.left_derivative = make_pair_model(left, Side::left, *cheap);
    models.right_derivative = make_pair_model(right, Side::right, *cheap);
  }
  return models;
}

RunningVehicle::RunningVehicle(vehicle::RailVehicleModel model,
                               std::vector<WheelsetModels> contacts, int n_threads)
    : model_(std::move(model)),
      contacts_(std::move(contacts)),
      team_(n_threads),
      motions_(as_size(model_.n_wheelsets())),
      forces_(2 * as_size(model_.n_wheelsets())),
      errors_(forces_.size()),
      wheelset_coordinates_(motions_.size()),
      scratch_base_(model_.size()),
      scratch_low_(model_.size()),
      scratch_high_(model_.size()) {
  if (contacts_.size() != motions_.size()) {
    throw ModelError(
        fmt::format("{} wheelsets have {} pairs of contacts", motions_.size(), contacts_.size()));
  }
  for (int i = 0; i < n_wheelsets(); ++i) {
    const auto& [left, right, left_derivative, right_derivative] = contacts_[as_size(i)];
    if (!left || !right || !left_derivative != !right_derivative) {
      throw ModelError(fmt::format("wheelset {} has not a contact model on both sides", i + 1));
    }
    for (int motion = 0; motion < vehicle::k_n_motions; ++motion) {
      const int c =
          model_.coordinate(model_.body_of_wheelset(i), static_cast<vehicle::Motion>(motion));
      if (c < 0) continue;
      WheelsetCoordinates& own = wheelset_coordinates_[as_size(i)];
      own.all.push_back(c);
      // Neither the place along the track nor the angle about the axle is felt.
      if (motion != static_cast<int>(vehicle::Motion::x) &&
          motion != static_cast<int>(vehicle::Motion::pitch)) {
        own.posing.push_back(c);
      }
    }
  }
}

wheel_rail::PairModel& RunningVehicle::pair_model(int wheel, Purpose purpose) {
  WheelsetModels& contact = contacts_[as_size(wheel / 2)];
  const bool is_left = wheel % 2 == 0;
  const bool is_cheap = purpose == Purpose::cheap_derivatives || forces_from_ == Forces::cheap;
  if (is_cheap && contact.left_derivative) {
    return is_left ? *contact.left_derivative : *contact.right_derivative;
  }
  return is_left ? *contact.left : *contact.right;
}

void RunningVehicle::evaluate_wheels(int first, int count, Purpose purpose) {
  team_.for_ranges(count, [&](int begin, int end, int) {
    for (int wheel = first + begin; wheel < first + end; ++wheel) {
      try {
        pair_model(wheel, purpose).evaluate(motions_[as_size(wheel / 2)], forces_[as_size(wheel)]);
      } catch (...) {
        errors_[as_size(wheel)] = std::current_exception();
      }
    }
  });
  for (std::exception_ptr& error : errors_) {
    if (error) std::rethrow_exception(std::exchange(error, nullptr));
  }
  if (purpose != Purpose::forces || forces_from_ == Forces::cheap) return;
  n_contact_problems_ += count;
  for (int wheel = first; wheel < first + count; ++wheel) {
    if (forces_[as_size(wheel)].status != SolveStatus::converged) ++n_unconverged_;
  }
}

void RunningVehicle::add_contact(int wheelset, const Vector& position, Vector& force) {
  const wheel_rail::PairForces& left = forces_[2 * as_size(wheelset)];
  const wheel_rail::PairForces& right = forces_[2 * as_size(wheelset) + 1];
  model_.add_wheelset_force(wheelset, position, left.force + right.force,
                            left.moment + right.moment, force);
}

void RunningVehicle::evaluate_contacts(double time, const Vector& position,
                                       const Vector& velocity) {
  for (int i = 0; i < n_wheelsets(); ++i) {
    model_.wheelset_motion(i, time, position, velocity, motions_[as_size(i)]);
  }
  evaluate_wheels(0, 2 * n_wheelsets(), Purpose::forces);
}

void RunningVehicle::internal_force(double time, const Vector& position, const Vector& velocity,
                                    Vector& force) {
  model_.internal_force(time, position, velocity, force);
  evaluate_contacts(time, position, velocity);
  for (int i = 0; i < n_wheelsets(); ++i) add_contact(i, position, force);
}

void RunningVehicle::solve_mass(const Vector& position, const Vector& force, Vector& acceleration) {
  model_.solve_mass(position, force, acceleration);
}

void RunningVehicle::apply_mass(const Vector& position, const Vector& acceleration, Vector& force) {
  model_.apply_mass(position, acceleration, force);
}

std::optional<integrate::Energy> RunningVehicle::energy(const State& state) {
  const vehicle::VehicleEnergy energy = model_.energy(state.time, state.position, state.velocity);
  return integrate::Energy{energy.kinetic, energy.elastic, energy.gravity};
}

const profile::WheelsetMotion& RunningVehicle::motion(int wheelset) const {
  return motions_[as_size(wheelset)];
}

const wheel_rail::PairForces& RunningVehicle::forces(int wheelset, profile::Side side) const {
  return forces_[2 * as_size(wheelset) + (side == profile::Side::right ? 1 : 0)];
}

const wheel_rail::PairModel& RunningVehicle::contact_model(int wheelset, profile::Side side) const {
  const WheelsetModels& models = contacts_[as_size(wheelset)];
  return side == profile::Side::left ? *models.left : *models.right;
}

double RunningVehicle::contact_power() const {
  double power = 0;
  for (std::size_t wheel = 0; wheel < forces_.size(); ++wheel) {
    const profile::WheelsetMotion& motion = motions_[wheel / 2];
    power += forces_[wheel].force.dot(motion.velocity) +
             forces_[wheel].moment.dot(motion.angular_velocity);
  }
  return power;
}

void RunningVehicle::accept(const State& state) {
  if (forces_from_ == Forces::cheap) return;
  ++kept_.n_steps;
  profile::WheelsetMotion motion;
  for (int i = 0; i < n_wheelsets(); ++i) {
    model_.wheelset_motion(i, state.time, state.position, state.velocity, motion);
    contacts_[as_size(i)].left->accept(state.time, motion);
    contacts_[as_size(i)].right->accept(state.time, motion);
  }
}

// ---- derivatives ----

bool RunningVehicle::has_cheap_derivatives() const {
  return std::ranges::any_of(contacts_,
                             [](const WheelsetModels& models) { return !!models.left_derivative; });
}

void RunningVehicle::wheelset_force(int wheelset, double time, const Vector& position,
                                    const Vector& velocity, Purpose purpose, Vector& force) {
  model_.wheelset_motion(wheelset, time, position, velocity, motions_[as_size(wheelset)]);
  evaluate_wheels(2 * wheelset, 2, purpose);
  force.setZero();
  add_contact(wheelset, position, force);
}

namespace {

/// Derivative of a force by one entry of a vector that it depends on. `base` is the force where
/// nothing is varied.
template <class Force>
const Vector& difference(Vector& varied, int entry, double shift,
                         RunningVehicle::Differences differences, const Vector& base, Force force,
                         Vector& high, Vector& low) {
  const double kept = varied(entry);
  varied(entry) = kept + shift;
  force(high);
  if (differences == RunningVehicle::Differences::central) {
    varied(entry) = kept - shift;
    force(low);
    high = (high - low) / (2 * shift);
  } else {
    high = (high - base) / shift;
  }
  varied(entry) = kept;
  return high;
}

}  // namespace

void RunningVehicle::contact_tangents(int wheelset, double time, const Vector& position,
                                      const Vector& velocity, Differences differences,
                                      Purpose purpose, Matrix& stiffness, Matrix& damping) {
  Vector q = position;
  Vector v = velocity;
  const WheelsetCoordinates& own = wheelset_coordinates_[as_size(wheelset)];
  const auto force = [&](Vector& result) { wheelset_force(wheelset, time, q, v, purpose, result); };
  if (differences == Differences::one_sided) force(scratch_base_);
  const auto add_column = [&](Vector& varied, int c, double shift, Matrix& derivative) {
    const Vector& column = difference(varied, c, shift, differences, scratch_base_, force,
                                      scratch_high_, scratch_low_);
    for (const int row : own.all) derivative(row, c) += column(row);
  };
  const double speed_shift = k_creepage_shift * std::max(std::abs(model_.speed(time)), k_slowest);
  for (const int c : own.posing) add_column(q, c, k_shift, stiffness);
  for (const int c : own.all) add_column(v, c, speed_shift, damping);
}

void RunningVehicle::tangents(double time, const Vector& position, const Vector& velocity,
                              Differences differences, Matrix& stiffness, Matrix& damping,
                              Derivatives derivatives) {
  const int n = size();
  stiffness.resize(n, n);
  damping.resize(n, n);
  Vector q = position;
  Vector v = velocity;
  const auto force = [&](Vector& result) { model_.internal_force(time, q, v, result); };
  if (differences == Differences::one_sided) force(scratch_base_);
  // The vehicle alone is smooth: larger shifts lose less to rounding.
  for (int c = 0; c < n; ++c) {
    stiffness.col(c) = difference(q, c, 100 * k_shift, differences, scratch_base_, force,
                                  scratch_high_, scratch_low_);
    damping.col(c) = difference(v, c, 1000 * k_shift, differences, scratch_base_, force,
                                scratch_high_, scratch_low_);
  }
  const Purpose purpose =
      derivatives == Derivatives::own ? Purpose::own_derivatives : Purpose::cheap_derivatives;
  for (int i = 0; i < n_wheelsets(); ++i) {
    contact_tangents(i, time, position, velocity, differences, purpose, stiffness, damping);
  }
}

Matrix RunningVehicle::mass_matrix(const Vector& position) {
  const int n = size();
  Matrix mass(n, n);
  Vector unit = Vector::Zero(n);
  Vector column(n);
  for (int c = 0; c < n; ++c) {
    unit(c) = 1;
    model_.apply_mass(position, unit, column);
    mass.col(c) = column;
    unit(c) = 0;
  }
  return mass;
}

bool RunningVehicle::solve_effective(const integrate::EffectiveFactors& factors, const State& state,
                                     const Vector& b, Vector& x) {
  const double residual = b.norm();
  const bool is_slow =
      kept_.exists && state.time == kept_.time && residual > k_slow * kept_.residual;
  const bool has_other_step = kept_.exists && !(factors == kept_.factors);
  if (!kept_.exists || is_slow || has_other_step || kept_.n_steps > k_oldest) {
    tangents(state.time, state.position, state.velocity, Differences::one_sided, kept_.stiffness,
             kept_.damping);
    ++n_derivatives_;
    kept_.mass = mass_matrix(state.position);
    kept_.factors = factors;
    kept_.lu.compute(factors.mass * kept_.mass + factors.damping * kept_.damping +
                     factors.stiffness * kept_.stiffness);
    kept_.exists = true;
    kept_.n_steps = 0;
  }
  kept_.time = state.time;
  kept_.residual = residual;
  x = kept_.lu.solve(b);
  return true;
}

}  // namespace tread::running
