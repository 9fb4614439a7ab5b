#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "frictional/problems.hpp"
#include "frictional/solved.hpp"
#include "tread/contact/rolling_contact.hpp"

/// Laws that fall so steeply with the slip velocity that a contact has several solutions: the one
/// asked for is found, and found where solutions are about to meet.
namespace tread::contact::test {
namespace {

FallingFriction steep(double kinetic, double height, double half_velocity, SlipBranch branch) {
  FallingFriction law;
  law.shape = FallingFriction::Shape::exponential;
  law.kinetic_coefficient = kinetic;
  law.terms[0] = {height, half_velocity};
  law.branch = branch;
  return law;
}

// ---- one cell: the slip s is a root of s = w - μ(s/Δt) p / k

class SteepCell : public testing::Test {
 protected:
  static constexpr double k_pressure = 1e8;
  static constexpr double k_duration = 1e-3;
  static constexpr double k_kinetic = 0.2;
  static constexpr double k_height = 0.3;
  static constexpr double k_none = 1e-12;  // slip of what sticks

  SteepCell() {
    problem_ = pressed(centred_grid(1, 1, 1e-3, 1e-3), alike(80e9, 0.3), 0, 0, k_pressure * 1e-6,
                       coulomb(k_kinetic));
    problem_.motion = Motion::shift;
    history_.displacement.assign(1, 0);
    problem_.kinematics.x = given_creepage(1e-12);
    solve(Start::cold);
    stiffness_ = -solution_.traction.x[0] / 1e-12;
    unit_ = k_pressure / stiffness_;
    // Slides back by the height of the fall within a quarter of it: three solutions.
    half_velocity_ = 0.25 * k_height * unit_ / k_duration;
  }

  void solve(Start start, double tolerance = 1e-8) {
    solve_step(problem_, {0, 0, k_duration}, history_, frictional_tolerance(tolerance), workspace_,
               solution_, start);
    ASSERT_EQ(solution_.status, SolveStatus::converged);
  }

  /// Slip over w at μ = 1.
  double slip_after(double shift, SlipBranch branch, Start start = Start::cold) {
    problem_.friction.law = steep(k_kinetic, k_height, half_velocity_, branch);
    problem_.kinematics.x = given_creepage(shift * unit_);
    solve(start);
    return solution_.slip.x[0] / unit_;
  }

  double coefficient_at(double slip) const {
    return k_kinetic + k_height * std::exp2(-slip * unit_ / k_duration / half_velocity_);
  }
  /// > 0 where a cell that slips by that much would go on.
  double drive(double shift, double slip) const { return shift - coefficient_at(slip) - slip; }

  /// Slips where the cell is in balance, ascending; the first is 0 if it can stick.
  std::vector<double> solutions(double shift) const {
    std::vector<double> found;
    if (drive(shift, 0) <= 0) found.push_back(0);
    constexpr int k_parts = 20000;
    for (int k = 0; k < k_parts; ++k) {
      double a = shift * k / k_parts;
      double b = shift * (k + 1) / k_parts;
      const bool rises = drive(shift, b) > 0;
      if ((drive(shift, a) > 0) == rises) continue;
      for (int halving = 0; halving < 60; ++halving) {
        const double middle = 0.5 * (a + b);
        ((drive(shift, middle) > 0) == rises ? b : a) = middle;
      }
      found.push_back(0.5 * (a + b));
    }
    return found;
  }

  /// The shift at which the cell can just slide: drive and its slope vanish together.
  double least_shift_that_slides() const {
    const double rate = std::numbers::ln2 * unit_ / k_duration / half_velocity_;
    const double slip = std::log(rate * k_height) / rate;
    return slip + coefficient_at(slip);
  }

