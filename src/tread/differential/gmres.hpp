#pragma once

#include <Eigen/Core>
#include <cmath>
#include <vector>

namespace tread::differential {

struct GmresLimits {
  double forcing = 0.01;    // of the first residual: where to stop
  int max_iterations = 20;  // without a restart
};

struct GmresMemory {
  std::vector<Eigen::VectorXd> basis;
  std::vector<Eigen::VectorXd> preconditioned;
  Eigen::MatrixXd hessenberg;
  Eigen::VectorXd right;
  std::vector<double> cosine;
  std::vector<double> sine;
};

/// Solves A x = b roughly, from x = 0: flexible GMRES, preconditioned from the right. Y. Saad,
/// Iterative Methods for Sparse Linear Systems (2003), ch. 9.4.
/// @param times (v, out) is A v; @param roughly (v, out) is close to A^-1 v
/// @return the number of iterations
template <typename Times, typename Roughly>
int gmres(const Times& times, const Roughly& roughly, const Eigen::VectorXd& b,
          const GmresLimits& limits, GmresMemory& memory, Eigen::VectorXd& x) {
  const int most = limits.max_iterations;
  auto& [basis, preconditioned, hessenberg, right, cosine, sine] = memory;
  basis.resize(static_cast<std::size_t>(most) + 1);
  preconditioned.resize(static_cast<std::size_t>(most));
  x.setZero(b.size());
  const double start = b.norm();
  if (!(start > 0)) return 0;
  basis[0] = b / start;
  hessenberg.setZero(most + 1, most);
  right.setZero(most + 1);
  right[0] = start;
  cosine.clear();
  sine.clear();
  int k = 0;
  while (k < most) {
    const auto column = static_cast<std::size_t>(k);
    roughly(basis[column], preconditioned[column]);
    Eigen::VectorXd& next = basis[column + 1];
    times(preconditioned[column], next);
    for (int i = 0; i <= k; ++i) {
      const Eigen::VectorXd& before = basis[static_cast<std::size_t>(i)];
      hessenberg(i, k) = before.dot(next);
      next -= hessenberg(i, k) * before;
    }
    hessenberg(k + 1, k) = next.norm();
    if (hessenberg(k + 1, k) > 0) next /= hessenberg(k + 1, k);
    for (int i = 0; i < k; ++i) {
      const auto j = static_cast<std::size_t>(i);
      const double low = hessenberg(i, k);
      const double high = hessenberg(i + 1, k);
      hessenberg(i, k) = cosine[j] * low + sine[j] * high;
      hessenberg(i + 1, k) = cosine[j] * high - sine[j] * low;
    }
    const double length = std::hypot(hessenberg(k, k), hessenberg(k + 1, k));
    if (!(length > 0) || !std::isfinite(length)) break;
    cosine.push_back(hessenberg(k, k) / length);
    sine.push_back(hessenberg(k + 1, k) / length);
    hessenberg(k, k) = length;
    right[k + 1] = -sine.back() * right[k];
    right[k] *= cosine.back();
    ++k;
    if (std::abs(right[k]) <= limits.forcing * start) break;
  }
  for (int i = k - 1; i >= 0; --i) {
    for (int j = i + 1; j < k; ++j) right[i] -= hessenberg(i, j) * right[j];
    right[i] /= hessenberg(i, i);
    x += right[i] * preconditioned[static_cast<std::size_t>(i)];
  }
  return k;
}

}  // namespace tread::differential
