// The algebra of van der Wekken, Vollebregt, Vuik, "Occurrence and removal of wiggles in transient
// rolling contact simulation", on a contact of 41 cells in plane strain. c = dq/dx is the distance
// rolled in a step, in cells.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "strip_matrices.hpp"

namespace tread::wiggles {
namespace {

constexpr double k_pi = std::numbers::pi;

// Condition numbers here are below 100 000: twelve digits remain of sixteen, with one to spare.
constexpr double k_rounding = 1e-11;

VectorXd column_sums(const Kernel& kernel, double c) {
  return carried_over(kernel, c).colwise().sum().transpose();
}

double largest_departure_from_one(const VectorXd& values) {
  return (values.array() - 1).abs().maxCoeff();
}

int sign_changes(const VectorXd& values) {
  int n = 0;
  for (int i = 1; i < values.size(); ++i) n += values(i) * values(i - 1) < 0;
  return n;
}

double total_variation(const VectorXd& values) {
  double sum = 0;
  for (int i = 1; i < values.size(); ++i) sum += std::abs(values(i) - values(i - 1));
  return sum;
}

double condition_number(const MatrixXd& matrix) {
  const VectorXd singular = Eigen::JacobiSVD<MatrixXd>(matrix).singularValues();
  return singular(0) / singular(singular.size() - 1);
}

// ---- what a step carries over

TEST(CarriedOver, WithStepsOfOneCellEveryTractionMovesExactlyOneCell) {
  for (const Kernel& kernel : all_kernels()) {
    const MatrixXd moved = carried_over(kernel, 1);
    MatrixXd shift = MatrixXd::Zero(k_n, k_n);
    for (int j = 1; j < k_n; ++j) shift(j - 1, j) = 1;
    // the first column is the traction that leaves the contact
    EXPECT_LE((moved - shift).rightCols(k_n - 1).cwiseAbs().maxCoeff(), k_rounding) << kernel.name;
  }
}

TEST(CarriedOver, WithoutAStepNothingMoves) {
  for (const Kernel& kernel : all_kernels()) {
    EXPECT_LE((carried_over(kernel, 0) - MatrixXd::Identity(k_n, k_n)).cwiseAbs().maxCoeff(),
              k_rounding)
        << kernel.name;
  }
}

// ---- columns of A⁻¹ A'

// 1ᵀ A⁻¹ A' e_J: A is symmetric, so A⁻¹ 1 is the traction q that moves all cell centres by 1, as a
// flat punch would, and qᵀ A' e_J is the displacement by it at x_J - c.
TEST(ColumnSums, AreTheDisplacementsBetweenCellCentresUnderAFlatPunch) {
  for (const Kernel& kernel : all_kernels()) {
    const VectorXd punch = matrix(kernel, 0).partialPivLu().solve(VectorXd::Ones(k_n));
    for (const double c : {0.01, 0.3, 0.5, 0.9, 1.0, 1.7}) {
      const VectorXd sums = column_sums(kernel, c);
      for (int j = 0; j < k_n; ++j) {
        double displacement = 0;
        for (int i = 0; i < k_n; ++i) displacement += kernel.at(j - c - i) * punch(i);
        EXPECT_NEAR(sums(j), displacement, k_rounding) << kernel.name << " c " << c << " J " << j;
      }
    }
  }
}

// The punch's displacement is 1 at cell centres: a whole number of cells before x_J lies one, as
// long as it is in the contact.
TEST(ColumnSums, AreExactlyOneForStepsOfWholeCells) {
  for (const Kernel& kernel : all_kernels()) {
    for (const int c : {1, 2, 5}) {
      const VectorXd sums = column_sums(kernel, c);
      EXPECT_LE(largest_departure_from_one(sums.tail(k_n - c)), k_rounding) << kernel.name;
      EXPECT_LT(sums(0), 0.98) << kernel.name << ": this traction has left the contact";
    }
  }
}

// Between cell centres the punch's displacement ripples: most at the ends, where its traction is
// singular.
TEST(ColumnSums, AreOneWithinALittleRippleForOtherSteps) {
  for (const Kernel& kernel : all_kernels()) {
    for (const double c : {0.01, 0.1, 0.25, 0.5, 0.6, 0.75, 0.9, 1.5}) {
      const VectorXd sums = column_sums(kernel, c);
      const int n_gone = static_cast<int>(std::ceil(c));
      const double inside = largest_departure_from_one(sums.segment(5, k_n - 10));
      const double anywhere = largest_departure_from_one(sums.tail(k_n - n_gone));
      EXPECT_LT(inside, 3e-4) << kernel.name << " c " << c;
      EXPECT_LT(anywhere, 0.02) << kernel.name << " c " << c;
      EXPECT_GT(anywhere, 1e-5) << kernel.name << " c " << c << ": not exactly";
    }
  }
}

// Displacements in plane strain are known up to a constant C. With A + C 1 1ᵀ in place of A, the
// punch needs 1/(1 + C s) of its traction, s = 1ᵀ A⁻¹ 1, and so much is left of the departure.
TEST(ColumnSums, ApproachOneForEveryStepAsTheDatumOfPlaneStrainGoesToInfinity) {
  const double near_datum = k_n;
  for (const double far_datum : {1e3, 1e6, 1e100}) {
    const Kernel near = constant_strips(near_datum);
    const Kernel far = constant_strips(far_datum);
    const double constant = far.at(0) - near.at(0);
    const double stiffness = matrix(near, 0).partialPivLu().solve(VectorXd::Ones(k_n)).sum();
    for (const double c : {0.3, 0.5, 1.0, 2.5}) {
      const VectorXd departure_near = column_sums(near, c).array() - 1;
      const VectorXd departure_far = column_sums(far, c).array() - 1;
      const VectorXd expected = departure_near / (1 + constant * stiffness);
      EXPECT_LE((departure_far - expected).cwiseAbs().maxCoeff(), k_rounding)
          << "datum " << far_datum << " c " << c;
    }
  }
}

// The length of the cells takes the part of the datum; it enters by its logarithm, so that no
// length brings the sums to one in earnest.
TEST(ColumnSums, OfLongCellsComeSlowlyCloserToOneAsTheCellsGrowLonger) {
  double last = 1;
  for (const double length : {1e2, 1e4, 1e6}) {
    const double departure =
        largest_departure_from_one(column_sums(long_cells(length), 0.5).tail(k_n - 1));
    EXPECT_LT(departure, last);
    last = departure;
  }
  EXPECT_GT(last, 1e-3);
}

// A* of one cell has whole columns, and so has every mean of it and the identity.
TEST(ColumnSums, WithInterpolationFromOneCellAreExactlyOneForEveryStep) {
  for (const Kernel& kernel : all_kernels()) {
    for (const double theta : {0.01, 0.3, 0.8}) {
      const MatrixXd moved = matrix(kernel, 0).partialPivLu().solve(interpolated(kernel, theta, 1));
      const VectorXd sums = moved.colwise().sum().transpose();
      EXPECT_LE(largest_departure_from_one(sums.tail(k_n - 1)), k_rounding) << kernel.name;
    }
  }
}

// ---- identity (25)

/// Tractions of the step before and rigid slip, without any pattern.
VectorXd some_values(double first) {
  VectorXd values(k_n);
  for (int i = 0; i < k_n; ++i) values(i) = std::sin(first + 1.7 * i + 0.3 * i * i);
  return values;
}

// No slip: A p = A' p' - dq w, with dq = c dx and dx = 1.
VectorXd full_adhesion(const MatrixXd& a, const MatrixXd& a_shifted, const VectorXd& before,
                       const VectorXd& rigid_slip, double dq) {
  return a.partialPivLu().solve(a_shifted * before - dq * rigid_slip);
}

TEST(Interpolation, GivesTheMeanOfTheOldTractionAndOfOneFurtherAhead) {
  const VectorXd before = some_values(0.1);
  for (const Kernel& kernel : all_kernels()) {
    const MatrixXd a = matrix(kernel, 0);
    const VectorXd slip = a.cwiseAbs().maxCoeff() * some_values(2.2);  // both terms of one size
    for (const double c_star : {0.8, 1.0, 2.0}) {
      const VectorXd ahead = full_adhesion(a, matrix(kernel, c_star), before, slip, c_star);
      for (const double theta : {0.01, 0.25, 0.9}) {
        const VectorXd p =
            full_adhesion(a, interpolated(kernel, theta, c_star), before, slip, theta * c_star);
        const VectorXd mean = (1 - theta) * before + theta * ahead;
        EXPECT_LE((p - mean).cwiseAbs().maxCoeff(), k_rounding * ahead.cwiseAbs().maxCoeff())
            << kernel.name << " c* " << c_star << " theta " << theta;
      }
    }
  }
}

// The last cells slide at a traction that does not change: equation (13).
TEST(Interpolation, GivesTheSameMeanInTheAdhesionAreaBesideAnUnchangedSlipArea) {
  const int n_adhesion = 28;
  const int n_slip = k_n - n_adhesion;
  const VectorXd before = some_values(0.4);
  const double theta = 0.2;
  for (const Kernel& kernel : all_kernels()) {
    const MatrixXd a = matrix(kernel, 0);
    const VectorXd slip = a.cwiseAbs().maxCoeff() * some_values(1.2);
    const auto solve = [&](const MatrixXd& a_shifted, double dq) -> VectorXd {
      const VectorXd right = a_shifted.topRows(n_adhesion) * before - dq * slip.head(n_adhesion) -
                             a.topRightCorner(n_adhesion, n_slip) * before.tail(n_slip);
      return a.topLeftCorner(n_adhesion, n_adhesion).partialPivLu().solve(right);
    };
    const VectorXd ahead = solve(matrix(kernel, 1), 1);
    const VectorXd p = solve(interpolated(kernel, theta, 1), theta);
    const VectorXd mean = (1 - theta) * before.head(n_adhesion) + theta * ahead;
    EXPECT_LE((p - mean).cwiseAbs().maxCoeff(), k_rounding * ahead.cwiseAbs().maxCoeff())
        << kernel.name;
  }
}

// ---- smoothing

struct Spread {
  double peak;
  double centre;    // where the weight is, in cells from the loaded one
  double variance;  // in cells²
  int n_above_1_percent;
};

Spread spread_of(const VectorXd& column) {
  Spread s{column.maxCoeff(), 0, 0, 0};
  for (int i = 0; i < k_n; ++i) {
    s.centre += column(i) * (i - k_middle);
    s.n_above_1_percent += std::abs(column(i)) > 0.01;
  }
  for (int i = 0; i < k_n; ++i) s.variance += column(i) * std::pow(i - k_middle - s.centre, 2);
  return s;
}

TEST(Smoothing, OneCellIsSpreadOverSeveralAlsoForStepsOfSixToNineTenths) {
  for (const Kernel& kernel : all_kernels()) {
    double last_peak = 1;
    for (const double c : {0.9, 0.8, 0.7, 0.6}) {
      const Spread s = spread_of(carried_over(kernel, c).col(k_middle));
      EXPECT_GE(s.n_above_1_percent, 3) << kernel.name << " c " << c;
      EXPECT_LT(s.peak, last_peak) << kernel.name << " c " << c;
      last_peak = s.peak;
    }
    EXPECT_LT(last_peak, 0.8) << kernel.name;  // a fifth of the peak is gone at c = 0.6
    EXPECT_EQ(spread_of(carried_over(kernel, 1).col(k_middle)).n_above_1_percent, 1) << kernel.name;
  }
}

TEST(Smoothing, WeightMovesByTheStepWhateverItsSize) {
  for (const Kernel& kernel : all_kernels()) {
    for (const double c : {0.01, 0.2, 0.5, 0.6, 0.7, 0.8, 0.9}) {
      // two to three thousandths of a cell is what the same ripple as of the sums leaves
      EXPECT_NEAR(spread_of(carried_over(kernel, c).col(k_middle)).centre, -c, 3e-3)
          << kernel.name << " c " << c;
    }
  }
}

TEST(Smoothing, GrowsFromStepToStep) {
  for (const Kernel& kernel : all_kernels()) {
    const MatrixXd moved = carried_over(kernel, 0.6);
    VectorXd column = VectorXd::Unit(k_n, k_middle);
    double after_one = 0;
    for (int step = 0; step < 5; ++step) {
      column = moved * column;
      if (step == 0) after_one = column.maxCoeff();
    }
    const Spread s = spread_of(column);  // five steps are three cells
    EXPECT_NEAR(s.centre, -3, 0.03) << kernel.name;
    EXPECT_LT(s.peak, 0.9 * after_one) << kernel.name;
  }
}

// Interpolation from one cell is first-order upwind transport: 1 - c stay, c move on, and the
// variance is that of a coin, c (1 - c) cells², fifty times that of the exact A'.
TEST(Smoothing, ByInterpolationIsThatOfUpwindTransport) {
  for (const Kernel& kernel : all_kernels()) {
    for (const double c : {0.2, 0.6, 0.9}) {
      const MatrixXd moved = matrix(kernel, 0).partialPivLu().solve(interpolated(kernel, c, 1));
      VectorXd upwind = VectorXd::Zero(k_n);
      upwind(k_middle) = 1 - c;
      upwind(k_middle - 1) = c;
      EXPECT_LE((moved.col(k_middle) - upwind).cwiseAbs().maxCoeff(), k_rounding) << kernel.name;
      const double exact = spread_of(carried_over(kernel, c).col(k_middle)).variance;
      EXPECT_LT(std::abs(exact), 0.03 * c * (1 - c)) << kernel.name << " c " << c;
    }
  }
}

// ---- wiggles

struct Inverse {
  int sign_changes;        // along the middle column
  double total_variation;  // of the middle column, over its range
  double condition;
};

Inverse inverse_of_difference(const Kernel& kernel, double c) {
  const MatrixXd difference = matrix(kernel, 0) - matrix(kernel, c);
  const VectorXd column = difference.inverse().col(k_middle);
  const double range = column.maxCoeff() - column.minCoeff();
  return {sign_changes(column), total_variation(column) / range, condition_number(difference)};
}

// A column that rises to a peak, falls to a trough and rises again varies by twice its range.
TEST(Wiggles, TheInverseOfADifferenceOfOneCellHasOnePeakAndOneTrough) {
  for (const Kernel& kernel : all_kernels()) {
    const Inverse inverse = inverse_of_difference(kernel, 1);
    EXPECT_EQ(inverse.sign_changes, 1) << kernel.name;
    EXPECT_LT(inverse.total_variation, 2.1) << kernel.name;
    EXPECT_LT(inverse.condition, 4) << kernel.name;
  }
}

// The bilinear elements, continuous and one order higher, do no better: what they gain is a factor
// below four in the condition.
TEST(Wiggles, TheInverseOfADifferenceOfAHundredthOfACellOscillatesForConstantAndBilinearElements) {
  for (const Kernel& kernel : all_kernels()) {
    const Inverse inverse = inverse_of_difference(kernel, 0.01);
    EXPECT_GE(inverse.sign_changes, k_n - 4) << kernel.name;
    EXPECT_GT(inverse.total_variation, 10) << kernel.name;
    EXPECT_GT(inverse.condition, 25) << kernel.name;
  }
}

TEST(Wiggles, GrowSteadilyAsTheStepShrinks) {
  for (const Kernel& kernel : all_kernels()) {
    Inverse last{0, 0, 0};
    for (const double c : {1.0, 0.5, 0.2, 0.1, 0.05, 0.01}) {
      const Inverse inverse = inverse_of_difference(kernel, c);
      EXPECT_GT(inverse.total_variation, last.total_variation) << kernel.name << " c " << c;
      EXPECT_GT(inverse.condition, last.condition) << kernel.name << " c " << c;
      last = inverse;
    }
  }
}

// A is even, so its slope is odd: A - A' tends to c times a skew matrix, whose diagonal is zero and
// which a sawtooth does not feel.
TEST(Wiggles, TheDifferenceTendsToASkewMatrixWithNoDiagonal) {
  for (const Kernel& kernel : all_kernels()) {
    double last_diagonal = 2;
    double last_symmetric = 2;
    for (const double c : {0.1, 0.01, 0.001}) {
      const MatrixXd d = matrix(kernel, 0) - matrix(kernel, c);
      const double scale = d.cwiseAbs().maxCoeff();
      const double diagonal = std::abs(d(0, 0)) / scale;
      const double symmetric = (d + d.transpose()).cwiseAbs().maxCoeff() / scale;
      EXPECT_LT(diagonal, 0.25 * last_diagonal) << kernel.name << " c " << c;
      EXPECT_LT(symmetric, 0.25 * last_symmetric) << kernel.name << " c " << c;
      last_diagonal = diagonal;
      last_symmetric = symmetric;
    }
  }
}

// A - A' = θ (A - A*): its inverse is that of a whole cell, only larger.
TEST(Wiggles, InterpolationRemovesThem) {
  for (const Kernel& kernel : all_kernels()) {
    const MatrixXd difference = matrix(kernel, 0) - interpolated(kernel, 0.01, 1);
    const VectorXd column = difference.inverse().col(k_middle);
    EXPECT_EQ(sign_changes(column), 1) << kernel.name;
    // the difference itself keeps 1/θ of its digits
    EXPECT_NEAR(condition_number(difference),
                condition_number(matrix(kernel, 0) - matrix(kernel, 1)), 1e-8)
        << kernel.name;
  }
}

// ---- the spectrum of A - A' on an endless row of cells

/// Σ_d (a(d) - a(d + c)) e^{-ikd}. The terms fall as 1/d; a window that fades out over 4000 cells
/// leaves errors of (4000 k)⁻² of the whole.
std::complex<double> symbol(const Kernel& kernel, double c, double k) {
  constexpr int n = 4000;
  std::complex<double> sum = 0;
  for (int d = 1 - n; d < n; ++d) {
    const double fading = std::pow(std::cos(0.5 * k_pi * d / n), 2);
    sum += fading * (kernel.at(d) - kernel.at(d + c)) * std::polar(1.0, -k * d);
  }
  return sum;
}

/// The Fourier transform of a strip's influence: π/|κ| is that of -ln|x|, one factor sin(κ/2)/(κ/2)
/// makes it a cell, two a hat.
double transform(double kappa, int n_factors) {
  const double sinc = std::sin(0.5 * kappa) / (0.5 * kappa);
  return 2 * steel_on_steel().normal() * k_pi / std::abs(kappa) * std::pow(sinc, n_factors);
}

/// Â(κ) (1 - e^{iκc}), summed over the wave numbers κ = k + 2πm that a grid cannot tell apart.
std::complex<double> aliased(double k, double c, int n_factors) {
  constexpr int n = 20000;
  std::complex<double> sum = 0;
  for (int m = -n; m <= n; ++m) {
    const double kappa = k + 2 * k_pi * m;
    sum += transform(kappa, n_factors) * (1.0 - std::polar(1.0, kappa * c));
  }
  return sum;
}

TEST(Spectrum, IsTheTransformTimesOneMinusThePhaseOfTheStepSummedOverAliases) {
  const double scale = 2 * k_pi * steel_on_steel().normal();
  for (const double c : {1.0, 0.5, 0.2, 0.01}) {
    for (const double k : {0.3, 1.0, 2.0, 3.0, k_pi}) {
      // of the aliases' sum 1/(2 π² 20000) is missing
      const double tolerance = 1e-5 * scale;
      EXPECT_LT(std::abs(symbol(constant_strips(k_n), c, k) - aliased(k, c, 1)), tolerance)
          << "c " << c << " k " << k;
      EXPECT_LT(std::abs(symbol(bilinear_strips(k_n), c, k) - aliased(k, c, 2)), tolerance)
          << "c " << c << " k " << k;
    }
  }
}

// e^{iκc} is then the same for all aliases. The window does not move with the kernel, which leaves
// (c/4000)² of the whole, up to π²/|1 - e^{ikc}| times: 1e-5.
TEST(Spectrum, ForWholeCellsIsExactlyTheSpectrumOfATimesOneMinusThePhase) {
  for (const Kernel& kernel : {constant_strips(k_n), bilinear_strips(k_n)}) {
    for (const double k : {0.7, 1.9, 2.8}) {
      const auto over_phase = [&](int c) {
        return symbol(kernel, c, k) / (1.0 - std::polar(1.0, k * c));
      };
      const std::complex<double> a = over_phase(1);
      EXPECT_LT(std::abs(over_phase(2) - a), 1e-5 * std::abs(a)) << kernel.name << " k " << k;
      EXPECT_LT(std::abs(over_phase(3) - a), 1e-5 * std::abs(a)) << kernel.name << " k " << k;
      EXPECT_LT(std::abs(a.imag()), 1e-5 * std::abs(a)) << kernel.name << " k " << k;
    }
  }
}

TEST(Spectrum, OfOneCellIsNearlyFlat) {
  EXPECT_LT(std::abs(symbol(constant_strips(k_n), 1, 0.1) / symbol(constant_strips(k_n), 1, k_pi)),
            1.4);
  EXPECT_LT(std::abs(symbol(bilinear_strips(k_n), 1, 0.1) / symbol(bilinear_strips(k_n), 1, k_pi)),
            1.9);
}

// Real for the sawtooth, odd terms cancel: order c², where other waves have order c. Its inverse is
// the largest of all.
TEST(Spectrum, OfSmallStepsVanishesAtTheSawtooth) {
  for (const Kernel& kernel : {constant_strips(k_n), bilinear_strips(k_n)}) {
    double last = 1;
    for (const double c : {0.1, 0.01, 0.001}) {
      const double ratio =
          std::abs(symbol(kernel, c, k_pi)) / std::abs(symbol(kernel, c, 0.5 * k_pi));
      EXPECT_LT(ratio, 0.3 * last) << kernel.name << " c " << c;
      last = ratio;
    }
    EXPECT_LT(last, 0.01) << kernel.name;
  }
}

}  // namespace
}  // namespace tread::wiggles
