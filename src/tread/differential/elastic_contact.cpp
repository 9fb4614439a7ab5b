#include "tread/differential/elastic_contact.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "tread/core/errors.hpp"
#include "tread/differential/contact_map.hpp"
#include "tread/differential/contact_system.hpp"
#include "tread/differential/newton.hpp"
#include "tread/differential/traction_solver.hpp"

namespace tread::differential {
namespace {

/// Deformed bodies touch where undeformed ones overlap, or a little beyond: tractions can make a
/// surface bulge.
constexpr double k_margin = 1e-6;        // m
constexpr double k_wide_margin = 10e-6;  // m: nodes taken along so that they seldom change
constexpr double k_first_regularisation = 1e-2;
constexpr double k_last_regularisation = 1e-7;

const contact::FrictionLaw k_no_friction = contact::CoulombFriction{0, 0};

bool is_finite(const profile::WheelsetMotion& motion) {
  const profile::WheelsetPose& pose = motion.pose;
  return std::isfinite(pose.lateral + pose.vertical + pose.roll + pose.yaw) &&
         motion.velocity.allFinite() && motion.angular_velocity.allFinite();
}

/// Parts that share no node: union and find.
class Parts {
 public:
  explicit Parts(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int i) {
    auto& up = parent_[static_cast<std::size_t>(i)];
    return up == i ? i : up = find(up);
  }
  void join(int i, int j) { parent_[static_cast<std::size_t>(find(i))] = find(j); }

 private:
  std::vector<int> parent_;
};

}  // namespace

struct ElasticContact::Impl {
  Impl(const profile::WheelRailPair& pair, std::shared_ptr<const ElasticPair> pieces,
       const ElasticContactSettings& given)
      : bodies(std::move(pieces)),
        settings(given),
        radius(pair.wheelset.nominal_radius),
        map(pair, *bodies),
        system(*bodies) {
    tractions.setZero(3, map.n_wheel_nodes());
    system.set_penalty(settings.penalty);
  }

  void evaluate(const profile::WheelsetMotion& motion, ElasticContactSolution& solution);
  SolveStatus solve();
  SolveStatus solve_for_displacements();
  SolveStatus solve_for_tractions() {
    const SolveStatus status =
        by_tractions.solve(system, settings.newton, settings.observer, tractions, counts);
    residual = by_tractions.residual();
    return status;
  }
  SolveStatus solve_from_nothing();
  FrictionState friction_with(double regularisation) const {
    return {settings.friction, 1 / (1 + settings.speed_reduction * speed), regularisation * speed};
  }
  double regularisation() const {
    return settings.friction_kind == FrictionKind::stick_slip ? 0 : settings.regularisation;
  }
  Eigen::VectorXd forces_of(const GatheredCompliance& body, Eigen::Index n_nodes,
                            Eigen::Index first) const;
  void report(const profile::WheelsetMotion& motion, ElasticContactSolution& solution);
  void number_patches(ElasticContactSolution& solution);

