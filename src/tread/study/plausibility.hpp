#pragma once

#include "tread/casefile/case_file.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

/// Notes on numbers that no bridge has: a deflection of more than a hundredth of the span, a first
/// frequency far outside the band of EN 1991-2 figure 6.10. What was given is legal and was
/// computed; mostly a unit is wrong. And what the standards say of the bridge, where it is asked
/// for (bridge_standards.hpp).
void note_implausible(const casefile::CaseFile& file, result::CaseResult& out);

}  // namespace tread::study
