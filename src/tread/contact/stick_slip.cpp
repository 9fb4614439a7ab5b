#include "tread/contact/stick_slip.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tread/core/as_size.hpp"

namespace tread::contact {
namespace {

/// ρ over the stiffness of the whole contact against a uniform load: small enough that cells do not
/// jump between stick and slip, which they do when ρ is the inverse of a cell's own compliance.
constexpr double k_rho = 3;
constexpr double k_first_reduction = 0.2;  // of the first linear solve
constexpr double k_reduction_per_residual = 20;
constexpr double k_least_reduction = 1e-3;
/// Of a derivative: about what single precision can give.
constexpr double k_response_reduction = 1e-5;
constexpr int k_max_conjugate_gradients = 80;
constexpr int k_max_gmres = 80;
constexpr int k_max_halvings = 4;
constexpr int k_patience = 12;
constexpr double k_balance = 1e-9;
constexpr int k_max_balance = 100;
constexpr double k_singular = 1e-9;

using Cell = CellState;

double squared(double a) { return a * a; }

using Matrix2 = std::array<std::array<double, 2>, 2>;

/// Of the directions that are asked for, those whose block of a positive matrix can be inverted.
std::array<bool, 2> well_posed(const Matrix2& m, const std::array<bool, 2>& asked) {
  const double largest = std::max(std::abs(m[0][0]), std::abs(m[1][1]));
  std::array<bool, 2> in_use{asked[0] && std::abs(m[0][0]) > k_singular * largest,
                             asked[1] && std::abs(m[1][1]) > k_singular * largest};
  const double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  if (in_use[0] && in_use[1] && !(std::abs(determinant) > k_singular * largest * largest)) {
    in_use = {m[0][0] >= m[1][1], m[0][0] < m[1][1]};
  }
  return in_use;
}

/// Inverse of the block of a two by two matrix that belongs to the directions in use.
Matrix2 block_inverse(const Matrix2& m, const std::array<bool, 2>& in_use) {
  Matrix2 inverse{};
  if (in_use[0] && in_use[1]) {
    const double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    inverse = {{{m[1][1] / determinant, -m[0][1] / determinant},
                {-m[1][0] / determinant, m[0][0] / determinant}}};
  } else if (in_use[0]) {
    inverse[0][0] = 1 / m[0][0];
  } else if (in_use[1]) {
    inverse[1][1] = 1 / m[1][1];
  }
  return inverse;
}

}  // namespace

void StickSlip::resize(int nx, int ny) {
  nx_ = nx;
  ny_ = ny;
  const std::size_t n = as_size(nx) * as_size(ny);
  bound.resize(n);
  cells_.resize(n);
  stiffening_.resize(n);
  for (VectorField<double>* field : {&rigid, &load, &displacement_, &slip_, &start_}) {
    field->resize(n);
  }
  for (VectorField<float>* field : {&rim_, &fixed_, &r_, &z_, &direction_, &k_direction_, &x_,
                                    &constraint_[0], &constraint_[1]}) {
    field->resize(n);
  }
  for (VectorField<float>& field : basis_) field.resize(n);
  partials_.resize(as_size(ny) * std::tuple_size_v<Sums>);
}

/// body(first cell of the row, end, sums): sums of all rows, added in order so that they have the
/// same bits for any number of threads. The last entry is a maximum.
template <class RowBody>
StickSlip::Sums StickSlip::sum_rows(ThreadTeam& team, RowBody&& body) {
  constexpr std::size_t k = std::tuple_size_v<Sums>;
  team.for_ranges(ny_, [&](int begin, int end, int) {
    for (int j = begin; j < end; ++j) {
      Sums sums{};
      body(as_size(j) * as_size(nx_), as_size(j + 1) * as_size(nx_), sums);
      std::copy(sums.begin(), sums.end(), partials_.begin() + j * static_cast<int>(k));
    }
  });
  Sums total{};
  for (std::size_t j = 0; j < as_size(ny_); ++j) {
    for (std::size_t i = 0; i + 1 < k; ++i) total[i] += partials_[j * k + i];
    total[k - 1] = std::max(total[k - 1], partials_[j * k + k - 1]);
  }
  return total;
}

/// u(cell) - u(where its particles were), in place: cells are visited from behind, so that what
/// lies ahead is still untouched. The displacement beyond the box is taken as that of the last
/// cell, where no traction acts anyway.
template <class Real>
void StickSlip::subtract_moved(VectorField<Real>& u) {
  if (step_back.axis == StepBack::Axis::none) return;
  const bool along_x = step_back.axis == StepBack::Axis::x;
  const int n = along_x ? nx_ : ny_;
  const int m = along_x ? ny_ : nx_;
  const std::size_t stride = along_x ? 1 : as_size(nx_);
  const std::size_t across = along_x ? as_size(nx_) : 1;
  const int ahead = step_back.ahead;
  const int side = step_back.transverse < 0 ? -1 : 1;
  const Real far = static_cast<Real>(std::abs(step_back.transverse));
  const Real near = 1 - far;
  for (int k = 0; k < n; ++k) {
    const int i = ahead > 0 ? k : n - 1 - k;
    const int before = std::clamp(i + ahead, 0, n - 1);
    for (int l = 0; l < m; ++l) {
      const int j = side > 0 ? l : m - 1 - l;
      const int beside = std::clamp(j + side, 0, m - 1);
      const std::size_t here = as_size(i) * stride + as_size(j) * across;
      const std::size_t a = as_size(before) * stride + as_size(j) * across;
      const std::size_t b = as_size(before) * stride + as_size(beside) * across;
      u.x[here] -= near * u.x[a] + far * u.x[b];
      u.y[here] -= near * u.y[a] + far * u.y[b];
    }
  }
}

/// The inverse of "minus moved": each cell adds what its particles had ahead of it.
void StickSlip::sum_ahead(VectorField<float>& z) {
  if (step_back.axis == StepBack::Axis::none) return;
  const bool along_x = step_back.axis == StepBack::Axis::x;
  const int n = along_x ? nx_ : ny_;
  const int m = along_x ? ny_ : nx_;
  const std::size_t stride = along_x ? 1 : as_size(nx_);
  const std::size_t across = along_x ? as_size(nx_) : 1;
  const int ahead = step_back.ahead;
  const int side = step_back.transverse < 0 ? -1 : 1;
  const float far = static_cast<float>(std::abs(step_back.transverse));
  const float near = 1 - far;
  for (int k = 1; k < n; ++k) {
    const int i = ahead > 0 ? n - 1 - k : k;
    const int before = i + ahead;
    for (int j = 0; j < m; ++j) {
      const int beside = std::clamp(j + side, 0, m - 1);
      const std::size_t here = as_size(i) * stride + as_size(j) * across;
      if (cells_[here] != Cell::adhesion) continue;
      const std::size_t a = as_size(before) * stride + as_size(j) * across;
      const std::size_t b = as_size(before) * stride + as_size(beside) * across;
      if (cells_[a] == Cell::adhesion) {
        z.x[here] += near * z.x[a];
        z.y[here] += near * z.y[a];
      }
      if (far > 0 && cells_[b] == Cell::adhesion) {
        z.x[here] += far * z.x[b];
        z.y[here] += far * z.y[b];
      }
    }
  }
}

void StickSlip::multiply(const VectorField<double>& q, VectorField<double>& result,
                         TangentialOperators& operators, ThreadTeam& team) {
  const auto width = as_size(nx_);
  ++n_products_;
  operators.exact_product().apply(
      team,
      [&](int j, double* x, double* y) {
        const bool x_in_use = halfspace::copy_row(q.x.data() + as_size(j) * width, nx_, x);
        const bool y_in_use = halfspace::copy_row(q.y.data() + as_size(j) * width, nx_, y);
        return x_in_use || y_in_use;
      },
      [&](int j, const double* x, const double* y) {
        std::copy_n(x, width, result.x.data() + as_size(j) * width);
        std::copy_n(y, width, result.y.data() + as_size(j) * width);
      });
  subtract_moved(result);
}

void StickSlip::multiply(const VectorField<float>& q, VectorField<float>& result,
                         TangentialOperators& operators, ThreadTeam& team) {
  const auto width = as_size(nx_);
  ++n_products_;
  operators.product().apply(
      team,
      [&](int j, float* x, float* y) {
        const bool x_in_use = halfspace::copy_row(q.x.data() + as_size(j) * width, nx_, x);
        const bool y_in_use = halfspace::copy_row(q.y.data() + as_size(j) * width, nx_, y);
        return x_in_use || y_in_use;
      },
      [&](int j, const float* x, const float* y) {
        std::copy_n(x, width, result.x.data() + as_size(j) * width);
        std::copy_n(y, width, result.y.data() + as_size(j) * width);
      });
  subtract_moved(result);
}

/// Keeps of v what the linear system has as unknowns.
void StickSlip::project(VectorField<float>& v) {
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (cells_[i] == Cell::adhesion) continue;
    const float along = rim_.x[i] * v.x[i] + rim_.y[i] * v.y[i];  // rim is zero outside
    v.x[i] = along * rim_.x[i];
    v.y[i] = along * rim_.y[i];
  }
}

