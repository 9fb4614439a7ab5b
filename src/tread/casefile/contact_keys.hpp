#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tread/casefile/keys.hpp"
#include "tread/casefile/tangential_keys.hpp"
#include "tread/core/material.hpp"

namespace tread::casefile {

/// The keys of a contact problem: one struct per [table], one member per key, SI. What has no
/// default may be absent.

struct LoadInput {
  std::optional<double> force;
  std::optional<double> approach;
};

struct ShapeInput {
  std::string type;
  std::optional<double> radius;
  std::optional<double> radius_x;
  std::optional<double> radius_y;
  std::optional<double> semi_axis_x;
  std::optional<double> semi_axis_y;
  std::optional<double> semi_axis_z;
  std::string axis;
  std::optional<double> length;
  std::vector<double> b;
  std::optional<double> wheel_radius;
  std::optional<double> wheel_profile_radius;
  std::optional<double> rail_radius;
  std::optional<double> length_x;
  std::optional<double> width_y;
  std::string file;
  std::string height_unit;
  std::string meaning;
  std::optional<double> cell_size_x;
  std::optional<double> cell_size_y;
  std::optional<double> origin_x;
  std::optional<double> origin_y;
};

struct BodyInput {
  std::string material;
  std::optional<double> young_modulus;
  std::optional<double> shear_modulus;
  std::optional<double> poisson_ratio;
};

struct GridInput {
  int cells_x = 0;
  int cells_y = 0;
  std::optional<double> margin;
  std::optional<double> size_x;
  std::optional<double> size_y;
  std::optional<double> cell_size_x;
  std::optional<double> cell_size_y;
  std::optional<double> first_x;
  std::optional<double> first_y;
  std::string edge;
  double centre_x = 0;
  double centre_y = 0;
  bool line_contact = false;
  std::optional<double> line_length;
  std::optional<double> datum_distance;
};

struct SubsurfaceInput {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> z;
  std::optional<double> depth_max;
  int n_depths = 0;
};

struct ContactInput {
  std::string scenario;
  std::string title;
  LoadInput load;
  ShapeInput shape;
  BodyInput upper;
  BodyInput lower;
  GridInput grid;
  TangentialInput tangential;
  SolverSettings solver;
  SubsurfaceInput subsurface;
};

/// The declarations. scenarios: the choices of the key `scenario`, which every scenario shares.
KeyList<ContactInput> contact_keys(std::vector<Choice> scenarios);

/// A material by its name. Elastic constants of common kinds, rounded: give numbers where they
/// matter.
struct NamedMaterial {
  std::string_view name;
  double young_modulus;  // Pa; infinite: rigid
  double poisson_ratio;
};
const NamedMaterial* find_material(std::string_view name);

}  // namespace tread::casefile
