#pragma once

#include <string>

#include "tread/casefile/study_file.hpp"

namespace tread::sweep {

/// A study as one would tell it to a colleague: how many cases, what varies and how far, and the
/// first case in words.
/// @param first the study's first case
std::string study_in_words(const casefile::StudyFile& study, const casefile::CaseFile& first);

}  // namespace tread::sweep
