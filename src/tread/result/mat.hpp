#pragma once

#include <filesystem>

#include "tread/result/result.hpp"

namespace tread::result {

/// The numbers of a result as a Matlab file (.mat of version 5, compressed; also read by Octave and
/// SciPy): one struct `result`, see docs/results.md#matlab. SI units, named in fields `units`.
/// All or nothing. Throws IoError: the reason, or that the result is larger than such files can be.
void write_mat(const Result& result, const std::filesystem::path& file);

}  // namespace tread::result
