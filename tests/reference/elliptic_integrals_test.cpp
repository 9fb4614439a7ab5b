#include "tread/reference/elliptic_integrals.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "reference/quadrature.hpp"

namespace tread::reference {
namespace {

TEST(EllipticIntegrals, CompleteOnesEqualLegendresInFortyDigitArithmetic) {
  // K, 3(K-E)/e^2 and 3(E/k^2-K)/e^2 with e^2 = 1 - k^2, worked out with 40 digits.
  struct Row {
    double k2, K, rd_major, rd_minor;
  };
  for (const Row& row : {
           Row{0.999999999999, 1.57079632679528931, 2.35619449019322848, 2.35619449019499559},
           Row{0.75, 1.68575035481259604, 2.61945774567802665, 3.25039109167968197},
           Row{0.36, 1.9953027776647294, 3.37009141169448269, 7.26615811472140451},
           Row{0.01, 3.69563736298987467, 8.12013278171106282, 296.677930725856112},
           Row{1e-06, 8.29405146361544001, 21.8821645819323858, 2999989.80891393439},
           Row{1e-12, 15.2018049190877152, 42.6054147572836983, 2999999999979.44735},
           Row{1e-40, 47.4379962210008043, 139.313988663002413, 3.00000000000000021e+40},
       }) {
    EXPECT_REL(carlson_rf(0, row.k2, 1), row.K, 1e-15) << row.k2;
    EXPECT_REL(carlson_rd(0, row.k2, 1), row.rd_major, 1e-15) << row.k2;
    EXPECT_REL(carlson_rd(0, 1, row.k2), row.rd_minor, 1e-15) << row.k2;
  }
}

TEST(EllipticIntegrals, CompleteOnesEqualLegendresOfTheStandardLibrary) {
  for (const double e : {0.5, 0.8, 0.95, 0.999}) {
    const double k2 = (1 - e) * (1 + e);
    const double K = std::comp_ellint_1(e);
    const double E = std::comp_ellint_2(e);  // itself only good to 3e-14 at e = 0.95
    EXPECT_REL(carlson_rf(0, k2, 1), K, 4e-15);
    EXPECT_REL(carlson_rd(0, k2, 1), 3 * (K - E) / (e * e), 1e-13);
    EXPECT_REL(carlson_rd(0, 1, k2), 3 * (E / k2 - K) / (e * e), 1e-13);
  }
}

TEST(EllipticIntegrals, GeneralOnesEqualTheirValuesInFortyDigitArithmeticAndAreSymmetric) {
  EXPECT_REL(carlson_rf(0.3, 0.7, 2.0), 1.08920441995340268, 1e-15);
  EXPECT_REL(carlson_rf(2.0, 0.3, 0.7), 1.08920441995340268, 1e-15);
  EXPECT_REL(carlson_rd(0.3, 0.7, 2.0), 0.754620860245616785, 1e-15);
  EXPECT_REL(carlson_rd(0.7, 0.3, 2.0), 0.754620860245616785, 1e-15);
  EXPECT_REL(carlson_rf(1e-3, 5.0, 0.2), 1.31834615149353931, 1e-15);
  EXPECT_REL(carlson_rd(1e-3, 5.0, 0.2), 6.05485382363522618, 1e-15);
}

TEST(EllipticIntegrals, EqualArgumentsGiveTheElementaryValuesAtAnyScale) {
  for (const double x : {1e-200, 1e-8, 1.0, 1e60}) {
    EXPECT_REL(carlson_rf(x, x, x), 1 / std::sqrt(x), 1e-15);
    EXPECT_REL(carlson_rd(x, x, x) * std::sqrt(x) * x, 1.0, 1e-15);
    EXPECT_REL(carlson_rf(0, x, x) * std::sqrt(x), 0.5 * std::numbers::pi, 1e-15);
  }
}

}  // namespace
}  // namespace tread::reference
