#include "tread/differential/traction_solver.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tread::differential {
namespace {

constexpr int k_many_iterations = 8;  // of GMRES: new factors cost as much as dozens

/// Forces on the nodes from stresses of all stations.
void set_forces(const ContactSystem& system, const Eigen::VectorXd& stresses, Eigen::VectorXd& f) {
  f.setZero(system.size());
  Eigen::Index at = 0;
  for (const SystemPoint& point : system.points()) {
    const Eigen::Vector3d stress = stresses.segment<3>(at);
    at += 3;
    if (!stress.isZero(0)) system.add_force(point, stress, f);
  }
}

}  // namespace

void TractionSolver::set_scales(const ContactSystem& system) {
  rows_.resize(system.points().size());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const SystemPoint& point = system.points()[i];
    rows_[i].compliance = point.weight * system.self_compliance(point);
    rows_[i].slip_scale = 1 / (rows_[i].compliance * system.flow_speed(point));
  }
}

Eigen::Vector3d TractionSolver::set_row(const ContactSystem& system, const SystemPoint& point,
                                        const Eigen::Vector3d& x, Row& row) {
  const double a = 1 / row.compliance;
  const double soft = 1 / system.penalty();
  const double p = x[0];
  row.by_stress.setIdentity();
  row.by_motion.setZero();
  if (!(p + a * (point.overlap - soft * p) > 0)) {
    row.state = State::apart;
    return x;
  }
  row.by_stress(0, 0) = a * soft;
  row.by_motion(0, 0) = -a;
  Eigen::Vector3d residual;
  residual << a * (soft * p - point.overlap), set_friction_row(system.friction(), point, x, row);
  return residual;
}

/// The two rows of the tractions of a station that touches.
Eigen::Vector2d TractionSolver::set_friction_row(const FrictionState& friction,
                                                 const SystemPoint& point, const Eigen::Vector3d& x,
                                                 Row& row) {
  const Eigen::Matrix2d one = Eigen::Matrix2d::Identity();
  const double p = std::max(x[0], 0.0);
  const Eigen::Vector2d t = x.tail<2>();
  const double speed = point.slip.norm();
  const double mu = friction_coefficient(friction, speed);
  const double bound = mu * p;
  const double softness = bound > 0 ? friction.soft_slip / bound : 0;
  // Any b will do. Soft friction is a spring in series: one that is large beside it makes stick
  // and slip change places without end.
  const double b = row.slip_scale / (1 + row.slip_scale * softness);
  const Eigen::Vector2d trial = t - b * (point.slip + softness * t);
  const double size = trial.norm();
  if (size <= bound && bound > 0) {
    row.state = State::sticks;
    row.by_stress.block<2, 2>(1, 1) = b * softness * one;
    row.by_stress.block<2, 1>(1, 0) = -b * softness / p * t;
    row.by_motion.block<2, 2>(1, 1) = b * one;
    return b * (point.slip + softness * t);
  }
  row.state = State::slips;
  Eigen::Vector2d direction = Eigen::Vector2d::Zero();
  Eigen::Matrix2d turning = Eigen::Matrix2d::Zero();
  if (size > 0) {
    direction = trial / size;
    turning = bound / size * (one - direction * direction.transpose());
  }
  Eigen::RowVector2d bound_by_slip = Eigen::RowVector2d::Zero();
  if (speed > 0) {
    bound_by_slip = p * friction_slope(friction, speed) / speed * point.slip.transpose();
  }
  row.by_stress.block<2, 2>(1, 1) -= (1 - b * softness) * turning;
  row.by_stress.block<2, 1>(1, 0) = -mu * direction;
  row.by_motion.block<2, 2>(1, 1) = b * turning - direction * bound_by_slip;
  return t - bound * direction;
}

void TractionSolver::evaluate(ContactSystem& system, const Eigen::VectorXd& x) {
  set_forces(system, x, f_);
  const auto n = static_cast<Eigen::Index>(rows_.size());
  system.displacements(f_, u_);
  system.set_motions(u_);
  residual_.resize(3 * n);
  double sum = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    residual_.segment<3>(3 * i) =
        set_row(system, system.points()[at], x.segment<3>(3 * i), rows_[at]);
    sum += (rows_[at].compliance * residual_.segment<3>(3 * i)).squaredNorm();
  }
  norm_ = std::sqrt(sum);
}

void TractionSolver::apply(const ContactSystem& system, const Eigen::VectorXd& v,
                           Eigen::VectorXd& result) {
  set_forces(system, v, df_);
  const auto n = static_cast<Eigen::Index>(rows_.size());
  system.displacements(df_, du_);
  result.resize(3 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Row& row = rows_[static_cast<std::size_t>(i)];
    result.segment<3>(3 * i) = row.by_stress * v.segment<3>(3 * i);
    if (row.state == State::apart) continue;
    result.segment<3>(3 * i) +=
        row.by_motion * system.motion_of(system.points()[static_cast<std::size_t>(i)], du_);
  }
}

