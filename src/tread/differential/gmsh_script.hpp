#pragma once

#include <string>

#include "tread/differential/element_sizes.hpp"

namespace tread::differential {

/// What Gmsh is asked to mesh: half of a piece, x from 0 to half_length, straight (a wheel is bent
/// afterwards), in mm. Groups "body", "contact" and "cut". The sizes of elements are read from the
/// file k_sizes_file in Gmsh's working folder.
inline constexpr const char* k_sizes_file = "sizes.txt";

std::string gmsh_script(const profile::Profile& profile, const PieceSection& section,
                        const PieceSettings& settings);
std::string sizes_text(const ElementSizes& sizes);

}  // namespace tread::differential
