#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "rail_vehicle/free_vehicle.hpp"
#include "tread/vehicle/track_path.hpp"

namespace tread::vehicle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Matrix3d cross_matrix(const Vector3d& w) {
  Matrix3d result;
  result << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
  return result;
}

/// Composite Gauss rule with ten thousand points: far below 1e-13 for smooth curves.
double integral(const std::function<double(double)>& f, double from, double to) {
  const int n = 5000;
  const double h = (to - from) / n, shift = h / (2 * std::sqrt(3.0));
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double middle = from + (i + 0.5) * h;
    sum += f(middle - shift) + f(middle + shift);
  }
  return sum * h / 2;
}

/// Fourth-order central difference.
template <class Value>
Value slope_of(const std::function<Value(double)>& f, double s) {
  const double h = 1e-2;
  return (8 * (f(s + h) - f(s - h)) - (f(s + 2 * h) - f(s - 2 * h))) / (12 * h);
}

TEST(TrackPath, without_data_it_is_straight_and_level) {
  const TrackFrame frame = TrackPath().frame(-1234.5);
  EXPECT_EQ(frame.position, Vector3d(-1234.5, 0, 0));
  EXPECT_EQ(frame.rotation, Matrix3d::Identity());
  EXPECT_EQ(frame.turn, Vector3d::Zero());
}

TEST(TrackPath, an_arc_is_a_circle_to_the_right) {
  TrackAlignment alignment;
  const double radius = 300;
  alignment.curvature = {{0}, {1 / radius}};
  const TrackPath path(alignment);
  for (const double s : {-700.0, 0.0, 1e-3, 55.0, 400.0, 5000.0}) {
    const Vector3d expected(radius * std::sin(s / radius), radius * (1 - std::cos(s / radius)), 0);
    EXPECT_NEAR((path.frame(s).position - expected).norm(), 0, 1e-12 * radius) << s;
  }
  EXPECT_GT(path.frame(100).position.y(), 0) << "to the right is +y";
}

TEST(TrackPath, a_transition_is_a_clothoid) {
  // Fresnel's integrals by their power series: x = sum (-1)^n a^2n s^(4n+1) / ((2n)! (4n+1)),
  // heading a s^2 with a = curvature change / 2.
  const double radius = 300, length = 120;
  TrackAlignment alignment;
  alignment.curvature = {{0, length}, {0, 1 / radius}};
  const TrackPath path(alignment);
  const double a = 1 / (2 * radius * length);
  for (const double s : {0.5, 17.3, 60.0, 119.9, 120.0}) {
    double x = 0, y = 0, term = s;
    for (int n = 0; n < 20; ++n) {
      const int k = 2 * n + 1;
      x += term / (4 * n + 1);
      term *= a * s * s / k;
      y += term / (4 * n + 3);
      term *= -a * s * s / (k + 1);
    }
    const Vector3d position = path.frame(s).position;
    EXPECT_NEAR(position.x(), x, 1e-12 * 100) << s;
    EXPECT_NEAR(position.y(), y, 1e-12 * 100) << s;
  }
}

TEST(TrackPath, an_even_slope_with_curvature_is_a_helix) {
  TrackAlignment alignment;
  const double radius = 200, slope = 0.04;
  alignment.curvature = {{0}, {1 / radius}};
  alignment.slope = {{0}, {slope}};
  const double c = 1 / std::sqrt(1 + slope * slope), s = 250;
  const TrackFrame frame = TrackPath(alignment).frame(s);
  EXPECT_NEAR(frame.position.z(), -slope * c * s, 1e-12) << "uphill is -z";
  EXPECT_NEAR(frame.position.x(), c * radius * std::sin(s / radius), 1e-11);
}

