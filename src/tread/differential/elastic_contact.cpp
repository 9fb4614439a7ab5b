#include "tread/differential/elastic_contact.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tread/core/errors.hpp"
#include "tread/differential/contact_map.hpp"
#include "tread/differential/contact_system.hpp"
#include "tread/differential/newton.hpp"

namespace tread::differential {
namespace {

/// Deformed bodies touch where undeformed ones overlap, or a little beyond: tractions can make a
/// surface bulge.
constexpr double k_margin = 1e-6;        // m
constexpr double k_wide_margin = 10e-6;  // m: nodes taken along so that they seldom change
constexpr double k_first_regularisation = 1e-2;
constexpr double k_turn_tolerance = 1e-4;  // of stick_slip: change of tractions over the bound

const contact::FrictionLaw k_no_friction = contact::CoulombFriction{0, 0};

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
        map(pair, *bodies, given.points_per_face),
        system(*bodies, map.nodes_per_face()),
        parts(static_cast<std::size_t>(bodies->wheel.surface.nodes.cols())) {
    wheel_force.setZero(bodies->wheel.compliance.rows());
    rail_force.setZero(bodies->rail.compliance.rows());
    kept_tractions.setZero(2, map.n_points());
    system.set_penalty(settings.penalty);
  }

  void evaluate(const profile::WheelsetMotion& motion, ElasticContactSolution& solution);
  void guess_from_forces();
  void keep_forces();
  SolveStatus newton_solve() {
    return newton.solve(system, settings.newton, settings.observer, u, counts);
  }
  SolveStatus solve_with_friction();
  SolveStatus solve_from_nothing();
  SolveStatus solve_turns();
  FrictionState friction_with(double regularisation) const {
    return {settings.friction, 1 / (1 + settings.speed_reduction * speed), regularisation * speed};
  }
  void report(const profile::WheelsetMotion& motion, ElasticContactSolution& solution);
  void number_patches(ElasticContactSolution& solution);