double StickSlip::dot(const VectorField<float>& a, const VectorField<float>& b, ThreadTeam& team) {
  return sum_rows(team, [&](std::size_t begin, std::size_t end, Sums& sums) {
    double sum = 0;
    const float* ax = a.x.data();
    const float* ay = a.y.data();
    const float* bx = b.x.data();
    const float* by = b.y.data();
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = begin; i < end; ++i) {
      sum += static_cast<double>(ax[i]) * static_cast<double>(bx[i]) +
             static_cast<double>(ay[i]) * static_cast<double>(by[i]);
    }
    sums[0] = sum;
  })[0];
}

/// Chooses c so that the projections of q - ρ s onto the discs have the given sum, by Newton's
/// method on a convex function of c. Where nothing sticks the linear systems know no c; this one
/// always does.
void StickSlip::balance(const Goal& goal, ThreadTeam& team) {
  const auto sums_at = [&](const std::array<double, 2>& c) {
    return sum_rows(team, [&](std::size_t begin, std::size_t end, Sums& row) {
      for (std::size_t i = begin; i < end; ++i) {
        const double g = bound[i];
        if (g <= 0) continue;
        const double zx = load.x[i] - rho_ * (rigid.x[i] + c[0] + displacement_.x[i]);
        const double zy = load.y[i] - rho_ * (rigid.y[i] + c[1] + displacement_.y[i]);
        const double z2 = zx * zx + zy * zy;
        if (z2 <= g * g) {
          row[0] += zx;
          row[1] += zy;
          row[2] += 1;
          row[4] += 1;
        } else {
          const double z = std::sqrt(z2);
          const double ratio = g / z;
          row[0] += ratio * zx;
          row[1] += ratio * zy;
          row[2] += ratio * zy * zy / z2;
          row[3] -= ratio * zx * zy / z2;
          row[4] += ratio * zx * zx / z2;
        }
      }
    });
  };
  const auto excess_of = [&](const Sums& sums) {
    return std::array<double, 2>{goal.force_given[0] ? sums[0] - goal.total[0] : 0.0,
                                 goal.force_given[1] ? sums[1] - goal.total[1] : 0.0};
  };
  Sums sums = sums_at(offset);
  std::array<double, 2> excess = excess_of(sums);
  double size = std::hypot(excess[0], excess[1]);
  const double enough = k_balance * largest_bound_;
  const auto try_change = [&](double x, double y) {
    const std::array<double, 2> c{offset[0] + x, offset[1] + y};
    const Sums trial = sums_at(c);
    const std::array<double, 2> e = excess_of(trial);
    if (!(std::hypot(e[0], e[1]) < size)) return false;
    offset = c;
    sums = trial;
    excess = e;
    size = std::hypot(e[0], e[1]);
    return true;
  };
  for (int iteration = 0; iteration < k_max_balance && size > enough; ++iteration) {
    const auto in_use = well_posed({{{sums[2], sums[3]}, {sums[3], sums[4]}}}, goal.force_given);
    const auto inverse = block_inverse({{{sums[2], sums[3]}, {sums[3], sums[4]}}}, in_use);
    const double x = (inverse[0][0] * excess[0] + inverse[0][1] * excess[1]) / rho_;
    const double y = (inverse[1][0] * excess[0] + inverse[1][1] * excess[1]) / rho_;
    if ((x != 0 || y != 0) && (try_change(x, y) || try_change(x / 2, y / 2))) continue;
    // Weighted means lower the convex function whatever sticks, if slowly.
    const double weights = sum_rows(team, [&](std::size_t begin, std::size_t end, Sums& row) {
      for (std::size_t i = begin; i < end; ++i) {
        if (bound[i] <= 0) continue;
        const double zx = load.x[i] - rho_ * (rigid.x[i] + offset[0] + displacement_.x[i]);
        const double zy = load.y[i] - rho_ * (rigid.y[i] + offset[1] + displacement_.y[i]);
        row[0] += std::min(1.0, bound[i] / std::hypot(zx, zy));
      }
    })[0];
    offset[0] += excess[0] / (rho_ * weights);
    offset[1] += excess[1] / (rho_ * weights);
    sums = sums_at(offset);
    excess = excess_of(sums);
    size = std::hypot(excess[0], excess[1]);
  }
}

