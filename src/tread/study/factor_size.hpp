#pragma once

#include <optional>

#include "tread/structure/elastic_structure.hpp"

namespace tread::study {

/// Memory that the Cholesky factors of a structure's matrices will take, bytes, estimated without
/// computing them: what a banded factor over the levels of neighbours takes, or nested dissection
/// of a body, whichever is less. Right to a factor of about two, mostly too large.
double estimated_factor_bytes(const structure::SparseMatrix& matrix);

/// Memory that is free for use, bytes; nothing where the system does not say.
std::optional<double> available_memory();

}  // namespace tread::study