  FrictionalProblem problem_;
  FrictionalWorkspace workspace_;
  FrictionalSolution solution_;
  History history_;
  double stiffness_ = 0;
  double unit_ = 0;  // shift that builds up a traction equal to the pressure
  double half_velocity_ = 0;
};

TEST_F(SteepCell, has_three_solutions_and_the_outer_ones_are_found) {
  for (const double shift : {0.42, 0.45, 0.49}) {
    const std::vector<double> slips = solutions(shift);
    ASSERT_EQ(slips.size(), 3u) << shift;
    EXPECT_NEAR(slip_after(shift, SlipBranch::low_slip), 0, k_none);
    EXPECT_EQ(slips.front(), 0);
    EXPECT_NEAR(slip_after(shift, SlipBranch::high_slip), slips.back(), 1e-6);
    EXPECT_TRUE(slip_after(shift, SlipBranch::high_slip) > slips[1]);
  }
  for (const double shift : {0.2, 0.55}) {
    const std::vector<double> slips = solutions(shift);
    ASSERT_EQ(slips.size(), 1u) << shift;
    EXPECT_NEAR(slip_after(shift, SlipBranch::low_slip), slips[0], 1e-6);
    EXPECT_NEAR(slip_after(shift, SlipBranch::high_slip), slips[0], 1e-6);
  }
}

/// Once sliding it goes on sliding, once sticking it goes on sticking: hysteresis.
TEST_F(SteepCell, follows_the_branch_it_is_on) {
  EXPECT_NEAR(slip_after(0.45, SlipBranch::as_before), 0, k_none);  // nothing before: from rest
  EXPECT_NEAR(slip_after(0.55, SlipBranch::as_before, Start::from_guess), solutions(0.55)[0], 1e-6);
  EXPECT_NEAR(slip_after(0.45, SlipBranch::as_before, Start::from_guess), solutions(0.45)[2], 1e-6);
  EXPECT_NEAR(slip_after(0.3, SlipBranch::as_before, Start::from_guess), 0, k_none);
  EXPECT_NEAR(slip_after(0.45, SlipBranch::as_before, Start::from_guess), 0, k_none);
}

/// Where the sliding solution is about to meet the one in between, each turn brings only 1 - λ of
/// what is left, λ = 0.96, 0.99, 0.996: plain turns would take 16/(1 - λ).
TEST_F(SteepCell, is_solved_in_few_turns_where_two_solutions_meet) {
  const double fold = least_shift_that_slides();
  for (const double beyond : {1e-4, 1e-5, 1e-6}) {
    const double shift = fold + beyond;
    const std::vector<double> slips = solutions(shift);
    ASSERT_EQ(slips.size(), 3u);
    EXPECT_NEAR(slip_after(shift, SlipBranch::high_slip), slips[2], 1e-3 * (slips[2] - slips[1]));
    EXPECT_LT(solution_.outer_iterations, 60);
  }
  for (const double before : {1e-3, 1e-4}) {
    EXPECT_NEAR(slip_after(fold - before, SlipBranch::high_slip), 0,
                k_none);  // past where they met
  }
}

// ---- a row of cells, solved by elimination

/// A roller on a plate, as long as it takes, in rows of one cell; everything in mm, N, MPa.
class DenseRoller {
 public:
  DenseRoller(int n, double dx, double width, double radius, double load, double shear_modulus,
              double poisson_ratio)
      : n_(n), dx_(dx), width_(width) {
    normal_.resize(as_size(2 * n));
    shear_.resize(as_size(2 * n));
    for (int k = 0; k < 2 * n; ++k) {
      // ∬ dA/r and ∬ x² dA/r³ of a cell, from its corners; both bodies together: / (π G)
      double over_r = 0;
      double along = 0;
      for (const int i : {-1, 1}) {
        for (const int j : {-1, 1}) {
          const double x = k * dx + i * dx / 2;
          const double y = j * width / 2;
          const double r = std::hypot(x, y);
          over_r += i * j * (x * std::log(y + r) + y * std::log(x + r));
          along += i * j * y * std::log(x + r);
        }
      }
      const double scale = 1 / (std::numbers::pi * shear_modulus);
      normal_[as_size(k)] = scale * (1 - poisson_ratio) * over_r;
      shear_[as_size(k)] = scale * ((1 - poisson_ratio) * over_r + poisson_ratio * along);
    }
    press(radius, load);
  }

  /// Slip and traction that belong together for given coefficients, by turning cells over until
  /// each is right. Returns slips; tractions stay in q.
  Eigen::VectorXd slide(const Eigen::MatrixXd& compliance, const Eigen::VectorXd& rigid,
                        const Eigen::VectorXd& coefficient) {
    const Eigen::VectorXd bound = coefficient.cwiseProduct(pressure);
    Eigen::VectorXd slip;
    for (int round = 0; round < 500; ++round) {
      std::vector<int> sticks;
      for (int i = 0; i < n_; ++i) {
        const int s = state_[as_size(i)];
        if (s == 0 && pressure[i] > 0) sticks.push_back(i);
        q[i] = pressure[i] > 0 ? s * bound[i] : 0;
      }
      const Eigen::VectorXd without = rigid + compliance * q;
      const Eigen::MatrixXd among = compliance(sticks, sticks);
      const Eigen::VectorXd wanted = -without(sticks);
      const Eigen::VectorXd found = among.partialPivLu().solve(wanted);
      q(sticks) = found;
      slip = rigid + compliance * q;
      bool is_right = true;
      for (int i = 0; i < n_; ++i) {
        if (pressure[i] <= 0) continue;
        int& s = state_[as_size(i)];
        const int before = s;
        if (s == 0 && std::abs(q[i]) > bound[i] * (1 + 1e-12)) s = q[i] > 0 ? 1 : -1;
        if (before != 0 && before * slip[i] > 0) s = 0;
        is_right = is_right && s == before;
      }
      if (is_right) return slip;
    }
    ADD_FAILURE() << "does not settle";
    return slip;
  }

