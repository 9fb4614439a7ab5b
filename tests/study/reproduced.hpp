#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "tread/study/reproduction.hpp"

namespace tread::study::test {

/// Our number in a row of a reproduction.
inline double ours(const Reproduction& figure, const std::string& what) {
  const auto row = std::ranges::find(figure.rows, what, &ReproducedRow::what);
  if (row != figure.rows.end()) return row->ours;
  ADD_FAILURE() << "no row '" << what << "'";
  return std::numeric_limits<double>::quiet_NaN();
}

/// Runs a reproduction that must converge and give a reason in every row.
inline Reproduction reproduced(Reproduction (*what)(Observer&)) {
  Observer observer;
  Reproduction reproduction = what(observer);
  EXPECT_EQ(reproduction.status, SolveStatus::converged);
  for (const ReproducedRow& row : reproduction.rows) EXPECT_FALSE(row.why.empty()) << row.what;
  return reproduction;
}

}  // namespace tread::study::test
