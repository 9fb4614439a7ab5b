#include "tread/contact/stick_slip.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tread/contact/matrix2.hpp"
#include "tread/contact/tell_iteration.hpp"
#include "tread/core/as_size.hpp"

namespace tread::contact {
namespace {

/// ρ over the stiffness of the whole contact against a uniform load: small enough that cells do not
/// jump between stick and slip, which they do when ρ is the inverse of a cell's own compliance.
constexpr double k_rho = 3;
constexpr double k_first_reduction = 0.3;  // of the first linear solve
constexpr double k_careful_reduction = 0.03;
constexpr double k_reduction_per_distance = 20;
constexpr double k_least_reduction = 1e-3;
/// A linear solve aims at this part of the tolerance, no lower.
constexpr double k_aim = 0.6;
/// Of a derivative: about what single precision can give.
constexpr double k_response_reduction = 1e-5;
/// Close to the solution whole steps may raise the merit to this many times its lowest: cells that
/// change between stick and slip often do so before it falls. A few times only, until it is much
/// lower than it was.
constexpr double k_allowed_rise = 50;
constexpr int k_rises = 3;
constexpr double k_much_lower = 0.3;
constexpr double k_close = 0.1;
constexpr int k_max_halvings = 4;
constexpr int k_careful_halvings = 10;
constexpr int k_stick_slip_patience = 12;
/// The sum of the projections may be off by this part of the tolerance.
constexpr double k_balance = 0.01;
constexpr int k_max_balance = 100;
constexpr double k_balance_floor = 1e-12;
constexpr double k_overshoot = 0.5;
/// Rounding of displacements, relative to the largest: slips below are noise.
constexpr double k_displacement_rounding = 1e-13;
constexpr double k_tiny = 1e-300;
/// By how much the slip of a cell may be magnified by its small bound.
constexpr double k_most_magnified = 1e12;

double squared(double a) { return a * a; }

}  // namespace

void StickSlip::resize(int nx, int ny) {
  nx_ = nx;
  ny_ = ny;
  const std::size_t n = as_size(nx) * as_size(ny);
  bound.resize(n);
  for (VectorField<double>* field : {&rigid, &load, &slip_, &start_}) field->resize(n);
  sums_.resize(nx, ny);
  system_.resize(nx, ny);
}

/// s - c of the load, each row of which move(begin, end) may first change.
template <class MoveRow>
void StickSlip::find_slip(TangentialOperators& operators, ThreadTeam& team, MoveRow&& move) {
  const auto width = as_size(nx_);
  ++n_exact_products_;
  operators.exact_product().apply(
      team,
      [&](int j, double* x, double* y) {
        const std::size_t row = as_size(j) * width;
        move(row, row + width);
        const bool x_in_use = halfspace::copy_row(load.x.data() + row, nx_, x);
        const bool y_in_use = halfspace::copy_row(load.y.data() + row, nx_, y);
        return x_in_use || y_in_use;
      },
      [&](int j, const double* x, const double* y) {
        std::copy_n(x, width, slip_.x.data() + as_size(j) * width);
        std::copy_n(y, width, slip_.y.data() + as_size(j) * width);
      });
  subtract_moved(step_back, nx_, ny_, slip_);
}

/// load = start + step * correction, brought onto the rim where the cell slips and within the disc
/// elsewhere.
void StickSlip::move_row(std::size_t begin, std::size_t end, double step) {
  const VectorField<float>& correction = system_.correction();
  // A whole step brings cells that slip to the rim wherever they are.
  const float to_rim_up_to = step == 1 ? 0.5f : -1.0f;
  const float* stick = system_.stick.data();
#pragma omp simd
  for (std::size_t i = begin; i < end; ++i) {
    const double g = bound[i];
    const double x = start_.x[i] + step * static_cast<double>(correction.x[i]);
    const double y = start_.y[i] + step * static_cast<double>(correction.y[i]);
    const double squares = x * x + y * y;
    const double ratio = g / std::sqrt(std::max(squares, k_tiny));
    const double within = squares > g * g ? ratio : 1.0;
    const double factor =
        static_cast<double>(stick[i]) < static_cast<double>(to_rim_up_to) ? ratio : within;
    load.x[i] = factor * x;
    load.y[i] = factor * y;
  }
}

/// Chooses c so that the projections of q - ρ s onto the discs have the given sum, by Newton's
/// method on a convex function of c. Where nothing sticks the linear systems know no c; this one
/// always does.
void StickSlip::balance(const Goal& goal, ThreadTeam& team) {
  std::array<double, 2> excess{};
  Matrix2 slope{};
  double most = 0;
  const auto look_at = [&](const std::array<double, 2>& c) {
    sums_.for_rows(team, [&](std::size_t begin, std::size_t end, RowSums::Row& row) {
      double px = 0;
      double py = 0;
      double xx = 0;
      double xy = 0;
      double yy = 0;
      double size = 0;
#pragma omp simd reduction(+ : px, py, xx, xy, yy, size)
      for (std::size_t i = begin; i < end; ++i) {
        const double g = bound[i];
        const double zx = load.x[i] - rho_ * (slip_.x[i] + c[0]);
        const double zy = load.y[i] - rho_ * (slip_.y[i] + c[1]);
        const double squares = std::max(zx * zx + zy * zy, k_tiny);
        const double inverse = 1 / std::sqrt(squares);
        const bool slips = squares > g * g;
        const double ratio = slips ? g * inverse : 1.0;
        const double ex = slips ? zx * inverse : 0.0;
        const double ey = slips ? zy * inverse : 0.0;
        const double inside = g > 0 ? ratio : 0.0;
        px += ratio * zx;
        py += ratio * zy;
        xx += inside * (1 - ex * ex);
        xy -= inside * ex * ey;
        yy += inside * (1 - ey * ey);
        size += ratio * squares * inverse;
      }
      row = {px, py, xx, xy, yy, size};
    });
    for (std::size_t k = 0; k < 2; ++k) {
      excess[k] = goal.force_given[k] ? sums_.sum(k) - goal.total[k] : 0.0;
    }
    slope = {{{sums_.sum(2), sums_.sum(3)}, {sums_.sum(3), sums_.sum(4)}}};
    most = sums_.sum(5);
  };
  look_at(offset);
  for (int iteration = 0; iteration < k_max_balance; ++iteration) {
    if (std::hypot(excess[0], excess[1]) <= k_balance * goal.tolerance * most) break;
    // Cells that slide hardly resist along their own direction: a floor keeps the step finite.
    const double floor = k_balance_floor * (slope[0][0] + slope[1][1]);
    slope[0][0] += floor;
    slope[1][1] += floor;
    const Matrix2 inverse = block_inverse(slope, goal.force_given);
    const std::array<double, 2> step{
        (inverse[0][0] * excess[0] + inverse[0][1] * excess[1]) / rho_,
        (inverse[1][0] * excess[0] + inverse[1][1] * excess[1]) / rho_};
    const auto along = [&] { return excess[0] * step[0] + excess[1] * step[1]; };
    const double first = along();
    // The slope falls along the step; one that goes far beyond its zero is shortened.
    const std::array<double, 2> start = offset;
    double part = 1;
    for (int trial = 0; trial < k_max_balance; ++trial) {
      offset = {start[0] + part * step[0], start[1] + part * step[1]};
      look_at(offset);
      if (along() >= -k_overshoot * first) break;
      part *= std::clamp(first / (first - along()), 0.05, 0.5);
    }
  }
}

/// Adds w to the displacements in slip_. Returns by how much stricter slips must be judged than ρ
/// does: ρ measures them with the compliance of the whole contact, but those of a short step are
/// small against its displacements.
double StickSlip::strictness(const Goal& goal, ThreadTeam& team) {
  const bool all_rigid = known.size() == 0;
  const auto largest_in_row = [&](auto known_at, std::size_t begin, std::size_t end,
                                  RowSums::Row& row) {
    double rigid_motion = 0;
    double change = 0;
    double displacement = 0;
    double size = 0;
#pragma omp simd reduction(max : rigid_motion, change, displacement, size)
    for (std::size_t i = begin; i < end; ++i) {
      const double ux = slip_.x[i];
      const double uy = slip_.y[i];
      slip_.x[i] = ux + rigid.x[i];
      slip_.y[i] = uy + rigid.y[i];
      const auto [kx, ky] = known_at(i);
      const double inside = bound[i] > 0 ? 1.0 : 0.0;
      const double wx = rigid.x[i] - kx + offset[0];
      const double wy = rigid.y[i] - ky + offset[1];
      const double w = inside * (wx * wx + wy * wy);
      const double v = inside * (squared(ux + kx) + squared(uy + ky));
      const double u = inside * (ux * ux + uy * uy);
      const double q = load.x[i] * load.x[i] + load.y[i] * load.y[i];
      rigid_motion = std::max(rigid_motion, w);
      change = std::max(change, v);
      displacement = std::max(displacement, u);
      size = std::max(size, q);
    }
    row = {rigid_motion, change, displacement, size};
  };
  sums_.for_rows(team, [&](std::size_t begin, std::size_t end, RowSums::Row& row) {
    if (all_rigid) {
      largest_in_row([](std::size_t) { return std::array<double, 2>{0, 0}; }, begin, end, row);
    } else {
      largest_in_row(
          [&](std::size_t i) {
            return std::array<double, 2>{known.x[i], known.y[i]};
          },
          begin, end, row);
    }
  });
  const double scale =
      std::max({std::sqrt(sums_.largest(0)), std::sqrt(sums_.largest(1)),
                k_displacement_rounding / goal.tolerance * std::sqrt(sums_.largest(2))});
  return scale > 0 ? std::max(1.0, std::sqrt(sums_.largest(3)) / (rho_ * scale)) : 1;
}

/// Stick and slip cells, residual and merit of the load as it stands, and the linear system of the
/// next Newton step.
void StickSlip::classify(const Goal& goal, ThreadTeam& team) {
  const double strict = strictness(goal, team);
  if (goal.force_given[0] || goal.force_given[1]) balance(goal, team);
  const double cx = offset[0];
  const double cy = offset[1];
  const double rho = rho_;
  TangentSystem& t = system_;
  sums_.for_rows(team, [&](std::size_t begin, std::size_t end, RowSums::Row& row) {
    double merit = 0;
    double sum_x = 0;
    double sum_y = 0;
    double size = 0;
    double worst = 0;
    double worst_strict = 0;
    double largest = 0;
#pragma omp simd reduction(+ : merit, sum_x, sum_y, size) reduction(max : worst, worst_strict, largest)
    for (std::size_t i = begin; i < end; ++i) {
      const double g = bound[i];
      const double qx = load.x[i];
      const double qy = load.y[i];
      const double sx = slip_.x[i] + cx;
      const double sy = slip_.y[i] + cy;
      const double zx = qx - rho * sx;
      const double zy = qy - rho * sy;
      const double squares = std::max(zx * zx + zy * zy, k_tiny);
      const double z = std::sqrt(squares);
      const double ex = zx / z;
      const double ey = zy / z;
      const bool beyond = squares > g * g;
      const double inside = g > 0 ? 1.0 : 0.0;
      const double sticks = beyond ? 0.0 : inside;
      const double slips = inside - sticks;
      const double reach = beyond ? g : z;
      // distance from the projection
      const double px = qx - reach * ex;
      const double py = qy - reach * ey;
      const double distance = px * px + py * py;
      const double stricter = std::max(1.0, strict * z / (reach + strict * (z - reach)));
      const double judged = distance * stricter * stricter;
      // the system
      const double magnified = std::min(z / std::max(g, k_tiny), k_most_magnified);
      const double radial = slips * (g - (qx * ex + qy * ey));
      const double along = slips * (sx * ey - sy * ex) * magnified;
      t.stick[i] = static_cast<float>(sticks);
      t.rim.x[i] = static_cast<float>(-slips * ey);
      t.rim.y[i] = static_cast<float>(slips * ex);
      t.stiffening[i] = static_cast<float>(slips * (magnified - 1) / rho);
      t.fixed.x[i] = static_cast<float>(radial * ex);
      t.fixed.y[i] = static_cast<float>(radial * ey);
      t.r.x[i] = static_cast<float>(-sticks * sx - along * ey);
      t.r.y[i] = static_cast<float>(-sticks * sy + along * ex);
      merit += distance;
      sum_x += qx;
      sum_y += qy;
      size += reach;
      worst = std::max(worst, distance);
      worst_strict = std::max(worst_strict, judged);
      largest = std::max(largest, reach);
    }
    row = {merit, sum_x, sum_y, size, worst, worst_strict, largest};
  });
  const double largest = sums_.largest(6);
  merit_ = sums_.sum(0);
  distance_ = largest > 0 ? std::sqrt(sums_.largest(4)) / largest : 0;
  residual_ = largest > 0 ? std::sqrt(sums_.largest(5)) / largest : 0;
  for (std::size_t k = 0; k < 2; ++k) {
    if (!goal.force_given[k]) continue;
    const double error = std::abs(goal.total[k] - sums_.sum(1 + k));
    const double scale = std::max(sums_.sum(3), std::abs(goal.total[k]));
    if (error > 0) residual_ = std::max(residual_, error / scale);
  }
}

/// What the unknowns must add up to, after the fixed part of the correction.
void StickSlip::set_sums(const Goal& goal, const std::array<double, 2>& total, ThreadTeam& team) {
  system_.sum_given = goal.force_given;
  if (!goal.force_given[0] && !goal.force_given[1]) return;
  sums_.for_rows(team, [&](std::size_t begin, std::size_t end, RowSums::Row& row) {
    for (std::size_t i = begin; i < end; ++i) {
      row[0] += static_cast<double>(system_.fixed.x[i]);
      row[1] += static_cast<double>(system_.fixed.y[i]);
    }
  });
  for (std::size_t k = 0; k < 2; ++k) system_.sum[k] = total[k] - sums_.sum(k);
}

std::array<double, 2> StickSlip::total_load(ThreadTeam& team) {
  sums_.for_rows(team, [&](std::size_t begin, std::size_t end, RowSums::Row& row) {
    for (std::size_t i = begin; i < end; ++i) {
      row[0] += load.x[i];
      row[1] += load.y[i];
    }
  });
  return {sums_.sum(0), sums_.sum(1)};
}

void StickSlip::solve_response(const Goal& goal, const VectorField<double>& rigid_change,
                               const std::vector<double>& bound_change,
                               VectorField<double>& load_change, TangentialOperators& operators,
                               ThreadTeam& team) {
  prepare(operators);
  find_slip(operators, team, [](std::size_t, std::size_t) {});
  classify(goal, team);
  TangentSystem& t = system_;
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const auto change = static_cast<float>(bound_change[i]);
    t.fixed.x[i] = change * t.rim.y[i];  // the rim's normal is (rim y, -rim x)
    t.fixed.y[i] = -change * t.rim.x[i];
    const auto rx = static_cast<float>(-rigid_change.x[i]);
    const auto ry = static_cast<float>(-rigid_change.y[i]);
    const float along = t.rim.x[i] * rx + t.rim.y[i] * ry;
    t.r.x[i] = t.stick[i] * rx + along * t.rim.x[i];
    t.r.y[i] = t.stick[i] * ry + along * t.rim.y[i];
  }
  set_sums(goal, {0, 0}, team);
  t.solve(k_response_reduction, operators, team);
  load_change.x.assign(t.correction().x.begin(), t.correction().x.end());
  load_change.y.assign(t.correction().y.begin(), t.correction().y.end());
}

