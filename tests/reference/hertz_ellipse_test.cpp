#include <gtest/gtest.h>

#include <cmath>

#include "reference/quadrature.hpp"
#include "tread/core/material.hpp"
#include "tread/reference/hertz.hpp"

namespace tread::reference {
namespace {

constexpr double k_modulus = 1.15e11;

TEST(HertzEllipse, CurvatureAndApproachRatiosAreThoseOfTheLegendreFormula) {
  // Ten printed digits of an evaluation with K and E and a check by quadrature, for b/a = 0.8, 0.5,
  // 0.2.
  struct Row {
    double axis_ratio;
    double curvature_ratio;
    double approach;  // delta E*/(p0 a)
  };
  for (const Row& row : {Row{0.8, 0.7154179241, 1.4006030423}, Row{0.5, 0.3517716423, 1.0782578237},
                         Row{0.2, 0.0845553124, 0.6032224985}}) {
    const HertzEllipse contact =
        hertz_ellipse_from_axes_and_force({1, row.axis_ratio}, 2 * k_pi / 3 * row.axis_ratio, 1);
    EXPECT_REL(contact.peak_pressure, 1, 4e-16);
    EXPECT_NEAR(contact.curvatures.x / contact.curvatures.y, row.curvature_ratio, 5.1e-11);
    EXPECT_NEAR(contact.approach, row.approach, 5.1e-11);
  }
}

TEST(HertzEllipse, WheelOnRailGivesThePrintedPatch) {
  // Wheel of radius 0.46 m rolling along x on a rail of head radius 0.3 m, both E = 210 GPa, nu =
  // 0.3.
  struct Row {
    double force;
    double a_mm, b_mm, pressure_mpa, approach_um;
  };
  const Material steel = Material::from_young(2.1e11, 0.3);
  const GapCurvatures curvatures{0.5 / 0.46, 0.5 / 0.3};
  for (const Row& row :
       {Row{1e4, 3.324156, 2.500504, 574.42, 22.432}, Row{5e4, 5.684226, 4.275801, 982.25, 65.591},
        Row{1e5, 7.161676, 5.387172, 1237.56, 104.119}}) {
    const HertzEllipse contact =
        hertz_ellipse_from_force(row.force, curvatures, contact_modulus({steel, steel}));
    EXPECT_NEAR(1e3 * contact.semi_axes.x, row.a_mm, 5.1e-7);
    EXPECT_NEAR(1e3 * contact.semi_axes.y, row.b_mm, 5.1e-7);
    EXPECT_NEAR(1e-6 * contact.peak_pressure, row.pressure_mpa, 5.1e-3);
    EXPECT_NEAR(1e6 * contact.approach, row.approach_um, 5.1e-4);
  }
}

TEST(HertzEllipse, PressureProducesApproachMinusGapInTheContactFromCircleToSlenderEllipse) {
  for (const double ratio : {1.0, 0.999999, 0.8, 0.5, 0.2, 0.01, 0.001}) {
    const SemiAxes axes{6e-3, 6e-3 * ratio};
    const HertzEllipse contact = hertz_ellipse_from_axes_and_force(axes, 5e4, k_modulus);
    const auto p = [&](double x, double y) { return contact.pressure(x, y); };
    for (const auto& [x, y] : {std::pair(0.0, 0.0), {0.5, 0.0}, {0.0, 0.9}, {-0.6, 0.6}}) {
      const double u =
          displacement_by_quadrature(p, axes.x, axes.y, k_modulus, x * axes.x, y * axes.y);
      EXPECT_REL(contact.displacement(x * axes.x, y * axes.y), u, 1e-12)
          << ratio << " " << x << " " << y;
    }
  }
}

TEST(HertzEllipse, PressureProducesTheDisplacementOutsideTheContact) {
  for (const double ratio : {1.0, 0.5, 2.0, 0.1}) {
    const SemiAxes axes{4e-3, 4e-3 * ratio};
    const HertzEllipse contact = hertz_ellipse_from_axes_and_force(axes, 5e4, k_modulus);
    const auto p = [&](double x, double y) { return contact.pressure(x, y); };
    for (const auto& [x, y] :
         {std::pair(1.01, 0.0), {0.0, -1.2}, {0.8, 0.9}, {-3.0, 5.0}, {40.0, 1.0}}) {
      const double u =
          displacement_by_quadrature(p, axes.x, axes.y, k_modulus, x * axes.x, y * axes.y);
      EXPECT_REL(contact.displacement(x * axes.x, y * axes.y), u, 1e-11)
          << ratio << " " << x << " " << y;
    }
  }
}

TEST(HertzEllipse, ForceApproachAxesAndRatioLeadToTheSameContact) {
  for (const double curvature_y : {1e-6, 0.01, 0.7, 1.0, 1.0000001, 3.0, 1e4}) {
    const GapCurvatures curvatures{1.0, curvature_y};
    const HertzEllipse one = hertz_ellipse_from_force(3e4, curvatures, k_modulus);
    const GapCurvatures from_ratio =
        gap_curvatures_from_axis_ratio(1.0, one.semi_axes.x / one.semi_axes.y);
    for (const HertzEllipse& other :
         {hertz_ellipse_from_approach(one.approach, curvatures, k_modulus),
          hertz_ellipse_from_axes_and_force(one.semi_axes, 3e4, k_modulus),
          hertz_ellipse_from_axes_and_approach(one.semi_axes, one.approach, k_modulus),
          hertz_ellipse_from_force(3e4, from_ratio, k_modulus)}) {
      EXPECT_REL(other.curvatures.x, 1.0, 1e-14) << curvature_y;
      EXPECT_REL(other.curvatures.y, curvature_y, 1e-14) << curvature_y;
      EXPECT_REL(other.semi_axes.x, one.semi_axes.x, 1e-14) << curvature_y;
      EXPECT_REL(other.semi_axes.y, one.semi_axes.y, 1e-14) << curvature_y;
      EXPECT_REL(other.force, 3e4, 1e-14) << curvature_y;
      EXPECT_REL(other.approach, one.approach, 1e-14) << curvature_y;
      EXPECT_REL(other.peak_pressure, one.peak_pressure, 1e-14) << curvature_y;
    }
  }
}

TEST(HertzEllipse, SwappingTheAxesSwapsTheEllipseAndNothingElse) {
  const HertzEllipse one = hertz_ellipse_from_force(3e4, {0.3, 2.0}, k_modulus);
  const HertzEllipse other = hertz_ellipse_from_force(3e4, {2.0, 0.3}, k_modulus);
  EXPECT_GT(one.semi_axes.x, one.semi_axes.y);  // the major axis lies along the smaller curvature
  EXPECT_EQ(one.semi_axes.x, other.semi_axes.y);
  EXPECT_EQ(one.semi_axes.y, other.semi_axes.x);
  EXPECT_EQ(one.approach, other.approach);
  EXPECT_EQ(one.peak_pressure, other.peak_pressure);
  EXPECT_EQ(one.pressure(1e-3, 5e-4), other.pressure(5e-4, 1e-3));
  EXPECT_REL(one.displacement(1e-2, 5e-3), other.displacement(5e-3, 1e-2), 1e-14);
}

TEST(HertzEllipse, PressureSumsToTheForce) {
  const HertzEllipse contact = hertz_ellipse_from_force(3e4, {0.3, 2.0}, k_modulus);
  const auto [a, b] = contact.semi_axes;
  const double total = integrate(
      [&](double x) {
        const double half = b * std::sqrt((1 - x / a) * (1 + x / a));
        return integrate([&](double y) { return contact.pressure(x, y); }, -half, half);
      },
      -a, a);
  EXPECT_REL(total, 3e4, 1e-11);
}

TEST(HertzEllipse, EqualCurvaturesGiveTheCircle) {
  const HertzEllipse ellipse = hertz_ellipse_from_force(3e4, {0.5 / 0.4, 0.5 / 0.4}, k_modulus);
  const HertzCircle circle = hertz_circle_from_force(3e4, 0.4, k_modulus);
  EXPECT_EQ(ellipse.semi_axes.x, ellipse.semi_axes.y);
  EXPECT_REL(ellipse.semi_axes.x, circle.contact_radius, 2e-15);
  EXPECT_REL(ellipse.approach, circle.approach, 2e-15);
  EXPECT_REL(ellipse.peak_pressure, circle.peak_pressure, 2e-15);
  EXPECT_REL(ellipse.displacement(0.01, 0.02), circle.displacement(std::hypot(0.01, 0.02)), 2e-15);
}

TEST(HertzEllipse, NearTheCircleTheAxisRatioIsTheTwoThirdsPowerOfTheCurvatureRatio) {
  // The logarithms are odd functions of each other, so the next term is of third order in the
  // excess.
  for (const double excess : {1e-3, 1e-5, 1e-7, 1e-10, 1e-14}) {
    const double log_ratio = std::log1p(excess);
    const double axis_ratio = hertz_axis_ratio({1.0, 1 + excess});
    const double rounding = 3e-15;
    EXPECT_NEAR(std::log(axis_ratio), 2.0 / 3 * log_ratio, rounding + std::pow(excess, 3))
        << excess;
  }
}

TEST(HertzEllipse, SlenderEllipsesTendToTheLineContactAtTheKnownRate) {
  // In the middle of a slender ellipse p0 = E* b/(2R) of a roller with 1/(2R) = B, up to
  // B E* b/p0 - 1 = k^2 (3/4 - L/2) + O(k^4 L), k = b/a, L = ln(4/k), from the expansions of K and
  // E.
  for (const double k : {0.03, 1e-2, 1e-3, 1e-4}) {
    const HertzEllipse contact = hertz_ellipse_from_axes_and_force({1.0, k}, 1e6, k_modulus);
    const HertzLine line = hertz_line_from_half_width(k, 0.5 / contact.curvatures.y, k_modulus);
    const double excess = line.peak_pressure / contact.peak_pressure - 1;
    const double expected = k * k * (0.75 - 0.5 * std::log(4 / k));
    EXPECT_NEAR(excess, expected, 2e-15 + 20 * std::pow(k, 4)) << k;
  }
}

TEST(HertzEllipse, AxisRatioIsSolvedToRoundingForAnySlenderness) {
  for (double axis_ratio = 1; axis_ratio < 1e45; axis_ratio *= 7.3) {
    EXPECT_REL(hertz_axis_ratio(gap_curvatures_from_axis_ratio(2.0, axis_ratio)), axis_ratio,
               1e-14);
    EXPECT_REL(hertz_axis_ratio(gap_curvatures_from_axis_ratio(2.0, 1 / axis_ratio)),
               1 / axis_ratio, 1e-14);
  }
}

TEST(HertzEllipse, TouchingWithoutForceIsAContactOfSizeZero) {
  const HertzEllipse contact = hertz_ellipse_from_approach(0, {1, 2}, k_modulus);
  EXPECT_EQ(contact.force, 0);
  EXPECT_EQ(contact.peak_pressure, 0);
  EXPECT_EQ(contact.pressure(0, 0), 0);
  EXPECT_EQ(contact.displacement(0.1, 0), 0);
}

TEST(HertzEllipse, ImpossibleContactsAreRefused) {
  expect_model_error(
      [] {
        hertz_ellipse_from_force(1, {0, 1}, 1);
      },
      "the gap's curvature along x must be positive and finite, got 0 1/m: with zero the "
      "contact is a line (hertz_line_from_force), below zero the bodies conform and Hertz "
      "theory does not apply");
  expect_model_error(
      [] { gap_curvatures_from_axis_ratio(1, 1e60); },
      "the semi-axes (x over y) must have a ratio between 1e-50 and 1e+50, got 1e+60: this "
      "contact is a line (hertz_line_from_force)");
  expect_model_error(
      [] {
        hertz_ellipse_from_axes_and_force({1, -2.5}, 1, 1);
      },
      "the semi-axis along y must be positive and finite, got -2.5 m");
  expect_model_error(
      [] {
        hertz_ellipse_from_axes_and_force({1, 1}, 0, 1);
      },
      "the force must be positive and finite, got 0 N");
  EXPECT_THROW(hertz_ellipse_from_force(1, {1, std::nan("")}, 1), ModelError);
  EXPECT_THROW(hertz_ellipse_from_force(1, {1, 1e150}, 1), ModelError);
  EXPECT_THROW(gap_curvatures_from_axis_ratio(1, -1), ModelError);
  EXPECT_THROW(gap_curvatures_from_axis_ratio(1, 0), ModelError);
  EXPECT_THROW(hertz_ellipse_from_force(-1, {1, 1}, 1), ModelError);
}

}  // namespace
}  // namespace tread::reference