void TractionSolver::factorise(ContactSystem& system, ContactCounts& counts) {
  std::vector<std::size_t> stations;
  kept_.nodes.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].state == State::apart) continue;
    stations.push_back(i);
    kept_.nodes.push_back(system.points()[i].node);
  }
  Eigen::MatrixXd influence;  // of stresses on (d, slip)
  system.influence(stations, influence);
  const auto n = static_cast<Eigen::Index>(stations.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    const Row& row = rows_[stations[static_cast<std::size_t>(i)]];
    influence.middleRows<3>(3 * i) = row.by_motion * influence.middleRows<3>(3 * i).eval();
    influence.block<3, 3>(3 * i, 3 * i) += row.by_stress;
  }
  kept_.lu.compute(influence.cast<float>());
  ++counts.factors;
}

void TractionSolver::map_kept(const ContactSystem& system) {
  std::vector<std::pair<int, int>> places;
  places.reserve(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].state != State::apart) {
      places.emplace_back(system.points()[i].node, static_cast<int>(i));
    }
  }
  std::sort(places.begin(), places.end());
  kept_.positions.clear();
  for (const int node : kept_.nodes) {
    const auto found = std::lower_bound(places.begin(), places.end(), std::make_pair(node, 0));
    kept_.positions.push_back(found != places.end() && found->first == node ? found->second : -1);
  }
}

void TractionSolver::precondition(const Eigen::VectorXd& r, Eigen::VectorXd& z) {
  z = r;
  kept_.right.setZero(3 * static_cast<Eigen::Index>(kept_.positions.size()));
  for (std::size_t i = 0; i < kept_.positions.size(); ++i) {
    const int at = kept_.positions[i];
    if (at < 0) continue;
    kept_.right.segment<3>(3 * static_cast<Eigen::Index>(i)) = r.segment<3>(3 * at).cast<float>();
  }
  kept_.right = kept_.lu.solve(kept_.right).eval();
  for (std::size_t i = 0; i < kept_.positions.size(); ++i) {
    const int at = kept_.positions[i];
    if (at < 0) continue;
    z.segment<3>(3 * at) = kept_.right.segment<3>(3 * static_cast<Eigen::Index>(i)).cast<double>();
  }
}

SolveStatus TractionSolver::solve(ContactSystem& system, const NewtonSettings& settings,
                                  Observer* observer, Eigen::Matrix3Xd& tractions,
                                  ContactCounts& counts) {
  set_scales(system);
  const auto n = static_cast<Eigen::Index>(rows_.size());
  x_.resize(3 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    x_.segment<3>(3 * i) = tractions.col(system.points()[static_cast<std::size_t>(i)].node);
  }
  evaluate(system, x_);
  SolveStatus status = SolveStatus::converged;
  for (int turn = 0; !(norm_ < settings.tolerance); ++turn) {
    if (turn == settings.max_iterations) {
      status = SolveStatus::max_iterations;
      break;
    }
    if (observer != nullptr && observer->stop_requested()) {
      status = SolveStatus::stopped;
      break;
    }
    bool fresh = false;
    if (kept_.nodes.empty()) {
      factorise(system, counts);
      fresh = true;
    }
    map_kept(system);
    const auto times = [&](const Eigen::VectorXd& v, Eigen::VectorXd& result) {
      apply(system, v, result);
    };
    const auto roughly = [&](const Eigen::VectorXd& r, Eigen::VectorXd& z) { precondition(r, z); };
    const GmresLimits limits{settings.forcing, settings.max_linear_iterations};
    int used = gmres(times, roughly, residual_, limits, memory_, step_);
    counts.linear += used;
    if (used >= std::min(k_many_iterations, settings.max_linear_iterations) && !fresh) {
      factorise(system, counts);
      map_kept(system);
      used = gmres(times, roughly, residual_, limits, memory_, step_);
      counts.linear += used;
    }
    if (!step_.allFinite()) {
      status = SolveStatus::blew_up;
      break;
    }
    ++counts.newton;
    x_ -= step_;
    evaluate(system, x_);
  }
  tractions.setZero();
  for (Eigen::Index i = 0; i < n; ++i) {
    SystemPoint& point = system.points()[static_cast<std::size_t>(i)];
    point.touches = rows_[static_cast<std::size_t>(i)].state != State::apart;
    if (!point.touches) {
      point.stress.setZero();
      continue;
    }
    point.stress = x_.segment<3>(3 * i);
    tractions.col(point.node) = point.stress;
  }
  return status;
}

}  // namespace tread::differential
