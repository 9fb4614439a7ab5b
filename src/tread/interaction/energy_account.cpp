#include "tread/interaction/energy_account.hpp"

#include "tread/core/as_size.hpp"

namespace tread::interaction {

/// Mean force times the rise of the surface along each wheel's way, not counting how the surface
/// itself moves meanwhile: with the average acceleration the balance of a step closes to rounding,
/// whatever corners the surface has.
double EnergyAccount::drive_work(const Motion& from, const Motion& to,
                                 const Vector& end_forces) const {
  const int n = system_.n_points();
  // Deflections at the old and new places of the old and new shape of the bridge.
  const auto deflections = [&](const WheelPlaces& places, const Motion& motion) {
    Vector sum = Vector::Zero(n);
    system_.subtract_bridge(places, places.shape, -1, motion.state.position, sum);
    return sum;
  };
  const Vector rise_before = deflections(to.places, from) - deflections(from.places, from);
  const Vector rise_after = deflections(to.places, to) - deflections(from.places, to);
  double work = 0;
  for (int k = 0; k < system_.n_wheels(); ++k) {
    const double before = from.forces.on_wheel(k), after = end_forces(k);
    const double climb =
        to.places.surface[as_size(k)].height - from.places.surface[as_size(k)].height;
    work += (before + after) / 2 * (climb - (rise_before(k) + rise_after(k)) / 2) +
            (after - before) / 4 * (rise_after(k) - rise_before(k));
  }
  return work;
}

/// Of a linear contact: what its damper takes.
double EnergyAccount::contact_damping_power(const Motion& motion) const {
  const auto* linear = std::get_if<LinearContact>(&system_.problem().contact);
  if (!linear || linear->damping == 0) return 0;
  const Vector rate = system_.approach(motion.places, motion.state, ShapeOrder::slope).rate;
  double power = 0;
  for (int k = 0; k < system_.n_wheels(); ++k) {
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
  sums_.gravity_work += (system_.load(from.state.time) + system_.load(to.state.time))
                            .dot(to.state.position - from.state.position) /
                        2;
  const Vector& end_forces =
      outcome.end_forces.size() > 0 ? outcome.end_forces : to.forces.on_wheel;
  sums_.drive_work += drive_work(from, to, end_forces) + outcome.impact_drive;
  sums_.damping_loss +=
      h * damping.dot(v) + h * (contact_damping_power(from) + contact_damping_power(to)) / 2;
  sums_.impact_loss += outcome.impact_loss;
}

EnergyRow EnergyAccount::row(const Motion& motion, std::vector<ContactPoint>* points) {
  const int n_bridge = system_.n_bridge();
  EnergyRow row = sums_;
  row.bridge_kinetic = system_.bridge().kinetic_energy(motion.state.velocity.head(n_bridge));
  row.bridge_strain = system_.bridge().strain_energy(motion.state.position.head(n_bridge));
  for (const CoupledSystem::Body& body : system_.bodies()) {
    const int n = body.vehicle->n_dofs();
    const Vector u = motion.state.position.segment(body.row, n);
    const Vector u_t = motion.state.velocity.segment(body.row, n);
    row.vehicle_kinetic += u_t.dot(body.vehicle->mass * u_t) / 2;
    row.vehicle_strain += u.dot(body.vehicle->stiffness * u) / 2 + law_energy(*body.vehicle, u);
  }
  if (!points) return row;
  for (int k = 0; k < system_.n_wheels(); ++k) {
    row.contact += (*points)[as_size(k)].energy(motion.approach(k));
  }
  return row;
}

}  // namespace tread::interaction
