#pragma once

#include <filesystem>

#include "tread/casefile/keys.hpp"
#include "tread/casefile/structure_keys.hpp"
#include "tread/structure/beam.hpp"

namespace tread::casefile {

/// Whether the wheels would feel kinks of the load line.
enum class LineNeed { any, smooth };

/// Completes [structure] after its keys have been read: reads its files, which are sought from
/// base_dir (none if that is empty), chooses what was left out and adds what does not fit together
/// to problems.
void build_structure(StructureInput& structure, LineNeed need,
                     const std::filesystem::path& base_dir, Reading& reading,
                     ProblemList& problems);

/// Its damping matrix: as given, or with the ratio at two frequencies; none otherwise.
structure::RayleighDamping rayleigh_of(const StructureInput& structure);

}  // namespace tread::casefile
