#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "tread/contact/row_sums.hpp"
#include "tread/contact/step_back.hpp"
#include "tread/contact/tangent_system.hpp"
#include "tread/contact/tangential.hpp"
#include "tread/contact/tangential_operators.hpp"
#include "tread/core/observer.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/core/thread_team.hpp"

namespace tread::contact {

/// The tangential problem on one box of cells, in the variables of TangentialKernelShape: lengths
/// in any unit that suits single precision, and the load q = shear compliance * dx * p instead of
/// the traction, so that u = K q.
///
///   slip    s = w + c + u - u'     w given per cell, c constant (zero, or found from a given Σ q)
///   stick   s = 0,  |q| <= g       slip   q = -g s/|s|
///
/// In a shift, and in a step of transient rolling, u' is known and part of w. In steady rolling u'
/// is u itself where the particles were one step before, so that u - u' = K (q - q moved) is not
/// symmetric.
///
/// Semismooth Newton on q = projection of (q - ρ s) onto the disc |q| <= g. A cell sticks if that
/// point lies within its disc; then both components of its correction are unknown. Else it slips
/// and only the component along the rim is. TangentSystem solves for them.
class StickSlip {
 public:
  /// Careful: steps that always come closer, at more cost; for problems that defeat the quick ones.
  enum class Pace { quick, careful };
  struct Goal {
    std::array<bool, 2> force_given{false, false};
    std::array<double, 2> total{0, 0};  // Σ q where it is given
    double tolerance = 1e-6;
    int max_iterations = 60;
    Pace pace = Pace::quick;
  };
  struct Outcome {
    SolveStatus status = SolveStatus::converged;
    int steps = 0;             // Newton steps
    int inner_iterations = 0;  // of the linear solver
    double residual = 0;       // see TangentialSolution
  };

  void resize(int nx, int ny);
  int nx() const { return nx_; }
  int ny() const { return ny_; }

  std::vector<double> bound;           // g; 0: not in contact
  VectorField<double> rigid;           // w
  VectorField<double> known;           // the part of w that is no rigid motion; empty: none
  VectorField<double> load;            // q: the first guess, then the solution
  std::array<double, 2> offset{0, 0};  // c: the first guess, then the solution
  StepBack step_back;

  Outcome solve(const Goal& goal, TangentialOperators& operators, ThreadTeam& team,
                Observer* observer);

  /// Of the solution: the slip, and which cells stick.
  std::array<double, 2> slip(std::size_t cell) const {
    return {slip_.x[cell] + offset[0], slip_.y[cell] + offset[1]};
  }
  CellState state(std::size_t cell) const {
    return bound[cell] <= 0           ? CellState::outside
           : system_.stick[cell] != 0 ? CellState::adhesion
                                      : CellState::slip;
  }

  /// First-order change of the load at the solution of `solve`, for changes of w and of the bound.
  void solve_response(const Goal& goal, const VectorField<double>& rigid_change,
                      const std::vector<double>& bound_change, VectorField<double>& load_change,
                      TangentialOperators& operators, ThreadTeam& team);

  /// Products with K in either precision since the beginning, each of both components.
  long long n_products() const { return n_exact_products_ + system_.n_products(); }

 private:
  void prepare(const TangentialOperators& operators);
  double compliance_at(int i, int j, const TangentialTable& table) const;
  template <class MoveRow>
  void find_slip(TangentialOperators& operators, ThreadTeam& team, MoveRow&& move);
  void move_row(std::size_t begin, std::size_t end, double step);
  void balance(const Goal& goal, ThreadTeam& team);
  double strictness(const Goal& goal, ThreadTeam& team);
  void classify(const Goal& goal, ThreadTeam& team);
  std::array<double, 2> total_load(ThreadTeam& team);
  void set_sums(const Goal& goal, const std::array<double, 2>& total, ThreadTeam& team);

  int nx_ = 0;
  int ny_ = 0;
  double rho_ = 0;
  double merit_ = 0;     // what Newton's steps must lower
  double distance_ = 0;  // largest distance from the projection over the largest load
  double residual_ = 0;
  long long n_exact_products_ = 0;
  RowSums sums_;
  VectorField<double> slip_;   // s - c
  VectorField<double> start_;  // load before a Newton step
  TangentSystem system_;
};

}  // namespace tread::contact
