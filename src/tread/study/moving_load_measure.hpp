#pragma once

#include "tread/casefile/case_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"
#include "tread/study/kept_work.hpp"

namespace tread::study {

/// The numbers of one crossing by the tables of a speed sweep, which cases that differ in nothing
/// but the speed share. Same bits whether they were kept or made anew. A case that asks for more
/// than one crossing as a whole (several speeds, its own start, end or step; modes too many for
/// tables) is run as `tread run` does.
/// @pre file.moving_load
result::CaseResult measure_moving_load(const casefile::CaseFile& file, KeptWork& kept,
                                       Observer& observer);

/// Throws what is wrong with the model of a case that is to be measured.
void check_measured_moving_load(const casefile::CaseFile& file);

}  // namespace tread::study