/// Slip, stick and slip cells, residual and merit of the load as it stands.
void StickSlip::classify(const Goal& goal, Outcome& outcome, TangentialOperators& operators,
                         ThreadTeam& team) {
  multiply(load, displacement_, operators, team);
  if (goal.force_given[0] || goal.force_given[1]) balance(goal, team);
  double largest_error = 0;
  const Sums sums = sum_rows(team, [&](std::size_t begin, std::size_t end, Sums& row) {
    for (std::size_t i = begin; i < end; ++i) {
      slip_.x[i] = rigid.x[i] + offset[0] + displacement_.x[i];
      slip_.y[i] = rigid.y[i] + offset[1] + displacement_.y[i];
      const double g = bound[i];
      if (g <= 0) {
        cells_[i] = Cell::outside;
        continue;
      }
      const double zx = load.x[i] - rho_ * slip_.x[i];
      const double zy = load.y[i] - rho_ * slip_.y[i];
      const double z = std::hypot(zx, zy);
      const bool slips = z > g;
      cells_[i] = slips ? Cell::slip : Cell::adhesion;
      const double scale = slips ? g / z : 1.0;
      row[0] += squared(load.x[i] - scale * zx) + squared(load.y[i] - scale * zy);
      row[1] += load.x[i];
      row[2] += load.y[i];
      row[3] += std::min(z, g);
      row[4] += 1;
      row[5] = std::max(row[5], std::min(z, g));
    }
  });
  largest_error = sum_rows(team, [&](std::size_t begin, std::size_t end, Sums& row) {
    for (std::size_t i = begin; i < end; ++i) {
      const double g = bound[i];
      if (g <= 0) continue;
      const double zx = load.x[i] - rho_ * slip_.x[i];
      const double zy = load.y[i] - rho_ * slip_.y[i];
      const double z = std::hypot(zx, zy);
      const double scale = z > g ? g / z : 1.0;
      row[5] = std::max(row[5], std::hypot(load.x[i] - scale * zx, load.y[i] - scale * zy));
    }
  })[5];
  merit_ = sums[0];
  outcome.residual = sums[5] > 0 ? largest_error / sums[5] : 0;
  for (std::size_t k = 0; k < 2; ++k) {
    if (!goal.force_given[k]) continue;
    const double error = std::abs(goal.total[k] - sums[1 + k]);
    merit_ += squared(error) / std::max(sums[4], 1.0);
    const double scale = std::max(sums[3], std::abs(goal.total[k]));
    if (error > 0) outcome.residual = std::max(outcome.residual, error / scale);
  }
}

