#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/place.hpp"

namespace tread::casefile {

/// A rigid cylinder that falls on a block of elastic ground with inertia, plane strain, per metre
/// of length: what scenario `impact` reads. SI; choices as their words.

struct ImpactGround {
  double young_modulus = 0;  // Pa
  double poisson_ratio = 0;
  double density = 0;  // kg/m³
  double width = 0;    // m
  double height = 0;   // m
  std::string outer;   // fixed, absorbing
};

struct ImpactCylinder {
  double radius = 0;           // m
  double density = 0;          // kg/m³
  std::optional<double> mass;  // kg/m; instead of the density
  double height = 0;           // of its lowest point, m
  double velocity = 0;         // m/s, up
  double gravity = 0;          // m/s²
};

struct ImpactGrid {
  int nodes_x = 0;
  int nodes_z = 0;
  std::string type;  // staggered, collocated
};

struct ImpactContact {
  std::string condition;  // unilateral, hertz_thesis, hertz_line, grid_solver, displacement
  std::optional<double> datum_distance;
  std::string iteration;  // newton, picard
  double tolerance = 0;   // m
  int max_iterations = 0;
  bool allow_energy_gain = false;
};

struct ImpactTime {
  std::string scheme;  // midpoint, backward_euler, leapfrog, forward_euler
  double step = 0;
  std::optional<double> contact_step;
  std::optional<double> least_step;
  double end = 0;
  bool allow_unstable = false;
};

struct ImpactOutput {
  std::vector<double> instants;
};

struct ImpactCase {
  std::string scenario;
  std::string title;
  ImpactGround ground;
  ImpactCylinder cylinder;
  ImpactGrid grid;
  ImpactContact contact;
  ImpactTime time;
  ImpactOutput output;
  std::map<std::string, Place> places;  // key -> where it was written
};

}  // namespace tread::casefile
