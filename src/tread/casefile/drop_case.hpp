#pragma once

#include <string>
#include <vector>

#include "tread/casefile/contact_case.hpp"
#include "tread/integrate/scheme.hpp"

namespace tread::casefile {

/// How a case is marched in time.
struct TimeSettings {
  integrate::SchemeSettings scheme;
  double end = 0;               // s
  double step = 0;              // s; 0: no limit (adaptive schemes)
  double contact_step = 0;      // s; 0: as step
  double least_step = 0;        // s; 0: step / 1024
  double record_interval = 0;   // s; 0: every step
  bool allow_unstable = false;  // steps at which the scheme makes the motion grow
};

/// A body that falls on an elastic half-space (thesis chapter 6), complete and in SI units.
struct DropCase {
  enum class Law { hertz, grid };
  std::string title;
  ContactCase surfaces;  // bodies (upper: what falls), shape, area, solver; nothing else of it
  Law law = Law::hertz;
  double mass = 0;      // kg
  double height = 0;    // m over first touch
  double velocity = 0;  // m/s, positive upwards
  double gravity = 0;   // m/s²
  TimeSettings time;
  std::vector<double> surface_times;  // s; at which the surface is told
};

}  // namespace tread::casefile
