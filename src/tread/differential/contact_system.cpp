#include "tread/differential/contact_system.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace tread::differential {
namespace {

double coefficient_of(const FrictionState& friction, double slip) {
  if (const auto* falling = std::get_if<contact::FallingFriction>(&friction.law)) {
    return friction.factor * contact::coefficient(*falling, slip);
  }
  return friction.factor * std::get<contact::CoulombFriction>(friction.law).kinetic_coefficient;
}

double coefficient_slope_of(const FrictionState& friction, double slip) {
  const auto* falling = std::get_if<contact::FallingFriction>(&friction.law);
  return falling == nullptr ? 0 : friction.factor * contact::coefficient_slope(*falling, slip);
}

/// Nodes of the faces of pairs, each once, in rising order.
template <typename FaceOf>
void collect_nodes(const std::vector<ContactPair>& pairs, double margin,
                   const Eigen::MatrixXi& faces, const FaceOf& face_of, std::vector<int>& nodes) {
  nodes.clear();
  int last = -1;
  for (const ContactPair& pair : pairs) {
    const int face = face_of(pair);
    if (!(pair.gap < margin) || face == last) continue;
    last = face;
    for (Eigen::Index a = 0; a < faces.cols(); ++a) nodes.push_back(faces(face, a));
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
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

ContactSystem::ContactSystem(const ElasticPair& bodies, int nodes_per_face)
    : nodes_per_face_(nodes_per_face), wheel_(bodies.wheel), rail_(bodies.rail) {}

bool ContactSystem::set_up(const ContactMap& map, const std::vector<ContactPair>& pairs,
                           double margin, const profile::WheelsetMotion& motion,
                           double nominal_radius) {
  const auto wheel_face = [](const ContactPair& pair) { return pair.on_wheel->face; };
  const auto rail_face = [](const ContactPair& pair) { return pair.on_rail.face; };
  bool changed = false;
  const auto update = [&](GatheredCompliance& body, const Eigen::MatrixXi& faces,
                          const auto& face_of) {
    std::vector<int> nodes;
    collect_nodes(pairs, margin, faces, face_of, nodes);
    if (has_all(body, nodes) && !has_too_many(body, nodes)) return;
    collect_nodes(pairs, std::numeric_limits<double>::infinity(), faces, face_of, nodes);
    body.gather(std::move(nodes));
    changed = true;
  };
  update(wheel_, map.wheel_faces(), wheel_face);
  update(rail_, map.rail_faces(), rail_face);

  const profile::PosedWheel wheel({nominal_radius, 0, 0}, motion.pose);
  const Eigen::Matrix3d to_wheel = wheel.rotation().transpose();
  const Eigen::Vector3d of_contact(motion.velocity.x(), 0, 0);
  points_.clear();
  for (const ContactPair& pair : pairs) {
    if (!(pair.gap < margin)) continue;
    SystemPoint point;
    const Eigen::Vector3d velocity =
        motion.velocity + motion.angular_velocity.cross(pair.position - wheel.centre());
    const Eigen::Vector3d of_wheel = velocity - of_contact;
    const double along = of_wheel.dot(pair.wheel_along);
    const double across = of_wheel.dot(pair.wheel_across);
    for (int a = 0; a < nodes_per_face_; ++a) {
      const auto i = static_cast<std::size_t>(a);
      point.wheel_unknowns[i] = 3 * wheel_.position(map.wheel_faces()(pair.on_wheel->face, a));
      point.rail_unknowns[i] = static_cast<int>(wheel_.size()) +
                               3 * rail_.position(map.rail_faces()(pair.on_rail.face, a));
      point.wheel_shape[i] = pair.on_wheel->shape[i];
      point.rail_shape[i] = pair.on_rail.shape[i];
      point.wheel_flow[i] = along * pair.on_wheel->along[i] + across * pair.on_wheel->across[i];
      point.rail_flow[i] = -of_contact.x() * pair.on_rail.along[i];
    }
    point.rail_axes << pair.normal, Eigen::Vector3d::UnitX(), pair.across;
    point.wheel_axes = to_wheel * point.rail_axes;
    point.rigid_slip = {velocity.x(), velocity.dot(pair.across)};
    point.gap = pair.gap;
    point.weight = pair.weight;
    point.point = pair.point;
    point.pair = static_cast<int>(&pair - pairs.data());
    points_.push_back(point);
  }
  return changed;
}

/// How much nearer the surfaces come along the normal, and what the change of displacements on the
/// way through the contact adds to the slip.
void ContactSystem::local_values(const SystemPoint& point, const Eigen::VectorXd& v, double& normal,
                                 Eigen::Vector2d& flow) const {
  Eigen::Vector3d on_wheel = Eigen::Vector3d::Zero();
  Eigen::Vector3d on_rail = Eigen::Vector3d::Zero();
  Eigen::Vector3d wheel_flow = Eigen::Vector3d::Zero();
  Eigen::Vector3d rail_flow = Eigen::Vector3d::Zero();
  for (std::size_t a = 0; a < static_cast<std::size_t>(nodes_per_face_); ++a) {
    const auto w = v.segment<3>(point.wheel_unknowns[a]);
    const auto r = v.segment<3>(point.rail_unknowns[a]);
    on_wheel += point.wheel_shape[a] * w;
    wheel_flow += point.wheel_flow[a] * w;
    on_rail += point.rail_shape[a] * r;
    rail_flow += point.rail_flow[a] * r;
  }
  normal = point.rail_axes.col(0).dot(on_rail) - point.wheel_axes.col(0).dot(on_wheel);
  flow = point.wheel_axes.rightCols<2>().transpose() * wheel_flow -
         point.rail_axes.rightCols<2>().transpose() * rail_flow;
}

void ContactSystem::set_stress(SystemPoint& point) const {
  point.touches = point.overlap > 0;
  if (!point.touches) {
    point.stress.setZero();
    return;
  }
  const double pressure = penalty_ * point.overlap;
  const double bound = coefficient_of(friction_, point.slip.norm()) * pressure;
  Eigen::Vector2d traction = -bound / friction_.soft_slip * point.slip;
  if (kept_ != nullptr) traction += kept_->col(point.point);
  const double size = traction.norm();
  if (size > bound) traction *= bound / size;
  point.stress << pressure, traction;
}

void ContactSystem::set_tangent(SystemPoint& point) const {
  point.tangent.setZero();
  if (!point.touches) return;
  const double pressure = penalty_ * point.overlap;
  const double speed = point.slip.norm();
  const double mu = coefficient_of(friction_, speed);
  const double bound = mu * pressure;
  // Changes of the bound: by the overlap and by the slip.
  const double bound_by_overlap = mu * penalty_;
  Eigen::RowVector2d bound_by_slip = Eigen::RowVector2d::Zero();
  if (speed > 0) {
    bound_by_slip =
        pressure * coefficient_slope_of(friction_, speed) / speed * point.slip.transpose();
  }
  const Eigen::Vector2d reduced = -point.slip / friction_.soft_slip;
  Eigen::Vector2d trial = bound * reduced;
  if (kept_ != nullptr) trial += kept_->col(point.point);
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
  for (std::size_t a = 0; a < static_cast<std::size_t>(nodes_per_face_); ++a) {
    f.segment<3>(point.wheel_unknowns[a]) += point.wheel_shape[a] * on_wheel;
    f.segment<3>(point.rail_unknowns[a]) -= point.rail_shape[a] * on_rail;
  }
}

void ContactSystem::forces(const Eigen::VectorXd& u, Eigen::VectorXd& f) {
  f.setZero(size());
  for (SystemPoint& point : points_) {
    double nearer = 0;
    Eigen::Vector2d flow;
    local_values(point, u, nearer, flow);
    point.overlap = nearer - point.gap;
    point.slip = point.rigid_slip + flow;
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
    double nearer = 0;
    Eigen::Vector2d flow;
    local_values(point, v, nearer, flow);
    add_force(point, point.tangent * Eigen::Vector3d(nearer, flow.x(), flow.y()), df);
  }
}

void ContactSystem::apply(const Eigen::VectorXd& v, Eigen::VectorXd& result) const {
  force_change(v, scratch_);
  displacements(scratch_, result);
  result = v - result;
}

const std::vector<int>& ContactSystem::touching_unknowns() {
  std::vector<bool> touched(static_cast<std::size_t>(size()), false);
  for (const SystemPoint& point : points_) {
    if (!point.touches) continue;
    for (std::size_t a = 0; a < static_cast<std::size_t>(nodes_per_face_); ++a) {
      touched[static_cast<std::size_t>(point.wheel_unknowns[a])] = true;
      touched[static_cast<std::size_t>(point.rail_unknowns[a])] = true;
    }
  }
  touching_.clear();
  for (int i = 0; i < static_cast<int>(size()); i += 3) {
    if (touched[static_cast<std::size_t>(i)]) touching_.insert(touching_.end(), {i, i + 1, i + 2});
  }
  return touching_;
}

void ContactSystem::jacobian(const std::vector<int>& unknowns, Eigen::MatrixXd& result) const {
  const auto n = static_cast<Eigen::Index>(unknowns.size());
  std::vector<int> position(static_cast<std::size_t>(size()), -1);
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    position[static_cast<std::size_t>(unknowns[i])] = static_cast<int>(i);
  }
  Eigen::MatrixXd stiffness = Eigen::MatrixXd::Zero(n, n);  // df/dU
  const auto add = [&](int row, int column, const Eigen::Matrix3d& block) {
    const int i = position[static_cast<std::size_t>(row)];
    const int j = position[static_cast<std::size_t>(column)];
    if (i >= 0 && j >= 0) stiffness.block<3, 3>(i, j) += block;
  };
  for (const SystemPoint& point : points_) {
    if (!point.touches) continue;
    const auto n_nodes = static_cast<std::size_t>(nodes_per_face_);
    const auto add_columns = [&](int column, const Eigen::Matrix3d& local) {
      const Eigen::Matrix3d stress = point.weight * point.tangent * local;
      const Eigen::Matrix3d on_wheel = point.wheel_axes * stress;
      const Eigen::Matrix3d on_rail = point.rail_axes * stress;
      for (std::size_t a = 0; a < n_nodes; ++a) {
        add(point.wheel_unknowns[a], column, point.wheel_shape[a] * on_wheel);
        add(point.rail_unknowns[a], column, -point.rail_shape[a] * on_rail);
      }
    };
    for (std::size_t a = 0; a < n_nodes; ++a) {
      Eigen::Matrix3d local;  // of overlap and slip, by the node's displacement
      local << -point.wheel_shape[a] * point.wheel_axes.col(0).transpose(),
          point.wheel_flow[a] * point.wheel_axes.rightCols<2>().transpose();
      add_columns(point.wheel_unknowns[a], local);
      local << point.rail_shape[a] * point.rail_axes.col(0).transpose(),
          -point.rail_flow[a] * point.rail_axes.rightCols<2>().transpose();
      add_columns(point.rail_unknowns[a], local);
    }
  }
  // H has no entries between the bodies, and df/dU few in a column.
  Eigen::Index n_wheel = 0;
  while (n_wheel < n && unknowns[static_cast<std::size_t>(n_wheel)] < wheel_.size()) ++n_wheel;
  const auto gathered = [&](const GatheredCompliance& body, Eigen::Index first, Eigen::Index count,
                            Eigen::Index offset) {
    Eigen::MatrixXd part(count, count);
    for (Eigen::Index j = 0; j < count; ++j) {
      for (Eigen::Index i = 0; i < count; ++i) {
        part(i, j) = body.matrix()(unknowns[static_cast<std::size_t>(first + i)] - offset,
                                   unknowns[static_cast<std::size_t>(first + j)] - offset);
      }
    }
    return part;
  };
  const Eigen::MatrixXd of_wheel = gathered(wheel_, 0, n_wheel, 0);
  const Eigen::MatrixXd of_rail = gathered(rail_, n_wheel, n - n_wheel, wheel_.size());
  result.setIdentity(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = 0; i < n; ++i) {
      const double value = stiffness(i, j);
      if (value == 0) continue;
      if (i < n_wheel) {
        result.col(j).head(n_wheel) -= value * of_wheel.col(i);
      } else {
        result.col(j).tail(n - n_wheel) -= value * of_rail.col(i - n_wheel);
      }
    }
  }
}

}  // namespace tread::differential
