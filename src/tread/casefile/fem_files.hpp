#pragma once

#include <filesystem>

#include "tread/fem/matrix_structure.hpp"
#include "tread/fem/mesh.hpp"
#include "tread/fem/node_table.hpp"
#include "tread/structure/elastic_structure.hpp"

namespace tread::casefile {

/// Files of meshes and matrices, opened; what may be in them and what is refused stands with the
/// parsers of room `fem`. All throw CaseError with the path as given.

inline constexpr std::size_t k_max_mesh_bytes = 1'000'000'000;
inline constexpr std::size_t k_max_matrix_bytes = 1'000'000'000;
inline constexpr std::size_t k_max_table_bytes = 200'000'000;

/// Gmsh, MSH 4.1.
fem::Mesh read_mesh(const std::filesystem::path& path, double metres_per_unit = 1);

/// Matrix Market, if it begins so; Harwell-Boeing otherwise.
fem::NamedMatrix read_matrix(const std::filesystem::path& path);

fem::NodeTable read_node_table(const std::filesystem::path& path);

/// The files of a structure; an empty path: none.
struct MatrixFiles {
  std::filesystem::path mass;
  std::filesystem::path stiffness;
  std::filesystem::path damping;
  std::filesystem::path nodes;
  std::filesystem::path load_line;  // none: over the nodes that the table puts on the line
  fem::LineOptions line_options;
  structure::RayleighDamping rayleigh;
};

/// Needs a node table or a load line.
structure::ElasticStructure read_structure(const MatrixFiles& files);

}  // namespace tread::casefile
