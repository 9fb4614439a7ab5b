#pragma once

#include <optional>
#include <string>

#include "tread/fem/mesh.hpp"

namespace tread::fem {

/// Gmsh's numbers for kinds of elements.
std::optional<ElementShape> shape_of_gmsh_type(long long type);
int gmsh_type_of(ElementShape shape);

/// "8-node hexahedron" of a kind that is not used here; empty: not known.
std::string name_of_gmsh_type(long long type);

}  // namespace tread::fem