  /// Plain turns from no slip or from endless slip, until nothing changes.
  template <class Law>
  void settle(const Eigen::MatrixXd& compliance, const Eigen::VectorXd& rigid, double duration,
              const Law& law, bool from_above) {
    Eigen::VectorXd mu = Eigen::VectorXd::Constant(n_, law(from_above ? 1e12 : 0.0));
    for (int turn = 0; turn < 3000; ++turn) {
      const Eigen::VectorXd slip = slide(compliance, rigid, mu);
      double change = 0;
      for (int i = 0; i < n_; ++i) {
        const double next = law(state_[as_size(i)] == 0 ? 0.0 : std::abs(slip[i]) / duration);
        change = std::max(change, std::abs(next - mu[i]));
        mu[i] = next;
      }
      if (change < 1e-11) return;
    }
    ADD_FAILURE() << "turns do not end";
  }

  /// Displacement by tractions of cells that are `away` cells ahead of where it is wanted.
  Eigen::MatrixXd compliance(int away) const {
    Eigen::MatrixXd k(n_, n_);
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) k(i, j) = shear_[as_size(std::abs(i + away - j))];
    }
    return k;
  }
  double force() const { return q.sum() * dx_ * width_; }
  int n_slipping() const {
    return static_cast<int>(
        std::count_if(state_.begin(), state_.end(), [](int s) { return s != 0; }));
  }

  Eigen::VectorXd pressure;
  Eigen::VectorXd q;

 private:
  void press(double radius, double load) {
    std::vector<int> inside(as_size(n_));
    for (int i = 0; i < n_; ++i) inside[as_size(i)] = i;
    for (;;) {
      const auto m = static_cast<int>(inside.size());
      Eigen::MatrixXd a = Eigen::MatrixXd::Constant(m + 1, m + 1, -1);
      Eigen::VectorXd b(m + 1);
      for (int i = 0; i < m; ++i) {
        const double x = (inside[as_size(i)] - n_ / 2) * dx_;
        b[i] = -x * x / (2 * radius);
        for (int j = 0; j < m; ++j) {
          a(i, j) = normal_[as_size(std::abs(inside[as_size(i)] - inside[as_size(j)]))];
        }
        a(m, i) = dx_ * width_;
      }
      a(m, m) = 0;
      b[m] = load;
      const Eigen::VectorXd p = a.partialPivLu().solve(b);
      pressure = Eigen::VectorXd::Zero(n_);
      std::vector<int> stay;
      for (int i = 0; i < m; ++i) {
        pressure[inside[as_size(i)]] = p[i];
        if (p[i] > 0) stay.push_back(inside[as_size(i)]);
      }
      if (stay.size() == inside.size()) break;
      inside = stay;
    }
    q = Eigen::VectorXd::Zero(n_);
    state_.assign(as_size(n_), 0);
  }

  int n_;
  double dx_;
  double width_;
  std::vector<double> normal_;
  std::vector<double> shear_;
  std::vector<int> state_;  // 0 sticks, else the sign of its traction
};

/// The roller of CONTACT's example veldep_fric: dx 0.1 mm, V 45 m/s, half velocity 0.1 m/s.
class SteepRoller : public testing::Test {
 protected:
  static constexpr int k_cells = 92;
  static constexpr double k_load = 622216;
  static constexpr double k_speed = 45;
  static constexpr double k_radius = 0.46;

  RollingSetup setup(SlipBranch branch, double half_velocity = 0.1) const {
    RollingSetup s;
    s.grid = {k_cells, 1, -4.6e-3, 0, 1e-4, 0.2};
    s.bodies = alike(82e9, 0.28);
    s.friction.law = steep(0.18, 0.12, half_velocity, branch);
    s.distance = [](double x, double) { return x * x / (2 * k_radius); };
    s.scheme = RollingScheme::exact;
    s.options.tolerance = 1e-7;
    return s;
  }
  static RollingStep with_creepage(double creepage) {
    RollingStep step;
    step.speed = k_speed;
    step.normal_value = k_load;
    step.kinematics.x = given_creepage(creepage);
    return step;
  }
  static double coefficient_mm(double velocity) { return 0.18 + 0.12 * std::exp2(-velocity / 100); }
};

