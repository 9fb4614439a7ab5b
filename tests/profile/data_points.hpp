#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tread/profile/profile.hpp"

namespace tread::profile {

inline std::string data_text(const std::string& name) {
  std::ifstream file(std::string(TREAD_TEST_DATA) + "/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Two columns in mm; lines with # are comments.
inline std::vector<ProfilePoint> data_points(const std::string& name) {
  std::vector<ProfilePoint> points;
  std::istringstream text(data_text(name));
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream items(line);
    ProfilePoint point;
    items >> point.y >> point.z;
    points.push_back({point.y * 1e-3, point.z * 1e-3});
  }
  return points;
}

}  // namespace tread::profile
