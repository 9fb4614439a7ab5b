#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <vector>

#include "tread/differential/contact_map.hpp"
#include "tread/differential/elastic_contact.hpp"

namespace tread::differential {

/// The condensed system F(U) = U - H f(U) = 0 of one contact problem: displacements of the nodes
/// of faces that may touch, x y z node by node, first the wheel's, then the rail's, each in the
/// axes of its own piece.

/// What a contact point needs while a problem is solved.
struct SystemPoint {
  std::array<int, k_most_face_nodes> wheel_unknowns;  // first of three of a node
  std::array<int, k_most_face_nodes> rail_unknowns;
  std::array<double, k_most_face_nodes> wheel_shape;  // N_a
  std::array<double, k_most_face_nodes> rail_shape;
  std::array<double, k_most_face_nodes> wheel_flow;  // (grad N_a) w, 1/s
  std::array<double, k_most_face_nodes> rail_flow;
  Eigen::Matrix3d wheel_axes;  // columns: normal, along, across the track, in the wheel's axes
  Eigen::Matrix3d rail_axes;   // the same in the rail's
  Eigen::Vector2d rigid_slip;  // m/s
  double gap;                  // m, undeformed
  double weight;               // m2
  int point;                   // number of the point of quadrature
  int pair;                    // number among the pairs it was made of

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

class ContactSystem {
 public:
  ContactSystem(const ElasticPair& bodies, int nodes_per_face);

  /// @param pairs of which those with a gap below `margin` take part; the others are there so that
  ///        the nodes need not change with every problem
  /// @return whether the nodes have changed
  bool set_up(const ContactMap& map, const std::vector<ContactPair>& pairs, double margin,
              const profile::WheelsetMotion& motion, double nominal_radius);

  Eigen::Index size() const { return wheel_.size() + rail_.size(); }
  const GatheredCompliance& wheel() const { return wheel_; }
  const GatheredCompliance& rail() const { return rail_; }
  std::vector<SystemPoint>& points() { return points_; }
  const std::vector<SystemPoint>& points() const { return points_; }

  void set_penalty(double penalty) { penalty_ = penalty; }
  void set_friction(const FrictionState& friction) { friction_ = friction; }
  /// Tractions that stick_slip counts from, Pa, a column a point of quadrature; null: none.
  void set_kept_tractions(const Eigen::Matrix2Xd* tractions) { kept_ = tractions; }

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

  /// Unknowns of nodes on which touching points act, in rising order: the only ones that f depends
  /// on.
  const std::vector<int>& touching_unknowns();
  /// F' of the given unknowns.
  void jacobian(const std::vector<int>& unknowns, Eigen::MatrixXd& result) const;

 private:
  void local_values(const SystemPoint& point, const Eigen::VectorXd& v, double& normal,
                    Eigen::Vector2d& flow) const;
  void set_stress(SystemPoint& point) const;
  void set_tangent(SystemPoint& point) const;
  void add_force(const SystemPoint& point, const Eigen::Vector3d& stress, Eigen::VectorXd& f) const;

  int nodes_per_face_;
  GatheredCompliance wheel_;
  GatheredCompliance rail_;
  std::vector<SystemPoint> points_;
  double penalty_ = 0;
  FrictionState friction_;
  const Eigen::Matrix2Xd* kept_ = nullptr;
  std::vector<int> touching_;
  mutable Eigen::VectorXd scratch_;
};

}  // namespace tread::differential
