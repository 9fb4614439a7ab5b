#include "tread/contact/dense_contact.hpp"

#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"

namespace tread::contact {
namespace {

constexpr int k_max_steps = 25;

}  // namespace

void DenseContact::find_active(const std::vector<double>& h, const std::vector<double>& q,
                               const std::vector<double>& u, double approach) {
  active_.clear();
  for (std::size_t i = 0; i < h.size(); ++i) {
    if (q[i] > 0 || h[i] + u[i] < approach) active_.push_back(static_cast<int>(i));
  }
}

bool DenseContact::factorise(const NormalKernelTable& table, int nx) {
  if (active_ == factored_ && table.shape() == factored_shape_ && nx == factored_nx_) return true;
  const auto n = static_cast<Eigen::Index>(active_.size());
  if (factors_.rows() < n) factors_.resize(n, n);
  auto matrix = factors_.topLeftCorner(n, n);
  for (Eigen::Index column = 0; column < n; ++column) {
    const int x = active_cell(column) % nx;
    const int y = active_cell(column) / nx;
    for (Eigen::Index row = column; row < n; ++row) {
      const int cell = active_cell(row);
      matrix(row, column) = table(std::abs(cell % nx - x), std::abs(cell / nx - y));
    }
  }
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> in_place(matrix);
  if (in_place.info() != Eigen::Success) {
    factored_.clear();
    return false;
  }
  unit_.setOnes(n);
  matrix.triangularView<Eigen::Lower>().solveInPlace(unit_);
  matrix.triangularView<Eigen::Lower>().transpose().solveInPlace(unit_);
  factored_ = active_;
  factored_shape_ = table.shape();
  factored_nx_ = nx;
  return true;
}

/// u = K q by direct sums over the loaded cells, with kernel rows mirrored so that every sum runs
/// over plain memory.
void DenseContact::displace(const NormalKernelTable& table, int nx, int ny,
                            const Eigen::VectorXd& load, std::vector<double>& u) {
  const std::size_t stride = 2 * as_size(nx) - 1;
  if (!(mirrored_shape_ == table.shape()) || mirrored_nx_ != nx || mirrored_ny_ != ny) {
    mirrored_.resize(stride * as_size(ny));
    for (int j = 0; j < ny; ++j) {
      for (int i = -nx + 1; i < nx; ++i) {
        mirrored_[as_size(j) * stride + as_size(i + nx - 1)] = table(std::abs(i), j);
      }
    }
    mirrored_shape_ = table.shape();
    mirrored_nx_ = nx;
    mirrored_ny_ = ny;
  }
  std::fill(u.begin(), u.end(), 0.0);
  for (int j = 0; j < ny; ++j) {
    double* row = u.data() + as_size(j) * as_size(nx);
    for (std::size_t k = 0; k < active_.size(); ++k) {
      const double q = load[static_cast<Eigen::Index>(k)];
      if (q == 0) continue;
      const int cx = active_[k] % nx;
      const int cy = active_[k] / nx;
      const double* kernel =
          mirrored_.data() + as_size(std::abs(j - cy)) * stride + as_size(nx - 1 - cx);
      for (int i = 0; i < nx; ++i) row[i] += q * kernel[i];
    }
  }
}

bool DenseContact::solve(const ActiveSet::Goal& goal, const NormalKernelTable& table,
                         ActiveSet& set) {
  const int nx = set.nx();
  const int ny = set.ny();
  double approach = goal.approach;
  if (goal.force_given) {
    // any cell in contact tells the approach of the first guess
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < set.q.size(); ++i) {
      if (set.q[i] > 0) {
        sum += set.h[i] + set.u[i];
        ++count;
      }
    }
    if (count == 0) return false;
    approach = sum / count;
  }
  for (int step = 0; step < k_max_steps; ++step) {
    find_active(set.h, set.q, set.u, approach);
    if (active_.empty() || active_.size() > k_max_active) return false;
    if (!factorise(table, nx)) return false;
    const auto n = static_cast<Eigen::Index>(active_.size());
    load_.resize(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      load_[k] = -set.h[as_size(active_cell(k))];
    }
    const auto lower = factors_.topLeftCorner(n, n).triangularView<Eigen::Lower>();
    lower.solveInPlace(load_);
    lower.transpose().solveInPlace(load_);
    // q = δ K^-1 1 - K^-1 h
    if (goal.force_given) approach = (goal.total - load_.sum()) / unit_.sum();
    load_ += approach * unit_;
    const bool all_pressing = load_.minCoeff() >= 0;
    load_ = load_.cwiseMax(0.0);
    if (!(load_.sum() > 0)) return false;
    if (goal.force_given && !all_pressing) load_ *= goal.total / load_.sum();
    std::fill(set.q.begin(), set.q.end(), 0.0);
    for (Eigen::Index k = 0; k < n; ++k) {
      set.q[as_size(active_cell(k))] = load_[k];
    }
    displace(table, nx, ny, load_, set.u);
    if (all_pressing) {
      double deepest = 0;
      double highest = 0;
      for (std::size_t i = 0; i < set.q.size(); ++i) {
        if (set.q[i] == 0) deepest = std::max(deepest, approach - set.h[i] - set.u[i]);
        highest = std::max(highest, set.u[i]);
      }
      if (deepest <= 0.5 * goal.tolerance * highest) return true;
    }
  }
  return false;
}

void DenseContact::unit_response(std::vector<double>& y) const {
  std::fill(y.begin(), y.end(), 0.0);
  for (std::size_t k = 0; k < factored_.size(); ++k) {
    y[as_size(factored_[k])] = unit_[static_cast<Eigen::Index>(k)];
  }
}

}  // namespace tread::contact