  std::shared_ptr<const ElasticPair> bodies;
  ElasticContactSettings settings;
  double radius;
  ContactMap map;
  ContactSystem system;
  NewtonSolver newton;
  std::vector<ContactPair> pairs;
  Eigen::VectorXd u;
  Eigen::VectorXd f;
  Eigen::VectorXd wheel_force;  // of all nodes of the fine surfaces
  Eigen::VectorXd rail_force;
  Eigen::Matrix2Xd kept_tractions;
  Parts parts;
  double speed = 0;
  ContactCounts counts;
};

/// At a solution U = H f: forces of the problem before give displacements of any nodes.
void ElasticContact::Impl::guess_from_forces() {
  f.resize(system.size());
  Eigen::Index at = 0;
  for (const int node : system.wheel().nodes()) {
    f.segment<3>(3 * at++) = wheel_force.segment<3>(3 * node);
  }
  for (const int node : system.rail().nodes()) {
    f.segment<3>(3 * at++) = rail_force.segment<3>(3 * node);
  }
  system.displacements(f, u);
}

void ElasticContact::Impl::keep_forces() {
  wheel_force.setZero();
  rail_force.setZero();
  Eigen::Index at = 0;
  for (const int node : system.wheel().nodes()) {
    wheel_force.segment<3>(3 * node) = newton.forces().segment<3>(3 * at++);
  }
  for (const int node : system.rail().nodes()) {
    rail_force.segment<3>(3 * node) = newton.forces().segment<3>(3 * at++);
  }
}

/// Without friction first, and then with friction that is made sharp in steps.
SolveStatus ElasticContact::Impl::solve_from_nothing() {
  u.setZero(system.size());
  newton.forget();
  system.set_kept_tractions(nullptr);
  system.set_friction({k_no_friction, 1, speed});
  SolveStatus status = newton_solve();
  for (double soft = k_first_regularisation;; soft = std::max(soft / 10, settings.regularisation)) {
    if (status != SolveStatus::converged) return status;
    system.set_friction(friction_with(soft));
    status = newton_solve();
    if (soft <= settings.regularisation) return status;
  }
}

/// Proximal steps: each counts tractions from those of the one before, until they stay.
SolveStatus ElasticContact::Impl::solve_turns() {
  for (int turn = 0; turn < settings.max_turns; ++turn) {
    system.set_kept_tractions(&kept_tractions);
    const SolveStatus status = newton_solve();
    if (status != SolveStatus::converged) return status;
    double change = 0;
    double largest = 0;
    for (const SystemPoint& point : system.points()) {
      if (!point.touches) {
        kept_tractions.col(point.point).setZero();
        continue;
      }
      const Eigen::Vector2d traction = point.stress.tail<2>();
      change = std::max(change, (traction - kept_tractions.col(point.point)).norm());
      largest = std::max(largest, point.stress[0]);
      kept_tractions.col(point.point) = traction;
    }
    const double bound = contact::nominal_coefficient(settings.friction) * largest;
    if (change <= k_turn_tolerance * bound) return SolveStatus::converged;
  }
  return SolveStatus::max_iterations;
}

SolveStatus ElasticContact::Impl::solve_with_friction() {
  system.set_friction(friction_with(settings.regularisation));
  const bool exact = settings.friction_kind == FrictionKind::stick_slip;
  system.set_kept_tractions(nullptr);
  SolveStatus status = exact ? solve_turns() : newton_solve();
  if (status == SolveStatus::converged || status == SolveStatus::stopped) return status;
  kept_tractions.setZero();
  status = solve_from_nothing();
  if (!exact || status != SolveStatus::converged) return status;
  return solve_turns();
}

void ElasticContact::Impl::number_patches(ElasticContactSolution& solution) {
  const Eigen::MatrixXi& faces = map.wheel_faces();
  parts = Parts(static_cast<std::size_t>(bodies->wheel.surface.nodes.cols()));
  for (const TouchingPoint& point : solution.points) {
    for (int a = 1; a < 3; ++a) parts.join(faces(point.face, 0), faces(point.face, a));
  }
  std::vector<int> roots;
  for (TouchingPoint& point : solution.points) {
    const int root = parts.find(faces(point.face, 0));
    const auto known = std::find(roots.begin(), roots.end(), root);
    point.patch = static_cast<int>(known - roots.begin());
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
    const ContactPair& pair = pairs[static_cast<std::size_t>(at.pair)];
    overlap = std::max(overlap, -pair.gap);
    if (!at.touches) continue;
    map.refuse_edge(motion.pose, pair);
    penetration = std::max(penetration, at.overlap);
    TouchingPoint point;
    point.position = pair.position - pair.gap * pair.normal;
    point.normal = pair.normal;
    point.pressure = at.stress[0];
    point.traction = at.rail_axes.rightCols<2>() * at.stress.tail<2>();
    point.slip = at.rail_axes.rightCols<2>() * at.slip;
    point.weight = at.weight;
    point.overlap = -pair.gap;
    point.penetration = at.overlap;
    point.wheel_y = pair.wheel_y;
    point.rail_y = pair.rail_y;
    point.face = pair.on_wheel->face;
    solution.points.push_back(point);
    const Eigen::Vector3d force = at.weight * (at.rail_axes * at.stress);
    solution.force += force;
    solution.moment += (pair.position - centre).cross(force);
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
  map.find(motion.pose, k_wide_margin, pairs);
  solution.gap = map.gap();
  const bool near = std::any_of(pairs.begin(), pairs.end(),
                                [](const ContactPair& pair) { return pair.gap < k_margin; });
  if (!near) return;
  speed = std::max(std::abs(motion.velocity.x()), settings.slowest_speed);
  if (system.set_up(map, pairs, k_margin, motion, radius) || u.size() != system.size()) {
    guess_from_forces();
  }
  solution.status = solve_with_friction();
  solution.residual = newton.residual();
  solution.n_unknowns = static_cast<int>(system.size());
  counts.unknowns += system.size();
  if (solution.status != SolveStatus::converged) ++counts.failed;
  keep_forces();
  report(motion, solution);
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

Eigen::VectorXd ElasticContact::wheel_forces() const { return impl_->wheel_force; }
Eigen::VectorXd ElasticContact::rail_forces() const { return impl_->rail_force; }
const ContactCounts& ElasticContact::counts() const { return impl_->counts; }

void ElasticContact::start_anew() {
  impl_->u.resize(0);
  impl_->wheel_force.setZero();
  impl_->rail_force.setZero();
  impl_->kept_tractions.setZero();
  impl_->newton.forget();
}

}  // namespace tread::differential
