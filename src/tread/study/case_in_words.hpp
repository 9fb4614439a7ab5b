#pragma once

#include <string>
#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

/// A case as one would tell it to a colleague: what it is about with its main numbers in handy
/// units, and how finely it is computed. A sentence or a few.
/// @param results of the case, for what only a run knows: modes, step. May be empty.
std::string case_in_words(const casefile::CaseFile& file,
                          const std::vector<result::CaseResult>& results);

}  // namespace tread::study