TEST(TrackPath, positions_agree_with_fine_quadrature_where_everything_changes) {
  const TrackPath path = winding_track();
  for (const double s : {12.3, 61.7, 144.4, 171.5, 230.0}) {
    for (int k = 0; k < 3; ++k) {
      double expected = 0;
      // Piecewise, so that the rule never straddles a kink.
      const std::vector<double> kinks = {0,     1.5,   10,    18.5, 21.5,  38.5,  41.5,
                                         53.5,  56.5,  60,    88.5, 91.5,  120,   123.5,
                                         126.5, 158.5, 161.5, 170,  178.5, 181.5, 1000};
      for (std::size_t i = 0; i + 1 < kinks.size() && kinks[i] < s; ++i) {
        expected += integral([&](double x) { return path.frame(x).rotation(k, 0); }, kinks[i],
                             std::min(s, kinks[i + 1]));
      }
      EXPECT_NEAR(path.frame(s).position[k], expected, 2e-12) << s << " " << k;
    }
  }
}

TEST(TrackPath, the_frame_turns_and_moves_as_its_rates_say) {
  const TrackPath path = winding_track();
  // Differences of fourth order over 1 cm: truncation below 1e-13, rounding below 1e-12.
  for (const double s : {-5.0, 5.0, 15.0, 20.2, 30.0, 57.7, 100.0, 150.0, 179.0, 300.0}) {
    const TrackFrame frame = path.frame(s);
    EXPECT_NEAR((frame.rotation.transpose() * frame.rotation - Matrix3d::Identity()).norm(), 0,
                1e-14);
    const Matrix3d turned = slope_of<Matrix3d>([&](double x) { return path.frame(x).rotation; }, s);
    EXPECT_NEAR((turned - frame.rotation * cross_matrix(frame.turn)).norm(), 0, 1e-11) << s;
    const Vector3d moved = slope_of<Vector3d>([&](double x) { return path.frame(x).position; }, s);
    EXPECT_NEAR((moved - frame.rotation.col(0)).norm(), 0, 1e-10) << s;
    const Vector3d changed = slope_of<Vector3d>([&](double x) { return path.frame(x).turn; }, s);
    EXPECT_NEAR((changed - frame.turn_change).norm(), 0, 1e-11) << s;
  }
}

TEST(TrackPath, the_angular_velocity_has_no_jumps) {
  const TrackPath path = winding_track();
  double largest = 0;
  const double h = 1e-3;
  for (double s = -10; s < 200; s += h) {
    largest = std::max(largest, (path.frame(s + h).turn - path.frame(s).turn).norm());
  }
  // Without rounding it would jump by d cant / ds / base = 0.15 / 35 / 1.5 = 2.9e-3 at s = 20.
  EXPECT_LT(largest, 3e-6);
  EXPECT_GT(largest, 1e-7);
}

TEST(TrackPath, rounding_leaves_cant_as_given_away_from_kinks) {
  const TrackPath path(curve_track({}));
  EXPECT_NEAR(path.cant(100), 0.03, 1e-16);
  EXPECT_NEAR(path.cant(170), 0.06, 1e-16);
  EXPECT_EQ(path.cant(48.4), 0);
  // A parabola over 3 m: one eighth of slope times length at the kink.
  EXPECT_NEAR(path.cant(50), 0.06 / 100 * 3 / 8, 1e-16);
}

TEST(TrackPath, the_curve_of_the_comparisons_turns_right_and_lifts_the_left_rail) {
  CurveEntry entry;
  entry.curvature = turning_right_negative(-1. / 1200);  // as the paper writes it
  const TrackPath path(curve_track(entry));
  EXPECT_EQ(path.curvature(20), 0);
  EXPECT_NEAR(path.curvature(100), 0.5 / 1200, 1e-18);
  EXPECT_NEAR(path.curvature(300), 1. / 1200, 1e-18);
  const TrackFrame frame = path.frame(300);
  EXPECT_GT(frame.position.y(), 0);
  EXPECT_NEAR(frame.rotation(2, 1), 0.06 / 1.5, 1e-15) << "the right side is lower";
}

}  // namespace
}  // namespace tread::vehicle