void StickSlip::tangent_product(const VectorField<float>& v, VectorField<float>& result,
                                TangentialOperators& operators, ThreadTeam& team) {
  multiply(v, result, operators, team);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (cells_[i] == Cell::adhesion) continue;
    const float along = rim_.x[i] * (result.x[i] + stiffening_[i] * v.x[i]) +
                        rim_.y[i] * (result.y[i] + stiffening_[i] * v.y[i]);
    result.x[i] = along * rim_.x[i];
    result.y[i] = along * rim_.y[i];
  }
}

void StickSlip::precondition(const VectorField<float>& r, VectorField<float>& z,
                             TangentialOperators& operators, ThreadTeam& team) {
  const auto width = as_size(nx_);
  operators.inverse().apply(
      team,
      [&](int j, float* x, float* y) {
        bool any = false;
        for (std::size_t i = 0; i < width; ++i) {
          const std::size_t cell = as_size(j) * width + i;
          const bool stick = cells_[cell] == Cell::adhesion;
          any = any || stick;
          x[i] = stick ? r.x[cell] : 0.0f;
          y[i] = stick ? r.y[cell] : 0.0f;
        }
        return any;
      },
      [&](int j, const float* x, const float* y) {
        const auto self = static_cast<float>(self_);
        for (std::size_t i = 0; i < width; ++i) {
          const std::size_t cell = as_size(j) * width + i;
          const bool stick = cells_[cell] == Cell::adhesion;
          const float slips = cells_[cell] == Cell::slip ? 1 / (self + stiffening_[cell]) : 0.0f;
          z.x[cell] = stick ? x[i] : slips * r.x[cell];
          z.y[cell] = stick ? y[i] : slips * r.y[cell];
        }
      });
  sum_ahead(z);
}

