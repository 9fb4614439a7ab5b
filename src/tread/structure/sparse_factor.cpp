#include "tread/structure/sparse_factor.hpp"

#include <cblas.h>
#include <cholmod.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <vector>

#include "tread/core/as_size.hpp"
#include "tread/structure/elastic_structure.hpp"
#include "tread/structure/matrix_parts.hpp"

namespace tread::structure {
namespace {

/// More right sides than this go through CHOLMOD's own solve (matrix products); fewer are cheaper
/// one by one while a panel of the factor is in the cache.
constexpr Eigen::Index k_few = 4;
constexpr int k_small_panel = 1024;  // entries

/// tread is parallel over cases, not inside a factor; and one thread gives the same bits anywhere.
void use_one_blas_thread() {
  static std::once_flag once;
  std::call_once(once, [] { openblas_set_num_threads(1); });
}

/// The lower half of a part, its unknowns counted from 0.
SparseMatrix lower_half(const SparseMatrix& matrix, const std::vector<int>& part,
                        std::vector<int>& number) {
  int next = 0;
  for (const int unknown : part) number[as_size(unknown)] = next++;
  const auto n = static_cast<Eigen::Index>(part.size());
  SparseMatrix half(n, n);
  std::vector<Eigen::Triplet<double>> entries;
  for (const int column : part) {
    for (SparseMatrix::InnerIterator it(matrix, column); it; ++it) {
      // Zeros may be stored between parts.
      if (it.row() < column || it.value() == 0) continue;
      entries.emplace_back(number[as_size(static_cast<int>(it.row()))], number[as_size(column)],
                           it.value());
    }
  }
  half.setFromTriplets(entries.begin(), entries.end());
  return half;
}

/// CHOLMOD's settings and memory.
class Cholmod {
 public:
  Cholmod() {
    cholmod_start(&common_);
    common_.supernodal = CHOLMOD_SUPERNODAL;
    common_.final_ll = 1;
    common_.nmethods = 1;
    common_.method[0].ordering = CHOLMOD_METIS;
    common_.postorder = 1;
    common_.print = 0;
  }
  ~Cholmod() { cholmod_finish(&common_); }
  Cholmod(const Cholmod&) = delete;
  Cholmod& operator=(const Cholmod&) = delete;
  cholmod_common* operator()() { return &common_; }

 private:
  cholmod_common common_{};
};

cholmod_sparse view_of(const SparseMatrix& lower) {
  cholmod_sparse view{};
  view.nrow = view.ncol = static_cast<std::size_t>(lower.rows());
  view.nzmax = static_cast<std::size_t>(lower.nonZeros());
  view.p = const_cast<int*>(lower.outerIndexPtr());
  view.i = const_cast<int*>(lower.innerIndexPtr());
  view.x = const_cast<double*>(lower.valuePtr());
  view.stype = -1;
  view.itype = CHOLMOD_INT;
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = 1;
  view.packed = 1;
  return view;
}

/// One factor and all the parts that share it.
class SharedFactor {
 public:
  SharedFactor(SparseMatrix lower, std::vector<int> unknowns) : lower_(std::move(lower)) {
    parts_.push_back(std::move(unknowns));
    cholmod_sparse view = view_of(lower_);
    factor_ = cholmod_analyze(&view, cholmod_());
    if (factor_) cholmod_factorize(&view, factor_, cholmod_());
    if (cholmod_()->status == CHOLMOD_OUT_OF_MEMORY || !factor_) {
      throw ModelError(
          fmt::format("there is not enough memory to factorise a matrix of {} unknowns: take a "
                      "coarser mesh, or "
                      "modes",
                      lower_.rows()));
    }
    if (cholmod_()->status == CHOLMOD_NOT_POSDEF) refuse();
    look_at_pivots();
  }
  ~SharedFactor() { cholmod_free_factor(&factor_, cholmod_()); }
  SharedFactor(const SharedFactor&) = delete;
  SharedFactor& operator=(const SharedFactor&) = delete;

  bool is_for(const SparseMatrix& lower) const { return are_equal(lower_, lower); }
  void share(std::vector<int> unknowns) { parts_.push_back(std::move(unknowns)); }
  /// Frees what only comparing needs.
  void forget_matrix() { lower_ = SparseMatrix(lower_.rows(), lower_.rows()); }
  long long n_nonzeros() const { return static_cast<long long>(factor_->xsize); }
  const SparseFactor::Pivot& weakest() const { return weakest_; }

