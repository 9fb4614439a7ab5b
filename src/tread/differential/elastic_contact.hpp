#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "tread/contact/friction.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/observer.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/differential/elastic_piece.hpp"
#include "tread/profile/contact_search.hpp"
#include "tread/profile/wheelset.hpp"

namespace tread::differential {

/// Contact of an elastic wheel with an elastic rail, neither of them a half-space: the condensed
/// system of the differential model.
///
/// Bodies meet at stations x, which are nodes of the wheel (contact_map.hpp). Phi(x) is the nearest
/// point of the rail's profile in the plane across the track, n the normal there that leaves the
/// rail, u_w and u_r the displacements of wheel and rail in x and Phi(x). With g the distance of
/// the undeformed surfaces along n
///
///   d = -g - n . (u_w - u_r)                         overlap of the deformed bodies      (1)
///   p = K max(d, 0)                                  pressure                            (4)
///   s = w_w - w_r + (grad u_w) w_w - (grad u_r) w_r  slip, in the plane across n         (5)
///   t = -mu(|s|, V) p s/max(|s|, eps V)              traction on the wheel               (6)
///   U_w = H_w f_w(U),  U_r = H_r f_r(U)              nodes' displacements                (15)
///
/// w_w and w_r are the velocities of undeformed wheel and rail as seen from the contact, which
/// moves with the wheelset's centre; f the nodes' forces from p n + t through shape functions, on
/// the rail the opposite ones. Geometry is that of the profiles, not of the facets: a facet of 2 mm
/// in a fillet of 13 mm would be 40 um off.
///
/// The paper has one pressure a face, from the overlap at its centre. Twice as many pressures as
/// nodes, between meshes that do not match, scatter by as much as their mean; pressures at nodes do
/// not. (6) as printed has no traction without slip: it is regularised as above, or exact: stick
/// where |t| < mu p, with s = 0 (FrictionKind::stick_slip).
///
/// Frame of all results: the track's, of a RIGHT wheel (profile/wheelset.hpp).

/// Contact where the bodies are not finely meshed: says where.
class LeavesFineZone : public ModelError {
 public:
  using ModelError::ModelError;
};

enum class FrictionKind { regularised, stick_slip };

enum class NewtonMethod {
  bicgstab_differences,  ///< on displacements, matrix-free, derivatives by differences (19)
  bicgstab,              ///< the same with exact directional derivatives
  lu,                    ///< on displacements, the whole Jacobian made anew in every iteration
  tractions,             ///< on tractions (traction_solver.hpp), GMRES with factors that are kept
                         ///< from problem to problem; the only one for stick_slip
};

/// Table 4 of the paper, and what it leaves out.
struct NewtonSettings {
  NewtonMethod method = NewtonMethod::tractions;
  /// Tol, m: of the norm of U - H f(U) (20), or of tractions times the compliance of a station. The
  /// paper's 1e-8 leaves forces so rough that no vehicle comes to rest on them.
  double tolerance = 1e-10;
  int max_iterations = 20;         // MaxitNonlin
  double forcing = 0.01;           // eta, of inexact Newton steps (18)
  int max_linear_iterations = 20;  // MaxitLin
  int max_backtracks = 10;         // of Armijo's rule, per iteration
};

struct ElasticContactSettings {
  double penalty = 1e15;  // K, N/m3
  contact::FrictionLaw friction = contact::CoulombFriction{};
  double speed_reduction = 0;  // s/m: mu(s, V) = mu(s)/(1 + speed_reduction V)
  FrictionKind friction_kind = FrictionKind::regularised;
  /// eps: slip, over the rolling speed, below which traction is less than the bound. Errors of
  /// creep forces are some 1e3 times as large.
  double regularisation = 1e-6;
  double slowest_speed = 0.1;  // m/s: V is not taken smaller
  /// A warning is due when the bodies overlap deformed by more than this share of how much they
  /// do undeformed: the penalty is too small.
  double largest_penetration = 0.05;
  NewtonSettings newton;
  Observer* observer = nullptr;  // may be null: asked whether to stop
};

/// Throws ModelError with value, reason and remedy.
void check(const ElasticContactSettings& settings);

/// A station that touches. Vectors in axes of the track, on the wheel.
struct TouchingPoint {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // on the rail, m, track frame
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();    // leaves the rail
  double pressure = 0;                                 // Pa
  Eigen::Vector3d traction = Eigen::Vector3d::Zero();  // Pa, across the normal
  Eigen::Vector3d slip = Eigen::Vector3d::Zero();      // m/s, of the wheel against the rail
  double weight = 0;                                   // m2
  double overlap = 0;                                  // m, of the undeformed bodies along n
  double penetration = 0;                              // m, of the deformed ones
  double wheel_y = 0;                                  // m, in the profiles
  double rail_y = 0;
  int node = 0;   // of the wheel's fine surface
  int patch = 0;  // number of the part of the contact it belongs to
};

/// How much work there was, since construction.
struct ContactCounts {
  long long problems = 0;
  long long newton = 0;   // iterations
  long long linear = 0;   // iterations of BiCGStab
  long long factors = 0;  // LU factorisations
  long long backtracks = 0;
  long long rescued = 0;           // problems that needed another way than the one asked for
  long long failed = 0;            // problems that did not converge
  long long unknowns = 0;          // sum over problems: displacements of nodes of active faces
  double largest_penetration = 0;  // penetration_share, the largest of problems that converged
};

struct ElasticContactSolution {
  SolveStatus status = SolveStatus::converged;
  std::vector<TouchingPoint> points;
  int n_patches = 0;
  Eigen::Vector3d force = Eigen::Vector3d::Zero();   // on the wheel, N
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  // about the wheelset's centre, N m
  double residual = 0;                               // m, norm of U - H f(U)
  double gap = 0;                // m, least distance of the undeformed bodies; negative: overlap
  double penetration_share = 0;  // largest penetration over the largest overlap
  int n_unknowns = 0;
};

/// The contact of one wheel. Keeps the last solution to start from; what comes out is the same
/// within the tolerance, whatever was asked before.
class ElasticContact {
 public:
  ElasticContact(const profile::WheelRailPair& pair, std::shared_ptr<const ElasticPair> bodies,
                 const ElasticContactSettings& settings);
  ~ElasticContact();
  ElasticContact(ElasticContact&&) noexcept;
  ElasticContact& operator=(ElasticContact&&) noexcept;

  /// Throws LeavesFineZone.
  void evaluate(const profile::WheelsetMotion& motion, ElasticContactSolution& solution);

  /// Forces on the nodes of the fine surfaces at the last solution, N, x y z node by node, in the
  /// axes of each piece: what stresses inside come from.
  Eigen::VectorXd wheel_forces() const;
  Eigen::VectorXd rail_forces() const;

  const ContactCounts& counts() const;
  void start_anew();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tread::differential
