#include "tread/contact/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tread/contact/tell_iteration.hpp"
#include "tread/core/as_size.hpp"

namespace tread::contact {
namespace {

/// Inner iterations of one active-set step: beyond that the active set is better updated first.
constexpr int k_max_inner = 12;
/// An inner solve need not go below this part of the tolerance.
constexpr double k_inner_floor = 0.9;
/// Steps without a better residual after which the iteration is given up.
constexpr int k_active_set_patience = 15;
/// Up to this many cells their direct sum costs less than a fast product.
constexpr double k_few_cells = 24;
/// The inner iteration knows the mean square of its residual, the goal is for the largest: their
/// typical ratio.
constexpr double k_max_over_rms = 3;

}  // namespace

void ActiveSet::resize(int nx, int ny) {
  nx_ = nx;
  ny_ = ny;
  const std::size_t n = as_size(nx) * as_size(ny);
  for (std::vector<double>* field : {&h, &q, &u}) field->resize(n);
  for (std::vector<float>* field : {&active_, &r_, &z_, &direction_, &k_direction_, &x_, &k_x_}) {
    field->resize(n);
  }
  partials_.resize(as_size(ny) * k_partials);
}

template <class RowBody>
void ActiveSet::for_rows(ThreadTeam& team, RowBody&& body) {
  team.for_ranges(ny_, [&](int begin, int end, int) {
    for (int j = begin; j < end; ++j) body(j, as_size(j) * as_size(nx_));
  });
}

double ActiveSet::sum_of(std::size_t which) const {
  double sum = 0;
  for (int j = 0; j < ny_; ++j) sum += partials_[as_size(j) * k_partials + which];
  return sum;
}

double ActiveSet::max_of(std::size_t which) const {
  double largest = 0;
  for (int j = 0; j < ny_; ++j) {
    largest = std::max(largest, partials_[as_size(j) * k_partials + which]);
  }
  return largest;
}

void ActiveSet::compute_displacement(BoxOperators& operators, ThreadTeam& team) {
  operators.exact_product().apply(
      team,
      [&](int j, double* row) {
        return halfspace::copy_row(q.data() + as_size(j) * as_size(nx_), nx_, row);
      },
      [&](int j, const double* row) {
        std::copy_n(row, nx_, u.data() + as_size(j) * as_size(nx_));
      });
}

void ActiveSet::find_active(const Goal& goal, Outcome& outcome, ThreadTeam& team) {
  if (goal.force_given) {
    // The approach that balances the gap over the contact: its mean there.
    for_rows(team, [&](int j, std::size_t row) {
      double sum = 0;
      double count = 0;
      for (std::size_t i = row; i < row + as_size(nx_); ++i) {
        if (q[i] > 0) {
          sum += h[i] + u[i];
          count += 1;
        }
      }
      partial(j, 0) = sum;
      partial(j, 1) = count;
    });
    const double count = sum_of(1);
    outcome.approach = sum_of(0) / count;
  } else {
    outcome.approach = goal.approach;
  }
  const double approach = outcome.approach;
  for_rows(team, [&](int j, std::size_t row) {
    double worst = 0;
    double highest = 0;
    double sum = 0;
    double count = 0;
    for (std::size_t i = row; i < row + as_size(nx_); ++i) {
      const double gap = h[i] + u[i] - approach;
      const bool active = q[i] > 0 || gap < 0;
      const double r = active ? -gap : 0.0;
      active_[i] = active ? 1.0f : 0.0f;
      r_[i] = static_cast<float>(r);
      worst = std::max(worst, std::abs(r));
      highest = std::max(highest, u[i]);
      sum += r;
      count += active ? 1 : 0;
    }
    partial(j, 0) = worst;
    partial(j, 1) = highest;
    partial(j, 2) = sum;
    partial(j, 3) = count;
  });
  const double worst = max_of(0);
  const double highest = max_of(1);
  residual_sum_ = sum_of(2);
  n_active_ = static_cast<std::size_t>(sum_of(3));
  outcome.residual = worst == 0 ? 0 : highest > 0 ? worst / highest : 1;
}

ActiveSet::Outcome ActiveSet::assess(const Goal& goal, ThreadTeam& team) {
  Outcome outcome;
  find_active(goal, outcome, team);
  return outcome;
}

ActiveSet::Outcome ActiveSet::solve(const Goal& goal, BoxOperators& operators, ThreadTeam& team,
                                    Observer* observer) {
  Outcome outcome;
  double best = std::numeric_limits<double>::infinity();
  int since_best = 0;
  for (int iteration = 0;; ++iteration) {
    find_active(goal, outcome, team);
    if (outcome.residual <= goal.tolerance) {
      outcome.status = SolveStatus::converged;
      return outcome;
    }
    if (observer != nullptr && observer->stop_requested()) {
      outcome.status = SolveStatus::stopped;
      return outcome;
    }
    if (observer != nullptr) {
      tell_iteration(*observer, "pressures", outcome.residual, goal.tolerance, iteration);
    }
    since_best = outcome.residual < 0.9 * best ? 0 : since_best + 1;
    best = std::min(best, outcome.residual);
    if (since_best == k_active_set_patience) {
      outcome.status = SolveStatus::stalled;
      return outcome;
    }
    if (iteration == goal.max_iterations) {
      outcome.status = SolveStatus::max_iterations;
      return outcome;
    }
    const double highest = max_of(1);
    const double target =
        std::max(goal.inner_reduction * outcome.residual, k_inner_floor * goal.tolerance);
    const double target_rms = highest > 0 ? target * highest / k_max_over_rms : 0;
    outcome.inner_iterations +=
        conjugate_gradients(goal.force_given, target_rms, k_max_inner, operators, team);
    correct(goal, operators, team);
    ++outcome.steps;
  }
}

/// On the active cells: K x = r for r as it stands. With the force given, K x = r + const and Σ x =
/// 0: the constant is the change of the approach, and both r and the preconditioned residual are
/// kept free of their means.
int ActiveSet::conjugate_gradients(bool force_given, double target_rms, int max_iterations,
                                   BoxOperators& operators, ThreadTeam& team) {
  const auto width = as_size(nx_);
  const double n = static_cast<double>(n_active_);
  const double target_squares = target_rms * target_rms * n;
  halfspace::Convolution<float>& product = operators.product();
  halfspace::Convolution<float>& inverse = operators.inverse();

  float r_shift = force_given ? static_cast<float>(residual_sum_ / n) : 0.0f;
  float step = 0;
  double rz = 0;
  float z_shift = 0;
  double r_squares = -1;  // not known before the first pass
  std::fill(x_.begin(), x_.end(), 0.0f);
  std::fill(k_x_.begin(), k_x_.end(), 0.0f);

  // x += step d, K x += step K d, r -= step K d + shift: the update that ends every step.
  const auto advance_row = [&](std::size_t row) {
    for (std::size_t i = row; i < row + width; ++i) {
      x_[i] += step * direction_[i];
      k_x_[i] += step * k_direction_[i];
      r_[i] -= active_[i] * (step * k_direction_[i] + r_shift);
    }
  };

  float mix = 0;
  for (int iteration = 0;; ++iteration) {
    inverse.apply(
        team,
        [&](int j, float* buffer) {
          const std::size_t row = as_size(j) * width;
          if (iteration == 0) {
            for (std::size_t i = row; i < row + width; ++i) r_[i] -= active_[i] * r_shift;
          } else {
            advance_row(row);
          }
          std::copy_n(r_.data() + row, width, buffer);
          return true;
        },
        [&](int j, const float* buffer) {
          const std::size_t row = as_size(j) * width;
          float* z = z_.data() + row;
          const float* r = r_.data() + row;
          const float* active = active_.data() + row;
          float dot = 0;
          float sum = 0;
          float squares = 0;
#pragma omp simd reduction(+ : dot, sum, squares)
          for (std::size_t i = 0; i < width; ++i) {
            z[i] = active[i] * buffer[i];
            dot += r[i] * z[i];
            sum += z[i];
            squares += r[i] * r[i];
          }
          partial(j, 0) = dot;
          partial(j, 1) = sum;
          partial(j, 2) = squares;
        });
    const double rz_before = rz;
    rz = sum_of(0);
    z_shift = force_given ? static_cast<float>(sum_of(1) / n) : 0.0f;
    r_squares = sum_of(2);
    mix = iteration == 0 ? 0.0f : static_cast<float>(rz / rz_before);

    product.apply(
        team,
        [&](int j, float* buffer) {
          const std::size_t row = as_size(j) * width;
          float* d = direction_.data() + row;
          const float* z = z_.data() + row;
          const float* active = active_.data() + row;
          if (iteration == 0) {
            for (std::size_t i = 0; i < width; ++i) d[i] = active[i] * (z[i] - z_shift);
          } else {
            for (std::size_t i = 0; i < width; ++i) {
              d[i] = active[i] * (z[i] - z_shift + mix * d[i]);
            }
          }
          std::copy_n(d, width, buffer);
          return true;
        },
        [&](int j, const float* buffer) {
          const std::size_t row = as_size(j) * width;
          float* kd = k_direction_.data() + row;
          const float* d = direction_.data() + row;
          const float* r = r_.data() + row;
          const float* active = active_.data() + row;
          float d_kd = 0;
          float sum_kd = 0;
          float r_kd = 0;
          float kd_kd = 0;
#pragma omp simd reduction(+ : d_kd, sum_kd, r_kd, kd_kd)
          for (std::size_t i = 0; i < width; ++i) {
            kd[i] = buffer[i];
            const float inside = active[i] * buffer[i];
            d_kd += d[i] * inside;
            sum_kd += inside;
            r_kd += r[i] * inside;
            kd_kd += inside * inside;
          }
          partial(j, 0) = d_kd;
          partial(j, 1) = sum_kd;
          partial(j, 2) = r_kd;
          partial(j, 3) = kd_kd;
        });
    const double d_kd = sum_of(0);
    if (!(d_kd > 0) || !(rz > 0)) return iteration;  // nothing left that single precision can see
    const double alpha = rz / d_kd;
    const double mean_kd = force_given ? sum_of(1) / n : 0;
    step = static_cast<float>(alpha);
    r_shift = static_cast<float>(-alpha * mean_kd);
    // |r|² after this step, before it is made
    const double next_squares =
        r_squares - 2 * alpha * sum_of(2) + alpha * alpha * (sum_of(3) - n * mean_kd * mean_kd);
    if (next_squares <= target_squares || iteration + 1 == max_iterations) {
      for_rows(team, [&](int, std::size_t row) { advance_row(row); });
      return iteration + 1;
    }
  }
}

/// q += x, clipped at zero and scaled to the prescribed total; u follows.
void ActiveSet::correct(const Goal& goal, BoxOperators& operators, ThreadTeam& team) {
  const auto width = as_size(nx_);
  for_rows(team, [&](int, std::size_t row) {
    for (std::size_t i = row; i < row + width; ++i) {
      q[i] += static_cast<double>(x_[i]);
      u[i] += static_cast<double>(k_x_[i]);
    }
  });
  const double sum = clip_negative(operators, team);
  if (!goal.force_given) return;
  if (!(sum > 0)) {  // nothing is left that could carry the force: begin again with all cells
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = std::isfinite(h[i]) ? 1.0 : 0.0;
    compute_displacement(operators, team);
  }
  const double scale = goal.total / (sum > 0 ? sum : std::accumulate(q.begin(), q.end(), 0.0));
  for_rows(team, [&](int, std::size_t row) {
    for (std::size_t i = row; i < row + width; ++i) {
      q[i] *= scale;
      u[i] *= scale;
    }
  });
}

double ActiveSet::clip_negative(BoxOperators& operators, ThreadTeam& team) {
  const auto width = as_size(nx_);
  std::vector<float>& clipped = z_;
  for_rows(team, [&](int j, std::size_t row) {
    double sum = 0;
    double count = 0;
    for (std::size_t i = row; i < row + width; ++i) {
      const double kept = std::max(q[i], 0.0);
      clipped[i] = static_cast<float>(kept - q[i]);
      count += q[i] < 0 ? 1 : 0;
      q[i] = kept;
      sum += kept;
    }
    partial(j, 0) = sum;
    partial(j, 1) = count;
  });
  const double sum = sum_of(0);
  const double n_clipped = sum_of(1);
  if (n_clipped > k_few_cells) {
    add_product(clipped, operators, team);
  } else if (n_clipped > 0) {
    add_direct(clipped, operators.table(), team);
  }
  return sum;
}

/// u += K c by the fast product.
void ActiveSet::add_product(const std::vector<float>& c, BoxOperators& operators,
                            ThreadTeam& team) {
  const auto width = as_size(nx_);
  operators.product().apply(
      team,
      [&](int j, float* buffer) {
        return halfspace::copy_row(c.data() + as_size(j) * width, nx_, buffer);
      },
      [&](int j, const float* buffer) {
        double* row = u.data() + as_size(j) * width;
        for (std::size_t i = 0; i < width; ++i) row[i] += static_cast<double>(buffer[i]);
      });
}

/// u += K c cell by cell, for a c that is zero almost everywhere.
void ActiveSet::add_direct(const std::vector<float>& c, const NormalKernelTable& table,
                           ThreadTeam& team) {
  for (int cell_y = 0; cell_y < ny_; ++cell_y) {
    for (int cell_x = 0; cell_x < nx_; ++cell_x) {
      const double load = static_cast<double>(c[as_size(cell_y) * as_size(nx_) + as_size(cell_x)]);
      if (load == 0) continue;
      for_rows(team, [&](int j, std::size_t row) {
        const double* kernel = table.row(std::abs(j - cell_y));
        double* left = u.data() + row + cell_x;
        for (int i = 1; i <= cell_x; ++i) left[-i] += load * kernel[i];
        for (int i = 0; i < nx_ - cell_x; ++i) left[i] += load * kernel[i];
      });
    }
  }
}

double ActiveSet::solve_unit(std::vector<double>& y, double tolerance, BoxOperators& operators,
                             ThreadTeam& team, Observer* observer) {
  const auto width = as_size(nx_);
  y.assign(q.size(), 0.0);
  double residual = 1;
  for (int refinement = 0; refinement < 20; ++refinement) {
    if (refinement == 0) {
      for_rows(team, [&](int j, std::size_t row) {
        double count = 0;
        for (std::size_t i = row; i < row + width; ++i) {
          active_[i] = q[i] > 0 ? 1.0f : 0.0f;
          r_[i] = active_[i];
          count += q[i] > 0 ? 1 : 0;
        }
        partial(j, 0) = count;
      });
      n_active_ = static_cast<std::size_t>(sum_of(0));
      if (n_active_ == 0) return 0;
    } else {
      operators.exact_product().apply(
          team,
          [&](int j, double* buffer) {
            return halfspace::copy_row(y.data() + as_size(j) * width, nx_, buffer);
          },
          [&](int j, const double* buffer) {
            const std::size_t row = as_size(j) * width;
            double worst = 0;
            for (std::size_t i = 0; i < width; ++i) {
              const double r = active_[row + i] > 0 ? 1 - buffer[i] : 0.0;
              r_[row + i] = static_cast<float>(r);
              worst = std::max(worst, std::abs(r));
            }
            partial(j, 0) = worst;
          });
      residual = max_of(0);
      if (residual <= tolerance || (observer != nullptr && observer->stop_requested())) break;
    }
    conjugate_gradients(false, std::max(1e-3 * residual, 0.3 * tolerance) / k_max_over_rms, 30,
                        operators, team);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += static_cast<double>(x_[i]);
  }
  return residual;
}

}  // namespace tread::contact