  /// Takes its parts of the right sides and puts in their solutions. Where nothing acts nothing
  /// moves: a part whose right side is zero costs no time.
  void solve(const Eigen::MatrixXd& right, Eigen::MatrixXd& solution) {
    loaded_.clear();
    for (const std::vector<int>& part : parts_) {
      for (Eigen::Index c = 0; c < right.cols(); ++c) {
        if (is_zero(part, right.col(c).data())) {
          for (const int unknown : part) solution(unknown, c) = 0;
        } else {
          loaded_.push_back({part.data(), c});
        }
      }
    }
    if (loaded_.empty()) return;
    const auto n = static_cast<Eigen::Index>(factor_->n);
    const int* order = static_cast<const int*>(factor_->Perm);
    work_.resize(n, static_cast<Eigen::Index>(loaded_.size()));
    for (Eigen::Index k = 0; k < work_.cols(); ++k) {
      const auto& [unknown, column] = loaded_[static_cast<std::size_t>(k)];
      double* to = work_.col(k).data();
      const double* from = right.col(column).data();
      for (Eigen::Index i = 0; i < n; ++i) to[i] = from[unknown[order[i]]];
    }
    work_.cols() <= k_few ? substitute_few() : substitute_many();
    for (Eigen::Index k = 0; k < work_.cols(); ++k) {
      const auto& [unknown, column] = loaded_[static_cast<std::size_t>(k)];
      const double* from = work_.col(k).data();
      double* to = solution.col(column).data();
      for (Eigen::Index i = 0; i < n; ++i) to[unknown[order[i]]] = from[i];
    }
  }

 private:
  [[noreturn]] void refuse() {
    const int* order = static_cast<const int*>(factor_->Perm);
    const int unknown = parts_.front()[as_size(order[factor_->minor])];
    cholmod_free_factor(&factor_, cholmod_());
    throw NotPositiveDefinite(
        fmt::format("the matrix is not positive definite at unknown {}", unknown + 1), unknown);
  }

  void look_at_pivots() {
    inverse_pivots_.resize(static_cast<Eigen::Index>(factor_->n));
    const int* order = static_cast<const int*>(factor_->Perm);
    for (std::size_t i = 0; i < factor_->nsuper; ++i) {
      const Panel p = panel(i);
      for (int k = 0; k < p.n_columns; ++k) {
        const double pivot = p.values[static_cast<std::ptrdiff_t>(k) * (p.leading + 1)];
        inverse_pivots_(p.first + k) = 1 / pivot;
        const int unknown = order[p.first + k];
        const double ratio = pivot * pivot / lower_.coeff(unknown, unknown);
        if (ratio < weakest_.ratio) weakest_ = {ratio, parts_.front()[as_size(unknown)]};
      }
    }
  }

  static bool is_zero(const std::vector<int>& part, const double* column) {
    return std::none_of(part.begin(), part.end(),
                        [&](int unknown) { return column[unknown] != 0; });
  }

  /// A right side of a part.
  struct Loaded {
    const int* unknowns;
    Eigen::Index column;
  };

  /// A supernode: columns with the same rows below, stored as one dense panel.
  struct Panel {
    int first;  // column
    int n_columns;
    int n_below;
    int leading;  // rows of the panel
    const double* values;
    const int* rows_below;
    bool is_small() const { return leading * n_columns <= k_small_panel; }
  };
  Panel panel(std::size_t i) const {
    const int* super = static_cast<const int*>(factor_->super);
    const int* row_starts = static_cast<const int*>(factor_->pi);
    const int* px = static_cast<const int*>(factor_->px);
    const int* rows = static_cast<const int*>(factor_->s);
    const double* values = static_cast<const double*>(factor_->x);
    const int n_columns = super[i + 1] - super[i];
    const int n_rows = row_starts[i + 1] - row_starts[i];
    return {super[i], n_columns,      n_rows - n_columns,
            n_rows,   values + px[i], rows + row_starts[i] + n_columns};
  }

  void substitute_few() {
    below_.resize(static_cast<Eigen::Index>(factor_->maxesize) + 1);
    for (std::size_t i = 0; i < factor_->nsuper; ++i) {
      const Panel p = panel(i);
      for (Eigen::Index c = 0; c < work_.cols(); ++c) {
        p.is_small() ? forward_small(p, work_.col(c).data()) : forward(p, work_.col(c).data());
      }
    }
    for (std::size_t i = factor_->nsuper; i-- > 0;) {
      const Panel p = panel(i);
      for (Eigen::Index c = 0; c < work_.cols(); ++c) {
        p.is_small() ? backward_small(p, work_.col(c).data()) : backward(p, work_.col(c).data());
      }
    }
  }

  void forward(const Panel& p, double* x) {
    cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, p.n_columns, p.values,
                p.leading, x + p.first, 1);
    if (p.n_below == 0) return;
    cblas_dgemv(CblasColMajor, CblasNoTrans, p.n_below, p.n_columns, 1, p.values + p.n_columns,
                p.leading, x + p.first, 1, 0, below_.data(), 1);
    for (int k = 0; k < p.n_below; ++k) x[p.rows_below[k]] -= below_(k);
  }

  void backward(const Panel& p, double* x) {
    for (int k = 0; k < p.n_below; ++k) below_(k) = x[p.rows_below[k]];
    if (p.n_below > 0) {
      cblas_dgemv(CblasColMajor, CblasTrans, p.n_below, p.n_columns, -1, p.values + p.n_columns,
                  p.leading, below_.data(), 1, 1, x + p.first, 1);
    }
    cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, p.n_columns, p.values,
                p.leading, x + p.first, 1);
  }

  // Calls of the library cost more than a small panel does, and take a lock that all threads share.

