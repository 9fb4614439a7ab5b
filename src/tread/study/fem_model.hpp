#pragma once

#include "tread/casefile/structure_keys.hpp"
#include "tread/fem/model.hpp"
#include "tread/study/case_places.hpp"

namespace tread::study {

/// Table [structure] of type block or mesh as a model of finite elements. Throws CaseError at the
/// key that is to blame.
fem::Model fem_model(const casefile::StructureInput& input, const CasePlaces& places);

}  // namespace tread::study
