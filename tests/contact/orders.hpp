#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "contact/report.hpp"

/// Observed orders of convergence. A level is the root mean square of the error over several
/// neighbouring sizes, since a single size tells how its cells happen to meet an edge; the order is
/// the slope of a straight line through the levels.
namespace tread::contact::test {

/// Between which the order is expected.
struct Order {
  double low;
  double high;
};

/// Name and relative error.
struct Error {
  std::string quantity;
  double value;
  Order expected;
};

inline double slope(const std::vector<double>& x, const std::vector<double>& y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    sx += x[k];
    sy += y[k];
    sxx += x[k] * x[k];
    sxy += x[k] * y[k];
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/// study(n) gives the errors with n cells; each order must lie in its band. Rows go to the table.
inline void expect_orders(const char* table, const std::string& name, std::span<const int> levels,
                          int sizes_a_level,
                          const std::function<std::vector<Error>(int n)>& study) {
  std::vector<double> log_size;
  std::vector<std::vector<double>> log_error;  // by quantity
  std::vector<Error> last;
  for (const int level : levels) {
    std::vector<double> squares;
    double log_sum = 0;
    for (int k = 0; k < sizes_a_level; ++k) {
      last = study(level + k);
      squares.resize(last.size());
      for (std::size_t q = 0; q < last.size(); ++q) squares[q] += last[q].value * last[q].value;
      log_sum += std::log(level + k);
    }
    log_size.push_back(log_sum / sizes_a_level);
    log_error.resize(last.size());
    for (std::size_t q = 0; q < last.size(); ++q) {
      log_error[q].push_back(std::log(squares[q] / sizes_a_level) / 2);
    }
  }
  for (std::size_t q = 0; q < last.size(); ++q) {
    const double order = -slope(log_size, log_error[q]);
    EXPECT_GT(order, last[q].expected.low) << name << ", " << last[q].quantity;
    EXPECT_LT(order, last[q].expected.high) << name << ", " << last[q].quantity;
    const auto error_at = [&](std::size_t level) { return std::exp(log_error[q][level]); };
    report_row(table, name, last[q].quantity, digits(error_at(0)),
               digits(error_at(levels.size() / 2)), digits(error_at(levels.size() - 1)),
               fmt::format("{:.2f}", order),
               fmt::format("{} to {}", last[q].expected.low, last[q].expected.high));
  }
}

}  // namespace tread::contact::test
