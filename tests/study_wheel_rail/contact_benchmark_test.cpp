#include "tread/study/contact_benchmark.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tread/core/observer.hpp"

namespace tread::study {
namespace {

double limit_of(const std::string& what) {
  if (what.starts_with("normal") || what.starts_with("force")) return 0.02;
  return 0.03;  // pressures and areas, and the approach beside them
}

// The limits are those set for the comparison: places within 0.3 mm, areas and pressures within
// 3 %, forces within 2 %. Where the wheelset rolls straight the force along the track is next to
// nothing, and 0.1 um of rolling radius make 1 N: it is compared with the friction bound, 3 kN.
TEST(ContactBenchmark, AgreesWithContactAtEveryMillimetreOnBothWheels) {
  Observer observer;
  const Reproduction table = contact_benchmark_a22(observer);
  ASSERT_EQ(table.status, SolveStatus::converged);
  EXPECT_EQ(table.rows.size(), 22U * 9);
  for (const ReproducedRow& row : table.rows) {
    if (row.what.starts_with("place")) {
      EXPECT_NEAR(row.ours, *row.paper, 0.3e-3) << row.what;
    } else if (row.what.starts_with("height")) {
      EXPECT_NEAR(row.ours, *row.paper, 0.01e-3) << row.what;
    } else if (std::abs(*row.paper) < 1 && row.unit == "N") {
      EXPECT_NEAR(row.ours, *row.paper, 3) << row.what;
    } else {
      EXPECT_NEAR(row.ours, *row.paper, limit_of(row.what) * std::abs(*row.paper)) << row.what;
    }
  }
}

}  // namespace
}  // namespace tread::study
