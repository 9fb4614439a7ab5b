#pragma once

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tread/profile/highest_point.hpp"
#include "tread/profile/profile.hpp"

namespace tread::profile::test {

/// Reference profiles of EN 15302 from data/en15302_*.txt in the folder of this file, whose first
/// lines tell where they come from.

/// Rows of numbers; lines with # are comments.
inline std::vector<std::vector<double>> number_rows(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::vector<double>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream items(line);
    rows.emplace_back();
    for (double value = 0; items >> value;) rows.back().push_back(value);
  }
  return rows;
}

/// @param letter A, B, H or I
inline Profile en15302_wheel(const std::string& folder, char letter) {
  const std::size_t column = 1 + std::string_view("ABHI").find(letter);
  std::vector<ProfilePoint> points;
  for (const auto& row : number_rows(folder + "/en15302_wheels.txt")) {
    points.push_back({1e-3 * row.at(0), 1e-3 * row.at(column)});
  }
  return {ProfileKind::wheel, std::string("R-UIC 519-") + letter, std::move(points)};
}

/// Counted from its highest point.
inline Profile en15302_rail(const std::string& folder) {
  std::vector<ProfilePoint> points;
  for (const auto& row : number_rows(folder + "/en15302_rail.txt")) {
    points.push_back({1e-3 * row.at(0), 1e-3 * row.at(1)});
  }
  const ProfilePoint top = highest_point({ProfileKind::rail, "as tabulated", points});
  for (ProfilePoint& point : points) point = {point.y - top.y, point.z - top.z};
  return {ProfileKind::rail, "S-UIC 519-A", std::move(points)};
}

/// One combination of the benchmark: what its right and left wheels are, and the conicity at
/// amplitudes of 1 to 7 mm (annexes E and F, by integration).
struct ConicityCase {
  const char* name;
  char right, left;     // wheel profiles
  double smaller_left;  // m, of the left wheel's radius
  double conicity[7];
};
inline constexpr ConicityCase k_conicity_cases[] = {
    {"E1", 'A', 'A', 0, {0.125, 0.155, 0.188, 0.216, 0.254, 0.303, 0.505}},
    {"E2", 'B', 'B', 0, {0.025, 0.025, 0.058, 0.241, 0.283, 0.302, 0.485}},
    {"E3", 'H', 'H', 0, {0.025, 0.025, 0.245, 0.319, 0.306, 0.284, 0.437}},
    {"E4", 'I', 'I', 0, {0.000, 0.293, 0.489, 0.485, 0.475, 0.447, 0.486}},
    {"E5", 'A', 'A', 1e-3, {0.280, 0.272, 0.261, 0.269, 0.307, 0.395, 0.492}},
    {"E6", 'B', 'B', 1e-3, {0.660, 0.376, 0.278, 0.227, 0.295, 0.409, 0.478}},
    {"E9", 'A', 'B', 0, {0.137, 0.104, 0.132, 0.225, 0.271, 0.307, 0.493}}};

/// The tolerance of annex F: 0.05 or half the conicity, and 0.01 where that is 0.
inline double conicity_tolerance(double conicity) {
  return conicity == 0 ? 0.01 : std::min(0.05, conicity / 2);
}

}  // namespace tread::profile::test
