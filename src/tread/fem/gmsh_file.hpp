#pragma once

#include <string>
#include <string_view>

#include "tread/fem/mesh.hpp"

namespace tread::fem {

/// Meshes of Gmsh, format MSH 4.1, text or binary (little endian, 8-byte sizes); its reference
/// manual, "MSH file format".
///
/// Physical groups become groups of elements by their names; a group without a name has its number
/// for one ("7"). Elements of an entity that is in several physical groups are in several groups,
/// those of an entity in none are in the group "". Nodes and elements keep their numbers as labels,
/// unless these just count from 1. All nodes of the file are there, also those without elements.
/// Other sections are skipped. `metres_per_unit` is what a unit of the file's coordinates is long.
///
/// Throws CaseError with the line (text) or byte (binary): another version of the format,
/// partitioned meshes, elements of other shapes, counts that do not match, nodes that do not exist
/// or come twice, numbers that are none or not finite.
Mesh parse_gmsh(std::string_view text, const std::string& file_name, double metres_per_unit = 1);

/// MSH 4.1 as text. Coordinates read back as the same numbers; groups, and elements in them, in
/// the same order, unless an element is in several groups. Throws ModelError for a mesh without
/// sense or a name that the format cannot hold (a double quote, a line feed).
std::string gmsh_text(const Mesh& mesh);

}  // namespace tread::fem
