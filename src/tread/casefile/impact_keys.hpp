#pragma once

#include <vector>

#include "tread/casefile/impact_case.hpp"
#include "tread/casefile/keys.hpp"

namespace tread::casefile {

/// The declarations of scenario `impact`. scenarios: the choices of the key `scenario`.
KeyList<ImpactCase> impact_keys(std::vector<Choice> scenarios);

/// The case of a file whose keys have been read; what does not fit together goes to problems.
ImpactCase build_impact_case(const KeyList<ImpactCase>& keys, const Reading& reading,
                             ProblemList& problems);

}  // namespace tread::casefile