  void forward_small(const Panel& p, double* x) {
    double* own = x + p.first;
    std::fill_n(below_.data(), p.n_below, 0.0);
    for (int j = 0; j < p.n_columns; ++j) {
      const double* column = p.values + static_cast<std::ptrdiff_t>(j) * p.leading;
      const double value = own[j] * inverse_pivots_(p.first + j);
      own[j] = value;
      for (int i = j + 1; i < p.n_columns; ++i) own[i] -= column[i] * value;
      const double* lower = column + p.n_columns;
      for (int k = 0; k < p.n_below; ++k) below_.data()[k] += lower[k] * value;
    }
    for (int k = 0; k < p.n_below; ++k) x[p.rows_below[k]] -= below_.data()[k];
  }

  void backward_small(const Panel& p, double* x) {
    double* own = x + p.first;
    for (int k = 0; k < p.n_below; ++k) below_.data()[k] = x[p.rows_below[k]];
    const Eigen::Map<const Eigen::VectorXd> below(below_.data(), p.n_below);
    for (int j = p.n_columns; j-- > 0;) {
      const double* column = p.values + static_cast<std::ptrdiff_t>(j) * p.leading;
      const int n_right = p.n_columns - j - 1;
      const double sum =
          Eigen::Map<const Eigen::VectorXd>(column + p.n_columns, p.n_below).dot(below) +
          Eigen::Map<const Eigen::VectorXd>(column + j + 1, n_right)
              .dot(Eigen::Map<const Eigen::VectorXd>(own + j + 1, n_right));
      own[j] = (own[j] - sum) * inverse_pivots_(p.first + j);
    }
  }

  void substitute_many() {
    cholmod_dense view{};
    view.nrow = static_cast<std::size_t>(work_.rows());
    view.ncol = static_cast<std::size_t>(work_.cols());
    view.d = view.nrow;
    view.nzmax = view.nrow * view.ncol;
    view.x = work_.data();
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    for (const int system : {CHOLMOD_L, CHOLMOD_Lt}) {  // the order is applied already
      cholmod_dense* result = cholmod_solve(system, factor_, &view, cholmod_());
      if (!result) throw ModelError("there is not enough memory to solve with many right sides");
      const auto* values = static_cast<const double*>(result->x);
      std::copy(values, values + view.nzmax, work_.data());
      cholmod_free_dense(&result, cholmod_());
    }
  }

  Cholmod cholmod_;
  SparseMatrix lower_;
  std::vector<std::vector<int>> parts_;
  cholmod_factor* factor_ = nullptr;
  SparseFactor::Pivot weakest_;
  std::vector<Loaded> loaded_;
  Eigen::MatrixXd work_;
  Eigen::VectorXd below_;
  Eigen::VectorXd inverse_pivots_;  // a division takes as long as a small panel
};

}  // namespace

struct SparseFactor::Impl {
  int size = 0;
  int n_parts = 0;
  std::vector<std::unique_ptr<SharedFactor>> factors;
};

SparseFactor::SparseFactor() : impl_(std::make_unique<Impl>()) {}
SparseFactor::~SparseFactor() = default;
SparseFactor::SparseFactor(SparseFactor&&) noexcept = default;
SparseFactor& SparseFactor::operator=(SparseFactor&&) noexcept = default;

SparseFactor::SparseFactor(const SparseMatrix& matrix) : SparseFactor() {
  use_one_blas_thread();
  impl_->size = static_cast<int>(matrix.rows());
  std::vector<int> number(as_size(impl_->size));
  for (std::vector<int>& part : connected_parts({&matrix})) {
    ++impl_->n_parts;
    SparseMatrix lower = lower_half(matrix, part, number);
    const auto found = std::find_if(impl_->factors.begin(), impl_->factors.end(),
                                    [&](const auto& factor) { return factor->is_for(lower); });
    if (found != impl_->factors.end()) {
      (*found)->share(std::move(part));
    } else {
      impl_->factors.push_back(std::make_unique<SharedFactor>(std::move(lower), std::move(part)));
    }
  }
  for (const auto& factor : impl_->factors) factor->forget_matrix();
}

int SparseFactor::size() const { return impl_->size; }
int SparseFactor::n_parts() const { return impl_->n_parts; }
int SparseFactor::n_factors() const { return static_cast<int>(impl_->factors.size()); }

long long SparseFactor::n_nonzeros() const {
  long long n = 0;
  for (const auto& factor : impl_->factors) n += factor->n_nonzeros();
  return n;
}

SparseFactor::Pivot SparseFactor::weakest_pivot() const {
  Pivot weakest;
  for (const auto& factor : impl_->factors) {
    if (factor->weakest().ratio < weakest.ratio) weakest = factor->weakest();
  }
  return weakest;
}

Eigen::MatrixXd SparseFactor::solve_all(const Eigen::MatrixXd& right) const {
  Eigen::MatrixXd solution(right.rows(), right.cols());
  for (const auto& factor : impl_->factors) factor->solve(right, solution);
  return solution;
}

Eigen::VectorXd SparseFactor::solve(const Eigen::VectorXd& right) const { return solve_all(right); }

}  // namespace tread::structure
