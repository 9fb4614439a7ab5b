#include "tread/interaction/energy_account.hpp"

#include "tread/core/as_size.hpp"

namespace tread::interaction {

namespace {

/// The part of a step that a wheel spends before the end of a beam lying between two places; half
/// if there is none. At an end the slope jumps, and the power with it.
double part_before_end(const std::optional<structure::BeamModes>& bridge, double x0, double x1) {
  if (!bridge) return 0.5;
  const auto part = [&](double end) { return (end - x0) / (x1 - x0); };
  for (const structure::BeamModes::Part& beam : bridge->parts()) {
    for (const double end : {beam.start, beam.start + beam.beam.length}) {
      if (end > x0 && end < x1) return part(end);
    }
  }
  return 0.5;
}

}  // namespace

/// F v (r' - f' - w') of each wheel.
Vector EnergyAccount::drive_powers(const Motion& motion, const Vector& forces) const {
  Vector slopes(system_.n_wheels());
  for (int k = 0; k < system_.n_wheels(); ++k) {
    slopes(k) = motion.places.surface[as_size(k)].slope;
  }
  Eigen::Index i = 0;
  for (const int k : motion.places.on_bridge) {
    slopes(k) -= motion.places.slope.col(i++).dot(motion.state.position.head(system_.n_modes()));
  }
  return motion.places.speed * forces.cwiseProduct(slopes);
}

double EnergyAccount::drive_work(const Motion& from, const Motion& to,
                                 const Vector& end_forces) const {
  const Vector before = drive_powers(from, from.forces.on_wheel);
  const Vector after = drive_powers(to, end_forces);
  double work = 0;
  for (int k = 0; k < system_.n_wheels(); ++k) {
    const double part = part_before_end(system_.problem().bridge, from.places.x(k), to.places.x(k));
    work += part * before(k) + (1 - part) * after(k);
  }
  return work * (to.state.time - from.state.time);
}

/// Of a linear contact: what its damper takes.
double EnergyAccount::contact_damping_power(const Motion& motion) const {
  const auto* linear = std::get_if<LinearContact>(&system_.problem().contact);
  if (!linear || linear->damping == 0) return 0;
  const Vector rate = system_.approach(motion.places, motion.state, ShapeOrder::slope).rate;
  double power = 0;
  for (Eigen::Index k = 0; k < rate.size(); ++k) {
    if (motion.forces.on_wheel(k) <= 0) continue;
    power += (motion.forces.on_wheel(k) - linear->stiffness * motion.approach(k)) * rate(k);
  }
  return power;
}

void EnergyAccount::add(const Motion& from, const Motion& to, const StepOutcome& outcome) {
  const double h = to.state.time - from.state.time;
  const Vector v = (from.state.velocity + to.state.velocity) / 2;
  Vector damping;
  system_.internal_force(Vector::Zero(system_.size()), v, damping);
  sums_.gravity_work += system_.load().dot(to.state.position - from.state.position);
  const Vector& end_forces =
      outcome.end_forces.size() > 0 ? outcome.end_forces : to.forces.on_wheel;
  sums_.drive_work += drive_work(from, to, end_forces) + outcome.impact_drive;
  sums_.damping_loss +=
      h * damping.dot(v) + h * (contact_damping_power(from) + contact_damping_power(to)) / 2;
  sums_.impact_loss += outcome.impact_loss;
}

EnergyRow EnergyAccount::row(const Motion& motion, std::vector<ContactPoint>* points) {
  const int n_modes = system_.n_modes();
  EnergyRow row = sums_;
  const auto q = motion.state.position.head(n_modes);
  row.bridge_kinetic = motion.state.velocity.head(n_modes).squaredNorm() / 2;
  row.bridge_strain = system_.modal_stiffness().dot(q.cwiseAbs2()) / 2;
  for (const CoupledSystem::Body& body : system_.bodies()) {
    const int n = body.vehicle->n_dofs();
    const Vector u = motion.state.position.segment(body.row, n);
    const Vector u_t = motion.state.velocity.segment(body.row, n);
    row.vehicle_kinetic += u_t.dot(body.vehicle->mass * u_t) / 2;
    row.vehicle_strain += u.dot(body.vehicle->stiffness * u) / 2;
  }
  if (!points) return row;
  for (int k = 0; k < system_.n_wheels(); ++k) {
    row.contact += (*points)[as_size(k)].energy(motion.approach(k));
  }
  return row;
}

}  // namespace tread::interaction