/// The same, with Σ z = 0 in the directions whose force is given.
void StickSlip::precondition_constrained(const VectorField<float>& r, VectorField<float>& z,
                                         TangentialOperators& operators, ThreadTeam& team) {
  precondition(r, z, operators, team);
  if (!constrained_[0] && !constrained_[1]) return;
  const Sums sums = sum_rows(team, [&](std::size_t begin, std::size_t end, Sums& row) {
    for (std::size_t i = begin; i < end; ++i) {
      row[0] += static_cast<double>(z.x[i]);
      row[1] += static_cast<double>(z.y[i]);
    }
  });
  for (std::size_t k = 0; k < 2; ++k) {
    if (!constrained_[k]) continue;
    const auto weight = static_cast<float>(constraint_inverse_[k][0] * sums[0] +
                                           constraint_inverse_[k][1] * sums[1]);
    for (std::size_t i = 0; i < z.x.size(); ++i) {
      z.x[i] -= weight * constraint_[k].x[i];
      z.y[i] -= weight * constraint_[k].y[i];
    }
  }
}

void StickSlip::prepare_constraint(const Goal& goal, TangentialOperators& operators,
                                   ThreadTeam& team) {
  Matrix2 m{};
  for (std::size_t k = 0; k < 2; ++k) {
    if (!goal.force_given[k]) continue;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const bool inside = cells_[i] != Cell::outside;
      direction_.x[i] = inside && k == 0 ? 1.0f : 0.0f;
      direction_.y[i] = inside && k == 1 ? 1.0f : 0.0f;
    }
    project(direction_);
    precondition(direction_, constraint_[k], operators, team);
    const Sums sums = sum_rows(team, [&](std::size_t begin, std::size_t end, Sums& row) {
      for (std::size_t i = begin; i < end; ++i) {
        row[0] += static_cast<double>(constraint_[k].x[i]);
        row[1] += static_cast<double>(constraint_[k].y[i]);
      }
    });
    m[0][k] = sums[0];
    m[1][k] = sums[1];
  }
  constrained_ = well_posed(m, goal.force_given);
  constraint_inverse_ = block_inverse(m, constrained_);
}

/// Unknowns, right-hand side and known part of Newton's linear system at the load as it stands.
void StickSlip::linearise(const Goal& goal, ThreadTeam& team) {
  const Sums sums = sum_rows(team, [&](std::size_t begin, std::size_t end, Sums& row) {
    for (std::size_t i = begin; i < end; ++i) {
      fixed_.x[i] = fixed_.y[i] = rim_.x[i] = rim_.y[i] = stiffening_[i] = 0;
      r_.x[i] = r_.y[i] = 0;
      if (cells_[i] == Cell::adhesion) {
        r_.x[i] = static_cast<float>(-slip_.x[i]);
        r_.y[i] = static_cast<float>(-slip_.y[i]);
      } else if (cells_[i] == Cell::slip) {
        const double zx = load.x[i] - rho_ * slip_.x[i];
        const double zy = load.y[i] - rho_ * slip_.y[i];
        const double z = std::hypot(zx, zy);
        const double ex = zx / z;
        const double ey = zy / z;
        const double g = bound[i];
        rim_.x[i] = static_cast<float>(-ey);
        rim_.y[i] = static_cast<float>(ex);
        stiffening_[i] = static_cast<float>((z - g) / (g * rho_));
        const double radial = g - (load.x[i] * ex + load.y[i] * ey);
        fixed_.x[i] = static_cast<float>(radial * ex);
        fixed_.y[i] = static_cast<float>(radial * ey);
        const double along = -(slip_.y[i] * ex - slip_.x[i] * ey) * z / g;
        r_.x[i] = static_cast<float>(-along * ey);
        r_.y[i] = static_cast<float>(along * ex);
      }
      row[0] += load.x[i] + static_cast<double>(fixed_.x[i]);
      row[1] += load.y[i] + static_cast<double>(fixed_.y[i]);
    }
  });
  for (std::size_t k = 0; k < 2; ++k) {
    missing_[k] = goal.force_given[k] ? goal.total[k] - sums[k] : 0.0;
  }
}

/// Solves the system of `linearise`: x_ becomes the correction of the load, its known part
/// included, and offset_change_ that of c.
int StickSlip::solve_linear(const Goal& goal, double reduction, TangentialOperators& operators,
                            ThreadTeam& team) {
  prepare_constraint(goal, operators, team);
  // A start that has the right sum, and what it leaves of the right-hand side.
  std::fill(x_.x.begin(), x_.x.end(), 0.0f);
  std::fill(x_.y.begin(), x_.y.end(), 0.0f);
  for (std::size_t k = 0; k < 2; ++k) {
    if (!constrained_[k]) continue;
    const auto weight = static_cast<float>(constraint_inverse_[k][0] * missing_[0] +
                                           constraint_inverse_[k][1] * missing_[1]);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      x_.x[i] += weight * constraint_[k].x[i];
      x_.y[i] += weight * constraint_[k].y[i];
    }
  }
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    direction_.x[i] = fixed_.x[i] + x_.x[i];
    direction_.y[i] = fixed_.y[i] + x_.y[i];
  }
  multiply(direction_, k_direction_, operators, team);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (cells_[i] == Cell::outside) continue;
    r_.x[i] -= k_direction_.x[i] + stiffening_[i] * x_.x[i];
    r_.y[i] -= k_direction_.y[i] + stiffening_[i] * x_.y[i];
  }
  project(r_);
  const int iterations = step_back.axis == StepBack::Axis::none
                             ? conjugate_gradients(reduction, operators, team)
                             : gmres(reduction, operators, team);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    x_.x[i] += fixed_.x[i];
    x_.y[i] += fixed_.y[i];
  }
  return iterations;
}

