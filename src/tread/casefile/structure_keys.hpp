#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/keys.hpp"
#include "tread/fem/mesh.hpp"
#include "tread/structure/elastic_structure.hpp"

namespace tread::casefile {

/// A bridge of finite elements: what table [structure] says. SI; choices as their words.

/// Where something is: the nodes of a group, the node of a number, or the one at a place.
struct NodesInput {
  std::string group;
  std::optional<long long> node;
  std::vector<double> at;  // x, y, z, m
};

/// Elements of a group and what they are made of.
struct PartInput {
  std::string group;
  std::string kind;  // solid, beam
  double young_modulus = 0;
  double poisson_ratio = 0;
  double density = 0;
  std::string element;                  // of solids: incompatible, full
  std::string displacements;            // of beams: spatial, plane
  std::optional<double> area;           // m2
  std::optional<double> second_moment;  // m4, about y of the beam: it deflects along z
  std::optional<double> second_moment_z;
  std::optional<double> torsion_constant;  // m4
  std::optional<double> shear_area;        // m2, along z
  std::optional<double> shear_area_y;
  std::vector<double> orientation;  // x, y, z
  std::vector<double> offset;       // x, y, z, m
};

struct SupportInput {
  NodesInput nodes;
  std::vector<std::string> fix;               // x y z rx ry rz
  std::optional<double> settlement;           // m, down
  std::optional<double> settlement_duration;  // s
  double settlement_begin = 0;                // s
};

struct SpringInput {
  NodesInput nodes;
  std::optional<long long> to_node;  // none: the ground
  std::string direction;             // x y z rx ry rz
  std::optional<double> stiffness;   // N/m or N m/rad
  double damping = 0;
  std::vector<double> elongations;  // m
  std::vector<double> forces;       // N
};

struct MassInput {
  NodesInput nodes;
  double mass = 0;              // kg
  std::vector<double> inertia;  // about x, y, z, kg m2
};

struct LinkInput {
  long long master = 0;
  std::string group;  // of the nodes that move with it
};

struct StructureInput {
  std::string type;  // block, mesh, matrices
  // block
  int spans = 1;
  double span_length = 0, width = 0, height = 0;  // m
  int elements_along = 0, elements_across = 0, elements_high = 0;
  std::string bearings;  // middle, bottom, none
  std::string element;   // incompatible, full
  double young_modulus = 0, poisson_ratio = 0;
  std::optional<double> density;
  std::optional<double> mass_per_length;
  // mesh
  std::string file;
  std::string length_unit;
  std::string load_line;                // a group
  std::vector<double> load_line_point;  // where the line over faces runs, m
  // matrices: files
  std::string mass, stiffness, damping, nodes, load_line_file;
  // all
  std::string along;                    // x y z
  std::string up;                       // z, -z, y, -y, x, -x
  std::string interpolation;            // shape_functions, smooth, hermite; empty: as contact asks
  std::optional<double> start;          // m
  std::string mass_matrix;              // consistent, lumped
  std::vector<double> rayleigh;         // 1/s and s
  std::optional<double> damping_ratio;  // of modes, or at two frequencies
  std::vector<double> damping_frequencies;  // Hz
  std::string solution;                     // full, modal
  std::optional<int> modes;
  std::optional<double> frequency_limit;  // Hz
  std::optional<double> target_error;
  std::string beyond;  // ground, refuse; empty: as type and track ask
  std::vector<PartInput> parts;
  std::vector<SupportInput> supports;
  std::vector<SpringInput> springs;
  std::vector<MassInput> masses;
  std::vector<LinkInput> links;

  // Read from the files, by the builder.
  std::shared_ptr<const fem::Mesh> mesh;                           // of type mesh
  std::shared_ptr<const structure::ElasticStructure> of_matrices;  // of type matrices
};

/// The tables of [structure] alone: other key lists adopt them.
KeyList<StructureInput> structure_keys();
std::vector<std::string> structure_tables();

}  // namespace tread::casefile
