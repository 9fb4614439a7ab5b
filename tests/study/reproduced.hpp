#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "tread/core/observer.hpp"
#include "tread/study/reproduction.hpp"

namespace tread::study::test {

/// Our number in a row of a reproduction.
inline double ours(const Reproduction& figure, const std::string& what) {
  const auto row = std::ranges::find(figure.rows, what, &ReproducedRow::what);
  if (row != figure.rows.end()) return row->ours;
  ADD_FAILURE() << "no row '" << what << "'";
  return std::numeric_limits<double>::quiet_NaN();
}

inline const ReproducedCurve& curve(const Reproduction& figure, const std::string& name,
                                    const std::string& y_label) {
  const auto found = std::ranges::find_if(figure.curves, [&](const ReproducedCurve& c) {
    return c.name == name && c.y_label == y_label;
  });
  if (found == figure.curves.end()) throw std::out_of_range(name + " / " + y_label);
  return *found;
}

/// Asks for the end at once.
class Stops : public Observer {
 public:
  bool stop_requested() override { return true; }
};

/// Runs a reproduction that must converge and give a reason in every row.
inline Reproduction reproduced(Reproduction (*what)(Observer&)) {
  Observer observer;
  Reproduction reproduction = what(observer);
  EXPECT_EQ(reproduction.status, SolveStatus::converged);
  for (const ReproducedRow& row : reproduction.rows) EXPECT_FALSE(row.why.empty()) << row.what;
  return reproduction;
}

}  // namespace tread::study::test
