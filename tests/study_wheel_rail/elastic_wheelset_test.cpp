#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "study_wheel_rail/results.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/study/run_case.hpp"

namespace tread::study {
namespace {

using test::column;
using test::scalar;

/// A coarse mesh, prepared anew: what is claimed here does not depend on it.
const std::string k_case =
    "scenario = 'wheelset'\n[load]\nwheel_force_kN = 50\n[contact]\nmodel = 'differential'\n"
    "[geometry]\nlateral_range_mm = [-1, 1, 1]\n[differential]\ncache = 'off'\nfine_size_mm = 4\n"
    "coarse_size_mm = 20\nwheel_zone_mm = [-15, 20]\nrail_zone_mm = [-25, 15]\n";

class ElasticWheelset : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    results_ = run_case(casefile::parse_toml(k_case, "t.toml", {}), {}).cases;
  }
  static void TearDownTestSuite() { results_.clear(); }

  static const result::CaseResult& all() { return results_.at(0); }
  static const result::CaseResult& left() { return results_.at(1); }
  static const result::CaseResult& right() { return results_.at(2); }

  static std::vector<result::CaseResult> results_;
};
std::vector<result::CaseResult> ElasticWheelset::results_;

TEST_F(ElasticWheelset, BothWheelsCarryTheirLoad) {
  EXPECT_TRUE(all().ok);
  for (const char* wheel : {"left_wheel", "right_wheel"}) {
    EXPECT_NEAR(column(all(), wheel, "Q_on_rail").at(0), 50e3, 50e3 * 2e-6);
  }
}

TEST_F(ElasticWheelset, WorkAndPreparationAreTold) {
  EXPECT_GT(scalar(all(), "preparation_time"), 0);
  EXPECT_GE(scalar(all(), "newton_iterations"), scalar(all(), "elastic_contact_problems"));
  EXPECT_GT(scalar(all(), "contact_unknowns"), 0);
  EXPECT_GT(scalar(all(), "largest_penetration_share"), 0);
}

TEST_F(ElasticWheelset, PointsThatTouchSumUpToTheNormalForce) {
  for (const result::CaseResult* wheel : {&left(), &right()}) {
    const auto& pressure = column(*wheel, "contact_points", "pressure");
    const auto& area = column(*wheel, "contact_points", "area");
    double force = 0;
    for (std::size_t i = 0; i < pressure.size(); ++i) force += pressure[i] * area[i];
    EXPECT_NEAR(force, scalar(*wheel, "normal_force"), 1e-9 * force);
    // Q, but for the slope of the surfaces and friction.
    EXPECT_NEAR(force, 50e3, 0.01 * 50e3);
  }
}

const result::SolidFields& solid(const result::CaseResult& c, const std::string& name) {
  return *std::ranges::find(c.solids, name, &result::SolidFields::name);
}

const std::vector<double>& point_field(const result::SolidFields& solid, const std::string& name) {
  return std::ranges::find(solid.fields, name, &result::SolidFields::PointField::name)->values;
}

double signed_volume(const result::SolidFields& solid, std::size_t cell) {
  const auto at = [&](std::size_t corner, std::size_t axis) {
    const std::size_t n = static_cast<std::size_t>(solid.nodes_per_cell);
    const auto node = static_cast<std::size_t>(solid.cells[cell * n + corner]);
    const auto first = static_cast<std::size_t>(solid.cells[cell * n]);
    return solid.points[3 * node + axis] - solid.points[3 * first + axis];
  };
  double volume = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    volume += at(1, i) * (at(2, j) * at(3, k) - at(2, k) * at(3, j));
  }
  return volume / 6;
}

TEST_F(ElasticWheelset, SolidsOfTheLeftSideAreThoseOfTheRightInAMirror) {
  for (const char* name : {"wheel", "rail"}) {
    const result::SolidFields& one = solid(left(), name);
    const result::SolidFields& other = solid(right(), name);
    ASSERT_EQ(one.points.size(), other.points.size());
    for (std::size_t i = 0; i < one.points.size(); ++i) {
      // Roll is found to rounding.
      EXPECT_NEAR(one.points[i], (i % 3 == 1 ? -1 : 1) * other.points[i], 1e-12);
    }
    const auto& stress = point_field(one, "stress");
    const auto& mirrored = point_field(other, "stress");
    const double largest = *std::ranges::max_element(point_field(one, "von_mises"));
    for (std::size_t i = 0; i < stress.size(); ++i) {
      const bool turns = i % 6 == 3 || i % 6 == 4;  // xy and yz
      // Both sides are solved to the load, to 1e-6.
      EXPECT_NEAR(stress[i], (turns ? -1 : 1) * mirrored[i], 1e-4 * largest);
    }
    const std::size_t n_cells = one.cells.size() / static_cast<std::size_t>(one.nodes_per_cell);
    for (std::size_t k = 0; k < n_cells; ++k) ASSERT_GT(signed_volume(one, k), 0) << k;
  }
}