/// What a load of one on all of the contact displaces the cell (i, j).
double StickSlip::compliance_at(int i, int j, const TangentialTable& table) const {
  double sum = 0;
  for (int l = 0; l < ny_; ++l) {
    for (int k = 0; k < nx_; ++k) {
      if (bound[as_size(l) * as_size(nx_) + as_size(k)] <= 0) continue;
      const auto& value = table(std::abs(k - i), std::abs(l - j));
      sum += 0.5 * (value.xx + value.yy);
    }
  }
  return sum;
}

void StickSlip::prepare(const TangentialOperators& operators) {
  const TangentialTable& table = operators.table();
  const auto& own = table(0, 0);
  system_.step_back = step_back;
  if (step_back.moves()) {
    const auto& ahead = step_back.axis == StepBack::Axis::x ? table(1, 0) : table(0, 1);
    system_.self = 0.5 * (own.xx - ahead.xx + own.yy - ahead.yy);
    rho_ = 1 / system_.self;
  } else {
    const auto highest =
        static_cast<int>(std::max_element(bound.begin(), bound.end()) - bound.begin());
    system_.self = 0.5 * (own.xx + own.yy);
    rho_ = k_rho / compliance_at(highest % nx_, highest / nx_, table);
  }
}

StickSlip::Outcome StickSlip::solve(const Goal& goal, TangentialOperators& operators,
                                    ThreadTeam& team, Observer* observer) {
  Outcome outcome;
  const bool careful = goal.pace == Pace::careful;
  const double first_reduction = careful ? k_careful_reduction : k_first_reduction;
  const int max_halvings = careful ? k_careful_halvings : k_max_halvings;
  prepare(operators);
  find_slip(operators, team, [](std::size_t, std::size_t) {});
  classify(goal, team);
  double best = std::numeric_limits<double>::infinity();
  int since_best = 0;
  double lowest = std::numeric_limits<double>::infinity();     // merit
  double reference = std::numeric_limits<double>::infinity();  // merit that rises are counted from
  int rises_left = 0;
  for (;;) {
    if (residual_ <= goal.tolerance) {
      outcome.status = SolveStatus::converged;
      break;
    }
    if (observer != nullptr && observer->stop_requested()) {
      outcome.status = SolveStatus::stopped;
      break;
    }
    if (observer != nullptr) {
      tell_iteration(*observer, "tractions", residual_, goal.tolerance, outcome.steps);
    }
    since_best = residual_ < 0.9 * best || merit_ < 0.9 * lowest ? 0 : since_best + 1;
    best = std::min(best, residual_);
    lowest = std::min(lowest, merit_);
    if (since_best == k_stick_slip_patience) {
      outcome.status = SolveStatus::stalled;
      break;
    }
    if (outcome.steps == goal.max_iterations) {
      outcome.status = SolveStatus::max_iterations;
      break;
    }
    const double reduction = std::max(
        std::clamp(k_reduction_per_distance * distance_, k_least_reduction, first_reduction),
        k_aim * goal.tolerance / residual_);
    const std::array<double, 2> total = total_load(team);
    set_sums(goal, {goal.total[0] - total[0], goal.total[1] - total[1]}, team);
    outcome.inner_iterations += system_.solve(reduction, operators, team);
    std::swap(start_, load);
    const std::array<double, 2> start_offset = offset;
    const std::array<double, 2> change = system_.offset();
    const double merit = merit_;
    if (merit < k_much_lower * reference) {
      reference = merit;
      rises_left = careful ? 0 : k_rises;
    }
    const bool rise_allowed = rises_left > 0 && distance_ < k_close;
    double step = 1;
    for (int halving = 0;; ++halving) {
      for (std::size_t k = 0; k < 2; ++k) offset[k] = start_offset[k] + step * change[k];
      find_slip(operators, team,
                [&](std::size_t begin, std::size_t end) { move_row(begin, end, step); });
      classify(goal, team);
      if (merit_ < merit || halving == max_halvings) break;
      if (halving == 0 && rise_allowed && merit_ < k_allowed_rise * lowest) {
        --rises_left;
        break;
      }
      step /= 2;
    }
    ++outcome.steps;
  }
  outcome.residual = residual_;
  return outcome;
}

}  // namespace tread::contact
