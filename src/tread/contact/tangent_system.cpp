#include "tread/contact/tangent_system.hpp"

#include <algorithm>
#include <cmath>

#include "tread/contact/matrix2.hpp"
#include "tread/core/as_size.hpp"

namespace tread::contact {
namespace {

constexpr int k_max_conjugate_gradients = 80;
constexpr int k_max_gmres = 60;

}  // namespace

void TangentSystem::resize(int nx, int ny) {
  nx_ = nx;
  ny_ = ny;
  const std::size_t n = as_size(nx) * as_size(ny);
  for (std::vector<float>* field : {&stick, &stiffening, &own_}) field->resize(n);
  for (VectorField<float>* field :
       {&rim, &fixed, &r, &z_, &direction_, &k_direction_, &x_, &constant_[0], &constant_[1]}) {
    field->resize(n);
  }
  for (VectorField<float>& field : basis_) field.resize(n);
  sums_.resize(nx, ny);
  row_sticks_.resize(as_size(ny));
  row_in_use_.resize(as_size(ny));
}

void TangentSystem::find_rows(ThreadTeam& team) {
  const auto own_compliance = static_cast<float>(self);
  team.for_ranges(ny_, [&](int begin, int end, int) {
    for (int j = begin; j < end; ++j) {
      float sticking = 0;
      float slipping = 0;
      const std::size_t row = as_size(j) * as_size(nx_);
      for (std::size_t i = row; i < row + as_size(nx_); ++i) {
        const float slips = rim.x[i] * rim.x[i] + rim.y[i] * rim.y[i];
        own_[i] = slips / (own_compliance + stiffening[i]);
        sticking += stick[i];
        slipping += slips;
      }
      row_sticks_[as_size(j)] = sticking > 0;
      row_in_use_[as_size(j)] = sticking + slipping > 0;
    }
  });
}

/// write(j) is called when the row's part of D v is in k_direction_, unless rows depend on each
/// other: then after all of them.
template <class ReadRow, class WriteRow>
void TangentSystem::multiply(TangentialOperators& operators, ThreadTeam& team, ReadRow&& read,
                             WriteRow&& write) {
  const auto width = as_size(nx_);
  const bool at_once = !step_back.moves();
  ++n_products_;
  operators.product().apply(
      team,
      [&](int j, float* x, float* y) {
        if (row_in_use_[as_size(j)] == 0) return false;
        read(j, x, y);
        return true;
      },
      [&](int j, const float* x, const float* y) {
        std::copy_n(x, width, k_direction_.x.data() + as_size(j) * width);
        std::copy_n(y, width, k_direction_.y.data() + as_size(j) * width);
        if (at_once) write(j);
      });
  if (at_once) return;
  subtract_moved(step_back, nx_, ny_, k_direction_);
  team.for_ranges(ny_, [&](int begin, int end, int) {
    for (int j = begin; j < end; ++j) write(j);
  });
}

/// The inverse of "minus moved" on the cells that stick: each adds what its particles had ahead of
/// it.
void TangentSystem::sum_ahead(VectorField<float>& z) {
  if (!step_back.moves()) return;
  const bool along_x = step_back.axis == StepBack::Axis::x;
  const int side = step_back.transverse < 0 ? -1 : 1;
  const auto far = static_cast<float>(std::abs(step_back.transverse));
  const float near = 1 - far;
  const float* sticks = stick.data();
  for_rows_along(step_back, From::leading_edge, nx_, ny_, [&](std::size_t row, std::size_t other) {
    if (row_sticks_[row / as_size(nx_)] == 0) return;
    float* x = z.x.data();
    float* y = z.y.data();
    if (along_x) {
      const bool same_row = far == 0 || other == row;
      float ahead_x = 0;
      float ahead_y = 0;
      for (int k = 0; k < nx_; ++k) {
        const int i = step_back.ahead > 0 ? nx_ - 1 - k : k;
        const std::size_t here = row + as_size(i);
        // stick here, and what the cell ahead hands on: nothing if it does not stick
        x[here] += sticks[here] * ahead_x;
        y[here] += sticks[here] * ahead_y;
        const std::size_t beside = other + as_size(i);
        ahead_x = sticks[here] * x[here];
        ahead_y = sticks[here] * y[here];
        if (!same_row) {
          ahead_x = near * ahead_x + far * sticks[beside] * x[beside];
          ahead_y = near * ahead_y + far * sticks[beside] * y[beside];
        }
      }
    } else if (other != row) {
      for (int i = 0; i < nx_; ++i) {
        const std::size_t here = row + as_size(i);
        const std::size_t a = other + as_size(i);
        const std::size_t b = other + as_size(std::clamp(i + side, 0, nx_ - 1));
        x[here] += sticks[here] * (near * sticks[a] * x[a] + far * sticks[b] * x[b]);
        y[here] += sticks[here] * (near * sticks[a] * y[a] + far * sticks[b] * y[b]);
      }
    }
  });
}

/// z_ = preconditioner times v, where read(j) comes before the row of v is used. Without the sum
/// from the leading edge.
template <class ReadRow, class WriteRow>
void TangentSystem::invert(const VectorField<float>& v, TangentialOperators& operators,
                           ThreadTeam& team, ReadRow&& read, WriteRow&& write) {
  const auto width = as_size(nx_);
  operators.inverse().apply(
      team,
      [&](int j, float* x, float* y) {
        const std::size_t row = as_size(j) * width;
        read(j);
        const float* sticks = stick.data() + row;
        const float* vx = v.x.data() + row;
        const float* vy = v.y.data() + row;
        for (std::size_t i = 0; i < width; ++i) {
          x[i] = sticks[i] * vx[i];
          y[i] = sticks[i] * vy[i];
        }
        return row_sticks_[as_size(j)] != 0;
      },
      [&](int j, const float* x, const float* y) {
        const std::size_t row = as_size(j) * width;
        const float* sticks = stick.data() + row;
        const float* own = own_.data() + row;
        const float* vx = v.x.data() + row;
        const float* vy = v.y.data() + row;
        float* zx = z_.x.data() + row;
        float* zy = z_.y.data() + row;
#pragma omp simd
        for (std::size_t i = 0; i < width; ++i) {
          zx[i] = sticks[i] * x[i] + own[i] * vx[i];
          zy[i] = sticks[i] * y[i] + own[i] * vy[i];
        }
        write(j);
      });
}

/// Part of each constant field that brings sums of (x, y) to zero.
TangentSystem::Weights TangentSystem::weights_of(double x, double y) const {
  Weights weights{};
  for (std::size_t k = 0; k < 2; ++k) {
    if (!constrained_[k]) continue;
    weights[k] = static_cast<float>(constant_inverse_[k][0] * x + constant_inverse_[k][1] * y);
  }
  return weights;
}

/// Constant fields on the unknowns, preconditioned, and how they add up.
void TangentSystem::prepare_sums(TangentialOperators& operators, ThreadTeam& team) {
  Matrix2 m{};
  const auto width = as_size(nx_);
  for (std::size_t k = 0; k < 2; ++k) {
    if (!sum_given[k]) continue;
    const std::vector<float>& t = k == 0 ? rim.x : rim.y;
    const auto fill = [&](int j) {
      const std::size_t row = as_size(j) * width;
      for (std::size_t i = row; i < row + width; ++i) {
        direction_.x[i] = t[i] * rim.x[i] + (k == 0 ? stick[i] : 0.0f);
        direction_.y[i] = t[i] * rim.y[i] + (k == 1 ? stick[i] : 0.0f);
      }
    };
    invert(direction_, operators, team, fill, [](int) {});
    sum_ahead(z_);
    const std::array<double, 2> sums = sum_of(z_, team);
    m[0][k] = sums[0];
    m[1][k] = sums[1];
    std::swap(constant_[k], z_);
  }
  constrained_ = well_posed(m, sum_given);
  constant_inverse_ = block_inverse(m, constrained_);
}

/// x_ with the sums that are asked for, and what it leaves of r together with the fixed part.
void TangentSystem::start(TangentialOperators& operators, ThreadTeam& team) {
  const auto width = as_size(nx_);
  const Weights w = weights_of(sum[0], sum[1]);
  multiply(
      operators, team,
      [&](int j, float* bx, float* by) {
        const std::size_t row = as_size(j) * width;
#pragma omp simd
        for (std::size_t i = 0; i < width; ++i) {
          const std::size_t c = row + i;
          x_.x[c] = w[0] * constant_[0].x[c] + w[1] * constant_[1].x[c];
          x_.y[c] = w[0] * constant_[0].y[c] + w[1] * constant_[1].y[c];
          bx[i] = x_.x[c] + fixed.x[c];
          by[i] = x_.y[c] + fixed.y[c];
        }
      },
      [&](int j) {
        const std::size_t row = as_size(j) * width;
        if (row_in_use_[as_size(j)] == 0) {
          std::fill_n(x_.x.data() + row, width, 0.0f);
          std::fill_n(x_.y.data() + row, width, 0.0f);
        }
#pragma omp simd
        for (std::size_t c = row; c < row + width; ++c) {
          const float rx = r.x[c] - k_direction_.x[c] - stiffening[c] * x_.x[c];
          const float ry = r.y[c] - k_direction_.y[c] - stiffening[c] * x_.y[c];
          const float along = rim.x[c] * rx + rim.y[c] * ry;
          r.x[c] = stick[c] * rx + along * rim.x[c];
          r.y[c] = stick[c] * ry + along * rim.y[c];
        }
      });
}

int TangentSystem::solve(double reduction, TangentialOperators& operators, ThreadTeam& team) {
  find_rows(team);
  for (std::size_t k = 0; k < 2; ++k) {
    if (!sum_given[k]) constant_[k].assign(constant_[k].size(), 0.0f);
  }
  constrained_ = {false, false};
  offset_ = {0, 0};
  if (sum_given[0] || sum_given[1]) {
    prepare_sums(operators, team);
    find_gram(team);
  }
  start(operators, team);
  const int iterations = step_back.moves() ? gmres(reduction, operators, team)
                                           : conjugate_gradients(reduction, operators, team);
  for (std::size_t i = 0; i < x_.size(); ++i) {
    x_.x[i] += fixed.x[i];
    x_.y[i] += fixed.y[i];
  }
  return iterations;
}

void TangentSystem::find_gram(ThreadTeam& team) {
  sums_.for_rows(team, [&](std::size_t begin, std::size_t end, RowSums::Row& row) {
    for (std::size_t i = begin; i < end; ++i) {
      const double tx = static_cast<double>(rim.x[i]);
      const double ty = static_cast<double>(rim.y[i]);
      row[0] += static_cast<double>(stick[i]) + tx * tx;
      row[1] += tx * ty;
      row[2] += static_cast<double>(stick[i]) + ty * ty;
    }
  });
  const Matrix2 gram{{{sums_.sum(0), sums_.sum(1)}, {sums_.sum(1), sums_.sum(2)}}};
  gram_inverse_ = block_inverse(gram, well_posed(gram, constrained_));
}

/// The constant whose projection onto the unknowns fits a field with the given sums best.
std::array<double, 2> TangentSystem::fit_constant(double x, double y) const {
  return {gram_inverse_[0][0] * x + gram_inverse_[0][1] * y,
          gram_inverse_[1][0] * x + gram_inverse_[1][1] * y};
}

void TangentSystem::remove_constant(const Weights& constant) {
  if (constant[0] == 0 && constant[1] == 0) return;
  for (std::size_t i = 0; i < r.size(); ++i) {
    const float along = rim.x[i] * constant[0] + rim.y[i] * constant[1];
    r.x[i] -= stick[i] * constant[0] + along * rim.x[i];
    r.y[i] -= stick[i] * constant[1] + along * rim.y[i];
  }
  offset_[0] += static_cast<double>(constant[0]);
  offset_[1] += static_cast<double>(constant[1]);
}

int TangentSystem::conjugate_gradients(double reduction, TangentialOperators& operators,
                                       ThreadTeam& team) {
  // In the directions with a given sum the residual counts up to a constant, the change of c: its
  // share is measured through the preconditioner, which is made blind to it.
  const auto width = as_size(nx_);
  float step = 0;
  double rz = 0;
  double first = 0;
  int iteration = 0;
  offset_ = {0, 0};
  for (;; ++iteration) {
    const bool begins = iteration == 0;
    invert(
        r, operators, team,
        [&](int j) {
          if (begins) return;
          const std::size_t row = as_size(j) * width;
          const auto advance = [&](float* x, float* residual, const float* d, const float* kd) {
            for (std::size_t i = 0; i < width; ++i) {
              x[i] += step * d[i];
              residual[i] -= step * kd[i];
            }
          };
          advance(x_.x.data() + row, r.x.data() + row, direction_.x.data() + row,
                  k_direction_.x.data() + row);
          advance(x_.y.data() + row, r.y.data() + row, direction_.y.data() + row,
                  k_direction_.y.data() + row);
        },
        [&](int j) {
          const std::size_t row = as_size(j) * width;
          const float* rx = r.x.data() + row;
          const float* ry = r.y.data() + row;
          const float* zx = z_.x.data() + row;
          const float* zy = z_.y.data() + row;
          float dot = 0;
          float sum_x = 0;
          float sum_y = 0;
#pragma omp simd reduction(+ : dot, sum_x, sum_y)
          for (std::size_t i = 0; i < width; ++i) {
            dot += rx[i] * zx[i] + ry[i] * zy[i];
            sum_x += zx[i];
            sum_y += zy[i];
          }
          RowSums::Row& sums = sums_.row(j);
          sums[0] = static_cast<double>(dot);
          sums[1] = static_cast<double>(sum_x);
          sums[2] = static_cast<double>(sum_y);
          for (std::size_t k = 0; k < 2; ++k) {
            if (!constrained_[k]) continue;
            const float* cx = constant_[k].x.data() + row;
            const float* cy = constant_[k].y.data() + row;
            float overlap = 0;
#pragma omp simd reduction(+ : overlap)
            for (std::size_t i = 0; i < width; ++i) overlap += rx[i] * cx[i] + ry[i] * cy[i];
            sums[3 + k] = static_cast<double>(overlap);
          }
        });
    const double rz_before = rz;
    const Weights w = weights_of(sums_.sum(1), sums_.sum(2));
    rz = sums_.sum(0);
    for (std::size_t k = 0; k < 2; ++k) {
      if (constrained_[k]) rz -= static_cast<double>(w[k]) * sums_.sum(3 + k);
    }
    if (begins) first = rz;
    // What the preconditioner is blind to leaves the residual: beside a large constant, single
    // precision would lose the rest, and with it the sum.
    remove_constant(w);
    if (!(rz > reduction * reduction * first) || iteration == k_max_conjugate_gradients) break;
    const auto mix = begins ? 0.0f : static_cast<float>(rz / rz_before);
    multiply(
        operators, team,
        [&](int j, float* bx, float* by) {
          const std::size_t row = as_size(j) * width;
          const auto turn = [&](float* d, float* buffer, const float* z, const float* c0,
                                const float* c1) {
            if (begins) std::fill_n(d, width, 0.0f);
            if (w[0] == 0 && w[1] == 0) {
              for (std::size_t i = 0; i < width; ++i) buffer[i] = d[i] = z[i] + mix * d[i];
            } else {
              for (std::size_t i = 0; i < width; ++i) {
                buffer[i] = d[i] = z[i] - w[0] * c0[i] - w[1] * c1[i] + mix * d[i];
              }
            }
          };
          turn(direction_.x.data() + row, bx, z_.x.data() + row, constant_[0].x.data() + row,
               constant_[1].x.data() + row);
          turn(direction_.y.data() + row, by, z_.y.data() + row, constant_[0].y.data() + row,
               constant_[1].y.data() + row);
        },
        [&](int j) {
          const std::size_t row = as_size(j) * width;
          RowSums::Row& sums = sums_.row(j);
          if (row_in_use_[as_size(j)] == 0) {
            std::fill_n(direction_.x.data() + row, width, 0.0f);
            std::fill_n(direction_.y.data() + row, width, 0.0f);
          }
          const float* sticks = stick.data() + row;
          const float* kappa = stiffening.data() + row;
          const float* tx = rim.x.data() + row;
          const float* ty = rim.y.data() + row;
          const float* dx = direction_.x.data() + row;
          const float* dy = direction_.y.data() + row;
          float* kx = k_direction_.x.data() + row;
          float* ky = k_direction_.y.data() + row;
          float curvature = 0;
#pragma omp simd reduction(+ : curvature)
          for (std::size_t i = 0; i < width; ++i) {
            const float along =
                tx[i] * (kx[i] + kappa[i] * dx[i]) + ty[i] * (ky[i] + kappa[i] * dy[i]);
            kx[i] = sticks[i] * kx[i] + along * tx[i];
            ky[i] = sticks[i] * ky[i] + along * ty[i];
            curvature += dx[i] * kx[i] + dy[i] * ky[i];
          }
          sums[0] = static_cast<double>(curvature);
        });
    const double curvature = sums_.sum(0);
    if (!(curvature > 0)) break;
    step = static_cast<float>(rz / curvature);
  }
  if (!constrained_[0] && !constrained_[1]) return iteration;
  // What is left of the residual is the constant.
  const std::array<double, 2> sums = sum_of(r, team);
  const auto rest = fit_constant(sums[0], sums[1]);
  for (std::size_t k = 0; k < 2; ++k) offset_[k] += rest[k];
  return iteration;
}

/// Removes from v what a constant gives on the unknowns; returns the constant.
std::array<double, 2> TangentSystem::remove_constant(VectorField<float>& v, ThreadTeam& team) {
  if (!constrained_[0] && !constrained_[1]) return {0, 0};
  const std::array<double, 2> sums = sum_of(v, team);
  const std::array<double, 2> c = fit_constant(sums[0], sums[1]);
  const auto cx = static_cast<float>(c[0]);
  const auto cy = static_cast<float>(c[1]);
  for (std::size_t i = 0; i < v.size(); ++i) {
    const float along = rim.x[i] * cx + rim.y[i] * cy;
    v.x[i] -= stick[i] * cx + along * rim.x[i];
    v.y[i] -= stick[i] * cy + along * rim.y[i];
  }
  return c;
}

/// z_ = preconditioner times v, with Σ z = 0 in directions whose sum is given.
void TangentSystem::precondition(const VectorField<float>& v, TangentialOperators& operators,
                                 ThreadTeam& team) {
  invert(
      v, operators, team, [](int) {}, [](int) {});
  sum_ahead(z_);
  if (!constrained_[0] && !constrained_[1]) return;
  const std::array<double, 2> sums = sum_of(z_, team);
  const Weights w = weights_of(sums[0], sums[1]);
  for (std::size_t i = 0; i < z_.size(); ++i) {
    z_.x[i] -= w[0] * constant_[0].x[i] + w[1] * constant_[1].x[i];
    z_.y[i] -= w[0] * constant_[0].y[i] + w[1] * constant_[1].y[i];
  }
}

/// Σ over all cells of either component.
std::array<double, 2> TangentSystem::sum_of(const VectorField<float>& v, ThreadTeam& team) {
  sums_.for_rows(team, [&](std::size_t begin, std::size_t end, RowSums::Row& row) {
    double x = 0;
    double y = 0;
    for (std::size_t i = begin; i < end; ++i) {
      x += static_cast<double>(v.x[i]);
      y += static_cast<double>(v.y[i]);
    }
    row[0] = x;
    row[1] = y;
  });
  return {sums_.sum(0), sums_.sum(1)};
}

double TangentSystem::norm(const VectorField<float>& v, ThreadTeam& team) {
  sums_.for_rows(team, [&](std::size_t begin, std::size_t end, RowSums::Row& row) {
    const float* x = v.x.data();
    const float* y = v.y.data();
    float squares = 0;
#pragma omp simd reduction(+ : squares)
    for (std::size_t i = begin; i < end; ++i) squares += x[i] * x[i] + y[i] * y[i];
    row[0] = static_cast<double>(squares);
  });
  return std::sqrt(sums_.sum(0));
}

VectorField<float>& TangentSystem::basis(int k) {
  while (basis_.size() <= as_size(k)) {
    basis_.emplace_back();
    basis_.back().resize(x_.size());
  }
  return basis_[as_size(k)];
}

int TangentSystem::gmres(double reduction, TangentialOperators& operators, ThreadTeam& team) {
  const auto width = as_size(nx_);
  constexpr std::size_t m = k_max_gmres;
  triangle_.resize(m * (m + 1));
  std::array<double, m + 1> rhs{};
  std::array<double, m> cosines{};
  std::array<double, m> sines{};
  std::array<std::array<double, 2>, m> constants{};
  const auto scale = [&](VectorField<float>& v, double factor) {
    const auto f = static_cast<float>(factor);
    for (std::size_t i = 0; i < v.size(); ++i) {
      v.x[i] *= f;
      v.y[i] *= f;
    }
  };

  offset_ = remove_constant(r, team);
  const double first = norm(r, team);
  if (!(first > 0)) return 0;
  rhs[0] = first;
  basis(0) = r;
  scale(basis(0), 1 / first);
  std::size_t k = 0;
  while (k < m && std::abs(rhs[k]) > reduction * first) {
    const int n_basis = static_cast<int>(k) + 1;
    basis(n_basis);  // before any reference to another is taken
    precondition(basis(n_basis - 1), operators, team);
    multiply(
        operators, team,
        [&](int j, float* bx, float* by) {
          std::copy_n(z_.x.data() + as_size(j) * width, width, bx);
          std::copy_n(z_.y.data() + as_size(j) * width, width, by);
        },
        [&](int j) {
#pragma omp simd
          for (std::size_t i = as_size(j) * width; i < as_size(j + 1) * width; ++i) {
            const float along = rim.x[i] * (k_direction_.x[i] + stiffening[i] * z_.x[i]) +
                                rim.y[i] * (k_direction_.y[i] + stiffening[i] * z_.y[i]);
            k_direction_.x[i] = stick[i] * k_direction_.x[i] + along * rim.x[i];
            k_direction_.y[i] = stick[i] * k_direction_.y[i] + along * rim.y[i];
          }
        });
    VectorField<float>& next = basis(n_basis);
    std::swap(next, k_direction_);
    constants[k] = remove_constant(next, team);
    // Each pass takes off the overlap with one vector and finds that with the next.
    double* column = triangle_.data() + k * (m + 1);
    double overlap = 0;
    for (int i = 0; i <= n_basis; ++i) {
      const auto taken = static_cast<float>(overlap);
      const VectorField<float>& last = basis_[as_size(std::max(i - 1, 0))];
      const VectorField<float>& with = basis_[as_size(i)];  // at the end `next` itself: its square
      sums_.for_rows(team, [&](std::size_t begin, std::size_t end, RowSums::Row& row) {
        float* x = next.x.data();
        float* y = next.y.data();
        const float* lx = last.x.data();
        const float* ly = last.y.data();
        const float* wx = with.x.data();
        const float* wy = with.y.data();
        if (i > 0) {
          for (std::size_t c = begin; c < end; ++c) {
            x[c] -= taken * lx[c];
            y[c] -= taken * ly[c];
          }
        }
        float dot = 0;
#pragma omp simd reduction(+ : dot)
        for (std::size_t c = begin; c < end; ++c) dot += x[c] * wx[c] + y[c] * wy[c];
        row[0] = static_cast<double>(dot);
      });
      overlap = sums_.sum(0);
      column[i] = overlap;
    }
    const double length = std::sqrt(std::max(overlap, 0.0));
    for (std::size_t i = 0; i < k; ++i) {
      const double a = column[i];
      const double b = column[i + 1];
      column[i] = cosines[i] * a + sines[i] * b;
      column[i + 1] = -sines[i] * a + cosines[i] * b;
    }
    const double radius = std::hypot(column[k], length);
    if (!(radius > 0)) break;
    cosines[k] = column[k] / radius;
    sines[k] = length / radius;
    column[k] = radius;
    rhs[k + 1] = -sines[k] * rhs[k];
    rhs[k] *= cosines[k];
    ++k;
    if (!(length > 0)) break;
    scale(next, 1 / length);
  }
  std::array<double, m> y{};
  for (std::size_t i = k; i-- > 0;) {
    double rest = rhs[i];
    for (std::size_t l = i + 1; l < k; ++l) rest -= triangle_[l * (m + 1) + i] * y[l];
    y[i] = rest / triangle_[i * (m + 1) + i];
  }
  direction_.assign(x_.size(), 0.0f);
  for (std::size_t i = 0; i < k; ++i) {
    const auto part = static_cast<float>(y[i]);
    for (std::size_t c = 0; c < x_.size(); ++c) {
      direction_.x[c] += part * basis_[i].x[c];
      direction_.y[c] += part * basis_[i].y[c];
    }
    for (std::size_t d = 0; d < 2; ++d) offset_[d] -= y[i] * constants[i][d];
  }
  precondition(direction_, operators, team);
  for (std::size_t c = 0; c < x_.size(); ++c) {
    x_.x[c] += z_.x[c];
    x_.y[c] += z_.y[c];
  }
  return static_cast<int>(k);
}

}  // namespace tread::contact
