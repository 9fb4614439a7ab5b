#include "tread/standards/dynamic_factors.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tread::standards {
namespace {

constexpr double k_third_digit = 0.5e-3;   // printed with three digits behind the point
constexpr double k_fourth_digit = 0.5e-4;  // with four

TEST(dynamic_factors, phi_2_and_phi_3_have_the_printed_digits) {
  struct Row {
    double length, phi_2, phi_3;
  };
  // Evaluated by hand from the formulas (6.4) and (6.5), rounded.
  for (const Row& row :
       {Row{5, 1.527, 1.791}, Row{10, 1.306, 1.459}, Row{15, 1.212, 1.318}, Row{20, 1.157, 1.236},
        Row{25, 1.120, 1.180}, Row{30, 1.093, 1.139}, Row{50, 1.030, 1.044}}) {
    EXPECT_NEAR(phi_2(row.length), row.phi_2, k_third_digit) << row.length;
    EXPECT_NEAR(phi_3(row.length), row.phi_3, k_third_digit) << row.length;
  }
}

TEST(dynamic_factors, they_stay_within_their_bounds_for_any_length) {
  // 3.61 m is where the formulas reach their largest values: 1.44/1.7 + 0.82 and 2.16/1.7 + 0.73
  EXPECT_LT(phi_2(3.7), 1.67);
  EXPECT_LT(phi_3(3.7), 2.0);
  for (const double length : {3.5, 1.0, 0.05, 0.04, 0.03, 1e-9}) {
    EXPECT_EQ(phi_2(length), 1.67) << length;
    EXPECT_EQ(phi_3(length), 2.0) << length;
  }
  for (const double length : {200.0, 1e6}) {
    EXPECT_EQ(phi_2(length), 1.0);
    EXPECT_EQ(phi_3(length), 1.0);
  }
}

TEST(dynamic_factors, real_trains_have_the_printed_digits) {
  struct Row {
    double length, frequency, speed, k, perfect, irregular;
  };
  for (const Row& row :
       // km/h; 236.5 and 200 are printed as 65.69 and 55.56 m/s, which is too coarse for phi'
       {Row{15, 5, 236.5, 0.4380, 0.7314, 0.0412}, Row{20, 4, 180, 0.3125, 0.4483, 0.0103},
        Row{10, 10, 200, 0.2778, 0.3815, 0.3034}}) {
    const RealTrainFactors factors = real_train_factors(row.length, row.frequency, row.speed / 3.6);
    EXPECT_NEAR(factors.speed_parameter, row.k, k_fourth_digit);
    EXPECT_NEAR(factors.perfect_track, row.perfect, k_fourth_digit);
    EXPECT_NEAR(factors.of_track_irregularities, row.irregular, k_fourth_digit);
  }
}

TEST(dynamic_factors, phi_prime_is_constant_from_k_of_076_on) {
  const auto at_k = [](double k) { return real_train_factors(10, 5, k * 100).perfect_track; };
  EXPECT_EQ(at_k(0.7601), 1.325);
  EXPECT_EQ(at_k(3), 1.325);
  // 0.76 / (0.24 + 0.76^4) = 1.3249: the branches meet to the digits of the constant
  EXPECT_NEAR(at_k(0.7599), 1.325, 1e-3);
  EXPECT_NE(at_k(0.7599), 1.325);
  EXPECT_EQ(at_k(0), 0);
}

TEST(dynamic_factors, irregularities_grow_with_speed_up_to_22_m_s_and_are_never_negative) {
  const auto at = [](double speed) {
    return real_train_factors(10, 10, speed).of_track_irregularities;
  };
  EXPECT_NEAR(at(11), 0.5 * at(22), 1e-15);
  EXPECT_EQ(at(22), at(80));
  // soft and long: the second term is negative and larger than the first
  EXPECT_EQ(real_train_factors(30, 1, 50).of_track_irregularities, 0);
}

TEST(dynamic_factors, careful_maintenance_halves_the_part_of_irregularities) {
  const RealTrainFactors factors = real_train_factors(10, 10, 200 / 3.6);
  EXPECT_NEAR(real_train_factor(factors, Maintenance::standard), 1 + 0.3815 + 0.3034,
              2 * k_fourth_digit);
  EXPECT_NEAR(real_train_factor(factors, Maintenance::careful), 1 + 0.3815 + 0.1517,
              2 * k_fourth_digit);
}

}  // namespace
}  // namespace tread::standards