void StickSlip::solve_response(const Goal& goal, const VectorField<double>& rigid_change,
                               const std::vector<double>& bound_change,
                               VectorField<double>& load_change, TangentialOperators& operators,
                               ThreadTeam& team) {
  choose_rho(operators, team);
  Outcome outcome;
  classify(goal, outcome, operators, team);
  linearise(goal, team);
  Sums sums{};
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const bool slips = cells_[i] == Cell::slip;
    const auto change = static_cast<float>(slips ? bound_change[i] : 0.0);
    fixed_.x[i] = change * rim_.y[i];  // the rim's normal is (rim y, -rim x)
    fixed_.y[i] = -change * rim_.x[i];
    r_.x[i] = cells_[i] == Cell::outside ? 0.0f : static_cast<float>(-rigid_change.x[i]);
    r_.y[i] = cells_[i] == Cell::outside ? 0.0f : static_cast<float>(-rigid_change.y[i]);
    sums[0] += static_cast<double>(fixed_.x[i]);
    sums[1] += static_cast<double>(fixed_.y[i]);
  }
  for (std::size_t k = 0; k < 2; ++k) missing_[k] = goal.force_given[k] ? -sums[k] : 0.0;
  solve_linear(goal, k_response_reduction, operators, team);
  load_change.x.assign(x_.x.begin(), x_.x.end());
  load_change.y.assign(x_.y.begin(), x_.y.end());
}

int StickSlip::conjugate_gradients(double reduction, TangentialOperators& operators,
                                   ThreadTeam& team) {
  // In the directions with a given force the residual counts up to a constant (the change of c).
  // With unknowns along rims only, "a constant" is its projection; its share is measured through
  // the preconditioner, which is blind to it.
  double rz = 0;
  double first = 0;
  int iteration = 0;
  for (;; ++iteration) {
    precondition_constrained(r_, z_, operators, team);
    const double rz_before = rz;
    rz = dot(r_, z_, team);
    if (iteration == 0) first = rz;
    if (!(rz > squared(reduction) * first) || iteration == k_max_conjugate_gradients) break;
    const auto mix = iteration == 0 ? 0.0f : static_cast<float>(rz / rz_before);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      direction_.x[i] = z_.x[i] + (iteration == 0 ? 0.0f : mix * direction_.x[i]);
      direction_.y[i] = z_.y[i] + (iteration == 0 ? 0.0f : mix * direction_.y[i]);
    }
    tangent_product(direction_, k_direction_, operators, team);
    const double curvature = dot(direction_, k_direction_, team);
    if (!(curvature > 0)) break;
    const auto step = static_cast<float>(rz / curvature);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      x_.x[i] += step * direction_.x[i];
      x_.y[i] += step * direction_.y[i];
      r_.x[i] -= step * k_direction_.x[i];
      r_.y[i] -= step * k_direction_.y[i];
    }
  }
  // What is left of the residual is the constant: its best fit on the unknowns.
  Matrix2 gram{};
  const Sums sums = sum_rows(team, [&](std::size_t begin, std::size_t end, Sums& row) {
    for (std::size_t i = begin; i < end; ++i) {
      if (cells_[i] == Cell::outside) continue;
      const bool stick = cells_[i] == Cell::adhesion;
      const double tx = static_cast<double>(rim_.x[i]);
      const double ty = static_cast<double>(rim_.y[i]);
      row[0] += stick ? 1 : tx * tx;
      row[1] += stick ? 0 : tx * ty;
      row[2] += stick ? 1 : ty * ty;
      row[3] += static_cast<double>(r_.x[i]);
      row[4] += static_cast<double>(r_.y[i]);
    }
  });
  gram = {{{sums[0], sums[1]}, {sums[1], sums[2]}}};
  const auto inverse = block_inverse(gram, well_posed(gram, constrained_));
  offset_change_ = {inverse[0][0] * sums[3] + inverse[0][1] * sums[4],
                    inverse[1][0] * sums[3] + inverse[1][1] * sums[4]};
  return iteration;
}

