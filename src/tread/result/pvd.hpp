#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tread/result/output_file.hpp"
#include "tread/result/result.hpp"

namespace tread::result {

/// What a result has over time, or case by case, as collections for ParaView (.pvd): fields over
/// time, fields of the cases in sequence, the bridge under the train, solids of the cases. Each
/// collection names a .vtu a step, which lie in the folder <stem>_steps beside it.
///
/// One collection is written under the given name; several get the name of what they show as well,
/// <stem>_<name>.pvd. Steps that an earlier collection of the same name had and this one has not
/// are removed.
/// @returns the names of the collections. Throws IoError, also if there is nothing to show.
std::vector<std::string> write_pvd(const Result& result, const std::filesystem::path& file,
                                   const NameCheck& check_name = {});

}  // namespace tread::result