/// FX in N and cells that slip, as CONTACT 25.2 prints them for veldep_fric (examples/
/// veldep_fric.ref_out): case 1 steady, case 2 a step with INISLP = 1, cases 4 to 53 steps with -1.
constexpr double k_contact_steady = 1.109e5;
constexpr double k_contact_low = 1.116e5;
constexpr std::array k_contact_high{
    1.064e5, 1.071e5, 1.078e5, 1.084e5, 1.089e5, 1.094e5, 1.098e5, 1.067e5, 1.074e5, 1.080e5,
    1.086e5, 1.091e5, 1.096e5, 1.066e5, 1.073e5, 1.079e5, 1.085e5, 1.090e5, 1.095e5, 1.064e5,
    1.071e5, 1.077e5, 1.083e5, 1.088e5, 1.093e5, 1.062e5, 1.069e5, 1.076e5, 1.082e5, 1.087e5,
    1.092e5, 1.059e5, 1.066e5, 1.072e5, 1.078e5, 1.084e5, 1.088e5, 1.056e5, 1.063e5, 1.070e5,
    1.076e5, 1.081e5, 1.086e5, 1.058e5, 1.065e5, 1.071e5, 1.077e5, 1.082e5, 1.087e5, 1.052e5};
constexpr std::array k_contact_slipping{47, 2,  4, 6, 8, 10, 12, 45, 2, 4, 6, 8, 10, 45, 2, 4, 6, 8,
                                        10, 45, 2, 4, 6, 8,  10, 45, 2, 4, 6, 8, 11, 46, 2, 4, 6, 8,
                                        10, 46, 2, 4, 6, 8,  10, 45, 2, 4, 6, 8, 11, 46};
/// Half of the last digit printed, and what CONTACT's turns leave open (1e-3 of the slip).
constexpr double k_printed = 60;

TEST_F(SteepRoller, slips_and_sticks_in_turn_as_in_contact_and_by_elimination) {
  RollingContact steady(setup(SlipBranch::low_slip));
  ASSERT_EQ(steady.start_steady(with_creepage(-0.0009999)), SolveStatus::converged);
  EXPECT_NEAR(steady.solution().forces.longitudinal, k_contact_steady, k_printed);
  EXPECT_EQ(steady.solution().n_slip, 36u);

  DenseRoller dense(k_cells, 0.1, 200, 460, k_load, 82000, 0.28);
  const double duration = 1e-4 / k_speed;
  const Eigen::MatrixXd here = dense.compliance(0);
  const Eigen::MatrixXd ahead = dense.compliance(1);
  const auto rigid = [](double creepage) {
    return Eigen::VectorXd::Constant(k_cells, creepage * 0.1);
  };
  dense.settle(here - ahead, rigid(-0.0009999), duration, coefficient_mm, false);
  EXPECT_NEAR(steady.solution().forces.longitudinal / dense.force(), 1, 1e-6);

  RollingContact low(setup(SlipBranch::low_slip));
  low.restore(steady.state());
  ASSERT_EQ(low.step(duration, with_creepage(-0.001)), SolveStatus::converged);
  EXPECT_NEAR(low.solution().forces.longitudinal, k_contact_low, k_printed);
  EXPECT_EQ(low.solution().n_slip, 4u);
  EXPECT_TRUE(low.solution().may_not_be_unique);

  // From the slips of the steady state the step leads to the other branch.
  RollingContact as_before(setup(SlipBranch::as_before));
  as_before.restore(steady.state());
  ASSERT_EQ(as_before.step(duration, with_creepage(-0.001)), SolveStatus::converged);
  EXPECT_NEAR(as_before.solution().forces.longitudinal, k_contact_high[0], k_printed);

  RollingContact high(setup(SlipBranch::high_slip));
  high.restore(steady.state());
  for (std::size_t k = 0; k < k_contact_high.size(); ++k) {
    ASSERT_EQ(high.step(duration, with_creepage(-0.001)), SolveStatus::converged) << k;
    const FrictionalSolution& s = high.solution();
    EXPECT_NEAR(s.forces.longitudinal, k_contact_high[k], k_printed) << k;
    EXPECT_NEAR(static_cast<double>(s.n_slip), k_contact_slipping[k], 1) << k;
    const Eigen::VectorXd before = ahead * dense.q;
    dense.settle(here, rigid(-0.001) - before, duration, coefficient_mm, true);
    EXPECT_NEAR(s.forces.longitudinal / dense.force(), 1, 1e-5) << k;
    EXPECT_EQ(static_cast<int>(s.n_slip), dense.n_slipping()) << k;
    EXPECT_LT(s.outer_iterations, 60) << k;
  }
}

