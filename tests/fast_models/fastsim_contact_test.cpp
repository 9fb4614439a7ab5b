// FASTSIM on the grids of CONTACT 25.2, whose results lie in data/ with their inputs.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "fast_models/samples.hpp"
#include "tread/contact/fastsim.hpp"

namespace tread::contact {
namespace {

// CONTACT keeps Kalker's table in single precision, 1e-7, and prints ten digits.
constexpr double k_relative = 3e-7;

const FastsimOptions k_contact_options{.flexibility = FlexibilityRule::blended};

std::vector<std::vector<double>> rows_of(const std::string& name) {
  std::ifstream file(TREAD_TEST_DATA "/" + name);
  std::vector<std::vector<double>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream text(line);
    std::vector<double> row;
    for (double value = 0; text >> value;) row.push_back(value);
    rows.push_back(row);
  }
  return rows;
}

TEST(FastsimAgainstContact, CreepTableAgreesInForcesMomentSlipAndPower) {
  const EllipticContact contact{.semi_axis_x = 5e-3,
                                .semi_axis_y = 5e-3,
                                .normal_force = 75925.92592592593,
                                .shear_modulus = 82e9,
                                .poisson_ratio = 0.28,
                                .friction = coulomb(0.3)};
  const double dx = 10e-3 / 37;
  const Grid grid = centred_grid(41, 41, 41 * dx, 41 * dx);
  const double limit = 0.3 * contact.normal_force;
  const auto rows = rows_of("contact_creep_table.txt");
  ASSERT_EQ(rows.size(), 75u);
  int slip_differs = 0;
  for (const auto& r : rows) {
    SCOPED_TRACE(testing::Message() << r[0] << ' ' << r[1] << ' ' << r[2]);
    const auto s = fastsim(contact, {r[0], r[1], r[2] * 1e3}, grid, k_contact_options);
    EXPECT_NEAR(s.forces.longitudinal / limit, r[3], k_relative);
    EXPECT_NEAR(s.forces.lateral / limit, r[4], k_relative);
    EXPECT_NEAR(s.forces.spin_moment / (limit * 5e-3), r[5] * 1e-3 / (limit * 5e-3), k_relative);
    EXPECT_NEAR(s.dissipation * 30, -r[7], 1e-6 * (1 - r[7]));
    EXPECT_EQ(s.n_slip + s.n_stick, 1085);
    slip_differs += s.n_slip != static_cast<int>(r[6]);
  }
  EXPECT_EQ(slip_differs, 0);
}

TEST(FastsimAgainstContact, TractionCurvesAgreeWithAndWithoutFallingFriction) {
  const double dx = 0.2889148735610571e-3;
  const double dy = 0.6303597247639773e-3;
  const Grid grid = centred_grid(48, 44, 48 * dx, 44 * dy);
  EllipticContact contact{.semi_axis_x = 24 * dx / 1.1,
                          .semi_axis_y = 22 * dy / 1.1,
                          .normal_force = 106.7e3,
                          .shear_modulus = 82e9,
                          .poisson_ratio = 0.28,
                          .rolling_speed = 10};
  FallingFriction falling{.shape = FallingFriction::Shape::exponential,
                          .kinetic_coefficient = 0.1368};
  falling.terms[0] = {0.2232, 0.99};
  const auto rows = rows_of("contact_traction_curves.txt");
  ASSERT_EQ(rows.size(), 60u);
  for (const auto& r : rows) {
    SCOPED_TRACE(testing::Message() << "series " << r[0] << " xi " << r[1]);
    FastsimOptions options = k_contact_options;
    contact.friction = coulomb(0.33);
    if (r[0] == 4) {
      contact.friction = falling;
      options.reduction = {0.54, 0.02, 0.62};
    }
    const auto s = fastsim(contact, {r[1], 0, 0}, grid, options);
    EXPECT_NEAR(s.forces.longitudinal / r[2], 1, k_relative);
    EXPECT_EQ(s.n_slip, static_cast<int>(r[3]));
    EXPECT_NEAR(s.dissipation * contact.rolling_speed, -r[4], 1e-6 * (1e-3 - r[4]));
  }
}

/// Its example fastsim: a contact of 16 mm x 8 mm with lateral creepage and spin against each
/// other.
EllipticContact long_contact() {
  return {.semi_axis_x = 8e-3,
          .semi_axis_y = 4e-3,
          .normal_force = 82e3,
          .shear_modulus = 82e9,
          .poisson_ratio = 0.28,
          .friction = coulomb(0.3)};
}

TEST(FastsimAgainstContact, SpinExampleAgreesForBothBoundsBothGridsBothDirections) {
  struct Row {
    int n;
    PressureShape shape;
    RollingDirection direction;
    double lateral, moment, power;  // N, N m, W
    int n_slip;
  };
  using enum PressureShape;
  using enum RollingDirection;
  const Row rows[] = {
      {44, parabolic, plus_x, -15050.92557, -39.0016037, 509.311895, 526},
      {44, elliptic, plus_x, -14799.29514, -48.28612378, 694.4096007, 646},
      {220, parabolic, plus_x, -15642.314, -37.97568081, 560.7676875, 13004},
      {220, elliptic, plus_x, -14652.02608, -45.30048231, 737.2880643, 14856},
      {220, parabolic, minus_x, -15642.314, 37.97568081, 560.7676875, 13004},
  };
  for (const Row& row : rows) {
    EllipticContact contact = long_contact();
    contact.direction = row.direction;
    const double spin = row.direction == plus_x ? 0.625 : -0.625;
    FastsimOptions options = k_contact_options;
    options.pressure = row.shape;
    const Grid grid = centred_grid(row.n, row.n, 17.6e-3, 8.8e-3);
    const auto s = fastsim(contact, {0, -6.25e-4, spin}, grid, options);
    EXPECT_NEAR(s.forces.lateral / row.lateral, 1, k_relative);
    EXPECT_NEAR(s.forces.spin_moment / row.moment, 1, k_relative);
    EXPECT_NEAR(s.dissipation * 30 / row.power, 1, 5e-7);
    EXPECT_EQ(s.n_slip, row.n_slip);
    EXPECT_NEAR(s.forces.longitudinal, 0, 1e-9);
  }
}

}  // namespace
}  // namespace tread::contact