int StickSlip::gmres(double reduction, TangentialOperators& operators, ThreadTeam& team) {
  // Fields that a change of c gives, orthonormalised: removed from everything, their coefficients
  // kept.
  Matrix2 gram{};
  const Sums g = sum_rows(team, [&](std::size_t begin, std::size_t end, Sums& row) {
    for (std::size_t i = begin; i < end; ++i) {
      if (cells_[i] == Cell::outside) continue;
      const bool stick = cells_[i] == Cell::adhesion;
      const double tx = static_cast<double>(rim_.x[i]);
      const double ty = static_cast<double>(rim_.y[i]);
      row[0] += stick ? 1 : tx * tx;
      row[1] += stick ? 0 : tx * ty;
      row[2] += stick ? 1 : ty * ty;
    }
  });
  gram = {{{g[0], g[1]}, {g[1], g[2]}}};
  const auto inverse = block_inverse(gram, well_posed(gram, constrained_));
  const auto remove_constant = [&](VectorField<float>& v) {
    std::array<double, 2> c{};
    if (!constrained_[0] && !constrained_[1]) return c;
    const Sums sums = sum_rows(team, [&](std::size_t begin, std::size_t end, Sums& row) {
      for (std::size_t i = begin; i < end; ++i) {
        row[0] += static_cast<double>(v.x[i]);
        row[1] += static_cast<double>(v.y[i]);
      }
    });
    c = {inverse[0][0] * sums[0] + inverse[0][1] * sums[1],
         inverse[1][0] * sums[0] + inverse[1][1] * sums[1]};
    const auto cx = static_cast<float>(c[0]);
    const auto cy = static_cast<float>(c[1]);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (cells_[i] == Cell::outside) continue;
      const bool stick = cells_[i] == Cell::adhesion;
      const float along = rim_.x[i] * cx + rim_.y[i] * cy;
      v.x[i] -= stick ? cx : along * rim_.x[i];
      v.y[i] -= stick ? cy : along * rim_.y[i];
    }
    return c;
  };
  const auto scale = [&](VectorField<float>& v, double factor) {
    const auto f = static_cast<float>(factor);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      v.x[i] *= f;
      v.y[i] *= f;
    }
  };
  const auto add = [&](VectorField<float>& to, double factor, const VectorField<float>& from) {
    const auto f = static_cast<float>(factor);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      to.x[i] += f * from.x[i];
      to.y[i] += f * from.y[i];
    }
  };
  offset_change_ = remove_constant(r_);
  const double first = std::sqrt(dot(r_, r_, team));
  if (!(first > 0)) return 0;
  constexpr int m = k_max_gmres;
  std::vector<std::array<double, 2>> constants;
  std::vector<std::vector<double>> h;  // columns of the triangular factor
  std::vector<double> cosines, sines, rhs{first};
  const auto basis = [&](int k) -> VectorField<float>& {
    while (basis_.size() <= as_size(k)) {
      basis_.emplace_back();
      basis_.back().resize(cells_.size());
    }
    return basis_[as_size(k)];
  };
  basis(0) = r_;
  scale(basis(0), 1 / first);
  int k = 0;
  while (k < m && std::abs(rhs.back()) > reduction * first) {
    precondition_constrained(basis(k), z_, operators, team);
    VectorField<float>& next = basis(k + 1);
    tangent_product(z_, next, operators, team);
    constants.push_back(remove_constant(next));
    std::vector<double> column;
    for (int i = 0; i <= k; ++i) {
      const double overlap = dot(next, basis(i), team);
      add(next, -overlap, basis(i));
      column.push_back(overlap);
    }
    const double norm = std::sqrt(dot(next, next, team));
    for (int i = 0; i < k; ++i) {
      const double a = column[as_size(i)];
      const double b = column[as_size(i + 1)];
      column[as_size(i)] = cosines[as_size(i)] * a + sines[as_size(i)] * b;
      column[as_size(i + 1)] = -sines[as_size(i)] * a + cosines[as_size(i)] * b;
    }
    const double radius = std::hypot(column[as_size(k)], norm);
    if (!(radius > 0)) break;
    cosines.push_back(column[as_size(k)] / radius);
    sines.push_back(norm / radius);
    column[as_size(k)] = radius;
    h.push_back(column);
    rhs.push_back(-sines.back() * rhs[as_size(k)]);
    rhs[as_size(k)] *= cosines.back();
    ++k;
    if (!(norm > 0)) break;
    scale(next, 1 / norm);
  }
  std::vector<double> y(as_size(k));
  for (int i = k - 1; i >= 0; --i) {
    double sum = rhs[as_size(i)];
    for (int l = i + 1; l < k; ++l) sum -= h[as_size(l)][as_size(i)] * y[as_size(l)];
    y[as_size(i)] = sum / h[as_size(i)][as_size(i)];
  }
  std::fill(direction_.x.begin(), direction_.x.end(), 0.0f);
  std::fill(direction_.y.begin(), direction_.y.end(), 0.0f);
  for (int i = 0; i < k; ++i) {
    add(direction_, y[as_size(i)], basis(i));
    for (std::size_t c = 0; c < 2; ++c) {
      offset_change_[c] -= y[as_size(i)] * constants[as_size(i)][c];
    }
  }
  precondition_constrained(direction_, z_, operators, team);
  add(x_, 1, z_);
  return k;
}