/// At a tenth of the half velocity steady rolling, too, has two solutions, 0.06 % apart.
TEST_F(SteepRoller, has_two_steady_states) {
  const double duration = 1e-4 / k_speed;
  std::array<double, 2> force{};
  for (const bool from_above : {false, true}) {
    const auto branch = from_above ? SlipBranch::high_slip : SlipBranch::low_slip;
    RollingContact contact(setup(branch, 0.01));
    ASSERT_EQ(contact.start_steady(with_creepage(-0.0009999)), SolveStatus::converged);
    force[from_above ? 1 : 0] = contact.solution().forces.longitudinal;
    DenseRoller dense(k_cells, 0.1, 200, 460, k_load, 82000, 0.28);
    dense.settle(
        dense.compliance(0) - dense.compliance(1), Eigen::VectorXd::Constant(k_cells, -0.00009999),
        duration, [](double v) { return 0.18 + 0.12 * std::exp2(-v / 10); }, from_above);
    EXPECT_NEAR(contact.solution().forces.longitudinal / dense.force(), 1, 1e-5);
    EXPECT_EQ(static_cast<int>(contact.solution().n_slip), dense.n_slipping());
  }
  EXPECT_GT(force[0] / force[1], 1.0005);
}

// ---- in the plane

/// However steep, with spin and lateral creepage: turns end, the law holds, and the branches are in
/// order.
TEST(SteepEllipse, obeys_its_law_on_both_branches) {
  FrictionalWorkspace workspace;
  for (const auto shape : {FallingFriction::Shape::linear, FallingFriction::Shape::rational,
                           FallingFriction::Shape::exponential}) {
    for (const double half_velocity : {0.3, 0.03, 0.01, 0.003, 0.001}) {
      std::array<double, 2> sliding{};
      for (const auto branch : {SlipBranch::low_slip, SlipBranch::high_slip}) {
        FallingFriction law = steep(0.1, 0.2, half_velocity, branch);
        law.shape = shape;
        law.terms[1] = {0.1, 3 * half_velocity};
        FrictionalProblem problem =
            pressed(centred_grid(24, 20, 15e-3, 12e-3), alike(82e9, 0.28), 1, 1.3, 80000, law);
        problem.rolling.speed = 20;
        problem.kinematics = {given_creepage(1.5e-3), given_creepage(-1e-3), 0.3};
        const FrictionalSolution s = solved(problem, workspace, 1e-6);
        EXPECT_LT(s.outer_iterations, 100);
        for (std::size_t i = 0; i < s.cells.size(); ++i) {
          const double slip = std::hypot(s.slip.x[i], s.slip.y[i]);
          if (s.cells[i] == CellState::slip) {
            sliding[branch == SlipBranch::low_slip ? 0 : 1] += slip;
          }
          const double bound = coefficient(law, slip * 20) * s.normal.pressure[i];
          const double p = std::hypot(s.traction.x[i], s.traction.y[i]);
          if (s.cells[i] == CellState::slip) {
            EXPECT_NEAR(p, bound, 1e-5 * s.normal.peak_pressure);
          } else {
            EXPECT_LE(p, bound + 1e-5 * s.normal.peak_pressure);
          }
        }
      }
      EXPECT_LE(sliding[0], sliding[1] * (1 + 1e-4));
    }
  }
}

/// Steady rolling in which plain turns go round in circles for ever.
TEST(SteepEllipse, is_solved_where_turns_go_round_in_circles) {
  FrictionalWorkspace workspace;
  FallingFriction law = steep(0.1335, 0.1646, 0.00693, SlipBranch::high_slip);
  law.shape = FallingFriction::Shape::linear;
  FrictionalProblem problem = pressed(centred_grid(18, 22, 14e-3, 10e-3), alike(82e9, 0.28),
                                      1 / 0.8802, 1 / 0.6986, 20800, law);
  problem.rolling.speed = 13.3;
  problem.kinematics = {given_creepage(-6.44e-4), given_creepage(-1.18e-4), -0.4217};
  const FrictionalSolution s = solved(problem, workspace, 1e-6);
  EXPECT_LT(s.outer_iterations, 300);
}

}  // namespace
}  // namespace tread::contact::test
