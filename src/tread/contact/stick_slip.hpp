#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "tread/contact/tangential.hpp"
#include "tread/contact/tangential_operators.hpp"
#include "tread/core/observer.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/core/thread_team.hpp"

namespace tread::contact {

/// Where the particles of a cell were one step before, in cells: one along an axis (the primary
/// one), and up to one along the other, where the field is interpolated linearly.
struct StepBack {
  enum class Axis { none, x, y };  // none: nothing moves, a shift
  Axis axis = Axis::none;
  int ahead = 1;          // +1 or -1 along the primary axis
  double transverse = 0;  // from -1 to 1 along the other
};

/// The tangential problem on one box of cells, in the variables of TangentialKernelShape: lengths
/// in m, and the load q = shear compliance * dx * p instead of the traction, so that u = K q.
///
///   slip    s = w + c + u - u'       w given per cell, c constant (zero, or found from a given Σ
///   q) stick   s = 0,  |q| <= g         slip   q = -g s/|s|
///
/// In a shift, and in a step of transient rolling, u' is known and part of w. In steady rolling u'
/// is u itself where the particles were one step before, so that u - u' = K (q - q moved) is not
/// symmetric.
///
/// Semismooth Newton on q = projection of (q - ρ s) onto the disc |q| <= g. A cell sticks if that
/// point lies within its disc; then both components of its correction are unknown. Else it slips
/// and only the component along the rim is. The linear systems are solved roughly: conjugate
/// gradients where K is symmetric, GMRES in steady rolling, both in single precision (corrections
/// only), with the nearest circulant matrix as preconditioner.
class StickSlip {
 public:
  struct Goal {
    std::array<bool, 2> force_given{false, false};
    std::array<double, 2> total{0, 0};  // Σ q where it is given
    double tolerance = 1e-6;
    int max_iterations = 60;
  };
  struct Outcome {
    SolveStatus status = SolveStatus::converged;
    int steps = 0;             // Newton steps
    int inner_iterations = 0;  // of the linear solver
    double residual = 0;
    std::array<double, 2> offset{0, 0};  // c, m
  };

  void resize(int nx, int ny);
  int nx() const { return nx_; }
  int ny() const { return ny_; }

  std::vector<double> bound;           // g; 0: not in contact
  VectorField<double> rigid;           // w
  VectorField<double> load;            // q: the first guess, then the solution
  std::array<double, 2> offset{0, 0};  // c: the first guess, then the solution
  StepBack step_back;

  Outcome solve(const Goal& goal, TangentialOperators& operators, ThreadTeam& team,
                Observer* observer);

  /// Of the solution: the slip, and which cells stick.
  const VectorField<double>& slip() const { return slip_; }
  const std::vector<CellState>& cells() const { return cells_; }

  /// First-order change of the load at the solution of `solve`, for changes of w and of the bound.
  void solve_response(const Goal& goal, const VectorField<double>& rigid_change,
                      const std::vector<double>& bound_change, VectorField<double>& load_change,
                      TangentialOperators& operators, ThreadTeam& team);

  /// Products with K in either precision since the beginning, each of both components.
  long long n_products() const { return n_products_; }

 private:
  using Sums = std::array<double, 6>;
  template <class RowBody>
  Sums sum_rows(ThreadTeam& team, RowBody&& body);

  void multiply(const VectorField<double>& q, VectorField<double>& result,
                TangentialOperators& operators, ThreadTeam& team);
  void multiply(const VectorField<float>& q, VectorField<float>& result,
                TangentialOperators& operators, ThreadTeam& team);
  template <class Real>
  void subtract_moved(VectorField<Real>& u);
  void balance(const Goal& goal, ThreadTeam& team);
  void classify(const Goal& goal, Outcome& outcome, TangentialOperators& operators,
                ThreadTeam& team);
  void choose_rho(TangentialOperators& operators, ThreadTeam& team);
  void linearise(const Goal& goal, ThreadTeam& team);
  int solve_linear(const Goal& goal, double reduction, TangentialOperators& operators,
                   ThreadTeam& team);
  void tangent_product(const VectorField<float>& v, VectorField<float>& result,
                       TangentialOperators& operators, ThreadTeam& team);
  void precondition(const VectorField<float>& r, VectorField<float>& z,
                    TangentialOperators& operators, ThreadTeam& team);
  void precondition_constrained(const VectorField<float>& r, VectorField<float>& z,
                                TangentialOperators& operators, ThreadTeam& team);
  void sum_ahead(VectorField<float>& z);
  void prepare_constraint(const Goal& goal, TangentialOperators& operators, ThreadTeam& team);
  int conjugate_gradients(double reduction, TangentialOperators& operators, ThreadTeam& team);
  int gmres(double reduction, TangentialOperators& operators, ThreadTeam& team);
  void project(VectorField<float>& v);
  double dot(const VectorField<float>& a, const VectorField<float>& b, ThreadTeam& team);
  void trial_point(double step, ThreadTeam& team);

  int nx_ = 0;
  int ny_ = 0;
  double rho_ = 0;
  double self_ = 0;  // K's own value at a cell, or that of K - K moved
  double largest_bound_ = 0;
  double merit_ = 0;  // what Newton's steps must lower
  long long n_products_ = 0;
  std::vector<double> partials_;
  VectorField<double> displacement_;  // u - u'
  VectorField<double> slip_;
  std::vector<CellState> cells_;
  VectorField<double> start_;  // load before a Newton step
  std::array<double, 2> start_offset_{0, 0};

  // The linear system: unknowns along `rim_` in slip cells
  VectorField<float> rim_;
  std::vector<float> stiffening_;  // κ
  VectorField<float> fixed_;       // part of the correction that is known
  VectorField<float> r_;
  VectorField<float> z_;
  VectorField<float> direction_;
  VectorField<float> k_direction_;
  VectorField<float> x_;
  std::array<double, 2> missing_{0, 0};  // of the given sums, when fixed_ is added
  std::array<double, 2> offset_change_{0, 0};
  std::array<VectorField<float>, 2> constraint_;  // preconditioned constant fields
  std::array<bool, 2> constrained_{false, false};
  std::array<std::array<double, 2>, 2> constraint_inverse_{};
  std::vector<VectorField<float>> basis_;
};

}  // namespace tread::contact