/// load = start + step * correction, brought onto the rim where the cell slips and within the disc
/// elsewhere.
void StickSlip::trial_point(double step, ThreadTeam& team) {
  sum_rows(team, [&](std::size_t begin, std::size_t end, Sums&) {
    for (std::size_t i = begin; i < end; ++i) {
      const double g = bound[i];
      if (g <= 0) continue;
      double x = start_.x[i] + step * static_cast<double>(x_.x[i]);
      double y = start_.y[i] + step * static_cast<double>(x_.y[i]);
      const double size = std::hypot(x, y);
      const bool slips = rim_.x[i] != 0 || rim_.y[i] != 0;
      if (size > g || (slips && step == 1.0 && size > 0)) {
        x *= g / size;
        y *= g / size;
      }
      load.x[i] = x;
      load.y[i] = y;
    }
  });
  for (std::size_t k = 0; k < 2; ++k) offset[k] = start_offset_[k] + step * offset_change_[k];
}

void StickSlip::choose_rho(TangentialOperators& operators, ThreadTeam& team) {
  const auto& own = operators.table()(0, 0);
  if (step_back.axis == StepBack::Axis::none) {
    // K times one on the contact: largest in its middle.
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      direction_.x[i] = bound[i] > 0 ? 1.0f : 0.0f;
      direction_.y[i] = 0;
    }
    multiply(direction_, k_direction_, operators, team);
    const float largest = *std::max_element(k_direction_.x.begin(), k_direction_.x.end());
    rho_ = k_rho / static_cast<double>(largest);
    self_ = 0.5 * (own.xx + own.yy);
  } else {
    const auto& ahead =
        step_back.axis == StepBack::Axis::x ? operators.table()(1, 0) : operators.table()(0, 1);
    self_ = 0.5 * (own.xx - ahead.xx + own.yy - ahead.yy);
    rho_ = 1 / self_;
  }
}

StickSlip::Outcome StickSlip::solve(const Goal& goal, TangentialOperators& operators,
                                    ThreadTeam& team, Observer* observer) {
  Outcome outcome;
  choose_rho(operators, team);
  largest_bound_ = bound.empty() ? 0 : *std::max_element(bound.begin(), bound.end());
  classify(goal, outcome, operators, team);
  double best = std::numeric_limits<double>::infinity();
  int since_best = 0;
  for (;;) {
    if (outcome.residual <= goal.tolerance) {
      outcome.status = SolveStatus::converged;
      break;
    }
    if (observer != nullptr && observer->stop_requested()) {
      outcome.status = SolveStatus::stopped;
      break;
    }
    since_best = outcome.residual < 0.9 * best ? 0 : since_best + 1;
    best = std::min(best, outcome.residual);
    if (since_best == k_patience) {
      outcome.status = SolveStatus::stalled;
      break;
    }
    if (outcome.steps == goal.max_iterations) {
      outcome.status = SolveStatus::max_iterations;
      break;
    }
    const double reduction = std::clamp(k_reduction_per_residual * outcome.residual,
                                        k_least_reduction, k_first_reduction);
    linearise(goal, team);
    outcome.inner_iterations += solve_linear(goal, reduction, operators, team);
    start_ = load;
    start_offset_ = offset;
    const double merit = merit_;
    double step = 1;
    for (int halving = 0;; ++halving) {
      trial_point(step, team);
      classify(goal, outcome, operators, team);
      if (merit_ < merit || halving == k_max_halvings) break;
      step /= 2;
    }
    ++outcome.steps;
  }
  outcome.offset = offset;
  return outcome;
}

}  // namespace tread::contact
