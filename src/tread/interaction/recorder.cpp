#include "tread/interaction/recorder.hpp"

#include <span>

namespace tread::interaction {
namespace {

void write(History& history, Eigen::Index n_rows, Eigen::Index row, const Vector& values) {
  if (history.rows() == 0) history.resize(n_rows, values.size());
  history.row(row) = values.transpose();
}

void cut(History& history, Eigen::Index n_rows) {
  if (history.rows() > n_rows) history.conservativeResize(n_rows, Eigen::NoChange);
}

}  // namespace

Recorder::Recorder(const CoupledSystem& system, const CrossingOptions& options, long long n_rows)
    : system_(system), options_(options), n_rows_(n_rows) {
  const auto n_sections = static_cast<Eigen::Index>(options.sections.size());
  if (!system.problem().bridge) {
    sections_ = places_on(system.bridge(), options.sections);
    return;
  }
  shapes_ = moments_ = shears_ = Matrix::Zero(system.n_bridge(), n_sections);
  const structure::BeamModes& bridge = *system.problem().bridge;
  const auto column = [](Matrix& matrix, Eigen::Index i) {
    return std::span<double>(matrix.col(i).data(), static_cast<std::size_t>(matrix.rows()));
  };
  for (Eigen::Index i = 0; i < n_sections; ++i) {
    const double x = options.sections[static_cast<std::size_t>(i)];
    bridge.shape(x, column(shapes_, i));
    bridge.moment(x, column(moments_, i));
    bridge.shear(x, column(shears_, i));
  }
}

/// w at the sections from a vector of y's kind; zero beside the bridge. Of beams their own, below
/// rails over joints.
Vector Recorder::at_sections(const Vector& y) const {
  if (system_.problem().bridge) return shapes_.transpose() * y.head(system_.n_bridge());
  Vector values = Vector::Zero(sections_.x.size() + system_.bridge().n_springs());
  system_.subtract_bridge(sections_, sections_.shape, -1, y, values);
  return values.head(sections_.x.size());
}

Vector Recorder::at_probes(const Vector& y) const {
  const structure::LineModes* reduced = system_.problem().reduced.get();
  Vector values = Vector::Zero(static_cast<Eigen::Index>(options_.probes.size()));
  Eigen::Index i = 0;
  for (const Probe& probe : options_.probes) {
    for (std::size_t k = 0; k < probe.dofs.size(); ++k) {
      const int dof = probe.dofs[k];
      values(i) += probe.weights[k] *
                   (reduced ? reduced->shapes.row(dof).dot(y.head(system_.n_bridge())) : y(dof));
    }
    ++i;
  }
  return values;
}

void Recorder::add(const Motion& motion, Crossing& crossing) {
  const auto row = static_cast<Eigen::Index>(crossing.times.size());
  const int n_modes = system_.n_bridge();
  const Vector& y = motion.state.position;
  const Vector& a = motion.state.acceleration;
  crossing.times.push_back(motion.state.time);
  write(crossing.positions, n_rows_, row, motion.places.x);
  write(crossing.approaches, n_rows_, row, motion.approach.head(system_.n_wheels()));
  write(crossing.forces, n_rows_, row, motion.forces.on_wheel.head(system_.n_wheels()));
  write(crossing.wheels, n_rows_, row, system_.at_wheels(y));
  write(crossing.deflections, n_rows_, row, at_sections(y));
  write(crossing.accelerations, n_rows_, row, at_sections(a));
  if (system_.problem().bridge) {
    write(crossing.moments, n_rows_, row, moments_.transpose() * y.head(n_modes));
    write(crossing.shears, n_rows_, row, shears_.transpose() * y.head(n_modes));
  }
  if (!options_.probes.empty()) {
    write(crossing.probes, n_rows_, row, at_probes(y));
    write(crossing.probe_accelerations, n_rows_, row, at_probes(a));
  }
  if (options_.record_reactions) {
    write(crossing.reactions, n_rows_, row,
          system_.bridge().reactions(motion.places, motion.forces.on_bridge, y.head(n_modes),
                                     motion.state.velocity.head(n_modes), a.head(n_modes)));
  }
  if (options_.record_modes) {
    write(crossing.modes, n_rows_, row, y.head(n_modes));
    write(crossing.mode_accelerations, n_rows_, row, a.head(n_modes));
  }
  if (options_.record_vehicles) {
    write(crossing.vehicles, n_rows_, row, y.tail(y.size() - n_modes));
    write(crossing.vehicle_accelerations, n_rows_, row, a.tail(a.size() - n_modes));
  }
}

void Recorder::finish(Crossing& crossing) const {
  const auto n = static_cast<Eigen::Index>(crossing.times.size());
  for (History* history :
       {&crossing.positions, &crossing.approaches, &crossing.forces, &crossing.wheels,
        &crossing.deflections, &crossing.accelerations, &crossing.moments, &crossing.shears,
        &crossing.modes, &crossing.mode_accelerations, &crossing.vehicles,
        &crossing.vehicle_accelerations, &crossing.reactions, &crossing.probes,
        &crossing.probe_accelerations}) {
    cut(*history, n);
  }
}

}  // namespace tread::interaction
