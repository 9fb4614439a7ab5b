#include "tread/fem/gmsh_types.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tread::fem {
namespace {

constexpr std::array<std::pair<int, ElementShape>, 9> k_known{{
    {15, ElementShape::point},
    {1, ElementShape::line_2},
    {8, ElementShape::line_3},
    {2, ElementShape::triangle_3},
    {9, ElementShape::triangle_6},
    {3, ElementShape::quadrilateral_4},
    {4, ElementShape::tetrahedron_4},
    {11, ElementShape::tetrahedron_10},
    {5, ElementShape::hexahedron_8},
}};

constexpr std::array<std::pair<int, const char*>, 15> k_others{{
    {6, "6-node prism"},
    {7, "5-node pyramid"},
    {10, "9-node quadrilateral"},
    {12, "27-node hexahedron"},
    {13, "18-node prism"},
    {14, "14-node pyramid"},
    {16, "8-node quadrilateral"},
    {17, "20-node hexahedron"},
    {18, "15-node prism"},
    {19, "13-node pyramid"},
    {20, "9-node triangle"},
    {21, "10-node triangle"},
    {26, "4-node line"},
    {29, "20-node tetrahedron"},
    {36, "16-node quadrilateral"},
}};

}  // namespace

std::optional<ElementShape> shape_of_gmsh_type(long long type) {
  const auto found = std::ranges::find(k_known, type, &std::pair<int, ElementShape>::first);
  if (found == k_known.end()) return std::nullopt;
  return found->second;
}

int gmsh_type_of(ElementShape shape) {
  return std::ranges::find(k_known, shape, &std::pair<int, ElementShape>::second)->first;
}

std::string name_of_gmsh_type(long long type) {
  const auto found = std::ranges::find(k_others, type, &std::pair<int, const char*>::first);
  return found == k_others.end() ? "" : found->second;
}

}  // namespace tread::fem
