#pragma once

#include <Eigen/Core>
#include <Eigen/LU>
#include <vector>

#include "tread/core/solve_status.hpp"
#include "tread/differential/contact_system.hpp"
#include "tread/differential/gmres.hpp"

namespace tread::differential {

/// The same contact problem with tractions for unknowns: a pressure p and two tractions t of every
/// station. Displacements U = H f follow from them, and with them overlap d and slip s. What must
/// hold is that p and t are their own projections,
///
///   p = max(0, p + a (d - p/K))             t = P(t - b (s + (eps V/(mu p)) t)),  |P| <= mu p
///
/// for any a, b > 0: exact for sharp friction (eps = 0) as for a rigid penalty (1/K = 0), where
/// displacements for unknowns make Newton's method overshoot from stick to slip and back.
/// Semismooth Newton; its linear systems by GMRES, with factors of an earlier problem.
class TractionSolver {
 public:
  /// @param tractions of all nodes of the wheel's surface, Pa: p, along, across. The first guess;
  ///        then the solution, or the last iterate
  SolveStatus solve(ContactSystem& system, const NewtonSettings& settings, Observer* observer,
                    Eigen::Matrix3Xd& tractions, ContactCounts& counts);

  double residual() const { return norm_; }  // m
  void forget() { kept_.nodes.clear(); }

 private:
  enum class State { apart, sticks, slips };
  /// What a station is at the iterate, and its row of the Newton matrix: change of residual =
  /// by_stress * change of stress + by_motion * change of (d, slip).
  struct Row {
    State state = State::apart;
    double compliance = 0;  // m/Pa, rough: makes residuals of one kind
    double slip_scale = 0;  // b, Pa s/m
    Eigen::Matrix3d by_stress = Eigen::Matrix3d::Zero();
    Eigen::Matrix3d by_motion = Eigen::Matrix3d::Zero();
  };
  void set_scales(const ContactSystem& system);
  void evaluate(ContactSystem& system, const Eigen::VectorXd& x);
  /// The row of a station, its state included. @return its residual, Pa
  static Eigen::Vector3d set_row(const ContactSystem& system, const SystemPoint& point,
                                 const Eigen::Vector3d& x, Row& row);
  static Eigen::Vector2d set_friction_row(const FrictionState& friction, const SystemPoint& point,
                                          const Eigen::Vector3d& x, Row& row);
  void apply(const ContactSystem& system, const Eigen::VectorXd& v, Eigen::VectorXd& result);
  void factorise(ContactSystem& system, ContactCounts& counts);
  void map_kept(const ContactSystem& system);
  void precondition(const Eigen::VectorXd& r, Eigen::VectorXd& z);

  /// Factors of an earlier problem: its stations by their nodes.
  struct Kept {
    std::vector<int> nodes;
    Eigen::PartialPivLU<Eigen::MatrixXf> lu;
    std::vector<int> positions;  // of its stations among those of the system; -1: none
    Eigen::VectorXf right;
  };
  Kept kept_;

  std::vector<Row> rows_;
  double norm_ = 0;
  Eigen::VectorXd x_, residual_, step_, f_, u_;
  Eigen::VectorXd df_, du_;
  GmresMemory memory_;
};

}  // namespace tread::differential
