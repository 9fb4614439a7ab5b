#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <span>
#include <vector>

#include "tread/differential/contact_map.hpp"
#include "tread/differential/elastic_contact.hpp"

namespace tread::differential {

/// The condensed system F(U) = U - H f(U) = 0 of one contact problem: displacements of the nodes
/// of faces that may touch, x y z node by node, first the wheel's, then the rail's, each in the
/// axes of its own piece.

/// What a node's displacement has to do with a contact point.
struct NodeShare {
  int unknown = 0;   // first of the node's three
  double shape = 0;  // of its displacement
  double flow = 0;   // of the change of displacement that flows by, 1/s
};

/// A station while a problem is solved.
struct SystemPoint {
  std::size_t first_wheel = 0;  // shares: of the wheel, then of the rail
  std::size_t first_rail = 0;
  std::size_t end = 0;
  Eigen::Matrix3d wheel_axes;  // columns: normal, along, across the track, in the wheel's axes
  Eigen::Matrix3d rail_axes;   // the same in the rail's
  Eigen::Vector2d rigid_slip;  // m/s
  double gap = 0;              // m, undeformed
  double weight = 0;           // m2
  int node = 0;                // of the wheel's surface
  int station = 0;             // number among those it was made of

  double overlap = 0;                                 // d, m
  Eigen::Vector3d stress = Eigen::Vector3d::Zero();   // pressure and tractions on the wheel, Pa
  Eigen::Vector2d slip = Eigen::Vector2d::Zero();     // m/s
  Eigen::Matrix3d tangent = Eigen::Matrix3d::Zero();  // of stress by d and slip
  bool touches = false;
};

/// H of the nodes of one body that take part, gathered from that of all.
class GatheredCompliance {
 public:
  GatheredCompliance() = default;
  explicit GatheredCompliance(const ElasticPiece& piece);

  const std::vector<int>& nodes() const { return nodes_; }
  int position(int node) const { return position_[static_cast<std::size_t>(node)]; }  // -1: none
  Eigen::Index size() const { return 3 * static_cast<Eigen::Index>(nodes_.size()); }
  const Eigen::MatrixXd& matrix() const { return matrix_; }

  /// @param nodes in rising order
  void gather(std::vector<int> nodes);
  /// u = H f; columns whose force is zero are passed over.
  void multiply(const double* f, double* u) const;

 private:
  const Eigen::MatrixXd* all_ = nullptr;
  std::vector<int> nodes_;
  std::vector<int> position_;
  Eigen::MatrixXd matrix_;
};

struct FrictionState {
  contact::FrictionLaw law;
  double factor = 1;     // of the coefficient
  double soft_slip = 0;  // eps V, m/s
};

double friction_coefficient(const FrictionState& friction, double slip);
double friction_slope(const FrictionState& friction, double slip);  // by the slip, s/m

class ContactSystem {
 public:
  explicit ContactSystem(const ElasticPair& bodies);

  /// @param stations of which those with a gap below `margin` take part; the others are there so
  ///        that the nodes need not change with every problem
  void set_up(std::span<const Station> stations, double margin,
              const profile::WheelsetMotion& motion, double nominal_radius);

  Eigen::Index size() const { return wheel_.size() + rail_.size(); }
  const GatheredCompliance& wheel() const { return wheel_; }
  const GatheredCompliance& rail() const { return rail_; }
  std::vector<SystemPoint>& points() { return points_; }
  const std::vector<SystemPoint>& points() const { return points_; }

  void set_penalty(double penalty) { penalty_ = penalty; }
  double penalty() const { return penalty_; }
  void set_friction(const FrictionState& friction) { friction_ = friction; }
  const FrictionState& friction() const { return friction_; }

  /// Overlaps and slips of all points at displacements of the nodes.
  void set_motions(const Eigen::VectorXd& u);
  /// What displacements of the nodes add to overlap and slip of a point.
  Eigen::Vector3d motion_of(const SystemPoint& point, const Eigen::VectorXd& u) const;
  /// Adds what stresses on a point are on the nodes.
  void add_force(const SystemPoint& point, const Eigen::Vector3d& stress, Eigen::VectorXd& f) const;
  /// Overlap and slip of points, by stresses on them.
  void influence(const std::vector<std::size_t>& points, Eigen::MatrixXd& result) const;
  /// Rough scales of a point: displacement of its nodes under a force, m/N; slip by displacement,
  /// 1/s.
  double self_compliance(const SystemPoint& point) const;
  double flow_speed(const SystemPoint& point) const;

  /// Stresses of all points, and what they are on the nodes, f(U).
  void forces(const Eigen::VectorXd& u, Eigen::VectorXd& f);
  /// H f
  void displacements(const Eigen::VectorXd& f, Eigen::VectorXd& u) const;
  /// F(U), leaving f(U).
  void residual(const Eigen::VectorXd& u, Eigen::VectorXd& f, Eigen::VectorXd& result);

  /// Derivatives of the stresses where forces() was asked last.
  void linearise();
  /// (df/dU) v of the last linearise()
  void force_change(const Eigen::VectorXd& v, Eigen::VectorXd& df) const;
  /// F'(U) v = v - H (df/dU) v
  void apply(const Eigen::VectorXd& v, Eigen::VectorXd& result) const;

  /// F'(U) as a matrix.
  void jacobian(Eigen::MatrixXd& result) const;

 private:
  void set_stress(SystemPoint& point) const;
  void set_tangent(SystemPoint& point) const;
  void gather(std::span<const Station> stations, double margin, std::vector<Share> Station::*shares,
              GatheredCompliance& body);

  GatheredCompliance wheel_;
  GatheredCompliance rail_;
  std::vector<SystemPoint> points_;
  std::vector<NodeShare> shares_;
  double penalty_ = 0;
  FrictionState friction_;
  mutable Eigen::VectorXd scratch_;
};

}  // namespace tread::differential