TEST_F(ElasticWheelset, PiecesAreInPlaceAndPressedAgainstEachOther) {
  const auto range = [](const std::vector<double>& xyz, std::size_t axis) {
    double low = xyz[axis];
    double high = xyz[axis];
    for (std::size_t i = axis; i < xyz.size(); i += 3) {
      low = std::min(low, xyz[i]);
      high = std::max(high, xyz[i]);
    }
    return std::pair(low, high);
  };
  const result::SolidFields& wheel = solid(right(), "wheel");
  const result::SolidFields& rail = solid(right(), "rail");
  // Half a gauge and half a head; the rail's top is at z = 0, and the tape circle near it.
  EXPECT_GT(range(rail.points, 1).first, 1.435 / 2 - 0.005);
  EXPECT_NEAR(range(rail.points, 2).first, 0, 1e-6);
  EXPECT_NEAR(range(rail.points, 2).second, 0.05, 1e-9);
  EXPECT_NEAR(range(wheel.points, 2).second, 0.028, 1e-3);               // the tip of the flange
  EXPECT_LT(range(point_field(wheel, "displacement"), 2).first, -5e-6);  // up
  EXPECT_GT(range(point_field(rail, "displacement"), 2).second, 5e-6);   // down
}

TEST(ElasticWheelsetCase, ASmallPenaltyIsTold) {
  const auto results =
      run_case(casefile::parse_toml(k_case + "penalty = 1e13\n", "t.toml", {}), {}).cases;
  EXPECT_TRUE(std::ranges::any_of(results.front().notes, [](const std::string& note) {
    return note.starts_with("The penalty of 1e+13 N/m3 is small");
  }));
}

/// At the second position the left wheel touches with its flange, which is not meshed finely here.
TEST(ElasticWheelsetCase, APositionWhoseContactLeavesTheZoneLosesNoneOfTheOthers) {
  const std::string text = k_case + "[position]\nlateral_mm = [0, -7, 0.1]\n";
  const auto results = run_case(casefile::parse_toml(text, "t.toml", {}), {}).cases;
  const result::CaseResult& all = results.front();
  EXPECT_FALSE(all.ok);
  EXPECT_EQ(scalar(all, "positions"), 2);
  EXPECT_EQ(column(all, "left_wheel", "lateral"), (std::vector<double>{0, 0.1e-3}));
  for (const char* wheel : {"left_wheel", "right_wheel"}) {
    for (const double q : column(all, wheel, "Q_on_rail")) EXPECT_NEAR(q, 50e3, 50e3 * 2e-6);
  }
  EXPECT_TRUE(std::ranges::any_of(all.notes, [](const std::string& note) {
    return note.starts_with(
        "Position 2, y = -7 mm, yaw 0 mrad, is left out: the left wheel, with "
        "the wheelset at y = -7.00 mm and 0.00 mrad of yaw: contact leaves ");
  }));
}

TEST_F(ElasticWheelset, PeakPressuresThatTheMeshDoesNotResolveAreTold) {
  for (const result::CaseResult* wheel : {&left(), &right()}) {
    const double peak = scalar(*wheel, "peak_pressure");
    EXPECT_LT(scalar(*wheel, "mean_peak_pressure"), peak / 1.05);
    EXPECT_TRUE(std::ranges::any_of(wheel->notes, [](const std::string& note) {
      return note.find("is that of one node") != std::string::npos &&
             note.find("elements of 4 mm") != std::string::npos;
    }));
  }
}

TEST(ElasticWheelsetCase, ContactBesideTheFineZoneIsRefusedWithItsPlace) {
  std::string text = k_case;
  text.replace(text.find("[-15, 20]"), 9, "[-15, -9]");
  try {
    run_case(casefile::parse_toml(text, "t.toml", {}), {});
    FAIL() << "accepted";
  } catch (const CaseError& error) {
    EXPECT_NE(std::string(error.what()).find("t.toml:"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("mm"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace tread::study