  std::shared_ptr<const ElasticPair> bodies;
  ElasticContactSettings settings;
  double radius;
  ContactMap map;
  ContactSystem system;
  TractionSolver by_tractions;
  NewtonSolver by_displacements;
  std::vector<Station> stations;
  Eigen::Matrix3Xd tractions;  // of the nodes of the wheel's surface, Pa: p, along, across
  Eigen::VectorXd f;           // on the nodes of the system
  Eigen::VectorXd u;
  double speed = 0;
  double residual = 0;  // of the solver that was asked last, m
  ContactCounts counts;
};

/// Displacements start from those that the tractions of the problem before give.
SolveStatus ElasticContact::Impl::solve_for_displacements() {
  f.setZero(system.size());
  for (const SystemPoint& point : system.points()) {
    system.add_force(point, tractions.col(point.node), f);
  }
  system.displacements(f, u);
  const SolveStatus status =
      by_displacements.solve(system, settings.newton, settings.observer, u, counts);
  residual = by_displacements.residual();
  if (status != SolveStatus::converged) return status;
  tractions.setZero();
  for (const SystemPoint& point : system.points()) tractions.col(point.node) = point.stress;
  return status;
}

/// Without friction first, and then with friction that is made sharp in steps.
SolveStatus ElasticContact::Impl::solve_from_nothing() {
  tractions.setZero();
  by_tractions.forget();
  system.set_friction({k_no_friction, 1, speed});
  SolveStatus status = solve_for_tractions();
  for (double soft = k_first_regularisation; soft > k_last_regularisation; soft /= 10) {
    if (status != SolveStatus::converged || soft <= regularisation()) break;
    system.set_friction(friction_with(soft));
    status = solve_for_tractions();
  }
  if (status == SolveStatus::stopped) return status;
  system.set_friction(friction_with(regularisation()));
  return solve_for_tractions();
}

SolveStatus ElasticContact::Impl::solve() {
  system.set_friction(friction_with(regularisation()));
  SolveStatus status = SolveStatus::stalled;
  if (settings.newton.method != NewtonMethod::tractions) {
    status = solve_for_displacements();
    if (status == SolveStatus::converged || status == SolveStatus::stopped) return status;
    ++counts.rescued;
  }
  status = solve_for_tractions();
  if (status == SolveStatus::converged || status == SolveStatus::stopped) return status;
  ++counts.rescued;
  return solve_from_nothing();
}

/// Of the last problem, spread over all nodes of a fine surface.
Eigen::VectorXd ElasticContact::Impl::forces_of(const GatheredCompliance& body,
                                                Eigen::Index n_nodes, Eigen::Index first) const {
  Eigen::VectorXd some = Eigen::VectorXd::Zero(system.size());
  for (const SystemPoint& point : system.points()) {
    if (point.touches) system.add_force(point, point.stress, some);
  }
  Eigen::VectorXd all = Eigen::VectorXd::Zero(3 * n_nodes);
  for (const int node : body.nodes()) {
    all.segment<3>(3 * node) = some.segment<3>(first);
    first += 3;
  }
  return all;
}

/// Nodes that touch and share a face belong together.
void ElasticContact::Impl::number_patches(ElasticContactSolution& solution) {
  std::vector<int> point_of(static_cast<std::size_t>(map.n_wheel_nodes()), -1);
  for (std::size_t i = 0; i < solution.points.size(); ++i) {
    point_of[static_cast<std::size_t>(solution.points[i].node)] = static_cast<int>(i);
  }
  Parts parts(solution.points.size());
  for (const TouchingPoint& point : solution.points) {
    for (const int neighbour : map.neighbours(point.node)) {
      const int other = point_of[static_cast<std::size_t>(neighbour)];
      if (other >= 0) parts.join(point_of[static_cast<std::size_t>(point.node)], other);
    }
  }
  std::vector<int> roots;
  for (std::size_t i = 0; i < solution.points.size(); ++i) {
    const int root = parts.find(static_cast<int>(i));
    const auto known = std::find(roots.begin(), roots.end(), root);
    solution.points[i].patch = static_cast<int>(known - roots.begin());
    if (known == roots.end()) roots.push_back(root);
  }
  solution.n_patches = static_cast<int>(roots.size());
}

void ElasticContact::Impl::report(const profile::WheelsetMotion& motion,
                                  ElasticContactSolution& solution) {
  const Eigen::Vector3d centre = profile::PosedWheel({radius, 0, 0}, motion.pose).centre();
  double overlap = 0;
  double penetration = 0;
  for (const SystemPoint& at : system.points()) {
    const Station& station = stations[static_cast<std::size_t>(at.station)];
    overlap = std::max(overlap, -station.gap);
    if (!at.touches) continue;
    if (station.at_edge) {
      map.refuse(station.wheel_y, station.rail_y, station.position.x());
    }
    penetration = std::max(penetration, at.overlap);
    TouchingPoint point;
    point.position = station.position - station.gap * station.normal;
    point.normal = station.normal;
    point.pressure = at.stress[0];
    point.traction = at.rail_axes.rightCols<2>() * at.stress.tail<2>();
    point.slip = at.rail_axes.rightCols<2>() * at.slip;
    point.weight = at.weight;
    point.overlap = -station.gap;
    point.penetration = at.overlap;
    point.wheel_y = station.wheel_y;
    point.rail_y = station.rail_y;
    point.node = station.node;
    solution.points.push_back(point);
    const Eigen::Vector3d force = at.weight * (at.rail_axes * at.stress);
    solution.force += force;
    solution.moment += (station.position - centre).cross(force);
  }
  number_patches(solution);
  solution.penetration_share = overlap > 0 ? penetration / overlap : 0;
}

void ElasticContact::Impl::evaluate(const profile::WheelsetMotion& motion,
                                    ElasticContactSolution& solution) {
  solution.status = SolveStatus::converged;
  solution.points.clear();
  solution.n_patches = 0;
  solution.force.setZero();
  solution.moment.setZero();
  solution.residual = 0;
  solution.penetration_share = 0;
  solution.n_unknowns = 0;
  ++counts.problems;
  if (!is_finite(motion)) {
    solution.status = SolveStatus::blew_up;
    ++counts.failed;
    return;
  }
  const std::size_t n = map.find(motion.pose, motion.velocity.x() >= 0, k_wide_margin, stations);
  const std::span<const Station> found(stations.data(), n);
  solution.gap = map.gap();
  const bool near = std::any_of(found.begin(), found.end(),
                                [](const Station& station) { return station.gap < k_margin; });
  if (!near) return;
  speed = std::max(std::abs(motion.velocity.x()), settings.slowest_speed);
  system.set_up(found, k_margin, motion, radius);
  solution.status = solve();
  solution.residual = residual;
  solution.n_unknowns = static_cast<int>(system.size());
  counts.unknowns += system.size();
  if (solution.status != SolveStatus::converged) ++counts.failed;
  report(motion, solution);
  if (solution.status == SolveStatus::converged) {
    counts.largest_penetration = std::max(counts.largest_penetration, solution.penetration_share);
  }
}

ElasticContact::ElasticContact(const profile::WheelRailPair& pair,
                               std::shared_ptr<const ElasticPair> bodies,
                               const ElasticContactSettings& settings) {
  check(settings);
  if (bodies == nullptr)
    throw ModelError("elastic contact needs prepared pieces of wheel and rail");
  impl_ = std::make_unique<Impl>(pair, std::move(bodies), settings);
}

ElasticContact::~ElasticContact() = default;
ElasticContact::ElasticContact(ElasticContact&&) noexcept = default;
ElasticContact& ElasticContact::operator=(ElasticContact&&) noexcept = default;

void ElasticContact::evaluate(const profile::WheelsetMotion& motion,
                              ElasticContactSolution& solution) {
  impl_->evaluate(motion, solution);
}

Eigen::VectorXd ElasticContact::wheel_forces() const {
  return impl_->forces_of(impl_->system.wheel(), impl_->bodies->wheel.surface.nodes.cols(), 0);
}

Eigen::VectorXd ElasticContact::rail_forces() const {
  return impl_->forces_of(impl_->system.rail(), impl_->bodies->rail.surface.nodes.cols(),
                          impl_->system.wheel().size());
}

const ContactCounts& ElasticContact::counts() const { return impl_->counts; }

void ElasticContact::start_anew() {
  impl_->tractions.setZero();
  impl_->by_tractions.forget();
}

}  // namespace tread::differential
