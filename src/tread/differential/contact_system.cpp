#include "tread/differential/contact_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

namespace tread::differential {

double friction_coefficient(const FrictionState& friction, double slip) {
  if (const auto* falling = std::get_if<contact::FallingFriction>(&friction.law)) {
    return friction.factor * contact::coefficient(*falling, slip);
  }
  return friction.factor * std::get<contact::CoulombFriction>(friction.law).kinetic_coefficient;
}

double friction_slope(const FrictionState& friction, double slip) {
  const auto* falling = std::get_if<contact::FallingFriction>(&friction.law);
  return falling == nullptr ? 0 : friction.factor * contact::coefficient_slope(*falling, slip);
}

namespace {

/// Nodes with a share in stations, each once, in rising order.
std::vector<int> nodes_of(std::span<const Station> stations, double margin,
                          std::vector<Share> Station::*shares) {
  std::vector<int> nodes;
  for (const Station& station : stations) {
    if (!(station.gap < margin)) continue;
    for (const Share& share : station.*shares) nodes.push_back(share.node);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

bool has_all(const GatheredCompliance& gathered, const std::vector<int>& nodes) {
  return std::all_of(nodes.begin(), nodes.end(),
                     [&](int node) { return gathered.position(node) >= 0; });
}

/// Whether so few of the gathered nodes are needed that carrying them along costs more than
/// gathering.
bool has_too_many(const GatheredCompliance& gathered, const std::vector<int>& nodes) {
  return 2 * gathered.nodes().size() > 3 * nodes.size() + 20;
}

}  // namespace

GatheredCompliance::GatheredCompliance(const ElasticPiece& piece)
    : all_(&piece.compliance),
      position_(static_cast<std::size_t>(piece.surface.nodes.cols()), -1) {}

void GatheredCompliance::gather(std::vector<int> nodes) {
  for (const int node : nodes_) position_[static_cast<std::size_t>(node)] = -1;
  nodes_ = std::move(nodes);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    position_[static_cast<std::size_t>(nodes_[i])] = static_cast<int>(i);
  }
  matrix_.resize(size(), size());
  for (std::size_t j = 0; j < nodes_.size(); ++j) {
    for (int k = 0; k < 3; ++k) {
      const double* from = all_->col(3 * nodes_[j] + k).data();
      double* to = matrix_.col(3 * static_cast<Eigen::Index>(j) + k).data();
      for (const int node : nodes_) {
        const double* three = from + 3 * node;
        *to++ = three[0];
        *to++ = three[1];
        *to++ = three[2];
      }
    }
  }
}

void GatheredCompliance::multiply(const double* f, double* u) const {
  using Column = Eigen::Map<const Eigen::VectorXd>;
  const Eigen::Index n = size();
  Eigen::Map<Eigen::VectorXd> sum(u, n);
  sum.setZero();
  // Four columns at a time, so that the sum is read and written a quarter as often.
  std::array<Eigen::Index, 4> waiting{};
  std::size_t n_waiting = 0;
  for (Eigen::Index j = 0; j < n; ++j) {
    if (f[j] == 0) continue;
    waiting[n_waiting++] = j;
    if (n_waiting < waiting.size()) continue;
    n_waiting = 0;
    const auto column = [&](std::size_t k) { return Column(matrix_.col(waiting[k]).data(), n); };
    sum.noalias() += f[waiting[0]] * column(0) + f[waiting[1]] * column(1) +
                     f[waiting[2]] * column(2) + f[waiting[3]] * column(3);
  }
  for (std::size_t k = 0; k < n_waiting; ++k) sum += f[waiting[k]] * matrix_.col(waiting[k]);
}

ContactSystem::ContactSystem(const ElasticPair& bodies)
    : wheel_(bodies.wheel), rail_(bodies.rail) {}

void ContactSystem::gather(std::span<const Station> stations, double margin,
                           std::vector<Share> Station::*shares, GatheredCompliance& body) {
  const std::vector<int> nodes = nodes_of(stations, margin, shares);
  if (has_all(body, nodes) && !has_too_many(body, nodes)) return;
  body.gather(nodes_of(stations, std::numeric_limits<double>::infinity(), shares));
}

void ContactSystem::set_up(std::span<const Station> stations, double margin,
                           const profile::WheelsetMotion& motion, double nominal_radius) {
  gather(stations, margin, &Station::wheel, wheel_);
  gather(stations, margin, &Station::rail, rail_);

  const profile::PosedWheel wheel({nominal_radius, 0, 0}, motion.pose);
  const Eigen::Matrix3d to_wheel = wheel.rotation().transpose();
  const Eigen::Vector3d of_contact(motion.velocity.x(), 0, 0);
  const auto n_wheel = static_cast<int>(wheel_.size());
  points_.clear();
  shares_.clear();
  for (const Station& station : stations) {
    if (!(station.gap < margin)) continue;
    SystemPoint point;
    const Eigen::Vector3d velocity =
        motion.velocity + motion.angular_velocity.cross(station.position - wheel.centre());
    const Eigen::Vector3d of_wheel = velocity - of_contact;
    const double along = of_wheel.dot(station.wheel_along);
    const double across = of_wheel.dot(station.wheel_across);
    point.first_wheel = shares_.size();
    for (const Share& share : station.wheel) {
      shares_.push_back({3 * wheel_.position(share.node), share.shape,
                         along * share.along + across * share.across});
    }
    point.first_rail = shares_.size();
    for (const Share& share : station.rail) {
      shares_.push_back(
          {n_wheel + 3 * rail_.position(share.node), share.shape, -of_contact.x() * share.along});
    }
    point.end = shares_.size();
    point.rail_axes << station.normal, Eigen::Vector3d::UnitX(), station.across;
    point.wheel_axes = to_wheel * point.rail_axes;
    point.rigid_slip = {velocity.x(), velocity.dot(station.across)};
    point.gap = station.gap;
    point.weight = station.weight;
    point.node = station.node;
    point.station = static_cast<int>(&station - stations.data());
    points_.push_back(point);
  }
}

Eigen::Vector3d ContactSystem::motion_of(const SystemPoint& point, const Eigen::VectorXd& v) const {
  Eigen::Vector3d on_wheel = Eigen::Vector3d::Zero();
  Eigen::Vector3d on_rail = Eigen::Vector3d::Zero();
  Eigen::Vector3d wheel_flow = Eigen::Vector3d::Zero();
  Eigen::Vector3d rail_flow = Eigen::Vector3d::Zero();
  for (std::size_t a = point.first_wheel; a < point.first_rail; ++a) {
    on_wheel += shares_[a].shape * v.segment<3>(shares_[a].unknown);
    wheel_flow += shares_[a].flow * v.segment<3>(shares_[a].unknown);
  }
  for (std::size_t a = point.first_rail; a < point.end; ++a) {
    on_rail += shares_[a].shape * v.segment<3>(shares_[a].unknown);
    rail_flow += shares_[a].flow * v.segment<3>(shares_[a].unknown);
  }
  Eigen::Vector3d motion;
  motion << point.rail_axes.col(0).dot(on_rail) - point.wheel_axes.col(0).dot(on_wheel),
      point.wheel_axes.rightCols<2>().transpose() * wheel_flow -
          point.rail_axes.rightCols<2>().transpose() * rail_flow;
  return motion;
}

void ContactSystem::set_motions(const Eigen::VectorXd& u) {
  for (SystemPoint& point : points_) {
    const Eigen::Vector3d motion = motion_of(point, u);
    point.overlap = motion[0] - point.gap;
    point.slip = point.rigid_slip + motion.tail<2>();
  }
}

void ContactSystem::set_stress(SystemPoint& point) const {
  point.touches = point.overlap > 0;
  if (!point.touches) {
    point.stress.setZero();
    return;
  }
  const double pressure = penalty_ * point.overlap;
  const double bound = friction_coefficient(friction_, point.slip.norm()) * pressure;
  Eigen::Vector2d traction = -bound / friction_.soft_slip * point.slip;
  const double size = traction.norm();
  if (size > bound) traction *= bound / size;
  point.stress << pressure, traction;
}

void ContactSystem::set_tangent(SystemPoint& point) const {
  point.tangent.setZero();
  if (!point.touches) return;
  const double pressure = penalty_ * point.overlap;
  const double speed = point.slip.norm();
  const double mu = friction_coefficient(friction_, speed);
  const double bound = mu * pressure;
  // Changes of the bound: by the overlap and by the slip.
  const double bound_by_overlap = mu * penalty_;
  Eigen::RowVector2d bound_by_slip = Eigen::RowVector2d::Zero();
  if (speed > 0) {
    bound_by_slip = pressure * friction_slope(friction_, speed) / speed * point.slip.transpose();
  }
  const Eigen::Vector2d reduced = -point.slip / friction_.soft_slip;
  const Eigen::Vector2d trial = bound * reduced;
  // Of the trial traction.
  Eigen::Vector2d by_overlap = bound_by_overlap * reduced;
  Eigen::Matrix2d by_slip =
      -bound / friction_.soft_slip * Eigen::Matrix2d::Identity() + reduced * bound_by_slip;
  const double size = trial.norm();
  if (size > bound) {
    const Eigen::Vector2d direction = trial / size;
    const Eigen::Matrix2d turning =
        bound / size * (Eigen::Matrix2d::Identity() - direction * direction.transpose());
    by_overlap = turning * by_overlap + bound_by_overlap * direction;
    by_slip = turning * by_slip + direction * bound_by_slip;
  }
  point.tangent(0, 0) = penalty_;
  point.tangent.block<2, 1>(1, 0) = by_overlap;
  point.tangent.block<2, 2>(1, 1) = by_slip;
}

void ContactSystem::add_force(const SystemPoint& point, const Eigen::Vector3d& stress,
                              Eigen::VectorXd& f) const {
  const Eigen::Vector3d on_wheel = point.weight * (point.wheel_axes * stress);
  const Eigen::Vector3d on_rail = point.weight * (point.rail_axes * stress);
  for (std::size_t a = point.first_wheel; a < point.first_rail; ++a) {
    f.segment<3>(shares_[a].unknown) += shares_[a].shape * on_wheel;
  }
  for (std::size_t a = point.first_rail; a < point.end; ++a) {
    f.segment<3>(shares_[a].unknown) -= shares_[a].shape * on_rail;
  }
}

void ContactSystem::forces(const Eigen::VectorXd& u, Eigen::VectorXd& f) {
  f.setZero(size());
  set_motions(u);
  for (SystemPoint& point : points_) {
    set_stress(point);
    if (point.touches) add_force(point, point.stress, f);
  }
}

void ContactSystem::displacements(const Eigen::VectorXd& f, Eigen::VectorXd& u) const {
  u.resize(size());
  wheel_.multiply(f.data(), u.data());
  rail_.multiply(f.data() + wheel_.size(), u.data() + wheel_.size());
}

void ContactSystem::residual(const Eigen::VectorXd& u, Eigen::VectorXd& f,
                             Eigen::VectorXd& result) {
  forces(u, f);
  displacements(f, result);
  result = u - result;
}

void ContactSystem::linearise() {
  for (SystemPoint& point : points_) set_tangent(point);
}

void ContactSystem::force_change(const Eigen::VectorXd& v, Eigen::VectorXd& df) const {
  df.setZero(size());
  for (const SystemPoint& point : points_) {
    if (!point.touches) continue;
    add_force(point, point.tangent * motion_of(point, v), df);
  }
}

void ContactSystem::apply(const Eigen::VectorXd& v, Eigen::VectorXd& result) const {
  force_change(v, scratch_);
  displacements(scratch_, result);
  result = v - result;
}

double ContactSystem::self_compliance(const SystemPoint& point) const {
  double sum = 0;
  const auto n_wheel = static_cast<int>(wheel_.size());
  for (std::size_t a = point.first_wheel; a < point.end; ++a) {
    const bool of_wheel = a < point.first_rail;
    const int i = shares_[a].unknown - (of_wheel ? 0 : n_wheel);
    sum += std::abs(shares_[a].shape) *
           (of_wheel ? wheel_ : rail_).matrix().block<3, 3>(i, i).trace() / 3;
  }
  return sum;
}

double ContactSystem::flow_speed(const SystemPoint& point) const {
  double sum = 0;
  for (std::size_t a = point.first_wheel; a < point.first_rail; ++a) {
    sum += std::abs(shares_[a].flow);
  }
  return std::max(sum, 1e-3);
}

void ContactSystem::influence(const std::vector<std::size_t>& points,
                              Eigen::MatrixXd& result) const {
  const auto n = static_cast<Eigen::Index>(points.size());
  result.resize(3 * n, 3 * n);
  Eigen::VectorXd f(size());
  Eigen::VectorXd u;
  for (Eigen::Index j = 0; j < n; ++j) {
    for (int k = 0; k < 3; ++k) {
      f.setZero();
      add_force(points_[points[static_cast<std::size_t>(j)]], Eigen::Vector3d::Unit(k), f);
      displacements(f, u);
      for (Eigen::Index i = 0; i < n; ++i) {
        result.block<3, 1>(3 * i, 3 * j + k) =
            motion_of(points_[points[static_cast<std::size_t>(i)]], u);
      }
    }
  }
}

void ContactSystem::jacobian(Eigen::MatrixXd& result) const {
  const Eigen::Index n = size();
  const Eigen::Index n_wheel = wheel_.size();
  Eigen::MatrixXd stiffness = Eigen::MatrixXd::Zero(n, n);  // df/dU
  for (const SystemPoint& point : points_) {
    if (!point.touches) continue;
    for (std::size_t b = point.first_wheel; b < point.end; ++b) {
      const NodeShare& by = shares_[b];
      const bool of_wheel = b < point.first_rail;
      const Eigen::Matrix3d& axes = of_wheel ? point.wheel_axes : point.rail_axes;
      const double sign = of_wheel ? 1 : -1;
      Eigen::Matrix3d local;  // overlap and slip, by the node's displacement
      local << -sign * by.shape * axes.col(0).transpose(),
          sign * by.flow * axes.rightCols<2>().transpose();
      const Eigen::Matrix3d stress = point.weight * point.tangent * local;
      const Eigen::Matrix3d on_wheel = point.wheel_axes * stress;
      const Eigen::Matrix3d on_rail = -(point.rail_axes * stress);
      for (std::size_t a = point.first_wheel; a < point.end; ++a) {
        stiffness.block<3, 3>(shares_[a].unknown, by.unknown) +=
            shares_[a].shape * (a < point.first_rail ? on_wheel : on_rail);
      }
    }
  }
  // H has no entries between the bodies, and df/dU few in a column.
  result.setIdentity(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = 0; i < n; ++i) {
      const double value = stiffness(i, j);
      if (value == 0) continue;
      if (i < n_wheel) {
        result.col(j).head(n_wheel) -= value * wheel_.matrix().col(i);
      } else {
        result.col(j).tail(n - n_wheel) -= value * rail_.matrix().col(i - n_wheel);
      }
    }
  }
}

}  // namespace tread::differential
