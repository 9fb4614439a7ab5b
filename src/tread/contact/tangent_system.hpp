#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "tread/contact/row_sums.hpp"
#include "tread/contact/step_back.hpp"
#include "tread/contact/tangential_operators.hpp"
#include "tread/contact/vector_field.hpp"
#include "tread/core/thread_team.hpp"

namespace tread::contact {

/// The linear system of one Newton step of the tangential problem, on a box of cells.
///
/// Of the correction d of the load both components are unknown in a cell that sticks, only the one
/// along the rim of its disc, t, in a cell that slips, and none outside:
///
///   d = fixed + x     x in the span of the unknowns
///   stick  (D d + c) = r          slip  t·(D d + c + κ x) = t·r        Σ x = m
///
/// D = K in a shift, K minus K moved in steady rolling; the last line, with its constant c, only in
/// directions where the sum is asked for.
///
/// Solved roughly, in single precision: conjugate gradients where D is symmetric, GMRES where it is
/// not. Preconditioner: the nearest circulant matrix on the cells that stick (in steady rolling
/// followed by the inverse of "minus moved", a sum from the leading edge), a cell's own compliance
/// where it slips.
class TangentSystem {
 public:
  void resize(int nx, int ny);

  StepBack step_back;
  double self = 1;  // D's own value at a cell

  std::vector<float> stick;       // 1 where a cell sticks, else 0
  VectorField<float> rim;         // t where it slips, else 0
  std::vector<float> stiffening;  // κ where it slips, else 0
  VectorField<float> fixed;       // zero but where it slips
  VectorField<float> r;           // used up by solve(); zero outside
  std::array<bool, 2> sum_given{false, false};
  std::array<double, 2> sum{0, 0};  // m

  /// Until the residual has fallen by `reduction`; returns the number of iterations.
  int solve(double reduction, TangentialOperators& operators, ThreadTeam& team);

  const VectorField<float>& correction() const { return x_; }      // d
  const std::array<double, 2>& offset() const { return offset_; }  // c

  long long n_products() const { return n_products_; }

 private:
  using Weights = std::array<float, 2>;

  void find_rows(ThreadTeam& team);
  void invert_slip(ThreadTeam& team);
  template <class ReadRow, class WriteRow>
  void multiply(TangentialOperators& operators, ThreadTeam& team, ReadRow&& read, WriteRow&& write);
  template <class ReadRow, class WriteRow>
  void invert(const VectorField<float>& v, TangentialOperators& operators, ThreadTeam& team,
              ReadRow&& read, WriteRow&& write);
  void start(TangentialOperators& operators, ThreadTeam& team);
  void prepare_sums(TangentialOperators& operators, ThreadTeam& team);
  Weights weights_of(double x, double y) const;
  void find_gram(ThreadTeam& team);
  std::array<double, 2> fit_constant(double x, double y) const;
  std::array<double, 2> remove_constant(VectorField<float>& v, ThreadTeam& team);
  void remove_constant(const Weights& constant);
  int conjugate_gradients(double reduction, TangentialOperators& operators, ThreadTeam& team);
  int gmres(double reduction, TangentialOperators& operators, ThreadTeam& team);
  void precondition(const VectorField<float>& v, TangentialOperators& operators, ThreadTeam& team);
  void sum_ahead(VectorField<float>& z);
  std::array<double, 2> sum_of(const VectorField<float>& v, ThreadTeam& team);
  double norm(const VectorField<float>& v, ThreadTeam& team);
  VectorField<float>& basis(int k);

  int nx_ = 0;
  int ny_ = 0;
  long long n_products_ = 0;
  RowSums sums_;
  std::vector<unsigned char> row_sticks_;  // any cell of the row
  std::vector<unsigned char> row_in_use_;
  std::vector<float> own_;  // 1/(self + κ) where a cell slips, else 0
  VectorField<float> z_;
  VectorField<float> direction_;
  VectorField<float> k_direction_;
  VectorField<float> x_;
  std::array<double, 2> offset_{0, 0};
  std::array<bool, 2> constrained_{false, false};  // sums that are given and can be met
  std::array<VectorField<float>, 2> constant_;     // preconditioned constant fields
  std::array<std::array<double, 2>, 2> constant_inverse_{};
  std::array<std::array<double, 2>, 2> gram_inverse_{};  // of constants on the unknowns
  std::vector<VectorField<float>> basis_;
  std::vector<double> triangle_;  // of GMRES, column by column
};

}  // namespace tread::contact
